// The words of a search as they were typed: their quotations, minus signs and commas.

import Bytes
import Words

extension TypedSearch {
    struct Word {
        let text: String
        /// The number of the quotation that it is in.
        let quote: Int?
        let isExcluded: Bool
        /// The place of the typed piece, between spaces, that it is part of.
        let piece: Int
        /// Whether a comma or another sign of a list follows.
        var hasComma: Bool
    }

    /// The pieces between spaces, with the quotation that each is in.
    private static func pieces(_ text: String) -> [(text: String, quote: Int?, isExcluded: Bool)] {
        var pieces: [(text: String, quote: Int?, isExcluded: Bool)] = []
        let text = ["“", "”", "«", "»"].reduce(text) { $0.replacing(bytes: $1, with: "\"") }
        let sides = text.split(bytes: "\"", omittingEmptySubsequences: false)
        var isExcluded = false
        for (number, side) in sides.enumerated() {
            // The last side of an odd quotation mark is not closed, so it is not a quotation.
            let isQuoted = number % 2 == 1 && number < sides.count - 1
            let own = side.split(bytes: " ").map { short[$0.lowercased()] ?? String($0) }
            for piece in own {
                let piece = dashes.reduce(piece) { $0.hasPrefix(bytes: $1) ? "-" + $0.dropFirst() : $0 }
                let isMinus = !isQuoted && piece.hasPrefix(bytes: "-") && piece.utf8.count > 1
                // `-nuts,milk` leaves out both.
                let parts = listParts(piece).enumerated().map { isMinus && $0 > 0 ? "-" + $1 : $1 }
                pieces += parts.map { ($0, isQuoted ? number : nil, isQuoted ? isExcluded : isMinus) }
            }
            isExcluded = !isQuoted && own.last.map { $0.isSame(as: "-") } ?? false
        }
        return pieces
    }

    /// Signs that phones type for a minus.
    private static let dashes = ["–", "—", "−", "‑", "﹣", "－"]
    /// Written with a sign that would part a list.
    private static let short = ["w/o": "without", "w/": "with"]

    /// The parts of a piece, each with the sign behind it: `eggs,milk` is `eggs,` and `milk`.
    private static func listParts(_ piece: String) -> [String] {
        var parts = [""]
        for scalar in piece.unicodeScalars {
            parts[parts.count - 1].unicodeScalars.append(scalar)
            if listSigns.contains(scalar) { parts.append("") }
        }
        return parts.filter { !$0.isEmpty }
    }

    private static let listSigns: Set<Unicode.Scalar> = [",", ";", "/", "&", "+"]

    static func split(_ text: String) -> [Word] {
        var words: [Word] = []
        for (number, piece) in pieces(text).enumerated() {
            let hasSign = piece.text.unicodeScalars.last.map(listSigns.contains) ?? false
            let own = Words.words(piece.text)
            if own.isEmpty, hasSign, !words.isEmpty { words[words.count - 1].hasComma = true }
            for (place, word) in own.enumerated() {
                words.append(
                    Word(
                        text: word, quote: piece.quote, isExcluded: piece.isExcluded, piece: number,
                        hasComma: hasSign && place == own.count - 1))
            }
        }
        return words
    }

    /// The typed text without the pieces of some words; quotations stay quoted.
    static func text(_ text: String, _ words: [Word], without range: Range<Int>) -> String {
        let gone = Set(words[range].map(\.piece))
        var rest: [String] = []
        var quote: Int?
        for (number, piece) in pieces(text).enumerated() where !gone.contains(number) {
            if piece.quote != quote, quote != nil { rest[rest.count - 1] += "\"" }
            rest.append(piece.quote != nil && piece.quote != quote ? "\"" + piece.text : piece.text)
            quote = piece.quote
        }
        if quote != nil { rest[rest.count - 1] += "\"" }
        return rest.joined(separator: " ")
    }
}
