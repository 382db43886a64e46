// Stores assignments: which moderator should look at a waiting submission. They block no decision.

import Database

/// The outcome of an assignment of several submissions.
struct AssignmentOutcome: Sendable {
    var assigned = 0
    /// Submissions that are decided, withdrawn or unknown, and those that the moderator or the viewer wrote.
    var skipped: [Int] = []
}

struct AssignmentStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The assigned moderators of submissions, in one query.
    func assigned(_ submissions: [Int]) throws -> [Int: (id: Int, name: String)] {
        let rows = try db.all(
            """
            SELECT a.submission_id, u.id, u.username FROM assignment a JOIN user u ON u.id = a.moderator_id
            WHERE a.submission_id IN \(list: submissions)
            """
        ) { ($0[0] as Int, (id: $0[1] as Int, name: $0[2] as String)) }
        return Dictionary(rows) { first, _ in first }
    }

    /// Assigns waiting submissions to a moderator, or to nobody, with one row of the log for each that changes.
    func assign(_ submissions: [Int], to moderator: Int?, by viewer: Viewer, now: Int) throws -> AssignmentOutcome {
        var outcome = AssignmentOutcome()
        let old = try assigned(submissions)
        for id in submissions {
            guard let submission = try SubmissionStore(db).submission(id), submission.state == .queued,
                submission.authorID != moderator, submission.authorID != viewer.id
            else {
                outcome.skipped.append(id)
                continue
            }
            outcome.assigned += 1
            if old[id]?.id == moderator { continue }
            if let moderator {
                try db.run(
                    """
                    INSERT INTO assignment (submission_id, moderator_id, assigned_at)
                    VALUES (\(id), \(moderator), \(now))
                    ON CONFLICT (submission_id) DO UPDATE
                    SET moderator_id = excluded.moderator_id, assigned_at = excluded.assigned_at
                    """)
            } else {
                try db.run("DELETE FROM assignment WHERE submission_id = \(id)")
            }
            try AuditStore(db).append(
                .init(
                    action: moderator == nil ? "unassign" : "assign", object: .submission, id: id, from: "", to: "",
                    detail: moderator.map { "moderator \($0)" } ?? ""), by: viewer.actor, at: now)
        }
        return outcome
    }

    /// Ends the assignment of a submission that has left the queue.
    func end(_ submission: Int) throws { try db.run("DELETE FROM assignment WHERE submission_id = \(submission)") }

    /// Keeps the assignment with the newer text that takes the place of a submission.
    func move(from old: Int, to new: Int) throws {
        try db.run("UPDATE assignment SET submission_id = \(new) WHERE submission_id = \(old)")
    }
}
