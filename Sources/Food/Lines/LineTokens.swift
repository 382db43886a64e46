// Cuts the bytes of an ingredient line into words, numbers and signs, which `LineReader` reads.

/// A word, number or sign of an ingredient line.
struct LineToken {
    enum Kind: UInt8 { case word, number, sign }

    var kind: Kind
    /// Whether it is a number such as `1/2` or `½`.
    var isFraction = false
    /// Whether there is white space before it.
    var isApart: Bool
    /// The byte of a sign; dashes of all kinds are `-`.
    var sign: UInt8 = 0
    var start: Int
    var end: Int
    var value = 0.0
    var hash: UInt64 = 0
    var word = LineWord.none
}

/// Cuts one line into tokens.
struct LineTokenizer {
    let bytes: [UInt8]
    let lexicon: LineLexicon
    private var position = 0
    private var isApart = false
    private(set) var tokens: [LineToken] = []

    init(_ bytes: [UInt8], lexicon: LineLexicon) {
        self.bytes = bytes
        self.lexicon = lexicon
        tokens.reserveCapacity(bytes.count / 4 + 4)
        while position < bytes.count { next() }
    }

    private func byte(_ offset: Int = 0) -> UInt8 {
        position + offset < bytes.count ? bytes[position + offset] : 0
    }

    private mutating func next() {
        let byte = bytes[position]
        switch byte {
        case 0x20, 0x09...0x0D: skip(1)
        case 0x30...0x39: number()
        case 0x2E where isDigit(self.byte(1)) && tokens.last?.kind != .number: number()
        case 0x58 where isTimes, 0x78 where isTimes: sign(UInt8(ascii: "x"), length: 1)
        case 0x41...0x5A, 0x61...0x7A: word()
        case 0..<0x80: sign(byte, length: 1)
        default: wide(byte)
        }
    }

    /// Whether this `x` is between two numbers: `4x6-inch`, `4 x6-inch`.
    private var isTimes: Bool {
        guard isDigit(byte(1)), let last = tokens.last else { return false }
        return last.kind == .number || last.kind == .sign && last.sign == UInt8(ascii: "\"")
    }

    private mutating func skip(_ count: Int) {
        position += count
        isApart = true
    }

    /// Reads a character beyond ASCII: a space, dash, quotation mark, fraction or another known sign; everything else
    /// is a letter.
    private mutating func wide(_ lead: UInt8) {
        let second = byte(1)
        let third = byte(2)
        switch (lead, second, third) {
        case (0xC2, 0xA0, _): skip(2)
        case (0xC2, 0xBC...0xBE, _): fraction([0.25, 0.5, 0.75][Int(second - 0xBC)], length: 2)
        case (0xC2, 0xAB, _), (0xC2, 0xBB, _): sign(UInt8(ascii: "\""), length: 2)
        case (0xC2, 0xB0, _): sign(UInt8(ascii: "%"), length: 2)
        case (0xC3, 0x97, _): sign(UInt8(ascii: "x"), length: 2)
        case (0xE2, 0x80, 0x80...0x8B), (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF):
            skip(3)
        case (0xE2, 0x80, 0x90...0x95), (0xE2, 0x88, 0x92): sign(UInt8(ascii: "-"), length: 3)
        case (0xE2, 0x80, 0x98...0x9F): sign(UInt8(ascii: "\""), length: 3)
        case (0xE2, 0x80, 0xA2), (0xE2, 0x96, _), (0xE2, 0x97, _), (0xE2, 0x98, _): sign(UInt8(ascii: "*"), length: 3)
        case (0xE2, 0x80, 0xA6): sign(UInt8(ascii: "."), length: 3)
        case (0xE2, 0x81, 0x84): sign(UInt8(ascii: "/"), length: 3)
        case (0xE2, 0x85, 0x90...0x9E): fraction(Self.fractions[Int(third - 0x90)], length: 3)
        default: word()
        }
    }

    /// The values of U+2150 (1/7) to U+215E (7/8).
    private static let fractions: [Double] = [
        1.0 / 7, 1.0 / 9, 0.1, 1.0 / 3, 2.0 / 3, 0.2, 0.4, 0.6, 0.8, 1.0 / 6, 5.0 / 6, 0.125, 0.375, 0.625, 0.875,
    ]

    private mutating func sign(_ sign: UInt8, length: Int) {
        append(LineToken(kind: .sign, isApart: isApart, sign: sign, start: position, end: position + length))
    }

    private mutating func fraction(_ value: Double, length: Int) {
        append(
            LineToken(
                kind: .number, isFraction: true, isApart: isApart, start: position, end: position + length, value: value
            ))
    }

