// Handlers with which a second moderator agrees or disagrees with the takedown of a popular recipe.

import Bytes
import Database
import HTTP
import HTTPServer
import Texts

enum IssueOpinions {
    static func agree(_ context: Context) async throws -> Response {
        let (viewer, now, site) = (try context.member(), context.now, context.site)
        let issue = try Issues.issue(context)
        let version = context.form["version"].flatMap { Int($0) } ?? 0
        let (mailer, seen) = (site.mailer, context.form["seen_sha256"] ?? "")
        let outcome = try await site.writer.write { db in
            try MeasureWork(db: db, catalogue: site.catalogue.inside(db), mailer: mailer, now: now)
                .agree(issue.id, version: version, seen: seen, by: viewer)
        }
        let notice: String
        switch outcome {
        case .decided: return context.redirect(to: Address.reportIssue(issue.id), done: "issue-take-down")
        case .impossible: notice = Text.issueImpossible(context.language)
        case .stale, .held:
            let target = try ReportTargetStore(context.reader).target(issue.kind, issue.targetID)
            let isSame = target.map { $0.sha256.isSame(as: seen) } ?? true
            notice =
                isSame ? try Issues.staleNotice(issue.id, context) : Text.issueTextChanged(context.language)
        }
        return try Issues.page(
            Issues.issue(context), TypedMeasure(), FieldErrors(), notice, context, status: .conflict)
    }

    static func disagree(_ context: Context) async throws -> Response {
        let (viewer, issue) = (try context.member(), try Issues.issue(context))
        guard issue.userID != viewer.id else { throw SiteError.forbidden(.ownReport) }
        // Moderators who report the recipe later can still withdraw their own proposal.
        let isOwn = try HeldDecisionStore(context.reader).open(.issue(issue.id), now: context.now)?.byID == viewer.id
        guard try isOwn || !IssueStore(context.reader).hasReported(issue.id, viewer.id) else {
            throw SiteError.forbidden(.reportedByYou)
        }
        return try await SecondOpinions.end(.issue(issue.id), at: Address.reportIssue(issue.id), context) { note in
            try Issues.page(issue, TypedMeasure(), FieldErrors(), nil, context, note: note, status: .unprocessable)
        }
    }
}
