// Tests of dishes, brands and Russian cases that a step serves or adds: what they contain is asked.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct BroughtDishTests {
    private static let plain = "400 g carrots\n1 tsp salt"

    @Test(arguments: [
        "koftas", "goujons", "nuggets", "carnitas", "sloppy joes", "saveloys", "sujuk", "antipasti", "sashimi",
        "fishcakes", "saltfish", "crevettes", "moules", "calamares", "bagna cauda", "nuoc cham",
    ])
    func `meat and fish under another name are asked`(dish: String) throws {
        #expect(try answer(Self.plain, "Cook.")[.vegetarian] == .yes)
        for step in ["Serve with \(dish).", "Stir in \(dish).", "Top with \(dish)."] {
            #expect(try answer(Self.plain, step)[.vegetarian] != .yes, "\(step)")
        }
    }

    @Test(arguments: [
        ("Serve with a gratin.", Allergen.milk), ("Top with mornay.", .milk), ("Serve with a cheeseboard.", .milk),
        ("Serve with ganache.", .milk), ("Top with chantilly.", .milk), ("Serve with cheesy chips.", .milk),
        ("Serve with peppercorn sauce.", .milk), ("Serve with parsley sauce.", .milk), ("Add Carnation.", .milk),
        ("Add semi-skimmed.", .milk), ("Top with Cadbury's.", .milk), ("Serve with soft rolls.", .gluten),
        ("Serve in a butty.", .gluten), ("Serve with soldiers.", .gluten), ("Serve with Yorkshire puds.", .gluten),
        ("Serve with Ryvita.", .gluten), ("Serve with an IPA.", .gluten), ("Serve with a pint.", .gluten),
        ("Serve with chow mein.", .gluten), ("Serve with carrot cake.", .gluten), ("Serve with fruit cake.", .gluten),
        ("Serve with fry sauce.", .eggs), ("Top with zabaglione.", .eggs), ("Top with a poached one.", .eggs),
        ("Crack one in.", .eggs), ("Serve with mousse.", .eggs), ("Add Grey Poupon.", .mustard),
        ("Serve with Branston.", .mustard), ("Serve with Cumberland sauce.", .mustard),
        ("Stir in nam prik.", .fish), ("Serve with peshwari naan.", .nuts), ("Serve with skordalia.", .nuts),
        ("Serve with tarator.", .sesame), ("Serve with prawn toast.", .sesame), ("Add egs.", .eggs),
    ])
    func `an allergen under another name is asked`(step: String, allergen: Allergen) throws {
        #expect(try answer(Self.plain, "Cook.")[allergen] == .no)
        #expect(try answer(Self.plain, step)[allergen] != .no)
    }

    @Test(arguments: [
        "Serve with your favourite dressing.", "Add your favourite toppings.",
        "Top with your favorite sauce.",
    ])
    func `a choice of the cook is asked`(step: String) throws {
        #expect(try answer(Self.plain, step)[.vegan] != .yes)
    }

    @Test(arguments: ["Serve with mimosas.", "Add a slosh of red.", "Serve with a jug of Pimm's."])
    func `drinks under another name are asked`(step: String) throws {
        #expect(try answer(Self.plain, step)[.halal] != .yes)
    }

    @Test(arguments: [
        "Подавайте с птицей.", "Подайте к птице.", "Подавайте с драниками.", "Подавайте с гуляшом.",
        "Подавайте с поджаркой.", "Подавайте с азу.", "Подавайте с бефстрогановом.", "Подайте с языком.",
        "Подавайте с барашком.", "Добавьте телятинку.", "Нарежьте докторскую.", "Подавайте с голубцами.",
        "Посыпьте костромским.", "Подавайте с жульеном.", "Подавайте с омлетом.", "Добавьте кубик.",
    ])
    func `Russian dishes are asked in every case`(step: String) throws {
        #expect(try answer("400 г моркови\n1 ч. л. соли", "Варите.")[.vegan] == .yes)
        #expect(try answer("400 г моркови\n1 ч. л. соли", step)[.vegan] != .yes)
    }

    @Test(arguments: [
        ("Подавайте с подливкой.", Allergen.gluten), ("Подайте ломтик бородинского.", .gluten),
        ("Подавайте с дарницким.", .gluten), ("Подавайте с лагманом.", .gluten), ("Смажьте дижонской.", .mustard),
        ("Посыпьте сезамом.", .sesame), ("Добавьте тхину.", .sesame), ("Влейте полстакана сухого.", .sulphites),
        ("Подавайте с чурчхелой.", .nuts), ("Подавайте с пхали.", .nuts),
    ])
    func `Russian allergens are asked in every case`(step: String, allergen: Allergen) throws {
        #expect(try answer("400 г моркови\n1 ч. л. соли", "Варите.")[allergen] == .no)
        #expect(try answer("400 г моркови\n1 ч. л. соли", step)[allergen] != .no)
    }

    @Test(arguments: [
        ("Add a splash of stock."), ("Deglaze with a little broth."), ("Pour over some stock."),
        ("Moisten with a ladle of stock."),
    ])
    func `stock that a step brings in is asked beside meat`(step: String) throws {
        #expect(try answer("500 g beef\n2 carrots", "Fry.")[.celery] == .no)
        #expect(try answer("500 g beef\n2 carrots", step)[.celery] != .no)
        #expect(try answer("500 g beef\n2 carrots", "Simmer. Strain the stock.")[.celery] == .no)
    }

    @Test(arguments: [
        ("Lentil Koftas", "400 g lentils\n1 onion", "Serve the koftas."),
        ("Supper", "4 celery stalks\n1 carrot", "Secure with skewers."),
        ("Supper", "400 g carrots", "Cook until bubbly and crisp on one side."),
        ("Ужин", "400 г моркови", "Наварите побольше. Поставьте в жаркую духовку."),
        ("Ужин", "400 г моркови", "Добавьте кубик льда."),
    ])
    func `the dish itself and other meanings are not asked`(title: String, lines: String, step: String) throws {
        #expect(try answer(lines, step, title: title)[.vegan] == .yes)
    }
}
