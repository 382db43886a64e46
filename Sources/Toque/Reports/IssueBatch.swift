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
            let parts = value.split(bytes: "-").map { Int($0) }
            guard parts.count == 2, let id = parts[0], let version = parts[1] else { return nil }
            (self.id, self.version) = (id, version)
        }
    }

    let kind: ReportKind?
    var typed = TypedMeasure()
    var ticked: [Ticked] = []
    var errors = FieldErrors()
    var notice: String?
}

enum IssueBatch {
    /// The most issues of one form.
    static let limit = 200

    static func decide(_ context: Context) async throws -> Response {
        let (viewer, now, site, language) = (try context.member(), context.now, context.site, context.language)
        var form = IssueBatchForm(kind: ReportKind(rawValue: (context.form["kind"] ?? "").trimmed))
        form.typed = TypedMeasure(context.form)
        form.ticked = Array(context.form.all("issue").compactMap(IssueBatchForm.Ticked.init).prefix(limit))
        guard let kind = form.kind else {
            form.notice = Text.issuesKindMissing(language)
            return try Issues.list(form, context, status: .unprocessable)
        }
        let (draft, errors) = form.typed.checked(kind, now: now, language)
        if form.ticked.isEmpty { form.errors.add("issue", Text.issuesTickedNone(language)) }
        for error in errors.all { form.errors.add(error.field, error.message) }
        guard form.errors.isEmpty, let draft else {
            return try Issues.list(form, context, status: .unprocessable)
        }
        let (ticked, mailer) = (form.ticked, site.mailer)
        let skipped = try await site.writer.write { db in
            let work = MeasureWork(db: db, catalogue: try site.catalogue.inside(db), mailer: mailer, now: now)
            return try ticked.filter { try !work.decide($0, kind, draft, by: viewer) }
        }
        guard skipped.isEmpty else {
            form.ticked = skipped
            form.notice = Text.issuesSkipped(language, count: skipped.count)
            return try Issues.list(form, context, status: .conflict)
        }
        return context.redirect(to: "\(Address.reportIssues())?kind=\(kind.rawValue)", done: "issues-closed")
    }
}

extension MeasureWork {
    /// Decides one of several issues. Returns false, and writes nothing, if it changed since the list was shown, the
    /// measure is not possible, or the moderator may not decide it.
    func decide(
        _ ticked: IssueBatchForm.Ticked, _ kind: ReportKind, _ draft: MeasureDraft, by moderator: Viewer
    ) throws -> Bool {
        guard let issue = try IssueStore(db).issue(ticked.id), issue.kind == kind, issue.userID != moderator.id,
            try !IssueStore(db).hasReported(issue.id, moderator.id)
        else { return false }
        if case .decided = try decide(issue.id, version: ticked.version, draft, by: moderator) { return true }
        return false
    }
}
