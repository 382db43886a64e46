// Words for food that say no more than that it is food: a sauce, a filling, «масло».

enum GenericNames {
    /// Whether a word of a note names something of which nobody knows what is in it.
    static func names(_ word: NameWord, isLast: Bool) -> Bool {
        nouns.contains(word.form) || isLast && verbs.contains(word.form)
    }

    /// Of some animal, where nothing says of which plant: `fried in fat`, «с костью».
    static func isOfAnimals(_ word: NameWord) -> Bool { ofAnimals.contains(word.form) }

    private static let ofAnimals = NameWords.forms("fat bone meat poultry game offal жир кость хрящ мясо птица дичь")

    /// Whether the fat and bones beside something may be its own: meat, or milk with so much fat.
    static func hasFat(_ entry: IngredientEntry) -> Bool {
        entry.facts[.vegetarian] == .no && entry.facts[.fish] == .no || entry.facts[.milk] == .yes
    }

    /// Whether what follows is what the line is for, or what it looks like.
    static func isPurpose(_ word: NameWord) -> Bool { purposes.contains(word.text) }

    /// Whether what follows is something else again: what is on it, in it or beside it.
    static func isAnother(_ word: NameWord) -> Bool { others.contains(word.text) }

    private static let nouns = NameWords.forms(
        """
        sauce dressing batter crumb roux ranch filling topping glaze marinade coating paste condiment soup salad cake pie \
        burger patty candy pudding mousse ganache casserole chip flavoring flavouring fritter

        масло соус заправка крем начинка подливка кляр маринад смесь обсыпка пропитка прослойка суп каша добавка \
        полуфабрикат зажарка поджарка порошок котлета запеканка
        """)

    /// Also what one does: nouns only at the end (`rice, spread`, but `spread on a tray`).
    private static let verbs = NameWords.forms("spread dip mix blend")

    private static let purposes: Set<String> = [
        "for", "to", "into", "as", "like", "about", "approximately", "adjust", "check", "such", "для", "к", "как",
        "около", "примерно",
    ]

    private static let others: Set<String> = [
        "in", "on", "with", "and", "then", "plus", "under", "в", "во", "на", "с", "со", "и", "под", "плюс",
    ]
}
