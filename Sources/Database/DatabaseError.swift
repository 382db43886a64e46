// What can go wrong with the database, told apart as far as the site answers differently.

import CSQLite

/// A refusal or failure of the database; never holds the values that were bound.
public enum DatabaseError: Error, Equatable, Sendable {
    /// A CHECK, UNIQUE, foreign key or STRICT type was violated; the text is SQLite's own.
    case constraint(String)
    /// Another process holds the lock, or the writer's queue is full: worth trying again soon.
    case busy
    /// The disk is full.
    case full
    case readOnly
    /// The file is damaged or no database at all.
    case corrupt
    case unexpectedNull(column: String)
    /// A value that its Swift type has no case for.
    case unexpectedValue(column: String)
    /// The database was migrated by a newer program than this one.
    case newerSchema(found: Int, known: Int)
    /// The database lacks migrations that this program needs.
    case olderSchema(found: Int, known: Int)
    /// A migration that was applied has since been edited, or one was slipped in before it.
    case changedMigration(number: Int, name: String)
    case failedMigration(number: Int, name: String, reason: String)
    /// The writer was closed.
    case closed
    /// A mistake in the program: several statements in one query, or a parameter without a value.
    case misuse(String)
    /// Anything else, with SQLite's extended result code.
    case sqlite(code: Int, message: String)

    /// The error for a result code, with SQLite's latest message.
    ///
    /// Messages of a failing step may quote what was bound (FTS5 quotes a malformed query), so
    /// `mayQuoteValues` keeps only SQLite's general description.
    init(code: Int32, handle: OpaquePointer?, mayQuoteValues: Bool = false) {
        let message = mayQuoteValues ? sqlite3_errstr(code) : sqlite3_errmsg(handle)
        switch code & 0xFF {
        case SQLITE_CONSTRAINT: self = .constraint(String(cString: sqlite3_errmsg(handle)))
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
        case SQLITE_FULL: self = .full
        case SQLITE_READONLY: self = .readOnly
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt
        default: self = .sqlite(code: Int(code), message: message.map { String(cString: $0) } ?? "")
        }
    }
}

extension DatabaseError {
    /// Whether the same may go well later, without anything being changed in the program.
    public var isPassing: Bool {
        switch self {
        case .busy, .full, .readOnly: true
        default: false
        }
    }
}

extension DatabaseError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .constraint(let message): message
        case .busy: "the database is busy"
        case .full: "the disk is full"
        case .readOnly: "the database cannot be written to"
        case .corrupt: "the database file is damaged or is not a database"
        case .unexpectedNull(let column): "column \(column) is NULL where a value was expected"
        case .unexpectedValue(let column): "column \(column) holds a value that the program does not know"
        case .newerSchema(let found, let known):
            "the database has migration \(found), this program knows only \(known): run a newer program"
        case .olderSchema(let found, let known):
            "the database has \(found) of \(known) migrations: run toque migrate"
        case .changedMigration(let number, let name):
            "migration \(number) (\(name)) is not the one that was applied: restore it and add a new one"
        case .failedMigration(let number, let name, let reason): "migration \(number) (\(name)) failed: \(reason)"
        case .closed: "the database is closed"
        case .misuse(let message): message
        case .sqlite(let code, let message): "SQLite error \(code): \(message)"
        }
    }
}
