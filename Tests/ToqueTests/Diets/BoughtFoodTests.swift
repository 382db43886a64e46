import Testing

@testable import Food
@testable import TestKit
@testable import Toque

/// Sweets that are named after other foods, and meat and fish that were bought prepared.
@Suite struct BoughtFoodTests {
    private func diets(_ line: String) throws -> DerivedDiets {
        try RealData.catalogue().dietsCommand.derive([line])
    }

    @Test(arguments: [
        "150 g mini eggs", "3 creme eggs", "72 mini chocolate candy-coated Easter eggs", "12 candy eggs",
        "4 Easter eggs", "1 cup peach rings", "1 cup watermelon rings", "1 cup strawberry hearts",
        "1 cup cherry sours", "12 assorted chocolates", "6 mini chocolates",
        "1 chocolate bunny", "1 chocolate orange", "1 cup gummy fish", "1 cup Swedish fish", "1 cup jelly babies",
        "1 cup candy orange slices", "3 шоколадных яйца", "3 киндер-сюрприза", "200 г мармеладных мишек",
        "200 г мармеладных долек",
    ])
    func `a sweet named after another food is not certainly vegan or free of allergens`(line: String) throws {
        let diets = try diets(line)
        #expect(diets[.vegan] != .yes && diets[.vegetarian] != .yes && diets[.kosher] != .yes)
        for allergen in [Allergen.milk, .gluten, .nuts, .soy] { #expect(diets[allergen] != .no, "\(allergen)") }
    }

    @Test(arguments: [
        "1 purchased roasted chicken, skinned and boned", "1 store-bought roasted chicken",
        "2 cups store-bought grilled chicken breast", "200 g packaged cooked chicken breast",
        "1 store-bought roasted duck",
        "1 roasted chicken, store-bought", "500 g cooked beef (from the deli)", "200 г курицы (покупной)",
        "200 g purchased cooked beef", "200 g deli beef", "1 ready-cooked chicken", "200 g smoked beef",
        "200 g smoked lamb", "200 g smoked venison", "200 g smoked goose", "200 g smoked pork loin",
        "200 g salted beef", "200 g canned beef", "1 can beef", "1 tin canned pork", "1 purchased cooked trout",
        "200 g smoked scallops", "200 г копчёной говядины", "200 г говядины копчёной", "200 г копчёной баранины",
        "200 г копчёного гуся", "1 покупная жареная курица", "1 готовая курица", "1 банка говядины",
        "200 г консервированной говядины",
    ])
    func `meat and fish that were bought prepared may contain allergens`(line: String) throws {
        let diets = try diets(line)
        for allergen in [Allergen.milk, .gluten, .soy, .mustard] { #expect(diets[allergen] != .no, "\(allergen)") }
    }

    @Test(arguments: ["200 g smoked cod", "200 g smoked tuna", "200 г копчёной трески", "200 g smoked salmon"])
    func `smoked fish contains fish and is not certainly kosher`(line: String) throws {
        let diets = try diets(line)
        #expect(diets[.fish] == .yes && diets[.kosher] != .yes)
    }

    @Test(arguments: [
        ("1 roasted chicken", "chicken"), ("200 g smoked bacon", "bacon"), ("200 g smoked beef sausage", "sausage"),
        ("1 can anchovies", "anchovy"), ("1 can shrimp", "shrimp"), ("1 cup canned shrimp", "shrimp"),
        ("1 store-bought pie crust", "pie-crust"), ("1 cup canned tomatoes", "canned-tomatoes"),
        ("8 pineapple rings", "canned-pineapple"), ("1 cup apple rings", "apple"), ("6 eggs", "egg"),
        ("1 cup purchased mayonnaise", "mayonnaise"), ("200 g salted butter", "salted-butter"),
        ("200 g chocolate", "dark-chocolate"), ("1 tsp mint", "mint"),
    ])
    func `plain food and food with unknown additives are still found`(line: String, key: String) throws {
        let catalogue = try RealData.catalogue()
        #expect(catalogue.index.match(catalogue.parser.parse(line))?.key == key)
    }
}
