// What follows when a rejection is overturned on appeal: exactly the text that was rejected is approved.

import Database
import Food

/// What became of a text whose rejection was overturned.
enum RestoredText: String, Sendable {
    case published
    /// The author has no licence now, and can submit the text again with one.
    case unlicensed
    /// The recipe was submitted again or unpublished since, another text is public, or it is deleted or taken down.
    case superseded
}

extension DecisionStore {
    /// Approves the rejected text in a new round, if nothing came in between. The old decision stays as it is.
    func overturn(
        rejection: Int, appeal: Int, message: String, by moderator: Viewer, catalogue: Catalogue, now: Int
    ) throws -> RestoredText {
        try MeasureStore(db).liftStrike(ofDecision: rejection, now: now)
        let row = try db.first(
            """
            SELECT d.submission_id, r.deleted_at IS NOT NULL FROM decision d JOIN recipe r ON r.id = d.recipe_id
            WHERE d.id = \(rejection) AND coalesce(r.unpublished_at < d.decided_at, TRUE)
                AND NOT EXISTS (SELECT 1 FROM submission later WHERE later.recipe_id = r.id
                    AND later.id > d.submission_id)
            """
        ) { (submission: $0[0] as Int, isDeleted: $0[1] as Bool) }
        guard let row, !row.isDeleted, let rejected = try SubmissionStore(db).submission(row.submission),
            rejected.takenDownBy == nil, rejected.hiddenBy == nil,
            rejected.liveRevisionID == rejected.baseRevisionID,
            try SubmissionStore(db).open(recipe: rejected.recipeID) == nil
        else { return .superseded }
        let isLicensed = try LicenceStore(db).activeUntil(user: rejected.authorID, now: now) != nil
        let id = try addRound(after: rejected, state: isLicensed ? .queued : .withdrawn, now: now)
        var detail =
            "recipe \(rejected.recipeID) revision \(rejected.revisionID) sha256 \(rejected.sha256) appeal \(appeal)"
        if isLicensed {
            guard let submission = try SubmissionStore(db).submission(id) else { throw SiteError.notFound }
            let draft = DecisionDraft(
                kind: .approve, submission: id, revision: submission.revisionID, sha256: submission.sha256,
                base: submission.liveRevisionID, reasons: [], message: message)
            // Whoever decides on an appeal decides alone, also where an approval needs two.
            if try holdCause(.approve, submission) != nil { detail += " alone" }
            _ = try record(draft, submission, by: Deciders(first: moderator.id, actor: moderator.actor), now: now)
            try db.run("UPDATE submission SET state = 'approved', version = version + 1 WHERE id = \(id)")
            try publish(submission, by: moderator.actor, catalogue, now: now)
        }
        try AuditStore(db).append(
            .init(
                action: isLicensed ? "approve" : "reopen", object: .submission, id: id, from: "rejected",
                to: isLicensed ? "approved" : "withdrawn", detail: detail), by: moderator.actor, at: now)
        return isLicensed ? .published : .unlicensed
    }

    /// A new round of the same text in the same case. One that is withdrawn lets the author submit the text again.
    private func addRound(after rejected: Submission, state: SubmissionState, now: Int) throws -> Int {
        try db.run(
            """
            INSERT INTO submission (case_id, recipe_id, revision_id, base_revision_id, round, state, queued_at, due_at,
                hints, language)
            VALUES (\(rejected.caseID), \(rejected.recipeID), \(rejected.revisionID), \(rejected.baseRevisionID),
                (SELECT max(round) + 1 FROM submission WHERE case_id = \(rejected.caseID)), \(state.rawValue), \(now),
                \(SubmissionRules.dueDate(from: now)), \(Hint.encode(rejected.hints)),
                (SELECT language FROM submission WHERE id = \(rejected.id)))
            """)
        return db.lastInsertID
    }
}
