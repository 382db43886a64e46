// Splits the name in an ingredient line at words and signs that offer a choice, and at those that join.

/// A name split into alternatives at `or` and signs like `/`, and each alternative into parts at `and`, `with` and
/// `in`.
struct IngredientPhrase {
    /// One alternative: it needs all its parts, except those in `lacking`.
    struct Alternative {
        var parts: [[NameWord]]
        /// All words, including those that join the parts.
        var words: [NameWord]
        /// The indices of the parts that the phrase says are not in it: `without meat`.
        var lacking: [Int] = []
    }

    private(set) var alternatives: [Alternative] = []
    /// Whether it may be one name that includes joining words: `chipotles in adobo`, `red and green cabbage`.
    private(set) var isOfOneName = false

    private enum Joint { case or, and, with, without }

    init(_ phrase: String) {
        var pieces: [(words: [NameWord], joint: Joint, joining: [NameWord])] = [([], .or, [])]
        func isOr(_ word: NameWord) -> Bool { WordList.wordsForOr.contains(word.text) }
        let written = NameWords.pieces(phrase)
        // A comma means what the other words of its list say: `or` in `sake, wine or sherry`, `and` in `salt, pepper
        // and oil`.
        let listed = written.contains { $0.sign == .comma } ? written.flatMap(\.words) : []
        let hasOr = !listed.isEmpty && (written.contains { $0.sign == .or } || listed.contains(where: isOr))
        let hasAnd = listed.contains { Self.ands.contains($0.text) }
        func cut(_ joint: Joint, _ joining: [NameWord] = []) {
            if pieces[pieces.count - 1].words.isEmpty {
                if joint == .or || joint == .without { pieces[pieces.count - 1].joint = joint }
            } else {
                pieces.append(([], joint, []))
            }
            pieces[pieces.count - 1].joining += joining
        }
        for (sign, words) in written {
            switch sign {
            case .or, .end: cut(.or)
            case .and: cut(.and, NameWords.and)
            case .comma where hasOr: cut(.or)
            case .comma where hasAnd: cut(.and)
            case .comma, nil: break
            }
            for (place, word) in words.enumerated() {
                let next = place + 1 < words.count ? words[place + 1] : nil
                if isOr(word) {
                    cut(.or)
                } else if Self.ands.contains(word.text), let last = pieces[pieces.count - 1].words.last, let next,
                    NameWords.joint(of: last.hash, next) == .and
                {
                    // `half and half` and `half-n-half` are one name.
                    pieces[pieces.count - 1].words += NameWords.and
                } else if Self.ands.contains(word.text) {
                    cut(.and, [word])
                } else if Self.withs.contains(word.text) {
                    cut(Self.withouts.contains(word.text) ? .without : .with, [word])
                } else {
                    pieces[pieces.count - 1].words.append(word)
                }
            }
        }
        for piece in pieces where !piece.words.isEmpty {
            if piece.joint == .or || alternatives.isEmpty {
                alternatives.append(Alternative(parts: [piece.words], words: piece.words))
            } else {
                let last = alternatives.count - 1
                if piece.joint == .without { alternatives[last].lacking.append(alternatives[last].parts.count) }
                alternatives[last].parts.append(piece.words)
                alternatives[last].words += piece.joining + piece.words
            }
        }
        // Russian names match in any word order, but «масло и какао» is not «какао-масло».
        let isInOrder = !pieces.contains { $0.words.contains(where: \.isRussian) }
        isOfOneName =
            alternatives.count == 1 && !written.contains { $0.sign == .and }
            && pieces.dropFirst().allSatisfy { $0.joint == .with || $0.joint == .and && isInOrder }
    }

    /// Whether the phrase may have a place to split. Most have none, and this check costs less than splitting.
    static func mayBeCut(_ phrase: String, _ words: [NameWord]) -> Bool {
        words.count == NameWords.limit || words.contains { cuts[$0.hash] != nil } || NameWords.hasSign(phrase)
    }

    private static let cuts = (WordList.wordsForOr.union(ands).union(withs)).reduce(into: PrehashedTable(blank: false))
    { cuts, word in
        for word in NameWords.split(word) { cuts[word.hash] = true }
    }

    /// `rice 'n' beans`
    private static let ands: Set<String> = ["and", "n", "plus", "и", "плюс"]

    private static let withs = withouts.union(["with", "in", "с", "со", "в"])

    private static let withouts: Set<String> = ["без", "without"]

    var isEmpty: Bool { alternatives.isEmpty }
    var isSingle: Bool { alternatives.count == 1 && alternatives[0].parts.count == 1 }
}
