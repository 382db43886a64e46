// Migrates a database to the schema of the program; there are no downgrades.

/// One numbered step of the schema, from `Migrations/NNNN-noun.sql`.
public struct Migration: Sendable {
    public let number: Int
    public let name: String
    public let sql: String
    /// A digest of the file; if it differs later, the file was edited.
    public let checksum: String

    public init(number: Int, name: String, sql: String, checksum: String) {
        self.number = number
        self.name = name
        self.sql = sql
        self.checksum = checksum
    }
}

/// Applies migrations in the order of their numbers, each in one transaction.
public enum Migrator {
    /// Applies the missing migrations and returns their number. Refuses a database that is newer than the program or
    /// whose applied migrations differ from the program's.
    @discardableResult
    public static func migrate(_ connection: Connection, _ all: [Migration]) throws -> Int {
        let all = all.sorted { $0.number < $1.number }
        try connection.script(
            """
            CREATE TABLE IF NOT EXISTS schema_migration (
              number INTEGER PRIMARY KEY,
              name TEXT NOT NULL,
              checksum TEXT NOT NULL,
              applied_at INTEGER NOT NULL
            ) STRICT
            """)
        let pending = try all.suffix(from: checkApplied(connection, all))
        if pending.isEmpty { return 0 }

        // Rebuilding a table deletes its rows, which must not cascade; the keys are checked before each commit.
        // The pragma has no effect inside a transaction, so it is set outside.
        try connection.script("PRAGMA foreign_keys = OFF")
        defer { try? connection.script("PRAGMA foreign_keys = ON") }
        for migration in pending { try apply(migration, to: connection) }
        return pending.count
    }

    /// Throws unless the database has exactly the program's schema.
    public static func verify(_ connection: Connection, _ all: [Migration]) throws {
        let all = all.sorted { $0.number < $1.number }
        let isStarted = try connection.exists("SELECT 1 FROM sqlite_schema WHERE name = 'schema_migration'")
        let applied = isStarted ? try checkApplied(connection, all) : 0
        guard applied == all.count else {
            throw DatabaseError.olderSchema(found: applied, known: all.count)
        }
    }

    /// Compares the applied migrations with the program's and returns their number.
    private static func checkApplied(_ connection: Connection, _ all: [Migration]) throws -> Int {
        let applied = try connection.all("SELECT number, name, checksum FROM schema_migration ORDER BY number") {
            Migration(number: $0[0], name: $0[1], sql: "", checksum: $0[2])
        }
        let known = all.last?.number ?? 0
        if let newest = applied.last, newest.number > known {
            throw DatabaseError.newerSchema(found: newest.number, known: known)
        }
        for (old, new) in zip(applied, all) where old.number != new.number || old.checksum != new.checksum {
            throw DatabaseError.changedMigration(
                number: min(old.number, new.number), name: old.number <= new.number ? old.name : new.name)
        }
        return applied.count
    }

    private static func apply(_ migration: Migration, to connection: Connection) throws {
        do {
            try connection.transaction { connection in
                try connection.script(migration.sql)
                guard connection.isInTransaction else {
                    throw DatabaseError.misuse("a migration must not end its transaction")
                }
                if let table: String = try connection.value("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1") {
                    throw DatabaseError.constraint("FOREIGN KEY constraint failed in \(table)")
                }
                // The time in milliseconds; SQLite 3.40 has no unixepoch('subsec').
                try connection.run(
                    """
                    INSERT INTO schema_migration (number, name, checksum, applied_at)
                    VALUES (\(migration.number), \(migration.name), \(migration.checksum),
                            CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER))
                    """)
            }
        } catch {
            throw DatabaseError.failedMigration(
                number: migration.number, name: migration.name, reason: String(describing: error))
        }
    }
}
