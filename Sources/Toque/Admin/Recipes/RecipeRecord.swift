// The admin page of one recipe: state, revisions and their differences, history, and actions.

import Food
import HTML
import HTTP
import HTTPServer
import Texts
import Words

enum RecipeRecord {
    static func show(_ context: Context) async throws -> Response {
        try await page(context.number("recipe"), ActionForm(), context)
    }

    /// The page, also as the response to a form with errors.
    static func page(_ id: Int, _ form: ActionForm, _ context: Context) async throws -> Response {
        let (store, language) = (RecipeAdminStore(context.reader), context.language)
        guard let row = try store.recipe(id) else { throw SiteError.notFound }
        let revisions = try store.revisions(id)
        let changes = try RecipeChangeStore(context.reader).history(of: id)
        if context.wantsJSON { return try context.json(RecipeRecordJSON(row, revisions, changes)) }
        let rounds = try SubmissionStore(context.reader).rounds(recipe: id)
        let log = try AuditStore(context.reader).rows(
            ofRecipe: id, submissions: rounds.map(\.submissionID), limit: RecipeAdminLimits.history)
        let catalogue = try context.site.catalogue.current(context.reader)
        let line = RecipeAdminLine(row, isTicked: false, language)
        return context.page(
            RecipeRecordPage(
                layout: context.layout(title: line.title, section: "admin-recipes", isListed: false),
                formToken: context.formToken, problems: form.errors.summary, line: line,
                created: Moment(row.createdAt, language).html { Text.recipeAdminCreated(language, at: $0) },
                published: row.publishedAt.map {
                    Moment($0, language).html { Text.recipeAdminPublished(language, at: $0) }
                },
                dietsAddress: row.isPublic ? Address.recipeDiets(id) : nil,
                notes: try notes(id, catalogue, context),
                submissions: rounds.map {
                    Link(
                        label: Text.submissionRound(language, number: String($0.round)),
                        address: Address.submission($0.submissionID))
                },
                revisions: revisions.map { RevisionLine($0, language) },
                comparison: try await RevisionComparison(
                    revisions.filter(\.isShown).map { ComparedRevision(id: $0.id, n: $0.n, at: $0.at) }, catalogue,
                    context),
                changes: changes.map { RecipeChangeLine($0, count: nil, language) },
                log: log.map { AuditLine($0, language) }, action: form.fields(catalogue, language)),
            status: form.errors.isEmpty ? .ok : .unprocessable)
    }

    /// The notes on active actions of admins, with their reasons.
    private static func notes(_ id: Int, _ catalogue: Catalogue, _ context: Context) throws -> [String] {
        let language = context.language
        let takedown = try RecipeStore(context.reader).takedown(id).map {
            Text.recipeTakenDown(language, reason: $0.told(language))
        }
        return try [takedown].compactMap { $0 }
            + RecipeTermStore(context.reader).reasons(id).map { $0.term.note($0.reason, catalogue, language) }
    }
}

struct RecipeRecordPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let line: RecipeAdminLine
    let created: HTML
    let published: HTML?
    /// The page where moderators set its diets.
    let dietsAddress: String?
    let notes: [String]
    let submissions: [Link]
    let revisions: [RevisionLine]
    /// The differences between two revisions that others than the author may read.
    let comparison: RevisionComparison?
    let changes: [RecipeChangeLine]
    let log: [AuditLine]
    let action: ActionFields
}

/// One revision in the history.
struct RevisionLine {
    let number: String
    let title: String?
    let at: HTML
    let isLive: Bool

    init(_ row: RecipeRevisionRow, _ language: Language) {
        number = Text.recipeAdminRevision(language, number: row.n)
        title = row.isShown ? row.title : nil
        at = Moment(row.at, language).html
        isLive = row.isLive
    }
}

/// One recipe as JSON.
struct RecipeRecordJSON: Encodable {
    struct Text: Encodable {
        let id: Int
        let number: Int
        let title: String?
        let at: String
        let isLive: Bool
    }

    struct Change: Encodable {
        let id: Int
        let deed: String
        let reason: String
        let at: String
    }

    let recipe: RecipeAdminJSON
    let revisions: [Text]
    let changes: [Change]

    init(_ row: RecipeAdminRow, _ revisions: [RecipeRevisionRow], _ changes: [RecipeChange]) {
        recipe = RecipeAdminJSON(row)
        self.revisions = revisions.map {
            Text(
                id: $0.id, number: $0.n, title: $0.isShown ? $0.title : nil, at: Dates.time($0.at),
                isLive: $0.isLive)
        }
        self.changes = changes.map {
            Change(
                id: $0.id, deed: $0.action.rawValue, reason: $0.reason.written,
                at: Dates.time($0.appliedAt ?? $0.createdAt))
        }
    }
}
