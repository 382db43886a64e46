// Tests of the course, cuisine and time that an import proposes where its source names none.

import Foundation
import HTTP
import Testing
import Texts
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct ProposedTermsTests {
    private static func catalogue() throws -> Catalogue { try StartingPoint.made.get().catalogue }

    private func take(_ text: String) throws -> ConvertedRecipe {
        let catalogue = try Self.catalogue()
        let read = try RecipeDocument(catalogue: catalogue).read(Array(text.utf8), name: "")
        return try catalogue.take(found(read.first)).get()
    }

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

    @Test(arguments: [
        """
        {"@type":"Recipe","name":"Leek soup","recipeIngredient":["1 leek"],"keywords":"Thai",
        "recipeInstructions":"Boil it for 25 minutes."}
        """,
        """
        <html><body><script type="application/ld+json">{"@type":"Recipe","name":"Leek soup","recipeIngredient":["1 leek"],
        "keywords":["Thai"],"recipeInstructions":["Boil it for 25 minutes."]}</script></body></html>
        """,
        """
        <div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">Leek soup</h1>
        <i itemprop="keywords">Thai</i><p itemprop="recipeIngredient">1 leek</p>
        <p itemprop="recipeInstructions">Boil it for 25 minutes.</p></div>
        """,
        "---\ntitle: Leek soup\ntags: [Thai]\n---\nBoil @leek{1} for ~{25%minutes}.",
        "{\"name\":\"Leek soup\",\"ingredients\":\"1 leek\",\"directions\":\"Boil it for 25 minutes.\",\"categories\":[\"Thai\"]}",
    ])
    func `every format gets the same`(text: String) throws {
        let recipe = try take(text)
        #expect(recipe.body.category == "soup" && recipe.body.cuisine == "thai" && recipe.body.cookMinutes == 25)
        #expect(examples(.statedTimes, recipe) == ["25 min"])
    }

    @Test func `plain text gets a course and a time`() throws {
        let recipe = try take("Leek soup\nIngredients\n1 leek\n1 l water\nMethod\nBoil it for 25 minutes.")
        #expect(recipe.body.category == "soup" && recipe.body.cookMinutes == 25)
    }

    @Test(
        arguments: [
            (#""prepTime":"PT5M""#, 5, nil), (#""cookTime":"PT5M""#, nil, 5), (#""totalTime":"PT40M""#, nil, 40),
            (#""prepTime":"soon""#, nil, 25),
        ] as [(String, Int?, Int?)])
    func `no time is proposed beside a given one`(time: String, prep: Int?, cook: Int?) throws {
        let recipe = try take(
            """
            {"@type":"Recipe","name":"Leeks","recipeIngredient":["1 leek"],\(time),
            "recipeInstructions":"Boil them for 25 minutes."}
            """)
        #expect(recipe.body.prepMinutes == prep && recipe.body.cookMinutes == cook)
    }

    @Test func `what was proposed is stored, exported and read back like any other value`() throws {
        let recipe = try take("---\ntitle: Leek soup\ntags: [Thai]\n---\nBoil @leek{1} for ~{25%minutes}.")
        let text = CooklangText(recipe.body, author: "alice", catalogue: try Self.catalogue()).text
        #expect(text.contains("course: \"Soups\"") && text.contains("cuisine: \"Thai\""))
        let again = try take(text)
        #expect(again.body.category == "soup" && again.body.cuisine == "thai" && again.body.cookMinutes == 25)
        for kind in [ImportNote.titleCategory, .keywordCategory, .keywordCuisine, .statedTimes] {
            #expect(examples(kind, again).isEmpty)
        }
    }

    @Test func `the preview says what was proposed`() async throws {
        let site = try TestSite()
        let text = "Leek soup\nIngredients\n1 leek\n1 l water\nMethod\nBoil it for 1 hour."
        let alice = try site.client(.alice)
        let address = try await found(alice.post("/recipes/import", [("text", text)]).location)
        let page = try await alice.get(address)
        #expect(page.shows(Text.importNoteTitleCategory(.en)) && page.shows(Text.importNoteStatedTimes(.en)))
        #expect(page.text.contains("Soups"))
        try await alice.post(address, [("recipe", "1")]).expect(.seeOther)
        let body = try found(site.read { try RecipeStore($0).own(1, viewer: Person.alice.id) }).head.body
        #expect(body.category == "soup" && body.cookMinutes == 60)
    }
}
