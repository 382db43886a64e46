// The alphabets of HTTP's grammar as sets of bytes.

import Foundation

/// A set of ASCII bytes that is tested with one shift.
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
    /// Bytes of a path as browsers send it; a backslash is refused, because some software reads it as a slash.
    static let path = query.subtracting("?`{}\\")
    /// Bytes of a host name or IPv4 address (RFC 3986, 3.2.2), without percent escapes.
    static let host = unreserved.union("!$&'()*+,;=")
    /// Bytes of an IPv6 address between its brackets.
    static let address6 = ByteSet("0123456789abcdefABCDEF:.".utf8)
    /// Bytes of a cookie's value (RFC 6265, 4.1.1).
    static let cookieValue = visible.subtracting("\",;\\")
}
