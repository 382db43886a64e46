// Stores submissions: submit, withdraw, the queue and the rounds.

import Bytes
import Database

/// A submission with the data around it.
struct Submission: Sendable {
    let id: Int
    let caseID: Int
    let recipeID: Int
    let revisionID: Int
    let sha256: String
    let baseRevisionID: Int?
    let liveRevisionID: Int?
    let round: Int
    let state: SubmissionState
    let version: Int
    let queuedAt: Int
    let dueAt: Int
    let hints: [Hint]
    let authorID: Int
    let authorName: String
    let title: String
    /// The moderator who asked for the changes that this round answers.
    let returnsTo: Int?
    let authorDisplayName: String?
    /// The change that took the public text down, if it is still taken down; the measure that hides it is negative.
    let takenDownBy: Int?
    /// The measure that hides the recipe.
    let hiddenBy: Int?
    /// The moderators whose report of the recipe waits.
    let reporterIDs: Set<Int>

    /// Refuses the author, and those who reported the recipe: nobody decides on what they reported.
    func check(mayBeDecidedBy person: Int) throws {
        guard authorID != person else { throw SiteError.forbidden(.ownRecipe) }
        guard !reporterIDs.contains(person) else { throw SiteError.forbidden(.reportedByYou) }
    }

    /// How long a submission is marked for the moderator who asked for changes, in milliseconds.
    static let returnTime = 2 * Milliseconds.day

    var findings: [Finding] { hints.compactMap(\.finding) }

    func author(isLicensed: Bool = false) -> Author {
        Author(id: authorID, username: authorName, isLicensed: isLicensed, displayName: authorDisplayName)
    }

    /// Whether it is marked for this moderator, who asked for changes, for 48 hours after it was submitted again. Any
    /// moderator may still decide it immediately.
    func isReturning(to moderator: Int, at now: Int) -> Bool {
        returnsTo == moderator && now < queuedAt + Self.returnTime
    }
}

/// An active claim on a submission.
struct Claim: Sendable {
    let moderatorID: Int
    let moderatorName: String
    let expiresAt: Int
}

/// One round of a case as its author and moderators see it.
struct Round: Sendable {
    let submissionID: Int
    let round: Int
    let revisionID: Int
    let state: SubmissionState
    let queuedAt: Int
    let decision: DecisionRecord?
    /// The newer submission that took its place.
    var replacedBy: Int?
    /// The submission that took its place when its decision was taken back.
    var reopenedAs: Int?
    var isTakenBack: Bool { reopenedAs != nil }
}

/// A decision: what, by whom and why.
struct DecisionRecord: Sendable {
    let id: Int
    let kind: String
    let byName: String
    let reasons: [String]
    let message: String
    let at: Int
    /// The moderator who agreed with a held decision.
    var secondName = ""
    /// Whether the site approved it by itself.
    var isAutomatic = false
}

