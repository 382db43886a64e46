// The admin overview: key figures, charts, the last hash of the audit log, two-step login, and the list of blocked words.

import Bytes
import Database
import HTTP
import Texts
import Words

enum AdminOverview {
    static let slowestShown = 10

    static func show(_ context: Context) async throws -> Response {
        if context.wantsJSON { return try context.json(AdminJSON(context)) }
        let isBack = PendingForm.bringBack(context) { $0 == Address.twoStepRule() } != nil
        return try page(context, chosenRule: isBack ? context.form["on"] != nil : nil)
    }

    private static func page(
        _ context: Context, typed: String? = nil, chosenRule: Bool? = nil, _ errors: FieldErrors = FieldErrors(),
        isStale: Bool = false
    ) throws -> Response {
        let language = context.language
        let figures = try AdminStore(context.reader).figures()
        let head = try AuditStore(context.reader).head()
        let (isAsked, missing) = try SiteSettings(context.reader).twoStep()
        let words = try BlockList(context.reader).words()
        let days = ActivityRules.period(context.request.query["days"])
        let series = try ActivityStore(context.reader).series(days: days, now: context.now)
        let now = words.isEmpty ? Text.conflictNone(language) : words.joined(separator: ", ")
        return context.page(
            AdminPage(
                layout: context.layout(title: Text.adminTitle(language), section: "admin", isListed: false),
                formToken: context.formToken, problems: errors.summary,
                figures: [
                    KeyFact(icon: "users", label: Text.adminUsers(language), value: String(figures.users)),
                    KeyFact(icon: "book", label: Text.adminPublicRecipes(language), value: String(figures.published)),
                    KeyFact(icon: "queue", label: Text.adminQueue(language), value: String(figures.queued)),
                    KeyFact(icon: "pot", label: Text.adminIngredients(language), value: String(figures.ingredients)),
                ],
                activity: ActivityView(
                    series, times: context.site.requestTimes.slowest(slowestShown), days: days, language: language),
                auditRows: String(head.rows), auditHash: head.hash,
                twoStep: TwoStepRule(
                    isOn: chosenRule ?? isAsked, isFixed: context.site.settings.requiresTwoStep, missing: missing),
                words: Field(
                    name: "words", label: Text.adminBlockedWords(language),
                    value: typed ?? words.joined(separator: "\n"), error: errors["words"],
                    help: Text.adminBlockedWordsHelp(language), rows: 8),
                seen: BlockList.digest(words), meanwhile: isStale ? now : nil),
            status: isStale ? .conflict : errors.isEmpty ? .ok : .unprocessable)
    }

    /// Changes whether moderators and admins must use two-step login.
    static func askForTwoStep(_ context: Context) async throws -> Response {
        let (viewer, now, isOn) = (try context.member(), context.now, context.form["on"] != nil)
        try await context.site.writer.write { try SiteSettings($0).askForTwoStep(isOn, by: viewer.actor, now: now) }
        return context.redirect(to: Address.admin(), done: "saved")
    }

    static func saveBlockedWords(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let (typed, seen) = (context.form["words"] ?? "", context.form["seen"])
        let list = TypedBlockList(typed)
        let errors = problems(of: list, context.language)
        guard errors.isEmpty else { return try page(context, typed: typed, errors) }
        let isSaved = try await context.site.writer.write {
            try BlockList($0).replace(list.words, over: seen, by: viewer.actor, now: now)
        }
        return isSaved
            ? context.redirect(to: Address.admin(), done: "saved") : try page(context, typed: typed, isStale: true)
    }

    /// The problems of a typed list; names the first ten refused lines.
    private static func problems(of list: TypedBlockList, _ language: Language) -> FieldErrors {
        var errors = FieldErrors()
        if list.isUnread {
            errors.add("words", Text.editorTooLong(language, limit: String(TypedBlockList.textLength)))
        }
        if !list.refused.isEmpty {
            let named = list.refused.prefix(10).map { $0.length > 70 ? $0.prefix(60) + "…" : $0 }
            errors.add(
                "words",
                Text.adminBlockedWordsRefused(
                    language, lines: named.joined(separator: " · ") + (list.refused.count > 10 ? " · …" : "")))
        }
        if list.isTooLong {
            errors.add(
                "words",
                Text.adminBlockedWordsMany(
                    language, limit: String(TypedBlockList.limit), words: String(list.words.count)))
        }
        return errors
    }
}

struct AdminPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let figures: [KeyFact]
    let activity: ActivityView
    let auditRows: String
    let auditHash: String
    let twoStep: TwoStepRule
    let words: Field
    /// The list that the form shows.
    let seen: String
    /// The list as somebody else saved it, if it differs from the one that was edited.
    let meanwhile: String?
}

struct TwoStepRule {
    let isOn: Bool
    /// The operator requires it in the settings, so that admins cannot turn it off.
    let isFixed: Bool
    /// The number of moderators and admins who have not set it up.
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
