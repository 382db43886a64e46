// What a run of words says as a whole, for every name in it. A long text may name food thousands of times, so each run is
// read once.

struct RunTraits {
    let isOnSurface: Bool
    let isSprinkled: Bool
    let isServed: Bool
    let namesCookingLiquid: Bool
    /// `skim the stock`, `ladle into bowls`
    let finishesLiquid: Bool
    /// `crush the biscuits`, `line with ladyfingers`. Not `arrange on a rack`.
    let usesUp: Bool

    init(_ words: [NameWord]) {
        func hasAny(_ list: Set<String>) -> Bool { words.contains { list.contains($0.text) } }
        isOnSurface = hasAny(WordList.surfaces)
        isSprinkled = hasAny(WordList.wordsForSprinkling)
        isServed = hasAny(WordList.wordsForServing)
        namesCookingLiquid = hasAny(WordList.wordsForCookingLiquid)
        finishesLiquid = hasAny(Self.finishing) || words.contains { $0.text == "ladle" } && hasAny(Self.bowls)
        usesUp = hasAny(WordList.wordsForUsingUp) || hasAny(Self.laying) && !hasAny(WordList.racks)
    }

    private static let finishing = MentionPhrase.set("skim strain")
    private static let bowls = MentionPhrase.set("bowl bowls")
    private static let laying = MentionPhrase.set("arrange lay layer line stand")
}
