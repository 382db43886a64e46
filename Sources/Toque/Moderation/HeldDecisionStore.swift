// Stores decisions that take effect when a second moderator agrees: about submissions and about issues of reports.

import Bytes
import Database

/// Why two people decide.
enum HoldCause: String, CaseIterable, ColumnValue {
    /// The author is a moderator or admin.
    case staff
    /// A moderator set a diet or allergen of the recipe.
    case override
    /// Many members keep the recipe.
    case popular
}

/// What became of a held decision.
enum HoldOutcome: String, CaseIterable, ColumnValue {
    case agreed, disagreed
    /// Its moderator took it back.
    case withdrawn
    /// The submission or the issue ended in another way.
    case dropped
}

/// A proposed decision; times in UTC milliseconds.
struct HeldDecision: Sendable {
    let id: Int
    let submissionID: Int?
    let issueID: Int?
    /// `approve`, `reject` or `take-down`.
    let kind: String
    let cause: HoldCause
    /// Who proposed it; `nil` if the account was erased.
    let byID: Int?
    let byName: String
    let reasons: [String]
    let message: String
    let notice: String
    let isStrike: Bool
    let heldAt: Int
    let outcome: HoldOutcome?
    let secondName: String
    let note: String
    let closedAt: Int?
}

/// A proposal before it is stored.
struct HeldDraft: Sendable {
    let kind: String
    let cause: HoldCause
    var reasons: [String] = []
    var message = ""
    var notice = ""
    var isStrike = false
}

enum HeldDecisionRules {
    /// The maximum length of a note of disagreement, in characters.
    static let noteLength = 2_000
    /// A recipe is popular if at least this many members keep it as a favourite.
    static let popularFavourites = 10
}

struct HeldDecisionStore {
    /// What a decision is held about.
    enum Target {
        case submission(Int)
        case issue(Int)

        fileprivate var condition: SQL {
            switch self {
            case .submission(let id): "h.submission_id = \(id)"
            case .issue(let id): "h.issue_id = \(id)"
            }
        }

        fileprivate var columns: (submission: Int?, issue: Int?) {
            switch self {
            case .submission(let id): (id, nil)
            case .issue(let id): (nil, id)
            }
        }

        fileprivate var object: (AuditEntry.Object, id: Int) {
            switch self {
            case .submission(let id): (.submission, id)
            case .issue(let id): (.issue, id)
            }
        }

        /// The state of the target while a decision is held.
        fileprivate var state: String {
            switch self {
            case .submission: "queued"
            case .issue: "open"
            }
        }
    }

    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The proposal that waits for a second moderator. One whose moderator may no longer decide waits for nobody.
    func open(_ target: Target, now: Int) throws -> HeldDecision? {
        try db.first("\(sql: Self.select) WHERE \(sql: target.condition) AND \(sql: Self.isOpen(now))", Self.row)
    }

    /// All proposals about a target, newest first; at most 20.
    func all(_ target: Target) throws -> [HeldDecision] {
        try db.all("\(sql: Self.select) WHERE \(sql: target.condition) ORDER BY h.id DESC LIMIT 20", Self.row)
    }

    /// Which of these submissions wait for a second moderator, and who proposed the decision.
    func waiting(_ submissions: [Int], now: Int) throws -> [Int: Int] {
        let rows = try db.all(
            """
            SELECT h.submission_id, h.by_id FROM held_decision h
            WHERE h.submission_id IN \(list: submissions) AND \(sql: Self.isOpen(now))
            """
        ) { ($0[0] as Int, $0[1] as Int) }
        return Dictionary(rows) { first, _ in first }
    }

    /// Whether a user other than these can decide, who has not reported the recipe or what the issue is about.
    func hasAnother(than users: [Int], for target: Target, now: Int) throws -> Bool {
        let (submission, issue) = target.columns
        return try db.exists(
            """
            SELECT 1 FROM user m WHERE m.id NOT IN \(list: users) AND \(sql: Self.mayDecide(now))
                AND NOT EXISTS (SELECT 1 FROM report r JOIN report_issue i ON i.id = r.issue_id
                    WHERE r.reporter_id = m.id AND r.measure_id IS NULL
                        AND (i.id = \(issue) OR i.kind = 'recipe'
                            AND i.target_id = (SELECT recipe_id FROM submission WHERE id = \(submission))))
            """)
    }

