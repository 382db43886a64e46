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
        try list(IssueBatchForm(kind: context.request.query["kind"].flatMap(ReportKind.init)), context)
    }

    /// The list, also as the answer to a form with a mistake.
    static func list(_ form: IssueBatchForm, _ context: Context, status: Status = .ok) throws -> Response {
        let (language, store, kind) = (context.language, IssueStore(context.reader), form.kind)
        let viewer = try context.member()
        let isOpen = context.request.query["state"] != "closed"
        let (number, counts) = (Paging.page(context.request.query["page"]), try store.counts(for: viewer.id))
        let page = try store.list(isOpen: isOpen, kind: kind, page: number, for: viewer.id)
        // Ticks of other pages stay with the form.
        let beyond = form.ticked.map(\.id).filter { id in !page.contains { $0.id == id } }
        let issues = try store.open(beyond, kind: kind, for: viewer.id) + page
        let total = counts.count(isOpen: isOpen, kind: kind)
        let reasons = try store.reasons(ofIssues: issues.map(\.id), waiting: isOpen)
        let titles = try TitleStore(context.reader).titles(issues)
        let rows = issues.map { issue in
            IssueRow(
                issue, titles[issue.id], reasons[issue.id] ?? [:],
                isTicked: form.ticked.contains { $0.id == issue.id }, language)
        }
        if context.wantsJSON {
            return try context.json(ListJSON(total: total, page: number, items: rows.map(\.json)), status: status)
        }
        func chip(_ label: String, isOpen open: Bool, _ chosen: ReportKind?, isChosen: Bool) -> StateFilter {
            StateFilter(
                label: label, address: address(isOpen: open, chosen), count: counts.count(isOpen: open, kind: chosen),
                isChosen: isChosen)
        }
        let held = try HeldReviewStore(context.reader).count()
        return context.page(
            IssuesPage(
                layout: context.layout(title: Text.issuesTitle(language), section: "reports", isListed: false),
                formToken: context.formToken,
                filters: [
                    chip(Text.issuesOpen(language), isOpen: true, kind, isChosen: isOpen),
                    chip(Text.issuesClosed(language), isOpen: false, kind, isChosen: !isOpen),
                ],
                heldReviews: held == 0
                    ? nil
                    : Link(label: Text.heldReviewsCount(language, count: held), address: Address.heldReviews()),
                kinds: [chip(Text.issuesAllKinds(language), isOpen: isOpen, nil, isChosen: kind == nil)]
                    + ReportKind.allCases.map {
                        chip(
                            Text.dynamic("issues.kind.\($0.rawValue)", language) ?? $0.rawValue, isOpen: isOpen, $0,
                            isChosen: $0 == kind)
                    },
                notices: form.notices, problems: form.errors.summary, rows: rows,
                pages: Pages(number: number, total: total) { address(isOpen: isOpen, kind, page: $0) },
                tickError: form.errors["issue"],
                form: kind.flatMap { kind in
                    isOpen && !rows.isEmpty
                        ? MeasureForm(kind, action: Address.reportIssues(), form.typed, form.errors, language) : nil
                }, kind: kind?.rawValue ?? ""), status: status)
    }

    private static func address(isOpen: Bool, _ kind: ReportKind?, page: Int? = nil) -> String {
        let pairs = [
            (name: "state", value: isOpen ? "" : "closed"), (name: "kind", value: kind?.rawValue ?? ""),
            (name: "page", value: page.map(String.init) ?? ""),
        ]
        let query = Parameters(pairs.filter { !$0.value.isEmpty }).encoded()
        return query.isEmpty ? Address.reportIssues() : "\(Address.reportIssues())?\(query)"
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
        case .held: return context.redirect(to: Address.reportIssue(issue.id), done: "decision-held")
        case .decided: return context.redirect(to: Address.reportIssue(issue.id), done: "issue-\(draft.kind.rawValue)")
        case .impossible:
            return try page(issue, typed, errors, Text.issueImpossible(context.language), context, status: .conflict)
        case .stale:
            return try page(
                self.issue(context), typed, errors, try staleNotice(issue.id, context), context, status: .conflict)
        }
    }

    /// What another moderator decided in the meantime, or that a report came in.
    static func staleNotice(_ issue: Int, _ context: Context) throws -> String {
        let language = context.language
        if let held = try HeldDecisionStore(context.reader).open(.issue(issue), now: context.now) {
            return Text.heldStale(
                language, decision: Text.dynamic("held.kind.\(held.kind)", language) ?? held.kind,
                name: FormerMember.shown(held.byName, language))
        }
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
            guard measure.mayBeLifted(by: viewer) else { throw SiteError.forbidden(.adminsMeasure) }
            let work = MeasureWork(db: db, catalogue: try site.catalogue.inside(db), mailer: mailer, now: now)
            guard try work.lift(measure, by: viewer) else { throw SiteError.conflict(.liftedBefore) }
            return measure.issueID
        }
        return context.redirect(to: Address.reportIssue(issue), done: "measure-lifted")
    }

    /// Not found if it is about the moderator, who must not learn who reported.
    static func issue(_ context: Context) throws -> ReportIssue {
        let (viewer, number) = (try context.member(), try context.number("issue"))
        guard let issue = try IssueStore(context.reader).issue(number, for: viewer.id) else {
            throw SiteError.notFound
        }
        return issue
    }

    static func page(
        _ issue: ReportIssue, _ typed: TypedMeasure, _ errors: FieldErrors, _ notice: String?, _ context: Context,
        note: SecondNote = SecondNote(), status: Status = .ok
    ) throws -> Response {
        let (viewer, language, now) = (try context.member(), context.language, context.now)
        let (store, measures) = (IssueStore(context.reader), MeasureStore(context.reader))
        let target = try ReportTargetStore(context.reader).target(issue.kind, issue.targetID)
        let number = Paging.page(context.request.query["page"])
        let (total, reports) = try store.reports(ofIssue: issue.id, page: number, for: viewer.id)
        let earlier = try measures.measures(ofIssue: issue.id)
        if context.wantsJSON {
            let reasons = try store.reasons(ofIssues: [issue.id], waiting: false)[issue.id] ?? [:]
            return try context.json(
                IssueDetailJSON(
                    issue: IssueRow(issue, target?.title, reasons, language).json,
                    text: target?.text ?? "", reportsTotal: total,
                    reports: reports.map { MyReportJSON($0) }, measures: earlier.map { MeasureJSON($0) }),
                status: status)
        }
        let records = try store.records(Array(Set(reports.map(\.reporterID))))
        let hasReported = try store.hasReported(issue.id, viewer.id)
        let title = target?.title ?? Text.issueGone(language)
        let opinions = try HeldDecisionStore(context.reader).all(.issue(issue.id))
        let held = try issue.isOpen ? HeldDecisionStore(context.reader).open(.issue(issue.id), now: now) : nil
        let noteProblem = note.error.map { [FieldProblem(address: "#note-error", message: $0)] } ?? []
        return context.page(
            IssuePage(
                layout: context.layout(
                    title: Text.issueTitle(language, title: title), section: "reports", isListed: false),
                formToken: context.formToken, title: title,
                kind: Text.dynamic("report.kind.\(issue.kind.rawValue)", language) ?? "",
                state: Text.dynamic("issue.state.\(issue.isOpen ? "open" : "closed")", language) ?? "",
                isOpen: issue.isOpen, isPublic: target?.isPublic ?? false, address: target?.address,
                text: target?.text.paragraphs ?? [],
                picture: target.flatMap { target in
                    target.photo.map { photo in
                        target.kind == .review
                            ? .review(photo, by: issue.username, language)
                            : ArticleBuilder.picture(photo: photo, revision: 0, alt: target.title)
                    }
                },
                author: issue.username,
                authorAddress: Address.cook(issue.username),
                strikes: Text.issueStrikes(language, count: try measures.strikes(issue.userID, now: now)),
                suspendAddress: viewer.isAdmin ? Address.user(issue.userID) : nil,
                count: total, reports: reports.map { ReportView($0, records[$0.reporterID], language) },
                pages: Pages(number: number, total: total) { "\(Address.reportIssue(issue.id))?page=\($0)" },
                measures: earlier.map { measure in
                    var view = MeasureView(measure, now: now, language)
                    if measure.kind != .dismiss, measure.liftedAt == nil, measure.mayBeLifted(by: viewer) {
                        view.liftAction = Address.liftMeasure(measure.id)
                    }
                    return view
                },
                others: try measures.measures(ofUser: issue.userID).filter { $0.issueID != issue.id }.map {
                    MeasureView($0, now: now, language)
                },
                problems: errors.summary + noteProblem, notice: notice,
                held: try held.map { held in
                    try HeldView(
                        held, reasons: held.reasons.map { ReportReason(rawValue: $0)?.text(language) ?? $0 },
                        agree: Address.agreeOnIssue(issue.id), disagree: Address.disagreeOnIssue(issue.id),
                        mayDecide: !hasReported || held.byID == viewer.id, note: note, context)
                },
                version: String(issue.version), textSHA256: target?.sha256 ?? "",
                opinions: opinions.compactMap { EarlierOpinion($0, language) },
                refusal: hasReported ? Text.issueReportedByYou(language) : nil,
                form: issue.isOpen && !hasReported && held == nil
                    ? MeasureForm(issue, typed, errors, language) : nil,
                kept: (!issue.isOpen || held != nil) && !typed.text.isEmpty ? typed.text : nil),
            status: status)
    }
}

extension ErrorReason {
    static let liftedBefore = ErrorReason("lifted-before")
    static let adminsMeasure = ErrorReason("admins-measure")
}

extension Measure {
    /// Suspensions and takedowns by admins are ended by admins, or by an appeal.
    func mayBeLifted(by viewer: Viewer) -> Bool { viewer.isAdmin || (kind != .suspend && changeID == nil) }
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
