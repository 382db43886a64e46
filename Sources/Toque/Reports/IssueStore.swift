// Stores reports, and the issues that gather all reports about one thing.

import Database

/// All reports about one thing.
struct ReportIssue: Sendable {
    let id: Int
    let kind: ReportKind
    let targetID: Int
    /// Whose thing it is.
    let userID: Int
    let username: String
    let isOpen: Bool
    let version: Int
    let weight: Double
    /// UTC milliseconds.
    let changedAt: Int
}

/// A report as moderators and its reporter see it.
struct StoredReport: Sendable {
    let id: Int
    let issueID: Int
    let reporterID: Int
    let reporter: String
    let reason: String
    let text: String
    let createdAt: Int
    /// The measure that answered it, what it was, and whether it was lifted.
    let measureID: Int?
    let outcome: MeasureKind?
    let isLifted: Bool
    let kind: ReportKind
    let targetID: Int
    let title: String?
}

/// How often a member's reports were upheld and dismissed.
struct ReporterRecord: Sendable {
    let upheld: Int
    let dismissed: Int
}

/// How many issues there are of each kind.
struct IssueCounts: Sendable {
    var open: [ReportKind: Int] = [:]
    var closed: [ReportKind: Int] = [:]

    /// The number of one kind, or of all.
    func count(isOpen: Bool, kind: ReportKind? = nil) -> Int {
        let counts = isOpen ? open : closed
        return kind.map { counts[$0] ?? 0 } ?? counts.values.reduce(0, +)
    }
}

/// A report as sent.
struct ReportDraft: Sendable {
    let target: ReportTarget
    let reason: ReportReason
    let text: String
}

enum ReportOutcome: Equatable, Sendable {
    case added(issue: Int, weight: Double)
    /// The member reported the same already.
    case known
    /// Moderators dismissed this reason, and the thing has not changed since.
    case dismissedBefore
}

