// Checks whether USDA figures apply to the state that a line asks for, by the name of the USDA food.

/// Decides whether an ingredient's figures apply to the state that a line asks for. Where that is uncertain, its
/// nutrition is unknown: cooked rice has a third of the figures of raw rice.
enum FigureStates {
    static func areKnown(_ states: FoodStates, _ entry: IngredientEntry, _ food: Nutrition, unit: MeasuringUnit?)
        -> Bool
    {
        if states.contains(.unclear) { return false }
        let aisle = entry.aisle
        var figures = FoodStates(food.name)
        // Dry groats may be roasted, but are not boiled.
        let isOfGrain = ["grains-and-pasta", "legumes"].contains(aisle)
        if figures.contains(.dried), isOfGrain { figures.remove(.cooked) }
        let isDry = isOfGrain && NameWords.split(food.name, limit: .max).contains { $0.text == "dry" }
        if isDry, states.contains(.boiled) || isUsedCooked(states, aisle) { return false }
        let isRaw = figures.contains(.raw) && !figures.contains(.cooked)
        lazy var named = FoodStates((entry.english.all + entry.russian.all).joined(separator: " "))
        /// Whether the food has the state, or the ingredient's own names have it and `other` is false.
        func fits(_ state: FoodStates, unless other: Bool) -> Bool {
            figures.contains(state) || named.contains(state) && !other
        }
        if states.contains(.inShell), shelled.contains(aisle) { return false }
        if states.contains(.cooked), changing.contains(aisle), !fits(.cooked, unless: isRaw) { return false }
        if states.contains(.raw), figures.contains(.cooked), changing.contains(aisle) { return false }
        if states.contains(.dried), wet.contains(aisle), !fits(.dried, unless: isRaw) { return false }
        // `freshly ground pepper` is dried pepper, so `fresh` does not count next to `ground`.
        if states.contains(.fresh), states.isDisjoint(with: [.dried, .minced]), figures.contains(.dried),
            !figures.contains(.fresh),
            !named.contains(.fresh)
        {
            return false
        }
        if states.contains(.canned), changing.contains(aisle), !fits(.canned, unless: isRaw) { return false }
        if states.contains(.minced), entry.isInMeatOrFishAisle, !fits(.minced, unless: false) { return false }
        if states.contains(.soaked), swelling.contains(aisle), !fits(.soaked, unless: false) { return false }
        if states.contains(.blanched), changing.contains(aisle), !fits(.blanched, unless: false) { return false }
        let isSalty = (food.figures[Nutrient.sodium.rawValue] ?? 0) >= salty
        if states.contains(.smoked), smoked.contains(aisle), !fits(.smoked, unless: isRaw && !isSalty) { return false }
        if states.contains(.salted), !isSalty { return false }
        if states.contains(.pickled), !fits(.pickled, unless: isRaw) { return false }
        if states.contains(.sweetened), !isSweet(food), !fits(.sweetened, unless: isRaw) { return false }
        if states.contains(.skin), aisle == "meat", !figures.contains(.skin) { return false }
        if aisle == "grains-and-pasta", states.contains(.fresh), !fits(.fresh, unless: isRaw) { return false }
        if isUsedCooked(states, aisle), !fits(.cooked, unless: isRaw), !fits(.canned, unless: isRaw) { return false }
        return !hasBones(states, entry, unit)
    }

    /// Milligrams of sodium per 100 g from which a food counts as salted.
    private static let salty = 200.0

    /// Whether a USDA name says that the food is sweetened: `Cranberries, dried, sweetened`, `Peaches, canned, heavy
    /// syrup pack`.
    private static func isSweet(_ food: Nutrition) -> Bool {
        NameWords.split(food.name, limit: .max).contains { sweet.contains($0.form) }
    }

    private static let sweet = NameWords.forms("sweetened candied sugar syrup honey")

    /// Whether a line implies that grain or pulses are cooked, without the word: `rice, hot`, `lentils, drained`.
    private static func isUsedCooked(_ states: FoodStates, _ aisle: String) -> Bool {
        guard aisle == "grains-and-pasta" || aisle == "legumes", states.isDisjoint(with: [.raw, .dried]) else {
            return false
        }
        if states.contains(.served) { return aisle == "grains-and-pasta" }
        return states.contains(.drained) && (aisle == "legumes" || !states.contains(.rinsed))
    }

    /// Aisles whose food has other figures when it is cooked or canned.
    private static let changing: Set<String> = [
        "meat", "fish-and-seafood", "grains-and-pasta", "legumes", "vegetables", "fruit",
    ]
    /// Aisles whose food is also sold in shells or pods, which figures leave out.
    private static let shelled: Set<String> = ["nuts-and-seeds", "legumes", "vegetables"]
    /// Aisles whose food loses most of its weight in drying; grains and pulses are dry already.
    private static let wet: Set<String> = ["meat", "fish-and-seafood", "vegetables", "fruit"]
    /// Aisles whose food absorbs water in soaking. Herbs and spices are left out, since they weigh little.
    private static let swelling = changing.union(["nuts-and-seeds", "bread-and-pastry", "baking"])
    /// Aisles whose food has other figures when it is smoked; smoked cheese and spices have those of unsmoked ones.
    private static let smoked = changing.union(["ready-made"])

    /// Whether a weight or piece may include bones or shells, which figures of the edible part do not. Food measured by
    /// volume or by the can has none.
    private static func hasBones(_ states: FoodStates, _ entry: IngredientEntry, _ unit: MeasuringUnit?) -> Bool {
        guard entry.isInMeatOrFishAisle, unit?.kind != .volume, unit?.key != "can" else { return false }
        let isOnBone = !states.contains(.boneless) && !states.contains(.minced) && !states.contains(.canned)
        return isOnBone && (states.contains(.boned) || isSoldOnBone(entry))
    }

    /// Whether an ingredient is sold with bones or shell (`duck`, `pork ribs`, `leg of lamb`, `mussels`), by the last
    /// word of its name or by `leg` or `rack` as the first. A first word such as `ground` says that it is prepared.
    private static func isSoldOnBone(_ entry: IngredientEntry) -> Bool {
        let words = NameWords.split(entry.english.singular)
        guard let first = words.first, let last = words.last else { return false }
        // Mussels and lobsters are cooked in their shells.
        if first.text == "cooked", inShell.contains(last.form) { return true }
        return (onBone.contains(last.form) || ["leg", "rack"].contains(first.text))
            && !WordList.wordsForPreparedMeat.contains(first.text)
    }

    private static let onBone = NameWords.forms(WordList.soldOnTheBone)
    private static let inShell = NameWords.forms(WordList.soldInShells)
}

extension UnderstoodLine {
    /// Whether the figures of all alternatives apply to the state that the line asks for; `text` is the line's text.
    func hasFigures(unit: MeasuringUnit?, _ text: String, _ nutrition: (IngredientEntry) -> Nutrition?) -> Bool {
        alternatives.joined().allSatisfy { candidate in
            guard let entry = candidate.entry, let food = nutrition(entry) else { return true }
            return FigureStates.areKnown(states, entry, food, unit: unit) && FatShare.fits(text, entry, food)
        }
    }

    /// The same for carbohydrate alone, which salt and skin do not change.
    package func hasCarbohydrate(unit: MeasuringUnit?, _ nutrition: (IngredientEntry) -> Nutrition?) -> Bool {
        var plain = self
        plain.states.subtract([.salted, .skin])
        return plain.hasFigures(unit: unit, "", nutrition)
    }
}
