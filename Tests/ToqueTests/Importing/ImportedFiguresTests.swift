// Tests of imported nutrition values: known ones become the author's values, others are reported.

import Foundation
import HTTP
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct ImportedFiguresTests {
    private func given(_ nutrition: [String: String]) -> AuthorFigures { ImportedFigures(nutrition).figures }

    @Test func `schema.org nutrition becomes values per serving, with sodium as salt`() {
        let read = ImportedFigures([
            "calories": "240 calories", "fatContent": "12 g", "saturatedFatContent": "1.5 g",
            "carbohydrateContent": "20 grams", "sugarContent": "3", "fiberContent": "4 g", "proteinContent": "500 mg",
            "sodiumContent": "480 mg", "servingSize": "1 serving",
        ])
        #expect(read.left == [])
        let all: [Nutrient: Double] = [
            .energy: 240, .fat: 12, .saturates: 1.5, .carbohydrate: 20, .sugars: 3, .fibre: 4, .protein: 0.5,
            .sodium: 1.2,
        ]
        #expect(read.figures == FigureTextTests.figures(all))
    }

    @Test func `other spellings of names and units are read, and salt in any field`() {
        #expect(given(["fat_content": "1 g", "Calories": "10"]) == FigureTextTests.figures([.fat: 1, .energy: 10]))
        #expect(given(["saltContent": "1,2 g"]) == FigureTextTests.figures([.sodium: 1.2]))
        #expect(given(["fatContent": "26.8979413713296 g"]) == FigureTextTests.figures([.fat: 26.898]))
        #expect(given(["sodiumContent": "0 mg"]) == FigureTextTests.figures([.sodium: 0]))
        let both = ImportedFigures(["saltContent": "1 g", "sodiumContent": "400 mg"])
        #expect(both.figures[.sodium] == 1 && both.left == ["sodiumContent: 400 mg"])
    }

    @Test(arguments: [
        ["fatContent": "some"], ["calories": "10-20 kcal"], ["cholesterolContent": "20 mg"], ["fatContent": "1001 g"],
        ["sodiumContent": "480"], ["sodiumContent": "0.61 milligram of sodium"],
        ["sodiumContent": "0.00048 g"], ["calories": "2400 kcal for the whole cake"], ["servingSize": "1 bowl"],
        ["fatContent": "< 1 g"], ["calories": "10001"],
    ])
    func `unknown values are left out and reported`(nutrition: [String: String]) {
        let read = ImportedFigures(nutrition)
        #expect(read.figures.isEmpty && read.left == nutrition.map { "\($0.key): \($0.value)" })
    }

    @Test(arguments: [
        "100 g", "100g", "per 100 ml", "на 100 г", "на 100 грамм", "100-gram", "100", "1100 g", "50 g", "2 cookies",
        "1 recipe", "2 servings", "1 cookie",
    ])
    func `values for another amount than one serving are not used`(size: String) {
        let read = ImportedFigures(["servingSize": size, "fatContent": "12 g"])
        #expect(read.figures.isEmpty && read.left == ["fatContent: 12 g", "servingSize: \(size)"])
    }

    @Test func `a long text and a text of many parts are reported and not read`() {
        let fat = "Fat: 12 g"
        #expect(ImportedFigures.lines(fat).figures == ["fatContent": "12 g"])
        for more in [String(repeating: " x", count: 2_000), String(repeating: ", x", count: 100)] {
            let read = ImportedFigures.lines(fat + more)
            #expect(read.figures.isEmpty && read.left == [fat + more])
        }
    }

    @Test(arguments: ["1", "1 serving", "1 Portion", "1 порция", " "])
    func `values for one serving are used`(size: String) {
        #expect(ImportedFigures(["servingSize": size, "fatContent": "12 g"]).left == [])
        #expect(given(["servingSize": size, "fatContent": "12 g"])[.fat] == 12)
    }

    @Test func `a nutrient that exceeds its total is left out`() {
        let read = ImportedFigures(["fatContent": "1 g", "saturatedFatContent": "2 g"])
        #expect(read.figures == FigureTextTests.figures([.fat: 1]) && read.left == ["saturatedFatContent: 2 g"])
    }

    private func taken(_ document: String, name: String = "") throws -> ConvertedRecipe {
        let catalogue = try TestSite().catalogue()
        let imported = try RecipeDocument(catalogue: catalogue).read(Array(document.utf8), name: name).first
        return try catalogue.take(found(imported)).get()
    }

    @Test func `Mealie’s numbers without units are milligrams where Mealie defines them so`() throws {
        let recipe = try taken(
            """
            {"id":"m1","name":"Dal","slug":"dal","recipeIngredient":["1 cup lentils"],"recipeInstructions":[{"text":"Boil."}],
            "nutrition":{"calories":"250","fatContent":"3","sodiumContent":"400","cholesterolContent":"20"}}
            """)
        #expect(recipe.body.figures == FigureTextTests.figures([.energy: 250, .fat: 3, .sodium: 1]))
        #expect(recipe.notes.filter { $0.kind == .nutrition }.map(\.example) == ["cholesterolContent: 20 mg"])
    }

    @Test(arguments: [
        "Calories: 300 kcal\\nFat: 12 g\\nof which saturates 3 g\\nSodium: 400 mg\\nLove: plenty",
        "300 kcal, fat 12 g, saturated fat 3 g, salt 1 g, Love: plenty",
        "Калорийность: 300 ккал | Жиры: 12,0 г | Насыщенные жиры: 3 г | Соль: 1 г | Love: plenty",
    ])
    func `Paprika’s lines are split into nutrients`(text: String) throws {
        let recipe = try taken(
            """
            {"uid":"A-1","name":"Rice","ingredients":"200 g rice","directions":"Simmer.","nutritional_info":"\(text)"}
            """)
        let figures: [Nutrient: Double] = [.energy: 300, .fat: 12, .saturates: 3, .sodium: 1]
        #expect(recipe.body.figures == FigureTextTests.figures(figures))
        #expect(recipe.notes.filter { $0.kind == .otherField }.map(\.example) == ["nutritional_info: Love: plenty"])
    }

    @Test(arguments: [
        "Per 100 grams\nFat: 1 g", "на 100 граммов\nЖиры: 1 г", "100-gram portion: so\nFat: 1 g",
        "Fat: 1 g, per 100 millilitres",
        "100\nFat: 1 g", "Whole recipe:\nFat: 1 g", "Fat: 1 g\nper cookie", "На всё блюдо\nЖиры: 1 г",
        "Весь пирог\nЖиры: 1 г", "2400 kcal for the whole cake\nFat: 1 g", "Жиры: 1 г\n12 г на сто грамм",
    ])
    func `Paprika’s values for another amount than a serving are all left out`(text: String) {
        #expect(ImportedFigures.lines(text).figures == [:])
        #expect(ImportedFigures.lines(text).left == text.paragraphs)
    }

    @Test(arguments: ["Per serving:", "На 1 порцию", "Love: plenty", "Salt: 100 mg", "Соль: 100 миллиграмм"])
    func `other lines do not change the meaning of Paprika’s values`(line: String) {
        #expect(ImportedFigures.lines("\(line)\nFat: 1 g").figures["fatContent"] == "1 g")
    }

    @Test func `imported values with many digits can be saved in the editor`() {
        let figures = given(["calories": "240.1234 kcal", "fatContent": "0.00005 g", "sodiumContent": "5.3 mg"])
        #expect(figures[.energy] == 240.1 && figures[.fat] == 0 && figures[.sodium] == 0.013)
        let kept = FigureTextTests.figures([.energy: 240.125, .fat: 0.00005])
        let typed = TypedFigures(kept)
        #expect(typed[.energy] == "240.1" && typed[.fat] == "0")
    }

    @Test func `Paprika’s values per 100 g and Tandoor’s values are only reported`() throws {
        let paprika = try taken(
            """
            {"uid":"A","name":"Rice","ingredients":"200 g rice","directions":"Simmer.","nutritional_info":"100 g:\\nFat: 1 g"}
            """)
        #expect(paprika.body.figures == nil && paprika.notes.contains { $0.example.hasPrefix("nutritional_info: ") })
        let tandoor = try taken(
            """
            {"name":"Bread","working_time":20,"waiting_time":60,"servings":4,"nutrition":{"calories":900.0,"fats":1.0},
            "steps":[{"instruction":"Bake.","ingredients":[{"food":{"name":"flour"},"unit":{"name":"g"},"amount":300.0}]}]}
            """)
        #expect(tandoor.body.figures == nil && tandoor.notes.contains { $0.example == "nutrition: figures" })
    }

    @Test func `nutrition values read back from Cooklang`() throws {
        let catalogue = try TestSite().catalogue()
        var body = RecipeBody()
        (body.title, body.steps) = ("Soup", ["Boil the red lentils."])
        body.lines = catalogue.lines(pasted: "300 g red lentils")
        body.figures = FigureTextTests.figures([.energy: 240.5, .fat: 0.125, .sodium: 1.234])
        let text = CooklangText(body, author: "alice", catalogue: catalogue).text
        #expect(text.contains("\nnutrition.fatContent: \"0.125 g\"\n"))
        #expect(try taken(text, name: "soup.cook").body.figures == body.figures)
    }

    @Test func `the page shows which values were read, and saving keeps them`() async throws {
        let site = try TestSite()
        let recipe = """
            {"@type":"Recipe","name":"Soup","recipeIngredient":["300 g red lentils"],"recipeInstructions":["Boil."],
            "nutrition":{"@type":"NutritionInformation","calories":"240 kcal","fatContent":"1.5 g","transFatContent":"1 g"}}
            """
        let alice = try site.client(.alice)
        let address = try await found(alice.post("/recipes/import", [("text", recipe)]).location)
        let page = try await alice.get(address)
        #expect(page.shows("Energy 240\u{a0}kcal, Fat 1.5\u{a0}g") && page.shows("transFatContent: 1 g"))
        try await alice.post(address, [("recipe", "1")]).expect(.seeOther)
        let form = try await EditorPageFields(alice.get("/recipes/1/edit").text)
        #expect(form.first("figure_energy") == "240" && form.first("figure_fat") == "1.5")
    }

    @Test func `the JSON of a recipe has the author’s values and no calculated ones`() async throws {
        let site = try TestSite()
        let id = try await site.publish(.vegan.adding(("figure_energy", "240"), ("figure_salt", "1.2")))
        let text = try await site.visitor().get("/recipes/\(id).jsonld").text
        let data = try found(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let nutrition = try #require(data["nutrition"] as? [String: String])
        #expect(nutrition == ["@type": "NutritionInformation", "calories": "240 kcal", "sodiumContent": "480 mg"])
    }
}
