// Text without white space around it, cut, and in one line, as the whole program does it.

extension StringProtocol {
    /// Without white space at both ends.
    @inlinable
    public var trimmed: String {
        guard let first = unicodeScalars.firstIndex(where: { !isSpace($0) }),
            let last = unicodeScalars.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(self[first..<unicodeScalars.index(after: last)])
    }

    /// The length that limits speak of: code points, as the database counts them.
    @inlinable
    public var length: Int { unicodeScalars.count }

    /// At most so many code points from the start. A Character may be as long as the text: one letter with a million marks.
    public func cut(to length: Int) -> String { String(String.UnicodeScalarView(unicodeScalars.prefix(length))) }

    /// The words with one space between them. By code points: a space under an accent is one, too.
    public var inOneLine: String {
        String(self).unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }.joined(separator: " ")
    }

    /// What was typed, without white space at both ends and with plain line ends, for which browsers send two characters.
    public var typed: String { trimmed.replacing(bytes: "\r\n", with: "\n") }
}

/// Foundation's white space: Unicode's, and the space that has no width.
@usableFromInline
func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
        ? scalar == " " || (0x09...0x0D).contains(scalar.value)
        : scalar.properties.isWhitespace || scalar == "\u{200b}"
}
