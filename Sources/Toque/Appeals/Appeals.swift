// Handlers for members: the statement of reasons of a decision about them, and the appeal against it.

import Bytes
import Database
import HTML
import HTTP
import HTTPServer
import Texts
import Words

enum Appeals {
    static func show(_ context: Context) async throws -> Response {
        let decision = try decision(context)
        return try page(decision, text: "", nil, context)
    }

    static func create(_ context: Context) async throws -> Response {
        let (viewer, now, language) = (try context.member(), context.now, context.language)
        let decision = try decision(context)
        let text = (context.form["text"] ?? "").typed
        guard !text.isEmpty, text.length <= AppealRules.textLength else {
            let problem =
                text.isEmpty
                ? Text.appealTextRequired(language)
                : Text.editorTooLong(language, limit: String(AppealRules.textLength))
            return try page(decision, text: text, problem, context, status: .unprocessable)
        }
        guard AppealRules.isOpen(since: decision.decidedAt, now: now) else {
            throw SiteError.conflict(.appealTooLate)
        }
        try await context.site.writer.write { db in
            let store = AppealStore(db)
            guard let decision = try store.appealed(decision.kind, decision.id, by: viewer.id) else {
                throw SiteError.notFound
            }
            guard try store.appeal(decision) == nil, decision.liftedAt == nil else {
                throw SiteError.conflict(.appealedBefore)
            }
            try store.add(text, against: decision, by: viewer, now: now)
        }
        return context.redirect(to: Address.appealPage(decision.kind.rawValue, decision.id), done: "appealed")
    }

    private static func decision(_ context: Context) throws -> AppealedDecision {
        guard let kind = AppealKind(rawValue: context.parameters["about"] ?? ""),
            let decision = try AppealStore(context.reader).appealed(
                kind, context.number("number"), by: context.member().id)
        else { throw SiteError.notFound }
        return decision
    }

    private static func page(
        _ decision: AppealedDecision, text: String, _ problem: String?, _ context: Context, status: Status = .ok
    ) throws -> Response {
        let appeal = try AppealStore(context.reader).appeal(decision)
        let statement = StatementOfReasons(decision, context.language)
        if context.wantsJSON {
            return try context.json(StatementJSON(decision, appeal), status: status)
        }
        return context.page(
            AppealPage(
                layout: context.layout(title: statement.title, section: "account", isListed: false),
                formToken: context.formToken, action: Address.appealPage(decision.kind.rawValue, decision.id),
                statement: statement, problems: problem.map { [FieldProblem(address: "#text", message: $0)] } ?? [],
                appeal: appeal.map { AppealView($0, showsPeople: false, context.language) },
                text: appeal == nil && decision.liftedAt == nil
                    && AppealRules.isOpen(since: decision.decidedAt, now: context.now)
                    ? Field(
                        name: "text", label: Text.appealText(context.language), value: text, error: problem,
                        help: Text.appealTextHelp(context.language, limit: String(AppealRules.textLength)),
                        isRequired: true, rows: 8) : nil),
            status: status)
    }
}

/// What was decided, for how long, on which facts and rules, whether a program decided, and how to appeal: the
/// statement of reasons of article 17 of the EU's Digital Services Act.
struct StatementOfReasons {
    let title: String
    let subject: String
    let subjectAddress: String?
    let decided: String
    let at: HTML
    /// Where and for how long it applies.
    let scope: String
    let until: HTML?
    let strike: HTML?
    let facts: [String]
    let automated: String
    let grounds: [String]
    let notice: String?
    /// Until when it can be appealed.
    let deadline: HTML
    let isLifted: Bool

