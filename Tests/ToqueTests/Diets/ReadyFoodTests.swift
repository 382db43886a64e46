// Tests that pies, cakes, burgers and the like are asked if they are bought, and not if the recipe makes them.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct ReadyFoodTests {
    private static let vegetables = "500 g cabbage\n1 onion"

    @Test(arguments: [
        "Serve with pie.", "Serve with apple pie.", "Serve with cake.", "Crumble the cake over it.",
        "Pour it over cake.", "Serve alongside burritos.", "Serve with sandwiches.", "Spread on sandwiches.",
        "Serve with burgers.", "Serve with cheeseburgers.", "Fill burritos with it.", "Serve with tacos.",
        "Serve with quesadillas.", "Serve with empanadas.", "Serve on hamburger buns.", "Top with Snickers.",
        "Подавайте с пирогом.", "Подавайте с тортом.", "Подавайте с пирожками.", "Подавайте с гамбургерами.",
        "Serve with a sarnie.", "Stir in Twix.", "Сверху положите котлету и бургер.",
    ])
    func `ready food that a step serves leaves its answers unknown`(_ step: String) throws {
        let found = try answer(Self.vegetables, step)
        #expect(found[.vegan] == .unknown && found[.gluten] == .unknown)
    }

    @Test(
        arguments: [
            ("Supper", "8 hamburger buns\n1 onion", "Grill the hamburgers.", [.diet(.vegetarian), .lacks(.celery)]),
            ("Burgers", "8 hamburger buns\n1 onion", "Grill the burgers.", [.diet(.vegetarian), .lacks(.celery)]),
            (
                "Grilled Hamburgers", "8 hamburger buns\n1 onion", "Grill the hamburgers.",
                [.diet(.vegetarian), .lacks(.fish)]
            ),
            ("Ужин", "4 булочки для гамбургеров", "Обжарьте гамбургеры.", [.diet(.vegetarian), .lacks(.fish)]),
            ("Soup", "8 corn tortillas\n1 onion", "Serve alongside tacos.", [.diet(.vegetarian), .lacks(.fish)]),
            ("Soup", "4 slices bread\n1 onion", "Serve with sandwiches.", [.diet(.vegetarian), .lacks(.fish)]),
        ] as [PromiseRow])
    func `bread around ready food does not account for it`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: false)
    }

    @Test(
        arguments: [
            ("Bean Burgers", "8 hamburger buns\n400 g black beans", "Grill the burgers.", [.diet(.vegetarian)]),
            ("Supper", "400 g black beans\n50 g rice flour", "Shape into burgers. Fry the burgers.", [.diet(.vegan)]),
            ("Beef Burgers", "8 hamburger buns\n400 g beef", "Grill the hamburgers.", [.lacks(.fish)]),
            ("Lunch", "8 slices bread\n1 tomato", "Cut the sandwiches.", [.lacks(.fish)]),
            (
                "Lunch", "8 corn tortillas\n1 tomato", "Fold the tacos. Serve the tacos.",
                [.diet(.vegan), .lacks(.fish)]
            ),
            ("Apple Pie", "200 g rice flour\n4 apples", "Bake the pie.", [.diet(.vegan), .lacks(.gluten)]),
            ("Dessert", "200 g rice flour\n4 apples", "Bake the cake. Cut the cake.", [.diet(.vegan)]),
            ("Dessert", "1 pie crust\n4 apples", "Bake the pie.", [.lacks(.fish)]),
            ("Шарлотка", "200 г рисовой муки\n4 яблока", "Выпекайте пирог. Украсьте торт.", [.diet(.vegan)]),
        ] as [PromiseRow])
    func `ready food that the recipe makes changes nothing`(_ row: PromiseRow) throws {
        try expectPromises(of: row, are: true)
    }

    @Test(arguments: ["M&M's", "M&Ms", "M & M's", "m and m's", "mini M&M's", "peanut M&Ms", "M&M’s candies"])
    func `sweets whose name has a sign are asked in every text and line`(_ name: String) throws {
        let sugar = "100 g sugar\n100 g rice flour"
        for found in [
            try answer(sugar, "Stir in \(name)."), try answer(sugar, "Bake.", title: "\(name) Cookies"),
            try answer(sugar, "Bake.", title: "Cookies with \(name)"), try answer(sugar + "\n1 cup \(name)", "Bake."),
        ] { #expect(found[.vegan] != .yes && found[.milk] != .no && found[.peanuts] != .no) }
    }

    @Test(arguments: ["half & half", "half and half", "half-and-half", "half-n-half", "half n half", "half'n'half"])
    func `half and half is one name behind every word`(_ name: String) throws {
        for lines in [
            "1 cup \(name)", "500 g carrots in \(name)", "500 g carrots with \(name)", "500 g carrots & \(name)",
            "500 g carrots, simmered in \(name)",
        ] { #expect(try answer(lines, "Bake.")[.milk] != .no, "\(lines)") }
        for step in ["Stir in \(name).", "Finish with \(name).", "Add water & \(name).", "Pour in the \(name)."] {
            #expect(try answer("500 g carrots", step)[.milk] == .unknown, "\(step)")
        }
        #expect(try answer("500 g carrots, cut in half", "Cut in half and serve.")[.milk] == .no)
    }

    @Test func `a dish in a note is not in the recipe if the line is only for it`() throws {
        #expect(try answer("1 recipe pastry for a 9 inch double crust pie", "Bake.")[.fish] == .no)
        #expect(try answer("1 recipe pastry for double-crust pie", "Bake.")[.fish] == .no)
        for note in ["or swap for mayonnaise", "for serving with mayonnaise", "for the crust and mayonnaise"] {
            #expect(try answer("2 tbsp olive oil, \(note)", "Mix.")[.eggs] != .no, "\(note)")
        }
    }

    @Test func `Nutella contains milk, hazelnuts and soy, and the label of another spread decides`() throws {
        let found = try answer("2 tbsp Nutella", "Mix.")
        for allergen in [Allergen.milk, .nuts, .soy] { #expect(found[allergen] == .yes) }
        let frosting = try answer("1 cup nutella frosting", "Mix.")
        #expect(frosting[.milk] == .unknown && frosting.allergenUpToLabels & Allergen.milk.bit == 0)
        #expect(frosting.dietUpToLabels & Diet.vegan.bit == 0)
        let spread = try answer("2 tbsp chocolate spread", "Mix.")
        #expect(spread[.milk] == .unknown && spread.allergenUpToLabels & Allergen.milk.bit != 0)
    }
}
