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

    @Test(arguments: [
        ("Fill the wrappers.", Allergen.gluten), ("Pour into the crust.", .gluten), ("Fill the crust.", .gluten),
        ("Spread onto the biscuit base.", .gluten), ("Fill the tart cases.", .gluten),
        ("Sprinkle with streusel.", .gluten), ("Scatter over the crumble.", .gluten),
        ("Spread over the sponges.", .gluten), ("Ladle into bread bowls.", .gluten), ("Serve with slaw.", .eggs),
        ("Serve with stuffing.", .gluten), ("Serve with hushpuppies.", .gluten), ("Pile into hoagies.", .gluten),
        ("Serve in baps.", .gluten), ("Serve with spätzle.", .eggs), ("Stir in the wheatberries.", .gluten),
        ("Serve à la mode.", .milk), ("Serve with creamy mash.", .milk), ("Finish with beurre blanc.", .milk),
        ("Thicken with beurre manié.", .gluten), ("Stir in the velouté.", .gluten), ("Serve with romesco.", .nuts),
        ("Fry the mirepoix.", .celery), ("Fry the soffritto.", .celery), ("Season with Aromat.", .celery),
        ("Add some Colman's.", .mustard), ("Top with Reese's.", .peanuts), ("Top with Hershey's.", .milk),
        ("Top with Skor.", .milk), ("Top with Heath bits.", .milk), ("Top with Rolos.", .milk),
        ("Top with Daim.", .milk), ("Top with Cheez-Its.", .gluten), ("Top with Goldfish crackers.", .gluten),
        ("Top with crushed Ritz.", .gluten), ("Add the Chex.", .gluten), ("Top with Golden Grahams.", .gluten),
        ("Drizzle with Lotus spread.", .gluten), ("Drizzle with pan juices.", .gluten),
    ])
    func `a food that only a step names is not promised away`(_ step: String, _ allergen: Allergen) throws {
        #expect(try answer("3 apples\n100 g sugar", "Mix.")[allergen] == .no)
        #expect(try answer("3 apples\n100 g sugar", step)[allergen] == .unknown)
    }

    @Test(arguments: [
        "Add the smoked hock.", "Top with crackling.", "Обжарьте бёдрышки.", "Нарежьте вырезку.", "Отбейте отбивные.",
        "Добавьте сердечки.", "Промойте желудочки.", "Добавьте шейку.",
    ])
    func `meat that only a step names leaves vegetarian unknown`(_ step: String) throws {
        #expect(try answer(Self.plain, step)[.vegetarian] == .unknown)
        let meat = "500 g beef"
        #expect(try answer(meat, step)[.halal] == answer(meat, "Mix.")[.halal])
    }

    @Test(arguments: ["Top with crackling.", "Add the smoked hock."])
    func `pork beside fish leaves halal unknown`(_ step: String) throws {
        #expect(try answer("500 g cod\n1 onion", "Mix.")[.halal] == .yes)
        #expect(try answer("500 g cod\n1 onion", step)[.halal] == .unknown)
    }

    @Test(arguments: [
        "Add a glass of vino.", "Add a splash of plonk.", "Pour in a glass of red.", "Deglaze with red.",
        "Finish with beurre blanc.", "Flambé the apples.",
    ])
    func `wine and spirits under other names leave halal unknown`(_ step: String) throws {
        #expect(try answer(Self.plain, step)[.halal] == .unknown)
        let wine = Self.plain + "\n1 cup red wine\n1 cup white wine\n1 tbsp butter"
        #expect(try answer(wine, step)[.gluten] == answer(wine, "Mix.")[.gluten])
    }

    @Test(arguments: [
        ("8 sheets rice paper\n1 carrot", "Fill the wrappers."), ("8 lettuce leaves\n1 carrot", "Fill the wrappers."),
        ("3 apples\n100 g sugar", "Fry until a crust forms."),
        ("3 apples\n100 g sugar", "Pour in, until it has a crust."),
        ("500 g beef", "Serve the boeuf à la mode."), ("3 apples\n100 g sugar", "Choose the pulse mode."),
        ("3 apples\n100 g sugar", "Crush and mash the apples."),
        ("3 apples\n100 g sugar", "Flambé the sugar with a blowtorch."),
        ("3 apples\n100 g sugar", "Cook until you hear crackling."),
        ("3 apples\n100 g sugar", "Cook until it is red."),
        ("200 г муки\n100 г сахара", "Выпекайте сердечки 15 минут."), ("300 г клубники", "Нарежьте её сердечками."),
        ("3 apples\n100 g sugar", "Взбейте в шейкере."), ("3 apples\n100 g sugar", "Удалите сердечник."),
        ("500 г кабачков", "Обжарьте отбивные из кабачков."), ("500 г тыквы", "Отрежьте шейку."),
        ("100 g rice flour\n3 apples", "Pour into the crust."), ("1 celery stalk\n1 carrot", "Fry the mirepoix."),
        ("1 carrot\n1 tsp salt", "Pour the pan juices over."), ("200 г рисовой муки", "Вырежьте из теста сердечки."),
        ("300 g cabbage\n1 carrot", "Toss the slaw."),
    ])
    func `the same words without such a food change nothing`(_ lines: String, _ step: String) throws {
        #expect(try answer(lines, step) == answer(lines, "Mix."))
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
