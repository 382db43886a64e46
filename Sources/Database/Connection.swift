// One connection to the SQLite file, with a cache of compiled queries. Generic functions are inlinable, because a call
// through generic metadata costs more than SQLite's step to the next row.

import CSQLite

/// A connection for one thread or event loop at a time. It is not Sendable, so the compiler checks this.
public final class Connection {
    public enum Mode: Sendable {
        case readOnly
        case readWrite
    }

    /// The maximum number of cached statements; queries with lists of varying length replace the least recently used.
    static let cachedStatements = 256

    /// Turns off SQLite's memory statistics, which use one lock for the whole process and would make event loops wait.
    private static let isPrepared = toque_count_no_memory() == SQLITE_OK

    let handle: OpaquePointer
    /// The number of queries since the connection was opened, for the query budgets of pages.
    public private(set) var statementCount = 0
    private var cache: [String: Statement] = [:]
    /// The cached queries, for tests of their plans.
    var keptQueries: [String] { cache.keys.sorted() }
    private var uses = 0
    private var dataVersion: Int?

    /// Opens the file and configures the connection; `readWrite` creates a missing file.
    public init(path: String, mode: Mode) throws {
        _ = Self.isPrepared
        var handle: OpaquePointer?
        let access = mode == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let code = sqlite3_open_v2(path, &handle, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let handle else {
            defer { sqlite3_close_v2(handle) }
            throw DatabaseError(code: code, handle: handle)
        }
        self.handle = handle
        // SQLite opens a file without write permission as read-only and reports it only at the first change.
        if mode == .readWrite, sqlite3_db_readonly(handle, "main") == 1 { throw DatabaseError.readOnly }
        try configure(mode)
    }

    deinit {
        cache.removeAll()
        sqlite3_close_v2(handle)
    }

    private func configure(_ mode: Mode) throws {
        // A reader waits only while another process recovers the log, but its event loop is blocked during that time.
        sqlite3_busy_timeout(handle, mode == .readOnly ? 1_000 : 5_000)
        for code in [toque_refuse_double_quoted_strings(handle), toque_protect_shadow_tables(handle)]
        where code != SQLITE_OK {
            throw DatabaseError(code: code, handle: handle)
        }
        if mode == .readWrite { try script("PRAGMA journal_mode = WAL") }
        // recursive_triggers: without it, INSERT OR REPLACE deletes rows without firing delete triggers.
        // secure_delete: overwrites deleted rows, so that a deleted account's data is not left in the file.
        // schema_version: reading it makes a damaged file fail here and not in the first query.
        try script(
            """
            PRAGMA synchronous = FULL;
            PRAGMA foreign_keys = ON;
            PRAGMA recursive_triggers = ON;
            PRAGMA secure_delete = ON;
            PRAGMA trusted_schema = OFF;
            PRAGMA temp_store = MEMORY;
            PRAGMA cache_size = -16384;
            PRAGMA journal_size_limit = 67108864;
            PRAGMA schema_version;
            """)
        try Tokenizer.register(on: handle)
    }

    /// Every row of the query.
    @inlinable
    public func all<T>(_ sql: SQL, _ map: (Row) throws -> T) throws -> [T] {
        var rows: [T] = []
        try each(sql) { rows.append(try map($0)) }
        return rows
    }

    /// Calls `body` for every row of the query, without storing the rows.
    @inlinable
    public func each(_ sql: SQL, _ body: (Row) throws -> Void) throws {
        let statement = try start(sql)
        defer { statement.finish() }
        while try statement.step() { try statement.read(body) }
    }

    /// The first row of the query, or `nil` if there is none.
    @inlinable
    public func first<T>(_ sql: SQL, _ map: (Row) throws -> T) throws -> T? {
        let statement = try start(sql)
        defer { statement.finish() }
        return try statement.step() ? try statement.read(map) : nil
    }

    /// The first column of the first row; `nil` if there is no row or the column is NULL.
    @inlinable
    public func value<T: ColumnValue>(_ sql: SQL) throws -> T? {
        try first(sql) { row -> T? in row[0] } ?? nil
    }

    /// Whether the query returns a row.
    @inlinable
    public func exists(_ sql: SQL) throws -> Bool {
        try first(sql) { _ in } != nil
    }

    /// Runs a statement to its end. Returns the number of rows that it inserted, changed or deleted.
    @discardableResult
    public func run(_ sql: SQL) throws -> Int {
        let before = sqlite3_total_changes64(handle)
        let statement = try start(sql)
        defer { statement.finish() }
        while try statement.step() {}
        // sqlite3_changes64 keeps the number of an earlier statement if this one is not an INSERT, UPDATE or DELETE.
        return sqlite3_total_changes64(handle) == before ? 0 : Int(sqlite3_changes64(handle))
    }

    /// Runs any number of statements without parameters, for migrations.
    public func script(_ text: String) throws {
        let code = sqlite3_exec(handle, text, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(code: code, handle: handle) }
    }

    /// Allows an import to keep more pages in memory (at most 256 MB) and to checkpoint less often.
    public func prepareForBulk() throws {
        try script("PRAGMA cache_size = -262144; PRAGMA wal_autocheckpoint = 16000;")
    }

    /// Whether another connection has committed since the last call; true at the first call.
    public func hasNewData() throws -> Bool {
        let version: Int? = try value("PRAGMA data_version")
        defer { dataVersion = version }
        return dataVersion == nil || version != dataVersion
    }

    /// The row id of the latest INSERT.
    public var lastInsertID: Int { Int(sqlite3_last_insert_rowid(handle)) }

    /// SQLite's plan for the query (EXPLAIN QUERY PLAN), one line per step.
    public func plan(_ sql: SQL) throws -> [String] {
        try all("EXPLAIN QUERY PLAN \(sql: sql)") { $0[3] }
    }

    @usableFromInline
    func start(_ sql: SQL) throws -> Statement {
        statementCount += 1
        let statement = try statement(sql.text)
        try statement.start(sql.values)
        return statement
    }

    /// Runs a statement that begins or ends a transaction; query budgets do not count it.
    func control(_ text: String) throws {
        let statement = try statement(text)
        try statement.start([])
        defer { statement.finish() }
        while try statement.step() {}
    }

    /// The cached statement, or a new one if it is not cached or is already running.
    private func statement(_ text: String) throws -> Statement {
        uses += 1
        if let cached = cache[text] {
            cached.lastUse = uses
            return cached.isRunning ? try Statement(text, on: handle) : cached
        }
        let statement = try Statement(text, on: handle)
        statement.lastUse = uses
        if cache.count >= Self.cachedStatements,
            let oldest = cache.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            cache[oldest.key] = nil
        }
        cache[text] = statement
        return statement
    }
}
