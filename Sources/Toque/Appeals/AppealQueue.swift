// Handlers for moderators: the appeals that wait, and the decision on one by somebody who was not part of the first.

import Bytes
import Database
import Food
import HTML
import HTTP
import HTTPServer
import Texts
import Words

enum AppealQueue {
    static func list(_ context: Context) async throws -> Response {
        let (language, store, viewer) = (context.language, AppealStore(context.reader), try context.member())
        let isOpen = context.request.query["state"] != "closed"
        let (number, counts) = (Paging.page(context.request.query["page"]), try store.counts(for: viewer.id))
        let total = isOpen ? counts.open : counts.closed
        let appeals = try store.list(isOpen: isOpen, page: number, for: viewer.id)
        if context.wantsJSON {
            let items = appeals.map { AppealJSON($0, showsPeople: !$0.isDecided(by: viewer.id)) }
            return try context.json(ListJSON(total: total, page: number, items: items))
        }
        let base = Address.appeals()
        return context.page(
            AppealsPage(
                layout: context.layout(title: Text.appealsTitle(language), section: "appeals", isListed: false),
                filters: [
                    StateFilter(
                        label: Text.appealsOpen(language), address: base, count: counts.open, isChosen: isOpen),
                    StateFilter(
                        label: Text.appealsClosed(language), address: base + "?state=closed", count: counts.closed,
                        isChosen: !isOpen),
                ],
                rows: appeals.map { AppealRow($0, showsPeople: !$0.isDecided(by: viewer.id), language) },
                pages: Pages(number: number, total: total) {
                    "\(base)?\(isOpen ? "" : "state=closed&")page=\($0)"
                }))
    }

    static func show(_ context: Context) async throws -> Response {
        try page(appeal(context), TypedAnswer(), FieldErrors(), nil, context)
    }

    static func decide(_ context: Context) async throws -> Response {
        let (viewer, now, site) = (try context.member(), context.now, context.site)
        let appeal = try appeal(context)
        guard try !AppealStore(context.reader).isPart(viewer.id, of: appeal) else {
            throw SiteError.forbidden(.ownDecision)
        }
        let typed = TypedAnswer(context.form)
        let errors = typed.errors(context.language)
        guard errors.isEmpty else {
            return try page(appeal, typed, errors, nil, context, status: .unprocessable)
        }
        let mailer = site.mailer
        let outcome = try await site.writer.write { db in
            let work = AppealWork(db: db, catalogue: try site.catalogue.inside(db), mailer: mailer, now: now)
            return try work.decide(appeal.id, isUpheld: typed.outcome == "uphold", typed.text, by: viewer)
        }
        guard case .decided(let restored) = outcome else {
            let decided = try self.appeal(context)
            let notice = Text.appealDecided(
                context.language,
                name: FormerMember.shown(decided.byName ?? "", context.language),
                outcome: Text.dynamic("appeal.outcome.\(decided.outcome ?? "waiting")", context.language) ?? "")
            return try page(decided, typed, errors, notice, context, status: .conflict)
        }
        return context.redirect(
            to: Address.appeal(appeal.id), done: "appeal-" + (restored?.rawValue ?? typed.outcome))
    }

    private static func appeal(_ context: Context) throws -> Appeal {
        let (viewer, number) = (try context.member(), try context.number("appeal"))
        guard let appeal = try AppealStore(context.reader).appeal(number, for: viewer.id) else {
            throw SiteError.notFound
        }
        return appeal
    }

    private static func page(
        _ appeal: Appeal, _ typed: TypedAnswer, _ errors: FieldErrors, _ notice: String?, _ context: Context,
        status: Status = .ok
    ) throws -> Response {
        let (viewer, language) = (try context.member(), context.language)
        let isPart = try AppealStore(context.reader).isPart(viewer.id, of: appeal)
        if context.wantsJSON { return try context.json(AppealJSON(appeal, showsPeople: !isPart), status: status) }
        let (first, place) = try firstDecision(appeal, language, context)
        return context.page(
            AppealDetailPage(
                layout: context.layout(
                    title: Text.appealTitle(language, title: appeal.title), section: "appeals", isListed: false),
                formToken: context.formToken, title: appeal.title, statement: first, place: place,
                appeal: AppealView(appeal, showsPeople: !isPart, language),
                side: Text.dynamic("appeal.side.\(appeal.side)", language) ?? "", problems: errors.summary,
                notice: notice, isPart: isPart && appeal.outcome == nil,
                form: appeal.outcome == nil && !isPart ? AnswerFields(appeal, typed, errors, language) : nil,
                kept: appeal.outcome != nil && !typed.text.isEmpty ? typed.text : nil),
            status: status)
    }

    /// The statement of reasons of the first decision, and where moderators read more about it.
    private static func firstDecision(
        _ appeal: Appeal, _ language: Language, _ context: Context
    ) throws -> (StatementOfReasons?, String?) {
        if let measure = try appeal.measureID.flatMap({ try MeasureStore(context.reader).measure($0) }) {
            let decision = AppealStore(context.reader).appealed(measure, .measure, measure.id, by: appeal.userID)
            return (StatementOfReasons(decision, language), Address.reportIssue(measure.issueID))
        }
        guard let id = appeal.decisionID,
            let decision = try AppealStore(context.reader).appealed(.decision, id, by: appeal.ownerID)
        else { return (nil, nil) }
        let submission: Int? = try AppealStore(context.reader).submission(ofDecision: id)
        return (StatementOfReasons(decision, language), submission.map { Address.submission($0) })
    }
}

