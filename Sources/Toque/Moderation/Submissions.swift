// Handlers for authors: submit and withdraw.

import Database
import HTTP

enum Submissions {
    static func submit(_ context: Context) async throws -> Response {
        let (viewer, now, id) = (try context.member(), context.now, try id(context))
        guard let own = try RecipeStore(context.reader).own(id, viewer: viewer.id) else { throw SiteError.notFound }
        let (seen, body) = (own.head.id, own.head.body)
        let states = context.form[PublishingRights.name] != nil
        if try !states && ImportedTextStore(context.reader).needsPublishingRights(id) {
            return PublishingRights.ask(own, context)
        }
        guard body.isComplete else { throw SiteError.conflict(.incomplete) }
        guard try !VideoStore(context.reader).isUnready(revision: seen) else { throw SiteError.conflict(.videoUnready) }
        guard try BlockList(context.reader).found(in: body).isEmpty else { throw SiteError.conflict(.blockedWords) }
        let lines = try context.site.catalogue.current(context.reader).asked(body)
        let hints = SubmissionRules.hints(body, lines)
        let segment = try await context.site.writer.write { db in
            guard let own = try RecipeStore(db).own(id, viewer: viewer.id) else { throw SiteError.notFound }
            guard own.head.id == seen else { throw SiteError.conflict(.changedMeanwhile) }
            if states { try ImportedTextStore(db).state(id, now: now) }
            _ = try SubmissionStore(db).submit(
                recipe: own, hints: hints, by: viewer.actor, author: viewer.id, now: now)
            return own.segment
        }
        return back(to: segment, done: "submitted", context)
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
        return back(to: segment, done: "withdrawn", context)
    }

    /// Redirects to the recipe in the amounts that it was shown in.
    private static func back(to segment: String, done: String, _ context: Context) -> Response {
        context.redirect(to: Address.recipe(segment) + ShownAmounts(context.request.query).query, done: done)
    }

    private static func id(_ context: Context) throws -> Int {
        guard let id = Slug.id(context.parameters["recipe"] ?? "") else { throw SiteError.notFound }
        return id
    }
}
