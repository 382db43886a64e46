// The plain letters of a text in which letters are circled, styled or separated by invisible characters.

import Foundation

enum PlainLetters {
    /// Letters of which Unicode has no compatibility decomposition: negative circled, negative squared, regional
    /// indicators. Each range has 26 of them.
    private static let capitals: [ClosedRange<UInt32>] = [0x1F150...0x1F169, 0x1F170...0x1F189, 0x1F1E6...0x1F1FF]

    /// The text in normalisation form KC, without marks and without characters that nobody sees; circled letters are
    /// plain ones.
    static func of(_ text: String) -> String {
        if text.unicodeScalars.allSatisfy(isSimple) { return text }
        let visible = String(String.UnicodeScalarView(text.unicodeScalars.lazy.filter { !isHidden($0) }.map(plain)))
        // Marks are removed after it, so that the letter й stays itself.
        let normalised = visible.precomposedStringWithCompatibilityMapping
        return String(String.UnicodeScalarView(normalised.unicodeScalars.lazy.filter { !isMark($0) }))
    }

    /// Whether a letter is plain already: ASCII, À to ı, and Cyrillic.
    private static func isSimple(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x80, 0xC0...0x131, 0x400...0x481: true
        default: false
        }
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard scalar.value > 0x1F000, let range = capitals.first(where: { $0.contains(scalar.value) }) else {
            return scalar
        }
        return Unicode.Scalar(UInt8(ascii: "A") + UInt8(scalar.value - range.lowerBound))
    }

    /// Whether nobody sees it. U+FDFA counts as such: it is 18 letters in the normalised form, so that a long text of it
    /// would take seconds.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        !isSimple(scalar)
            && (scalar == "\u{fdfa}" || scalar.properties.isDefaultIgnorableCodePoint
                || scalar.properties.generalCategory == .format)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        !isSimple(scalar) && [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }
}
