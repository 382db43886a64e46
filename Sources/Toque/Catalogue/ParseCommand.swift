// The output of `toque parse` and `toque ingredient`.

import Bytes
import Food

/// `toque parse`: prints ingredient lines as JSON lines.
struct ParseCommand: Sendable {
    let parser: IngredientLineParser
    let index: IngredientIndex

    func json(_ line: String) -> String {
        let parsed = parser.parse(line)
        let match = index.match(parsed)
        var json = JSONText()
        json.add("line", parsed.line)
        json.add("amount", parsed.amount)
        json.add("amount_max", parsed.amountMax)
        json.add("unit", parsed.unit)
        json.add("ingredient", match?.key)
        json.add("name", parsed.written)
        json.add("note", parsed.note)
        json.add("optional", parsed.optional)
        let likely = match.flatMap { $0.isApproximate ? $0.confidence : nil }
        json.add("confidence", min(parsed.confidence, likely ?? 1))
        return json.object
    }
}

/// `toque ingredient NAME`: prints an entry of the catalogue.
struct IngredientCommand: Sendable {
    let index: IngredientIndex

    /// All values of an entry, with USDA's values per 100 g if there are any.
    func json(_ entry: IngredientEntry, _ nutrition: Nutrition?) -> String {
        var json = JSONText()
        json.add("key", entry.key)
        json.add("name", entry.english.singular)
        json.add("plural", entry.english.plural)
        json.add("synonyms", entry.english.synonyms)
        json.add("name_ru", entry.russian.singular)
        json.add("plural_ru", entry.russian.plural)
        json.add("synonyms_ru", entry.russian.synonyms)
        json.add("aisle", entry.aisle)
        var diets = JSONText()
        for diet in DietFact.allCases { diets.add(diet.rawValue, entry.facts[diet].word) }
        json.add("diets", raw: diets.object)
        var allergens = JSONText()
        for allergen in Allergen.allCases { allergens.add(allergen.rawValue, entry.facts[allergen].word) }
        json.add("allergens", raw: allergens.object)
        json.add("kind_of", entry.parent)
        json.add("holds", entry.parts.filter(\.isCertain).map(\.key))
        json.add("may_hold", entry.parts.filter { !$0.isCertain }.map(\.key))
        json.add("usda", entry.usda.flatMap { $0 > 0 ? Double($0) : nil })
        json.add("density", entry.density)
        var portions = JSONText()
        for portion in entry.portions { portions.add(portion.name, portion.grams) }
        json.add("portions", raw: portions.object)
        json.add("colour", entry.colour)
        if let nutrition {
            var figures = JSONText()
            figures.add("food", nutrition.name)
            for nutrient in Nutrient.allCases { figures.add(nutrient.name, nutrition.figures[nutrient.rawValue]) }
            json.add("per_100g", raw: figures.object)
        }
        return json.object
    }
}
