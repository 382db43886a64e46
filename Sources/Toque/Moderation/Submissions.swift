// Handlers for authors: submit and withdraw.

import Bytes
import Database
import Food
import HTTP
import HTTPServer
import Texts

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
        let (open, _) = try SubmissionStore(context.reader).check(own, author: viewer.id, now: now)
        if open?.revisionID == seen { return back(to: own.segment, done: "submitted", context) }
        let (found, hints) = try await screened(body, recipe: id, author: viewer.id, context)
        guard found.isEmpty else { return blocked(own, found, context) }
        let (compared, site) = (try await AutomaticApprovals.compare(own, context), context.site)
        let (segment, isApproved) = try await site.writer.write { db in
            guard let own = try RecipeStore(db).own(id, viewer: viewer.id) else { throw SiteError.notFound }
            guard own.head.id == seen else { throw SiteError.conflict(.changedMeanwhile) }
            if states { try ImportedTextStore(db).state(id, now: now) }
            let submission = try SubmissionStore(db).submit(
                recipe: own, hints: hints, by: viewer.actor, author: viewer.id, now: now)
            let isApproved =
                try compared.map {
                    try AutomaticStore(db).judge(
                        submission, $0, catalogue: site.catalogue.inside(db), mailer: site.mailer, now: now)
                } ?? false
            return (own.segment, isApproved)
        }
        return back(to: segment, done: isApproved ? "approved-automatically" : "submitted", context)
    }

    /// The blocked words in a text, or if there are none, the hints and findings of the pre-screen. Long texts take too
    /// long for an event loop.
    static func screened(
        _ body: RecipeBody, recipe: Int, author: Int, _ context: Context
    ) async throws -> (blocked: [String], hints: [Hint]) {
        let catalogue = try context.site.catalogue.current(context.reader)
        let blocked = try BlockList(context.reader).words(in: body.language)
        let path = context.site.settings.databasePath
        return try await context.site.workers.run {
            let found = BlockList.found(blocked, in: body)
            guard found.isEmpty else { return (found, []) }
            let reader = try Connection(path: path, mode: .readOnly)
            let similar = try LikenessStore(reader).mostSimilar(to: body, recipe: recipe, author: author)
            let likeness = similar.map {
                Finding(.likeness, .whole, detail: "\($0.recipe) \(Int(nearest: $0.share * 100))")
            }
            let understanding = catalogue.understanding(of: body)
            let screen = PreScreen(body: body, understanding: understanding, catalogue: catalogue, blocked: blocked)
            let findings = [likeness].compactMap(\.self) + screen.findings
            return ([], SubmissionRules.hints(body, understanding.asked) + findings.map(Hint.found))
        }
    }

    /// Answers a text with words of the block list, and names them.
    static func blocked(_ own: OwnRecipe, _ words: [String], _ context: Context) -> Response {
        let language = context.language
        return context.page(
            BlockedWordsPage(
                layout: context.layout(
                    title: Text.blockedWordsTitle(language), section: "my-recipes", isListed: false),
                title: own.head.body.title, language: own.head.body.language, words: words,
                editAddress: Address.editRecipe(own.id), back: Address.recipe(own.segment)),
            status: .conflict)
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

/// Names the words for which a recipe cannot be submitted.
struct BlockedWordsPage {
    let layout: Layout
    let title: String
    let language: String
    let words: [String]
    let editAddress: String
    let back: String
}
