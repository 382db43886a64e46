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

    /// The words separated by single spaces. Splits by code points, because a space with an accent is one Character.
    /// Goes through the text once and makes no text of each word: a field may have a million of them.
    public var inOneLine: String {
        var line = String.UnicodeScalarView()
        var isBetweenWords = false
        for scalar in unicodeScalars {
            if scalar.isASCII ? isSpace(scalar) : scalar.properties.isWhitespace {
                isBetweenWords = true
            } else {
                if isBetweenWords, !line.isEmpty { line.append(" ") }
                isBetweenWords = false
                line.append(scalar)
            }
        }
        return String(line)
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
