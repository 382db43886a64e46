// Stores measures: what moderators, admins or the site itself decided about a recipe, a review or a member.

import Database

/// The possible measures. All but a dismissal concern the member whose thing was reported.
enum MeasureKind: String, CaseIterable, ColumnValue {
    case dismiss, warn, hide
    case takeDown = "take-down"
    case removeReview = "remove-review"
    case silence, suspend

    /// Whether it keeps a recipe from the public pages.
    var hides: Bool { self == .hide || self == .takeDown }
}

/// A stored measure; times in UTC milliseconds.
struct Measure: Sendable {
    let id: Int
    let issueID: Int
    let kind: MeasureKind
    /// The member whom it concerns.
    let userID: Int
    /// The moderator; `nil` if the site decided.
    let byID: Int?
    let isAutomatic: Bool
    let reason: String
    let text: String
    let notice: String
    let title: String
    /// When it ends and when its strike ends, as amended on appeal.
    let until: Int?
    let strikeUntil: Int?
    let decidedAt: Int
    let liftedAt: Int?
    /// The change of recipes with which an admin took the recipe down.
    let changeID: Int?
    /// What it is about: `recipe`, `review` or `user`, and its number.
    let target: (kind: String, id: Int)
}

/// A measure before it is stored.
struct MeasureDraft: Sendable {
    let kind: MeasureKind
    var reason = ""
    var text = ""
    var notice = ""
    var until: Int?
    var isStrike = false
    var isAutomatic = false
    /// The change of recipes of an admin’s takedown.
    var change: Int?
    /// The rejection whose strike it is.
    var decision: Int?
}

struct MeasureStore {
    /// How long a strike is on record.
    static let strikeLife = 180 * Milliseconds.day

    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Stores a measure and returns its number.
    func add(
        _ draft: MeasureDraft, issue: Int, user: Int, title: String, by moderator: Int?, second: Int? = nil, now: Int
    ) throws -> Int {
        try db.run(
            """
            INSERT INTO measure (issue_id, kind, user_id, by_id, second_by_id, is_automatic, reason, text, notice, title, until,
                strike_until, policy_version, decided_at, change_id, decision_id)
            VALUES (\(issue), \(draft.kind), \(user), \(moderator), \(second), \(draft.isAutomatic), \(draft.reason),
                \(draft.text), \(draft.notice), \(title), \(draft.until),
                \(draft.isStrike ? now + Self.strikeLife : nil), \(Policy.version), \(now), \(draft.change),
                \(draft.decision))
            """)
        return db.lastInsertID
    }

    /// Ends a measure; false if it was ended before, or was a moderator's and only the site's end.
    @discardableResult
    func markLifted(_ id: Int, onlyAutomatic: Bool = false, now: Int) throws -> Bool {
        try db.run(
            """
            UPDATE measure SET lifted_at = \(now)
            WHERE id = \(id) AND lifted_at IS NULL AND is_automatic >= \(onlyAutomatic)
            """) == 1
    }

    /// Ends the measure of an admin's takedown of a recipe, and returns its number.
    @discardableResult
    func markLifted(change: Int, recipe: Int, now: Int) throws -> Int? {
        try db.value(
            """
            UPDATE measure SET lifted_at = \(now)
            WHERE change_id = \(change) AND lifted_at IS NULL
                AND issue_id = (SELECT id FROM report_issue WHERE kind = 'recipe' AND target_id = \(recipe))
            RETURNING id
            """)
    }

    /// The rule and the facts of the last takedown of a recipe by an admin.
    func takedown(ofRecipe recipe: Int) throws -> (rule: String, text: String)? {
        try db.first(
            """
            SELECT m.reason, m.text FROM measure m JOIN report_issue i ON i.id = m.issue_id
            WHERE i.kind = 'recipe' AND i.target_id = \(recipe) AND m.change_id IS NOT NULL ORDER BY m.id DESC LIMIT 1
            """
        ) { ($0[0], $0[1]) }
    }

