// The queue of requested archives: one per user, made one after another, deleted after a day.

import Database

enum ExportState: String, Sendable {
    case waiting, ready, failed
}

struct ExportRow: Sendable {
    let user: Int
    let state: ExportState
    let percent: Int
    let size: Int
    let askedAt: Int
    let expiresAt: Int

    /// The file name in the folder of archives.
    var file: String { "\(user)-\(askedAt).zip" }
}

enum ExportRules {
    /// How long an archive can be downloaded.
    static let lifetime = 24 * Milliseconds.hour
    /// How many times an archive is begun before it counts as failed.
    static let tries = 3
}

struct ExportStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    func row(_ user: Int) throws -> ExportRow? {
        try db.first("\(sql: Self.select) WHERE user_id = \(user)", Self.row)
    }

    /// Queues an archive, replacing an older one; `false` while one is waiting or being made.
    func ask(_ user: Int, by actor: Actor, now: Int) throws -> Bool {
        let asked = try db.run(
            """
            INSERT INTO data_export (user_id, state, asked_at, expires_at)
            VALUES (\(user), 'waiting', \(now), \(now + ExportRules.lifetime))
            ON CONFLICT (user_id) DO UPDATE SET state = 'waiting', percent = 0, begun = 0, size = 0,
                asked_at = excluded.asked_at, expires_at = excluded.expires_at
            WHERE data_export.state <> 'waiting'
            """)
        guard asked > 0 else { return false }
        try AuditStore(db).append(
            .init(action: "export", object: .user, id: user, from: "", to: "asked"), by: actor, at: now)
        return true
    }

    /// The next archive to make. One that was begun before is returned only if `isRested`.
    func next(isRested: Bool) throws -> ExportRow? {
        try db.first(
            """
            \(sql: Self.select) WHERE state = 'waiting' AND (begun = 0 OR \(isRested)) ORDER BY asked_at LIMIT 1
            """, Self.row)
    }

    /// Counts the attempt before anything is read, so that it counts even if the process ends.
    func begin(_ row: ExportRow) throws {
        try db.run(
            """
            UPDATE data_export SET percent = 1, begun = begun + 1
            WHERE user_id = \(row.user) AND asked_at = \(row.askedAt)
            """)
    }

    /// Returns the archive to the queue because the site is stopping; this attempt does not count.
    func putBack(_ row: ExportRow) throws {
        try db.run(
            """
            UPDATE data_export SET percent = 0, begun = begun - 1
            WHERE user_id = \(row.user) AND asked_at = \(row.askedAt)
            """)
    }

    /// Saves the progress. No other request can replace the row in the meantime, because `ask` refuses it.
    func note(_ percent: Int, of row: ExportRow) throws {
        try db.run(
            "UPDATE data_export SET percent = \(percent) WHERE user_id = \(row.user) AND asked_at = \(row.askedAt)")
    }

    func finish(_ row: ExportRow, size: Int, now: Int) throws {
        try db.run(
            """
            UPDATE data_export SET state = 'ready', percent = 100, size = \(size),
                expires_at = \(now + ExportRules.lifetime)
            WHERE user_id = \(row.user) AND asked_at = \(row.askedAt)
            """)
    }

    func fail(_ row: ExportRow) throws {
        try db.run(
            "UPDATE data_export SET state = 'failed' WHERE user_id = \(row.user) AND asked_at = \(row.askedAt)")
    }

    /// Marks archives as failed if the process ended in them `ExportRules.tries` times, since they may be the reason.
    /// Users may request them again.
    func failBegun() throws {
        try db.run(
            "UPDATE data_export SET state = 'failed' WHERE state = 'waiting' AND begun >= \(ExportRules.tries)")
    }

    /// The files that may still be downloaded or are being made; all others can be deleted.
    func files(now: Int) throws -> Set<String> {
        Set(try db.all("\(sql: Self.select) WHERE expires_at > \(now)", Self.row).map(\.file))
    }

    func tidy(now: Int) throws { try db.run("DELETE FROM data_export WHERE expires_at <= \(now)") }

    private static let select: SQL = "SELECT user_id, state, percent, size, asked_at, expires_at FROM data_export"

    private static func row(_ row: Row) -> ExportRow {
        ExportRow(
            user: row[0], state: ExportState(rawValue: row[1]) ?? .failed, percent: row[2], size: row[3],
            askedAt: row[4], expiresAt: row[5])
    }
}
