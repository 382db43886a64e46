import Foundation
import Testing

@testable import Food
@testable import Toque

@Suite struct DietRulesTests {
    @Test func `plain plants are vegan, kosher and free of everything, but keto and low-carb need amounts`() throws {
        let diets = try CatalogueFixture.diets("2 onions", "1 tbsp olive oil", "salt to taste")
        for diet in [Diet.vegetarian, .vegan, .dairyFree, .lactoseFree, .glutenFree, .nutFree, .halal, .kosher] {
            #expect(diets[diet] == .yes)
        }
        for diet in [Diet.keto, .lowCarb] { #expect(diets[diet] == .unknown) }
        #expect(diets[.spicy] == .no)
        #expect(Allergen.allCases.allSatisfy { diets[$0] == .no })
        #expect(diets.reasons.map(\.subject) == [.diet(.keto), .diet(.lowCarb)])
    }

    @Test func `one no outweighs every unknown, and only its ingredients are named`() throws {
        let diets = try CatalogueFixture.diets("2 eggs", "50 g butter", "1 mystery", "100 g margarine")
        #expect(diets[.vegan] == .no)
        #expect(diets.reason(for: .vegan) == ["egg", "butter"])
        let words = DietWords.english(try CatalogueFixture.index())
        #expect(diets.reasons.first { $0.subject == .diet(.vegan) }?.text(words) == "not vegan: eggs, butter")
        #expect(diets.reasons.first { $0.subject == .allergen(.milk) }?.text(words) == "contains milk: butter")
    }

    @Test func `an ingredient that is not in the catalogue makes everything unknown`() throws {
        let diets = try CatalogueFixture.diets("2 onions", "1 cup unobtainium")
        #expect(diets[.vegan] == .unknown)
        #expect(diets[.peanuts] == .unknown)
        #expect(diets.reason(for: .vegan) == ["unobtainium"])
    }

    @Test func `a recipe without ingredients is unknown throughout`() throws {
        for diets in [try CatalogueFixture.diets(), try CatalogueFixture.diets("For the sauce:", "  ")] {
            #expect(Diet.allCases.allSatisfy { diets[$0] == .unknown })
            #expect(Allergen.allCases.allSatisfy { diets[$0] == .unknown })
        }
    }

    @Test func `alternatives that differ are unknown, those that agree are certain`() throws {
        #expect(try CatalogueFixture.diets("1 cup milk or almond milk")[.vegan] == .unknown)
        #expect(try CatalogueFixture.diets("1 cup milk or almond milk")[.nutFree] == .unknown)
        #expect(try CatalogueFixture.diets("1 tbsp butter or margarine")[.vegan] == .unknown)
        #expect(try CatalogueFixture.diets("100 g butter or milk")[.vegan] == .no)
        #expect(try CatalogueFixture.diets("1 tbsp olive oil or unobtainium")[.vegan] == .unknown)
        #expect(try CatalogueFixture.diets("2 cups chicken or vegetable stock")[.vegetarian] == .unknown)
        #expect(try CatalogueFixture.diets("сливочное масло или маргарин — 100 г")[.vegan] == .unknown)
        #expect(try CatalogueFixture.diets("1 tbsp olive oil (or butter)")[.vegan] == .unknown)
        #expect(try CatalogueFixture.diets("1 tbsp olive oil, or your favourite drippings")[.vegan] == .unknown)
    }

    @Test func `every ingredient of a line counts`() throws {
        #expect(try CatalogueFixture.diets("salt and pepper")[.vegan] == .yes)
        #expect(try CatalogueFixture.diets("onions and bacon")[.vegan] == .no)
        #expect(try CatalogueFixture.diets("bread and unobtainium")[.vegan] == .unknown)
    }

    @Test func `optional ingredients count like any other`() throws {
        #expect(try CatalogueFixture.diets("2 onions", "bacon, for garnish (optional)")[.vegetarian] == .no)
    }

    @Test(arguments: [
        "200 g pasta, cooked in chicken stock", "2 carrots (buttered)", "2 onions, fried in butter",
        "1 tbsp olive oil, plus butter for greasing", "макароны, сваренные в курином бульоне",
    ])
    func `a note that names an ingredient makes a yes unknown`(line: String) throws {
        #expect(try CatalogueFixture.diets(line)[.vegan] == .unknown)
    }

    @Test(arguments: [
        "2 carrots, cut like matchsticks", "2 carrots, at room temperature", "1 carrot, the size of an egg",
        "1 onion, chopped, or to taste", "2 onions (not butter)", "1 tbsp olive oil, or more as needed",
        "olive oil, for brushing bread", "1 onion, or 1/2 cup dried", "carrots, shredded on a cheese grater",
    ])
    func `harmless notes leave vegan a yes`(line: String) throws {
        #expect(try CatalogueFixture.diets(line)[.vegan] == .yes)
    }

    @Test func `each diet depends on its own facts`() throws {
        #expect(try CatalogueFixture.diets("100 g pasta")[.glutenFree] == .no)
        #expect(try CatalogueFixture.diets("1 cup almond milk")[.nutFree] == .no)
        #expect(try CatalogueFixture.diets("1 tbsp peanut butter")[.nutFree] == .no)
        #expect(try CatalogueFixture.diets("200 g shrimp")[.kosher] == .no)
        #expect(try CatalogueFixture.diets("200 g bacon")[.halal] == .no)
        #expect(try CatalogueFixture.diets("100 g cheese")[.lactoseFree] == .unknown)
        #expect(try CatalogueFixture.diets("100 g cheese")[.dairyFree] == .no)
        #expect(try CatalogueFixture.diets("1 tsp chilli powder", "1 mystery")[.spicy] == .yes)
        #expect(try CatalogueFixture.diets("1 onion", "1 mystery")[.spicy] == .unknown)
    }

    @Test func `answers read back as they were stored`() throws {
        let diets = try CatalogueFixture.diets("2 eggs", "1 mystery", "1 tsp chilli powder")
        let copy = DerivedDiets(
            dietYes: diets.dietYes, dietNo: diets.dietNo, allergenYes: diets.allergenYes, allergenNo: diets.allergenNo,
            encodedReasons: diets.encodedReasons)
        #expect(copy == diets)
        #expect(diets.dietYes & diets.dietNo == 0)
        #expect(diets.allergenYes & diets.allergenNo == 0)
        let broken = DerivedDiets(dietYes: 1, dietNo: 0, allergenYes: 0, allergenNo: 0, encodedReasons: "{")
        #expect(broken.reasons.isEmpty && broken[.vegetarian] == .yes)
    }

    @Test func `names and order of diets and allergens are fixed`() {
        #expect(
            Diet.allCases.map(\.rawValue).joined(separator: " ")
                == "vegetarian vegan dairy-free lactose-free gluten-free nut-free kosher halal keto low-carb spicy")
        #expect(
            Allergen.allCases.map(\.rawValue).joined(separator: " ")
                == "gluten crustaceans eggs fish peanuts soy milk nuts celery mustard sesame sulphites lupin molluscs")
        #expect(Set(Diet.allCases.map(\.rawValue)).isDisjoint(with: Allergen.allCases.map(\.rawValue)))
    }

    @Test func `the command prints every diet and allergen with reasons`() throws {
        let command = try CatalogueFixture.command()
        let text = try command.json(array: #"["2 eggs", "1 onion"]"#)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect((json["diets"] as? [String: String])?.count == 11)
        #expect((json["allergens"] as? [String: String])?["eggs"] == "yes")
        #expect((json["because"] as? [String])?.contains("not vegan: eggs") == true)
        #expect(throws: (any Error).self) { try command.json(array: "{") }
    }
}

