// Tests of food that a heading of the list names and no line accounts for.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct HeadingMentionTests {
    @Test(
        arguments: [
            ("Supper", "Meat:\n500 g potatoes", "Bake.", [.diet(.vegan), .diet(.halal), .diet(.kosher)]),
            ("Supper", "For the chicken:\n500 g potatoes", "Bake.", [.diet(.vegetarian), .diet(.halal)]),
            ("Supper", "For the poultry:\n100 g rice", "Bake.", [.diet(.vegan)]),
            ("Supper", "Wings:\n100 g rice", "Bake.", [.diet(.vegan)]),
            ("Supper", "Cheese layer:\n500 g potatoes", "Bake.", [.lacks(.milk), .diet(.vegetarian)]),
            ("Supper", "Rice with sausages:\n100 g rice", "Bake.", [.diet(.vegan), .lacks(.gluten)]),
            ("Supper", "For the sausages:\n500 g potatoes", "Fry the sausages.", [.diet(.vegan), .lacks(.gluten)]),
            ("Supper", "For the meat sauce:\n500 g potatoes", "Bake.", [.diet(.vegetarian)]),
            ("Supper", "For the butter:\n500 g carrots", "Bake.", [.lacks(.milk)]),
            ("Ужин", "Мясо:\n500 г картофеля", "Варите.", [.diet(.vegan), .diet(.halal)]),
            ("Ужин", "Для курицы:\n500 г картофеля", "Варите.", [.diet(.vegetarian), .diet(.halal)]),
            ("Ужин", "Сырный слой:\n500 г картофеля", "Варите.", [.lacks(.milk), .diet(.vegetarian)]),
        ] as [PromiseRow])
    func `food that only a heading names leaves its answers unknown`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: false)
    }

    @Test(
        arguments: [
            ("Supper", "For the meat sauce:\n500 g beef\n1 onion", "Bake.", [.lacks(.milk), .lacks(.gluten)]),
            ("Supper", "Fish:\n500 g cod\n1 onion", "Bake.", [.diet(.kosher), .diet(.halal)]),
            ("Supper", "For the cashew butter:\n100 g cashews", "Blend.", [.diet(.vegan), .lacks(.milk)]),
            ("Supper", "Nuts:\n100 g cashews", "Roast.", [.diet(.vegan), .lacks(.milk)]),
            ("Supper", "Rice:\n100 g basmati rice", "Boil.", [.diet(.vegan), .lacks(.gluten)]),
            ("Supper", "Sauce:\n3 tomatoes", "Boil.", [.diet(.vegan), .lacks(.gluten)]),
            ("Supper", "For the caramel sauce:\n100 g sugar", "Boil.", [.diet(.vegan), .lacks(.milk)]),
            ("Supper", "Dough:\n100 g rice flour", "Knead.", [.lacks(.milk), .lacks(.eggs)]),
            ("Ужин", "Для соуса:\n3 помидора", "Варите.", [.diet(.vegan), .lacks(.gluten)]),
        ] as [PromiseRow])
    func `a heading that names what its lines make or are changes nothing`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: true)
    }

    @Test func `a stored understanding keeps what only a heading names`() throws {
        let catalogue = try RealData.catalogue()
        var body = RecipeBody()
        body.lines = catalogue.lines(pasted: "For the chicken:\n500 g potatoes")
        let read = catalogue.read(body)
        let stored = KeptUnderstanding(read.encoded, edition: 1, of: body.dish)
        let again = try #require(stored.understanding(of: body.dish, catalogue))
        #expect(again.encoded == read.encoded)
        #expect(catalogue.diets(of: body, again) == catalogue.diets(of: body, read))
        #expect(catalogue.diets(of: body, again)[.halal] == .unknown)
    }
}
