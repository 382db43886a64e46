// An ingredient as admins edit it, as a change keeps it, and as a row of a table: all of it in one plain value.

import Food

/// Everything that the catalogue says of one ingredient.
struct IngredientRecord: CatalogueRecord {
    /// NutritionValues in 100 g that are the site's own, in the order of `Nutrient`, and where they are from.
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
    /// As `StatedFacts.code`: what it does not state holds as of its parent.
    var facts = StatedFacts().code
    /// The key of what it is a kind of.
    var parent: String?
    /// The keys of what is in it, and of what may be.
    var holds: [String] = []
    var mayHold: [String] = []
    /// A food of USDA's; none where the figures are the site's own.
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

    /// On what the entry rests it rests too.
    mutating func rest(as entry: IngredientEntry) {
        parent = entry.parent
        holds = entry.parts.filter(\.isCertain).map(\.key).sorted()
        mayHold = entry.parts.filter { !$0.isCertain }.map(\.key).sorted()
    }

    /// As the catalogue of a site that numbers it so would have it.
    func entry(id: Int) -> IngredientEntry {
        IngredientEntry(
            key: key,
            english: .init(singular: english, plural: shownPlural(englishPlural, english), synonyms: englishAlso),
            russian: .init(singular: russian, plural: shownPlural(russianPlural, russian), synonyms: russianAlso),
            aisle: aisle, stated: stated, parent: parent, parts: parts,
            usda: figures == nil ? usda : Nutrition.ownNumber(id), density: density,
            portions: portions.map { .init(name: $0.name, grams: $0.grams) }, colour: colour)
    }

    /// The site's own figures, as the table of foods keeps them.
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

    /// What it states and what it is a kind of, as the log tells it.
    var statement: String { IngredientEntry.statement(stated, parent) }

    /// The keys of all that its facts follow from.
    var restsOn: Set<String> { Set(holds + mayHold + [parent].compactMap(\.self)) }

    var names: [String] {
        ([english, englishPlural] + englishAlso + [russian, russianPlural] + russianAlso).filter { !$0.isEmpty }
    }
}

extension Nutrition {
    /// Foods of USDA's have positive numbers; those of the site's own are numbered after their ingredient.
    static func ownNumber(_ ingredient: Int) -> Int { -ingredient }
    var isOwn: Bool { number < 0 }
}
