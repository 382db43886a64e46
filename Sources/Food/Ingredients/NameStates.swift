// Lists words that say how food is kept, cut or grown, but not which food it is.

enum NameStates {
    /// Whether an alternative has only such words, so that it is the same food: `fresh or frozen`, `large or medium`.
    /// `whole` and `regular` are not among them: next to `oat milk` they mean another milk.
    static func areAll(_ words: [NameWord]) -> Bool { words.allSatisfy { states.contains($0.form) } }

    private static let states = NameWords.forms(WordList.statesOfTheSameFood)
}
