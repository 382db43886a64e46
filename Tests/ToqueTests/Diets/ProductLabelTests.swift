// Tests of answers that only the label of a product can give.

import Bytes
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct ProductLabelTests {
    private static let catalogue = Result { try RealData.catalogue() }

    private func diets(_ line: String) throws -> DerivedDiets {
        let catalogue = try Self.catalogue.get()
        var body = RecipeBody()
        body.title = "Supper"
        body.lines = catalogue.lines(pasted: "1 onion\n" + line)
        return catalogue.diets(of: body)
    }

    private func isUpToLabel(_ allergen: Allergen, _ line: String) throws -> Bool {
        let diets = try diets(line)
        #expect(diets[allergen] != .no)
        return diets.allergenUpToLabels & allergen.bit != 0
    }

    @Test(arguments: [
        "1 cup smoky glorb ketchup", "1 cup glorb ice cream", "1 cup glorb barbecue sauce", "100 g glorb sausage",
        "1 cup glorb-style bread", "1 pint glorb sorbet", "1 cup glorb jam",
    ])
    func `the label of an unknown product decides, and nothing is promised`(line: String) throws {
        #expect(try isUpToLabel(.nuts, line))
        #expect(try diets(line)[.vegan] != .yes)
    }

    @Test(arguments: [
        "1 cup glorb", "1 cup glorb walnut sauce", "1 cup homemade glorb sauce", "1 cup glorb sauce (recipe follows)",
        "Glorb is used in many cakes with ice cream",
    ])
    func `no label decides about food without a name, with nuts in its name, or made at home`(line: String) throws {
        #expect(try !isUpToLabel(.nuts, line))
    }

    @Test func `a step may name a product with a label, and a title may name what the cook makes`() throws {
        func isUpToLabel(_ step: String, title: String) throws -> Bool {
            try answer("2 carrots\n1 tsp salt", step, title: title).dietUpToLabels & Diet.vegan.bit != 0
        }
        #expect(try isUpToLabel("Serve with crackers.", title: "Carrots"))
        #expect(try !isUpToLabel("Serve with butter.", title: "Carrots"))
        #expect(try !isUpToLabel("Serve.", title: "Carrots with pesto"))
    }

    @Test func `what the name names decides before the label`() throws {
        let diets = try diets("1 cup glorb bacon jam")
        #expect(diets.dietUpToLabels & Diet.vegetarian.bit == 0 && diets[.vegetarian] != .yes)
    }

    @Test(arguments: [
        "200 g chorizo (cured pork sausage)", "1 l chicken stock, homemade or canned",
        "1 l homemade chicken stock or low-sodium broth", "100 g mayonnaise (preferably homemade)",
    ])
    func `a note may name a product with a label, and homemade food a bought one beside it`(line: String) throws {
        #expect(try isUpToLabel(.milk, line))
    }

    @Test(arguments: [
        "1 l homemade chicken stock", "1 l chicken stock (see recipe)", "1 l chicken stock, or butter",
        "200 g chorizo, fried in butter",
    ])
    func `no label decides about homemade food, or where a note names what breaks the promise`(line: String) throws {
        #expect(try !isUpToLabel(.milk, line))
    }

    @Test func `a stored understanding keeps what a product's name names`() throws {
        let catalogue = try Self.catalogue.get()
        var body = RecipeBody()
        body.lines = catalogue.lines(pasted: "1 cup glorb walnut sauce\n1 cup glorb ketchup")
        let read = catalogue.read(body)
        let stored = KeptUnderstanding(read.encoded, edition: 1, of: body.dish)
        let again = try #require(stored.understanding(of: body.dish, catalogue))
        #expect(again.encoded == read.encoded)
        #expect(again.encoded.contains("kinds"))
        #expect(catalogue.diets(of: body, again) == catalogue.diets(of: body, read))
    }

    @Test func `plain Parmesan is up to its label, and the protected cheeses are made with calves' rennet`() throws {
        let plain = try diets("50 g Parmesan")
        #expect(plain[.vegetarian] == .unknown && plain.dietUpToLabels & Diet.vegetarian.bit != 0)
        #expect(plain[.vegan] == .no && plain[.milk] == .yes && plain[.eggs] != .no)
        for line in [
            "50 g Parmigiano-Reggiano", "50 g Parmigiano", "50 g Grana Padano", "50 г пармиджано", "50 g pecorino",
            "50 g Gorgonzola", "50 g Gruyère", "50 g Roquefort",
        ] {
            #expect(try diets(line)[.vegetarian] == .no, "\(line)")
        }
    }
}