    /// The measure of an admin's takedown of a recipe.
    func takedown(change: Int, recipe: Int) throws -> Int? {
        try db.value(
            """
            SELECT m.id FROM measure m JOIN report_issue i ON i.id = m.issue_id
            WHERE m.change_id = \(change) AND i.kind = 'recipe' AND i.target_id = \(recipe)
            """)
    }

    /// Ends the strike of a rejection that does not hold any more.
    func liftStrike(ofDecision decision: Int, now: Int) throws {
        try db.run("UPDATE measure SET lifted_at = \(now) WHERE decision_id = \(decision) AND lifted_at IS NULL")
    }

    /// The suspension of a member that was neither lifted nor replaced; it may have run out.
    func suspension(_ user: Int) throws -> Int? {
        try db.value(
            """
            SELECT id FROM measure WHERE user_id = \(user) AND kind = 'suspend' AND lifted_at IS NULL
            ORDER BY id DESC LIMIT 1
            """)
    }

    func measure(_ id: Int) throws -> Measure? {
        try db.first("\(sql: Self.select) WHERE m.id = \(id)", Self.row)
    }

    /// The measures of an issue, newest first; at most 50.
    func measures(ofIssue issue: Int) throws -> [Measure] {
        try db.all("\(sql: Self.select) WHERE m.issue_id = \(issue) ORDER BY m.id DESC LIMIT 50", Self.row)
    }

    /// The measures that concern a member, newest first; at most 50.
    func measures(ofUser user: Int) throws -> [Measure] {
        try db.all(
            """
            \(sql: Self.select) WHERE m.user_id = \(user) AND m.kind <> 'dismiss' ORDER BY m.id DESC LIMIT 50
            """, Self.row)
    }

    /// The number of a member's strikes that count.
    func strikes(_ user: Int, now: Int) throws -> Int {
        try db.value(
            """
            SELECT count(*) FROM measure m
            WHERE m.user_id = \(user) AND \(sql: Self.strikeUntil) > \(now) AND m.lifted_at IS NULL
            """) ?? 0
    }

    /// Until when a member may write no reviews, answers and reports; `nil` if they may.
    func silence(_ user: Int, now: Int) throws -> Int? {
        try db.value(
            """
            SELECT max(\(sql: Self.until)) FROM measure m
            WHERE m.user_id = \(user) AND m.kind = 'silence' AND \(sql: Self.until) > \(now) AND m.lifted_at IS NULL
            """)
    }

    /// Throws if the member may write no reviews, answers and reports.
    func checkNotSilenced(_ user: Int, now: Int) throws {
        if try silence(user, now: now) != nil { throw SiteError.forbidden(.silenced) }
    }

    /// When the strike of the measure `m` ends; NULL if it has none, or if the decision on an appeal took it back.
    static let strikeUntil: SQL = """
        iif(EXISTS (SELECT 1 FROM appeal a WHERE a.measure_id = m.id AND a.side = 'author' AND a.strike_removed = 1)
            OR EXISTS (SELECT 1 FROM appeal a
                WHERE a.decision_id = m.decision_id AND a.side = 'author' AND a.strike_removed = 1),
            NULL, m.strike_until)
        """

    /// When the measure `m` ends; the decision on an appeal can set an earlier end.
    static let until: SQL =
        "coalesce((SELECT a.until FROM appeal a WHERE a.measure_id = m.id AND a.side = 'author'), m.until)"

    private static let select: SQL = """
        SELECT m.id, m.issue_id, m.kind, m.user_id, m.by_id, m.is_automatic, m.reason, m.text, m.notice, m.title,
            \(sql: until), \(sql: strikeUntil), m.decided_at, m.lifted_at, m.change_id, i.kind, i.target_id
        FROM measure m JOIN report_issue i ON i.id = m.issue_id
        """

    private static func row(_ row: Row) -> Measure {
        Measure(
            id: row[0], issueID: row[1], kind: row[2], userID: row[3], byID: row[4], isAutomatic: row[5],
            reason: row[6], text: row[7], notice: row[8], title: row[9], until: row[10], strikeUntil: row[11],
            decidedAt: row[12], liftedAt: row[13], changeID: row[14], target: (kind: row[15], id: row[16]))
    }
}

extension ErrorReason {
    static let silenced = ErrorReason("silenced")
}