struct IssueStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Whether many members keep the recipe as a favourite.
    func isPopular(recipe: Int) throws -> Bool {
        let count: Int =
            try db.value(
                """
                SELECT count(*) FROM (SELECT 1 FROM favourite WHERE recipe_id = \(recipe)
                    LIMIT \(HeldDecisionRules.popularFavourites))
                """) ?? 0
        return count >= HeldDecisionRules.popularFavourites
    }

    /// Which of these recipes many members keep as a favourite.
    func popular(_ recipes: [Int]) throws -> Set<Int> {
        Set(
            try db.all(
                """
                SELECT recipe_id FROM favourite WHERE recipe_id IN \(list: recipes)
                GROUP BY recipe_id HAVING count(*) >= \(HeldDecisionRules.popularFavourites)
                """
            ) { $0[0] as Int })
    }

    // Reports

    func report(_ draft: ReportDraft, by reporter: Viewer, now: Int) throws -> ReportOutcome {
        let target = draft.target
        let issue: Int? = try db.value(
            "SELECT id FROM report_issue WHERE kind = \(target.kind.rawValue) AND target_id = \(target.id)")
        if let issue {
            if try isKnown(draft, issue, by: reporter.id) { return .known }
            if try isDismissed(draft, issue) { return .dismissedBefore }
        }
        let id = try issue ?? open(target, now: now)
        try db.run(
            """
            INSERT INTO report (issue_id, reporter_id, reason, text, target_sha256, weight, created_at)
            VALUES (\(id), \(reporter.id), \(draft.reason.rawValue), \(draft.text), \(target.sha256),
                \(try weight(reporter.id)), \(now))
            """)
        let before: String = try db.value("SELECT state FROM report_issue WHERE id = \(id)") ?? "open"
        let sum: Double =
            try db.value(
                """
                SELECT sum(weight) FROM (SELECT max(weight) AS weight FROM report
                    WHERE issue_id = \(id) AND measure_id IS NULL GROUP BY reporter_id)
                """) ?? 0
        try db.run(
            """
            UPDATE report_issue SET state = 'open', version = version + 1, weight = \(sum), changed_at = \(now)
            WHERE id = \(id)
            """)
        try AuditStore(db).append(
            .init(
                action: "report", object: .issue, id: id, from: issue == nil ? "none" : before, to: "open",
                detail: "\(target.kind.rawValue) \(target.id) \(draft.reason.rawValue)"), by: reporter.actor, at: now)
        return .added(issue: id, weight: sum)
    }

    /// The open issue about a recipe.
    func open(recipe: Int) throws -> ReportIssue? {
        try db.first(
            "\(sql: Self.select) WHERE i.kind = 'recipe' AND i.target_id = \(recipe) AND i.state = 'open'", Self.row)
    }

    /// Opens an issue without a report, for a moderator who decides it in the same transaction.
    func open(_ target: ReportTarget, by moderator: Viewer, now: Int) throws -> Int {
        let closed: Int? = try db.value(
            "SELECT id FROM report_issue WHERE kind = \(target.kind.rawValue) AND target_id = \(target.id)")
        let id = try closed ?? open(target, now: now)
        try db.run(
            "UPDATE report_issue SET state = 'open', version = version + 1, changed_at = \(now) WHERE id = \(id)")
        try AuditStore(db).append(
            .init(
                action: "open", object: .issue, id: id, from: closed == nil ? "none" : "closed", to: "open",
                detail: "\(target.kind.rawValue) \(target.id)"), by: moderator.actor, at: now)
        return id
    }

    private func open(_ target: ReportTarget, now: Int) throws -> Int {
        try db.run(
            """
            INSERT INTO report_issue (kind, target_id, user_id, state, weight, changed_at)
            VALUES (\(target.kind.rawValue), \(target.id), \(target.userID), 'open', 0.0, \(now))
            """)
        return db.lastInsertID
    }

    private func isKnown(_ draft: ReportDraft, _ issue: Int, by reporter: Int) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM report WHERE issue_id = \(issue) AND reporter_id = \(reporter)
                AND reason = \(draft.reason.rawValue)
                AND (target_sha256 = \(draft.target.sha256) OR measure_id IS NULL)
            """)
    }

    private func isDismissed(_ draft: ReportDraft, _ issue: Int) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM report r JOIN measure m ON m.id = r.measure_id
            WHERE r.issue_id = \(issue) AND r.reason = \(draft.reason.rawValue)
                AND r.target_sha256 = \(draft.target.sha256) AND m.kind = 'dismiss' AND m.lifted_at IS NULL
            """)
    }

    /// Whether moderators dismissed reports, for any reason, of what the thing says now.
    func isDismissed(_ issue: Int, sha256: String) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM report r JOIN measure m ON m.id = r.measure_id
            WHERE r.issue_id = \(issue) AND r.target_sha256 = \(sha256) AND m.kind = 'dismiss'
                AND m.lifted_at IS NULL
            """)
    }

    private func weight(_ reporter: Int) throws -> Double {
        let record = try record(reporter)
        return ReportRules.weight(
            upheld: record.upheld, dismissed: record.dismissed,
            isConfirmed: try AccountStore(db).isEmailConfirmed(user: reporter))
    }

    func record(_ reporter: Int) throws -> ReporterRecord {
        try records([reporter])[reporter] ?? ReporterRecord(upheld: 0, dismissed: 0)
    }

    /// The records of members, by their number; without those of whom no report was answered.
    func records(_ reporters: [Int]) throws -> [Int: ReporterRecord] {
        let rows = try db.all(
            """
            SELECT r.reporter_id, sum(m.kind <> 'dismiss'), sum(m.kind = 'dismiss')
            FROM report r JOIN measure m ON m.id = r.measure_id
            WHERE r.reporter_id IN \(list: reporters) AND m.lifted_at IS NULL GROUP BY r.reporter_id
            """
        ) { ($0[0] as Int, ReporterRecord(upheld: $0[1], dismissed: $0[2])) }
        return Dictionary(rows) { first, _ in first }
    }

    // Issues

    func issue(_ id: Int) throws -> ReportIssue? { try db.first("\(sql: Self.select) WHERE i.id = \(id)", Self.row) }

    /// An issue as a moderator reads it; `nil` if it is about the moderator.
    func issue(_ id: Int, for moderator: Int) throws -> ReportIssue? {
        try db.first("\(sql: Self.select) WHERE i.id = \(id) AND i.user_id <> \(moderator)", Self.row)
    }

    /// Those of several issues that are open and of one kind, without those about the moderator.
    func open(_ ids: [Int], kind: ReportKind?, for moderator: Int) throws -> [ReportIssue] {
        try db.all(
            """
            \(sql: Self.select) WHERE i.id IN \(list: ids) AND i.state = 'open' AND i.kind IS \(kind?.rawValue)
                AND i.user_id <> \(moderator)
            ORDER BY i.id
            """, Self.row)
    }

    /// A page of open issues, heaviest first, or of closed ones, newest first; of one kind or of all, and without those
    /// about the moderator.
    func list(isOpen: Bool, kind: ReportKind?, page: Int, for moderator: Int) throws -> [ReportIssue] {
        let condition: SQL = kind.map { "i.kind = \($0.rawValue)" } ?? "TRUE"
        // Closed ones have no weight, so their order is the index backwards.
        let order: SQL = isOpen ? "i.weight DESC, i.id" : "i.weight, i.id DESC"
        return try db.all(
            """
            \(sql: Self.select) WHERE i.state = \(isOpen ? "open" : "closed") AND i.user_id <> \(moderator)
                AND \(sql: condition)
            ORDER BY \(sql: order) LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
            """, Self.row)
    }

    /// The numbers of open and closed issues of each kind that the lists have for a moderator.
    func counts(for moderator: Int) throws -> IssueCounts {
        let rows = try db.all(
            """
            SELECT state = 'open', kind, count(*) - (SELECT count(*) FROM report_issue own
                WHERE own.user_id = \(moderator) AND own.state = i.state AND own.kind = i.kind)
            FROM report_issue i GROUP BY state, kind
            """
        ) {
            (isOpen: $0[0] as Bool, kind: ReportKind(rawValue: $0[1]), count: $0[2] as Int)
        }
        return rows.reduce(into: IssueCounts()) { counts, row in
            guard let kind = row.kind else { return }
            if row.isOpen { counts.open[kind] = row.count } else { counts.closed[kind] = row.count }
        }
    }

    /// How many reports of issues have which reason, by the number of the issue: of those that wait, or of all.
    func reasons(ofIssues issues: [Int], waiting: Bool) throws -> [Int: [String: Int]] {
        let condition: SQL = waiting ? "measure_id IS NULL" : "TRUE"
        let rows = try db.all(
            """
            SELECT issue_id, reason, count(*) FROM report
            WHERE issue_id IN \(list: issues) AND \(sql: condition) GROUP BY issue_id, reason
            """
        ) { (issue: $0[0] as Int, reason: $0[1] as String, count: $0[2] as Int) }
        return rows.reduce(into: [:]) { $0[$1.issue, default: [:]][$1.reason] = $1.count }
    }

    /// A page of the reports of an issue as a moderator reads them, newest first, and their total number. One who
    /// reported it too sees only their own.
    func reports(ofIssue issue: Int, page: Int, for moderator: Int) throws -> (total: Int, reports: [StoredReport]) {
        let seen: SQL = """
            r.issue_id = \(issue) AND (r.reporter_id = \(moderator)
                OR NOT EXISTS (SELECT 1 FROM report own
                    WHERE own.issue_id = \(issue) AND own.reporter_id = \(moderator)))
            """
        let total: Int = try db.value("SELECT count(*) FROM report r WHERE \(sql: seen)") ?? 0
        let reports = try db.all(
            """
            \(sql: Self.selectReports) WHERE \(sql: seen)
            ORDER BY r.id DESC LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
            """, Self.report)
        return (total, reports)
    }

    /// The reports of a member, newest first; at most 50.
    func reports(by reporter: Int) throws -> [StoredReport] {
        try db.all(
            "\(sql: Self.selectReports) WHERE r.reporter_id = \(reporter) ORDER BY r.id DESC LIMIT 50", Self.report)
    }

    func report(_ id: Int, by reporter: Int) throws -> StoredReport? {
        try db.first("\(sql: Self.selectReports) WHERE r.id = \(id) AND r.reporter_id = \(reporter)", Self.report)
    }

    /// Whether a report of the member waits in the issue.
    func hasReported(_ issue: Int, _ reporter: Int) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM report WHERE issue_id = \(issue) AND reporter_id = \(reporter) AND measure_id IS NULL
            """)
    }

    /// Closes an issue with a measure that answers all waiting reports. Returns the reporters.
    func close(_ issue: ReportIssue, measure: Int, now: Int) throws -> [Int] {
        let reporters = try db.all(
            "SELECT DISTINCT reporter_id FROM report WHERE issue_id = \(issue.id) AND measure_id IS NULL"
        ) { $0[0] as Int }
        try db.run("UPDATE report SET measure_id = \(measure) WHERE issue_id = \(issue.id) AND measure_id IS NULL")
        try db.run(
            """
            UPDATE report_issue SET state = 'closed', version = version + 1, weight = 0.0, changed_at = \(now)
            WHERE id = \(issue.id)
            """)
        return reporters
    }

    /// Lets the reports that a measure answered wait again.
    func reopen(_ issue: Int, measure: Int, now: Int) throws {
        try db.run("UPDATE report SET measure_id = NULL WHERE measure_id = \(measure)")
        try db.run("UPDATE report_issue SET state = 'open', changed_at = \(now) WHERE id = \(issue)")
        try updateWeights(of: [issue])
    }

    /// The issues in which reports of the member wait.
    func waiting(of reporter: Int) throws -> [Int] {
        try db.all(
            "SELECT DISTINCT issue_id FROM report WHERE reporter_id = \(reporter) AND measure_id IS NULL"
        ) { $0[0] as Int }
    }

    /// Sums the weights of the waiting reports again: each member counts once.
    func updateWeights(of issues: [Int]) throws {
        try db.run(
            """
            UPDATE report_issue SET version = version + 1,
                weight = coalesce((SELECT sum(weight) FROM (SELECT max(weight) AS weight FROM report
                    WHERE issue_id = report_issue.id AND measure_id IS NULL GROUP BY reporter_id)), 0.0)
            WHERE id IN \(list: issues)
            """)
    }

    private static let select: SQL = """
        SELECT i.id, i.kind, i.target_id, i.user_id, u.username, i.state = 'open', i.version, i.weight, i.changed_at
        FROM report_issue i JOIN user u ON u.id = i.user_id
        """

    private static func row(_ row: Row) -> ReportIssue {
        ReportIssue(
            id: row[0], kind: ReportKind(rawValue: row[1]) ?? .user, targetID: row[2], userID: row[3],
            username: row[4], isOpen: row[5], version: row[6], weight: row[7], changedAt: row[8])
    }

    private static let selectReports: SQL = """
        SELECT r.id, r.issue_id, r.reporter_id, u.username, r.reason, r.text, r.created_at, r.measure_id, m.kind,
            m.lifted_at IS NOT NULL, i.kind, i.target_id, m.title
        FROM report r JOIN user u ON u.id = r.reporter_id JOIN report_issue i ON i.id = r.issue_id
        LEFT JOIN measure m ON m.id = r.measure_id
        """

    private static func report(_ row: Row) -> StoredReport {
        StoredReport(
            id: row[0], issueID: row[1], reporterID: row[2], reporter: row[3], reason: row[4], text: row[5],
            createdAt: row[6], measureID: row[7], outcome: row[8], isLifted: row[9],
            kind: ReportKind(rawValue: row[10]) ?? .user, targetID: row[11], title: row[12])
    }
}
