// What a line says without words: food as emoji, and a joining word or sign with nothing behind it.

import Words

/// Parts of a line that the reader of words cannot see, but that people understand: `tofu with 🥓`, `onions &`.
enum WordlessParts {
    /// The food emoji of a text, and a joining word or sign at its end; what they add to a dish is unknown.
    static func find(in text: String) -> [String] {
        var found: [String] = []
        if text.utf8.contains(0xF0) {
            for scalar in text.unicodeScalars where isFood(scalar) && !found.contains(String(scalar)) {
                found.append(String(scalar))
            }
        }
        if let end = openEnd(text) { found.append(end) }
        return found
    }

    /// Fruit, dishes, drinks and animals (Unicode, Miscellaneous Symbols and Pictographs, and its supplement).
    private static func isFood(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1F32D...0x1F37F, 0x1F400...0x1F43F, 0x1F950...0x1F96F, 0x1F980...0x1F9CB: true
        default: false
        }
    }

    private static func openEnd(_ text: String) -> String? {
        guard let last = NameWords.split(text, limit: .max).last else { return nil }
        if joining.contains(last.text) { return last.text }
        let tail = text.utf8.reversed().prefix { byte in byte < 0x80 && !isWordByte(byte) }
        return tail.contains { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "+") } ? "&" : nil
    }

    private static func isWordByte(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 }

    private static let joining: Set<String> = ["with", "plus", "add", "and", "or", "и", "с", "со", "или", "плюс"]
}
