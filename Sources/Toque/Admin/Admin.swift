// The admin's overview: figures, the audit log's head, and the block list.

import Database
import HTTP

enum Admin {
    static func show(_ context: Context) async throws -> Response {
        let language = context.language
        let figures = try AdminStore(context.reader).figures()
        let head = try AuditStore(context.reader).head()
        let (isAsked, missing) = try SiteSettings(context.reader).twoStep()
        return context.page(
            AdminPage(
                layout: context.layout(title: Text.adminTitle(language), section: "admin", isListed: false),
                formToken: context.formToken,
                figures: [
                    Figure(icon: "users", label: Text.adminUsers(language), value: String(figures.users)),
                    Figure(icon: "book", label: Text.adminPublicRecipes(language), value: String(figures.published)),
                    Figure(icon: "queue", label: Text.adminQueue(language), value: String(figures.queued)),
                    Figure(icon: "pot", label: Text.adminIngredients(language), value: String(figures.ingredients)),
                ], auditRows: String(head.rows), auditHash: head.hash,
                twoStep: TwoStepRule(
                    isOn: isAsked, isFixed: context.site.configuration.requiresTwoStep, missing: missing),
                words: Field(
                    name: "words", label: Text.adminBlockedWords(language),
                    value: try BlockList(context.reader).words().joined(separator: "\n"),
                    help: Text.adminBlockedWordsHelp(language), rows: 8)))
    }

    /// Whether moderators and administrators have to log in in two steps.
    static func askForTwoStep(_ context: Context) async throws -> Response {
        let (viewer, now, isOn) = (try context.member(), context.now, context.form["on"] != nil)
        try await context.site.writer.write { try SiteSettings($0).askForTwoStep(isOn, by: viewer.actor, now: now) }
        return context.redirect(to: Address.admin(), done: "saved")
    }

    static func saveBlockedWords(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let words = (context.form["words"] ?? "").split(whereSeparator: \.isNewline).map(String.init)
        try await context.site.writer.write { try BlockList($0).replace(words, by: viewer.actor, now: now) }
        return context.redirect(to: Address.admin(), done: "saved")
    }
}

struct AdminPage {
    let layout: Layout
    let formToken: String
    let figures: [Figure]
    let auditRows: String
    let auditHash: String
    let twoStep: TwoStepRule
    let words: Field
}

struct TwoStepRule {
    let isOn: Bool
    /// The operator asks it in any case.
    let isFixed: Bool
    /// How many have not set it up.
    let missing: Int
}

struct AdminStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    func figures() throws -> (users: Int, published: Int, queued: Int, ingredients: Int) {
        let queued = try SubmissionStore(db).queued()
        return try db.first(
            """
            SELECT (SELECT count(*) FROM user), (SELECT count(*) FROM public_recipe),
                (SELECT count(*) FROM ingredient)
            """
        ) { ($0[0], $0[1], queued, $0[2]) } ?? (0, 0, 0, 0)
    }
}
