// Tests of foods that only a step or title names: pastry without flour, coatings, dishes beside the food, adjectives.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct ServedFoodTests {
    private static let plain = "200 g rice\n1 onion"

    @Test(arguments: [
        "Serve with fries.", "Serve with chips.", "Coat in crumbs.", "Scatter crumbs on top.",
        "Finish with pangrattato.",
        "Serve with gluten-free brownies.", "Add vegan mince.", "Serve with churros.", "Подавайте с кулебякой.",
        "Полейте мучным соусом.", "Serve with sugar-free biscuits.",
    ])
    func `food that only a step names leaves gluten unknown`(step: String) throws {
        #expect(try answer(Self.plain, "Cook.")[.gluten] == .no)
        let asked: Allergen = step.contains("gluten-free") ? .milk : .gluten
        #expect(try answer(Self.plain, step)[asked] != .no, "\(step)")
    }

    @Test(arguments: [
        ("500 g minced beef\n1 egg", "Wrap in pastry and bake."), ("500 g carrots\n100 g almonds", "Wrap in pastry."),
        ("500 г творога\n1 яйцо", "Заверните в тесто."), ("4 lemons\n3 eggs", "Roll out the dough and line a tin."),
        ("500 g rice flour", "Flour the worktop and knead."),
    ])
    func `pastry is not made of eggs, potatoes or nuts`(lines: String, step: String) throws {
        #expect(try answer(lines, step)[.gluten] != .no)
    }

    @Test(arguments: [
        "Tortilla soup", "Crouton salad", "Taco soup", "Breaded chicken", "Tempura prawns", "Battered cod",
    ])
    func `bread before another name of a title is not the dish`(title: String) throws {
        #expect(try answer("4 chicken breasts\n2 tbsp olive oil", "Cook.", title: title)[.gluten] != .no)
        #expect(try answer("2 tomatoes\n1 onion", "Cook.", title: "Pizza sauce")[.gluten] == .no)
    }

    @Test(arguments: [
        ("Полейте винным соусом.", Diet.halal), ("Полейте коньячной пропиткой.", .halal),
        ("Полейте медовым соусом.", .vegan), ("Полейте йогуртовым соусом.", .vegan),
        ("Serve with ribs.", .vegetarian), ("Serve with a mojito.", .halal), ("Подавайте с пловом.", .vegetarian),
        ("Serve with carbonara.", .vegetarian), ("Add any protein.", .vegetarian),
    ])
    func `dishes and adjectives in a step leave a diet unknown`(step: String, diet: Diet) throws {
        #expect(try answer(Self.plain, "Cook.")[diet] == .yes)
        #expect(try answer(Self.plain, step)[diet] != .yes)
    }

    @Test func `the dish that the title names is made of its lines`() throws {
        let fries = try answer("1 kg potatoes\n1 tsp salt", "Cut into chips. Serve the fries.", title: "Fries")
        #expect(fries[.gluten] == .no && fries[.vegan] == .yes)
        let dough = try answer("500 g flour\n10 g yeast", "Knead.", title: "Pizza dough")
        #expect(dough[.vegan] == .yes && dough[.milk] == .no)
        let lines = "400 g lentils\n1 onion\n200 g tomatoes"
        #expect(try answer(lines, "Serve with the bolognese.", title: "Lentil bolognese")[.vegetarian] == .yes)
        #expect(try answer(Self.plain, "Добавьте винный уксус.")[.halal] != .no)
    }

    @Test(arguments: ["tandoori", "nuggets", "corned"])
    func `a note that names a style may add anything`(note: String) throws {
        #expect(try answer("500 g chicken", "Cook.")[.milk] == .no)
        #expect(try answer("500 g chicken, \(note)", "Cook.")[.milk] == .unknown)
    }

    @Test(arguments: [
        ("Gluten-free chicken pie", Diet.vegetarian), ("Tomato-based fish stew", .vegetarian),
        ("Lactose-free beef stew", .vegan),
    ])
    func `food that lacks something else is not an imitation`(title: String, diet: Diet) throws {
        #expect(try answer(Self.plain, "Cook.", title: title)[diet] != .yes)
        #expect(try answer(Self.plain, "Cook.", title: "Plant-based burger")[.vegan] == .yes)
    }

    @Test(arguments: [
        "Промойте рис под раковиной.", "While the onion fries, boil the rice.", "Serve on cocktail sticks.",
        "Serve with the ribs on top.",
    ])
    func `other meanings of these words name no food`(step: String) throws {
        let found = try answer(Self.plain, step)
        #expect(found[.vegan] == .yes && found[.gluten] == .no && found[.halal] == .yes)
    }

    @Test func `dried fruit is dried after another word too`() throws {
        #expect(try answer("100 g apricots, soft dried", "Cook.")[.sulphites] != .no)
    }
}