/// What became of a decision on an appeal.
enum AppealOutcome: Sendable {
    /// With what became of a rejected text, if it was about one.
    case decided(RestoredText?)
    /// Another moderator was faster. Nothing was written.
    case stale
}

/// Decides appeals: the outcome, its effects and the notification in one transaction.
struct AppealWork {
    let db: Connection
    let catalogue: Catalogue
    let mailer: Mailer
    let now: Int

    func decide(_ id: Int, isUpheld: Bool, _ answer: String, by moderator: Viewer) throws -> AppealOutcome {
        let store = AppealStore(db)
        guard let appeal = try store.appeal(id) else { throw SiteError.notFound }
        guard try !store.isPart(moderator.id, of: appeal) else { throw SiteError.forbidden(.ownDecision) }
        guard try store.decide(appeal, isUpheld: isUpheld, answer: answer, by: moderator, now: now) else {
            return .stale
        }
        let restored = isUpheld ? nil : try undo(appeal, answer, by: moderator)
        let note = restored.map { $0.rawValue } ?? (isUpheld ? "upheld" : "lifted")
        try mailer.notify(
            NotificationEvent(
                kind: isUpheld ? .appealUpheld : .appealOverturned, user: appeal.userID, name: "appeal-\(id)",
                subject: NotificationSubject(titles: [appeal.title]),
                paragraphs: { language in
                    answer.split(bytes: "\n").map { String($0) }
                        + [Text.dynamic("appeal.note.\(note)", language) ?? ""].filter { !$0.isEmpty }
                }), by: moderator.id, db: db, now: now)
        return .decided(restored)
    }

    private func undo(_ appeal: Appeal, _ answer: String, by moderator: Viewer) throws -> RestoredText? {
        if let decision = appeal.decisionID {
            return try DecisionStore(db).overturn(
                rejection: decision, appeal: appeal.id, message: answer, by: moderator, catalogue: catalogue, now: now)
        }
        if let measure = try appeal.measureID.flatMap({ try MeasureStore(db).measure($0) }) {
            _ = try MeasureWork(db: db, catalogue: catalogue, mailer: mailer, now: now).undo(
                measure, by: moderator, detail: " appeal \(appeal.id)")
        }
        return nil
    }
}

/// A decision on an appeal as typed.
struct TypedAnswer: Sendable {
    var outcome = ""
    var text = ""

    init() {}

    init(_ form: Form) {
        outcome = (form["outcome"] ?? "").trimmed
        text = (form["text"] ?? "").typed
    }

    func errors(_ language: Language) -> FieldErrors {
        var errors = FieldErrors()
        if !["uphold", "overturn"].contains(outcome) { errors.add("outcome", Text.appealOutcomeRequired(language)) }
        if text.isEmpty { errors.add("text", Text.appealAnswerRequired(language)) }
        if text.length > AppealRules.textLength {
            errors.add("text", Text.editorTooLong(language, limit: String(AppealRules.textLength)))
        }
        return errors
    }
}

struct AppealsPage {
    let layout: Layout
    let filters: [StateFilter]
    let rows: [AppealRow]
    let pages: Pages
}

struct AppealRow {
    let address: String
    let title: String
    let about: String
    /// Who appealed; not shown to those who decided first.
    let by: String?
    let at: HTML
    let outcome: String

    init(_ appeal: Appeal, showsPeople: Bool, _ language: Language) {
        address = Address.appeal(appeal.id)
        title = appeal.title
        about =
            appeal.measure.map { Text.dynamic("measure.\($0.rawValue)", language) ?? $0.rawValue }
            ?? Text.dynamic("decision.reject", language) ?? ""
        by = showsPeople ? FormerMember.shown(appeal.username, language) : nil
        at = Moment(appeal.createdAt, language).html
        outcome = Text.dynamic("appeal.outcome.\(appeal.outcome ?? "waiting")", language) ?? ""
    }
}

struct AppealDetailPage {
    let layout: Layout
    let formToken: String
    let title: String
    let statement: StatementOfReasons?
    let place: String?
    let appeal: AppealView
    let side: String
    let problems: [FieldProblem]
    let notice: String?
    /// Whether the viewer was part of the decision.
    let isPart: Bool
    let form: AnswerFields?
    /// The typed text, if no form is left that could contain it.
    let kept: String?
}

/// The form with which a moderator decides an appeal.
struct AnswerFields {
    let action: String
    let outcomes: [Choice]
    let outcomeError: String?
    let text: Field

    init(_ appeal: Appeal, _ typed: TypedAnswer, _ errors: FieldErrors, _ language: Language) {
        action = Address.appeal(appeal.id)
        outcomes = ["uphold", "overturn"].map {
            Choice(
                value: $0, label: Text.dynamic("appeal.act.\($0)", language) ?? $0, isChosen: $0 == typed.outcome)
        }
        outcomeError = errors["outcome"]
        text = Field(
            name: "text", label: Text.appealAnswer(language), value: typed.text, error: errors["text"],
            help: Text.appealAnswerHelp(language), isRequired: true, rows: 6)
    }
}

struct AppealJSON: Encodable {
    let id: Int
    let title: String
    let side: String
    /// Who appealed; missing for those who decided first.
    let username: String?
    let about: String
    let text: String
    let at: String
    let state: String
    let answer: String?

    init(_ appeal: Appeal, showsPeople: Bool) {
        (id, title, side) = (appeal.id, appeal.title, appeal.side)
        username = showsPeople ? appeal.username : nil
        about = appeal.measure?.rawValue ?? "reject"
        (text, at, state) = (appeal.text, Dates.time(appeal.createdAt), appeal.outcome ?? "open")
        answer = appeal.answer.isEmpty ? nil : appeal.answer
    }
}
