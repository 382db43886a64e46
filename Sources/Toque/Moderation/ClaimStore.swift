// Stores claims: short, visible reservations of submissions by moderators. They are a courtesy and block no decision.

import Database

struct ClaimStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The active claim on a submission; `nil` if there is none or it has expired.
    func live(_ submission: Int, now: Int) throws -> Claim? {
        try db.first(
            """
            SELECT c.moderator_id, u.username, c.expires_at FROM claim c JOIN user u ON u.id = c.moderator_id
            WHERE c.submission_id = \(submission) AND c.expires_at > \(now)
            """
        ) { Claim(moderatorID: $0[0], moderatorName: $0[1], expiresAt: $0[2]) }
    }

    /// The active claims on many submissions, in one query.
    func live(_ submissions: [Int], now: Int) throws -> [Int: Claim] {
        let rows = try db.all(
            """
            SELECT c.submission_id, c.moderator_id, u.username, c.expires_at
            FROM claim c JOIN user u ON u.id = c.moderator_id
            WHERE c.submission_id IN \(list: submissions) AND c.expires_at > \(now)
            """
        ) { ($0[0] as Int, Claim(moderatorID: $0[1], moderatorName: $0[2], expiresAt: $0[3])) }
        return Dictionary(rows) { first, _ in first }
    }

    /// Creates or renews a claim in one conditional upsert; `false` if another moderator's claim is active. A new claim
    /// is logged, unless it is part of an action that has its own row in the log.
    func take(_ submission: Submission, moderator: Viewer, isLogged: Bool = true, now: Int) throws -> Bool {
        try submission.check(mayBeDecidedBy: moderator.id)
        guard submission.state == .queued else { throw SiteError.conflict(.notInQueue) }
        let held: Int =
            try db.value(
                """
                SELECT count(*) FROM claim
                WHERE moderator_id = \(moderator.id) AND expires_at > \(now) AND submission_id <> \(submission.id)
                """) ?? 0
        guard held < Policy.claimLimit else { throw SiteError.conflict(.claimLimit) }
        let isRenewed = try live(submission.id, now: now)?.moderatorID == moderator.id
        let isTaken =
            try db.run(
                """
                INSERT INTO claim (submission_id, moderator_id, expires_at)
                VALUES (\(submission.id), \(moderator.id), \(now + Policy.claimLifetime))
                ON CONFLICT (submission_id) DO UPDATE
                SET moderator_id = excluded.moderator_id, expires_at = excluded.expires_at
                WHERE claim.moderator_id = excluded.moderator_id OR claim.expires_at <= \(now)
                """) == 1
        if isTaken, !isRenewed, isLogged {
            try AuditStore(db).append(
                .init(action: "claim", object: .submission, id: submission.id, from: "", to: ""),
                by: moderator.actor, at: now)
        }
        return isTaken
    }

    /// Lets an admin take over another moderator's claim, with a reason in the audit log.
    func takeOver(_ submission: Submission, admin: Viewer, reason: String, now: Int) throws {
        let old = try live(submission.id, now: now)?.moderatorName ?? ""
        try db.run("DELETE FROM claim WHERE submission_id = \(submission.id)")
        guard try take(submission, moderator: admin, isLogged: false, now: now) else {
            throw SiteError.conflict(.claimed)
        }
        try AuditStore(db).append(
            .init(
                action: "claim-takeover", object: .submission, id: submission.id, from: old, to: admin.username,
                detail: reason), by: admin.actor, at: now)
    }

    func release(_ submission: Int, moderator: Int) throws {
        try db.run("DELETE FROM claim WHERE submission_id = \(submission) AND moderator_id = \(moderator)")
    }
}
