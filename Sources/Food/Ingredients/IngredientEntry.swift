// One ingredient of the catalogue, as its file writes it and as the rules use it.

/// An ingredient: its names in both languages, its facts, and what measuring it needs.
/// A class, because lines and indexes pass it about a million times in an import, and one reference is cheap to pass.
package final class IngredientEntry: Sendable, Equatable {
    /// The slug of the English singular: `red-onion`.
    package let key: String
    package let english: Names
    package let russian: Names
    package let aisle: String
    /// What its entry says of itself.
    package let stated: StatedFacts
    /// What it is a kind of, by key: what it does not state holds as of that.
    package let parent: String?
    package let parts: [Part]
    /// What holds of it, all told: see `IngredientGraph`.
    package let facts: IngredientFacts
    /// When an admin last changed its facts, in UTC milliseconds.
    package let changedAt: Int?
    /// The number of the nearest food in the USDA's tables.
    package let usda: Int?
    /// Grams in a millilitre.
    package let density: Double?
    package let portions: [Portion]
    package let colour: String?

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

    /// One that states every fact itself.
    package convenience init(
        key: String, english: Names, russian: Names, aisle: String, facts: IngredientFacts, usda: Int? = nil,
        density: Double? = nil, portions: [Portion] = [], colour: String? = nil
    ) {
        self.init(
            key: key, english: english, russian: russian, aisle: aisle, stated: StatedFacts(facts), usda: usda,
            density: density, portions: portions, colour: colour)
    }

    /// The same entry with the facts that hold of it.
    package func with(_ facts: IngredientFacts) -> IngredientEntry {
        copy(english: english, russian: russian, parent: parent, facts: facts)
    }

    /// The same entry as a kind of another, or of none.
    package func with(parent: String?) -> IngredientEntry {
        copy(english: english, russian: russian, parent: parent, facts: nil)
    }

    /// The same entry resting on one ingredient where it rested on another. What is in it is not only perhaps in it.
    package func resting(on key: String, insteadOf other: String) -> IngredientEntry {
        let moved = parts.map { $0.key == other ? Part(key: key, isCertain: $0.isCertain) : $0 }
        let certain = Set(moved.filter(\.isCertain).map(\.key))
        var seen: Set<String> = []
        let parts = moved.filter { ($0.isCertain || !certain.contains($0.key)) && seen.insert($0.key).inserted }
        return copy(
            english: english, russian: russian, parent: parent == other ? key : parent, parts: parts, facts: nil)
    }

    /// The same entry by other names.
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

    /// What it states and what it is a kind of, as one text to be compared and logged.
    package var statement: String { Self.statement(stated, parent) }
    package static func statement(_ stated: StatedFacts, _ parent: String?) -> String {
        stated.code + (parent.map { " is \($0)" } ?? "")
    }

    /// The keys of all that its facts follow from.
    package var restsOn: [String] { (parent.map { [$0] } ?? []) + parts.map(\.key) }
    var certainlyRestsOn: [String] { (parent.map { [$0] } ?? []) + parts.filter(\.isCertain).map(\.key) }
    var restsOnOthers: Bool { parent != nil || !parts.isEmpty }

    package static func == (left: IngredientEntry, right: IngredientEntry) -> Bool {
        left === right
            || (left.key == right.key && left.english == right.english && left.russian == right.russian
                && left.aisle == right.aisle && left.stated == right.stated && left.parent == right.parent
                && left.parts == right.parts && left.facts == right.facts && left.usda == right.usda
                && left.density == right.density && left.portions == right.portions && left.colour == right.colour)
    }

    /// The names of one language: what is shown, and what else people write.
    package struct Names: Sendable, Equatable {
        package var singular: String
        /// The same as `singular` for what is not counted.
        package var plural: String
        package var synonyms: [String]

        package init(singular: String, plural: String? = nil, synonyms: [String] = []) {
            self.singular = singular
            self.plural = plural ?? singular
            self.synonyms = synonyms
        }

        /// Everything it is called, what is shown first.
        package var all: [String] { (plural == singular ? [singular] : [singular, plural]) + synonyms }
    }

    /// An ingredient that is in it, or may be.
    package struct Part: Sendable, Hashable {
        package let key: String
        package let isCertain: Bool

        package init(key: String, isCertain: Bool) {
            self.key = key
            self.isCertain = isCertain
        }
    }

    /// What one of something weighs: a clove, a slice, a large one.
    package struct Portion: Sendable, Equatable {
        package var name: String
        package var grams: Double

        package init(name: String, grams: Double) {
            self.name = name
            self.grams = grams
        }
    }
}
