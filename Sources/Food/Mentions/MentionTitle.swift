// Decides which names in a recipe's title are the dish's own name and which are ingredients.

import Bytes

extension MentionPhrase {
    /// Whether the name in a title is the dish's own or what the dish is for, not an ingredient. The last name may be
    /// the dish: `pumpkin butter`, `carrot soup`. A name before a sauce or seasoning may be what the dish is for:
    /// `steak sauce`. But `rice & shrimp`, `sausage and potatoes` and `rice with bacon` contain both.
    func isOfTitle(_ entry: IngredientEntry) -> Bool {
        let behind = range.upperBound < words.count ? words[range.upperBound].form : ""
        let last = words.last { !Self.isNumber($0) }?.form ?? ""
        if Self.forMeat.contains(last), Self.eatenWith.contains(entry.aisle), range.upperBound < words.count,
            !words[range.upperBound...].contains(where: { WordList.prepositionsInTitles.contains($0.text) })
        {
            return true
        }
        if Self.blends.contains(behind) || Self.forMeat.contains(behind) && Self.eatenWith.contains(entry.aisle) {
            return true
        }
        if words[..<range.lowerBound].contains(where: { $0.text == "for" }) { return true }
        if behind == "spread", entry.aisle == "bread-and-pastry" { return true }
        if next == "cake", ["ice", "icing", "frosting"].contains(words.last?.text ?? "") { return true }
        if next == "sauce", let last = range.last, Self.sauced.contains(words[last].form) { return true }
        // `Cauliflower Cheese` is no cheese made of cauliflower.
        if words[range.lowerBound].text.isSame(as: "cheese"), Self.underCheese.contains(before(1)), !isInHeading {
            return words.contains { WordList.wordsForImitations.contains($0.text) }
        }
        // The heading `Sauce` names what its lines make, but `Cheese` above other food is missing.
        if isInHeading { return entry.isDish && !isWith }
        let isLast =
            words[range.upperBound...].allSatisfy(Self.isNumber) && (isAlone || isBehindName)
        let isServed = WordList.prepositionsInTitles.contains(next)
        if isAnimalDish(entry), isServed || isFirstOfSeveral { return false }
        let isNamedLast = isLast && !WordList.wordsForAnd.contains(before(1))
        if isNamedLast || isServed, !isWith, Self.dishes.contains(entry.aisle) { return true }
        if isJoined || isWith || isFirstOfSeveral || WordList.wordsForAnd.contains(before(1)) { return false }
        if isServed { return isBehindName || Self.naming.contains(next) }
        if entry.isInMeatOrFishAisle { return isLast && isBehindName }
        return isLast || Self.dishes.contains(entry.aisle) && !isSauceOf(entry)
    }

    /// Whether another food is named behind it: `sausage and potatoes`, `sausages, potatoes`.
    private var isFirstOfSeveral: Bool { isBeforeSign || WordList.wordsForAnd.contains(next) }

    /// Whether it is one of several foods of which the dish is made: `sausages and potatoes`, `potatoes & spam`, and meat in
    /// «Сосиски с картофелем».
    func isOneOfSeveral(_ entry: IngredientEntry) -> Bool {
        isFirstOfSeveral || WordList.wordsForAnd.contains(before(1)) || isJoined && range.lowerBound == 0
            || isAnimalDish(entry) && WordList.prepositionsInTitles.contains(next)
    }

    /// Whether it is coated before it is fried: `Breaded chicken`, `Tempura prawns`.
    var isCoated: Bool { words[range].contains { Self.coated.contains($0.text) } }

    private static let coated = set("battered breaded crumbed tempura")

    /// Whether it is bread or ready food before the name of the dish: `Tortilla soup`, `Sausage pasta`. Not in `Sandwich
    /// spread` and `Pizza sauce`, which are for it.
    func isPartOfDish(_ entry: IngredientEntry) -> Bool {
        ["bread-and-pastry", "ready-made"].contains(entry.aisle) && range.upperBound < words.count
            && !Self.isNumber(words[range.upperBound])
            && ![words[range.upperBound], words[words.count - 1]].contains { Self.madeFor.contains($0.form) }
            && !WordList.prepositionsInTitles.contains(next) && !WordList.wordsForAnd.contains(next) && next != "for"
    }

    private static let madeFor = NameWords.forms(WordList.partsNamedAfterDishes)

    /// Whether it is made of meat or fish, which no dish has that lists none.
    private func isAnimalDish(_ entry: IngredientEntry) -> Bool {
        Self.dishes.contains(entry.aisle) && entry.facts[.vegetarian] == .no
    }

    /// Whether it is a sauce or drink before the food that it is on: `Pesto Potatoes`, `Beer Chicken`.
    func isSauceOf(_ entry: IngredientEntry) -> Bool {
        ["condiments-and-sauces", "drinks"].contains(entry.aisle) && range.upperBound < words.count
    }

    /// Whether one of the three words before it is `with`, `in` or the like: `with honey`.
    var isWith: Bool {
        words[max(0, range.lowerBound - 3)..<range.lowerBound].contains {
            WordList.prepositionsInTitles.contains($0.text)
        }
    }

    /// The title's names for the dish, as word forms: each word before `with`, `in`, `and` or `for`, and the last word.
    static func dishes(ofTitle runs: [TextRuns.Run]) -> Set<String> {
        Set(dishNames(ofTitle: runs, lengths: 1...1).lazy.flatMap { $0 })
    }

    /// The same names with the words before: `dipping sauce`.
    static func dishNames(ofTitle runs: [TextRuns.Run], lengths: ClosedRange<Int> = 2...4) -> Set<[String]> {
        let words = runs.flatMap(\.words).filter { !isNumber($0) }
        let ends = words.indices.filter { place in
            let next = place + 1 < words.count ? words[place + 1].text : "with"
            return WordList.prepositionsInTitles.contains(next) || WordList.wordsForAnd.contains(next) || next == "for"
        }
        return Set(
            ends.flatMap { end in
                lengths.filter { $0 <= end + 1 }.map { words[(end + 1 - $0)...end].map(\.form) }
            })
    }

    /// The words of a title behind what the dish is: `with`, `on` and the like. Not behind `of`, which names the dish:
    /// `cream of mushroom soup`.
    static func besides(ofTitle runs: [TextRuns.Run]) -> Set<String> {
        let words = runs.flatMap(\.words)
        let rest = words.drop { !WordList.prepositionsInTitles.contains($0.text) || naming.contains($0.text) }
        return Set(rest.map(\.form))
    }

    private static let naming: Set<String> = ["of", "из"]
    private static let underCheese: Set<String> = ["broccoli", "cauliflower", "leek", "macaroni"]

    /// Whether it is a number in digits, or a Roman numeral up to V: `2`, `III`.
    static func isNumber(_ word: NameWord) -> Bool {
        word.text.utf8.allSatisfy { $0 < 0x3A } || WordList.romanNumerals.contains(word.text)
    }

    private static let blends = NameWords.forms("blend mix seasoning")

    private static let forMeat = NameWords.forms(WordList.wordsForWhatGoesOnMeat)

    private static let eatenWith: Set<String> = ["meat", "fish-and-seafood", "grains-and-pasta", "ready-made"]
    private static let sauced = NameWords.forms(WordList.foodsWithASauce)
    private static let dishes: Set<String> = [
        "ready-made", "bread-and-pastry", "condiments-and-sauces", "stock-and-soup", "drinks",
    ]
}
