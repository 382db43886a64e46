// Handlers for members: report something, and see what became of one's reports and of decisions about oneself.

import Bytes
import Database
import HTML
import HTTP
import HTTPServer
import Texts
import Words

enum Reports {
    static func create(_ context: Context) async throws -> Response {
        let (viewer, now, site) = (try context.member(), context.now, context.site)
        let form = TypedReport(context.form)
        guard let kind = ReportKind(rawValue: form.kind) else {
            var errors = FieldErrors()
            errors.add("kind", Text.reportKindWrong(context.language))
            return context.page(ReportPage(form, nil, errors, context), status: .unprocessable)
        }
        guard let id = Int(form.id), let target = try ReportTargetStore(context.reader).target(kind, id),
            target.isPublic
        else { throw SiteError.notFound }
        guard target.userID != viewer.id else { throw SiteError.forbidden(.ownReport) }
        var errors = form.errors(context.language)
        guard errors.isEmpty, let reason = form.reason else {
            return context.page(ReportPage(form, target, errors, context), status: .unprocessable)
        }
        let (text, mailer) = (form.text, site.mailer)
        let (outcome, isHidden) = try await site.writer.write { db -> (ReportOutcome, Bool) in
            try MeasureStore(db).checkNotSilenced(viewer.id, now: now)
            guard let target = try ReportTargetStore(db).target(kind, id), target.isPublic else {
                throw SiteError.notFound
            }
            let draft = ReportDraft(target: target, reason: reason, text: text)
            let outcome = try IssueStore(db).report(draft, by: viewer, now: now)
            guard case .added(let issue, let weight) = outcome, weight >= ReportRules.hidingWeight else {
                return (outcome, false)
            }
            let work = MeasureWork(db: db, catalogue: try site.catalogue.inside(db), mailer: mailer, now: now)
            return (outcome, try work.hideByWeight(issue, reason: reason))
        }
        if outcome == .dismissedBefore {
            errors.add("reason", Text.reportDismissedBefore(context.language))
            return context.page(ReportPage(form, target, errors, context), status: .unprocessable)
        }
        return context.redirect(
            to: isHidden ? Address.myReports() : context.formPage ?? target.address,
            done: outcome == .known ? "report-known" : "reported")
    }

    /// The member's own reports, and the decisions about what is theirs.
    static func list(_ context: Context) async throws -> Response {
        let (viewer, language, now) = (try context.member(), context.language, context.now)
        let measures = MeasureStore(context.reader)
        let reports = try IssueStore(context.reader).reports(by: viewer.id)
        let about = try measures.measures(ofUser: viewer.id)
        if context.wantsJSON {
            let items = reports.map { MyReportJSON($0) }
            return try context.json(
                MyReportsJSON(
                    strikes: try measures.strikes(viewer.id, now: now),
                    silencedUntil: try measures.silence(viewer.id, now: now).map(Dates.time),
                    total: items.count, items: items, reports: items,
                    measures: about.map { MeasureJSON($0) }))
        }
        let appeals = try OwnAppealStore(context.reader).appeals(by: viewer.id)
        return context.page(
            MyReportsPage(
                layout: context.layout(title: Text.myReportsTitle(language), section: "account", isListed: false),
                silence: try measures.silence(viewer.id, now: now).map {
                    Moment($0, language).html { Text.myReportsSilenced(language, at: $0) }
                },
                strikes: Text.myReportsStrikes(language, count: try measures.strikes(viewer.id, now: now)),
                measures: about.map { MeasureView($0, now: now, language) },
                reports: reports.map { MyReportView($0, language) },
                appeals: appeals.map { MyAppealView($0, language) }))
    }
}

/// A report as typed.
struct TypedReport {
    let kind: String
    let id: String
    let typedReason: String
    let text: String
    var reason: ReportReason? { ReportReason(rawValue: typedReason) }

    init(_ form: Form) {
        kind = (form["kind"] ?? "").trimmed
        id = (form["id"] ?? "").trimmed
        typedReason = (form["reason"] ?? "").trimmed
        text = (form["text"] ?? "").typed
    }

    func errors(_ language: Language) -> FieldErrors {
        var errors = FieldErrors()
        if reason == nil { errors.add("reason", Text.reportReasonRequired(language)) }
        if text.length > ReportRules.textLength {
            errors.add("text", Text.editorTooLong(language, limit: String(ReportRules.textLength)))
        } else if reason == .other, text.isEmpty {
            errors.add("text", Text.reportTextRequired(language))
        }
        return errors
    }
}

/// The form with its mistakes.
struct ReportPage {
    let layout: Layout
    let title: String
    let formToken: String
    let action: String
    let problems: [FieldProblem]
    let kindError: String?
    let kind: String
    let id: String
    let back: String
    let reason: Field
    let text: Field

