// What `toque diets` prints.

import Foundation

/// `toque diets`: a recipe's ingredient lines become its diets, as JSON.
public struct DietsCommand: Sendable {
    let parser: IngredientLineParser
    let index: IngredientIndex

    public init(parser: IngredientLineParser, index: IngredientIndex) {
        self.parser = parser
        self.index = index
    }

    public func derive(_ lines: [String]) -> DerivedDiets {
        DietRules.derive(
            lines.lazy.filter { $0.contains { !$0.isWhitespace } }.map { index.understand(parser.parse($0)) })
    }

    public func json(_ lines: [String]) -> String {
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
    public func json(array: String) throws -> String {
        json(try JSONDecoder().decode([String].self, from: Data(array.utf8)))
    }
}
