// Handlers for moderators: the issues of reports, decisions on them, and lifting a measure.

import Bytes
import Database
import HTML
import HTTP
import HTTPServer
import Texts
import Words

enum Issues {
    static func list(_ context: Context) async throws -> Response {
        let (language, store, viewer) = (context.language, IssueStore(context.reader), try context.member())
        let isOpen = context.request.query["state"] != "closed"
        let (number, counts) = (Paging.page(context.request.query["page"]), try store.counts(for: viewer.id))
        let issues = try store.list(isOpen: isOpen, page: number, for: viewer.id)
        let total = isOpen ? counts.open : counts.closed
        let reasons = try store.reasons(ofIssues: issues.map(\.id), waiting: isOpen)
        let titles = try TitleStore(context.reader).titles(issues)
        let rows = issues.map { IssueRow($0, titles[$0.id], reasons[$0.id] ?? [:], language) }
        if context.wantsJSON {
            return try context.json(ListJSON(total: total, page: number, items: rows.map(\.json)))
        }
        let base = Address.reportIssues()
        return context.page(
            IssuesPage(
                layout: context.layout(title: Text.issuesTitle(language), section: "reports", isListed: false),
                filters: [
                    StateFilter(
                        label: Text.issuesOpen(language), address: base, count: counts.open, isChosen: isOpen),
                    StateFilter(
                        label: Text.issuesClosed(language), address: base + "?state=closed", count: counts.closed,
                        isChosen: !isOpen),
                ],
                rows: rows,
                pages: Pages(number: number, total: total) {
                    "\(base)?\(isOpen ? "" : "state=closed&")page=\($0)"
                }))
    }

    static func show(_ context: Context) async throws -> Response {
        try page(issue(context), TypedMeasure(), FieldErrors(), nil, context)
    }

    static func decide(_ context: Context) async throws -> Response {
        let (viewer, now, site) = (try context.member(), context.now, context.site)
        let issue = try issue(context)
        guard try !IssueStore(context.reader).hasReported(issue.id, viewer.id) else {
            throw SiteError.forbidden(.reportedByYou)
        }
        let typed = TypedMeasure(context.form)
        let (draft, errors) = typed.checked(issue.kind, now: now, context.language)
        guard let draft else { return try page(issue, typed, errors, nil, context, status: .unprocessable) }
        let mailer = site.mailer
        let outcome = try await site.writer.write { db in
            try MeasureWork(db: db, catalogue: site.catalogue.inside(db), mailer: mailer, now: now)
                .decide(issue.id, version: typed.version, draft, by: viewer)
        }
        switch outcome {
        case .decided: return context.redirect(to: Address.reportIssue(issue.id), done: "issue-\(draft.kind.rawValue)")
        case .impossible:
            return try page(issue, typed, errors, Text.issueImpossible(context.language), context, status: .conflict)
        case .stale:
            return try page(
                self.issue(context), typed, errors, try staleNotice(issue.id, context), context, status: .conflict)
        }
    }

    /// What another moderator decided in the meantime, or that a report came in.
    private static func staleNotice(_ issue: Int, _ context: Context) throws -> String {
        let language = context.language
        guard let now = try IssueStore(context.reader).issue(issue), !now.isOpen,
            let last = try MeasureStore(context.reader).measures(ofIssue: issue).first
        else { return Text.issueChanged(language) }
        let name = try last.byID.flatMap { try TitleStore(context.reader).username($0) } ?? ""
        return Text.issueDecided(
            language, measure: Text.dynamic("measure.\(last.kind.rawValue)", language) ?? last.kind.rawValue,
            name: FormerMember.shown(name, language))
    }

    /// Ends a measure: shows a recipe again, puts a review back, ends a silence, removes a strike.
    static func lift(_ context: Context) async throws -> Response {
        let (viewer, now, site, id) = (
            try context.member(), context.now, context.site, try context.number("measure")
        )
        let mailer = site.mailer
        let issue = try await site.writer.write { db in
            guard let measure = try MeasureStore(db).measure(id), measure.kind != .dismiss else {
                throw SiteError.notFound
            }
            guard measure.userID != viewer.id else { throw SiteError.forbidden(.ownReport) }
            let work = MeasureWork(db: db, catalogue: try site.catalogue.inside(db), mailer: mailer, now: now)
            guard try work.lift(measure, by: viewer) else { throw SiteError.conflict(.liftedBefore) }
            return measure.issueID
        }
        return context.redirect(to: Address.reportIssue(issue), done: "measure-lifted")
    }

    /// Not found if it is about the moderator, who must not learn who reported.
    private static func issue(_ context: Context) throws -> ReportIssue {
        let (viewer, number) = (try context.member(), try context.number("issue"))
        guard let issue = try IssueStore(context.reader).issue(number, for: viewer.id) else {
            throw SiteError.notFound
        }
        return issue
    }

