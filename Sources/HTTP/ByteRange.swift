// Byte ranges of a representation (RFC 9110, 14).

import Bytes

/// The parsed `Range` field of a request, for content of a known length.
enum ByteRange: Equatable {
    /// No valid range is requested: send the whole content.
    case whole
    case parts([Range<Int>])
    /// No range overlaps the content.
    case unsatisfiable

    /// The maximum number of ranges. More ranges, or ranges that together are longer than the content, are answered
    /// with the whole.
    static let limit = 16

    init(_ field: String, length: Int) {
        self = .whole
        let bytes = Array(field.utf8)
        let unit = bytes.prefix { $0 != UInt8(ascii: "=") }
        guard unit.count < bytes.count, ASCII.equal(unit, "bytes") else { return }
        let specifications = bytes[(unit.count + 1)...].split(
            separator: UInt8(ascii: ","), maxSplits: Self.limit, omittingEmptySubsequences: false)
        guard specifications.count <= Self.limit else { return }
        var parts: [Range<Int>] = []
        for specification in specifications {
            guard let part = Self.read(specification, length: length) else { return }
            if !part.isEmpty { parts.append(part) }
        }
        if parts.isEmpty {
            self = .unsatisfiable
        } else if parts.reduce(0, { $0 + $1.count }) <= length {
            self = .parts(parts)
        }
    }

    /// Parses `5-9`, `5-` or `-5`; empty if it is beyond the content, `nil` if it is malformed.
    private static func read(_ specification: ArraySlice<UInt8>, length: Int) -> Range<Int>? {
        let bytes = ASCII.trimmed(specification)
        let ends = bytes.split(separator: UInt8(ascii: "-"), maxSplits: 2, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (ends[0].isEmpty, ends[1].isEmpty) {
        case (true, true): return nil
        case (true, false):
            guard let count = position(ends[1]) else { return nil }
            return max(0, length - count)..<length
        case (false, true):
            guard let first = position(ends[0]) else { return nil }
            return min(first, length)..<length
        case (false, false):
            guard let first = position(ends[0]), let last = position(ends[1]), first <= last else { return nil }
            return min(first, length)..<min(last, length - 1) + 1
        }
    }

    /// Parses digits; a number of more than 15 significant digits becomes 2⁶⁰, beyond any content.
    private static func position(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        let significant = digits.drop { $0 == 48 }
        return significant.count > 15 ? 1 << 60 : significant.reduce(0) { $0 * 10 + Int($1 - 48) }
    }
}
