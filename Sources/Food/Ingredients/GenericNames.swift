// Recognises words for food that do not say what it contains: a sauce, a filling, «масло».

/// Classifies the words of a note that are not names of ingredients.
enum GenericNames {
    /// Whether a word of a note names a food with unknown contents.
    static func names(_ word: NameWord, isLast: Bool) -> Bool {
        nouns.contains(word.form) || isLast && verbs.contains(word.form)
    }

    /// Whether a word means a part of an animal unless a plant is named with it: `fried in fat`, «с костью».
    static func isOfAnimals(_ word: NameWord) -> Bool { ofAnimals.contains(word.form) }

    private static let ofAnimals = NameWords.forms(WordList.partsOfAnimals)

    /// Whether fat or bones that are named next to an ingredient may be its own: meat, or dairy with its percentage of
    /// fat.
    static func hasFat(_ entry: IngredientEntry) -> Bool {
        entry.facts[.vegetarian] == .no && entry.facts[.fish] != .yes || entry.facts[.milk] == .yes
    }

    /// Whether the words after this one say what the ingredient is used for or what it resembles.
    static func isPurpose(_ word: NameWord) -> Bool { WordList.wordsBeforeAUse.contains(word.text) }

    /// Whether the words after this one name another thing: on it, in it or next to it.
    static func isAnother(_ word: NameWord) -> Bool { WordList.wordsBeforeAnotherFood.contains(word.text) }

    private static let nouns = NameWords.forms(WordList.genericFoods)

    /// Words that are also verbs. They are nouns only at the end: `rice, spread`, but `spread on a tray`.
    private static let verbs = NameWords.forms("spread dip mix blend")

}
