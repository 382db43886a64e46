// Handlers for moderators: hide or take down a public recipe that nobody reported.

import Bytes
import Database
import HTTP
import HTTPServer
import Texts
import Words

enum RecipeMeasures {
    static let measures: [MeasureKind] = [.hide, .takeDown]

    static func show(_ context: Context) async throws -> Response {
        let (recipe, viewer) = (try recipe(context), try context.member())
        if let issue = try IssueStore(context.reader).open(recipe: recipe.id) {
            // Reports wait: the page of the issue has them, and the same form.
            guard issue.userID != viewer.id else { throw SiteError.notFound }
            return context.redirect(to: Address.reportIssue(issue.id))
        }
        return try page(recipe, TypedMeasure(), FieldErrors(), context)
    }

    static func decide(_ context: Context) async throws -> Response {
        let (viewer, now, site) = (try context.member(), context.now, context.site)
        let (recipe, typed) = (try recipe(context), TypedMeasure(context.form))
        var (draft, errors) = typed.checked(.recipe, now: now, context.language)
        if let kind = draft?.kind, !measures.contains(kind) {
            errors.add("measure", Text.issueMeasureRequired(context.language))
            draft = nil
        }
        guard let draft else {
            // Not the hash of a text that came meanwhile.
            let read = context.form["seen_sha256"]
            return try page(recipe, typed, errors, context, read: read, status: .unprocessable)
        }
        let (mailer, seen) = (site.mailer, context.form["seen_sha256"] ?? "")
        let (issue, outcome) = try await site.writer.write { db -> (Int?, IssueOutcome) in
            let issues = IssueStore(db)
            if let open = try issues.open(recipe: recipe.id) { return (open.id, .stale) }
            guard let target = try ReportTargetStore(db).target(.recipe, recipe.id), target.isPublic else {
                throw SiteError.notFound
            }
            guard target.sha256.isSame(as: seen) else { return (nil, .stale) }
            let id = try issues.open(target, by: viewer, now: now)
            let work = MeasureWork(db: db, catalogue: try site.catalogue.inside(db), mailer: mailer, now: now)
            return (id, try work.decide(id, version: issues.issue(id)?.version ?? 0, draft, by: viewer))
        }
        guard let issue else {
            errors.add("text", Text.issueTextChanged(context.language))
            return try page(self.recipe(context), typed, errors, context, status: .conflict)
        }
        switch outcome {
        case .decided: return context.redirect(to: Address.reportIssue(issue), done: "recipe-\(draft.kind.rawValue)")
        case .held: return context.redirect(to: Address.reportIssue(issue), done: "decision-held")
        case .stale, .impossible:
            guard let open = try IssueStore(context.reader).issue(issue, for: viewer.id) else {
                throw SiteError.notFound
            }
            return try Issues.page(
                open, typed, errors, try Issues.staleNotice(issue, context), context, status: .conflict)
        }
    }

    /// The public recipe of the address. Nobody decides on their own.
    private static func recipe(_ context: Context) throws -> ReportTarget {
        guard let recipe = try ReportTargetStore(context.reader).target(.recipe, context.number("recipe")),
            recipe.isPublic
        else { throw SiteError.notFound }
        guard try recipe.userID != context.member().id else { throw SiteError.forbidden(.ownReport) }
        return recipe
    }

    private static func page(
        _ recipe: ReportTarget, _ typed: TypedMeasure, _ errors: FieldErrors, _ context: Context,
        read: String? = nil, status: Status = .ok
    ) throws -> Response {
        let language = context.language
        let title = Text.recipeMeasureTitle(language, title: recipe.title)
        return context.page(
            RecipeMeasurePage(
                layout: context.layout(title: title, section: "reports", isListed: false), title: title,
                formToken: context.formToken, problems: errors.summary, recipe: recipe.address,
                textSHA256: read ?? recipe.sha256,
                needsTwo: try IssueStore(context.reader).isPopular(recipe: recipe.id),
                form: MeasureForm(
                    .recipe, action: Address.measureRecipe(recipe.id), measures: measures, typed, errors, language)),
            status: status)
    }
}

struct RecipeMeasurePage {
    let layout: Layout
    let title: String
    let formToken: String
    let problems: [FieldProblem]
    /// The address of the recipe.
    let recipe: String
    let textSHA256: String
    /// Whether so many members keep the recipe that a second moderator must agree to take it down.
    let needsTwo: Bool
    let form: MeasureForm
}
