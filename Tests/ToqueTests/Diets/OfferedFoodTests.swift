// Tests that texts which offer a food, serve with it or name a substitute of it promise nothing that the lines alone
// would, and that harmless texts change nothing.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct OfferedFoodTests {
    private static let vegetables = "500 g potatoes\n2 tomatoes\n1 tsp salt"

    private func diets(_ lines: String, _ step: String, title: String = "Supper") throws -> DerivedDiets {
        let catalogue = try RealData.catalogue()
        var body = RecipeBody()
        body.title = title
        body.lines = catalogue.lines(pasted: lines)
        body.steps = [RecipeStep(text: step)]
        return catalogue.diets(of: body)
    }

    @Test(arguments: [
        "Add a walnut-sized knob of butter.", "Stir in bite-size pieces of feta.", "Add bite-sized chunks of chicken.",
        "Spread with butter or dairy-free spread.", "Top with cheese or dairy-free cheese.",
        "Swap the tomatoes for double cream.", "Swap the oil for butter if you like.", "Reach for the butter.",
        "Sprinkle with vegetarian cheddar.", "Serve with lactose-free cream.", "Spread with vegetarian pesto.",
        "Serve with mock crab.", "Top with something like Parmesan.", "Serve with dairy-free mayonnaise.",
        "Roll into balls and dip into beaten egg.", "Slice the potatoes and stir into cream.", "Serve with coleslaw.",
        "Stir in a spoonful of pesto.", "Serve hot over ice cream.",
        "Bind with Hellmann's.", "Bind with just enough Hellmann’s.", "Finish with Kewpie.",
        "Drizzle with melted Biscoff.", "Dip into mentsuyu.",
        "Serve with nam prik pao.", "Обжарьте фаршик.", "Подавайте с килечкой.", "Подавайте с голландезом.",
        "Намажьте «Филадельфией».", "Подавайте с пампушками.", "Залейте наваром с косточки.",
    ])
    func `a food that a text offers leaves vegan unknown`(_ step: String) throws {
        #expect(try diets(Self.vegetables, step)[.vegan] == .unknown)
    }

    @Test func `urbech may be of any seed or nut`() throws {
        let found = try diets("100 г урбеча\n1 банан", "Смешайте.")
        for allergen in [Allergen.sesame, .nuts, .peanuts] { #expect(found[allergen] == .unknown) }
        #expect(found[.vegan] == .yes && found[.gluten] == .no)
    }

    @Test(arguments: [
        "Serve with vegan naan.", "Serve in toasted sesame seed buns.", "Pile into a wrap.",
        "Serve in a soft white roll.",
        "Serve in a toasted bun.", "Serve with warm tortillas.",
    ])
    func `bread that a text serves it with leaves gluten unknown`(_ step: String) throws {
        #expect(try diets(Self.vegetables, step)[.gluten] == .unknown)
    }

    @Test(arguments: [
        ("400 g chickpeas", "Serve with hummus.", Allergen.sesame), ("2 tomatoes", "Serve with biscoff.", .gluten),
        ("2 tomatoes", "Finish with Kewpie.", .eggs), ("2 tomatoes", "Dip into mentsuyu.", .fish),
        ("2 tomatoes", "Serve with nam prik pao.", .crustaceans),
        ("100 g sugar", "Sprinkle with praline.", .nuts),
        ("3 tomatoes", "Stir in pesto.", .milk), ("1 can water chestnuts", "Scatter with chopped nuts.", .nuts),
        ("1 мускатный орех", "Посыпьте орехами.", .nuts), ("200 г рисовой муки", "Добавьте 2 ст. ложки муки.", .gluten),
        ("200 мл кокосового молока", "Влейте 1 стакан молока.", .milk),
        ("2 tomatoes", "Sprinkle with vegan parmesan.", .nuts), ("2 tomatoes", "Add egg-free pasta.", .gluten),
    ])
    func `what is bought or measured is not the listed food`(_ line: String, _ step: String, _ allergen: Allergen)
        throws
    {
        #expect(try diets(line, "Mix it.")[allergen] == .no)
        #expect(try diets(line, step)[allergen] == .unknown)
    }

    @Test func `pork around a listed fish is no fish`() throws {
        #expect(try diets("4 salmon fillets\n1 lemon", "Bake.", title: "Bacon-Wrapped Salmon")[.halal] == .unknown)
        let chicken = "4 chicken thighs\n1 lemon"
        #expect(try diets(chicken, "Bake.", title: "Chicken with Lemon") == diets(chicken, "Bake."))
    }

    @Test(arguments: [
        ("400 ml coconut milk\n1 tsp salt", "Stir the milk into it."),
        ("2 tomatoes", "Roll balls the size of a walnut."),
        ("2 tomatoes", "Egg and dairy free."), ("100 g vegan butter", "Melt the vegan butter."),
        ("200 мл кокосового молока", "Добавьте молоко."), ("400 g chickpeas\n2 tbsp tahini", "Serve the hummus."),
        ("200 g flour\n1 tsp yeast", "Shape the dough into a roll."),
        ("2 tomatoes", "Wrap it in a sheet of plastic wrap."),
        ("500 g potatoes", "Cut them into noodles."),
    ])
    func `a text about the listed food changes nothing`(_ lines: String, _ step: String) throws {
        #expect(try diets(lines, step)[.vegan] == .yes)
    }
}
