// Tests of importing pasted text with and without headings, in English and Russian.

import Testing

@testable import TestKit
@testable import Toque

@Suite struct PlainRecipeTests {
    @Test(arguments: [("Борщ (2024, 10 мин)", "ru"), ("Soup «Щи» for 4", "en"), ("2024", "en")])
    func `the language of a recipe is that of most letters in its title`(title: String, language: String) throws {
        #expect(ImportedRecipe(title: title).writtenLanguage == language)
        let text = "\(title)\n\nIngredients\n1 onion\n\nMethod\nCook it for a long time."
        #expect(try read(text).language == language)
    }

    private func read(_ text: String) throws -> ImportedRecipe {
        try PlainRecipe.read(text, StartingPoint.made.get().catalogue)
    }

    @Test func `headings separate ingredients from steps`() throws {
        let recipe = try read(
            """
            Apple crumble

            A pudding for cold days.
            Serves 6
            Prep time: 15 min
            Cook time: 1 hour

            Ingredients
            • 1 kg apples, peeled
            • 100 g sugar
            For the topping:
            - 200 g flour
            - 100 g butter

            Method
            1. Slice the apples into a dish.
            2. Rub flour and butter together and spread them over the apples.

            Notes: Good with cream.
            """)
        #expect(recipe.title == "Apple crumble" && recipe.description == "A pudding for cold days.")
        #expect(recipe.yields == ["6"] && recipe.prepMinutes == 15 && recipe.cookMinutes == 60)
        #expect(
            recipe.lines == [
                .init(text: "1 kg apples, peeled"), .init(text: "100 g sugar"),
                .init(text: "200 g flour", group: "For the topping"),
                .init(text: "100 g butter", group: "For the topping"),
            ])
        #expect(
            recipe.steps.map(\.text) == [
                "Slice the apples into a dish.", "Rub flour and butter together and spread them over the apples.",
            ])
        #expect(recipe.notes == ["Good with cream."] && recipe.language == "en")
    }

    @Test func `Russian headings are recognised`() throws {
        let recipe = try read(
            """
            Сырники
            Количество порций: 4
            Время приготовления: 30 минут
            ИНГРЕДИЕНТЫ:
            500 г творога
            2 яйца
            Способ приготовления:
            Шаг 1. Смешайте творог с яйцами.
            Шаг 2. Обжарьте с двух сторон.
            """)
        #expect(recipe.title == "Сырники" && recipe.language == "ru" && recipe.totalMinutes == 30)
        #expect(recipe.yields == ["4"] && recipe.lines.map(\.text) == ["500 г творога", "2 яйца"])
        #expect(recipe.steps.map(\.text) == ["Смешайте творог с яйцами.", "Обжарьте с двух сторон."])
    }

    @Test func `without headings the form of a line shows its kind`() throws {
        let recipe = try read(
            """
            Omelette
            3 eggs
            10 g butter
            salt
            Beat the eggs with a fork until they are even.
            Melt 10 g of the butter in a pan and pour the eggs in, then wait for 2 minutes.
            """)
        #expect(recipe.lines.map(\.text) == ["3 eggs", "10 g butter", "salt"])
        #expect(recipe.steps.count == 2)
    }

    /// The lines are above the title, below it, or at the end.
    @Test(arguments: [
        ("Source: Dilnoza's kitchen", "Dilnoza's kitchen"), ("source : https://example.org/a", "https://example.org/a"),
        ("Author: Anna", "Anna"), ("Recipe by: Anna", "Anna"), ("— Adapted from: The Book", "The Book"),
        ("Источник: https://example.org/щи", "https://example.org/щи"), ("Источник: бабушка", "бабушка"),
        ("Автор: Анна", "Анна"), ("https://example.org/b", "https://example.org/b"),
        ("Author: Anna\nSource: The Book", "Anna, The Book"),
        ("Source: The Book\nhttps://example.org/c", "The Book · https://example.org/c"),
    ])
    func `lines about the source at the start or end become the source`(lines: String, source: String) throws {
        let (top, rest) = ("Omelette", "3 eggs\n10 g butter\nBeat the eggs with a fork until they are even.\nFry them.")
        for text in ["\(lines)\n\(top)\n\(rest)", "\(top)\n\(lines)\n\(rest)", "\(top)\n\(rest)\n\(lines)"] {
            let recipe = try read(text)
            #expect(recipe.title == "Omelette" && recipe.lines.count == 2 && recipe.description.isEmpty)
            #expect(recipe.steps.map(\.text) == ["Beat the eggs with a fork until they are even.", "Fry them."])
            #expect(recipe.source == source, "\(text)")
        }
    }

    /// Not above the title, because such a line may be the title itself.
    @Test(arguments: [
        ("Recipe from my aunt in Tashkent.", "my aunt in Tashkent."), ("Recipe by Anna", "Anna"),
        ("Adapted from The Book", "Adapted from The Book"), ("Рецепт из книги о хлебе", "Рецепт из книги о хлебе"),
    ])
    func `a source without a colon is read below the title and at the end`(line: String, source: String) throws {
        for text in ["Tea\n\(line)\n1 tsp tea\nBoil it.", "Tea\n1 tsp tea\nBoil it.\n\(line)"] {
            let recipe = try read(text)
            #expect(recipe.source == source && recipe.steps.map(\.text) == ["Boil it."])
        }
        #expect(try read("\(line)\n1 tsp tea\nBoil it.").title == line)
    }

    @Test(arguments: [
        "Source good tomatoes and slice them thinly.", "Author a note for the jar.",
        "Serve it with bread: the best is dark.",
        "5. Source: good butter is half of it.", "Sauce: mix oil and vinegar.", "Adapted from",
        "Recipe from step one is now done with, so go on and fold in what is left of it.",
        "Автору виднее, сколько соли.", "Look at https://example.org/knives for how to cut.",
        "Source: " + String(repeating: "stir on ", count: 30) + "for an hour.",
    ])
    func `a step that resembles a source stays a step`(step: String) throws {
        let recipe = try read("Tea\n1 tsp tea\nBoil it for as long as you like.\n\(step)")
        #expect(recipe.steps.count == 2 && recipe.source.isEmpty)
    }

    @Test func `a source line among the steps stays a step`() throws {
        let recipe = try read("Tea\n1 tsp tea\nBoil it for as long as you like.\nSource: a well.\nDrink it.")
        #expect(recipe.steps.map(\.text) == ["Boil it for as long as you like.", "Source: a well.", "Drink it."])
    }

    @Test func `a note among the ingredients ends with its line`() throws {
        for note in ["Note: sift it well", "Tip: sift it well"] {
            let recipe = try read(
                "Shortbread\nIngredients\n200 g rice flour\n\(note)\n100 g butter\nMethod\nRub it in.\n\(note)\nBake it."
            )
            #expect(recipe.lines.map(\.text) == ["200 g rice flour", "100 g butter"])
            #expect(recipe.steps.map(\.text) == ["Rub it in.", "Bake it."])
            #expect(recipe.notes == ["sift it well", "sift it well"])
        }
        let below = try read("Tea\nIngredients\n1 tsp tea\nMethod\nBoil it.\nNotes:\nServe hot.\nOr cold.")
        #expect(below.notes == ["Serve hot.", "Or cold."] && below.steps.count == 1)
    }

    @Test func `an ingredient that begins like a time stays an ingredient`() throws {
        let recipe = try read(
            "Dressing\nYields 4\nPrep: 5 min\nIngredients\nPrepared mustard, 2 tbsp\n100 ml oil\nMethod\nMix.")
        #expect(recipe.lines.map(\.text) == ["Prepared mustard, 2 tbsp", "100 ml oil"])
        #expect(recipe.prepMinutes == 5 && recipe.yields == ["4"])
    }

    @Test(arguments: [
        "", "\n \n", "Hello", "Dear Ann,\nhow are you these days?\nYours, Bob", "Ingredients\nMethod\nStir.",
    ])
    func `a text without a recipe is refused`(text: String) {
        #expect(throws: ImportRefusal.noRecipe) { try read(text) }
    }

    @Test func `a text with too many lines is refused`() {
        let text = "Salt\n" + String(repeating: "1 g salt\n", count: ImportLimits.lines)
        #expect(throws: ImportRefusal.tooLong) { try read(text) }
    }
}
