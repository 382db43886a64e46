// The author's page of all versions of a recipe: listed, compared, restored.

import Database
import Food
import HTML
import HTTP
import HTTPServer
import Texts
import Words

enum Revisions {
    static func show(_ context: Context) async throws -> Response {
        let own = try own(context)
        let revisions = try RevisionStore(context.reader).revisions(of: own)
        let (total, number) = (revisions.count, Paging.page(context.request.query["page"]))
        let shown = revisions.dropFirst(Paging.offset(number)).prefix(Paging.size)
        if context.wantsJSON {
            return try context.json(ListJSON(total: total, page: number, items: shown.map(RevisionJSON.init)))
        }
        let language = context.language
        let catalogue = try context.site.catalogue.current(context.reader)
        let address = Address.revisions(own.id)
        return context.page(
            RevisionsPage(
                layout: context.layout(
                    title: Text.revisionsTitle(language), section: "my-recipes", isListed: false),
                formToken: context.formToken, title: own.head.body.title, language: own.head.body.language,
                back: Address.recipe(own.segment), address: address, version: String(own.version),
                comparison: try await RevisionComparison(
                    revisions.map { ComparedRevision(id: $0.id, n: $0.n, at: $0.at) }, catalogue, context),
                rows: shown.map { OwnRevisionRow($0, language) },
                pages: Pages(number: number, total: total) { "\(address)?page=\($0)" }))
    }

    /// Makes an older version the latest one, as a new version, so that nothing is lost.
    static func restore(_ context: Context) async throws -> Response {
        let (viewer, now, id) = (try context.member(), context.now, try context.number("revision"))
        guard let revision = try RecipeStore(context.reader).revision(id),
            let own = try RecipeStore(context.reader).own(revision.recipeID, viewer: viewer.id)
        else { throw SiteError.notFound }
        let version = context.form["version"].flatMap { Int($0) } ?? own.version
        let text = try await context.revisionText(of: revision.body)
        let saved = try await context.site.writer.write { db in
            try RecipeStore(db).save(text, recipe: own.id, version: version, author: viewer.id, now: now)
        }
        guard let saved else { throw SiteError.conflict(.changedMeanwhile) }
        let isSame = saved.head.id == own.head.id
        return context.redirect(
            to: Address.revisions(own.id), done: isSame ? "nothing-changed" : "revision-restored",
            number: isSame ? nil : own.head.id)
    }

    private static func own(_ context: Context) throws -> OwnRecipe {
        guard let id = Slug.id(context.parameters["recipe"] ?? ""),
            let own = try RecipeStore(context.reader).own(id, viewer: context.member().id)
        else { throw SiteError.notFound }
        return own
    }
}

/// A version in the list of its author.
struct OwnRevision: Sendable {
    let id: Int
    let n: Int
    let title: String
    let at: Int
    let isLatest: Bool
    let isLive: Bool
    /// The state of its last submission.
    let state: SubmissionState?
}

struct RevisionStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The last thousand versions of a recipe, newest first.
    func revisions(of own: OwnRecipe) throws -> [OwnRevision] {
        try db.all(
            """
            SELECT v.id, v.n, v.title, v.created_at,
                (SELECT s.state FROM submission s WHERE s.revision_id = v.id ORDER BY s.id DESC LIMIT 1)
            FROM revision v WHERE v.recipe_id = \(own.id) ORDER BY v.n DESC LIMIT 1000
            """
        ) { row in
            OwnRevision(
                id: row[0], n: row[1], title: row[2], at: row[3], isLatest: row[0] == own.head.id,
                isLive: row[0] == own.liveRevisionID,
                state: (row[4] as String?).flatMap(SubmissionState.init(rawValue:)))
        }
    }
}

struct RevisionsPage {
    let layout: Layout
    let formToken: String
    let title: String
    let language: String
    let back: String
    let address: String
    let version: String
    let comparison: RevisionComparison?
    let rows: [OwnRevisionRow]
    let pages: Pages
}

/// A version with the form that restores it.
struct OwnRevisionRow {
    let number: String
    let title: String
    let at: HTML
    let badges: [String]
    let restoreAddress: String?

    init(_ revision: OwnRevision, _ language: Language) {
        number = Text.recipeAdminRevision(language, number: revision.n)
        title = revision.title
        at = Moment(revision.at, language).html
        badges = [
            revision.isLatest ? Text.revisionsLatest(language) : nil,
            revision.isLive ? Text.revisionsPublic(language) : nil,
            revision.state.flatMap { Text.dynamic("submission.state.\($0.rawValue)", language) },
        ].compactMap(\.self)
        restoreAddress = revision.isLatest ? nil : Address.restoreRevision(revision.id)
    }
}

struct RevisionJSON: Encodable {
    let id: Int
    let number: Int
    let title: String
    let at: String
    let isLatest: Bool
    let isLive: Bool
    let state: String?

    init(_ revision: OwnRevision) {
        id = revision.id
        number = revision.n
        title = revision.title
        at = Dates.time(revision.at)
        isLatest = revision.isLatest
        isLive = revision.isLive
        state = revision.state?.rawValue
    }
}
