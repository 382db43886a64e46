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
        let amendable = appeal.amendable(now: now)
        let errors = appeal.outcome == nil ? typed.errors(amendable, now: now, context.language) : FieldErrors()
        guard errors.isEmpty else {
            return try page(appeal, typed, errors, nil, context, status: .unprocessable)
        }
        let mailer = site.mailer
        var outcome = AppealOutcome.stale
        if appeal.outcome == nil, let ruling = typed.ruling(amendable) {
            outcome = try await site.writer.write { db in
                let work = AppealWork(db: db, catalogue: try site.catalogue.inside(db), mailer: mailer, now: now)
                return try work.decide(appeal.id, ruling, typed.text, by: viewer)
            }
        }
        if case .outdated = outcome {
            let notice = ErrorReason.changedMeanwhile.text(context.language)
            return try page(appeal, typed, errors, notice, context, status: .conflict)
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
        let amendable = appeal.amendable(now: context.now)
        return context.page(
            AppealDetailPage(
                layout: context.layout(
                    title: Text.appealTitle(language, title: appeal.title), section: "appeals", isListed: false),
                formToken: context.formToken, title: appeal.title, statement: first, place: place,
                appeal: AppealView(appeal, showsPeople: !isPart, language),
                side: Text.dynamic("appeal.side.\(appeal.side)", language) ?? "", problems: errors.summary,
                notice: notice, isPart: isPart && appeal.outcome == nil,
                form: appeal.outcome == nil && !isPart
                    ? AnswerFields(appeal, amendable, typed, errors, language) : nil,
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
    /// What the amendment would change has ended in the meantime. Nothing was written.
    case outdated
}

/// Decides appeals: the outcome, its effects and the notification in one transaction.
struct AppealWork {
    let db: Connection
    let catalogue: Catalogue
    let mailer: Mailer
    let now: Int

    func decide(_ id: Int, _ ruling: AppealRuling, _ answer: String, by moderator: Viewer) throws -> AppealOutcome {
        let store = AppealStore(db)
        guard let appeal = try store.appeal(id) else { throw SiteError.notFound }
        guard try !store.isPart(moderator.id, of: appeal) else { throw SiteError.forbidden(.ownDecision) }
        if appeal.outcome == nil, let amendment = ruling.amendment {
            guard appeal.amendable(now: now).allows(amendment, now: now) else { return .outdated }
        }
        guard try store.decide(appeal, ruling, answer: answer, by: moderator, now: now) else { return .stale }
        var (kind, restored) = (NotificationKind.appealUpheld, RestoredText?.none)
        switch ruling {
        case .uphold: break
        case .overturn: (kind, restored) = (.appealOverturned, try undo(appeal, answer, by: moderator))
        case .amend(let amendment):
            kind = .appealAmended
            try shorten(appeal, amendment, by: moderator)
        }
        let outcome = restored
        try mailer.notify(
            NotificationEvent(
                kind: kind, user: appeal.userID, name: "appeal-\(id)",
                subject: NotificationSubject(titles: [appeal.title]),
                paragraphs: { language in
                    answer.split(bytes: "\n").map { String($0) }
                        + (ruling.amendment?.lines(language) ?? [])
                        + [outcome.flatMap { Text.dynamic("appeal.note.\($0.rawValue)", language) }].compactMap { $0 }
                }), by: moderator.id, db: db, now: now)
        return .decided(restored)
    }

    /// Lets a suspension end earlier on the account too. All other terms are read from the appeal.
    private func shorten(_ appeal: Appeal, _ amendment: Amendment, by moderator: Viewer) throws {
        guard let until = amendment.until,
            let measure = try appeal.measureID.flatMap({ try MeasureStore(db).measure($0) }), measure.kind == .suspend
        else { return }
        _ = try AccountStore(db).suspend(
            until: until, reason: measure.text, user: measure.userID, by: moderator.actor, now: now)
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
