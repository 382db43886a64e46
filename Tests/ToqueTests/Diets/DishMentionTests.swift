import Testing

@testable import Food
@testable import TestKit
@testable import Toque

/// Tests of foods that are dishes themselves: named in a title, made in the steps, or bought.
@Suite struct DishMentionTests {
    private static let plain = "200 g rice\n1 tsp salt\n2 tbsp olive oil\n2 carrots"
    private static let drink = "60 ml vodka\n20 ml lime juice\n1 tbsp sugar"

    @Test(arguments: [
        "Turkish Delight Marinade", "Texas Caviar", "Lasagna Soup", "Rice (Spaghetti Warehouse Copycat)",
        "Plain Egg Less Rice", "Bread and Butter Pickles", "Stuffed Roaches",
    ])
    func `a title that names the dish after a food changes nothing`(_ title: String) throws {
        #expect(try answer(Self.plain, "Cook.", title: title) == answer(Self.plain, "Cook."), "\(title)")
    }

    @Test(arguments: ["Shark Bite Cocktail", "Chocolate Cake Cocktail", "Thanksgiving Turkey"])
    func `a drink named after a food does not contain it`(_ title: String) throws {
        #expect(try answer(Self.drink, "Shake.", title: title) == answer(Self.drink, "Shake."), "\(title)")
        #expect(try answer(Self.plain, "Cook.", title: "Shark Rice")[.fish] == .unknown)
        #expect(try answer(Self.drink, "Shake.", title: "Milk Cocktail")[.milk] == .unknown)
    }

    @Test(arguments: [
        "Cool the cookies on a rack.", "Lift the foil with cookies on it.", "Serve with gravy from the pot.",
        "Stir it into the hot sauce.", "Use a pastry or bench scraper.", "Cut with a 1-inch cookie butter.",
        "Fill wine or parfait glasses.", "Cut the carrots into noodles with a spiralizer. Add the noodles.",
        "Garnish with sprinkles of salt.", "Cook with some char.", "Keep it from dripping down.",
        "Use your cheese shredder.", "You won't need butter.", "There are no binders like flour or breadcrumbs.",
        "Try a dry white wine.", "Sauvignon Blanc is a good match.", "Chardonnay, Napa Valley 2008",
        "Make the sour mix by stirring. Add 1 cup of the sour mix.", "Line it with cupcake papers.",
    ])
    func `products of the steps, tools and wine to drink change nothing`(_ step: String) throws {
        #expect(try answer(Self.plain, step) == answer(Self.plain, "Cook."), "\(step)")
    }

    @Test(arguments: [
        "Top with crushed cookies.", "Serve with ice cream.", "Add the chicken stock.", "Spread 1 cup frosting on it.",
        "Pour in 100 ml white wine.", "Pour it over brownies.", "Serve with gravy.", "Add hot sauce.",
        "Place in a pie crust.", "Butter the spiralizer.", "Try adding white wine.",
    ])
    func `a bought food in a step leaves an answer open`(_ step: String) throws {
        #expect(try answer(Self.plain, step) != answer(Self.plain, "Cook."), "\(step)")
    }

    @Test func `crumbled biscuits are bought although the list has flour`() throws {
        let dough = "300 g plain flour\n100 g sugar\n1 tsp salt"
        #expect(try answer(dough, "Sprinkle with crushed cookies.")[.soy] == .unknown)
        #expect(try answer(dough, "Cool the cookies.")[.soy] == .no)
        #expect(try answer(dough, "Cut 2 cakes into 4 cake layers.")[.soy] == .no)
    }

    @Test func `the list or the text decides which food is meant`() throws {
        let vinegar = "100 ml red wine vinegar\n2 carrots"
        #expect(try answer(vinegar, "Pour in the red wine.")[.fish] == .no)
        #expect(try answer(vinegar, "Pour in red wine.")[.fish] == .unknown)
        let glutenFree = "200 g gluten-free flour\n1 tsp salt"
        #expect(try answer(glutenFree, "Flour the board.")[.gluten] == .no)
        #expect(try answer(glutenFree, "Add 1 cup flour.")[.gluten] == .unknown)
        let noodles = "200 g rice vermicelli noodles\n1 tsp salt"
        #expect(try answer(noodles, "Boil the vermicelli.")[.gluten] == .no)
        #expect(try answer("2 tbsp olive oil\n2 carrots", "Heat 2 tbsp cooking oil.")[.soy] == .no)
    }

    @Test func `a food that the steps make consists of listed ingredients`() throws {
        let nuts = "100 g hazelnuts\n1 tsp salt"
        #expect(try answer(nuts, "Grind them until they turn into a nut butter.|Stir in nut butter.")[.peanuts] == .no)
        #expect(try answer(nuts, "Stir in nut butter.")[.peanuts] == .unknown)
        let soy = "250 ml soy milk\n1 tbsp lemon juice"
        #expect(try answer(soy, "Mix. This is the buttermilk.|Pour the buttermilk in.")[.milk] == .no)
        #expect(try answer(soy, "Pour the buttermilk in.")[.milk] == .unknown)
        #expect(try answer("3 apples\n50 g sugar", "Mash into a chunky applesauce.")[.sulphites] == .no)
    }

    @Test func `a bought sauce that a title adds to the dish counts`() throws {
        #expect(try answer(Self.plain, "Cook.", title: "Rice with Oyster Sauce")[.molluscs] != .no)
        #expect(try answer(Self.plain, "Cook.", title: "Rice in Peanut Sauce")[.peanuts] != .no)
        #expect(try answer(Self.plain, "Cook.", title: "Rice with Milk")[.milk] != .no)
    }
}