    private static func page(
        _ issue: ReportIssue, _ typed: TypedMeasure, _ errors: FieldErrors, _ notice: String?, _ context: Context,
        status: Status = .ok
    ) throws -> Response {
        let (viewer, language, now) = (try context.member(), context.language, context.now)
        let (store, measures) = (IssueStore(context.reader), MeasureStore(context.reader))
        let target = try ReportTargetStore(context.reader).target(issue.kind, issue.targetID)
        let reports = try store.reports(of: issue.id, for: viewer.id)
        let earlier = try measures.measures(ofIssue: issue.id)
        if context.wantsJSON {
            let reasons = try store.reasons(ofIssues: [issue.id], waiting: false)[issue.id] ?? [:]
            return try context.json(
                IssueDetailJSON(
                    issue: IssueRow(issue, target?.title, reasons, language).json,
                    text: target?.text ?? "", reports: reports.map { MyReportJSON($0) },
                    measures: earlier.map { MeasureJSON($0) }), status: status)
        }
        let records = try store.records(Array(Set(reports.map(\.reporterID))))
        let hasReported = reports.contains { $0.reporterID == viewer.id && $0.measureID == nil }
        let title = target?.title ?? Text.issueGone(language)
        return context.page(
            IssuePage(
                layout: context.layout(
                    title: Text.issueTitle(language, title: title), section: "reports", isListed: false),
                formToken: context.formToken, title: title,
                kind: Text.dynamic("report.kind.\(issue.kind.rawValue)", language) ?? "",
                state: Text.dynamic("issue.state.\(issue.isOpen ? "open" : "closed")", language) ?? "",
                isOpen: issue.isOpen, isPublic: target?.isPublic ?? false, address: target?.address,
                text: target?.text.paragraphs ?? [], author: issue.username,
                authorAddress: Address.cook(issue.username),
                strikes: Text.issueStrikes(language, count: try measures.strikes(issue.userID, now: now)),
                suspendAddress: viewer.isAdmin ? Address.user(issue.userID) : nil,
                reports: reports.map { ReportView($0, records[$0.reporterID], language) },
                measures: earlier.map { measure in
                    var view = MeasureView(measure, now: now, language)
                    if measure.kind != .dismiss, measure.liftedAt == nil {
                        view.liftAction = Address.liftMeasure(measure.id)
                    }
                    return view
                },
                others: try measures.measures(ofUser: issue.userID).filter { $0.issueID != issue.id }.map {
                    MeasureView($0, now: now, language)
                },
                problems: errors.summary, notice: notice,
                refusal: hasReported ? Text.issueReportedByYou(language) : nil,
                form: issue.isOpen && !hasReported
                    ? MeasureForm(issue, typed, errors, language) : nil,
                kept: !issue.isOpen && !typed.text.isEmpty ? typed.text : nil),
            status: status)
    }
}

extension ErrorReason {
    static let liftedBefore = ErrorReason("lifted-before")
}

/// A measure as typed.
struct TypedMeasure: Sendable {
    var kind = ""
    var reason = ""
    var text = ""
    var notice = ""
    var days = ""
    var isStrike = false
    var version = 0

    init() {}

    init(_ form: Form) {
        kind = (form["measure"] ?? "").trimmed
        reason = (form["reason"] ?? "").trimmed
        text = (form["text"] ?? "").typed
        notice = (form["notice"] ?? "").trimmed
        days = (form["days"] ?? "").trimmed
        isStrike = form["strike"] != nil
        version = form["version"].flatMap { Int($0) } ?? 0
    }

    /// The measure, or `nil` with its errors.
    func checked(_ target: ReportKind, now: Int, _ language: Language) -> (MeasureDraft?, FieldErrors) {
        var errors = FieldErrors()
        let kind = MeasureKind(rawValue: kind).flatMap { ReportRules.measures(target).contains($0) ? $0 : nil }
        if kind == nil { errors.add("measure", Text.issueMeasureRequired(language)) }
        if kind != .dismiss, kind != nil {
            if ReportReason(rawValue: reason) == nil { errors.add("reason", Text.reportReasonRequired(language)) }
            if text.isEmpty { errors.add("text", Text.issueTextRequired(language)) }
        }
        if text.length > ReportRules.textLength {
            errors.add("text", Text.editorTooLong(language, limit: String(ReportRules.textLength)))
        }
        if notice.length > ReportRules.noticeLength {
            errors.add("notice", Text.editorTooLong(language, limit: String(ReportRules.noticeLength)))
        }
        let length = ReportRules.days(days)
        if kind == .silence, length == nil {
            errors.add("days", Text.issueDaysWrong(language, limit: String(ReportRules.silenceDays.upperBound)))
        }
        guard errors.isEmpty, let kind else { return (nil, errors) }
        let draft = MeasureDraft(
            kind: kind, reason: ReportReason(rawValue: reason)?.rawValue ?? "", text: text,
            notice: kind == .takeDown ? notice : "",
            until: kind == .silence ? length.map { now + $0 * Milliseconds.day } : nil,
            isStrike: isStrike && kind != .dismiss)
        return (draft, errors)
    }
}
