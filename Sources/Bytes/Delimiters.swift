// Finds and replaces delimiters by their bytes, as browsers, spreadsheets and mail servers do. All code that reads or
// writes a format uses these functions.

// `Character` is a grapheme cluster: `"<"` after U+0600, or `"` before U+0301, is another Character, so
// `contains("\"")` does not find it. Valid UTF-8 never begins or ends inside the scalar of another text, so every index
// found here is between two scalars.

extension StringProtocol {
    /// Whether the text contains the bytes of `wanted`.
    @inlinable
    public func contains(bytes wanted: String) -> Bool { range(ofBytes: wanted, from: startIndex) != nil }

    /// Whether the text begins with the bytes of `wanted`.
    @inlinable
    public func hasPrefix(bytes wanted: String) -> Bool { utf8.starts(with: wanted.utf8) }

    /// Whether the text ends with the bytes of `wanted`.
    @inlinable
    public func hasSuffix(bytes wanted: String) -> Bool {
        utf8.count >= wanted.utf8.count && utf8.dropFirst(utf8.count - wanted.utf8.count).elementsEqual(wanted.utf8)
    }

    /// The text after `prefix`, or `nil` if it does not begin with it.
    @inlinable
    public func dropping(prefix: String) -> SubSequence? {
        hasPrefix(bytes: prefix) ? self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...] : nil
    }

    /// The text before `suffix`, or `nil` if it does not end with it.
    @inlinable
    public func dropping(suffix: String) -> SubSequence? {
        hasSuffix(bytes: suffix) ? self[..<utf8.index(startIndex, offsetBy: utf8.count - suffix.utf8.count)] : nil
    }

    /// The index of the first occurrence of a delimiter.
    @inlinable
    public func firstIndex(ofBytes wanted: String) -> Index? { range(ofBytes: wanted, from: startIndex)?.lowerBound }

    /// The index of the last occurrence of an ASCII delimiter.
    @inlinable
    public func lastIndex(ofByte wanted: Unicode.Scalar) -> Index? {
        utf8.indices.reduce(nil) { last, index in utf8[index] == UInt8(ascii: wanted) ? index : last }
    }

    /// The text before the first of several ASCII delimiters, or the whole text.
    @inlinable
    public func prefix(beforeAny delimiters: String) -> SubSequence {
        self[..<(utf8.firstIndex { delimiters.utf8.contains($0) } ?? endIndex)]
    }

    /// The pieces between delimiters, with the parameters of `Collection.split`.
    @inlinable
    public func split(
        bytes separator: String, maxSplits: Int = .max, omittingEmptySubsequences omits: Bool = true
    ) -> [SubSequence] {
        var pieces: [SubSequence] = []
        var start = startIndex
        while pieces.count < maxSplits, let found = range(ofBytes: separator, from: start) {
            if !omits || start < found.lowerBound { pieces.append(self[start..<found.lowerBound]) }
            start = found.upperBound
        }
        if !omits || start < endIndex { pieces.append(self[start...]) }
        return pieces
    }

    /// The pieces between any of several ASCII delimiters, without empty ones.
    @inlinable
    public func split(anyOf delimiters: String) -> [SubSequence] {
        var pieces: [SubSequence] = []
        var rest = self[...]
        while !rest.isEmpty {
            let piece = rest.prefix(beforeAny: delimiters)
            if !piece.isEmpty { pieces.append(self[piece.startIndex..<piece.endIndex]) }
            rest = rest[piece.endIndex...]
            if !rest.isEmpty { rest = rest[rest.utf8.index(after: rest.startIndex)...] }
        }
        return pieces
    }

    /// The lines between LF, CR LF and CR, including empty ones.
    @inlinable
    public var lines: [SubSequence] {
        var lines: [SubSequence] = []
        var start = startIndex
        while let end = utf8[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            lines.append(self[start..<end])
            start = utf8.index(after: end)
            if utf8[end] == 0x0D, start < endIndex, utf8[start] == 0x0A { start = utf8.index(after: start) }
        }
        lines.append(self[start...])
        return lines
    }

    /// The text with each `old` replaced by `new`, found from left to right.
    @inlinable
    public func replacing(bytes old: String, with new: String) -> String {
        guard let first = range(ofBytes: old, from: startIndex) else { return String(self) }
        var result: [UInt8] = []
        result.reserveCapacity(utf8.count + new.utf8.count)
        var start = startIndex
        var next: Range<Index>? = first
        while let found = next {
            result.append(contentsOf: utf8[start..<found.lowerBound])
            result.append(contentsOf: new.utf8)
            start = found.upperBound
            next = range(ofBytes: old, from: start)
        }
        result.append(contentsOf: utf8[start...])
        return String(decoding: result, as: UTF8.self)
    }

    /// The text without the given ASCII bytes.
    @inlinable
    public func removing(anyOf bytes: String) -> String {
        String(decoding: utf8.filter { !bytes.utf8.contains($0) }, as: UTF8.self)
    }

    @inlinable
    func range(ofBytes wanted: String, from start: Index) -> Range<Index>? {
        guard let head = wanted.utf8.first else { return nil }
        var place = start
        while let found = utf8[place...].firstIndex(of: head) {
            let end = utf8.index(found, offsetBy: wanted.utf8.count, limitedBy: endIndex)
            guard let end else { return nil }
            if utf8[found..<end].elementsEqual(wanted.utf8) { return found..<end }
            place = utf8.index(after: found)
        }
        return nil
    }
}

extension StringProtocol {
    /// The text without the given ASCII bytes at its beginning.
    @inlinable
    public func trimmingPrefix(anyOf bytes: String) -> SubSequence {
        self[(utf8.firstIndex { !bytes.utf8.contains($0) } ?? endIndex)...]
    }

    /// The text without the given ASCII bytes at both ends.
    @inlinable
    public func trimming(anyOf bytes: String) -> SubSequence {
        let first = utf8.firstIndex { !bytes.utf8.contains($0) } ?? endIndex
        let end = utf8[first...].indices.reduce(first) { end, index in
            bytes.utf8.contains(utf8[index]) ? end : utf8.index(after: index)
        }
        return self[first..<end]
    }
}
