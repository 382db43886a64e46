// What a recipe's title calls the dish, and what it says is in it.

extension MentionPhrase {
    /// In a title, the last name may be the dish: `pumpkin butter`, `carrot soup`. What is before its sauce or seasoning
    /// may be what the dish is for: `steak sauce`. But `rice & shrimp` and `rice with bacon` have both.
    func isOfTitle(_ entry: IngredientEntry) -> Bool {
        if Self.forMeat.contains(next), Self.eatenWith.contains(entry.aisle) { return true }
        if next == "sauce", let last = range.last, Self.sauced.contains(words[last].form) { return true }
        let isLast = words[range.upperBound...].allSatisfy { $0.text.utf8.first.map { $0 < 0x3A } ?? true }
        let joined = words[max(0, range.lowerBound - 3)..<range.lowerBound].contains { Self.joining.contains($0.text) }
        return !joined && (isLast && isBehindName || Self.dishes.contains(entry.aisle))
    }

    private static let forMeat = NameWords.forms("rub marinade brine seasoning spice bun lover relish style batter coating glaze")
        .union(["lovers", "spices", "buns", "style"])
    private static let eatenWith: Set<String> = ["meat", "fish-and-seafood", "grains-and-pasta", "ready-made"]
    private static let sauced = NameWords.forms(
        "steak spaghetti pasta rib ham noodle lasagna dumpling wonton pudding chicken wing hamburger burger pizza taco")
    private static let dishes: Set<String> = [
        "ready-made", "bread-and-pastry", "condiments-and-sauces", "stock-and-soup", "drinks",
    ]
    private static let joining: Set<String> = [
        "with", "and", "in", "on", "plus", "of", "over", "с", "со", "в", "из", "на", "и",
    ]
}
