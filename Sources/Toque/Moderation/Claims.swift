// Handlers for claiming and releasing a submission.

import Bytes
import Database
import HTTP

enum Claims {
    static func claim(_ context: Context) async throws -> Response {
        let (id, viewer, now) = (try context.number("submission"), try context.member(), context.now)
        let reason = (context.form["reason"] ?? "").trimmed
        try await context.site.writer.write { db in
            guard let submission = try SubmissionStore(db).submission(id) else { throw SiteError.notFound }
            if try ClaimStore(db).take(submission, moderator: viewer, now: now) { return }
            guard viewer.isAdmin, !reason.isEmpty, reason.length <= 500 else { throw SiteError.conflict(.claimed) }
            try ClaimStore(db).takeOver(submission, admin: viewer, reason: reason, now: now)
        }
        return context.redirect(to: QueueFilter(context.request.query).address(Address.submission(id)), done: "claimed")
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
