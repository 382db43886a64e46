// Finds parts of a line that have no readable words: food emoji, other scripts, and a joining word with nothing after
// it.

import Bytes
import Words

/// Parts of a line that people understand but the parser cannot read as words: `tofu with 🥓`, `tofu, 牛乳`, `onions &`.
enum WordlessParts {
    /// The food emoji of a text and its letters from scripts other than Latin and Cyrillic, at most 8 in total, and the
    /// first joining word or sign that ends one of its parts. What they add to the dish is unknown.
    static func find(in text: String) -> [String] {
        var found: [String] = []
        if !text.utf8.allSatisfy({ $0 < 0xC3 || $0 == 0xD0 || $0 == 0xD1 }) {
            for scalar in text.unicodeScalars where isFood(scalar) || isForeign(scalar) {
                let sign = String(scalar)
                if !found.contains(sign), found.count < LineLimits.alternatives { found.append(sign) }
            }
        }
        for part in text.unicodeScalars.split(whereSeparator: { ",;()[]".unicodeScalars.contains($0) }) {
            if let end = openEnd(String(part)) { return found + [end] }
        }
        return found
    }

    /// Whether the scalar is a Unicode pictograph of a fruit, dish, drink or animal.
    private static func isFood(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1F32D...0x1F37F, 0x1F382, 0x1F400...0x1F43F, 0x1F950...0x1F96F, 0x1F980...0x1F9CB, 0x1FABA...0x1FABF,
            0x1FACE...0x1FADF:
            true
        default: false
        }
    }

    /// Whether the scalar is a letter that is neither Latin nor Cyrillic; letters in circles and squares count as such.
    private static func isForeign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x36F, 0x400...0x52F, 0x1D00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xFB00...0xFB06,
            0xFF21...0xFF5A:
            false
        case 0x1F100...0x1F1FF: true
        default: scalar.properties.isAlphabetic
        }
    }

    private static func openEnd(_ part: String) -> String? {
        guard let last = NameWords.split(part, limit: .max).last else { return nil }
        if WordList.wordsThatNeedAFood.contains(last.text) { return last.text }
        let tail = part.unicodeScalars.reversed().prefix {
            !$0.properties.isAlphabetic && $0.properties.numericType == nil
        }
        return tail.contains { "&+＆＋﹠﹢".unicodeScalars.contains($0) } ? "&" : nil
    }

}
