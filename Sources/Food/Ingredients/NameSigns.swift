// Reads the signs between the words of a name. Most offer a choice or join two things, so lookups must not drop them.

import Bytes
import Words

/// The meaning of a sign between two words.
enum NameSign {
    /// A choice: `gluten-free/plain flour`, «сыр | тофу», and every unexpected sign.
    case or
    /// Both things: `chicken & egg`, `cocoa + butter`.
    case and
    /// `fresh, ripe tomatoes`: its meaning depends on the words around it.
    case comma
    /// Brackets and `;`, which end a phrase; in a name they count as a choice.
    case end
}

extension NameWords {
    /// A run of words without a sign inside, with the sign before it.
    typealias Piece = (sign: NameSign?, words: [NameWord])

    /// The words of a text, cut at its signs.
    static func pieces(_ text: String, limit: Int = .max) -> [Piece] {
        var pieces: [Piece] = [(nil, [])]
        eachWord(text) { word, sign in
            if let sign { pieces.append((sign, [])) }
            if pieces[pieces.count - 1].words.count < limit { pieces[pieces.count - 1].words.append(word) }
        }
        return pieces
    }

    /// Whether there is a sign between two words of a text.
    static func hasSign(_ text: String) -> Bool {
        if text.utf8.allSatisfy(isPlain) { return false }
        var found = false
        eachWord(text) { _, sign in found = found || sign != nil }
        return found
    }

    /// The words of a name, with signs as words: `salt & pepper` becomes `salt and pepper`, so it differs from a name
    /// without a sign.
    static func written(_ text: String) -> [NameWord] {
        var words: [NameWord] = []
        eachWord(text) { word, sign in
            switch sign {
            case .and: words += and
            case .or, .end: words += or
            case .comma, nil: break
            }
            words.append(word)
        }
        return words
    }

    /// The sign that does not separate these two words: `&` in `M&M's` and `half & half`, a full stop in «слив. масло».
    /// `nil` if every sign separates them.
    static func joint(of first: UInt64, _ second: NameWord) -> NameSign? {
        if first == half && second.hash == half || first == letter && sweets.contains(second.text) { return .and }
        return second.isRussian && shortened.contains(first) && second.text.utf8.starts(with: "масл".utf8) ? .or : nil
    }

    private static let shortened = Set(words(of: WordList.shortenedOils).map(\.hash))
    private static let half = hashes("half")[0]
    private static let letter = hashes("m")[0]
    private static let sweets: Set<String> = ["m", "ms"]

    static let and = split("and")
    static let or = split("or")

    /// The sign in the gap between two words; `nil` where the gap does not separate them.
    static func sign(
        in gap: some Sequence<UInt8>, behind word: NameWordEdges, before next: UnsafeBufferPointer<UInt8>
    ) -> NameSign? {
        var marks = GapMarks()
        var decoder = UTF8()
        var bytes = gap.makeIterator()
        while case .scalarValue(let scalar) = decoder.decode(&bytes) { marks.add(scalar) }
        let isInNumber = isDigit(word.last) && (isDigit(next[0]) || marks.hasHyphen)
        if isInNumber, marks.found != .end { return nil }
        // A full stop separates `coconut. Cream`, but not `St. John`.
        if marks.hasDot, word.length > 2 || marks.hasHyphen { return .or }
        // `medium- or coarse-grained`
        if marks.hasHyphen, marks.hasSpace {
            return ["or", "to", "and"].contains { $0.utf8.elementsEqual(next) } ? nil : .or
        }
        // A mark without a space separates `rice*flour` and `rice'flour`, but not `mascarpone* cheese`, `d'Anjou`,
        // `"00" flour`, `12"tortilla` and `2%milk`.
        let isInWord = word.length <= 2 || next.count <= 2
        if marks.found == nil, marks.joinsWords(isInWord: isInWord), !isDigit(word.last), !isDigit(next[0]) {
            return .or
        }
        return marks.found
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// A byte of a space, of a Latin or Russian letter (0xD0 or 0xD1 and what follows), or of a digit.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte == 0x20 || isDigit(byte) || byte == 0xD0 || byte == 0xD1
            || (0x80...0xBF).contains(byte)
    }
}

extension NameWords {
    /// Whether a name offers a choice (`parmesan or similar hard cheese`). It does not mean one thing, so no ingredient
    /// is found by it.
    static func offersChoice(_ name: [NameWord]) -> Bool {
        name.contains { WordList.wordsForAChoice.contains($0.text) }
    }

    /// Whether the word means another food of a kind: `other grain`. Not `or` between states: `frozen or canned`.
    static func isForAnother(_ word: NameWord) -> Bool {
        WordList.wordsForAChoice.contains(word.text) && !WordList.wordsForOr.contains(word.text)
    }
}

/// The marks between two words.
private struct GapMarks {
    private(set) var hasSpace = false
    private(set) var hasHyphen = false
    private(set) var hasDot = false
    private(set) var found: NameSign?
    private var isFirst = true
    private var hasAttachedMark = false
    private var apostrophes = 0

    /// Whether a mark joins two words without a space, although it can belong to only one of them. One apostrophe is
    /// part of a word if it is next to at most two letters (`d'Anjou`, `baker's`).
    func joinsWords(isInWord: Bool) -> Bool {
        !hasSpace && (hasAttachedMark || apostrophes > (isInWord ? 1 : 0))
    }

    mutating func add(_ scalar: Unicode.Scalar) {
        // A footnote mark, or the end of bold text: `mascarpone* cheese`, `**low-sodium** soy sauce`.
        if isFirst, scalar == "*" || scalar == "†" {
            hasAttachedMark = true
            return
        }
        isFirst = false
        switch scalar {
        case "-", "\u{AD}", "\u{2010}", "\u{2011}": hasHyphen = true
        case ".": hasDot = true
        case ",": found = found ?? .comma
        case "&", "+", "\u{FF06}", "\u{FF0B}", "\u{FE60}", "\u{FE62}":
            found = found == .or || found == .end ? found : .and
        case ";", "(", ")", "[", "]": found = .end
        case "'", "`", "´", "\u{2018}", "\u{2019}", "\u{201B}": apostrophes += 1
        case "\"", "%", "°", "\u{201A}"..."\u{201F}", "«", "»": hasAttachedMark = true
        case "®", "™", "©", "\u{300}"..."\u{36F}": break
        case _ where scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint: hasSpace = true
        case _ where scalar.properties.numericType != nil: hasAttachedMark = true
        default: found = found == .end ? .end : .or
        }
    }
}

/// The properties of a word that decide the meaning of the sign after it.
struct NameWordEdges {
    var last: UInt8 = 0
    /// In bytes: one for each Latin letter, more for letters of other scripts.
    var length = 0
}
