// Whether figures are of what a line asks for, by its state and by the figures' own name.

/// Whether an ingredient's figures are those of the state that a line asks for. Where nobody can tell, its nutrition is
/// unknown: so much of cooked rice holds a third of what raw rice does.
enum FigureStates {
    static func areKnown(_ states: FoodStates, _ entry: IngredientEntry, _ food: Nutrition, unit: MeasuringUnit?)
        -> Bool
    {
        if states.contains(.unclear) { return false }
        let aisle = entry.aisle
        let figures = FoodStates(food.name)
        let isRaw = figures.contains(.raw) && !figures.contains(.cooked)
        lazy var named = FoodStates((entry.english.all + entry.russian.all).joined(separator: " "))
        /// By the food, or by the ingredient's own names where the food says nothing else.
        func fits(_ state: FoodStates, unless other: Bool) -> Bool {
            figures.contains(state) || named.contains(state) && !other
        }
        if states.contains(.cooked), changing.contains(aisle), !fits(.cooked, unless: isRaw) { return false }
        if states.contains(.raw), figures.contains(.cooked), changing.contains(aisle) { return false }
        if states.contains(.dried), wet.contains(aisle), !fits(.dried, unless: isRaw) { return false }
        // Pepper is fresh when it is freshly ground.
        if states.contains(.fresh), states.isDisjoint(with: [.dried, .minced]), figures.contains(.dried),
            !figures.contains(.fresh),
            !named.contains(.fresh)
        {
            return false
        }
        if states.contains(.canned), changing.contains(aisle), !fits(.canned, unless: isRaw) { return false }
        if states.contains(.minced), animals.contains(aisle), !fits(.minced, unless: false) { return false }
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

    /// Milligrams of sodium in 100 g, from which a food may be called salted.
    private static let salty = 200.0

    /// `Cranberries, dried, sweetened`, `Peaches, canned, heavy syrup pack`
    private static func isSweet(_ food: Nutrition) -> Bool {
        NameWords.split(food.name, limit: .max).contains { sweet.contains($0.form) }
    }

    private static let sweet = NameWords.forms("sweetened candied sugar syrup honey")

    /// Whether a line says of grain or pulses that they are cooked, without the word: `rice, hot`, `lentils, drained`.
    private static func isUsedCooked(_ states: FoodStates, _ aisle: String) -> Bool {
        guard aisle == "grains-and-pasta" || aisle == "legumes", states.isDisjoint(with: [.raw, .dried]) else {
            return false
        }
        if states.contains(.served) { return aisle == "grains-and-pasta" }
        return states.contains(.drained) && (aisle == "legumes" || !states.contains(.rinsed))
    }

    /// What cooking or canning makes another food of.
    private static let changing: Set<String> = [
        "meat", "fish-and-seafood", "grains-and-pasta", "legumes", "vegetables", "fruit",
    ]
    /// What drying takes most of the weight from; grains and pulses are dry as they are.
    private static let wet: Set<String> = ["meat", "fish-and-seafood", "vegetables", "fruit"]
    private static let animals: Set<String> = ["meat", "fish-and-seafood"]
    /// What water is added to by soaking. Herbs and spices are left out, since they weigh little.
    private static let swelling = changing.union(["nuts-and-seeds", "bread-and-pastry", "baking"])
    /// What smoking makes another food of; smoked cheese and smoked spices have the figures of others.
    private static let smoked = changing.union(["ready-made"])

    /// By weight or by the piece: what is in a cup has no bones. Figures are of the part that one eats.
    private static func hasBones(_ states: FoodStates, _ entry: IngredientEntry, _ unit: MeasuringUnit?) -> Bool {
        guard animals.contains(entry.aisle), unit?.kind != .volume, unit?.key != "can" else { return false }
        let isOnBone = !states.contains(.boneless) && !states.contains(.minced) && !states.contains(.canned)
        return isOnBone && (states.contains(.boned) || isSoldOnBone(entry))
    }

    /// `duck`, `pork ribs`, `leg of lamb`, `mussels`: by the last word of its name, unless the first says that it is prepared.
    private static func isSoldOnBone(_ entry: IngredientEntry) -> Bool {
        let words = NameWords.split(entry.english.singular)
        guard let first = words.first, let last = words.last else { return false }
        // Mussels and lobsters are cooked in their shells.
        if first.text == "cooked", inShell.contains(last.form) { return true }
        return (onBone.contains(last.form) || ["leg", "rack"].contains(first.text)) && !prepared.contains(first.text)
    }

    private static let onBone = NameWords.forms(
        """
        chicken hen turkey duck goose quail pheasant fowl pigeon rabbit drumstick thigh leg wing rib sparerib shank chop \
        rack neck knuckle hock trotter foot tail oxtail bone mussel clam oyster cockle lobster crab crayfish langoustine \
        winkle whelk snail
        """)
    private static let inShell = NameWords.forms(
        "mussel clam oyster cockle lobster crab crayfish langoustine winkle whelk snail")
    private static let prepared: Set<String> = [
        "ground", "minced", "cooked", "canned", "deli", "dried", "smoked", "imitation",
    ]
}

extension UnderstoodLine {
    /// Whether the figures of all that it may be are of the state that it asks for; `text` is what it says.
    func hasFigures(unit: MeasuringUnit?, _ text: String, _ nutrition: (IngredientEntry) -> Nutrition?) -> Bool {
        alternatives.joined().allSatisfy { candidate in
            guard let entry = candidate.entry, let food = nutrition(entry) else { return true }
            return FigureStates.areKnown(states, entry, food, unit: unit) && FatShare.fits(text, entry, food)
        }
    }

    /// The same of carbohydrate alone, which salt and skin leave as it is.
    package func hasCarbohydrate(unit: MeasuringUnit?, _ nutrition: (IngredientEntry) -> Nutrition?) -> Bool {
        var plain = self
        plain.states.subtract([.salted, .skin])
        return plain.hasFigures(unit: unit, "", nutrition)
    }
}
