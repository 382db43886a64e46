// Snapshots for reading and transactions for writing.

import CSQLite

extension Connection {
    /// Runs `body` in one snapshot: all it reads is of the same moment, whatever is written meanwhile.
    public func read<T>(_ body: (Connection) throws -> T) async throws -> T {
        try readNow(body)
    }

    /// `read` for code that is not asynchronous; inside another read or transaction it belongs to that one.
    public func readNow<T>(_ body: (Connection) throws -> T) throws -> T {
        try isInTransaction ? body(self) : within(begin: "BEGIN", commit: "COMMIT", rollback: ["ROLLBACK"], body)
    }

    /// Runs `body` whole or not at all; inside another transaction it is a savepoint, undone by itself.
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

    /// Whether a foreign key that is checked at COMMIT is violated by now.
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
            // Some failures (a full disk, RAISE(ROLLBACK)) have ended the transaction already.
            if isInTransaction { undo(rollback) }
            throw error
        }
    }
    /// Undoes a transaction or savepoint; where even that fails, everything, so that no half of it is committed.
    private func undo(_ steps: [String]) {
        do {
            for step in steps { try control(step) }
        } catch {
            try? control("ROLLBACK")
        }
    }
}
