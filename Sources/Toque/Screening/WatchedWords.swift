// Finds words of the block list that are written in disguise: with letters of another alphabet, digits or spaces.

import Bytes
import Words

struct WatchedWords: Sendable {
    /// The likenesses of the words, by their first letters.
    private let likenesses: [ArraySlice<Unicode.Scalar>: [[Unicode.Scalar]]]
    private let longest: Int
    /// The least letters of a word that is found in disguise.
    private static let shortest = 4

    /// `blocked` are the words of the block list; phrases of several words cannot be found in disguise.
    init(_ blocked: [String]) {
        let words = Set(
            blocked.filter { Words.words($0).count == 1 && $0.unicodeScalars.count >= Self.shortest }
                .map { Self.likeness($0.unicodeScalars) })
        likenesses = Dictionary(grouping: words) { $0.prefix(Self.shortest) }
        longest = words.map(\.count).max() ?? 0
    }

    /// A word of a text. Finding its plain letters is the costly part, so it is done once.
    private struct Word {
        let text: String
        let plain: String
        /// The plain letters without the signs between them.
        let core: [Unicode.Scalar]

        init(_ text: String) {
            self.text = text
            plain = PlainLetters.of(text)
            core = plain.unicodeScalars.filter { !WatchedWords.isSign($0) }
        }
    }

    func findings(_ text: ScreenedText) -> [Finding] {
        guard !likenesses.isEmpty else { return [] }
        let words = text.text.unicodeScalars.split { $0.properties.isWhitespace }.map { Word(String($0)) }
        let found = words.first(where: isDisguised)?.text ?? spaced(words)
        return found.map { [Finding(.disguised, text.place, words: $0)] } ?? []
    }

    /// `cа$ino` with a Cyrillic а, `v1agra`, `c.a.s.i.n.o`.
    private func isDisguised(_ word: Word) -> Bool {
        // One more than the longest: the last may be an exclamation mark.
        guard word.text.utf8.count <= 200, (Self.shortest...longest + 1).contains(word.core.count), !Self.isPlain(word)
        else { return false }
        return isWatched(word.core) || word.core.last?.value == 0x21 && isWatched(word.core.dropLast())
    }

    private func isWatched(_ letters: some Sequence<Unicode.Scalar>) -> Bool {
        let likeness = Self.likeness(letters)
        return likenesses[likeness.prefix(Self.shortest)]?.contains(likeness) ?? false
    }

    /// Whether it is one word of one alphabet without digits and signs, so that the block list finds it as it is.
    private static func isPlain(_ word: Word) -> Bool {
        guard word.plain.isSame(as: word.text) else { return false }
        let letters = word.text.unicodeScalars.filter { $0.properties.isAlphabetic }
        let isLatin = letters.filter { $0.value < 0x250 }.count
        return (isLatin == 0 || isLatin == letters.count)
            && !word.text.unicodeScalars.contains { $0.properties.numericType != nil || $0 == "$" || $0 == "@" }
            && Words.words(word.text).count == 1
    }

    /// The most single letters that are joined; the rest is not searched.
    private static let longestRun = 200

    /// `c a s i n o`: letters that stand alone.
    private func spaced(_ words: [Word]) -> String? {
        var run: [String] = []
        for word in words + [Word("··")] {
            if word.core.count == 1 {
                if run.count < Self.longestRun { run.append(word.text) }
            } else {
                if run.count >= Self.shortest, containsWatched(Word(run.joined()).core) {
                    return run.joined(separator: " ")
                }
                run = []
            }
        }
        return nil
    }

    /// Whether a watched word begins at one of the letters. The first letters choose the words to compare, of a thousand.
    private func containsWatched(_ letters: [Unicode.Scalar]) -> Bool {
        let likeness = Self.likeness(letters)
        return likeness.indices.contains { start in
            let rest = likeness[start...]
            return likenesses[rest.prefix(Self.shortest)]?.contains { rest.starts(with: $0) } ?? false
        }
    }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", ",", "-", "_", "*", "·", "–", "—", "/", "|", ":", ";", "?", "(", ")", "\"", "'", "“", "”", "«", "»",
            "\u{200b}", "\u{200c}", "\u{200d}", "\u{2060}", "\u{ad}":
            true
        default: false
        }
    }

    private static let digits: [Unicode.Scalar: Unicode.Scalar] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "!": "i", "€": "e",
        "l": "i",
    ]

    /// The same letters for words that look alike, one for each.
    private static func likeness(_ letters: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        letters.map { scalar in
            let folded = Words.fold(String(scalar)).unicodeScalars.first ?? scalar
            let digit = digits[folded] ?? folded
            let alike = Confusables.likeness(digit)
            return digits[alike] ?? alike
        }
    }
}
