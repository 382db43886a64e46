// A prepared statement, which is bound, stepped, reset and reused.

import CSQLite

/// A statement that SQLite has compiled for one connection.
@usableFromInline
final class Statement {
    let pointer: OpaquePointer
    /// True from binding to the end of the query, so that a nested query with the same text gets its own statement.
    private(set) var isRunning = false
    /// The number of the query that last used it, for the cache.
    var lastUse = 0
    private var failure: DatabaseError?

    init(_ text: String, on handle: OpaquePointer) throws {
        var text = text
        var pointer: OpaquePointer?
        let rest = try text.withUTF8 { utf8 -> ArraySlice<UInt8> in
            try utf8.withMemoryRebound(to: CChar.self) { characters in
                var tail: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(
                    handle, characters.baseAddress, Int32(clamping: characters.count),
                    UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, &tail)
                guard code == SQLITE_OK else { throw DatabaseError(code: code, handle: handle) }
                let used = tail.flatMap { tail in characters.baseAddress.map { tail - $0 } } ?? 0
                return ArraySlice(utf8[used...])
            }
        }
        guard let pointer else { throw DatabaseError.misuse("a query without a statement") }
        self.pointer = pointer
        // SQLite compiles only the first statement of a text, and a NUL byte ends the text too.
        guard rest.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: ";") }) else {
            throw DatabaseError.misuse("more than one statement in a query")
        }
    }

    deinit {
        sqlite3_finalize(pointer)
    }

    /// Binds the values in order and marks the statement as running until `finish`.
    func start(_ values: [Value]) throws {
        guard Int(sqlite3_bind_parameter_count(pointer)) == values.count else {
            throw DatabaseError.misuse("a query with more or fewer parameters than values")
        }
        isRunning = true
        var index: Int32 = 0
        for value in values {
            index += 1
            let code = bind(value, at: index)
            guard code == SQLITE_OK else {
                finish()
                throw DatabaseError(code: code, handle: sqlite3_db_handle(pointer))
            }
        }
    }

    private func bind(_ value: Value, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(pointer, index)
        case .integer(let integer): return sqlite3_bind_int64(pointer, index, Int64(integer))
        case .real(let real): return sqlite3_bind_double(pointer, index, real)
        case .text(var text):
            // An empty text may have a nil address, which SQLite would store as NULL.
            if text.isEmpty { return toque_bind_text(pointer, index, "", 0) }
            return text.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) {
                    toque_bind_text(pointer, index, $0.baseAddress, Int32(clamping: $0.count))
                }
            }
        case .blob(let bytes):
            if bytes.isEmpty { return sqlite3_bind_zeroblob(pointer, index, 0) }
            return bytes.withUnsafeBytes {
                toque_bind_blob(pointer, index, $0.baseAddress, Int32(clamping: $0.count))
            }
        }
    }

    /// Moves to the next row; false if there is none.
    @usableFromInline
    func step() throws -> Bool {
        let code = sqlite3_step(pointer)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            throw DatabaseError(
                code: code, handle: sqlite3_db_handle(pointer),
                mayQuoteValues: sqlite3_bind_parameter_count(pointer) > 0)
        }
    }

    /// Reads the current row; throws if one of its columns had no valid value.
    @inlinable
    func read<T>(_ map: (Row) throws -> T) throws -> T {
        let value = try map(Row(statement: self))
        try check()
        return value
    }

    @usableFromInline
    func check() throws {
        if let failure { throw failure }
    }

    /// Records that a column had no valid value; only the first one is kept.
    @usableFromInline
    func fail(at column: Column) {
        guard failure == nil else { return }
        failure = column.isNull ? .unexpectedNull(column: column.name) : .unexpectedValue(column: column.name)
    }

    /// Ends the query, releasing its locks and its bound values.
    @usableFromInline
    func finish() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
        failure = nil
        isRunning = false
    }
}
