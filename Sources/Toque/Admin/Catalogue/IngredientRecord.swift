// An ingredient as admins edit it, as a change stores it, and as a row of a table, in one plain value.

import Food

/// All values of one ingredient.
struct IngredientRecord: CatalogueRecord {
    /// The site's own nutrition values per 100 g, in the order of `Nutrient`, with their source.
    struct NutritionValues: Codable, Equatable, Sendable {
        var source: String
        var values: [Double?]
    }

    struct Portion: Codable, Equatable, Sendable {
        var name: String
        var grams: Double
    }

    var key: String
    var english = ""
    var englishPlural = ""
    var englishAlso: [String] = []
    var russian = ""
    var russianPlural = ""
    var russianAlso: [String] = []
    var aisle = ""
    /// Encoded as `StatedFacts.code`; for facts that are not stated, the parent's apply.
    var facts = StatedFacts().code
    /// The key of the ingredient that this is a type of.
    var parent: String?
    /// The keys of the ingredients that it contains, and of those that it may contain.
    var holds: [String] = []
    var mayHold: [String] = []
    /// The number of a USDA food; `nil` if the values are the site's own.
    var usda: Int?
    var figures: NutritionValues?
    var density: Double?
    var portions: [Portion] = []
    var colour = ""
}

extension IngredientRecord {
    init(_ entry: IngredientEntry, _ nutrition: Nutrition?) {
        key = entry.key
        english = entry.english.singular
        englishPlural = entry.english.plural
        englishAlso = entry.english.synonyms
        russian = entry.russian.singular
        russianPlural = entry.russian.plural
        russianAlso = entry.russian.synonyms
        aisle = entry.aisle
        facts = entry.stated.code
        rest(as: entry)
        density = entry.density
        portions = entry.portions.map { Portion(name: $0.name, grams: $0.grams) }.sorted { $0.name < $1.name }
        colour = entry.colour ?? ""
        if let nutrition, nutrition.isOwn {
            figures = NutritionValues(source: nutrition.name, values: nutrition.figures)
        } else {
            usda = entry.usda
        }
    }

    /// Copies the dependencies of the entry.
    mutating func rest(as entry: IngredientEntry) {
        parent = entry.parent
        holds = entry.parts.filter(\.isCertain).map(\.key).sorted()
        mayHold = entry.parts.filter { !$0.isCertain }.map(\.key).sorted()
    }

    /// The entry for a catalogue in which the ingredient has this id.
    func entry(id: Int) -> IngredientEntry {
        IngredientEntry(
            key: key,
            english: .init(singular: english, plural: shownPlural(englishPlural, english), synonyms: englishAlso),
            russian: .init(singular: russian, plural: shownPlural(russianPlural, russian), synonyms: russianAlso),
            aisle: aisle, stated: stated, parent: parent, parts: parts,
            usda: figures == nil ? usda : Nutrition.ownNumber(id), density: density,
            portions: portions.map { .init(name: $0.name, grams: $0.grams) }, colour: colour)
    }

    /// The site's own nutrition values, as stored in the table of foods.
    func ownNutrition(id: Int) -> Nutrition? {
        figures.map { Nutrition(number: Nutrition.ownNumber(id), name: $0.source, figures: $0.values) }
    }

    private func shownPlural(_ plural: String, _ singular: String) -> String { plural.isEmpty ? singular : plural }

    var stated: StatedFacts {
        get { StatedFacts(code: facts) ?? StatedFacts(.unknown) }
        set { facts = newValue.code }
    }

    private var parts: [IngredientEntry.Part] {
        holds.map { .init(key: $0, isCertain: true) } + mayHold.map { .init(key: $0, isCertain: false) }
    }

    /// The stated facts and the parent, as the audit log writes them.
    var statement: String { IngredientEntry.statement(stated, parent) }

    /// The keys of all ingredients on which its facts depend.
    var dependsOn: Set<String> { Set(holds + mayHold + [parent].compactMap(\.self)) }

    var names: [String] {
        ([english, englishPlural] + englishAlso + [russian, russianPlural] + russianAlso).filter { !$0.isEmpty }
    }
}

extension Nutrition {
    /// USDA foods have positive numbers; the site's own have the negative id of their ingredient.
    static func ownNumber(_ ingredient: Int) -> Int { -ingredient }
    var isOwn: Bool { number < 0 }
}
