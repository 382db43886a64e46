// The errors of the database, distinguished where the site answers them differently.

import CSQLite

/// An error of the database; it never contains the bound values.
public enum DatabaseError: Error, Equatable, Sendable {
    /// A CHECK, UNIQUE, foreign key or STRICT type was violated; the text is SQLite's own.
    case constraint(String)
    /// Another process has the lock, or the writer's queue is full: worth trying again soon.
    case busy
    /// The disk is full.
    case full
    case readOnly
    /// The file is damaged or is not a database.
    case corrupt
    case unexpectedNull(column: String)
    /// A value that is not valid for its Swift type.
    case unexpectedValue(column: String)
    /// A newer program than this one migrated the database.
    case newerSchema(found: Int, known: Int)
    /// The database lacks migrations that this program needs.
    case olderSchema(found: Int, known: Int)
    /// An applied migration was edited later, or another one was inserted before it.
    case changedMigration(number: Int, name: String)
    case failedMigration(number: Int, name: String, reason: String)
    /// The writer was closed.
    case closed
    /// A programming error: several statements in one query, or a parameter without a value.
    case misuse(String)
    /// Any other error, with SQLite's extended result code.
    case sqlite(code: Int, message: String)

    /// The error for a result code, with SQLite's latest message.
    ///
    /// The message of a failed step may quote a bound value (FTS5 quotes a malformed query), so `mayQuoteValues` keeps
    /// only SQLite's general description.
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
    /// Whether the same operation may succeed later without a change to the program.
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
