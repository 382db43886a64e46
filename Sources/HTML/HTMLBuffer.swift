// The buffer that compiled views write a page to; it escapes each value for its place.

/// The bytes of a page; each method escapes for one place in HTML.
public struct HTMLBuffer: Sendable {
    public var bytes: [UInt8] = []

    /// Reserves memory, so that a page of known size needs one allocation.
    public init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Appends markup from a view file unchanged.
    @inlinable
    public mutating func literal(_ markup: StaticString) {
        markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends a value between tags.
    public mutating func text(_ value: String) { escape(value.utf8) }
    /// Appends a value between tags.
    public mutating func text(_ value: Substring) { escape(value.utf8) }
    /// Appends a number between tags.
    public mutating func text(_ value: Int) { decimal(value) }
    /// Appends markup that is already safe.
    public mutating func text(_ markup: HTML) { bytes.append(contentsOf: markup.bytes) }

    /// Appends a value inside a quoted attribute, or in `title` and `textarea`; `HTML` is not allowed there.
    public mutating func attribute(_ value: String) { escape(value.utf8) }
    /// Appends a value inside a quoted attribute.
    public mutating func attribute(_ value: Substring) { escape(value.utf8) }
    /// Appends a number inside a quoted attribute.
    public mutating func attribute(_ value: Int) { decimal(value) }

    /// Appends an address at the start of a quoted attribute, or `#` if it is not allowed.
    public mutating func url(_ value: String) { address(value.utf8) }
    /// Appends an address at the start of a quoted attribute, or `#` if it is not allowed.
    public mutating func url(_ value: Substring) { address(value.utf8) }

    /// Appends one path segment or one query value inside an address, with everything except unreserved characters
    /// percent-encoded (RFC 3986, section 2.3).
    public mutating func urlPart(_ value: String) { component(value.utf8) }
    /// Appends one path segment or one query value inside an address.
    public mutating func urlPart(_ value: Substring) { component(value.utf8) }
    /// Appends a number inside an address.
    public mutating func urlPart(_ value: Int) { decimal(value) }
}

extension HTMLBuffer {
    /// Escapes `& < > " '` and copies the runs between them.
    private mutating func escape(_ value: some Collection<UInt8>) {
        withContiguous(value) { out, value in
            var copied = 0
            for index in value.indices where value[index] < 64 && Self.marks >> value[index] & 1 == 1 {
                out.bytes.append(contentsOf: value[copied..<index])
                out.literal(Self.entity(for: value[index]))
                copied = index + 1
            }
            out.bytes.append(contentsOf: value[copied...])
        }
    }

    /// Calls `body` with the bytes of a value in one contiguous piece, without a copy for native strings.
    mutating func withContiguous(
        _ value: some Collection<UInt8>, _ body: (inout HTMLBuffer, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        let done: Void? = value.withContiguousStorageIfAvailable { body(&self, $0) }
        if done == nil { Array(value).withUnsafeBufferPointer { body(&self, $0) } }
    }

    /// The escaped bytes, all below 64, as a bit set.
    private static var marks: UInt64 { 1 << 0x22 | 1 << 0x26 | 1 << 0x27 | 1 << 0x3C | 1 << 0x3E }

    private static func entity(for byte: UInt8) -> StaticString {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        default: "&#39;"
        }
    }

    private mutating func decimal(_ value: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        let firstDigit = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[firstDigit...].reverse()
    }
}
