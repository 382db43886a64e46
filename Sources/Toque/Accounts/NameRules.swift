// What a display name has to be, so that nobody passes for somebody else.

import Bytes
import Foundation

enum NameRules {
    /// Characters as people count them.
    static let length = 40
    /// Bytes of a text that is still composed; no field of a profile is as long.
    static let longestComposed = 8_000

    /// Composed, and every run of blanks one space: two names that read the same are the same.
    static func tidied(_ text: String) -> String {
        text.utf8.count > longestComposed ? text : composed(text).inOneLine
    }

    /// Foundation composes in place, which takes the square of the length. What is so long is refused as it is.
    static func composed(_ text: String) -> String {
        text.utf8.count > longestComposed ? text : text.precomposedStringWithCanonicalMapping
    }

    /// The problem with a tidied display name as a key of the locale files, or `nil`. An empty one is none.
    static func problem(_ name: String) -> String? {
        if name.isEmpty { return nil }
        // Some scripts need two code points for a character; more would only pile up marks.
        guard name.length <= 2 * length, name.count <= length else { return "name-long" }
        guard name.unicodeScalars.allSatisfy(isAllowed), name.contains(where: { $0.isLetter || $0.isNumber }) else {
            return "name-letters"
        }
        if name.split(bytes: " ").contains(where: isMixed) { return "name-mixed" }
        let keys = [AccountRules.key(name)] + likenesses(name)
        let isFree = AccountRules.reservedNames.isDisjoint(with: keys) && !keys.contains(where: FormerMember.isOne)
        return isFree ? nil : "name-taken"
    }

    /// Whether a word has letters of several alphabets that can be taken for one another's.
    static func isMixed(_ word: Substring) -> Bool { scripts(word).count > 1 }

    /// What two names have in common that look alike: compatibility forms, letter case, and letters of other alphabets
    /// that are drawn like Latin ones.
    static func likeness(_ name: String) -> String {
        // The compatible form of these sigmas, drawn like c, is the common one. Letters without their marks, so that a mark
        // hides none.
        let drawn = tidied(name).replacing(bytes: "ϲ", with: "c").replacing(bytes: "Ϲ", with: "C")
        let letters = AccountRules.key(drawn).decomposedStringWithCanonicalMapping.unicodeScalars
        return String(String.UnicodeScalarView(letters.map(Confusables.likeness))).precomposedStringWithCanonicalMapping
    }

    /// All that a name is taken for, that of its capitals first: what is asked for when a name is chosen.
    static func likenesses(_ name: String) -> [String] {
        let letters = tidied(name).lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
        let small = letters.map { Confusables.asSmall[$0] ?? $0 }
        return [likeness(name), likeness(String(String.UnicodeScalarView(small)))]
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
}
