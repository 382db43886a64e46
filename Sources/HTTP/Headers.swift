// The header fields of requests and responses.

import Bytes

/// Header fields in the order received, found by name regardless of case. All are in one byte array in the form in
/// which they are sent, so that an unused field needs no string, and writing is one copy.
public struct Headers: Sendable, Sequence, ExpressibleByDictionaryLiteral {
    /// The position of one field in `bytes`: the name, `: `, the value, and a line end.
    private struct Field: Sendable {
        var start: Int
        var nameLength: Int
        var valueLength: Int

        var name: Range<Int> { start..<start + nameLength }
        var value: Range<Int> { start + nameLength + 2..<start + nameLength + 2 + valueLength }
    }

    private var bytes: [UInt8] = []
    private var fields: [Field] = []

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }

    public var count: Int { fields.count }

    /// The first value of that name. Setting replaces all fields of that name; setting `nil` removes them.
    public subscript(name: String) -> String? {
        get { first(name).map { String(decoding: bytes[$0.value], as: UTF8.self) } }
        set {
            if contains(name) { remove(name) }
            if let newValue { add(name, newValue) }
        }
    }

    /// Adds a field, keeping others of the same name. Control characters in the value become spaces, so that no value
    /// can end a line.
    public mutating func add(_ name: String, _ value: String) {
        precondition(!name.isEmpty && name.utf8.allSatisfy(ByteSet.token.contains), "not a header name: \(name)")
        append(name: name.utf8, value: value.utf8)
        guard let value = fields.last?.value else { return }
        for index in value where (bytes[index] < 0x20 && bytes[index] != ASCII.tab) || bytes[index] == 0x7F {
            bytes[index] = ASCII.space
        }
    }

    /// All values of that name, in order.
    public func all(_ name: String) -> [String] {
        fields.filter { matches($0, name) }.map { String(decoding: bytes[$0.value], as: UTF8.self) }
    }

    public func contains(_ name: String) -> Bool { first(name) != nil }

    /// Whether the first value of that name contains these bytes.
    public func mentions(_ word: String, in name: String) -> Bool {
        guard let field = first(name), let lead = word.utf8.first else { return false }
        let value = bytes[field.value]
        return value.indices.contains { value[$0] == lead && value[$0...].starts(with: word.utf8) }
    }

    public func makeIterator() -> AnyIterator<(name: String, value: String)> {
        var rest = fields.makeIterator()
        return AnyIterator {
            rest.next().map {
                (String(decoding: bytes[$0.name], as: UTF8.self), String(decoding: bytes[$0.value], as: UTF8.self))
            }
        }
    }

    /// Writes every field as a line of a message head.
    package func write(into output: inout [UInt8]) {
        output.append(contentsOf: bytes)
    }

    /// Adds a field that the parser has checked.
    mutating func append(name: some Collection<UInt8>, value: some Collection<UInt8>) {
        fields.append(Field(start: bytes.count, nameLength: name.count, valueLength: value.count))
        bytes.append(contentsOf: name)
        bytes.append(0x3A)
        bytes.append(ASCII.space)
        bytes.append(contentsOf: value)
        bytes.append(ASCII.carriageReturn)
        bytes.append(ASCII.lineFeed)
    }

    private mutating func remove(_ name: String) {
        var kept = Headers()
        for field in fields where !matches(field, name) {
            kept.append(name: bytes[field.name], value: bytes[field.value])
        }
        self = kept
    }

    /// Calls `body` with the bytes of each value of that name.
    func forEachValue<Failure: Error>(
        _ name: String, _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        for field in fields where matches(field, name) { try body(bytes[field.value]) }
    }

    private func first(_ name: String) -> Field? { fields.first { matches($0, name) } }

    private func matches(_ field: Field, _ name: String) -> Bool {
        field.nameLength == name.utf8.count && ASCII.equal(bytes[field.name], name.utf8)
    }
}
