// Recognises words for food that do not say what it contains: a sauce, a filling, «масло».

/// Classifies the words of a note that are not names of ingredients.
enum GenericNames {
    /// Whether a word of a note names a food with unknown contents.
    static func names(_ word: NameWord, isLast: Bool) -> Bool {
        nouns.contains(word.form) || isLast && verbs.contains(word.form)
    }

    /// Whether a word means a part of an animal unless a plant is named with it: `fried in fat`, «с костью».
    static func isOfAnimals(_ word: NameWord) -> Bool { ofAnimals.contains(word.form) }

    private static let ofAnimals = NameWords.forms("fat bone meat poultry game offal жир кость хрящ мясо птица дичь")

    /// Whether fat or bones that are named next to an ingredient may be its own: meat, or dairy with its percentage of
    /// fat.
    static func hasFat(_ entry: IngredientEntry) -> Bool {
        entry.facts[.vegetarian] == .no && entry.facts[.fish] == .no || entry.facts[.milk] == .yes
    }

    /// Whether the words after this one say what the ingredient is used for or what it resembles.
    static func isPurpose(_ word: NameWord) -> Bool { purposes.contains(word.text) }

    /// Whether the words after this one name another thing: on it, in it or next to it.
    static func isAnother(_ word: NameWord) -> Bool { others.contains(word.text) }

    private static let nouns = NameWords.forms(
        """
        sauce dressing batter crumb roux ranch filling topping glaze marinade coating paste condiment soup salad cake pie \
        burger patty candy pudding mousse ganache casserole chip flavoring flavouring fritter

        масло соус заправка крем начинка подливка кляр маринад смесь обсыпка пропитка прослойка суп каша добавка \
        полуфабрикат зажарка поджарка порошок котлета запеканка
        """)

    /// Words that are also verbs. They are nouns only at the end: `rice, spread`, but `spread on a tray`.
    private static let verbs = NameWords.forms("spread dip mix blend")

    private static let purposes: Set<String> = [
        "for", "to", "into", "as", "like", "about", "approximately", "adjust", "check", "such", "для", "к", "как",
        "около", "примерно",
    ]

    private static let others: Set<String> = [
        "in", "on", "with", "and", "then", "plus", "under", "в", "во", "на", "с", "со", "и", "под", "плюс",
    ]
}
