// Tests of diets that depend on several ingredients: kosher on combinations, keto and low-carb on amounts.

import Testing

@testable import Food
@testable import Toque

@Suite struct KosherTests {
    private func kosher(_ lines: String...) throws -> (Fact, [String]) {
        let diets = try CatalogueFixture.command().derive(lines)
        return (diets[.kosher], diets.reason(for: .kosher))
    }

    @Test func `plants, milk and eggs together are kosher`() throws {
        #expect(try kosher("2 onions", "100 g butter", "2 eggs") == (.yes, []))
    }

    @Test func `meat alone is unknown, meat with milk is not kosher, and both are named`() throws {
        #expect(try kosher("1 chicken breast", "2 onions").0 == .unknown)
        #expect(try kosher("1 chicken breast", "50 g butter") == (.no, ["chicken-breast", "butter"]))
    }

    @Test func `meat or milk that is optional or only in a note leaves kosher unknown`() throws {
        #expect(try kosher("1 chicken breast", "1 tbsp butter or olive oil").0 == .unknown)
        #expect(try kosher("1 chicken breast or onion", "1 tbsp butter").0 == .unknown)
        #expect(try kosher("2 onions, fried in chicken stock", "50 g butter").0 == .unknown)
    }

    @Test func `only an ingredient that is never kosher is named`() throws {
        #expect(try kosher("100 g bacon", "50 g butter") == (.no, ["bacon"]))
        #expect(try kosher("200 g shrimp", "50 g butter") == (.no, ["shrimp"]))
    }

    @Test func `cheese with meat is not kosher, whatever its rennet`() throws {
        #expect(try kosher("1 chicken breast", "50 g cheese") == (.no, ["chicken-breast", "cheese"]))
        #expect(try kosher("50 g cheese", "2 onions").0 == .unknown)
    }
}

@Suite struct CarbohydrateTests {
    private static func range(_ lines: String...) throws -> CarbohydrateRange {
        let command = try CatalogueFixture.command()
        let counted = lines.map { line in
            let parsed = command.parser.parse(line)
            return CarbohydrateRules.Line(
                amount: parsed.amount, amountMax: parsed.amountMax, unit: parsed.unit.flatMap { command.units[$0] },
                hasStrangeUnit: false, understood: command.index.understand(parsed))
        }
        let figures = ["onion": 8.0, "flour": 76, "olive-oil": 0, "salt": 0, "butter": 0, "egg": 1]
        return CarbohydrateRules.range(counted) { figures[$0.key] }
    }

    @Test func `weights are summed, and foods without carbohydrate need no amount`() throws {
        let range = try Self.range("200 g onions", "50 g flour", "salt to taste", "olive oil for frying")
        #expect(range.least == 54 && range.most == 54)
        #expect(range.sources == ["flour", "onion"] && range.uncounted == [])
    }

    @Test func `pieces and spoons count with their weights`() throws {
        #expect(try Self.range("1 onion").most == 8.8)
        #expect(try Self.range("1 large onion").least >= 0)
        let spoon = try Self.range("1 tbsp onion")
        #expect(abs(spoon.least - 14.79 * 0.68 * 0.08) < 0.001 && spoon.most == spoon.least)
    }

    @Test(arguments: ["onion", "1 tbsp flour", "2 eggs", "100 g unobtainium", "100 g carrot"])
    func `a line without weight or value leaves the upper limit open`(line: String) throws {
        let range = try Self.range("100 g onions", line)
        #expect(range.least == 8 && range.most == nil && range.uncounted.count == 1)
    }

    @Test func `ranges, alternatives and optional lines widen the range`() throws {
        #expect(try Self.range("100-200 g onions") == CarbohydrateRange(least: 8, most: 16, sources: ["onion"]))
        let either = try Self.range("100 g flour or onions")
        #expect(either.least == 8 && either.most == 76)
        let optional = try Self.range("100 g onions (optional)")
        #expect(optional.least == 0 && optional.most == 8)
        #expect(try Self.range("100 g onions, rolled in flour").most == nil)
    }

    @Test(arguments: [
        (40.0, 40.0, 4, Fact.yes, Fact.yes), (41, 41, 4, .no, .yes), (104, 104, 4, .no, .yes), (105, 105, 4, .no, .no),
        (30, 50, 4, .unknown, .yes), (30, 200, 4, .unknown, .unknown),
    ])
    func `the limits are 10 and 26 grams per serving`(
        least: Double, most: Double, servings: Int, keto: Fact, lowCarb: Fact
    ) {
        let range = CarbohydrateRange(least: least, most: most)
        #expect(CarbohydrateRules.answer(.keto, range, servings: servings).0 == keto)
        #expect(CarbohydrateRules.answer(.lowCarb, range, servings: servings).0 == lowCarb)
    }

    @Test func `an open upper limit is never a yes, and a certain excess is a no with its main sources`() {
        let open = CarbohydrateRange(least: 5, most: nil, uncounted: ["carrot"])
        #expect(CarbohydrateRules.answer(.keto, open, servings: 4) == (.unknown, ["carrot"]))
        let much = CarbohydrateRange(least: 500, most: nil, sources: ["a", "b", "c", "d"], uncounted: ["carrot"])
        #expect(CarbohydrateRules.answer(.lowCarb, much, servings: 4) == (.no, ["a", "b", "c"]))
    }

    @Test func `without servings a small total is a yes, and any other total unknown`() {
        let answer = { (most: Double) in
            CarbohydrateRules.answer(.keto, CarbohydrateRange(least: most, most: most), servings: nil).0
        }
        #expect(answer(10) == .yes && answer(11) == .unknown && answer(900) == .unknown)
    }

    @Test func `fibre is subtracted, and without a carbohydrate value the result is unknown`() {
        func food(_ carbohydrate: Double?, _ fibre: Double?) -> Nutrition {
            Nutrition(number: 1, name: "", figures: [nil, nil, nil, nil, carbohydrate, nil, fibre, nil])
        }
        #expect(food(10, 3).carbohydrateWithoutFibre == 7)
        #expect(food(10, nil).carbohydrateWithoutFibre == 10)
        #expect(food(2, 3).carbohydrateWithoutFibre == 0)
        #expect(food(nil, 3).carbohydrateWithoutFibre == nil)
    }
}