struct SubmissionStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The open submission of a recipe and its last one. Refuses a text or an author that no pre-screen can help: checked
    /// before that costly work and again in the transaction.
    func check(_ recipe: OwnRecipe, author: Int, now: Int) throws -> (open: Submission?, last: Submission?) {
        guard try LicenceStore(db).activeUntil(user: author, now: now) != nil else {
            throw SiteError.forbidden(.licence)
        }
        let (open, last) = (try self.open(recipe: recipe.id), try self.last(recipe: recipe.id))
        if open?.revisionID == recipe.head.id { return (open, last) }
        let isDecided = last.map { $0.revisionID == recipe.head.id && $0.state != .withdrawn } ?? false
        if recipe.liveRevisionID == recipe.head.id || isDecided { throw SiteError.conflict(.nothingNew) }
        try checkDailyLimit(author, now: now)
        return (open, last)
    }

    func checkDailyLimit(_ author: Int, now: Int) throws {
        let today: Int =
            try db.value(
                """
                SELECT count(*) FROM submission s JOIN recipe r ON r.id = s.recipe_id
                WHERE r.author_id = \(author) AND s.queued_at > \(now - Milliseconds.day)
                """) ?? 0
        guard today < Policy.dailyLimit else { throw SiteError.tooMany(.dailyLimit, seconds: 3_600) }
    }

    /// Submits the latest revision. Submitting the same revision twice creates one submission.
    func submit(
        recipe: OwnRecipe, hints: [Hint], by actor: Actor, author: Int, suggestion: Int? = nil, now: Int
    ) throws -> Int {
        let head = recipe.head
        guard try !ImportedTextStore(db).needsPublishingRights(recipe.id) else { throw SiteError.conflict(.statement) }
        let (open, last) = try check(recipe, author: author, now: now)
        if let open, open.revisionID == head.id { return open.id }
        let id: Int
        if let open {
            id = try replace(open, recipe, hints: hints, by: actor, now: now)
        } else {
            let previous = last?.state == .changesRequested ? last : nil
            let caseID = try previous?.caseID ?? openCase(recipe: recipe.id, now: now)
            try db.run(
                """
                INSERT INTO submission (case_id, recipe_id, revision_id, base_revision_id, round, state,
                    queued_at, due_at, hints, language, returns_to)
                VALUES (\(caseID), \(recipe.id), \(head.id), \(recipe.liveRevisionID), \((previous?.round ?? 0) + 1),
                    'queued', \(now), \(SubmissionRules.dueDate(from: now)), \(Hint.encode(hints)), \(head.body.language),
                    (SELECT by_id FROM decision WHERE submission_id = \(previous?.id)))
                """)
            id = db.lastInsertID
        }
        try AuditStore(db).append(
            .init(
                action: "submit", object: .submission, id: id, from: "draft", to: "queued",
                detail: "recipe \(recipe.id) revision \(head.id) sha256 \(head.sha256)"
                    + (suggestion.map { " suggestion \($0)" } ?? "")), by: actor, at: now)
        return id
    }

    /// Puts the latest revision in the place of the queued one, and keeps that place in line.
    private func replace(
        _ open: Submission, _ recipe: OwnRecipe, hints: [Hint], by actor: Actor, now: Int
    ) throws -> Int {
        guard try end(open, now: now) else { throw SiteError.conflict(.notInQueue) }
        try db.run(
            """
            INSERT INTO submission (case_id, recipe_id, revision_id, base_revision_id, round, state, queued_at, due_at,
                hints, language, returns_to)
            SELECT case_id, recipe_id, \(recipe.head.id), \(recipe.liveRevisionID), round, 'queued', queued_at, due_at,
                \(Hint.encode(hints)), \(recipe.head.body.language), returns_to
            FROM submission WHERE id = \(open.id)
            """)
        let id = db.lastInsertID
        try db.run("UPDATE submission SET replaced_by = \(id) WHERE id = \(open.id)")
        try AssignmentStore(db).move(from: open.id, to: id)
        try AuditStore(db).append(
            .init(
                action: "replace", object: .submission, id: open.id, from: "queued", to: "withdrawn",
                detail: "recipe \(recipe.id) by submission \(id)"), by: actor, at: now)
        return id
    }

    /// Takes a submission and its claim out of the queue; false if it was decided meanwhile.
    private func end(_ open: Submission, now: Int) throws -> Bool {
        let changed = try db.run(
            """
            UPDATE submission SET state = 'withdrawn', version = version + 1
            WHERE id = \(open.id) AND state = 'queued' AND version = \(open.version)
            """)
        guard changed == 1 else { return false }
        try db.run("DELETE FROM claim WHERE submission_id = \(open.id)")
        try HeldDecisionStore(db).drop(.submission(open.id), now: now)
        try SuggestionStore(db).discardDrafts(submission: open.id)
        return true
    }

    /// Withdraws the author's open submission; false if there is none.
    func withdraw(recipe: Int, by actor: Actor, now: Int) throws -> Bool {
        guard let open = try open(recipe: recipe) else { return false }
        guard try end(open, now: now) else { return false }
        try AssignmentStore(db).end(open.id)
        try AuditStore(db).append(
            .init(
                action: "withdraw", object: .submission, id: open.id, from: "queued", to: "withdrawn",
                detail: "recipe \(recipe)"), by: actor, at: now)
        return true
    }

    private func openCase(recipe: Int, now: Int) throws -> Int {
        try db.run("INSERT INTO moderation_case (recipe_id, opened_at) VALUES (\(recipe), \(now))")
        return db.lastInsertID
    }

    func open(recipe: Int) throws -> Submission? {
        try db.first(
            "\(sql: Self.select) WHERE s.recipe_id = \(recipe) AND s.state = 'queued'", Self.submission)
    }

    func last(recipe: Int) throws -> Submission? {
        try db.first(
            "\(sql: Self.select) WHERE s.recipe_id = \(recipe) ORDER BY s.id DESC LIMIT 1", Self.submission)
    }

    /// Submissions of an author whose account waits for deletion are hidden; they return if the author keeps the
    /// account.
    private static let isHere = AccountSQL.isHere("r.author_id")

    func submission(_ id: Int) throws -> Submission? {
        try db.first("\(sql: Self.select) WHERE s.id = \(id) AND \(sql: Self.isHere)", Self.submission)
    }

    /// Those of several submissions that wait.
    func queued(_ ids: [Int]) throws -> [Submission] {
        try db.all(
            """
            \(sql: Self.select) WHERE s.id IN \(list: ids) AND s.state = 'queued' AND \(sql: Self.isHere)
            ORDER BY s.id
            """, Self.submission)
    }

    /// A page of the queue, overdue and soonest due first. The condition is about `submission s JOIN recipe r`.
    func queue(page: Int, _ condition: SQL) throws -> (total: Int, submissions: [Submission]) {
        let submissions = try db.all(
            """
            \(sql: Self.select) WHERE s.state = 'queued' AND \(sql: Self.isHere) AND \(sql: condition)
            ORDER BY s.due_at, s.id LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
            """, Self.submission)
        // A first page with room left shows all there are.
        let isAll = page == 1 && submissions.count < Paging.size
        return (isAll ? submissions.count : try queued(condition), submissions)
    }

    /// The submission and its neighbours in the filtered queue, soonest due first.
    func around(_ submission: Submission, _ condition: SQL) throws -> [Submission] {
        let place = (due: submission.dueAt, id: submission.id)
        let before = try db.all(
            """
            \(sql: Self.select) WHERE s.state = 'queued' AND \(sql: Self.isHere)
                AND (s.due_at, s.id) < (\(place.due), \(place.id)) AND \(sql: condition)
            ORDER BY s.due_at DESC, s.id DESC LIMIT \(Paging.size / 2)
            """, Self.submission)
        let after = try db.all(
            """
            \(sql: Self.select) WHERE s.state = 'queued' AND \(sql: Self.isHere)
                AND (s.due_at, s.id) > (\(place.due), \(place.id)) AND \(sql: condition)
            ORDER BY s.due_at, s.id LIMIT \(Paging.size / 2)
            """, Self.submission)
        return before.reversed() + (submission.state == .queued ? [submission] : []) + after
    }

    /// The next submission that this moderator may decide: after a place in the filtered queue, or else from its
    /// beginning.
    func next(after submission: Submission, for moderator: Int, _ filter: SQL) throws -> Int? {
        func first(_ condition: SQL) throws -> Int? {
            try db.value(
                """
                SELECT s.id FROM submission s JOIN recipe r ON r.id = s.recipe_id
                WHERE s.state = 'queued' AND r.author_id <> \(moderator) AND \(sql: Self.isHere) AND \(sql: filter)
                    AND \(sql: condition)
                    AND NOT EXISTS (SELECT 1 FROM held_decision h
                        WHERE h.submission_id = s.id AND h.outcome IS NULL AND h.by_id = \(moderator))
                    AND NOT EXISTS (SELECT 1 FROM report_issue i JOIN report p ON p.issue_id = i.id
                        WHERE i.kind = 'recipe' AND i.target_id = s.recipe_id AND p.reporter_id = \(moderator)
                            AND p.measure_id IS NULL)
                ORDER BY s.due_at, s.id LIMIT 1
                """)
        }
        return try first("(s.due_at, s.id) > (\(submission.dueAt), \(submission.id))") ?? first("1")
    }

    func queued(_ condition: SQL = "TRUE") throws -> Int {
        try db.value(
            """
            SELECT count(*) FROM submission s JOIN recipe r ON r.id = s.recipe_id
            WHERE s.state = 'queued' AND \(sql: Self.isHere) AND \(sql: condition)
            """) ?? 0
    }

    /// The number of submissions before this one, and the median wait of the last hundred decided ones, in
    /// milliseconds.
    func wait(for submission: Submission) throws -> (before: Int, median: Int?) {
        let before: Int =
            try db.value(
                """
                SELECT count(*) FROM submission s JOIN recipe r ON r.id = s.recipe_id
                WHERE s.state = 'queued' AND \(sql: Self.isHere)
                    AND (s.due_at, s.id) < (\(submission.dueAt), \(submission.id))
                """) ?? 0
        let waits = try db.all(
            """
            SELECT d.decided_at - s.queued_at FROM decision d JOIN submission s ON s.id = d.submission_id
            WHERE d.submission_id IS NOT NULL AND d.is_automatic = 0 AND NOT \(sql: Self.isAppealRound)
            ORDER BY d.submission_id DESC LIMIT 100
            """
        ) { $0[0] as Int }.sorted()
        return (before, waits.isEmpty ? nil : waits[waits.count / 2])
    }

    /// The last rounds of a recipe with their decisions, newest first.
    func rounds(recipe: Int) throws -> [Round] {
        try db.all("\(sql: Self.selectRounds) WHERE s.recipe_id = \(recipe) ORDER BY s.id DESC LIMIT 50", Self.round)
    }

    /// The last decided round before this one with another text, or else the last one with another text; `nil` if there
    /// is none. A submission that was reopened has the text of the round before it.
    func round(before submission: Submission) throws -> Round? {
        try db.first(
            """
            \(sql: Self.selectRounds) WHERE s.recipe_id = \(submission.recipeID) AND s.id < \(submission.id)
                AND s.revision_id <> \(submission.revisionID)
            ORDER BY d.id IS NULL, s.id DESC LIMIT 1
            """, Self.round)
    }

    /// Whether decision `d` approved submission `s` because an appeal was won: a later round, which began with its own
    /// decision, so nobody waited for it.
    static let isAppealRound: SQL = """
        (s.round > 1 AND d.kind = 'approve' AND d.is_automatic = 0 AND d.decided_at = s.queued_at)
        """

    /// Whether the pre-screen marked passages of submission `s`.
    static let hasFindings: SQL = "(s.hints LIKE 'found %' OR instr(s.hints, char(10) || 'found ') > 0)"

    private static let selectRounds: SQL = """
        SELECT s.id, s.round, s.revision_id, s.state, s.queued_at,
            d.id, d.kind, coalesce(u.username, ''), d.reasons, d.message, d.decided_at, s.replaced_by,
            (SELECT max(again.id) FROM submission again WHERE again.reopens = s.id), coalesce(second.username, ''),
            coalesce(d.is_automatic, 0)
        FROM submission s
        LEFT JOIN decision d ON d.submission_id = s.id LEFT JOIN user u ON u.id = d.by_id
        LEFT JOIN user second ON second.id = d.second_by_id
        """

    private static func round(_ row: Row) -> Round {
        let decision: Int? = row[5]
        return Round(
            submissionID: row[0], round: row[1], revisionID: row[2],
            state: SubmissionState(rawValue: row[3]) ?? .withdrawn, queuedAt: row[4],
            decision: decision.map {
                DecisionRecord(
                    id: $0, kind: row[6], byName: row[7],
                    reasons: (row[8] as String).split(bytes: " ").map(String.init), message: row[9], at: row[10],
                    secondName: row[13], isAutomatic: row[14])
            }, replacedBy: row[11], reopenedAs: row[12])
    }

    private static let select: SQL = """
        SELECT s.id, s.case_id, s.recipe_id, s.revision_id, v.sha256, s.base_revision_id, r.live_revision_id, s.round,
            s.state, s.version, s.queued_at, s.due_at, s.hints, r.author_id, u.username, v.title, s.returns_to,
            u.display_name, r.taken_down_by, r.hidden_by,
            (SELECT group_concat(p.reporter_id, ' ') FROM report_issue i JOIN report p ON p.issue_id = i.id
                JOIN user reporter ON reporter.id = p.reporter_id
             WHERE i.kind = 'recipe' AND i.target_id = s.recipe_id AND p.measure_id IS NULL
                AND reporter.role <> 'member')
        FROM submission s JOIN revision v ON v.id = s.revision_id
            JOIN recipe r ON r.id = s.recipe_id JOIN user u ON u.id = r.author_id
        """

    private static func submission(_ row: Row) -> Submission {
        Submission(
            id: row[0], caseID: row[1], recipeID: row[2], revisionID: row[3], sha256: row[4], baseRevisionID: row[5],
            liveRevisionID: row[6], round: row[7], state: SubmissionState(rawValue: row[8]) ?? .withdrawn,
            version: row[9], queuedAt: row[10], dueAt: row[11], hints: Hint.decode(row[12]), authorID: row[13],
            authorName: row[14], title: row[15], returnsTo: row[16], authorDisplayName: row[17],
            takenDownBy: row[18], hiddenBy: row[19],
            reporterIDs: Set((row[20] as String? ?? "").split(bytes: " ").compactMap { Int($0) }))
    }
}
