// Judges submissions by the rules of automatic approval, approves those that meet them, and stores the verdicts.

import Bytes
import Database
import Food
import Security

/// The comparison of a submitted text with the public one, which is made before the transaction.
struct AutomaticComparison: Sendable {
    /// The public revision that it was compared with.
    let live: Int
    let revision: Int
    /// The parts that a moderator has to read.
    let changes: [String]
    /// The key that draws the share for moderators; authors cannot know it.
    let key: [UInt8]
}

/// An automatic approval that moderators check afterwards; times in UTC milliseconds.
struct AutomaticApproval: Sendable {
    let submission: Int
    let recipe: Int
    let title: String
    let language: String
    let author: String
    let decidedAt: Int
    let conditions: [AutomaticCondition]
    let checkedAt: Int?
}

/// How often the rules approved a text, and what moderators decided about the share that they got instead.
struct AutomaticFigures: Sendable {
    let approved: Int
    let drawn: Int
    let drawnApproved: Int
    let drawnRefused: Int
}

struct AutomaticStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Approves a submission that was just queued if it meets every condition and was not drawn for moderators. Returns
    /// whether it did.
    func judge(
        _ id: Int, _ compared: AutomaticComparison, catalogue: Catalogue, mailer: Mailer, now: Int
    ) throws -> Bool {
        guard let submission = try SubmissionStore(db).submission(id), submission.state == .queued,
            submission.revisionID == compared.revision,
            try HeldDecisionStore(db).open(.submission(id), now: now) == nil,
            try !db.exists("SELECT 1 FROM automatic_verdict WHERE submission_id = \(id)")
        else { return false }
        let conditions = AutomaticRules.conditions(try facts(submission, compared, now: now))
        let isMet = conditions.allSatisfy(\.isMet)
        // The draw depends on the public text, so submitting again draws the same.
        let name = "\(submission.recipeID) \(compared.live)"
        let isDrawn = Self.draw(name, key: compared.key) % UInt64(AutomaticRules.share) == 0
        let isSample = Self.draw("sample \(name)", key: compared.key) % UInt64(AutomaticRules.sample) == 0
        let outcome = !isMet ? "refused" : isDrawn ? "drawn" : "approved"
        try db.run(
            """
            INSERT INTO automatic_verdict (submission_id, outcome, conditions, judged_at, is_sample)
            VALUES (\(id), \(outcome), \(conditions.map(\.encoded).joined(separator: "\n")), \(now),
                \(isMet && !isDrawn && isSample))
            """)
        guard isMet, !isDrawn else { return false }
        let draft = DecisionDraft(
            kind: .approve, submission: id, revision: submission.revisionID, sha256: submission.sha256,
            base: submission.liveRevisionID, reasons: [], message: "")
        _ = try DecisionStore(db).carryOut(
            draft, submission, Deciders(first: nil, actor: .system), detail: " automatic", catalogue: catalogue,
            mailer: mailer, now: now)
        return true
    }

    /// A number that only the site can calculate.
    static func draw(_ name: String, key: [UInt8]) -> UInt64 {
        HMAC.sha256(key: key, Array(name.utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Whether moderators may approve the submission without opening it: it meets every condition of the rules. Not one
    /// that the draw gave to moderators: it shows whether they decide as the rules do.
    func isTrusted(_ submission: Submission, _ compared: AutomaticComparison, now: Int) throws -> Bool {
        let facts = try facts(submission, compared, now: now)
        return !facts.isDrawn && AutomaticRules.conditions(facts).allSatisfy(\.isMet)
    }

    /// The submissions that meet all conditions except those about their texts.
    func candidates(_ submissions: [Submission], now: Int) throws -> [Submission] {
        let possible = submissions.filter {
            $0.baseRevisionID != nil && $0.baseRevisionID == $0.liveRevisionID && $0.findings.isEmpty
        }
        guard !possible.isEmpty else { return [] }
        let facts = try facts(possible, now: now)
        return possible.filter { submission in
            guard let facts = facts[submission.id], !facts.isDrawn else { return false }
            return AutomaticRules.conditions(facts).allSatisfy(\.isMet)
        }
    }

    private func facts(_ submission: Submission, _ compared: AutomaticComparison, now: Int) throws -> AutomaticFacts {
        guard var facts = try facts([submission], now: now)[submission.id] else { throw SiteError.notFound }
        if submission.liveRevisionID != compared.live || submission.baseRevisionID != compared.live
            || submission.revisionID != compared.revision
        {
            facts.isPublic = false
        }
        facts.changes = compared.changes
        return facts
    }

    /// What is known about submissions, except for what their texts change.
    private func facts(_ submissions: [Submission], now: Int) throws -> [Int: AutomaticFacts] {
        let decided = try db.all(
            """
            SELECT u.id, d.kind, count(*) FROM user u
            CROSS JOIN recipe r ON r.id IN (SELECT own.id FROM recipe own WHERE own.author_id = u.id
                ORDER BY own.deleted_at IS NOT NULL, own.updated_at DESC, own.id DESC LIMIT \(AutomaticRules.recipes))
            CROSS JOIN decision d ON d.recipe_id = r.id
            WHERE u.id IN \(list: Array(Set(submissions.map(\.authorID))))
                AND d.decided_at > \(now - AutomaticRules.window)
                AND d.submission_id IS NOT NULL AND d.is_automatic = 0
                AND NOT EXISTS (SELECT 1 FROM submission again WHERE again.reopens = d.submission_id)
                AND NOT EXISTS (SELECT 1 FROM appeal a WHERE a.decision_id = d.id AND a.outcome = 'overturned')
            GROUP BY u.id, d.kind
            """
        ) { (author: $0[0] as Int, kind: $0[1] as String, count: $0[2] as Int) }
        let rows = try db.all(
            """
            SELECT s.id,
                (SELECT count(*) FROM measure m WHERE m.user_id = u.id
                    AND \(sql: MeasureStore.strikeUntil) > \(now) AND m.lifted_at IS NULL),
                (SELECT count(*) FROM report_issue i JOIN report p ON p.issue_id = i.id AND p.measure_id IS NULL
                    WHERE i.kind = 'recipe' AND i.target_id = r.id),
                u.role <> 'member' OR u.erased_at IS NOT NULL,
                EXISTS (SELECT 1 FROM diet_override o WHERE o.recipe_id = r.id AND o.ended_at IS NULL)
                    OR EXISTS (SELECT 1 FROM recipe_term t WHERE t.recipe_id = r.id),
                EXISTS (SELECT 1 FROM submission e WHERE e.recipe_id = r.id AND e.id < s.id
                    AND e.id > coalesce((SELECT max(d.submission_id) FROM decision d
                        WHERE d.revision_id = r.live_revision_id AND d.kind = 'approve'), 0)),
                \(sql: RecipeStore.mayBePublic),
                EXISTS (SELECT 1 FROM automatic_verdict v WHERE v.submission_id = s.id AND v.outcome = 'drawn')
            FROM submission s JOIN recipe r ON r.id = s.recipe_id JOIN user u ON u.id = r.author_id
            WHERE s.id IN \(list: submissions.map(\.id))
            """
        ) { row in
            var facts = AutomaticFacts()
            (facts.strikes, facts.reports, facts.isStaff, facts.isOverridden) = (row[1], row[2], row[3], row[4])
            (facts.isFollowUp, facts.isPublic, facts.isDrawn) = (row[5], row[6], row[7])
            return (row[0] as Int, facts)
        }
        var all = Dictionary(rows) { first, _ in first }
        for submission in submissions {
            func count(_ kind: DecisionKind) -> Int {
                decided.first { $0.author == submission.authorID && $0.kind == kind.rawValue }?.count ?? 0
            }
            all[submission.id]?.approvals = count(.approve)
            all[submission.id]?.changesRequested = count(.requestChanges)
            all[submission.id]?.rejections = count(.reject)
            all[submission.id]?.findings = submission.findings.count
        }
        return all
    }

    // MARK: Checking afterwards

    /// A page of the sample, newest first: what nobody has checked, or what was checked.
    func sample(
        isChecked: Bool, page: Int, for viewer: Int
    ) throws -> (total: Int, approvals: [AutomaticApproval]) {
        let state: SQL = isChecked ? "v.checked_at IS NOT NULL" : "v.checked_at IS NULL"
        let condition: SQL = "v.is_sample = 1 AND \(sql: state) AND r.author_id <> \(viewer)"
        let total: Int =
            try db.value(
                """
                SELECT count(*) FROM automatic_verdict v JOIN submission s ON s.id = v.submission_id
                    JOIN recipe r ON r.id = s.recipe_id
                WHERE \(sql: condition)
                """) ?? 0
        let approvals = try db.all(
            """
            SELECT v.submission_id, s.recipe_id, t.title, t.body ->> 'language', coalesce(u.display_name, u.username),
                v.judged_at, v.conditions, v.checked_at
            FROM automatic_verdict v JOIN submission s ON s.id = v.submission_id
                JOIN revision t ON t.id = s.revision_id JOIN recipe r ON r.id = s.recipe_id JOIN user u ON u.id = r.author_id
            WHERE \(sql: condition)
            ORDER BY v.submission_id DESC LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
            """
        ) { row in
            AutomaticApproval(
                submission: row[0], recipe: row[1], title: row[2], language: row[3], author: row[4], decidedAt: row[5],
                conditions: (row[6] as String).split(bytes: "\n").compactMap(AutomaticCondition.init(encoded:)),
                checkedAt: row[7])
        }
        return (total, approvals)
    }

    func figures() throws -> AutomaticFigures {
        let approved: Int = try db.value("SELECT count(*) FROM automatic_verdict WHERE outcome = 'approved'") ?? 0
        let drawn = try db.first(
            """
            SELECT count(*), coalesce(sum(s.state = 'approved'), 0),
                coalesce(sum(s.state IN ('rejected', 'changes-requested')), 0)
            FROM automatic_verdict v JOIN submission s ON s.id = v.submission_id WHERE v.outcome = 'drawn'
            """
        ) { (all: $0[0] as Int, approved: $0[1] as Int, refused: $0[2] as Int) }
        return AutomaticFigures(
            approved: approved, drawn: drawn?.all ?? 0, drawnApproved: drawn?.approved ?? 0,
            drawnRefused: drawn?.refused ?? 0)
    }

    /// Marks an approval of the sample as checked, without a row of the audit log; `false` if it is not in the sample,
    /// or was checked before.
    func mark(_ submission: Int, by moderator: Int, now: Int) throws -> Bool {
        try db.run(
            """
            UPDATE automatic_verdict SET checked_at = \(now), checked_by_id = \(moderator)
            WHERE submission_id = \(submission) AND is_sample = 1 AND checked_at IS NULL
            """) == 1
    }

    /// Marks an approval of the sample as checked, and logs that; `false` if nothing changed.
    func check(_ submission: Int, by moderator: Viewer, now: Int) throws -> Bool {
        guard try mark(submission, by: moderator.id, now: now) else { return false }
        try AuditStore(db).append(
            .init(
                action: "check-automatic", object: .submission, id: submission, from: "approved", to: "approved",
                detail: ""), by: moderator.actor, at: now)
        return true
    }
}
