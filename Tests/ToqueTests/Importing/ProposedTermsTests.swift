// Tests of the course and cuisine that an import proposes where its source names none.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct ProposedTermsTests {
    private static func catalogue() throws -> Catalogue { try StartingPoint.made.get().catalogue }

    private func take(title: String, _ keywords: [String]) throws -> ConvertedRecipe {
        var recipe = ImportedRecipe()
        recipe.title = title
        recipe.lines = [.init(text: "1 onion")]
        recipe.steps = [.init(text: "Cook it.")]
        recipe.keywords = keywords
        return try Self.catalogue().take(recipe).get()
    }

    private func examples(_ kind: ImportNote, _ recipe: ConvertedRecipe) -> [String] {
        recipe.notes.filter { $0.kind == kind }.map(\.example)
    }

    @Test(
        arguments: [
            ("Beets", ["Vegetable", "Side Dish"], "side"), ("Beets", ["Easy", "Side Dish Recipes"], "side"),
            ("Toast", ["Appetizers and Snacks"], "starter"), ("Pears", ["dessert", "Desserts"], "dessert"),
            ("Steak", ["Sauce", "Main Dish"], "main"), ("Tea", ["Drinks"], "drink"),
            ("Eggs", ["Breakfast and Brunch"], "breakfast"), ("Beef Stew", ["Stews and Chili"], "main"),
            ("Свёкла", ["Гарнир"], "side"), ("Омлет", ["Завтраки", "ужин"], "breakfast"),
            ("Borscht", ["Супы"], "soup"), ("Chocolate cake", ["Dessert"], "dessert"),
        ] as [(String, [String], String)])
    func `keywords that name one course give it`(title: String, keywords: [String], course: String) throws {
        let recipe = try take(title: title, keywords)
        #expect(recipe.body.category == course)
        #expect(examples(.keywordCategory, recipe).count == 1 && examples(.titleCategory, recipe).isEmpty)
    }

    @Test(
        arguments: [
            ("Beet Salad", ["Side", "Salad"], "salad"), ("Beets", ["Side", "Salad"], nil),
            ("Chili Soup", ["Soups", "Stews and Chili"], "soup"), ("Beef Stew", ["Soups", "Stews and Chili"], nil),
            ("Tomato soup", ["Main Dish", "Side Dish"], nil), ("Rolls", ["Bread"], nil), ("Chicken", ["Dinner"], nil),
            ("Potato soup", ["Dinner", "Bread"], "soup"), ("Чизкейк", [], "dessert"), ("Easy Chicken", [], nil),
        ] as [(String, [String], String?)])
    func `the title decides between several courses, or without any`(
        title: String, keywords: [String], course: String?
    ) throws {
        let recipe = try take(title: title, keywords)
        #expect(recipe.body.category == course)
        #expect(examples(.titleCategory, recipe) == (course == nil ? [] : [title]))
        #expect(examples(.keywordCategory, recipe).isEmpty)
    }

    @Test func `a course that the source names is kept, and an unknown one may still say it`() throws {
        var recipe = ImportedRecipe()
        recipe.title = "Tomato Soup"
        recipe.lines = [.init(text: "1 onion")]
        recipe.categories = ["Starters"]
        #expect(try Self.catalogue().take(recipe).get().body.category == "starter")
        recipe.categories = ["Weeknight", "Side Dish Recipes"]
        let taken = try Self.catalogue().take(recipe).get()
        #expect(taken.body.category == "side" && examples(.keywordCategory, taken) == ["Side Dish Recipes"])
    }

    @Test(
        arguments: [
            (["Mexican"], "mexican"), (["quick", "italian"], "italian"), (["Русская"], "russian"),
            (["Italian", "American"], nil), (["Mexican food"], nil), ([], nil),
        ] as [([String], String?)])
    func `a keyword that is exactly a cuisine gives it`(keywords: [String], cuisine: String?) throws {
        let recipe = try take(title: "Rolls", keywords)
        #expect(recipe.body.cuisine == cuisine)
        #expect(examples(.keywordCuisine, recipe).count == (cuisine == nil ? 0 : 1))
    }
}