    init(_ typed: TypedReport, _ target: ReportTarget?, _ errors: FieldErrors, _ context: Context) {
        let language = context.language
        title = target.map { Text.reportTitle(language, title: $0.title) } ?? Text.reportTitleNone(language)
        layout = context.layout(title: title, section: "recipes", isListed: false)
        formToken = context.formToken
        action = Address.reports()
        problems = errors.summary
        kindError = errors["kind"]
        kind = typed.kind
        id = typed.id
        back = target?.address ?? Address.home()
        let choices = ReportReason.allCases.map {
            Choice(value: $0.rawValue, label: $0.text(language), isChosen: $0 == typed.reason)
        }
        reason = Field(
            name: "reason", label: Text.reportReason(language), error: errors["reason"], isRequired: true,
            choices: [Choice(value: "", label: Text.reportReasonChoose(language))] + choices)
        text = Field(
            name: "text", label: Text.reportText(language), value: typed.text, error: errors["text"],
            help: Text.reportHelp(language))
    }
}

struct MyReportsPage {
    let layout: Layout
    /// Until when the member may write no reviews, answers and reports.
    let silence: HTML?
    let strikes: String
    let measures: [MeasureView]
    let reports: [MyReportView]
    let appeals: [MyAppealView]
}

/// A measure in a list.
struct MeasureView {
    let id: Int
    let label: String
    let reason: String
    let paragraphs: [String]
    let at: HTML
    let strike: HTML?
    let isLifted: Bool
    /// Its page for the member whom it concerns.
    let address: String
    /// Ends it, for moderators.
    var liftAction: String?

    init(_ measure: Measure, now: Int, _ language: Language) {
        id = measure.id
        label = Text.measureOf(
            language, measure: Text.dynamic("measure.\(measure.kind.rawValue)", language) ?? measure.kind.rawValue,
            title: measure.title)
        reason = ReportReason(rawValue: measure.reason)?.text(language) ?? ""
        paragraphs = measure.text.paragraphs
        at = Moment(measure.decidedAt, language).html
        isLifted = measure.liftedAt != nil
        let counts = measure.liftedAt == nil
        strike = measure.strikeUntil.flatMap { until in
            counts && until > now ? Moment(until, language).html { Text.measureStrike(language, at: $0) } : nil
        }
        address = Address.appealPage("measure", measure.id)
    }
}

/// A report in the list of its author.
struct MyReportView {
    let title: String
    let reason: String
    let at: HTML
    let outcome: String
    /// The page on which a dismissal is appealed.
    let appeal: String?

    init(_ report: StoredReport, _ language: Language) {
        title = report.title ?? Text.dynamic("report.kind.\(report.kind.rawValue)", language) ?? ""
        reason = ReportReason(rawValue: report.reason)?.text(language) ?? report.reason
        at = Moment(report.createdAt, language).html
        outcome =
            Text.dynamic("report.outcome.\(report.answer)", language) ?? report.answer
        appeal = report.outcome == .dismiss && !report.isLifted ? Address.appealPage("report", report.id) : nil
    }
}

extension StoredReport {
    /// `waiting`, `dismissed` or `upheld`.
    var answer: String {
        switch outcome {
        case nil: "waiting"
        case .dismiss: "dismissed"
        default: "upheld"
        }
    }
}

/// An appeal in the list of its author.
struct MyAppealView {
    let address: String
    let title: String
    let at: HTML
    let outcome: String

    init(_ appeal: OwnAppeal, _ language: Language) {
        address = appeal.address
        title = appeal.title
        at = Moment(appeal.createdAt, language).html
        outcome = Text.dynamic("appeal.outcome.\(appeal.outcome ?? "waiting")", language) ?? ""
    }
}

struct MyReportsJSON: Encodable {
    let strikes: Int
    let silencedUntil: String?
    let total: Int
    let page = 1
    let items: [MyReportJSON]
    /// The same as `items`.
    let reports: [MyReportJSON]
    let measures: [MeasureJSON]
}

struct MyReportJSON: Encodable {
    let id: Int
    let kind: String
    let targetId: Int
    let reason: String
    let text: String
    let at: String
    let outcome: String

    init(_ report: StoredReport) {
        (id, kind, targetId) = (report.id, report.kind.rawValue, report.targetID)
        (reason, text, at, outcome) = (report.reason, report.text, Dates.time(report.createdAt), report.answer)
    }
}

struct MeasureJSON: Encodable {
    let id: Int
    let kind: String
    let reason: String
    let text: String
    let title: String
    let automatic: Bool
    let at: String
    let until: String?
    let strikeUntil: String?
    let lifted: Bool

    init(_ measure: Measure) {
        (id, kind, reason, text) = (measure.id, measure.kind.rawValue, measure.reason, measure.text)
        (title, automatic, at) = (measure.title, measure.isAutomatic, Dates.time(measure.decidedAt))
        (until, strikeUntil) = (measure.until.map(Dates.time), measure.strikeUntil.map(Dates.time))
        lifted = measure.liftedAt != nil
    }
}
