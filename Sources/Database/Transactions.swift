// Snapshots for reading and transactions for writing.

import CSQLite

extension Connection {
    /// Runs `body` in one snapshot: all its reads see the same state, whatever is written at the same time.
    public func read<T>(_ body: (Connection) throws -> T) async throws -> T {
        try readNow(body)
    }

    /// `read` for synchronous code. Inside another read or transaction it uses that one.
    public func readNow<T>(_ body: (Connection) throws -> T) throws -> T {
        try isInTransaction ? body(self) : within(begin: "BEGIN", commit: "COMMIT", rollback: ["ROLLBACK"], body)
    }

    /// Runs `body` in a transaction. Inside another transaction it is a savepoint that can be rolled back alone.
    @discardableResult
    public func transaction<T>(_ body: (Connection) throws -> T) throws -> T {
        if isInTransaction {
            return try within(
                begin: "SAVEPOINT inner", commit: "RELEASE inner", rollback: ["ROLLBACK TO inner", "RELEASE inner"],
                body)
        }
        return try within(begin: "BEGIN IMMEDIATE", commit: "COMMIT", rollback: ["ROLLBACK"], body)
    }

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Whether a deferred foreign key, checked at COMMIT, is violated at the moment.
    var hasViolatedForeignKeys: Bool {
        var current: Int32 = 0
        var highest: Int32 = 0
        sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
        return current != 0
    }

    private func within<T>(
        begin: String, commit: String, rollback: [String], _ body: (Connection) throws -> T
    ) throws -> T {
        try control(begin)
        do {
            let value = try body(self)
            try control(commit)
            return value
        } catch {
            // Some errors (a full disk, RAISE(ROLLBACK)) have already ended the transaction.
            if isInTransaction { undo(rollback) }
            throw error
        }
    }
    /// Rolls back a transaction or savepoint. If that fails, rolls everything back, so that no part of it is committed.
    private func undo(_ steps: [String]) {
        do {
            for step in steps { try control(step) }
        } catch {
            try? control("ROLLBACK")
        }
    }
}
