// Converts between Swift types and database columns.

/// The values that SQLite can store in a column.
public enum Value: Hashable, Sendable {
    case null
    case integer(Int)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// A type that can be bound to a statement and read from a column.
///
/// An enumeration only has to declare it: `enum Role: String, CaseIterable, ColumnValue`.
public protocol ColumnValue {
    /// The value in the form that SQLite stores.
    var databaseValue: Value { get }
    /// The column's value; `nil` if it is NULL or not a valid value of this type.
    static func read(_ column: Column) -> Self?
    /// The value that a row returns after a column could not be read; the query then throws.
    static var placeholder: Self { get }
}

extension Int: ColumnValue {
    public var databaseValue: Value { .integer(self) }
    public static func read(_ column: Column) -> Int? { column.isNull ? nil : column.integer }
    public static var placeholder: Int { 0 }
}

extension Int64: ColumnValue {
    public var databaseValue: Value { .integer(Int(self)) }
    public static func read(_ column: Column) -> Int64? { column.isNull ? nil : Int64(column.integer) }
    public static var placeholder: Int64 { 0 }
}

extension Bool: ColumnValue {
    public var databaseValue: Value { .integer(self ? 1 : 0) }
    public static func read(_ column: Column) -> Bool? { column.isNull ? nil : column.integer != 0 }
    public static var placeholder: Bool { false }
}

extension Double: ColumnValue {
    public var databaseValue: Value { .real(self) }
    public static func read(_ column: Column) -> Double? { column.isNull ? nil : column.real }
    public static var placeholder: Double { 0 }
}

extension String: ColumnValue {
    public var databaseValue: Value { .text(self) }
    public static func read(_ column: Column) -> String? { column.isNull ? nil : column.text }
    public static var placeholder: String { "" }
}

extension [UInt8]: ColumnValue {
    public var databaseValue: Value { .blob(self) }
    public static func read(_ column: Column) -> [UInt8]? {
        column.isNull ? nil : column.withBytes { [UInt8]($0) }
    }
    public static var placeholder: [UInt8] { [] }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    @inlinable public var databaseValue: Value { self?.databaseValue ?? .null }
    @inlinable
    public static func read(_ column: Column) -> Wrapped?? {
        if column.isNull { return .some(nil) }
        guard let value = Wrapped.read(column) else { return nil }
        return .some(value)
    }
    @inlinable public static var placeholder: Wrapped? { nil }
}

extension Value: ColumnValue {
    public var databaseValue: Value { self }
    public static func read(_ column: Column) -> Value? { column.value }
    public static var placeholder: Value { .null }
}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
    @inlinable public var databaseValue: Value { rawValue.databaseValue }
    @inlinable public static func read(_ column: Column) -> Self? {
        RawValue.read(column).flatMap(Self.init(rawValue:))
    }
}

extension ColumnValue where Self: CaseIterable {
    public static var placeholder: Self {
        guard let first = allCases.first else { preconditionFailure("\(Self.self) has no cases") }
        return first
    }
}