    private mutating func append(_ token: LineToken) {
        tokens.append(token)
        position = token.end
        isApart = false
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    private mutating func digits(_ end: inout Int) -> Double {
        var value = 0.0
        while end < bytes.count, isDigit(bytes[end]) {
            value = value * 10 + Double(bytes[end] - 0x30)
            end += 1
        }
        return value
    }

    /// Reads digits with a decimal point or comma, thousands, or a fraction. A number of more than nine bytes is a
    /// word, not an amount.
    private mutating func number() {
        var end = position
        var value = digits(&end)
        var isFraction = false
        let whole = end - position
        if end + 1 < bytes.count, bytes[end] == 0x2E || bytes[end] == 0x2C, isDigit(bytes[end + 1]) {
            var last = end + 1
            let part = digits(&last)
            let count = last - end - 1
            if bytes[end] == 0x2C, count == 3, value > 0, whole <= 3, part == 0 || !isCyrillic(after: last) {
                value = value * 1000 + part
            } else {
                value += part / [1, 10, 100, 1000, 1e4, 1e5, 1e6][min(count, 6)]
            }
            end = last
        } else if value > 0, whole <= 3, let gap = thousandsGap(at: end) {
            var last = end + gap
            value = value * 1000 + digits(&last)
            end = last
        } else if let slash = slashLength(at: end), isDigit(end + slash < bytes.count ? bytes[end + slash] : 0) {
            var last = end + slash
            let below = digits(&last)
            if below > 0, value > 0 {
                value /= below
                isFraction = below > 1 && last - end - slash <= 3
                end = last
            }
        } else if whole == 1, let (below, last) = spacedFraction(at: end), value > 0, value < below {
            value /= below
            isFraction = true
            end = last
        }
        if end - position > 9 {
            return append(LineToken(kind: .word, isApart: isApart, start: position, end: end))
        }
        append(
            LineToken(
                kind: .number, isFraction: isFraction, isApart: isApart, start: position, end: end, value: value))
    }

    /// The length in bytes of the space in `1 000 г`: plain, non-breaking or narrow; otherwise `nil`. The three digits
    /// after it must begin with 0, since others may be a number of their own: `1 400 g tin` is one tin.
    private func thousandsGap(at place: Int) -> Int? {
        let place = place - position
        let gap =
            switch (byte(place), byte(place + 1), byte(place + 2)) {
            case (0x20, _, _): 1
            case (0xC2, 0xA0, _): 2
            case (0xE2, 0x80, 0xAF): 3
            default: 0
            }
        guard gap > 0, byte(place + gap) == 0x30, isDigit(byte(place + gap + 1)), isDigit(byte(place + gap + 2)),
            !isDigit(byte(place + gap + 3))
        else { return nil }
        return gap
    }

    /// The denominator of a fraction with a space beside its slash, and the place after it: `1 /4`, `1/ 2`.
    private func spacedFraction(at place: Int) -> (below: Double, end: Int)? {
        guard place + 2 < bytes.count,
            bytes[place..<place + 2] == [0x20, 0x2F] || bytes[place..<place + 2] == [0x2F, 0x20],
            let below = [0x32: 2.0, 0x33: 3, 0x34: 4, 0x38: 8][Int(bytes[place + 2])],
            place + 3 == bytes.count || bytes[place + 3] == 0x20
        else { return nil }
        return (below, place + 3)
    }

    private func slashLength(at place: Int) -> Int? {
        if place < bytes.count, bytes[place] == UInt8(ascii: "/") { return 1 }
        return place + 2 < bytes.count && bytes[place] == 0xE2 && bytes[place + 1] == 0x81 && bytes[place + 2] == 0x84
            ? 3 : nil
    }

    private func isCyrillic(after place: Int) -> Bool {
        let next = bytes[place...].first { $0 != 0x20 } ?? 0
        return next == 0xD0 || next == 0xD1
    }

    /// Reads a word: letters, with digits, apostrophes, hyphens and `&` inside.
    private mutating func word() {
        var end = position
        var hasher = LineHash()
        while end < bytes.count {
            let byte = bytes[end]
            if isLetter(at: end) || end > position && isDigit(byte) {
                hasher.add(byte)
                end += 1
            } else if byte == 0x2D || byte == 0x27 || byte == 0x26, end + 1 < bytes.count, isLetter(at: end + 1) {
                hasher.add(byte)
                end += 1
            } else if let length = joinLength(at: end) {
                hasher.add(bytes[end + 2] == 0x99 ? 0x27 : 0x2D)
                end += length
            } else {
                break
            }
        }
        if end == position { return skip(bytes[position] < 0xE0 ? 2 : bytes[position] < 0xF0 ? 3 : 4) }
        var token = LineToken(kind: .word, isApart: isApart, start: position, end: end)
        token.hash = hasher.value
        token.word = lexicon.word(token.hash)
        if end == position + 1 { spoon(&token) }
        append(token)
    }

    /// Gives the words `T` and `t` the units tablespoon and teaspoon.
    private func spoon(_ token: inout LineToken) {
        if bytes[token.start] == UInt8(ascii: "T") { token.word.unit = lexicon.tablespoon }
        if bytes[token.start] == UInt8(ascii: "t") { token.word.unit = lexicon.teaspoon }
    }

    private func isLetter(at place: Int) -> Bool {
        let byte = bytes[place]
        if byte < 0x80 { return (byte | 0x20) &- 0x61 < 26 }
        let second = place + 1 < bytes.count ? bytes[place + 1] : 0
        switch byte {
        case 0xC2: return second == 0xAE || second == 0xAD
        case 0xC3: return second != 0x97
        case 0xE2: return second == 0x84
        default: return true
        }
    }

    /// The length in bytes of an apostrophe ’ or a Unicode hyphen before a letter; otherwise `nil`.
    private func joinLength(at place: Int) -> Int? {
        guard place + 3 < bytes.count, bytes[place] == 0xE2, bytes[place + 1] == 0x80,
            bytes[place + 2] == 0x99 || bytes[place + 2] == 0x91 || bytes[place + 2] == 0x90, isLetter(at: place + 3)
        else { return nil }
        return 3
    }
}
