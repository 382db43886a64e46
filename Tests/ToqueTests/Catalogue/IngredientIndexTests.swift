import Foundation
import Testing

@testable import Food
@testable import Toque

@Suite struct IngredientIndexTests {
    @Test(arguments: [
        ("onions", "onion"), ("Yellow Onions", "onion"), ("large ripe onion", "onion"), ("hens' eggs", "egg"),
        ("cloves of garlic", "garlic"), ("extra-virgin olive oil", "olive-oil"), ("plain flour, sifted", "flour"),
        ("boneless skinless chicken breast halves", "chicken-breast"), ("organic free-range eggs", "egg"),
        ("репчатого лука", "onion"), ("лук репчатый", "onion"), ("яиц", "egg"), ("муки", "flour"),
        ("свежей моркови", "carrot"), ("куриного филе", "chicken-breast"), ("сливочного масла", "butter"),
        ("соли", "salt"), ("чёрного перца", "black-pepper"),
    ])
    func `a name is found in all its forms`(name: String, key: String) throws {
        #expect(try CatalogueFixture.index().find(name)?.key == key)
    }

    @Test(arguments: [
        "peanut milk", "oat milk", "vegan cheese", "gluten-free flour", "chicken-flavoured tofu", "butter beans",
        "egg noodles", "coconut butter", "imitation shrimp", "egg substitute", "dairy-free butter", "onion rings",
        "crispy onions", "chicken cube", "bread sauce", "bacon bits", "vegetarian bacon", "almond", "", "!!!",
        "соевое молоко", "веганский сыр", "безглютеновая мука",
    ])
    func `a word that could change the food prevents a match`(name: String) throws {
        #expect(try CatalogueFixture.index().find(name) == nil)
    }

    @Test func `a longer name is preferred to one inside it`() throws {
        let index = try CatalogueFixture.index()
        #expect(index.find("almond milk")?.key == "almond-milk")
        #expect(index.find("peanut butter")?.key == "peanut-butter")
        #expect(index.find("fresh chicken stock")?.key == "chicken-stock")
    }

    @Test func `liver does not match biscuits, although the Russian stems are equal`() throws {
        let index = try CatalogueFixture.index()
        #expect(index.find("печень")?.key == "beef-liver")
        #expect(index.find("печенья")?.key == "biscuit")
        #expect(index.find("печенье")?.key == "biscuit")
    }

    @Test func `a match has a confidence`() throws {
        let index = try CatalogueFixture.index()
        #expect(index.find("onion")?.confidence == 1)
        let loose = try #require(index.find("large fresh chopped onion"))
        #expect(loose.confidence < 1 && loose.confidence > 0.5)
    }

    @Test func `a line's alternatives are all found`() throws {
        let index = try CatalogueFixture.index()
        let parser = try CatalogueFixture.parser()
        func keys(_ line: String) -> [String] { index.understand(parser.parse(line)).keys }
        #expect(keys("1 tbsp butter or margarine") == ["butter", "margarine"])
        #expect(keys("1 cup red or white wine") == ["red-wine", "white-wine"])
        #expect(keys("2 cups chicken or vegetable stock") == ["chicken-stock", "vegetable-stock"])
        #expect(keys("salt and freshly ground black pepper") == ["salt", "black-pepper"])
        #expect(keys("соль и перец") == ["salt", "black-pepper"])
    }

    @Test func `an ingredient chosen by hand replaces the match of the line`() throws {
        let line = try CatalogueFixture.parser().parse("1 cup grandmother's secret")
        let index = try CatalogueFixture.index()
        #expect(index.understand(line).match == nil)
        #expect(index.understand(line, chosen: "milk").match?.key == "milk")
    }

    @Test func `suggestions are prefixes first, then words inside names, then misspellings`() throws {
        let index = try CatalogueFixture.index()
        #expect(index.suggest("on", limit: 5).first?.key == "onion")
        #expect(index.suggest("stock", limit: 5).map(\.key).contains("chicken-stock"))
        #expect(index.suggest("buttr", limit: 5).first?.key == "butter")
        #expect(index.suggest("chese", limit: 5).first?.key == "cheese")
        #expect(index.suggest("чсенок", limit: 5).first?.key == "garlic")
        #expect(index.suggest("лук", limit: 5).first?.key == "onion")
        #expect(index.suggest("", limit: 5).isEmpty)
        #expect(index.suggest("zzzz", limit: 5).isEmpty)
        #expect(index.suggest("a", limit: 1).count == 1)
    }

    @Test func `the commands print the documented JSON`() throws {
        let index = try CatalogueFixture.index()
        let parse = ParseCommand(parser: try CatalogueFixture.parser(), index: index)
        #expect(
            parse.json("2-3 large onions, \"chopped\"")
                == #"{"line":"2-3 large onions, \"chopped\"","amount":2,"amount_max":3,"unit":null,"ingredient":"onion","#
                + #""name":"onions","note":"large, \"chopped\"","optional":false,"confidence":1}"#)
        let onion = IngredientCommand(index: index).json(try #require(index["onion"]), nil)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(onion.utf8)) as? [String: Any])
        #expect(object["key"] as? String == "onion")
        #expect((object["diets"] as? [String: String])?["vegan"] == "yes")
        #expect((object["allergens"] as? [String: String])?.count == 14)
    }
}
