// Finds the dough, bread or pasta that a title's dish is made of, if no line has anything that it may be made of.

import Bytes

extension TextMentions {
    /// What a title's dish has as its crust or is made of, if no line accounts for it: the crust of `Cherry pie`. Of a
    /// vegan dish only the flour is asked. `nil` for `pie filling`, `Filling for a pie` and `Crustless quiche`.
    func base(ofTitle words: [NameWord], at place: Int) -> String? {
        let text = words[place].text
        let crust = WordList.crustsOfTitles[text]
        guard !readsHeadings, let foods = crust ?? WordList.doughsOfTitles[text], Self.isDish(words, at: place),
            !words.contains(where: { WordList.wordsForNoDough.contains($0.text) }),
            !(made.spiralizes && Self.noodles.contains(text)), !listed.isDrink
        else { return nil }
        let hasDough = listed.hasGrain || listed.hasAnyButStarch(Self.doughs)
        if hasDough || listed.isNamed([words[place].form]) { return nil }
        // A pie of potatoes may have a crust, unless its title says that the potatoes are the crust.
        let named = Set(words.map(\.form))
        let isOfPlants = crust == nil || named.contains(Self.crust)
        let plants = isOfPlants ? Self.plants : Self.plants.subtracting(named).subtracting(Self.nuts)
        if listed.isNamed(plants) || isOfPlants && listed.hasNutButter { return nil }
        if text.utf8.starts(with: "pancake".utf8), listed.isNamed(Self.banana) { return nil }
        return Self.isVegan(words) ? Self.flour : foods.split(bytes: " and ").joined(separator: ", ")
    }

    /// Whether a word is the title's name for a dish: it ends the title, or a word such as `with` follows. The Russian
    /// noun may also be first: «Пирог вишневый».
    private static func isDish(_ words: [NameWord], at place: Int) -> Bool {
        let behind = words[(place + 1)...].first
        let before = words[..<place].last?.text ?? ""
        if words[place].isRussian {
            return !WordList.prepositionsInTitles.contains(before) && !purposes.contains(before)
        }
        if words[..<place].contains(where: { $0.text == "for" }) { return false }
        guard let behind else { return true }
        // `Bread and Butter Pickles`
        if WordList.wordsForAnd.contains(behind.text) { return words[place].text != "bread" }
        return WordList.prepositionsInTitles.contains(behind.text) || ends.contains(behind.text)
            || MentionPhrase.isNumber(behind)
    }

    static func isVegan(_ words: [NameWord]) -> Bool {
        words.contains { word in
            WordList.wordsForImitations.contains(word.text)
                || ["веган", "постн"].contains { word.text.utf8.starts(with: $0.utf8) }
        }
    }

    private static let flour = "flour"
    private static let noodles: Set<String> = ["noodles", "pasta"]
    private static let ends: Set<String> = ["for", "recipe", "recipes", "without"]
    private static let purposes: Set<String> = ["для", "к"]
    private static let plants = NameWords.forms(WordList.plantsInsteadOfDough)
    /// Nuts on a pie are no crust, but cakes are made of them.
    private static let nuts = NameWords.forms("almond cashew coconut hazelnut nut peanut pecan pistachio walnut")
    private static let crust = "crust"
    private static let banana = NameWords.forms("banana")
    /// Food that dough is made of, without the plants that only replace it.
    private static let doughs = NameWords.forms(WordList.basesOfCrusts).subtracting(plants).subtracting(["mix"])
        .union(NameWords.forms(pastas))
    private static let pastas =
        "cannelloni farfalle fettuccine fusilli linguine macaroni orzo penne ravioli rigatoni tagliatelle vermicelli"
        + " мука тесто хлеб лаваш батон печенье сухарь геркулес"
}

extension ListedIngredients {
    /// Whether a line has bread, pasta or other food of grain that is eaten, not a sauce or drink: cake mix, couscous.
    /// Corn counts, of which bread is made too, and ready mixes.
    var hasGrain: Bool {
        hasAny(Self.corn) || isNamed("mix", withAnyOf: Self.baked)
            || entries.contains { entry in
                entry.aisle == "bread-and-pastry"
                    || entry.facts[.gluten] == .yes && !Self.liquid.contains(entry.aisle)
            }
    }

    /// Whether a line has peanut butter or the like, of which cookies are made.
    var hasNutButter: Bool { isNamed("butter", withAnyOf: Self.pastes) }

    /// Whether a line has the milk or eggs that a dish of a title is made of, or what stands in for them: coconut milk for
    /// cream, tofu for eggs.
    func hasInstead(of entry: IngredientEntry) -> Bool {
        if Self.creams.contains(entry.key) {
            return hasAny(Self.creamy) || entries.contains { $0.facts[.milk] == .yes }
        }
        if Self.eggs.contains(entry.key) { return hasAny(Self.eggless) || entries.contains { $0.facts[.eggs] == .yes } }
        return false
    }

    private static let corn = NameWords.forms("cornmeal hominy masa polenta полента")
    private static let baked = NameWords.forms(
        "baking biscuit bread brownie cake cookie cornbread dough jiffy muffin pancake pizza scone waffle")
    private static let pastes = NameWords.forms("almond cashew nut peanut")
    private static let liquid: Set<String> = ["condiments-and-sauces", "drinks", "stock-and-soup"]
    private static let creams: Set<String> = [
        "cream-cheese", "heavy-cream", "mascarpone", "milk", "paneer", "sour-cream", "yogurt",
    ]
    private static let creamy = NameWords.forms(WordList.foodsForCreaminess)
    private static let eggs: Set<String> = ["egg", "egg-white"]
    private static let eggless = NameWords.forms(WordList.foodsInsteadOfEggs)
}
