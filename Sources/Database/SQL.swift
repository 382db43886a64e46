// SQL as a string literal whose interpolated values are bound as parameters, so that typed text never becomes SQL.

/// One statement and its bound values, in order.
///
///     "SELECT title FROM recipe WHERE id = \(id) AND aisle IN \(list: aisles)"
public struct SQL: ExpressibleByStringInterpolation, Sendable {
    public private(set) var text: String
    public private(set) var values: [Value]

    public init(stringLiteral text: String) {
        self.text = text
        values = []
    }

    public init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        values = stringInterpolation.values
    }

    /// Collects the parts of a literal. Each value becomes a `?`, which SQLite numbers in order.
    public struct StringInterpolation: StringInterpolationProtocol {
        var text = ""
        var values: [Value] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 2 * interpolationCount)
            values.reserveCapacity(interpolationCount)
        }

        public mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Binds a value.
        @inlinable
        public mutating func appendInterpolation(_ value: some ColumnValue) {
            append(value.databaseValue)
        }

        /// Binds a value or NULL. A separate overload, because the compiler warns about optionals in any other
        /// interpolation.
        @inlinable
        public mutating func appendInterpolation(_ value: (some ColumnValue)?) {
            append(value.databaseValue)
        }

        @usableFromInline
        mutating func append(_ value: Value) {
            text += "?"
            values.append(value)
        }

        /// Inserts text into the SQL unchanged; never use it for text that a person typed.
        public mutating func appendInterpolation(raw: String) {
            text += raw
        }

        /// Inserts another piece of SQL with its values.
        public mutating func appendInterpolation(sql: SQL) {
            text += sql.text
            values += sql.values
        }

        /// Binds every value of a list for `IN`; an empty list matches nothing.
        @inlinable
        public mutating func appendInterpolation(list: some Sequence<some ColumnValue>) {
            append(list: list.map { $0.databaseValue })
        }

        @usableFromInline
        mutating func append(list listed: [Value]) {
            if listed.isEmpty {
                text += "(SELECT NULL WHERE 1 = 0)"
            } else {
                text += "(?" + String(repeating: ",?", count: listed.count - 1) + ")"
                values += listed
            }
        }
    }

    public static func + (first: SQL, second: SQL) -> SQL {
        var sum = first
        sum += second
        return sum
    }

    public static func += (first: inout SQL, second: SQL) {
        first.text += second.text
        first.values += second.values
    }
}

extension Sequence<SQL> {
    /// Joins the pieces with `separator` between them, for conditions chosen at run time.
    public func joined(separator: SQL) -> SQL {
        var result: SQL = ""
        var isFirst = true
        for piece in self {
            if !isFirst { result += separator }
            result += piece
            isFirst = false
        }
        return result
    }
}