    /// Stores a proposal and returns its number.
    func hold(_ draft: HeldDraft, _ target: Target, by moderator: Viewer, now: Int) throws -> Int {
        try drop(target, now: now)
        try db.run(
            """
            INSERT INTO held_decision (submission_id, issue_id, kind, cause, by_id, reasons, message, notice, is_strike,
                held_at)
            VALUES (\(target.columns.submission), \(target.columns.issue), \(draft.kind), \(draft.cause),
                \(moderator.id), \(draft.reasons.joined(separator: " ")), \(draft.message), \(draft.notice),
                \(draft.isStrike), \(now))
            """)
        let id = db.lastInsertID
        try log("hold", target, "held \(id) \(draft.kind) because \(draft.cause.rawValue)", by: moderator.actor, now)
        return id
    }

    /// Ends a proposal that another moderator agreed with; the decision itself writes the row of the log.
    func agree(_ held: HeldDecision, second: Int, now: Int) throws {
        try close(held, .agreed, second: second, note: "", now: now)
    }

    /// Ends a proposal: its moderator takes it back, or another one disagrees. The submission or issue waits again.
    func end(_ held: HeldDecision, note: String, by moderator: Viewer, now: Int) throws {
        let outcome: HoldOutcome = held.byID == moderator.id ? .withdrawn : .disagreed
        try close(held, outcome, second: outcome == .withdrawn ? nil : moderator.id, note: note, now: now)
        let target: Target? = held.submissionID.map { .submission($0) } ?? held.issueID.map { .issue($0) }
        guard let target else { return }
        try log(
            outcome == .withdrawn ? "withdraw-hold" : "disagree", target, "held \(held.id)", by: moderator.actor, now)
    }

    /// Ends the proposal about a submission or issue that ended in another way, if there is one.
    func drop(_ target: Target, now: Int) throws {
        try db.run(
            """
            UPDATE held_decision AS h SET outcome = \(HoldOutcome.dropped), closed_at = \(now)
            WHERE \(sql: target.condition) AND h.outcome IS NULL
            """)
    }

    private func close(_ held: HeldDecision, _ outcome: HoldOutcome, second: Int?, note: String, now: Int) throws {
        let changed = try db.run(
            """
            UPDATE held_decision SET outcome = \(outcome), second_by_id = \(second), note = \(note), closed_at = \(now)
            WHERE id = \(held.id) AND outcome IS NULL
            """)
        guard changed == 1 else { throw SiteError.conflict(.notHeld) }
    }

    private func log(_ action: String, _ target: Target, _ detail: String, by actor: Actor, _ now: Int) throws {
        try AuditStore(db).append(
            .init(
                action: action, object: target.object.0, id: target.object.id, from: target.state, to: target.state,
                detail: detail), by: actor, at: now)
    }

    private static func isOpen(_ now: Int) -> SQL {
        "h.outcome IS NULL AND EXISTS (SELECT 1 FROM user m WHERE m.id = h.by_id AND \(sql: mayDecide(now)))"
    }

    /// Whether the user `m` is a moderator or admin who is neither suspended nor leaving.
    private static func mayDecide(_ now: Int) -> SQL {
        """
        m.role <> 'member' AND m.erased_at IS NULL AND coalesce(m.suspended_until, 0) <= \(now)
            AND \(sql: AccountSQL.isHere("m.id"))
        """
    }

    private static let select: SQL = """
        SELECT h.id, h.submission_id, h.issue_id, h.kind, h.cause, h.by_id, coalesce(u.username, ''), h.reasons,
            h.message, h.notice, h.is_strike, h.held_at, h.outcome, coalesce(second.username, ''), h.note, h.closed_at
        FROM held_decision h LEFT JOIN user u ON u.id = h.by_id LEFT JOIN user second ON second.id = h.second_by_id
        """

    private static func row(_ row: Row) -> HeldDecision {
        HeldDecision(
            id: row[0], submissionID: row[1], issueID: row[2], kind: row[3], cause: row[4], byID: row[5],
            byName: row[6], reasons: (row[7] as String).split(bytes: " ").map { String($0) }, message: row[8],
            notice: row[9], isStrike: row[10], heldAt: row[11],
            outcome: row[12], secondName: row[13], note: row[14],
            closedAt: row[15])
    }
}

extension ErrorReason {
    static let notHeld = ErrorReason("not-held")
    static let ownProposal = ErrorReason("own-proposal")
    static let proposerReported = ErrorReason("proposer-reported")
}
