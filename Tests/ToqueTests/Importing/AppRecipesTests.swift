// Tests of importing recipes as other programs export them.

import Foundation
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct AppRecipesTests {
    private func read(_ json: String) throws -> ImportedRecipe {
        let object = try #require(LenientJSON.values(json).first as? [String: Any])
        return try #require(RecipeDocument.recipe(object))
    }

    @Test func `Paprika’s ingredients and directions are lines of text`() throws {
        let recipe = try read(
            """
            {"uid":"A-1","name":"Rice pudding","ingredients":"200 g rice\\n1 l milk\\n","directions":"Simmer.\\n\\nCool.",
            "servings":"Serves 4","prep_time":"5 mins","cook_time":"1 hr 10 mins","total_time":"","source":"Aunt",
            "source_url":"https://a.example/r","categories":["Dessert"],"notes":"Cold too.","nutritional_info":"300 kcal",
            "difficulty":"Easy","photo_data":"AAAA","hash":"x","rating":5,"created":"2026-01-01 10:00:00"}
            """)
        #expect(recipe.title == "Rice pudding" && recipe.lines.map(\.text) == ["200 g rice", "1 l milk"])
        #expect(recipe.steps.map(\.text) == ["Simmer.", "Cool."] && recipe.servings(UnitTable([])) == 4)
        #expect(recipe.prepMinutes == 5 && recipe.cookMinutes == 70 && recipe.credit == "Aunt")
        #expect(recipe.notes == ["Cold too."] && recipe.identifier == "paprika:A-1")
        #expect(recipe.difficulty == "Easy" && recipe.notUnderstood == [.init(field: "rating", text: "5")])
        #expect(recipe.nutrition == ["calories": "300 kcal"])
    }

    @Test func `Tandoor’s ingredients are in its steps`() throws {
        let recipe = try read(
            """
            {"name":"Flatbread","description":"","keywords":[{"name":"bread","label":"bread"}],"working_time":20,
            "waiting_time":60,"servings":4,"servings_text":"pieces","source_url":null,"internal":true,
            "steps":[{"name":"Dough","instruction":"Knead.\\nRest.","time":60,"ingredients":[
            {"food":{"name":"flour"},"unit":{"name":"g"},"amount":300.0,"note":"sifted","is_header":false,"no_amount":false},
            {"food":null,"unit":null,"amount":0,"note":"To finish","is_header":true,"no_amount":true},
            {"food":{"name":"salt"},"unit":null,"amount":0,"note":"","is_header":false,"no_amount":true}]},
            {"name":"","instruction":"Bake.","ingredients":[]}]}
            """)
        #expect(
            recipe.lines == [
                .init(text: "300 g flour, sifted", group: "Dough"), .init(text: "salt", group: "To finish"),
            ])
        #expect(
            recipe.steps == [
                .init(text: "Knead.", section: "Dough"), .init(text: "Rest.", section: "Dough"), .init(text: "Bake."),
            ])
        #expect(recipe.prepMinutes == 20 && recipe.cookMinutes == 60 && recipe.yields == ["4 pieces"])
        #expect(recipe.keywords == ["bread"] && recipe.notUnderstood == [.init(field: "step time", text: "60 min")])
    }

    @Test(arguments: [false, true])
    func `Mealie’s fields are read in both spellings`(isSnake: Bool) throws {
        var json = """
            {"id":"m1","name":"Dal","slug":"dal","recipeServings":4.0,"recipeYield":"bowls","totalTime":"40 minutes",
            "prepTime":"10 minutes","performTime":"1/2 hour","description":"Red.","recipeCategory":[{"name":"Dinner"}],
            "tags":[{"name":"quick"}],"tools":[{"name":"Pot"}],"orgURL":"https://a.example/dal","rating":null,
            "recipeIngredient":[{"title":"Dal","note":"rinsed","unit":{"name":"cup"},"food":{"name":"lentils"},"quantity":1.5,"originalText":null},
            {"title":null,"note":"1 pinch of salt","unit":null,"food":null,"quantity":1.0},{"originalText":"2 tomatoes, diced","food":{"name":"x"}}],
            "recipeInstructions":[{"title":"Cook","text":"Boil."},{"title":"","text":"Season."}],
            "notes":[{"title":"Tip","text":"Add lemon."}],"nutrition":{"calories":"250"},"extras":{},"colour":"red"}
            """
        if isSnake {
            for (camel, snake) in [
                ("recipeServings", "recipe_servings"), ("recipeYield", "recipe_yield"), ("totalTime", "total_time"),
                ("prepTime", "prep_time"), ("performTime", "perform_time"), ("recipeCategory", "recipe_category"),
                ("orgURL", "org_url"), ("recipeIngredient", "recipe_ingredient"),
                ("recipeInstructions", "recipe_instructions"),
            ] { json = json.replacing("\"\(camel)\"", with: "\"\(snake)\"") }
        }
        let recipe = try read(json)
        #expect(recipe.lines.map(\.text) == ["1.5 cup lentils, rinsed", "1 pinch of salt", "2 tomatoes, diced"])
        #expect(recipe.lines.map(\.group) == ["Dal", "Dal", "Dal"])
        #expect(recipe.steps == [.init(text: "Boil.", section: "Cook"), .init(text: "Season.", section: "Cook")])
        #expect(recipe.prepMinutes == 10 && recipe.cookMinutes == 30 && recipe.totalMinutes == 40)
        #expect(recipe.yields == ["4", "bowls"] && recipe.tools == ["Pot"] && recipe.notes == ["Tip: Add lemon."])
        #expect(
            recipe.nutrition == ["calories": "250"] && recipe.notUnderstood == [.init(field: "colour", text: "red")])
    }

    @Test(arguments: [
        ("45", 45), ("1 hr 10 mins", 70), ("1h30m", 90), ("1:30", 90), ("1½ hours", 90), ("1 1/2 hours", 90),
        ("20-30 minutes", 30), ("about 2 hours", 120), ("1 ч 20 мин", 80), ("30 минут", 30), ("2 days", 2_880),
        ("90 seconds", 2), ("PT15M", 15), ("PT0D1H30M", 90), ("P30M", 30), ("/2 h", 120),
    ])
    func `durations in words are read`(text: String, minutes: Int) { #expect(Minutes.read(text) == minutes) }

    @Test(arguments: ["", "soon", "a while", "hours", "1 fortnight", "10 min in the oven", "1/0 h"])
    func `a text that is not a duration is refused`(text: String) { #expect(Minutes.read(text) == nil) }
}
