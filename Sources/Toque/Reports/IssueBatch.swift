// The handler that decides several issues about the same kind of thing with one measure and one reason.

import Bytes
import Database
import HTTP
import Texts
import Words

/// What was typed and ticked on the list of issues.
struct IssueBatchForm {
    /// An issue and its version as the list showed it.
    struct Ticked: Sendable {
        let id: Int
        let version: Int

        /// Reads the value of a check box: `12-3`.
        init?(_ value: String) {
            guard value.utf8.count <= 40 else { return nil }
            let parts = value.split(bytes: "-").map { Int($0) }
            guard parts.count == 2, let id = parts[0], let version = parts[1] else { return nil }
            (self.id, self.version) = (id, version)
        }
    }

    let kind: ReportKind?
    var typed = TypedMeasure()
    var ticked: [Ticked] = []
    var errors = FieldErrors()
    /// What was not carried out, or not yet.
    var notices: [String] = []
}

/// The outcome of one of several issues.
enum BatchOutcome: Sendable {
    case decided
    /// The decision waits for a second moderator.
    case held
    case skipped
}

enum IssueBatch {
    /// The most issues of one form.
    static let limit = 200

    static func decide(_ context: Context) async throws -> Response {
        let (viewer, now, site, language) = (try context.member(), context.now, context.site, context.language)
        var form = IssueBatchForm(kind: ReportKind(rawValue: (context.form["kind"] ?? "").trimmed))
        form.typed = TypedMeasure(context.form)
        form.ticked = unique(context.form.all("issue").compactMap(IssueBatchForm.Ticked.init))
        guard let kind = form.kind else {
            form.notices = [Text.issuesKindMissing(language)]
            return try Issues.list(form, context, status: .unprocessable)
        }
        let (draft, errors) = form.typed.checked(kind, now: now, language)
        if form.ticked.isEmpty { form.errors.add("issue", Text.issuesTickedNone(language)) }
        if form.ticked.count > limit {
            form.errors.add("issue", Text.issuesTickedMany(language, limit: String(limit)))
        }
        for error in errors.all { form.errors.add(error.field, error.message) }
        guard form.errors.isEmpty, let draft else {
            return try Issues.list(form, context, status: .unprocessable)
        }
        let (ticked, mailer) = (form.ticked, site.mailer)
        let outcomes = try await site.writer.write { db in
            let work = MeasureWork(db: db, catalogue: try site.catalogue.inside(db), mailer: mailer, now: now)
            return try ticked.map { (ticked: $0, outcome: try work.decide($0, kind, draft, by: viewer)) }
        }
        let skipped = outcomes.filter { $0.outcome == .skipped }.map(\.ticked)
        let held = outcomes.count { $0.outcome == .held }
        guard skipped.isEmpty else {
            form.ticked = skipped
            form.notices = [Text.issuesSkipped(language, count: skipped.count)]
            if held > 0 { form.notices.append(Text.issuesHeld(language, count: held)) }
            return try Issues.list(form, context, status: .conflict)
        }
        let done = held == 0 ? "issues-closed" : held == outcomes.count ? "decision-held" : "issues-partly-held"
        return context.redirect(to: "\(Address.reportIssues())?kind=\(kind.rawValue)", done: done)
    }

    /// The ticks without later ones of the same issue.
    private static func unique(_ ticked: [IssueBatchForm.Ticked]) -> [IssueBatchForm.Ticked] {
        var seen: Set<Int> = []
        return ticked.filter { seen.insert($0.id).inserted }
    }
}

extension MeasureWork {
    /// Decides one of several issues. Skips it, and writes nothing, if it changed since the list was shown or waits for a
    /// second moderator, the measure is not possible, or the moderator may not decide it.
    func decide(
        _ ticked: IssueBatchForm.Ticked, _ kind: ReportKind, _ draft: MeasureDraft, by moderator: Viewer
    ) throws -> BatchOutcome {
        guard let issue = try IssueStore(db).issue(ticked.id), issue.kind == kind, issue.userID != moderator.id,
            try !IssueStore(db).hasReported(issue.id, moderator.id)
        else { return .skipped }
        switch try decide(issue.id, version: ticked.version, draft, by: moderator) {
        case .decided: return .decided
        case .held: return .held
        case .stale, .impossible: return .skipped
        }
    }
}
