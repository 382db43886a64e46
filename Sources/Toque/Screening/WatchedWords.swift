// Finds words of the block list that are written in disguise: with letters of another alphabet, digits or spaces.

import Bytes
import Words

struct WatchedWords: Sendable {
    private let likenesses: Set<String>

    /// `blocked` are the words of the block list; phrases of several words cannot be found in disguise.
    init(_ blocked: [String]) {
        likenesses = Set(
            blocked.filter { Words.words($0).count == 1 && $0.unicodeScalars.count >= 4 }.map(Self.likeness))
    }

    func findings(_ text: ScreenedText) -> [Finding] {
        guard !likenesses.isEmpty else { return [] }
        let words = text.text.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }
        let found = words.first(where: isDisguised) ?? spaced(words)
        return found.map { [Finding(.disguised, text.place, words: $0)] } ?? []
    }

    /// `cа$ino` with a Cyrillic а, `v1agra`, `c.a.s.i.n.o`.
    private func isDisguised(_ word: String) -> Bool {
        guard word.utf8.count <= 200, !Self.isPlain(word) else { return false }
        let core = PlainLetters.of(word).unicodeScalars.filter { !Self.signs.contains($0) }
        guard core.count >= 4 else { return false }
        let bare = String(String.UnicodeScalarView(core))
        let trimmed = bare.unicodeScalars.last == "!" ? String(bare.unicodeScalars.dropLast()) : bare
        return [bare, trimmed].contains { likenesses.contains(Self.likeness($0)) }
    }

    /// Whether it is one word of one alphabet without digits and signs, so that the block list finds it as it is.
    private static func isPlain(_ word: String) -> Bool {
        let letters = word.unicodeScalars.filter { $0.properties.isAlphabetic }
        let isLatin = letters.filter { $0.value < 0x250 }.count
        return (isLatin == 0 || isLatin == letters.count)
            && !word.unicodeScalars.contains { $0.properties.numericType != nil || $0 == "$" || $0 == "@" }
            && Words.words(word).count == 1 && PlainLetters.of(word).utf8.elementsEqual(word.utf8)
    }

    /// The most single letters that are joined; the rest is not searched.
    private static let longestRun = 200

    /// `c a s i n o`: letters that stand alone.
    private func spaced(_ words: [String]) -> String? {
        var run: [String] = []
        for word in words + ["··"] {
            let letters = PlainLetters.of(word).unicodeScalars.filter { !Self.signs.contains($0) }
            if letters.count == 1 {
                if run.count < Self.longestRun { run.append(word) }
            } else {
                if run.count >= 4 {
                    let joined = PlainLetters.of(run.joined()).unicodeScalars.filter { !Self.signs.contains($0) }
                    let likeness = Self.likeness(String(String.UnicodeScalarView(joined)))
                    if likenesses.contains(where: { likeness.contains(bytes: $0) }) {
                        return run.joined(separator: " ")
                    }
                }
                run = []
            }
        }
        return nil
    }

    private static let signs: Set<Unicode.Scalar> = [
        ".", ",", "-", "_", "*", "·", "–", "—", "/", "|", ":", ";", "?", "(", ")", "\"", "'", "“", "”", "«", "»",
        "\u{200b}",
        "\u{200c}", "\u{200d}", "\u{2060}", "\u{ad}",
    ]
    private static let digits: [Unicode.Scalar: Unicode.Scalar] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "!": "i", "€": "e",
        "l": "i",
    ]

    /// The same text for words that look alike.
    static func likeness(_ word: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in word.unicodeScalars {
            let folded = Words.fold(String(scalar)).unicodeScalars.first ?? scalar
            let digit = digits[folded] ?? folded
            let alike = Confusables.likeness(digit)
            result.append(digits[alike] ?? alike)
        }
        return String(result)
    }
}
