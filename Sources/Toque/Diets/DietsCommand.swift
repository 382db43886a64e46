// What `toque diets` prints.

import Foundation

/// `toque diets`: a recipe's ingredient lines become its diets, as JSON.
struct DietsCommand: Sendable {
    let parser: IngredientLineParser
    let index: IngredientIndex
    let units: UnitTable
    let nutrition: @Sendable (IngredientEntry) -> Nutrition?

    /// Lines say no servings: what is little in all is keto and low-carb, the rest stays open.
    func derive(_ lines: [String]) -> DerivedDiets {
        let lines = lines.filter { $0.contains { !$0.isWhitespace } }.map {
            index.understand(parser.parse(ListedLine.withPurposeBehind($0) ?? $0))
        }
        let counted = lines.map { line in
            let unit = line.parsed.unit.flatMap { units[$0] }
            return CarbohydrateRules.Line(
                amount: line.parsed.amount, amountMax: line.parsed.amountMax, unit: unit, hasStrangeUnit: false,
                understood: line, isStateKnown: line.hasFigures(unit: unit, nutrition),
                note: NoteMeasures(line.parsed.note, parser))
        }
        return DietRules.derive(
            lines,
            carbohydrate: CarbohydrateRules.range(counted) { nutrition($0)?.carbohydrateWithoutFibre }, servings: nil)
    }

    func json(_ lines: [String]) -> String {
        let derived = derive(lines)
        var diets = JSONText()
        for diet in Diet.allCases { diets.add(diet.rawValue, derived[diet].word) }
        var allergens = JSONText()
        for allergen in Allergen.allCases { allergens.add(allergen.rawValue, derived[allergen].word) }
        var json = JSONText()
        json.add("diets", raw: diets.object)
        json.add("allergens", raw: allergens.object)
        let words = DietWords.english(index)
        json.add("because", derived.reasons.map { $0.text(words) })
        return json.object
    }

    /// One line of `--jsonl`: a JSON array of ingredient lines.
    func json(array: String) throws -> String {
        json(try JSONDecoder().decode([String].self, from: Data(array.utf8)))
    }
}
