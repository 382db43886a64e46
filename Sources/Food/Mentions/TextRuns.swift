// Cuts the texts of a recipe into words, in which `TextMentions` looks for ingredients.

/// Cuts texts into sentences, and sentences into runs of words without a sign between them.
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

    /// The sentences of a heading without the words before its name: `chicken` of `For the chicken`.
    static func headings(_ text: String) -> [[Run]] {
        sentences(text).map { sentence in
            guard let first = sentence.first else { return sentence }
            let words = first.words.drop {
                WordList.wordsBeforeAPurpose.contains($0.text) || WordList.articles.contains($0.text)
            }
            return [Run(words: Array(words), sign: first.sign)] + sentence.dropFirst()
        }
    }

    /// Cuts a run after each `longest` words. Each word is compared with the others of its run, so without a limit the
    /// time for a text of one sentence would grow with the square of its length.
    private static func cut(_ words: [NameWord], _ sign: NameSign?) -> [Run] {
        stride(from: 0, to: words.count, by: longest).map { start in
            Run(words: Array(words[start..<min(start + longest, words.count)]), sign: start == 0 ? sign : nil)
        }
    }

    /// In words.
    private static let longest = 64

    /// Characters that end a sentence. A full stop is not one of them: it may also end `tbsp.`, and it separates words
    /// as any sign does.
    private static let ends: Set<Unicode.Scalar> = ["\n", "\r", "!", "?", ";", ":"]
}
