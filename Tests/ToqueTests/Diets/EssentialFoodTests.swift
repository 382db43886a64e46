// Tests of titles whose dish needs a food that no line has, and of misspelt food in texts.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct EssentialFoodTests {
    private static let vegetables = "400 g potatoes\n2 carrots\n1 onion\n2 tbsp olive oil"

    @Test(arguments: [
        "Potatoes Dauphinoise", "Potato Gratin", "Carrots au Gratin", "Creamed Mushrooms", "Scalloped Potatoes",
        "Creamed Carrots",
        "Loaded Potatoes", "Cauliflower Cheese", "Leek Cheese", "Aubergine Parmigiana", "Caprese Salad", "Tartiflette",
        "Carbonara", "Caesar Salad", "Salade Niçoise", "Waldorf Salad", "Pad Thai", "Korma",
        "Chilli con Carne", "Bolognese", "Irish Stew", "BLT", "Oreo Brownies", "Snickers Brownies", "Голубцы", "Жюльен",
    ])
    func `a dish without its essential food is not promised vegan`(title: String) throws {
        #expect(try answer(Self.vegetables, "Cook.")[.vegan] == .yes)
        #expect(try answer(Self.vegetables, "Cook.", title: title)[.vegan] != .yes)
    }

    @Test func `gado gado is not promised without peanuts`() throws {
        #expect(try answer(Self.vegetables, "Cook.", title: "Gado Gado")[.peanuts] != .no)
    }

    @Test(arguments: ["Fattoush", "Panzanella"])
    func `salads of bread are not promised without gluten`(title: String) throws {
        #expect(try answer(Self.vegetables, "Cook.", title: title)[.gluten] != .no)
    }

    @Test(arguments: [
        ("Lentil Bolognese", "400 g lentils\n400 g tomatoes"), ("Vegan Potato Gratin", "400 g potatoes\n1 onion"),
        ("Chickpea Korma", "400 g chickpeas\n1 onion"), ("Постные голубцы", "1 кочан капусты\n200 г риса"),
        ("Potato Gratin", "400 g potatoes\n100 g vegan cheese"), ("Creamed Corn", "400 g corn\n100 ml coconut cream"),
    ])
    func `a dish of plants whose lines account for it keeps its promises`(title: String, lines: String) throws {
        #expect(try answer(lines, "Cook.", title: title)[.vegan] == answer(lines, "Cook.")[.vegan])
        #expect(try answer(lines, "Cook.", title: title)[.milk] == answer(lines, "Cook.")[.milk])
    }

    @Test(arguments: [
        ("buter", Allergen.milk), ("cheeze", .milk), ("parmeson", .milk), ("ricota", .milk), ("haloumi", .milk),
        ("fetta", .milk), ("yogert", .milk), ("almods", .nuts), ("peacans", .nuts), ("pistacios", .nuts),
        ("walnutts", .nuts), ("penuts", .peanuts), ("spagheti", .gluten), ("cuscus", .gluten), ("celary", .celery),
        ("mustart", .mustard), ("tahinni", .sesame), ("salmond", .fish), ("mackrel", .fish), ("mussles", .molluscs),
        ("calimari", .molluscs), ("смитану", .milk), ("смитаной", .milk), ("мойонез", .eggs), ("моцарелой", .milk),
        ("пормезаном", .milk), ("крветки", .crustaceans), ("криветок", .crustaceans), ("минадль", .nuts),
        ("макороны", .gluten), ("твораг", .milk), ("орахис", .peanuts),
    ])
    func `misspelt food of a step or title counts`(word: String, allergen: Allergen) throws {
        #expect(try answer("200 g rice\n1 onion", "Cook.")[allergen] == .no)
        #expect(try answer("200 g rice\n1 onion", "Add \(word).")[allergen] != .no)
        #expect(try answer("200 g rice\n1 onion", "Cook.", title: "Rice with \(word)")[allergen] != .no)
    }

    @Test(arguments: ["chiken", "saussage", "chirizo", "panchetta", "говедину", "калбасу", "тушонку", "колбассой"])
    func `misspelt meat of a step counts`(word: String) throws {
        #expect(try answer("200 g rice\n1 onion", "Add \(word).")[.vegetarian] != .yes)
        #expect(try answer("200 g chicken", "Add the chiken.")[.gluten] == answer("200 g chicken", "Fry.")[.gluten])
    }
}
