// The pages of issues for moderators, as values.

import Bytes
import Database
import HTML
import Texts
import Words

/// Titles and names for lists.
struct TitleStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The titles of what issues are about, by the number of the issue: as it is now, else as it was when it was decided.
    func titles(_ issues: [ReportIssue]) throws -> [Int: String] {
        let rows = try db.all(
            """
            SELECT i.id, coalesce(v.title, u.display_name, u.username,
                (SELECT m.title FROM measure m WHERE m.issue_id = i.id ORDER BY m.id DESC LIMIT 1))
            FROM report_issue i LEFT JOIN review w ON i.kind = 'review' AND w.id = i.target_id
            LEFT JOIN recipe r ON r.id = iif(i.kind = 'recipe', i.target_id, w.recipe_id)
            LEFT JOIN revision v ON v.id = r.live_revision_id
            LEFT JOIN user u ON i.kind = 'user' AND u.id = i.target_id
            WHERE i.id IN \(list: issues.map(\.id))
            """
        ) { ($0[0] as Int, $0[1] as String?) }
        return rows.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }

    func username(_ user: Int) throws -> String? { try db.value("SELECT username FROM user WHERE id = \(user)") }
}

struct IssuesPage {
    let layout: Layout
    let formToken: String
    let filters: [StateFilter]
    /// The list of reviews that wait; `nil` if none does.
    let heldReviews: Link?
    let kinds: [StateFilter]
    /// Why some issues were not decided, and what waits for a second moderator.
    let notices: [String]
    let problems: [FieldProblem]
    let rows: [IssueRow]
    let pages: Pages
    let tickError: String?
    /// The form that decides the ticked issues; `nil` unless the list is of one kind.
    let form: MeasureForm?
    let kind: String
    var canTick: Bool { form != nil }
}

struct IssueRow {
    let address: String
    let title: String
    let kind: String
    let author: String
    let weight: String
    let count: String
    let reasons: String
    let at: HTML
    /// The value of its check box: number and version.
    let tick: String
    let isTicked: Bool
    let json: IssueJSON

    init(
        _ issue: ReportIssue, _ title: String?, _ reasons: [String: Int], isTicked: Bool = false, _ language: Language
    ) {
        tick = "\(issue.id)-\(issue.version)"
        self.isTicked = isTicked
        let total = reasons.values.reduce(0, +)
        address = Address.reportIssue(issue.id)
        self.title = title ?? Text.issueGone(language)
        kind = Text.dynamic("report.kind.\(issue.kind.rawValue)", language) ?? ""
        author = FormerMember.shown(issue.username, language)
        let tenths = Int(nearest: issue.weight * 10)
        weight = Text.issueWeight(language, weight: "\(tenths / 10)\(language == .ru ? "," : ".")\(tenths % 10)")
        count = Text.issueReports(language, count: total)
        let codes = ReportReason.allCases.filter { reasons[$0.rawValue] != nil }
        self.reasons = codes.map { $0.text(language) }.joined(separator: ", ")
        at = Moment(issue.changedAt, language).html
        json = IssueJSON(
            id: issue.id, kind: issue.kind.rawValue, targetId: issue.targetID, title: self.title,
            username: issue.username, state: issue.isOpen ? "open" : "closed", version: issue.version,
            weight: issue.weight, reports: total, reasons: codes.map(\.rawValue), address: address)
    }
}

struct IssueJSON: Encodable {
    let id: Int
    let kind: String
    let targetId: Int
    let title: String
    let username: String
    let state: String
    let version: Int
    let weight: Double
    let reports: Int
    let reasons: [String]
    let address: String
}

struct IssueDetailJSON: Encodable {
    let issue: IssueJSON
    let text: String
    let reportsTotal: Int
    let reports: [MyReportJSON]
    let measures: [MeasureJSON]
}

