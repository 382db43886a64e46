// Stores appeals: one for each side of a decision, decided by somebody who was not part of it.

import Bytes
import Database

/// A decision that can be appealed, as its member may read it; times in UTC milliseconds.
struct AppealedDecision: Sendable {
    let kind: AppealKind
    /// The number in the address of its page.
    let id: Int
    let decisionID: Int?
    let measureID: Int?
    let userID: Int
    let byID: Int?
    let title: String
    let recipeID: Int?
    /// A key of `decision.KEY` or `measure.KEY`.
    let outcome: String
    let reasons: [String]
    let text: String
    let notice: String
    let isAutomatic: Bool
    /// Whether the pre-screen had marked passages of the text.
    var isScreened = false
    let until: Int?
    let strikeUntil: Int?
    let decidedAt: Int
    let liftedAt: Int?
}

/// A stored appeal.
struct Appeal: Sendable {
    let id: Int
    let decisionID: Int?
    let measureID: Int?
    let side: String
    let userID: Int
    let username: String
    let text: String
    let createdAt: Int
    /// `upheld`, `overturned` or `amended`; `nil` while it waits.
    let outcome: String?
    /// Whether the decision on the appeal took the strike back, and the earlier end that it set.
    let isStrikeRemoved: Bool
    let until: Int?
    let answer: String
    let byName: String?
    let decidedAt: Int?
    let title: String
    /// Whether the first decision was a rejection, and which measure otherwise.
    let measure: MeasureKind?
    /// The members who were part of the decision.
    let firstBy: Int?
    let ownerID: Int
    /// The moderator who agreed with the decision.
    let secondBy: Int?
    /// When the strike and the suspension or silence of a decision that was not lifted end; `nil` for a reporter's appeal.
    let strikeEnds: Int?
    let termEnds: Int?

    /// What the decision on the appeal can make milder.
    func amendable(now: Int) -> Amendable {
        func lasting(_ end: Int?) -> Int? { end.flatMap { $0 > now ? $0 : nil } }
        return Amendable(strikeUntil: lasting(strikeEnds), until: lasting(termEnds))
    }

    /// Whether the user is one of the moderators who made the decision.
    func isDecided(by user: Int) -> Bool { firstBy == user || secondBy == user }
}

