// Recognises names that do not mean an ingredient of the dish: the dish's own name in a title, and a wine to drink with
// it.

import Bytes

extension IngredientEntry {
    /// Whether it is a dish itself: bread, sauce, stock, sweets. A title that contains its name names the dish, not an
    /// ingredient.
    var isDish: Bool {
        Self.dishAisles.contains(aisle)
            || aisle == "baking" && NameWords.split(english.singular).contains { Self.sweets.contains($0.form) }
    }

    var isWine: Bool { aisle == "drinks" && NameWords.split(english.singular).last?.text == "wine" }

    private static let dishAisles: Set<String> = [
        "ready-made", "bread-and-pastry", "condiments-and-sauces", "stock-and-soup",
    ]
    private static let sweets = NameWords.forms(WordList.sweetsForBaking)
}

extension MentionPhrase {
    /// Whether the wine is recommended to drink with the dish: `try a dry white wine`, `Napa Valley Chardonnay`, or
    /// words that name only the wine.
    var isRecommendedWine: Bool {
        if hasAmount || clause.contains(where: { WordList.wordsForCookingWithWine.contains($0.text) }) { return false }
        if isOnlyWine { return true }
        // `try red wine in place of the water`
        if words[..<range.lowerBound].contains(where: { $0.text == "try" }) {
            return !words[range.upperBound...].contains { Self.uses.contains($0.text) }
        }
        return clause.contains { WordList.wordsForDrinkingWine.contains($0.text) || Self.isYear($0.text) }
    }

    private static let uses: Set<String> = ["for", "in", "instead", "into", "to"]

    private static func isYear(_ word: String) -> Bool {
        word.utf8.count == 4 && (word.utf8.starts(with: "19".utf8) || word.utf8.starts(with: "20".utf8))
            && word.utf8.allSatisfy { $0 >= 0x30 && $0 < 0x3A }
    }

    static func isLabel(_ word: String) -> Bool {
        WordList.wordsOnWineLabels.contains(word) || word.utf8.allSatisfy { $0 >= 0x30 && $0 < 0x3A }
    }

    /// Whether a title uses the food only as a name: `egg cream`, vegetable `caviar`, a drink called after meat or a
    /// cake.
    func isCalledAfter(_ entry: IngredientEntry, in listed: ListedIngredients) -> Bool {
        if isOfMaker { return false }
        if entry.isDish { return !isBeside && !isSauceOf(entry) && (isAlone || !Self.eaten.contains(entry.aisle)) }
        let word = words[range.upperBound - 1].text
        if words[range].count == 1, Self.dishWords.contains(word) { return !isWith }
        if word == "egg", next == "cream" { return true }
        if Self.nuts.contains(word), before(1) == "cocoa" { return true }
        return listed.isDrink && (Self.eaten.contains(entry.aisle) || next == "cake")
    }

    /// Whether the name is that of sweets which only their maker makes: `M&M's`.
    var isOfMaker: Bool { range.count > 2 && words[range].contains { $0.text == "m" } }

    private static let dishWords = set("caviar lasagna lasagne succotash")
    private static let nuts = set("nut nuts")
    private static let eaten: Set<String> = ["meat", "fish-and-seafood", "grains-and-pasta"]
}

extension ListedIngredients {
    /// Whether the recipe is for a drink: its lines contain drinks and only what is mixed with them or put into them.
    var isDrink: Bool {
        entries.contains { $0.aisle == "drinks" } && entries.allSatisfy { Self.ofDrinks.contains($0.aisle) }
    }

    private static let ofDrinks: Set<String> = ["drinks", "fruit", "baking", "dairy-and-eggs", "herbs-and-spices"]
}
