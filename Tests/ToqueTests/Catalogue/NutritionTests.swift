// Tests of a recipe's nutrition: sums, rounding as on labels, and the page.

import Foundation
import HTTP
import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct NutritionTests {
    /// A line of this weight with values per 100 g.
    static func line(grams: Double, figures: [Double?]) -> NutritionRules.Line {
        let names = IngredientEntry.Names(singular: "food")
        let entry = IngredientEntry(
            key: "food", english: names, russian: names, aisle: "", facts: .unknown,
            portions: [.init(name: "piece", grams: grams)])
        return NutritionRules.Line(
            amount: 1, amountMax: nil, unit: nil, hasStrangeUnit: false, name: "food", entry: entry,
            nutrition: Nutrition(number: 1, name: "", figures: figures))
    }

    @Test func `values per 100 g are those of the counted weight`() {
        let figures: [Double?] = [100, 10, 0, 0, 0, nil, 0, 400]
        var unknown = Self.line(grams: 50, figures: figures)
        unknown = NutritionRules.Line(
            amount: 1, amountMax: nil, unit: nil, hasStrangeUnit: false, name: "frobnium", entry: unknown.entry,
            nutrition: nil)
        let sum = NutritionRules.sum([Self.line(grams: 150, figures: figures), unknown])
        #expect(sum.coverage == 0.75)
        #expect(sum.missing == ["frobnium"])
        #expect(sum.perHundredGrams(.protein) == 10)
        #expect(sum.perHundredGrams(.sugars) == nil)
    }

    private func nutrition(_ lines: String) throws -> RecipeNutrition {
        let catalogue = try RealData.catalogue()
        var body = RecipeBody()
        body.lines = catalogue.lines(pasted: lines)
        return catalogue.nutrition(of: body)
    }

    @Test(arguments: [
        ("4 eggs, whites only", "4 egg whites"), ("4 eggs (only the whites)", "4 egg whites"),
        ("3 eggs, just the yolks", "3 egg yolks"), ("2 яйца, только белки", "2 egg whites"),
    ])
    func `only the part of an egg that a note leaves is counted`(line: String, same: String) throws {
        #expect(try nutrition(line).totals == nutrition(same).totals)
        #expect(try nutrition(line).totals != nutrition("4 eggs, separated").totals)
    }

    @Test(arguments: ["200 g butter and sugar", "2 tbsp butter and oil", "100 g beef & pork"])
    func `an amount that several foods share is counted for none`(line: String) throws {
        let found = try nutrition("100 g rice\n" + line)
        #expect(found.totals == (try nutrition("100 g rice").totals) && found.missing.count == 1)
    }

    @Test func `the weight of drained tins leaves out the liquid and is unsure`() throws {
        let found = try nutrition("2 (400 g) cans chickpeas, drained")
        #expect(found.grams < 600 && !found.unsure.isEmpty)
        #expect(try nutrition("500 g chickpeas, drained").grams == 500)
    }

    @Test(arguments: ["1000000 (1000000 kg) packages salt", "1000000 kg salt", "1000000 gallons honey"])
    func `a line of more than a tonne has no weight`(line: String) async throws {
        let catalogue = try RealData.catalogue()
        var body = RecipeBody()
        body.servings = 1
        body.lines = Array(repeating: catalogue.line(catalogue.parse(line)), count: RecipeLimits.lines)
        let sum = catalogue.nutrition(of: body)
        #expect(sum.grams == 0 && sum.missing.count == RecipeLimits.lines && !sum.isWhole)
    }

    @Test func `a recipe of impossible amounts has a page and its files`() async throws {
        let site = try TestSite()
        let lines = Array(repeating: "1000000 (1000000 kg) packages salt", count: 60).joined(separator: "\n")
        let fields = RecipeFields("Salt heap", ingredients: lines).with("servings", "1")
        let alice = try site.client(.alice)
        let recipe = try await site.write(fields)
        for ending in ["", ".jsonld", ".cook"] {
            try await alice.get(ending.isEmpty ? site.address(of: recipe) : "/recipes/\(recipe)\(ending)").expect(.ok)
        }
    }

    @Test(arguments: [
        ("1 kg potatoes, fried in butter", "potatoes"), ("1 kg stevia or sugar", "stevia or sugar"),
        ("1 kg lentils (sauce)", "lentils"), ("1 kg onions and carrots", "onions and carrots"),
    ])
    func `there is no claim if a line may be or contain another food`(line: String, name: String) async throws {
        let catalogue = try RealData.catalogue()
        var body = RecipeBody()
        body.category = "side"
        body.lines = [catalogue.line(catalogue.parse(line))]
        let sum = catalogue.nutrition(of: body)
        #expect(sum.unsure == [name] && !sum.isWhole)
        #expect(NutritionClaims.of(sum, isSolid: true).isEmpty)
        let label = NutritionLabel(catalogue: catalogue, language: .en).view(body)
        #expect(label.map { $0.unsure?.contains(name) ?? false } ?? true)
        body.lines = [catalogue.line(catalogue.parse("1 kg potatoes, cut into cubes"))]
        #expect(!NutritionClaims.of(catalogue.nutrition(of: body), isSolid: true).isEmpty)
    }

    @Test(
        arguments: [
            (Nutrient.fat, 0.5, "0"), (.fat, 0.51, "0.5"), (.fat, 9.94, "9.9"), (.fat, 9.96, "10"), (.fat, 10.4, "10"),
            (.saturates, 0.1, "0"), (.saturates, 0.11, "0.1"), (.saturates, 12.5, "13"), (.fibre, 3, "3"),
            (.sodium, 5, "0"), (.sodium, 6, "0.02"), (.sodium, 100, "0.25"), (.sodium, 400, "1"), (.sodium, 500, "1.3"),
        ]) func `values are rounded as on labels`(nutrient: Nutrient, amount: Double, shown: String)
    {
        #expect(NutritionRounding.grams(amount, nutrient) == shown)
    }

    @Test func `energy is a whole number`() {
        #expect(NutritionRounding.energy(249.5) == "250")
        #expect(NutritionRounding.energy(250 * NutritionRounding.joules) == "1046")
    }

    @Test func `the page has a label per serving and per 100 g, in the legal order`() async throws {
        let site = try TestSite()
        let recipe = RecipeFields("Beans", ingredients: "1 kg red lentils").with("servings", "5")
        let page = try await site.visitor().get("/recipes/\(site.publish(recipe))").text
        let labels = [
            "Energy", "Fat", "of which saturates", "Carbohydrate", "of which sugars", "Fibre", "Protein", "Salt",
        ]
        let places = labels.map { page.range(of: #"<th scope="row">\#($0)</th>"#)?.lowerBound }
        #expect(places.allSatisfy { $0 != nil })
        #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
        #expect(page.contains("kJ / "))
        #expect(page.contains("These figures cover 100%"))
        #expect(page.contains("<b>High protein</b>: at least 20% of the energy comes from protein"))
        #expect(page.contains("<b>High fibre</b>"))
    }

    @Test func `ingredients without a weight are named and prevent claims`() async throws {
        let site = try TestSite()
        let recipe = RecipeFields("Beans", ingredients: "1 kg red lentils\nsalt")
        let page = try await site.visitor().get("/recipes/\(site.publish(recipe))").text
        #expect(page.contains("Not counted: salt."))
        #expect(!page.contains(#"<ul class="claims">"#))
    }

    @Test func `a Russian label has decimal commas`() async throws {
        let site = try TestSite()
        let recipe = RecipeFields("Beans", ingredients: "100 g red lentils\n2 tbsp olive oil").with("servings", "3")
        let address = try await "/recipes/\(site.publish(recipe))"
        let page = try await site.visitor().get(address, headers: ["Accept-Language": "ru"]).text
        #expect(page.contains("ккал"))
        #expect(page.contains(/<td>\d+,\d\x{a0}г<\/td>/))
    }
}
