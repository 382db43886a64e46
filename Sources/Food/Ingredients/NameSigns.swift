// Signs between the words of a name: most offer a choice or join two things, so none may vanish when a name is looked up.

import Bytes
import Words

/// What a sign between two words does.
enum NameSign {
    /// `gluten-free/plain flour`, «сыр | тофу», and every sign that nobody expects there.
    case or
    /// `chicken & egg`, `cocoa + butter`.
    case and
    /// `fresh, ripe tomatoes`: the words around it decide.
    case comma
    /// Brackets and `;`, which end what is said; in a name no better than a choice.
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

    /// Whether a sign stands between two words of a text.
    static func hasSign(_ text: String) -> Bool {
        if text.utf8.allSatisfy(isPlain) { return false }
        var found = false
        eachWord(text) { _, sign in found = found || sign != nil }
        return found
    }

    /// The words of a name with its signs in words, so that `salt & pepper` is `salt and pepper` and nothing without a sign.
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

    static let and = split("and")
    static let or = split("or")

    /// What is between two words: a sign, or nothing that parts them.
    static func sign(
        in gap: some Sequence<UInt8>, behind word: NameWordEdges, before next: UnsafeBufferPointer<UInt8>
    ) -> NameSign? {
        var marks = GapMarks()
        var decoder = UTF8()
        var bytes = gap.makeIterator()
        while case .scalarValue(let scalar) = decoder.decode(&bytes) { marks.add(scalar) }
        let isInNumber = isDigit(word.last) && (isDigit(next[0]) || marks.hasHyphen)
        if isInNumber, marks.found != .end { return nil }
        // `coconut. Cream`, but `St. John`.
        if marks.hasDot, word.length > 2 || marks.hasHyphen { return .or }
        // `medium- or coarse-grained`
        if marks.hasHyphen, marks.hasSpace {
            return ["or", "to", "and"].contains { $0.utf8.elementsEqual(next) } ? nil : .or
        }
        // `rice*flour`, `rice'flour`, but `mascarpone* cheese`, `d'Anjou`, `"00" flour`, `12"tortilla` and `2%milk`.
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
    /// Whether a name offers a choice (`parmesan or similar hard cheese`): it is no name of one thing, and none is found by it.
    static func offersChoice(_ name: [NameWord]) -> Bool { name.contains { choices.contains($0.text) } }

    private static let choices: Set<String> = [
        "or", "either", "similar", "other", "another", "your", "choice", "favorite", "favourite", "equivalent",
        "alternative", "etc", "или", "либо", "любой", "любая", "любое", "любые", "любимый", "любимые", "другой",
        "другая",
        "другое", "другие", "похожий", "похожая", "похожее", "похожие", "подобный", "подобное", "подобные",
    ]
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

    /// Whether there is no space, but a mark that belongs to one word only where a space parts it from the other. One
    /// apostrophe is part of a word where the letters before or behind it are few (`d'Anjou`, `baker's`).
    func joinsWords(isInWord: Bool) -> Bool {
        !hasSpace && (hasAttachedMark || apostrophes > (isInWord ? 1 : 0))
    }

    mutating func add(_ scalar: Unicode.Scalar) {
        // A footnote, or the end of what is printed bold: `mascarpone* cheese`, `**low-sodium** soy sauce`.
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

/// What of a word decides what the sign behind it is.
struct NameWordEdges {
    var last: UInt8 = 0
    /// Letters, or more of other scripts.
    var length = 0
}
