// Measures that answer no reports: suspensions, takedowns by admins, removed reviews and the strikes of rejections.
// They are stored beside those that do, so that the member reads the reasons, can appeal, and finds them in the list
// of decisions.

import Bytes
import Database

/// What a measure is about.
struct MeasureSubject {
    let kind: ReportKind
    let id: Int
    /// Whose it is.
    let user: Int
    /// The title of the recipe, the reviewed recipe, or the member's name.
    let title: String
}

struct DirectMeasures {
    /// In characters, of the facts of a measure.
    private static let textLength = 2_000

    let db: Connection
    let now: Int

    /// Stores the measure and returns its number.
    @discardableResult
    func add(
        _ draft: MeasureDraft, about subject: MeasureSubject, by moderator: Int, second: Int? = nil
    ) throws -> Int {
        try MeasureStore(db).add(
            draft, issue: issue(about: subject), user: subject.user, title: subject.title, by: moderator,
            second: second, now: now)
    }

    /// Records the strike of a rejection.
    func addStrike(_ decision: Int, _ draft: DecisionDraft, _ submission: Submission, by deciders: Deciders) throws {
        guard let first = deciders.first else { return }
        let measure = MeasureDraft(
            kind: .warn, reason: (draft.reasons.first?.rule ?? .other).rawValue,
            text: draft.message.cut(to: Self.textLength), isStrike: true, decision: decision)
        let subject = MeasureSubject(
            kind: .recipe, id: submission.recipeID, user: submission.authorID, title: submission.title)
        try add(measure, about: subject, by: first, second: deciders.second)
    }

    /// The issue that gathers what is decided about the subject; a new one is closed, because nothing waits.
    private func issue(about subject: MeasureSubject) throws -> Int {
        let known: Int? = try db.value(
            "SELECT id FROM report_issue WHERE kind = \(subject.kind.rawValue) AND target_id = \(subject.id)")
        if let known { return known }
        try db.run(
            """
            INSERT INTO report_issue (kind, target_id, user_id, state, weight, changed_at)
            VALUES (\(subject.kind.rawValue), \(subject.id), \(subject.user), 'closed', 0.0, \(now))
            """)
        return db.lastInsertID
    }

    /// Suspends a member until a time in UTC milliseconds, in place of an earlier suspension. Returns the number of the
    /// measure; `nil` if nothing changes.
    func suspend(_ user: Int, until: Int, _ rule: ReportReason, reason: String, by admin: Viewer) throws -> Int? {
        let accounts = AccountStore(db)
        guard let name = try accounts.account(user, now: now)?.username else { throw SiteError.notFound }
        guard try accounts.suspend(until: until, reason: reason, user: user, by: admin.actor, now: now) else {
            return nil
        }
        try endSuspension(user)
        let draft = MeasureDraft(kind: .suspend, reason: rule.rawValue, text: reason, until: until)
        return try add(draft, about: MeasureSubject(kind: .user, id: user, user: user, title: name), by: admin.id)
    }

    /// Ends a suspension; `false` if there is none. `note` is for the audit log.
    func unsuspend(_ user: Int, note: String = "", by actor: Actor) throws -> Bool {
        guard try AccountStore(db).suspend(until: nil, reason: note, user: user, by: actor, now: now) else {
            return false
        }
        try endSuspension(user)
        return true
    }

    private func endSuspension(_ user: Int) throws {
        if let measure = try MeasureStore(db).suspension(user) { try MeasureStore(db).markLifted(measure, now: now) }
    }

    /// Records that a moderator removed a review, and returns the number of the measure. Whoever reported the review
    /// leaves it to another moderator.
    func removeReview(
        _ review: MeasureSubject, _ rule: ReportReason, reason: String, by moderator: Viewer
    ) throws -> Int {
        let hasReported = try db.exists(
            """
            SELECT 1 FROM report r JOIN report_issue i ON i.id = r.issue_id
            WHERE i.kind = 'review' AND i.target_id = \(review.id) AND r.reporter_id = \(moderator.id)
                AND r.measure_id IS NULL
            """)
        if hasReported { throw SiteError.forbidden(.reportedByYou) }
        let draft = MeasureDraft(kind: .removeReview, reason: rule.rawValue, text: reason)
        return try add(draft, about: review, by: moderator.id)
    }

    /// Whether a decision on reports removed the review: it is lifted on the page of the reports.
    func isRemovedByReports(_ review: Int) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM measure m JOIN report_issue i ON i.id = m.issue_id
            WHERE i.kind = 'review' AND i.target_id = \(review) AND m.kind = 'remove-review' AND m.lifted_at IS NULL
                AND EXISTS (SELECT 1 FROM report r WHERE r.measure_id = m.id)
            """)
    }

    /// Lifts the measure that removed a review, because it is put back.
    func liftRemoval(ofReview id: Int) throws {
        try db.run(
            """
            UPDATE measure SET lifted_at = \(now) WHERE kind = 'remove-review' AND lifted_at IS NULL
                AND issue_id = (SELECT id FROM report_issue WHERE kind = 'review' AND target_id = \(id))
            """)
    }
}
