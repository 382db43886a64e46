// Handlers for authors: unpublish an approved recipe, and publish the same text again.

import Database
import HTTP
import Words

enum Unpublishing {
    /// Removes the recipe from all public pages. Needs no licence.
    static func unpublish(_ context: Context) async throws -> Response {
        let (viewer, now, id) = (try context.member(), context.now, try id(context))
        let segment = try await context.site.writer.write { db in
            guard let own = try RecipeStore(db).own(id, viewer: viewer.id) else { throw SiteError.notFound }
            guard own.isPublic else { throw SiteError.conflict(.notPublic) }
            try RecipeRemoval(db).unpublish(id, by: viewer.actor, now: now)
            return own.segment
        }
        return context.redirect(to: Address.recipe(segment), done: "unpublished", number: id)
    }

    /// Makes the approved text public again, without the queue. Needs no licence, like staying public.
    static func republish(_ context: Context) async throws -> Response {
        let (viewer, now, id, site) = (try context.member(), context.now, try id(context), context.site)
        let segment = try await site.writer.write { db in
            guard let own = try RecipeStore(db).own(id, viewer: viewer.id) else { throw SiteError.notFound }
            guard own.unpublishedAt != nil else { throw SiteError.conflict(.notUnpublished) }
            guard own.liveRevisionID != nil, own.takenDownBy == nil, own.hiddenBy == nil else {
                throw SiteError.conflict(.republishHidden)
            }
            try RecipeRemoval(db).republish(own, by: viewer, catalogue: site.catalogue.inside(db), now: now)
            return own.segment
        }
        return context.redirect(to: Address.recipe(segment), done: "republished")
    }

    private static func id(_ context: Context) throws -> Int {
        guard let id = Slug.id(context.parameters["recipe"] ?? "") else { throw SiteError.notFound }
        return id
    }
}

extension ErrorReason {
    static let notPublic = ErrorReason("not-public")
    static let notUnpublished = ErrorReason("not-unpublished")
    static let republishHidden = ErrorReason("republish-hidden")
}
