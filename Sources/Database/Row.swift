// The row a query stands on, and its columns.

import CSQLite

/// One row of a running query, good only inside the closure it is given to.
public struct Row {
    @usableFromInline let statement: Statement

    @usableFromInline
    init(statement: Statement) {
        self.statement = statement
    }

    /// The column's value, counted from 0; where it makes no `T`, a NULL above all, the whole query throws.
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

/// One column of the row a query stands on, good as long as the row.
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

    /// Gives the bytes of a text or blob as SQLite holds them, valid only during the call.
    public func withBytes<T>(_ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
        let start = sqlite3_column_blob(statement, index)
        return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))))
    }

    /// The column's name in the query.
    var name: String {
        sqlite3_column_name(statement, index).map { String(cString: $0) } ?? "\(index)"
    }
}
