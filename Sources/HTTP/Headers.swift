// The header fields of requests and responses.

/// Header fields in the order they came, found without regard to case.
/// All names and values lie in one array of bytes, so that a field nobody asks for costs no string.
public struct Headers: Sendable, Sequence, ExpressibleByDictionaryLiteral {
    /// Where one field lies in `bytes`: the name, and right after it the value.
    private struct Field: Sendable {
        var start: Int
        var nameLength: Int
        var valueLength: Int

        var name: Range<Int> { start..<start + nameLength }
        var value: Range<Int> { start + nameLength..<start + nameLength + valueLength }
    }

    private var bytes: [UInt8] = []
    private var fields: [Field] = []

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }

    public var count: Int { fields.count }

    /// The first value of that name; setting replaces all of that name, or removes them with nil.
    public subscript(name: String) -> String? {
        get { first(name).map { String(decoding: bytes[$0.value], as: UTF8.self) } }
        set {
            if contains(name) { fields = fields.filter { !matches($0, name) } }
            if let newValue { add(name, newValue) }
        }
    }

    /// Adds a field beside those of the same name. Line ends and NUL in the value become spaces: no value can end a line.
    public mutating func add(_ name: String, _ value: String) {
        precondition(!name.isEmpty && name.utf8.allSatisfy(ByteSet.token.contains), "not a header name: \(name)")
        let start = bytes.count
        bytes.append(contentsOf: name.utf8)
        for byte in value.utf8 {
            let isControl = (byte < 0x20 && byte != ASCII.tab) || byte == 0x7F
            bytes.append(isControl ? ASCII.space : byte)
        }
        let nameLength = name.utf8.count
        fields.append(Field(start: start, nameLength: nameLength, valueLength: bytes.count - start - nameLength))
    }

    /// Gives every value of that name, in order.
    public func all(_ name: String) -> [String] {
        fields.filter { matches($0, name) }.map { String(decoding: bytes[$0.value], as: UTF8.self) }
    }

    public func contains(_ name: String) -> Bool { first(name) != nil }

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
        for field in fields {
            output.append(contentsOf: bytes[field.name])
            output.append(0x3A)
            output.append(ASCII.space)
            output.append(contentsOf: bytes[field.value])
            output.append(ASCII.carriageReturn)
            output.append(ASCII.lineFeed)
        }
    }

    /// Adds a field that the parser has checked.
    mutating func append(name: Slice<UnsafeBufferPointer<UInt8>>, value: Slice<UnsafeBufferPointer<UInt8>>) {
        fields.append(Field(start: bytes.count, nameLength: name.count, valueLength: value.count))
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: value)
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
