// The alphabets of HTTP's grammar, as sets of bytes.

import Foundation

/// A set of ASCII bytes, tested by one shift.
struct ByteSet: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ members: some Sequence<UInt8>) {
        for byte in members { insert(byte) }
    }

    func contains(_ byte: UInt8) -> Bool {
        if byte < 64 { return low >> byte & 1 == 1 }
        return byte < 128 && high >> (byte - 64) & 1 == 1
    }

    func union(_ characters: String) -> ByteSet {
        var result = self
        for byte in characters.utf8 { result.insert(byte) }
        return result
    }

    func subtracting(_ characters: String) -> ByteSet {
        var result = self
        for byte in characters.utf8 {
            if byte < 64 { result.low &= ~(1 << UInt64(byte)) } else { result.high &= ~(1 << UInt64(byte - 64)) }
        }
        return result
    }

    private mutating func insert(_ byte: UInt8) {
        precondition(byte < 128)
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }

    private static let letters = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    private static let alphanumeric = letters.union("0123456789")
    private static let visible = ByteSet(UInt8(0x21)...UInt8(0x7E))

    /// Bytes of a method, a field name, a chunk extension (RFC 9110, 5.6.2).
    static let token = alphanumeric.union("!#$%&'*+-.^_`|~")
    /// Bytes that need no percent escape anywhere (RFC 3986, 2.3).
    static let unreserved = alphanumeric.union("-._~")
    /// Bytes of a query as browsers send it: the WHATWG URL standard leaves more unescaped than RFC 3986.
    static let query = visible.subtracting("\"#<>")
    /// Bytes of a path as browsers send it; a backslash is refused, since some readers take it for a slash.
    static let path = query.subtracting("?`{}\\")
    /// Bytes of a host name or IPv4 address (RFC 3986, 3.2.2), escapes left out.
    static let host = unreserved.union("!$&'()*+,;=")
    /// Bytes of an IPv6 address between its brackets.
    static let address6 = ByteSet("0123456789abcdefABCDEF:.".utf8)
    /// Bytes of a cookie's value (RFC 6265, 4.1.1).
    static let cookieValue = visible.subtracting("\",;\\")
}

/// Small questions about bytes that several parsers ask.
enum ASCII {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20

    static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    /// Gives the value of a hexadecimal digit, nil for any other byte.
    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }

    /// Compares without regard to the case of ASCII letters.
    static func equal(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { lowercased($0) == lowercased($1) }
    }

    static func equal(_ left: some Collection<UInt8>, _ right: StaticString) -> Bool {
        equal(left, UnsafeBufferPointer(start: right.utf8Start, count: right.utf8CodeUnitCount))
    }

    /// Strips spaces and tabs from both ends.
    static func trimmed<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
        var rest = bytes[...]
        while let first = rest.first, first == space || first == tab { rest.removeFirst() }
        while let last = rest.last, last == space || last == tab { rest.removeLast() }
        return rest
    }

    /// Reads a decimal number of digits only; nil when empty, with a sign, or beyond 18 digits.
    static func decimal(_ bytes: some Collection<UInt8>) -> Int? {
        guard !bytes.isEmpty, bytes.count <= 18, bytes.allSatisfy(isDigit) else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}

extension String {
    /// Whether both are the same bytes: a name of the protocol has one spelling, and none is put in order for it.
    public func isSame(as other: String) -> Bool { utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) }
}
