// The words of a recipe's texts, cut where a sign or the end of a sentence parts them.

/// Cuts texts into sentences, and these into runs of words without a sign between them.
enum TextRuns {
    struct Run {
        let words: [NameWord]
        let sign: NameSign?
    }

    static func sentences(_ text: String) -> [[Run]] {
        var sentences: [Substring] = []
        var rest = text[...]
        while let end = rest.unicodeScalars.firstIndex(where: { ends.contains($0) }) {
            sentences.append(rest[..<end])
            rest = rest[rest.unicodeScalars.index(after: end)...]
        }
        return (sentences + [rest]).map { sentence in
            NameWords.pieces(String(sentence)).flatMap { piece in cut(piece.words, piece.sign) }
        }
    }

    /// Each word is looked at beside those of its run: without a bound a text of one sentence costs its length squared.
    private static func cut(_ words: [NameWord], _ sign: NameSign?) -> [Run] {
        stride(from: 0, to: words.count, by: longest).map { start in
            Run(words: Array(words[start..<min(start + longest, words.count)]), sign: start == 0 ? sign : nil)
        }
    }

    /// In words.
    private static let longest = 64

    /// What ends a sentence; a full stop may also end `tbsp.`, and parts words as a sign does.
    private static let ends: Set<Unicode.Scalar> = ["\n", "\r", "!", "?", ";", ":"]
}