/// Tests of texts that must never make a yes, found in a review of the rules.
@Suite struct HiddenIngredientTests {
    private static let catalogue: Catalogue = {
        guard let starter = try? StarterCatalogue() else { preconditionFailure("the starter catalogue does not parse") }
        return Catalogue(
            edition: 0, entries: starter.entries, ids: [:], groups: [], units: starter.units, categories: [],
            cuisines: [], nutrition: [:])
    }()

    private func vegan(_ change: (inout RecipeLine) -> Void) -> Fact {
        var body = RecipeBody()
        body.lines = [RecipeLine(amount: 1, ingredient: "onion"), RecipeLine(amount: 2, ingredient: "onion")]
        change(&body.lines[1])
        return Self.catalogue.diets(of: body)[.vegan]
    }

    @Test func `two onions are vegan, also in an unknown unit`() {
        #expect(vegan { _ in } == .yes)
        #expect(vegan { $0.unit = "heaps" } == .yes)
    }

    @Test(arguments: [
        "Bacon:", "# bacon", "bacon, for greasing:", "fat and juices", "fat and rind", "fresh in brine",
        "fresh and dried",
    ])
    func `a row like a heading, or without a food, is never vegan`(ingredient: String) {
        #expect(vegan { $0.ingredient = ingredient } != .yes)
    }

    @Test(arguments: [
        "turned over in butter", "dipped into honey", "for cooking in butter", "fried in butter pan",
        "cooked in oyster sauce", "as if fried in lard",
    ])
    func `an ingredient in a note leaves vegan unknown`(note: String) {
        #expect(vegan { $0.note = note } == .unknown)
    }

    @Test(arguments: ["slices bacon and", "bacon", "cups frobnium with"])
    func `an invalid unit is read like the rest of the line`(unit: String) {
        #expect(vegan { $0.unit = unit } != .yes)
    }

    @Test func `a heading that names meat leaves vegan unknown, one that names a sauce does not`() {
        #expect(vegan { $0.group = "Bacon" } == .unknown)
        #expect(vegan { $0.group = "For the tomato sauce" } == .yes)
    }

    @Test(arguments: ["not butter", "the size of a walnut", "pieces without butter"])
    func `a food that is named but not in the dish changes nothing`(note: String) {
        #expect(vegan { $0.note = note } == .yes)
    }
}
