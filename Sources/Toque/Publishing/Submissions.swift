// The author's side of the queue: submit (T1) and withdraw (T4).

import Database
import HTTP

enum Submissions {
    static func submit(_ context: Context) async throws -> Response {
        let (viewer, now, id) = (try context.member(), context.now, try id(context))
        let site = context.site
        let segment = try await site.writer.write { db in
            guard let own = try RecipeStore(db).own(id, viewer: viewer.id) else { throw SiteError.notFound }
            let catalogue = try site.catalogue.inside(db)
            guard try BlockList(db).found(in: own.head.body).isEmpty else { throw SiteError.conflict(.blockedWords) }
            let unknown = catalogue.unknownIngredients(own.head.body)
            _ = try SubmissionStore(db).submit(
                recipe: own, hints: SubmissionRules.hints(own.head.body, unknownIngredients: unknown),
                by: viewer.actor, author: viewer.id, now: now)
            return own.segment
        }
        return context.redirect(to: Address.recipe(segment), done: "submitted")
    }

    static func withdraw(_ context: Context) async throws -> Response {
        let (viewer, now, id) = (try context.member(), context.now, try id(context))
        let segment = try await context.site.writer.write { db in
            guard let own = try RecipeStore(db).own(id, viewer: viewer.id) else { throw SiteError.notFound }
            guard try SubmissionStore(db).withdraw(recipe: id, by: viewer.actor, now: now) else {
                throw SiteError.conflict(.notInQueue)
            }
            return own.segment
        }
        return context.redirect(to: Address.recipe(segment), done: "withdrawn")
    }

    private static func id(_ context: Context) throws -> Int {
        guard let id = Slug.id(context.parameters["recipe"] ?? "") else { throw SiteError.notFound }
        return id
    }
}
