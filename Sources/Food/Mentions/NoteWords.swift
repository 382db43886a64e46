// Words in a line's note that make its answers uncertain, and words that never do.

enum NoteWords {
    /// Whether the word says that something unknown was added: `battered`, `stuffed`, `au gratin`, «маринованный».
    static func holdsUnknown(_ word: NameWord) -> Bool {
        WordList.wordsForUnknownAdditions.contains(word.text)
            || word.isRussian && WordList.russianStemsForUnknownAdditions.contains { word.text.hasPrefix($0) }
    }

    /// `store-bought`, `purchased`: prepared meat and fish may then contain anything.
    static func isBought(_ word: NameWord) -> Bool { bought.contains(word.form) }

    private static let bought = NameWords.forms(WordList.boughtWords)

    /// `contains soya`, `allergens: milk`, `with casein`.
    static func declares(_ word: NameWord) -> Bool { declarations.contains(word.form) }

    private static let declarations = NameWords.forms(WordList.wordsOfLabels)

    /// Whether the word names a diet, which the note may deny: `not vegan`, `not gluten free`, «не веганское».
    static func isDiet(_ word: NameWord) -> Bool { diets.contains(word.form) || word.text.hasPrefix("веган") }

    private static let diets = NameWords.forms(WordList.wordsForDiets)

    /// The diet or allergen for which the word says that the food is suitable: `vegan`, `meatless`, «постный»;
    /// otherwise `nil`.
    static func suits(_ word: NameWord) -> FactName? {
        word.text.hasPrefix("веган") ? .diet(.vegan) : suiting[word.form]
    }

    /// The diet or allergen that words such as `dairy` in `dairy-free` are about; otherwise `nil`.
    static func fact(of word: NameWord) -> FactName? { denied[word.form] }

    private static let suiting = byForm(WordList.wordsForSuitableFood)

    private static let denied = byForm(WordList.foodsInDenials)

    private static func byForm(_ list: [String: String]) -> [String: FactName] {
        list.reduce(into: [:]) { facts, entry in
            for form in NameWords.forms(entry.key) { facts[form] = FactName(word: entry.value) }
        }
    }

    /// Whether the word mixes Latin and Cyrillic letters: it then looks like another word but does not match it.
    static func hasTwoScripts(_ word: String) -> Bool {
        var (hasLatin, hasCyrillic) = (false, false)
        for scalar in word.unicodeScalars {
            if ("a"..."z").contains(scalar) { hasLatin = true }
            if ("\u{400}"..."\u{4FF}").contains(scalar) { hasCyrillic = true }
        }
        return hasLatin && hasCyrillic
    }

    /// Whether the word is a number, tool, place, shape, part or time, or ends like a participle or adverb.
    static func isHarmless(_ word: NameWord) -> Bool {
        harmless.contains(word.form) || word.text.utf8.first.map { $0 < 0x3A } ?? true
            || ["ed", "ing", "ly", "wise"].contains { word.text.utf8.count > 4 && word.text.hasSuffix($0) }
    }

    private static let harmless = NameWords.forms(WordList.harmlessNoteWords)
}
