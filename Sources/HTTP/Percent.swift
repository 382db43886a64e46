// Percent-encoding: text is encoded for addresses, and decoded exactly once.

import Bytes

/// Encodes and decodes percent escapes (RFC 3986, 2.1).
public enum Percent {
    /// Encodes text as one segment of a path; a slash becomes `%2F`.
    public static func encode(segment: String) -> String { encode(segment, keeping: .unreserved) }

    /// Encodes text as one name or value of a query.
    public static func encode(query: String) -> String { encode(query, keeping: .unreserved) }

    /// Decodes escapes once; `nil` if an escape is broken, or the result is not UTF-8 or contains NUL.
    public static func decode(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { decode($0, plusIsSpace: false) }
    }

    /// Decodes escapes in bytes; `plusIsSpace` is for forms and queries.
    static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case 0x25:
                guard let high = rest.next().flatMap(ASCII.hexValue), let low = rest.next().flatMap(ASCII.hexValue)
                else { return nil }
                decoded.append(high << 4 | low)
            case 0x2B where plusIsSpace: decoded.append(ASCII.space)
            default: decoded.append(byte)
            }
        }
        return decoded.contains(0) ? nil : String(validating: decoded, as: UTF8.self)
    }

    private static func encode(_ text: String, keeping kept: ByteSet) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 { append(byte, keeping: kept, to: &encoded) }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Appends one byte unchanged or as an escape.
    static func append(_ byte: UInt8, keeping kept: ByteSet, to output: inout [UInt8]) {
        if kept.contains(byte) {
            output.append(byte)
        } else {
            output.append(0x25)
            output.append(hexDigit(byte >> 4))
            output.append(hexDigit(byte & 15))
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
