// Copies a database while others use it, with SQLite's online backup.

import CSQLite

extension Connection {
    /// Copies the database to a new file as it is at the beginning of the call, whatever is written in the meantime.
    /// Calls `progress` with the share done, from 0 to 1; if it returns false, the copy stops with `CancellationError`.
    public func copy(to path: String, progress: (Double) -> Bool = { _ in true }) throws {
        let target = try Connection(path: path, mode: .readWrite)
        // The open read transaction keeps the snapshot, so that writers in between do not start the copy again.
        try readNow { source in
            let _: Int? = try source.value("SELECT count(*) FROM sqlite_schema")
            guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
                throw DatabaseError(code: sqlite3_errcode(target.handle), handle: target.handle)
            }
            var code = SQLITE_OK
            var isStopped = false
            while code == SQLITE_OK, !isStopped {
                code = sqlite3_backup_step(backup, 4_096)
                let (total, left) = (sqlite3_backup_pagecount(backup), sqlite3_backup_remaining(backup))
                isStopped = !progress(total == 0 ? 1 : Double(total - left) / Double(total))
            }
            let end = sqlite3_backup_finish(backup)
            if isStopped, code != SQLITE_DONE { throw CancellationError() }
            guard code == SQLITE_DONE, end == SQLITE_OK else { throw DatabaseError(code: code, handle: target.handle) }
        }
    }
}
