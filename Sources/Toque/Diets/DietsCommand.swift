// The output of `toque diets`.

import Bytes
import Food
import Foundation

/// `toque diets`: derives the diets of ingredient lines and prints them as JSON.
struct DietsCommand: Sendable {
    let parser: IngredientLineParser
    let index: IngredientIndex
    let units: UnitTable
    let nutrition: @Sendable (IngredientEntry) -> Nutrition?

    /// A recipe in the command's JSON input.
    private struct Recipe: Decodable {
        let ingredients: [String]
        var title: String?
        var steps: [String]?
        var tips: String?
    }

    /// Derives the diets. Lines state no servings, so keto and low-carb are yes only if the whole recipe has few
    /// carbohydrates, and unknown otherwise.
    func derive(_ lines: [String], texts: [(text: String, place: TextPlace)] = []) -> DerivedDiets {
        let understood = lines.filter { $0.contains { !$0.isWhitespace } }.map {
            index.understand(parser.parse(ListedLine.withPurposeBehind($0) ?? $0))
        }
        let foods = understood.filter { !$0.parsed.isHeading }
        let lines = foods + index.withMissing(understood.filter(\.parsed.isHeading), beside: foods)
        let counted = lines.map { line in
            let unit = line.parsed.unit.flatMap { units[$0] }
            return CarbohydrateRules.Line(
                amount: line.parsed.amount, amountMax: line.parsed.amountMax, unit: unit, hasStrangeUnit: false,
                understood: line, isStateKnown: line.hasCarbohydrate(unit: unit, nutrition),
                note: NoteMeasures(line.parsed.note, parser))
        }
        let figure: (IngredientEntry) -> Double? = { nutrition($0)?.carbohydrateWithoutFibre }
        let unlisted = index.unlisted(texts, beside: lines)
        let range = CarbohydrateRules.range(
            CarbohydrateRules.range(counted, figure: figure), with: unlisted.flatMap(\.mentions), figure: figure)
        return DietRules.derive(lines + unlisted, carbohydrate: range, servings: nil)
    }

    func json(_ lines: [String]) -> String { json(derive(lines)) }

    private func json(_ derived: DerivedDiets) -> String {
        var diets = JSONText()
        for diet in Diet.allCases { diets.add(diet.rawValue, derived[diet].word) }
        var allergens = JSONText()
        for allergen in Allergen.allCases { allergens.add(allergen.rawValue, derived[allergen].word) }
        var json = JSONText()
        json.add("diets", raw: diets.object)
        json.add("allergens", raw: allergens.object)
        let words = DietWords.english(index)
        let upToLabels =
            Diet.allCases.filter { derived.dietUpToLabels & $0.bit != 0 }.map(\.rawValue)
            + Allergen.allCases.filter { derived.allergenUpToLabels & $0.bit != 0 }.map(\.rawValue)
        json.add("up_to_labels", upToLabels)
        json.add("because", derived.reasons.map { $0.text(words) })
        return json.object
    }

    /// Reads one line of `--jsonl`: a JSON array of ingredient lines, or an object with `ingredients`, `title`, `steps`
    /// and `tips`.
    func json(array: String) throws -> String {
        let data = Data(array.utf8)
        if let lines = try? JSONDecoder().decode([String].self, from: data) { return json(lines) }
        let recipe = try JSONDecoder().decode(Recipe.self, from: data)
        let steps = (recipe.steps ?? []).enumerated().map { (text: $1, place: TextPlace.step($0 + 1)) }
        let title = recipe.title ?? ""
        return json(
            derive(recipe.ingredients, texts: steps + [(recipe.tips ?? "", .tips), (title, .title)]))
    }
}
