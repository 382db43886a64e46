// Text without white space around it, and its length, as the whole program counts them.

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
}

/// Foundation's white space: Unicode's, and the space that has no width.
@usableFromInline
func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
        ? scalar == " " || (0x09...0x0D).contains(scalar.value)
        : scalar.properties.isWhitespace || scalar == "\u{200b}"
}
