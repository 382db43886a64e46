// Stores bug reports. Every query for reporters contains the reporter in its WHERE clause.

import Database
import Security
import Words

/// The content of a report.
struct BugText: Sendable {
    var page = ""
    var request = ""
    var browser = ""
    var what = ""
    var expected = ""
    var contact = ""
    /// The language of the answer.
    var language = Language.en
}

/// A report with its state and answer.
struct BugReport: Sendable {
    let id: Int
    let reporterID: Int?
    let reporter: String?
    let text: BugText
    let screenshot: String?
    let state: BugState
    let duplicateOf: Int?
    let answer: String
    let version: Int
    let createdAt: Int
    let changedAt: Int
}

/// An admin's decision about a report.
struct BugDecision: Sendable {
    var state: BugState
    var duplicateOf: Int?
    var answer: String
}

struct BugStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Adds a report of a member or of a visitor, who can open it again with the token. The token is derived from the
    /// form: in the same transaction, the caller checks whether it is known, so a form that is sent twice creates one
    /// report.
    func add(_ text: BugText, token: String, screenshot: String?, reporter: Int?, now: Int) throws -> Int {
        try db.run(
            """
            INSERT INTO bug_report (reporter_id, token_hash, page, request, browser, what, expected, contact, language,
                screenshot, created_at, changed_at)
            VALUES (\(reporter), \(SHA256.digest(token)), \(text.page), \(text.request), \(text.browser), \(text.what),
                \(text.expected), \(text.contact), \(text.language.rawValue), \(screenshot), \(now), \(now))
            """)
        return db.lastInsertID
    }

    /// Whether fewer than the most screenshots belong to open reports.
    func hasRoomForScreenshot() throws -> Bool {
        let open: Int? = try db.value(
            """
            SELECT count(*) FROM bug_report
            WHERE screenshot > '' AND +state IN \(list: BugState.open.map(\.rawValue))
            """)
        return (open ?? 0) < BugRules.screenshots
    }

    /// Forgets the screenshots of the reports that were closed first, so that there is room for one more. The daily
    /// sweep deletes their files.
    func makeRoomForScreenshot() throws {
        let kept: Int = try db.value("SELECT count(*) FROM bug_report WHERE screenshot > ''") ?? 0
        try db.run(
            """
            UPDATE bug_report SET screenshot = NULL WHERE id IN (
                SELECT id FROM bug_report
                WHERE screenshot > '' AND +state NOT IN \(list: BugState.open.map(\.rawValue))
                ORDER BY changed_at, id LIMIT \(max(0, kept + 1 - BugRules.screenshots)))
            """)
    }

    func report(_ id: Int, of reporter: Int) throws -> BugReport? {
        try db.first(Self.columns + "WHERE b.id = \(id) AND b.reporter_id = \(reporter)", report)
    }

    func report(token: String) throws -> BugReport? {
        try db.first(Self.columns + "WHERE b.token_hash = \(SHA256.digest(token))", report)
    }

    /// Any report, for admins.
    func any(_ id: Int) throws -> BugReport? { try db.first(Self.columns + "WHERE b.id = \(id)", report) }

    /// A page of a member's own reports, newest first, and their total number.
    func list(of reporter: Int, page: Int) throws -> (total: Int, reports: [BugReport]) {
        let total: Int = try db.value("SELECT count(*) FROM bug_report WHERE reporter_id = \(reporter)") ?? 0
        let reports = try db.all(
            Self.columns
                + """
                WHERE b.reporter_id = \(reporter) ORDER BY b.id DESC
                LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
                """, report)
        return (total, reports)
    }

    /// A page of the reports in these states, newest first, for admins.
    func list(_ states: [BugState], page: Int) throws -> [BugReport] {
        try db.all(
            Self.columns
                + """
                WHERE b.state IN \(list: states.map(\.rawValue)) ORDER BY b.id DESC
                LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
                """, report)
    }

    /// The number of reports in each state.
    func counts() throws -> [BugState: Int] {
        var counts: [BugState: Int] = [:]
        try db.each("SELECT state, count(*) FROM bug_report GROUP BY state") { row in
            if let state = BugState(rawValue: row[0]) { counts[state] = row[1] }
        }
        return counts
    }

    /// Sets state and answer and logs a new state in the audit log; `nil` if the report has changed since.
    func decide(_ decision: BugDecision, _ id: Int, version: Int, by actor: Actor, now: Int) throws -> BugReport? {
        guard let old = try any(id) else { throw SiteError.notFound }
        if decision.state == .duplicate, let problem = try problem(id, duplicateOf: decision.duplicateOf) {
            throw problem
        }
        guard old.version == version else { return nil }
        try db.run(
            """
            UPDATE bug_report SET state = \(decision.state.rawValue), duplicate_of = \(decision.duplicateOf),
                answer = \(decision.answer), version = version + 1, changed_at = \(now)
            WHERE id = \(id)
            """)
        if old.state != decision.state || old.duplicateOf != decision.duplicateOf {
            try AuditStore(db).append(
                .init(
                    action: "bug-state", object: .site, id: id, from: old.state.rawValue, to: decision.state.rawValue,
                    detail: decision.duplicateOf.map { "duplicate of \($0)" } ?? ""), by: actor, at: now)
        }
        return try any(id)
    }

    /// Removes the reporter, contact, browser and link from reports that were closed before a time.
    func forgetReporters(before time: Int) throws {
        try db.run(
            """
            UPDATE bug_report SET reporter_id = NULL, contact = '', browser = '', token_hash = NULL
            WHERE state IN ('fixed', 'wontfix', 'duplicate') AND changed_at <= \(time)
                AND (reporter_id IS NOT NULL OR contact <> '' OR browser <> '' OR token_hash IS NOT NULL)
            """)
    }

    private func problem(_ id: Int, duplicateOf other: Int?) throws -> DuplicateProblem? {
        BugRules.problem(
            id, duplicateOf: other, whose: try other.flatMap { try self.any($0) }?.state,
            hasDuplicates: try db.exists("SELECT 1 FROM bug_report WHERE duplicate_of = \(id)"))
    }

    private static let columns: SQL = """
        SELECT b.id, u.username, b.page, b.request, b.browser, b.what, b.expected, b.contact, b.screenshot, b.state,
            b.duplicate_of, b.answer, b.version, b.created_at, b.changed_at, b.reporter_id, b.language
        FROM bug_report b LEFT JOIN user u ON u.id = b.reporter_id
        """ + "\n"

    private func report(_ row: Row) -> BugReport {
        BugReport(
            id: row[0], reporterID: row[15], reporter: row[1],
            text: BugText(
                page: row[2], request: row[3], browser: row[4], what: row[5], expected: row[6], contact: row[7],
                language: Language(rawValue: row[16]) ?? .en),
            screenshot: row[8], state: BugState(rawValue: row[9]) ?? .new, duplicateOf: row[10], answer: row[11],
            version: row[12], createdAt: row[13], changedAt: row[14])
    }
}