    init(_ decision: AppealedDecision, _ language: Language) {
        title = Text.statementTitle(language)
        subject = decision.title
        subjectAddress = decision.kind == .report ? nil : decision.recipeID.map { Address.recipe($0) }
        let prefix = decision.kind == .decision ? "decision" : "measure"
        decided = Text.dynamic("\(prefix).\(decision.outcome)", language) ?? decision.outcome
        at = Moment(decision.decidedAt, language).html
        scope = Text.dynamic("statement.scope.\(decision.outcome)", language) ?? ""
        until = decision.until.map { Moment($0, language).html { Text.statementUntil(language, at: $0) } }
        strike = decision.strikeUntil.map { Moment($0, language).html { Text.measureStrike(language, at: $0) } }
        facts = decision.text.paragraphs
        automated = Self.automated(decision, language)
        let reasons = decision.reasons.map { code in
            if decision.kind != .decision, code == ReportReason.other.rawValue { return Text.statementOther(language) }
            return Text.dynamic(decision.kind == .decision ? "reason.\(code)" : "report.reason.\(code)", language)
                ?? code
        }
        grounds = reasons.map { reason in
            decision.reasons.contains("illegal") || !decision.notice.isEmpty
                ? Text.statementLegal(language, reason: reason) : Text.statementRules(language, reason: reason)
        }
        notice = decision.notice.isEmpty ? nil : Text.statementNotice(language, notice: decision.notice)
        deadline = Moment(decision.decidedAt + AppealRules.window, language).html {
            Text.statementDeadline(language, at: $0)
        }
        isLifted = decision.liftedAt != nil
    }

    private static func automated(_ decision: AppealedDecision, _ language: Language) -> String {
        if decision.isAutomatic { return Text.statementAutomated(language) }
        return decision.isScreened ? Text.statementAutomatedCheck(language) : Text.statementNotAutomated(language)
    }
}

struct AppealPage {
    let layout: Layout
    let formToken: String
    let action: String
    let statement: StatementOfReasons
    let problems: [FieldProblem]
    /// The appeal that was made.
    let appeal: AppealView?
    /// The field of the form; `nil` if no appeal is possible any more.
    let text: Field?
    var isTooLate: Bool { appeal == nil && text == nil && !statement.isLifted }
}

/// An appeal and its answer.
struct AppealView {
    let by: String?
    let at: HTML
    let paragraphs: [String]
    let outcome: String
    let isStrikeRemoved: Bool
    /// When a suspension or silence ends now, if the decision on the appeal set an earlier end.
    let newEnd: HTML?
    let answer: [String]
    let decidedBy: String?
    var isDecided: Bool { !answer.isEmpty }

    init(_ appeal: Appeal, showsPeople: Bool, _ language: Language) {
        by = showsPeople ? FormerMember.shown(appeal.username, language) : nil
        at = Moment(appeal.createdAt, language).html
        paragraphs = appeal.text.paragraphs
        outcome = Text.dynamic("appeal.outcome.\(appeal.outcome ?? "waiting")", language) ?? ""
        isStrikeRemoved = appeal.isStrikeRemoved
        newEnd = appeal.until.map { Moment($0, language).html { Text.appealNewEnd(language, at: $0) } }
        answer = appeal.answer.paragraphs
        decidedBy = showsPeople ? appeal.byName.map { FormerMember.shown($0, language) } : nil
    }
}

struct StatementJSON: Encodable {
    let kind: String
    let id: Int
    let decided: String
    let title: String
    let at: String
    let until: String?
    let reasons: [String]
    let facts: String
    let notice: String?
    let automated: Bool
    let lifted: Bool
    let appealUntil: String
    let appeal: String?
    let answer: String?

    init(_ decision: AppealedDecision, _ appeal: Appeal?) {
        (kind, id, decided, title) = (decision.kind.rawValue, decision.id, decision.outcome, decision.title)
        (at, until) = (Dates.time(decision.decidedAt), decision.until.map(Dates.time))
        (reasons, facts, automated) = (decision.reasons, decision.text, decision.isAutomatic)
        notice = decision.notice.isEmpty ? nil : decision.notice
        lifted = decision.liftedAt != nil
        appealUntil = Dates.time(decision.decidedAt + AppealRules.window)
        self.appeal = appeal.map { $0.outcome ?? "waiting" }
        answer = appeal.flatMap { $0.answer.isEmpty ? nil : $0.answer }
    }
}
