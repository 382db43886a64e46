// Tests of words in steps that imply food, and of names that resemble a verb or a shape.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct ImpliedFoodTests {
    private static let plain = "500 g cabbage\n1 onion"

    @Test(arguments: [
        "Pour in the rosé.", "Add a glass of rosé.", "Poach the char.", "Lay the arctic char in the pan.",
        "Add 500 g char.", "Sear the char fillets.", "Fry the shad.", "Pour the gravy over.", "Serve with gravy.",
        "Fry in fat.", "Fry it in hot fat until brown.", "Add 2 tablespoons fat.", "Stir in some creme.",
        "Обжарьте на жиру.", "Добавьте жир.", "Растопите жира побольше.", "Добавьте слив. масло.",
        "Обжарьте на сл. масле.", "Добавьте маслечко.", "Подавайте с балыком.", "Roll out the dough.",
        "Раскатайте тесто.", "Выложите начинку на тесто.", "Смажьте коржи.",
    ])
    func `food behind a word of several meanings leaves vegan unknown`(_ step: String) throws {
        #expect(try answer(Self.plain, step)[.vegan] == .unknown)
    }

    @Test(arguments: [
        "Leave it until the dough rose. Scrape off the char.", "Cook until you see some char.", "Leave in the shade.",
        "Stir until the fat separates.", "It is low in calories and low fat.", "Use a deep fat fryer.",
    ])
    func `verbs and remarks with the same words change nothing`(_ step: String) throws {
        let lines = "200 g rice flour\n1 onion"
        #expect(try answer(lines, step) == answer(lines, "Mix."))
    }

    @Test(
        arguments: [
            ("Supper", "500 g cabbage\n2 tbsp olive oil", "Fry in hot fat. Pour off the fat.", [.diet(.vegan)]),
            ("Ужин", "500 г капусты\n2 ст. л. оливкового масла", "Обжарьте на жиру.", [.diet(.vegan)]),
            ("Supper", "500 g beef\n1 onion", "Pour the gravy over.", [.lacks(.milk), .lacks(.gluten)]),
            ("Supper", "500 g cod\n100 g rice flour", "Dredge the fish and fry. Crumb it.", [.lacks(.gluten)]),
            ("Ужин", "500 г трески\n100 г рисовой муки", "Панируем и жарим.", [.lacks(.gluten)]),
            ("Ужин", "200 г рисовой муки\n1 кабачок", "Раскатайте тесто. Смажьте коржи.", [.lacks(.gluten)]),
            ("Supper", "1 kg potatoes\n1 tsp salt", "Shape the dough.", [.diet(.vegan), .lacks(.gluten)]),
            ("Ужин", "500 г капусты", "Добавьте олив. масло.", [.diet(.vegan)]),
        ] as [PromiseRow])
    func `a listed food accounts for the word`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: true)
    }

    @Test(arguments: [
        "Crumb the fish and fry.", "Bread the fish and fry.", "Dredge the fish and fry.", "Flour the fish and fry.",
        "Fry the crumbed fish.", "Boil the pasta shells.", "Панируем и жарим.", "Запанируем рыбу.",
        "Запанированную рыбу обжарьте.", "Обвалять в сухарях.", "Обмакните в панировочку.", "Подавайте с лавашиком.",
    ])
    func `breading and pasta that only a step names leave gluten unknown`(_ step: String) throws {
        #expect(try answer("500 g cod\n1 onion", step)[.gluten] == .unknown)
    }

    @Test(arguments: ["Add the alcohol.", "Влейте алкоголь."])
    func `alcohol leaves halal unknown unless a drink is listed`(_ step: String) throws {
        #expect(try answer(Self.plain, step)[.halal] == .unknown)
        let wine = Self.plain + "\n1 cup white wine"
        #expect(try answer(wine, step)[.gluten] == answer(wine, "Mix.")[.gluten])
    }

    @Test(arguments: [
        ("100 г слив. масла", Allergen.milk), ("100 г сл. масла", .milk), ("масло слив. - 100 г", .milk),
        ("2 sarnies", .gluten), ("1 tbsp marg", .milk), ("4 Kit Kat", .gluten), ("2 Snickers", .peanuts),
        ("5 Ferrero Rocher", .nuts),
    ])
    func `short names and brands of a line are not promised away`(_ line: String, _ allergen: Allergen) throws {
        #expect(try answer(line, "Mix.")[allergen] != .no)
    }

    @Test func `shortened names of oil are oil`() throws {
        for line in ["50 мл раст. масла", "раст. масло для жарки", "2 ст. л. подсол. масла"] {
            #expect(try answer(line, "Смешайте.")[.vegan] == .yes, "\(line)")
        }
    }
}
