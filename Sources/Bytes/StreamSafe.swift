// Limits combining marks in a row; used wherever text from outside enters.

/// Unicode's Stream-Safe Text Format (UAX #15, 13): at most 30 combining marks in a row.
///
/// Comparing or hashing a `String` sorts the marks of every run, which takes time in the square of their number: 62 kB
/// of marks took three seconds.
public enum StreamSafe {
    static let longestRun = 30

    /// Whether a text may be accepted.
    public static func allows(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { allows($0) }
    }

    /// Whether bytes of UTF-8 may become a text. An invalid byte ends a run of marks, as its replacement character
    /// would.
    public static func allows(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.withContiguousStorageIfAvailable { !hasLongRun($0, .plain) } ?? allows(Array(bytes))
    }

    /// Whether a document may be parsed: marks written as `\u0301` or `&#769;` count too.
    public static func allows(document: [UInt8]) -> Bool {
        document.withUnsafeBufferPointer { !hasLongRun($0, .escapes) }
    }

    /// The text without the marks beyond 30 in a row, for texts that are joined from several parts.
    public static func limited(_ text: String) -> String {
        if allows(text) { return text }
        var (kept, run) = (String.UnicodeScalarView(), 0)
        for scalar in text.unicodeScalars {
            run = marks(scalar.value).map { run + $0 } ?? 0
            if run <= longestRun { kept.append(scalar) }
        }
        return String(kept)
    }

    private enum Reading { case plain, escapes }

    private static func hasLongRun(_ bytes: UnsafeBufferPointer<UInt8>, _ reading: Reading) -> Bool {
        // No combining mark begins with a smaller byte, so most texts end here.
        if reading == .plain, bytes.allSatisfy({ $0 < 0xCC }) { return false }
        var (place, run) = (0, 0)
        while place < bytes.count {
            let (value, length) = scalar(bytes, at: place, reading)
            run = marks(value).map { run + $0 } ?? 0
            if run > longestRun { return true }
            place += length
        }
        return false
    }

    /// The scalar at a place and its length in bytes; the value is 0 for a byte that is not UTF-8.
    private static func scalar(
        _ bytes: UnsafeBufferPointer<UInt8>, at place: Int, _ reading: Reading
    ) -> (value: UInt32, length: Int) {
        let lead = bytes[place]
        if lead < 0x80 {
            guard reading == .escapes, lead == UInt8(ascii: "\\") || lead == UInt8(ascii: "&") else { return (0, 1) }
            return (lead == UInt8(ascii: "&") ? entity(bytes, at: place) : escape(bytes, at: place)) ?? (0, 1)
        }
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1
        guard length > 1, place + length <= bytes.count else { return (0, 1) }
        var value = UInt32(lead) & (0x7F >> UInt32(length))
        for byte in bytes[place + 1..<place + length] {
            guard byte & 0xC0 == 0x80 else { return (0, 1) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        return (value, length)
    }

    /// A JSON escape such as `\u0301`, or a surrogate pair of two.
    private static func escape(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> (value: UInt32, length: Int)? {
        func unit(at place: Int) -> UInt32? {
            guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u")
            else { return nil }
            return number(bytes[place + 2..<place + 6], radix: 16)
        }
        guard let first = unit(at: place) else { return nil }
        guard first & 0xFC00 == 0xD800, let second = unit(at: place + 6), second & 0xFC00 == 0xDC00 else {
            return (first, 6)
        }
        return (0x10000 + (first & 0x3FF) << 10 + second & 0x3FF, 12)
    }

    /// An HTML reference such as `&#769;` or `&#x301;`, with or without the semicolon.
    private static func entity(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> (value: UInt32, length: Int)? {
        var start = place + 1
        guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "#") else { return nil }
        start += 1
        let isHex = bytes[start] | 0x20 == UInt8(ascii: "x")
        if isHex { start += 1 }
        let end = bytes.count
        // Any number of zeros may precede the digits; the last one may be the only digit.
        while start + 1 < end, bytes[start] == UInt8(ascii: "0"), ASCII.hexValue(bytes[start + 1]) != nil { start += 1 }
        let digits = bytes[start...].prefix(12).prefix { isHex ? ASCII.hexValue($0) != nil : ASCII.isDigit($0) }
        guard let value = number(digits, radix: isHex ? 16 : 10) else { return nil }
        let isEnded = digits.endIndex < end && bytes[digits.endIndex] == UInt8(ascii: ";")
        return (value, digits.endIndex - place + (isEnded ? 1 : 0))
    }

    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>, radix: UInt32) -> UInt32? {
        if digits.isEmpty { return nil }
        var value: UInt32 = 0
        for digit in digits {
            guard let next = ASCII.hexValue(digit), next < radix else { return nil }
            value = min(value, 0x20_0000) * radix + UInt32(next)
        }
        return value
    }

    /// How many combining marks a scalar is when it is decomposed; nil for a scalar that is none. The four scalars with
    /// two marks, and the two halfwidth sound marks, are named by the standard.
    private static func marks(_ value: UInt32) -> Int? {
        switch value {
        case 0..<0x300, 0x370..<0x483, 0x4E00...0x9FFF, 0xAC00...0xD7A3: return nil
        case 0x344, 0xF73, 0xF75, 0xF81: return 2
        case 0xFF9E, 0xFF9F: return 1
        default: return Unicode.Scalar(value)?.properties.canonicalCombiningClass == .notReordered ? nil : 1
        }
    }
}