struct AppealStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    // The decisions

    /// A decision about the member, or the dismissal of their report; `nil` for anything else.
    func appealed(_ kind: AppealKind, _ id: Int, by user: Int) throws -> AppealedDecision? {
        switch kind {
        case .decision: try rejection(id, user)
        case .measure:
            try MeasureStore(db).measure(id).flatMap {
                $0.userID == user && $0.kind != .dismiss ? appealed($0, .measure, id, by: user) : nil
            }
        case .report: try dismissal(id, user)
        }
    }

    private func dismissal(_ report: Int, _ user: Int) throws -> AppealedDecision? {
        let id: Int? = try db.value(
            "SELECT measure_id FROM report WHERE id = \(report) AND reporter_id = \(user)")
        guard let id, let measure = try MeasureStore(db).measure(id), measure.kind == .dismiss else { return nil }
        return appealed(measure, .report, report, by: user)
    }

    func appealed(_ measure: Measure, _ kind: AppealKind, _ id: Int, by user: Int) -> AppealedDecision {
        AppealedDecision(
            kind: kind, id: id, decisionID: nil, measureID: measure.id, userID: user, byID: measure.byID,
            title: measure.title, recipeID: measure.target.kind == "recipe" ? measure.target.id : nil,
            outcome: measure.kind.rawValue, reasons: measure.reason.isEmpty ? [] : [measure.reason],
            text: measure.text, notice: measure.notice, isAutomatic: measure.isAutomatic, until: measure.until,
            strikeUntil: measure.strikeUntil, decidedAt: measure.decidedAt, liftedAt: measure.liftedAt)
    }

    private func rejection(_ id: Int, _ user: Int) throws -> AppealedDecision? {
        try db.first(
            """
            SELECT d.by_id, v.title, d.recipe_id, d.reasons, d.message, d.decided_at,
                \(sql: SubmissionStore.hasFindings),
                (SELECT \(sql: MeasureStore.strikeUntil) FROM measure m WHERE m.decision_id = d.id)
            FROM decision d JOIN recipe r ON r.id = d.recipe_id JOIN revision v ON v.id = d.revision_id
                JOIN submission s ON s.id = d.submission_id
            WHERE d.id = \(id) AND d.kind = 'reject' AND r.author_id = \(user)
                AND NOT EXISTS (SELECT 1 FROM submission again WHERE again.reopens = d.submission_id)
            """
        ) { row in
            AppealedDecision(
                kind: .decision, id: id, decisionID: id, measureID: nil, userID: user, byID: row[0], title: row[1],
                recipeID: row[2], outcome: DecisionKind.reject.rawValue,
                reasons: (row[3] as String).split(bytes: " ").map { String($0) }, text: row[4], notice: "",
                isAutomatic: false, isScreened: row[6], until: nil, strikeUntil: row[7], decidedAt: row[5],
                liftedAt: nil)
        }
    }

    func submission(ofDecision id: Int) throws -> Int? {
        try db.value("SELECT submission_id FROM decision WHERE id = \(id)")
    }

    // Appeals

    func appeal(_ decision: AppealedDecision) throws -> Appeal? {
        try db.first(
            """
            \(sql: Self.select) WHERE a.side = \(decision.kind.side)
                AND (a.decision_id = \(decision.decisionID) OR a.measure_id = \(decision.measureID))
            """, Self.row)
    }

    func appeal(_ id: Int) throws -> Appeal? { try db.first("\(sql: Self.select) WHERE a.id = \(id)", Self.row) }

    /// Stores an appeal.
    func add(_ text: String, against decision: AppealedDecision, by member: Viewer, now: Int) throws {
        try db.run(
            """
            INSERT INTO appeal (decision_id, measure_id, side, user_id, text, created_at)
            VALUES (\(decision.decisionID), \(decision.measureID), \(decision.kind.side), \(member.id), \(text), \(now))
            """)
        let what = decision.decisionID.map { "decision \($0)" } ?? "measure \(decision.measureID ?? 0)"
        try AuditStore(db).append(
            .init(action: "appeal", object: .appeal, id: db.lastInsertID, from: "none", to: "open", detail: what),
            by: member.actor, at: now)
    }

    /// An appeal as a moderator reads it; `nil` for its sides and those who reported.
    func appeal(_ id: Int, for moderator: Int) throws -> Appeal? {
        try db.first("\(sql: Self.select) WHERE a.id = \(id) AND \(sql: Self.isOutside(moderator))", Self.row)
    }

    /// How many appeals the lists have for a moderator.
    func counts(for moderator: Int) throws -> (open: Int, closed: Int) {
        let rows = try db.all(
            """
            SELECT a.outcome IS NULL, count(*) FROM \(sql: Self.tables)
            WHERE \(sql: Self.isOutside(moderator)) GROUP BY a.outcome IS NULL
            """
        ) { ($0[0] as Bool, $0[1] as Int) }
        let counts = Dictionary(rows) { first, _ in first }
        return (counts[true] ?? 0, counts[false] ?? 0)
    }

    /// A page of the appeals that wait, oldest first, or of the decided ones, newest first; without those of which the
    /// moderator is a side.
    func list(isOpen: Bool, page: Int, for moderator: Int) throws -> [Appeal] {
        let outside = Self.isOutside(moderator)
        let part: SQL =
            isOpen
            ? "a.outcome IS NULL AND \(sql: outside) ORDER BY a.created_at, a.id"
            : "a.outcome IS NOT NULL AND \(sql: outside) ORDER BY a.decided_at DESC, a.id DESC"
        return try db.all(
            "\(sql: Self.select) WHERE \(sql: part) LIMIT \(Paging.size) OFFSET \(Paging.offset(page))", Self.row)
    }

    /// Whether the moderator was part of the decision, or is one of its sides.
    func isPart(_ moderator: Int, of appeal: Appeal) throws -> Bool {
        if [appeal.firstBy, appeal.secondBy, appeal.ownerID, appeal.userID].contains(moderator) { return true }
        guard let measure = appeal.measureID else { return false }
        return try db.exists(
            "SELECT 1 FROM report WHERE measure_id = \(measure) AND reporter_id = \(moderator)")
    }

    /// Records the decision; false if another moderator was faster.
    func decide(_ appeal: Appeal, _ ruling: AppealRuling, answer: String, by moderator: Viewer, now: Int) throws -> Bool
    {
        let amendment = ruling.amendment ?? Amendment()
        let changed = try db.run(
            """
            UPDATE appeal SET outcome = \(ruling.outcome), by_id = \(moderator.id), answer = \(answer),
                decided_at = \(now), strike_removed = \(amendment.removesStrike), until = \(amendment.until)
            WHERE id = \(appeal.id) AND outcome IS NULL
            """)
        guard changed == 1 else { return false }
        try AuditStore(db).append(
            .init(
                action: ruling.action, object: .appeal, id: appeal.id, from: "open", to: ruling.outcome,
                detail: amendment.detail), by: moderator.actor, at: now)
        return true
    }

    private static let select: SQL = """
        SELECT a.id, a.decision_id, a.measure_id, a.side, a.user_id, u.username, a.text, a.created_at, a.outcome,
            a.answer, b.username, a.decided_at, coalesce(m.title, v.title, ''), m.kind,
            coalesce(m.by_id, d.by_id), coalesce(m.user_id, r.author_id),
            coalesce(m.second_by_id, d.second_by_id), a.strike_removed, a.until,
            (SELECT \(sql: MeasureStore.strikeUntil) FROM measure m
                WHERE (m.id = a.measure_id OR m.decision_id = a.decision_id) AND m.lifted_at IS NULL
                    AND a.side = 'author'),
            iif(a.side = 'author' AND m.lifted_at IS NULL, \(sql: MeasureStore.until), NULL)
        FROM \(sql: tables) JOIN user u ON u.id = a.user_id LEFT JOIN user b ON b.id = a.by_id
        LEFT JOIN revision v ON v.id = d.revision_id
        """
    private static let tables: SQL = """
        appeal a LEFT JOIN measure m ON m.id = a.measure_id LEFT JOIN decision d ON d.id = a.decision_id
        LEFT JOIN recipe r ON r.id = d.recipe_id
        """

    /// Whether a moderator neither appealed, nor is the member of the decision, nor sent a report that it answered. The
    /// others must not learn who reported.
    private static func isOutside(_ moderator: Int) -> SQL {
        """
        a.user_id <> \(moderator) AND coalesce(m.user_id, r.author_id) <> \(moderator)
            AND NOT EXISTS (SELECT 1 FROM report p WHERE p.measure_id = a.measure_id AND p.reporter_id = \(moderator))
        """
    }

    private static func row(_ row: Row) -> Appeal {
        Appeal(
            id: row[0], decisionID: row[1], measureID: row[2], side: row[3], userID: row[4], username: row[5],
            text: row[6], createdAt: row[7], outcome: row[8], isStrikeRemoved: row[17], until: row[18], answer: row[9],
            byName: row[10], decidedAt: row[11], title: row[12], measure: row[13], firstBy: row[14], ownerID: row[15],
            secondBy: row[16],
            strikeEnds: row[19], termEnds: row[20])
    }
}
