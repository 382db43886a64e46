// A text cut into words and numbers, with the signs between them, for the rules of the pre-screen.

import Bytes
import Words

/// A text of a recipe with its words.
struct ScreenedText: Sendable {
    struct Token: Sendable {
        /// The folded word, or the digits of a number. `350C` is the number `350` and the word `c`.
        let word: String
        /// Its bytes in the text.
        let range: Range<Int>
        let isNumber: Bool
    }

    let place: Finding.Place
    let text: String
    let tokens: [Token]
    private let bytes: [UInt8]

    init(_ text: String, _ place: Finding.Place) {
        self.place = place
        self.text = text
        var copy = text
        var tokens: [Token] = []
        copy.withUTF8 { utf8 in
            Words.forEachWord(in: utf8) { range, folded in
                let word = String(decoding: folded, as: UTF8.self)
                let raw = UnsafeBufferPointer(rebasing: utf8[range])
                let hasDigit = raw.contains(where: ASCII.isDigit)
                guard hasDigit, raw.contains(where: { !ASCII.isDigit($0) }) else {
                    tokens.append(Token(word: word, range: range, isNumber: hasDigit))
                    return
                }
                var start = 0
                while start < raw.count {
                    let isNumber = ASCII.isDigit(raw[start])
                    let end = raw[start...].firstIndex { ASCII.isDigit($0) != isNumber } ?? raw.count
                    let part = String(decoding: raw[start..<end], as: UTF8.self)
                    tokens.append(
                        Token(
                            word: isNumber ? part : Words.fold(part),
                            range: range.lowerBound + start..<range.lowerBound + end, isNumber: isNumber))
                    start = end
                }
            }
        }
        self.tokens = tokens
        bytes = Array(copy.utf8)
    }

    /// The signs before a word, after the word before it.
    func gap(before index: Int) -> String {
        let start = index > 0 ? tokens[index - 1].range.upperBound : 0
        let end = index < tokens.count ? tokens[index].range.lowerBound : bytes.count
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// The words from one to another as they are written.
    func written(_ range: ClosedRange<Int>) -> String {
        String(
            decoding: bytes[tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound].range.upperBound],
            as: UTF8.self)
    }

    /// Where some folded words follow each other in a range.
    func place(of words: [String], in range: Range<Int>) -> ClosedRange<Int>? {
        guard !words.isEmpty, words.count <= range.count else { return nil }
        return (range.lowerBound...(range.upperBound - words.count)).first { start in
            zip(words, tokens[start...]).allSatisfy { $0.isSame(as: $1.word) }
        }.map { $0...($0 + words.count - 1) }
    }

    /// The words around a place that no space separates from it: a whole address for a word within it.
    func unspaced(around index: Int) -> ClosedRange<Int> {
        var (first, last) = (index, index)
        while first > 0, isJoined(first), index - first < 20 { first -= 1 }
        while last + 1 < tokens.count, isJoined(last + 1), last - index < 20 { last += 1 }
        return first...last
    }

    private func isJoined(_ index: Int) -> Bool {
        let gap = gap(before: index)
        return gap.utf8.count <= 3 && gap.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0 != "," }
    }

    /// The most words of a sentence. Rules compare the words of a sentence with each other, so a longer one is cut:
    /// otherwise the time for a text of one sentence would grow with the square of its length.
    static let longestSentence = 64

    /// The ranges of words that make up its sentences. A full stop ends one only before a space.
    var sentences: [Range<Int>] {
        var (sentences, start) = ([Range<Int>](), 0)
        for index in tokens.indices.dropFirst()
        where index - start == Self.longestSentence || Self.ends(gap(before: index)) {
            sentences.append(start..<index)
            start = index
        }
        return start < tokens.count ? sentences + [start..<tokens.count] : sentences
    }

    private static func ends(_ gap: String) -> Bool {
        gap.unicodeScalars.contains { ["!", "?", ";", "\n", "\r"].contains($0) }
            || gap.contains(bytes: ". ") || gap.contains(bytes: ".\u{a0}")
    }
}
