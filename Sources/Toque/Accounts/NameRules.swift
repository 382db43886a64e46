// The rules for display names, so that nobody can pass as somebody else.

import Bytes
import Foundation

enum NameRules {
    /// In grapheme clusters, as people count characters.
    static let length = 40
    /// The longest text in bytes that is still composed; every field of a profile is shorter.
    static let longestComposed = 8_000

    /// Composes the text and turns each run of blanks into one space, so that names that read the same are equal.
    static func tidied(_ text: String) -> String {
        text.utf8.count > longestComposed ? text : composed(text).inOneLine
    }

    /// Composes to NFC. Foundation composes in place, in quadratic time; a text beyond the limit is returned unchanged
    /// and refused elsewhere.
    static func composed(_ text: String) -> String {
        text.utf8.count > longestComposed ? text : text.precomposedStringWithCanonicalMapping
    }

    /// The problem with a tidied display name as a key of the locale files, or `nil`. An empty name is allowed.
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

    /// Whether a word mixes letters of alphabets that look alike.
    static func isMixed(_ word: Substring) -> Bool { scripts(word).count > 1 }

    /// A key that look-alike names share: folds compatibility forms, letter case, and letters of other alphabets that
    /// look like Latin ones.
    static func likeness(_ name: String) -> String {
        // The compatibility form of these lunate sigmas, which look like c, is the ordinary sigma. Decomposes letters,
        // so that an accent does not hide what a letter looks like.
        let drawn = tidied(name).replacing(bytes: "ϲ", with: "c").replacing(bytes: "Ϲ", with: "C")
        let letters = AccountRules.key(drawn).decomposedStringWithCanonicalMapping.unicodeScalars
        return String(String.UnicodeScalarView(letters.map(Confusables.likeness))).precomposedStringWithCanonicalMapping
    }

    /// All keys to compare when a name is chosen: what its capitals look like, then what its lower case looks like.
    static func likenesses(_ name: String) -> [String] {
        let letters = tidied(name).lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
        let small = letters.map { Confusables.asSmall[$0] ?? $0 }
        return [likeness(name), likeness(String(String.UnicodeScalarView(small)))]
    }

    /// Visible letters, marks and digits, and the signs that are usual between them in names.
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

    /// The scripts in a word, of those whose letters look like one another.
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