struct IssuePage {
    let layout: Layout
    let formToken: String
    let title: String
    let kind: String
    let state: String
    let isOpen: Bool
    let isPublic: Bool
    let address: String?
    let text: [String]
    let picture: ResponsiveImage?
    let author: String
    let authorAddress: String
    let strikes: String
    /// The page on which admins suspend the author.
    let suspendAddress: String?
    /// How many reports there are; `reports` has those of one page.
    let count: Int
    let reports: [ReportView]
    let pages: Pages
    let measures: [MeasureView]
    /// Measures about other things of the author.
    let others: [MeasureView]
    let problems: [FieldProblem]
    /// Why a decision came too late.
    let notice: String?
    /// A takedown that waits for a second moderator.
    let held: HeldView?
    let version: String
    /// What the content says now, as a hash; empty if it was deleted.
    let textSHA256: String
    /// Proposals that ended without a decision.
    let opinions: [EarlierOpinion]
    /// Why the viewer may not decide.
    let refusal: String?
    let form: MeasureForm?
    /// The typed text, if no form is left that could contain it.
    let kept: String?
    var hasOthers: Bool { !others.isEmpty }
    var hasMeasures: Bool { !measures.isEmpty }
}

/// A report as moderators see it.
struct ReportView {
    let reason: String
    let reporter: String
    let record: String
    let at: HTML
    let paragraphs: [String]
    let outcome: String

    init(_ report: StoredReport, _ record: ReporterRecord?, _ language: Language) {
        reason = ReportReason(rawValue: report.reason)?.text(language) ?? report.reason
        reporter = FormerMember.shown(report.reporter, language)
        self.record =
            record.map {
                Text.issueRecord(language, dismissed: String($0.dismissed), upheld: String($0.upheld))
            } ?? Text.issueRecordNone(language)
        at = Moment(report.createdAt, language).html
        paragraphs = report.text.paragraphs
        outcome = Text.dynamic("report.outcome.\(report.answer)", language) ?? report.answer
    }
}

/// The form with which a moderator decides an issue.
struct MeasureForm {
    let action: String
    let version: Int
    let measures: [Choice]
    let measureError: String?
    let reason: Field
    let text: Field
    /// Of recipes only.
    let notice: Field?
    /// `nil` where a silence is not offered.
    let days: Field?
    let isStrike: Bool

    init(_ issue: ReportIssue, _ typed: TypedMeasure, _ errors: FieldErrors, _ language: Language) {
        self.init(
            issue.kind, action: Address.reportIssue(issue.id), version: issue.version, typed, errors, language)
    }

    /// The form for several issues about the same kind of thing.
    init(
        _ kind: ReportKind, action: String, version: Int = 0, measures offered: [MeasureKind]? = nil,
        _ typed: TypedMeasure, _ errors: FieldErrors, _ language: Language
    ) {
        let offered = offered ?? ReportRules.measures(kind)
        (self.action, self.version) = (action, version)
        measures = offered.map {
            Choice(
                value: $0.rawValue, label: Text.dynamic("measure.act.\($0.rawValue)", language) ?? $0.rawValue,
                isChosen: $0.rawValue == typed.kind)
        }
        measureError = errors["measure"]
        reason = Field(
            name: "reason", label: Text.issueReason(language), error: errors["reason"],
            choices: [Choice(value: "", label: Text.reportReasonChoose(language))]
                + ReportReason.allCases.map {
                    Choice(value: $0.rawValue, label: $0.text(language), isChosen: $0.rawValue == typed.reason)
                })
        text = Field(
            name: "text", label: Text.issueText(language), value: typed.text, error: errors["text"],
            help: offered.contains(.dismiss)
                ? Text.issueTextHelp(language) : Text.recipeMeasureTextHelp(language))
        notice =
            kind == .recipe
            ? Field(
                name: "notice", label: Text.issueNotice(language), value: typed.notice, error: errors["notice"],
                help: Text.issueNoticeHelp(language)) : nil
        days =
            offered.contains(.silence)
            ? Field(
                name: "days", label: Text.issueDays(language), value: typed.days, error: errors["days"],
                help: Text.issueDaysHelp(language, limit: String(ReportRules.silenceDays.upperBound)), type: "number")
            : nil
        isStrike = typed.isStrike
    }
}
