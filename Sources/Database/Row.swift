// The current row of a query, and its columns.

import CSQLite

/// One row of a running query, valid only inside the closure that receives it.
public struct Row {
    @usableFromInline let statement: Statement

    @usableFromInline
    init(statement: Statement) {
        self.statement = statement
    }

    /// The value of a column, counted from 0. If it is not a valid `T`, for example NULL, the whole query throws.
    @inlinable
    public subscript<T: ColumnValue>(_ index: Int) -> T {
        let column = column(index)
        if let value = T.read(column) { return value }
        statement.fail(at: column)
        return T.placeholder
    }

    /// The column itself, for reading its bytes without a copy.
    public func column(_ index: Int) -> Column {
        Column(statement: statement.pointer, index: Int32(truncatingIfNeeded: index))
    }
}

/// One column of the current row, valid as long as the row.
public struct Column {
    let statement: OpaquePointer
    let index: Int32

    public var isNull: Bool { sqlite3_column_type(statement, index) == SQLITE_NULL }
    public var integer: Int { Int(sqlite3_column_int64(statement, index)) }
    public var real: Double { sqlite3_column_double(statement, index) }

    public var text: String {
        guard let start = sqlite3_column_text(statement, index) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, index))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    public var value: Value {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: .integer(integer)
        case SQLITE_FLOAT: .real(real)
        case SQLITE_TEXT: .text(text)
        case SQLITE_BLOB: .blob(withBytes { [UInt8]($0) })
        default: .null
        }
    }

    /// Calls `body` with the bytes of a text or blob in SQLite's memory, valid only during the call.
    public func withBytes<T>(_ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
        let start = sqlite3_column_blob(statement, index)
        return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))))
    }

    /// The column's name in the query.
    var name: String {
        sqlite3_column_name(statement, index).map { String(cString: $0) } ?? "\(index)"
    }
}
