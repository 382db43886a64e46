// Tests of amounts in notes: sizes, and remarks that there is more.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct NoteMeasuresTests {
    private static func body(_ lines: [String], servings: Int) throws -> (Catalogue, RecipeBody) {
        let catalogue = try RealData.catalogue()
        var body = RecipeBody()
        body.lines = lines.map { catalogue.line(catalogue.parse($0)) }
        body.servings = servings
        return (catalogue, body)
    }

    @Test(arguments: [
        ("1 tablespoon plus 1/2 cup sugar", 2), ("1 tsp sugar, plus 2 cups for dusting", 2),
        ("1 tsp sugar, plus 500 g for rolling", 2), ("1 pinch sugar (or 1 cup)", 2), ("1 tsp / 1 cup sugar", 2),
        ("1 tbsp sugar, plus more", 2), ("1 tbsp sugar, and extra for dusting", 2),
        ("1 ст. л. сахара, и ещё для посыпки", 2), ("2 x 1 kg potatoes", 4), ("3 500g potatoes", 4),
        ("1 (3-pound) butternut squash", 2), ("1 banana (1 kg)", 4), ("2 x 500 g bananas", 6),
    ])
    func `a note that says more prevents keto and low-carb`(line: String, servings: Int) throws {
        let (catalogue, body) = try Self.body([line], servings: servings)
        let diets = catalogue.diets(of: body)
        #expect(diets[.keto] != .yes && diets[.lowCarb] != .yes)
    }

    @Test(arguments: [
        "1 potato, 20 g,\u{301} 900 g", "1 potato, 20 g, \u{301}900 g", "1 potato, 20 g\u{600}, 900 g",
        "1 potato, 20 g, 9\u{301}00 g", "1 potato, 20 g, or\u{301} 900 g", "1 potato, 20 g, or \u{301} 900 g",
        "1 potato, 20 g;\u{301} 900 g", "1 potato, 20 g (\u{301}900 g)", "1 potato, 900 g\u{600}, 20 g",
        "1 potato, 20 g, 900\u{301} g",
    ])
    func `a mark over a comma hides no amount`(line: String) throws {
        let (catalogue, body) = try Self.body([line], servings: 4)
        #expect(catalogue.diets(of: body)[.lowCarb] != .yes)
    }

    @Test(arguments: [
        ("2 x 1 kg potatoes", 2_000.0), ("3 500g potatoes", 1_500), ("1 (3-pound) butternut squash", 1_360.8),
        ("3 onions (about 500 g)", 500), ("2 (14 ounce) cans chickpeas", 793.8), ("1 banana (1 kg)", 1_000),
        ("1 tablespoon plus 1/2 cup sugar", 113),
    ])
    func `the size in a note gives the weight`(line: String, grams: Double) throws {
        let (catalogue, body) = try Self.body([line], servings: 2)
        let found = catalogue.nutrition(of: body).grams
        #expect(abs(found - grams) < grams / 20, "\(found)")
    }

    @Test(arguments: [
        ("1 tbsp sugar, plus more", true), ("1 cup flour plus 2 cups for dusting", true), ("1 cup sugar", false),
        ("2 cups flour (250 g)", false),
    ])
    func `a line with more than its amount makes the nutrition unsure`(line: String, isUnsure: Bool) throws {
        let (catalogue, body) = try Self.body([line], servings: 2)
        #expect(catalogue.nutrition(of: body).unsure.isEmpty == !isUnsure)
    }

    @Test func `more of a food without carbohydrate does not prevent keto`() throws {
        let (catalogue, body) = try Self.body(["200 g chicken breast", "salt, plus more to taste"], servings: 2)
        #expect(catalogue.diets(of: body)[.keto] == .yes)
    }
}
