// Handlers for claiming and releasing a submission.

import Bytes
import Database
import HTTP
import Texts

enum Claims {
    static func claim(_ context: Context) async throws -> Response {
        let (id, viewer, now) = (try context.number("submission"), try context.member(), context.now)
        let reason = (context.form["reason"] ?? "").trimmed
        let holder = try await context.site.writer.write { db -> Claim? in
            guard let submission = try SubmissionStore(db).submission(id) else { throw SiteError.notFound }
            if try ClaimStore(db).take(submission, moderator: viewer, now: now) { return nil }
            guard viewer.isAdmin, !reason.isEmpty, reason.length <= 500 else {
                return try ClaimStore(db).live(id, now: now)
            }
            try ClaimStore(db).takeOver(submission, admin: viewer, reason: reason, now: now)
            return nil
        }
        if let holder { return try await refused(id, holder, context) }
        return context.redirect(to: QueueFilter(context.request.query).address(Address.submission(id)), done: "claimed")
    }

    /// The submission again, with the name of the moderator who works on it.
    private static func refused(_ id: Int, _ holder: Claim, _ context: Context) async throws -> Response {
        guard !context.wantsJSON, let submission = try SubmissionStore(context.reader).submission(id) else {
            throw SiteError.conflict(.claimed)
        }
        var form = DecisionForm()
        form.claimNotice = Text.submissionClaimRefused(context.language, name: holder.moderatorName)
        return try await SubmissionPages.page(submission, form, context, status: .conflict)
    }

    static func release(_ context: Context) async throws -> Response {
        let (id, viewer) = (try context.number("submission"), try context.member())
        guard try SubmissionStore(context.reader).submission(id) != nil else { throw SiteError.notFound }
        try await context.site.writer.write { try ClaimStore($0).release(id, moderator: viewer.id) }
        // A script that leaves the page shows nothing.
        if context.wantsJSON { return Response(status: .noContent) }
        return context.redirect(
            to: QueueFilter(context.request.query).address(Address.submission(id)), done: "released")
    }
}
