// Tests which lines of a recipe a pantry may lack.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct OptionalLineTests {
    private func isOptional(_ line: String) throws -> Bool {
        let catalogue = try RealData.catalogue()
        var body = RecipeBody()
        body.lines = [catalogue.line(catalogue.parse(line))]
        let needs = catalogue.needs(of: body.dish, catalogue.understanding(of: body))
        #expect(!needs.isEmpty)
        return needs.allSatisfy(\.isOptional)
    }

    @Test(arguments: [
        "3 bananas, or more to taste", "12 red potatoes, or to taste",
        "2 tablespoons soy-free buttery spread (such as Earth Balance), or more to taste", "1 pinch salt, to taste",
        "500 g chicken, as desired", "2 tbsp sugar, plus more to taste", "1 cup flour, or as needed",
        "2 tbsp olive oil, plus more for serving", "100 g butter, or more if desired", "6 frobnicators, to taste",
        "200 г сыра, по вкусу", "3 банана или по вкусу",
    ])
    func `a line with an amount is needed, whatever may be added to taste`(line: String) throws {
        #expect(try !isOptional(line))
    }

    @Test(arguments: [
        "salt and pepper to taste", "honey, to taste", "salt, plus more to taste", "frobnicators to taste",
        "chilli flakes as desired", "соль по вкусу", "chives, for serving", "2 tbsp chives, for serving",
        "1 carrot, optional", "1 carrot (optional), or more to taste", "2 tbsp honey, if desired",
        "1 морковь по желанию", "2 веточки укропа для подачи",
    ])
    func `an optional line is not needed, nor one to taste without an amount`(line: String) throws {
        #expect(try isOptional(line))
    }
}
