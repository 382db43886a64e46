// Trims, cuts and joins text by code points, for the whole program.

extension StringProtocol {
    /// The text without white space at both ends.
    @inlinable
    public var trimmed: String {
        guard let first = unicodeScalars.firstIndex(where: { !isSpace($0) }),
            let last = unicodeScalars.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(self[first..<unicodeScalars.index(after: last)])
    }

    /// The length that limits refer to: code points, as the database counts them.
    @inlinable
    public var length: Int { unicodeScalars.count }

    /// At most `length` code points from the start. A Character may be as long as the text: one letter with a million
    /// marks.
    public func cut(to length: Int) -> String { String(String.UnicodeScalarView(unicodeScalars.prefix(length))) }

    /// The words separated by single spaces. Splits by bytes, because a space with an accent is one Character, and goes
    /// through the text once: a field may have a million words.
    public var inOneLine: String {
        let bytes = Array(utf8)
        var line: [UInt8] = []
        line.reserveCapacity(bytes.count)
        var isBetweenWords = false
        var place = 0
        while place < bytes.count {
            let space = lengthOfSpace(bytes, at: place)
            if space == 0 {
                if isBetweenWords, !line.isEmpty { line.append(0x20) }
                line.append(bytes[place])
            }
            isBetweenWords = space > 0
            place += space == 0 ? 1 : space
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// A form field's text without white space at both ends and with LF as line end; browsers send CR LF.
    public var typed: String { trimmed.replacing(bytes: "\r\n", with: "\n") }
}

extension Sequence where Element: StringProtocol {
    /// In the order of their UTF-8 bytes. `<` of Strings that are not ASCII normalises both, again for each comparison,
    /// which costs seconds for a few hundred typed texts that are almost the same.
    public func sortedByBytes() -> [Element] { sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}

/// Foundation's white space: Unicode's white space and the zero-width space.
@usableFromInline
func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
        ? scalar == " " || (0x09...0x0D).contains(scalar.value)
        : scalar.properties.isWhitespace || scalar == "\u{200b}"
}

/// The bytes of Unicode's white space at a place of UTF-8; 0 if there is none.
private func lengthOfSpace(_ bytes: [UInt8], at place: Int) -> Int {
    switch bytes[place] {
    case 0x20, 0x09...0x0D: return 1
    case 0xC2: return place + 1 < bytes.count && [0x85, 0xA0].contains(bytes[place + 1]) ? 2 : 0
    case 0xE1...0xE3:
        guard place + 2 < bytes.count else { return 0 }
        switch (bytes[place], bytes[place + 1], bytes[place + 2]) {
        case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9),
            (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
            return 3
        default: return 0
        }
    default: return 0
    }
}
