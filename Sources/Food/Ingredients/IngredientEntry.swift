// One ingredient of the catalogue: what its file states, and the facts that the rules use.

/// An ingredient: its names in both languages, its facts, and its density and portion weights. It is a class, because
/// lines and indexes pass it about a million times in an import, and a reference is cheap to pass.
package final class IngredientEntry: Sendable, Equatable {
    /// The slug of the English singular: `red-onion`.
    package let key: String
    package let english: Names
    package let russian: Names
    package let aisle: String
    /// The facts that its own entry states.
    package let stated: StatedFacts
    /// The key of the ingredient that it is a type of. Facts that it does not state itself are those of its parent.
    package let parent: String?
    package let parts: [Part]
    /// The resolved facts, with those of the parent and the parts: see `IngredientGraph`.
    package let facts: IngredientFacts
    /// When an admin last changed its facts, in UTC milliseconds.
    package let changedAt: Int?
    /// The number of the nearest food in the USDA's tables.
    package let usda: Int?
    /// Grams per millilitre.
    package let density: Double?
    package let portions: [Portion]
    package let colour: String?

    /// Whether it is eaten: parchment paper is not.
    package var isFood: Bool { aisle != "equipment" }

    package init(
        key: String, english: Names, russian: Names, aisle: String, stated: StatedFacts, parent: String? = nil,
        parts: [Part] = [], facts: IngredientFacts? = nil, changedAt: Int? = nil, usda: Int? = nil,
        density: Double? = nil, portions: [Portion] = [], colour: String? = nil
    ) {
        self.key = key
        self.english = english
        self.russian = russian
        self.aisle = aisle
        self.stated = stated
        self.parent = parent
        self.parts = parts
        self.facts = facts ?? stated.over(nil)
        self.changedAt = changedAt
        self.usda = usda
        self.density = density
        self.portions = portions
        self.colour = colour
    }

    /// Creates an ingredient that states every fact itself.
    package convenience init(
        key: String, english: Names, russian: Names, aisle: String, facts: IngredientFacts, usda: Int? = nil,
        density: Double? = nil, portions: [Portion] = [], colour: String? = nil
    ) {
        self.init(
            key: key, english: english, russian: russian, aisle: aisle, stated: StatedFacts(facts), usda: usda,
            density: density, portions: portions, colour: colour)
    }

    /// A copy with these resolved facts.
    package func with(_ facts: IngredientFacts) -> IngredientEntry {
        copy(english: english, russian: russian, parent: parent, facts: facts)
    }

    /// A copy that is a type of another ingredient, or of none; its facts must be resolved again.
    package func with(parent: String?) -> IngredientEntry {
        copy(english: english, russian: russian, parent: parent, facts: nil)
    }

    /// A copy in which one ingredient replaces another as parent and part; its facts must be resolved again. A part
    /// that is certainly in it is not listed as a possible part too.
    package func resting(on key: String, insteadOf other: String) -> IngredientEntry {
        let moved = parts.map { $0.key == other ? Part(key: key, isCertain: $0.isCertain) : $0 }
        let certain = Set(moved.filter(\.isCertain).map(\.key))
        var seen: Set<String> = []
        let parts = moved.filter { ($0.isCertain || !certain.contains($0.key)) && seen.insert($0.key).inserted }
        return copy(
            english: english, russian: russian, parent: parent == other ? key : parent, parts: parts, facts: nil)
    }

    /// A copy with other names.
    package func with(english: Names, russian: Names) -> IngredientEntry {
        copy(english: english, russian: russian, parent: parent, facts: facts)
    }

    private func copy(
        english: Names, russian: Names, parent: String?, parts: [Part]? = nil, facts: IngredientFacts?
    ) -> IngredientEntry {
        IngredientEntry(
            key: key, english: english, russian: russian, aisle: aisle, stated: stated, parent: parent,
            parts: parts ?? self.parts, facts: facts, changedAt: changedAt, usda: usda, density: density,
            portions: portions, colour: colour)
    }

    /// The stated facts and the parent as one text, for comparing and logging.
    package var statement: String { Self.statement(stated, parent) }
    package static func statement(_ stated: StatedFacts, _ parent: String?) -> String {
        stated.code + (parent.map { " is \($0)" } ?? "")
    }

    var isInMeatOrFishAisle: Bool { aisle == "meat" || aisle == "fish-and-seafood" }

    /// The keys of the ingredients that its facts depend on: its parent and its parts.
    package var dependsOn: [String] { (parent.map { [$0] } ?? []) + parts.map(\.key) }
    var certainlyDependsOn: [String] { (parent.map { [$0] } ?? []) + parts.filter(\.isCertain).map(\.key) }
    var dependsOnOthers: Bool { parent != nil || !parts.isEmpty }

    package static func == (left: IngredientEntry, right: IngredientEntry) -> Bool {
        left === right
            || (left.key == right.key && left.english == right.english && left.russian == right.russian
                && left.aisle == right.aisle && left.stated == right.stated && left.parent == right.parent
                && left.parts == right.parts && left.facts == right.facts && left.usda == right.usda
                && left.density == right.density && left.portions == right.portions && left.colour == right.colour)
    }

    /// The names in one language: those that pages show, and others that people write.
    package struct Names: Sendable, Equatable {
        package var singular: String
        /// Equal to `singular` for food that is not counted.
        package var plural: String
        package var synonyms: [String]

        package init(singular: String, plural: String? = nil, synonyms: [String] = []) {
            self.singular = singular
            self.plural = plural ?? singular
            self.synonyms = synonyms
        }

        /// All names, the shown ones first.
        package var all: [String] { (plural == singular ? [singular] : [singular, plural]) + synonyms }
    }

    /// An ingredient that it contains or may contain.
    package struct Part: Sendable, Hashable {
        package let key: String
        package let isCertain: Bool

        package init(key: String, isCertain: Bool) {
            self.key = key
            self.isCertain = isCertain
        }
    }

    /// The weight of one piece in grams: a clove, a slice, a large one.
    package struct Portion: Sendable, Equatable {
        package var name: String
        package var grams: Double

        package init(name: String, grams: Double) {
            self.name = name
            self.grams = grams
        }
    }
}
