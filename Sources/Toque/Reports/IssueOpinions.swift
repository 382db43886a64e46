// Handlers with which a second moderator agrees or disagrees with the takedown of a popular recipe.

import Database
import HTTP
import HTTPServer
import Texts

enum IssueOpinions {
    static func agree(_ context: Context) async throws -> Response {
        let (viewer, now, site) = (try context.member(), context.now, context.site)
        let issue = try Issues.issue(context)
        let version = context.form["version"].flatMap { Int($0) } ?? 0
        let mailer = site.mailer
        let outcome = try await site.writer.write { db in
            try MeasureWork(db: db, catalogue: site.catalogue.inside(db), mailer: mailer, now: now)
                .agree(issue.id, version: version, by: viewer)
        }
        let notice: String
        switch outcome {
        case .decided: return context.redirect(to: Address.reportIssue(issue.id), done: "issue-take-down")
        case .impossible: notice = Text.issueImpossible(context.language)
        case .stale, .held: notice = try Issues.staleNotice(issue.id, context)
        }
        return try Issues.page(
            Issues.issue(context), TypedMeasure(), FieldErrors(), notice, context, status: .conflict)
    }

    /// Disagrees with a proposal, or takes one's own back: the reports wait for a decision again.
    static func disagree(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let issue = try Issues.issue(context)
        guard issue.userID != viewer.id else { throw SiteError.forbidden(.ownReport) }
        guard try !IssueStore(context.reader).hasReported(issue.id, viewer.id) else {
            throw SiteError.forbidden(.reportedByYou)
        }
        guard let held = try HeldDecisionStore(context.reader).open(.issue(issue.id)) else {
            throw SiteError.conflict(.notHeld)
        }
        let note = SecondNote(context.form["note"] ?? "", isRequired: held.byID != viewer.id, context.language)
        guard note.error == nil else {
            return try Issues.page(
                issue, TypedMeasure(), FieldErrors(), nil, context, note: note, status: .unprocessable)
        }
        try await context.site.writer.write { db in
            guard let current = try HeldDecisionStore(db).open(.issue(issue.id)), current.id == held.id else {
                throw SiteError.conflict(.notHeld)
            }
            try HeldDecisionStore(db).end(current, note: note.text, by: viewer, now: now)
        }
        return context.redirect(
            to: Address.reportIssue(issue.id), done: held.byID == viewer.id ? "proposal-withdrawn" : "disagreed")
    }
}
