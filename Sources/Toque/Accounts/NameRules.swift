// What a display name has to be, so that nobody passes for somebody else.

import Foundation

enum NameRules {
    /// Characters as people count them.
    static let length = 40

    /// Composed, and every run of blanks one space: two names that read the same are the same.
    static func tidied(_ text: String) -> String {
        text.precomposedStringWithCanonicalMapping.inOneLine
    }

    /// The problem with a tidied display name as a key of the locale files, or `nil`. An empty one is none.
    static func problem(_ name: String) -> String? {
        if name.isEmpty { return nil }
        // Some scripts need two code points for a character; more would only pile up marks.
        guard name.count <= length, name.length <= 2 * length else { return "name-long" }
        guard name.unicodeScalars.allSatisfy(isAllowed), name.contains(where: { $0.isLetter || $0.isNumber }) else {
            return "name-letters"
        }
        if name.split(separator: " ").contains(where: isMixed) { return "name-mixed" }
        let keys = [AccountRules.key(name), likeness(name)]
        let isFree = AccountRules.reservedNames.isDisjoint(with: keys) && !keys.contains(where: FormerMember.isOne)
        return isFree ? nil : "name-taken"
    }

    /// Whether a word has letters of several alphabets that can be taken for one another's.
    static func isMixed(_ word: Substring) -> Bool { scripts(word).count > 1 }

    /// What two names have in common that look alike: compatibility forms, letter case, and letters of other alphabets
    /// that are drawn like Latin ones.
    static func likeness(_ name: String) -> String {
        String(AccountRules.key(tidied(name)).map { lookalikes[$0] ?? $0 })
    }

    /// Letters, marks and digits that can be seen, and what stands in names between them.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isDefaultIgnorableCodePoint { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            return true
        default: return " '’-.,&·_".unicodeScalars.contains(scalar)
        }
    }

    private enum Script { case latin, greek, cyrillic, armenian, cherokee }

    /// The alphabets of a word whose letters can be taken for one another's.
    private static func scripts(_ word: Substring) -> Set<Script> {
        let plain = String(word).precomposedStringWithCompatibilityMapping
        return Set(plain.unicodeScalars.filter(\.properties.isAlphabetic).compactMap(script))
    }

    private static func script(_ letter: Unicode.Scalar) -> Script? {
        switch letter.value {
        case 0x41...0x24F, 0x250...0x2AF, 0x1E00...0x1EFF, 0xA720...0xA7FF: .latin
        case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
        case 0x400...0x52F, 0x1C80...0x1C8F, 0xA640...0xA69F: .cyrillic
        case 0x530...0x58F: .armenian
        case 0x13A0...0x13FF, 0xAB70...0xABBF: .cherokee
        default: nil
        }
    }

    /// Small letters that look like a Latin one, either as they are or as capitals.
    private static let lookalikes: [Character: Character] = [
        "а": "a", "в": "b", "с": "c", "ԁ": "d", "е": "e", "һ": "h", "н": "h", "і": "i", "ј": "j", "к": "k", "м": "m",
        "о": "o", "р": "p", "ԛ": "q", "ѕ": "s", "т": "t", "ѵ": "v", "ԝ": "w", "х": "x", "у": "y",
        "α": "a", "β": "b", "ε": "e", "ζ": "z", "η": "h", "ι": "i", "κ": "k", "μ": "m", "ν": "n", "ο": "o", "ρ": "p",
        "τ": "t", "υ": "y", "χ": "x",
    ]
}
