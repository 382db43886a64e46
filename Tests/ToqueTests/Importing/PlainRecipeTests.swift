// Pasted text: with headings, without any, in English and Russian; and text that is no recipe.

import Testing

@testable import TestKit
@testable import Toque

@Suite struct PlainRecipeTests {
    @Test(arguments: [("Борщ (2024, 10 мин)", "ru"), ("Soup «Щи» for 4", "en"), ("2024", "en")])
    func `a recipe is in the language of most letters of its title`(title: String, language: String) throws {
        #expect(ImportedRecipe(title: title).writtenLanguage == language)
        let text = "\(title)\n\nIngredients\n1 onion\n\nMethod\nCook it for a long time."
        #expect(try read(text).language == language)
    }

    private func read(_ text: String) throws -> ImportedRecipe {
        try PlainRecipe.read(text, StartingPoint.made.get().catalogue)
    }

    @Test func `headings part ingredients from steps`() throws {
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

    @Test func `Russian headings are known`() throws {
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

    @Test func `without headings the lines tell what they are`() throws {
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

    @Test(arguments: [
        "", "\n \n", "Hello", "Dear Ann,\nhow are you these days?\nYours, Bob", "Ingredients\nMethod\nStir.",
    ])
    func `text that holds no recipe is refused`(text: String) {
        #expect(throws: ImportRefusal.noRecipe) { try read(text) }
    }

    @Test func `too many lines are refused`() {
        let text = "Salt\n" + String(repeating: "1 g salt\n", count: ImportLimits.lines)
        #expect(throws: ImportRefusal.tooLong) { try read(text) }
    }
}
