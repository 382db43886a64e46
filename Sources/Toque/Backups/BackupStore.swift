// Stores the backups that the site makes itself.

import Database

struct BackupRun: Sendable {
    enum State: String, Sendable { case waiting, running, done, failed }

    let id: Int
    let state: State
    let askedAt: Int
    let endedAt: Int?
    let percent: Int
    /// The name in the folder of backups.
    let file: String
    let size: Int
    let problem: String
}

struct BackupStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Rows of older backups are deleted.
    private static let kept = 200

    /// Queues a backup; `false` while one waits or runs.
    func ask(now: Int) throws -> Bool {
        try db.run("INSERT INTO backup_run (state, asked_at) VALUES ('waiting', \(now)) ON CONFLICT DO NOTHING") == 1
    }

    func waiting() throws -> BackupRun? {
        try db.first("\(sql: Self.select) WHERE state = 'waiting'", Self.run)
    }

    /// When the last one began.
    func lastAskedAt() throws -> Int? { try db.value("SELECT max(asked_at) FROM backup_run") }

    func last(_ count: Int) throws -> [BackupRun] {
        try db.all("\(sql: Self.select) ORDER BY id DESC LIMIT \(count)", Self.run)
    }

    func begin(_ run: BackupRun, file: String) throws {
        try db.run("UPDATE backup_run SET state = 'running', file = \(file), tries = tries + 1 WHERE id = \(run.id)")
    }

    func note(_ percent: Int, of run: BackupRun) throws {
        try db.run("UPDATE backup_run SET percent = \(percent) WHERE id = \(run.id)")
    }

    func finish(_ run: BackupRun, size: Int, now: Int) throws {
        try db.run(
            """
            UPDATE backup_run SET state = 'done', percent = 100, size = \(size), ended_at = \(now) WHERE id = \(run.id)
            """)
        try db.run("DELETE FROM backup_run WHERE id <= \(run.id - Self.kept)")
    }

    func fail(_ run: BackupRun, _ problem: String, now: Int) throws {
        try db.run(
            """
            UPDATE backup_run SET state = 'failed', problem = \(problem), ended_at = \(now) WHERE id = \(run.id)
            """)
    }

    /// Returns a backup that was running when the site stopped to the queue; the third time it counts as failed, since
    /// it may be why the process ends.
    func putBackBegun() throws {
        try db.run(
            """
            UPDATE backup_run SET state = iif(tries < 3, 'waiting', 'failed'), percent = 0,
                problem = iif(tries < 3, '', 'the site stopped three times while it was made')
            WHERE state = 'running'
            """)
    }

    private static let select: SQL =
        "SELECT id, state, asked_at, ended_at, percent, file, size, problem FROM backup_run"

    private static func run(_ row: Row) -> BackupRun {
        BackupRun(
            id: row[0], state: BackupRun.State(rawValue: row[1]) ?? .failed, askedAt: row[2], endedAt: row[3],
            percent: row[4], file: row[5], size: row[6], problem: row[7])
    }
}
