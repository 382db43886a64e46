// One ingredient of the catalogue, as its file writes it and as the rules use it.

/// An ingredient: its names in both languages, its facts, and what measuring it needs.
/// A class, because lines and indexes pass it about a million times in an import, and one reference is cheap to pass.
public final class IngredientEntry: Sendable, Equatable {
    /// The slug of the English singular: `red-onion`.
    public let key: String
    public let english: Names
    public let russian: Names
    public let aisle: String
    public let facts: IngredientFacts
    /// The number of the nearest food in the USDA's tables.
    public let usda: Int?
    /// Grams in a millilitre.
    public let density: Double?
    public let portions: [Portion]
    public let colour: String?

    public init(
        key: String, english: Names, russian: Names, aisle: String, facts: IngredientFacts, usda: Int? = nil,
        density: Double? = nil, portions: [Portion] = [], colour: String? = nil
    ) {
        self.key = key
        self.english = english
        self.russian = russian
        self.aisle = aisle
        self.facts = facts
        self.usda = usda
        self.density = density
        self.portions = portions
        self.colour = colour
    }

    public static func == (left: IngredientEntry, right: IngredientEntry) -> Bool {
        left === right
            || (left.key == right.key && left.english == right.english && left.russian == right.russian
                && left.aisle == right.aisle && left.facts == right.facts && left.usda == right.usda
                && left.density == right.density && left.portions == right.portions && left.colour == right.colour)
    }

    /// The names of one language: what is shown, and what else people write.
    public struct Names: Sendable, Equatable {
        public var singular: String
        /// The same as `singular` for what is not counted.
        public var plural: String
        public var synonyms: [String]

        public init(singular: String, plural: String? = nil, synonyms: [String] = []) {
            self.singular = singular
            self.plural = plural ?? singular
            self.synonyms = synonyms
        }

        /// Everything it is called, what is shown first.
        public var all: [String] { (plural == singular ? [singular] : [singular, plural]) + synonyms }
    }

    /// What one of something weighs: a clove, a slice, a large one.
    public struct Portion: Sendable, Equatable {
        public var name: String
        public var grams: Double

        public init(name: String, grams: Double) {
            self.name = name
            self.grams = grams
        }
    }
}
