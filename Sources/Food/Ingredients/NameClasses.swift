// Lists the words that may be next to a known name without turning it into another food, and for which ingredients.

import Bytes

/// The classes of words that are not part of a known name.
struct NameClass: OptionSet, Sendable {
    let rawValue: UInt32

    /// `fresh`, `large`, `chopped`, `of`: does not change what the food is.
    static let harmless = NameClass(rawValue: 1 << 0)
    /// `breast`, `chops`: a cut, for meat and fish only.
    static let cut = NameClass(rawValue: 1 << 1)
    /// `red`, `sweet`: a variety, for plain vegetables, fruit and pulses only.
    static let variety = NameClass(rawValue: 1 << 2)
    /// `zest`, `peel`: a part, for plain fruit only.
    static let fruitPart = NameClass(rawValue: 1 << 3)
    /// `dried`: for plain vegetables, herbs, spices and pulses, and for grains and pasta, but not for fruit, which may be
    /// sulphured.
    /// `dry` is also allowed for alcoholic drinks.
    static let dried = NameClass(rawValue: 1 << 4)
    /// `hot`: for water, milk, stock, broth and oil.
    static let heat = NameClass(rawValue: 1 << 5)
    /// `brine`, `shell`: after `in`, `with`, `on`, `без`.
    static let behind = NameClass(rawValue: 1 << 6)
    /// `italian`: for plain vegetables, fruit and pulses, but not for seasonings.
    static let origin = NameClass(rawValue: 1 << 7)
    /// `tart`, `split`: only before the name. After it they name a dish (`apple tart`, `banana split`).
    static let ahead = NameClass(rawValue: 1 << 8)
    /// `roast`: only after the name, where it means a raw joint. Before it, it means a cooked product with unknown
    /// additives.
    static let after = NameClass(rawValue: 1 << 9)
    /// `loaf`: for bread only, since `olive loaf` is a sausage and `date loaf` a cake.
    static let loaf = NameClass(rawValue: 1 << 10)
    /// `meat`: the word before it says how to cook the meat and does not name a dish (`stew meat`).
    static let meat = NameClass(rawValue: 1 << 11)

    /// `free`, `less`: only next to a word of `lackable` (`fat-free`, `free-range`), since `meat-free mince` is not
    /// mince. Not for oils and fats.
    static let lacking = NameClass(rawValue: 1 << 12)
    /// `fat`, `salt`, `range`: a food can lack it and still be the same food.
    static let lackable = NameClass(rawValue: 1 << 13)
    /// `kernel`: of corn or nuts, for example, but not for fruit: the kernel of an apricot or a peach is not fruit.
    static let kernel = NameClass(rawValue: 1 << 14)

    /// `store-bought`, `canned`, `salted`: bought meat and fish are products with unknown additives, so most do not
    /// match.
    static let bought = NameClass(rawValue: 1 << 15)
    /// `smoked`: for meat and fish only, and only where the catalogue does not say that they are free from gluten.
    static let smoked = NameClass(rawValue: 1 << 16)

    /// Whether a word of this class may be next to the name of an ingredient.
    func isAllowed(beside entry: IngredientEntry) -> Bool {
        if contains(.bought), !entry.isKnownAsBought { return false }
        if contains(.smoked) { return entry.facts[.vegetarian] == .no && entry.facts[.gluten] != .no }
        if contains(.harmless) { return true }
        if contains(.cut), entry.facts[.vegetarian] == .no { return true }
        let isPlain = entry.facts.isPlainPlant
        if !isDisjoint(with: [.variety, .origin]), isPlain, Self.produce.contains(entry.aisle) { return true }
        if contains(.dried), isPlain, Self.dryable.contains(entry.aisle) { return true }
        if contains(.dried), entry.aisle == "grains-and-pasta" { return true }
        if contains(.dried), entry.aisle == "drinks", entry.facts[.halal] == .no { return true }
        if contains(.fruitPart), isPlain, entry.aisle == "fruit" { return true }
        if contains(.lacking) { return entry.aisle != "oils-and-fats" }
        if contains(.kernel) { return entry.aisle != "fruit" }
        if contains(.loaf), entry.aisle == "bread-and-pastry" { return true }
        if contains(.heat) {
            return ["water", "milk", "stock", "broth", "oil"].contains { entry.key.hasSuffix(bytes: $0) }
        }
        return false
    }

    private static let produce: Set<String> = ["vegetables", "fruit", "legumes"]
    private static let dryable: Set<String> = ["vegetables", "herbs-and-spices", "legumes", "grains-and-pasta"]

    static let words: [(NameClass, Set<String>)] = [
        (.harmless, WordList.harmlessNameWords), (.cut, WordList.cutsOfMeat), (.variety, WordList.varieties),
        (.fruitPart, WordList.partsOfFruit), (.origin, WordList.origins), (.bought, WordList.boughtNameWords),
        (.smoked, ["smoked", "копченый"]), (.lacking, ["free", "less"]), (.kernel, ["kernel", "kernels"]),
        (.lackable, WordList.whatFoodMayLack), (.ahead, ["tart", "split", "stew", "fry"]), (.after, ["roast"]),
        (.loaf, ["loaf", "loaves"]), (.meat, ["meat"]), (.dried, ["dried", "dry", "сушеный", "сухой", "вяленый"]),
        (.heat, ["hot", "горячий"]), (.behind, WordList.wordsBehindAName),
    ]
}

extension IngredientFacts {
    /// Whether it is vegan and free from all allergens, hot plants included.
    package var isPlainPlant: Bool {
        self[.vegan] == .yes && Allergen.allCases.allSatisfy { self[$0] == .no }
    }
}

extension IngredientEntry {
    /// Whether its facts also apply to a bought product. That is so if it is not meat or fish, if it is not known to be
    /// free from gluten, so that makers' additives are left open, or if it is fish that is sold in cans.
    var isKnownAsBought: Bool {
        if facts[.gluten] != .no { return true }
        if aisle == "fish-and-seafood" { return portions.contains { $0.name == "can" } }
        return aisle != "meat"
    }

    /// Whether lines that mean `other` would mean this entry in its place: both have the same names, and the same words
    /// are allowed next to them. If not, lines of any recipe may be understood differently.
    func isFound(like other: IngredientEntry) -> Bool {
        english == other.english && russian == other.russian && aisle == other.aisle
            && facts.isPlainPlant == other.facts.isPlainPlant && facts[.vegetarian] == other.facts[.vegetarian]
            && facts[.halal] == other.facts[.halal]
            && facts[.gluten] == other.facts[.gluten] && isKnownAsBought == other.isKnownAsBought
    }
}
