import Testing

@testable import Food
@testable import TestKit
@testable import Toque

/// Tests of the words around a food in a text, which say whether it is added or only compared, denied or named.
@Suite struct MentionWordTests {
    private static let catalogue: Catalogue? = try? RealData.catalogue()

    /// The answer for a recipe with these lines and one step.
    private func answer(_ lines: String, _ step: String, title: String = "Supper") throws -> DerivedDiets {
        let catalogue = try #require(Self.catalogue)
        var body = RecipeBody()
        body.title = title
        body.lines = catalogue.lines(pasted: lines)
        body.steps = [RecipeStep(text: step)]
        return catalogue.diets(of: body)
    }

    private static let plain = "200 g rice\n1 tsp salt\n2 tbsp olive oil\n2 carrots"

    @Test(arguments: [
        // Denials of a time, a manner or an omission.
        "Do not add the eggs too early.", "Don't skip the butter.", "Never omit the cream.",
        "Do not add butter until it boils.", "Combine everything except the butter.", "Instead add butter.",
        "If not using oil and butter, stop.", "Avoid the butter burning.", "Not too much butter is best.",
        "Stir until no butter remains.", "Add eggs; you need not beat them.", "Melt more butter than oil.",
        "Yes to butter without eggs.", "Use no eggs, then pour in milk or cream.", "Не добавляйте яйца сразу.",
        // Not comparisons.
        "Shape into balls and roll in butter.", "Use a fat such as butter.", "Add oil as well as butter.",
        "Use flavourings like honey, if you like.",
        // Not verbs.
        "Brown the mince.", "Add the steak.", "Heat the garlic and cream until warm.", "Stir milk into it.",
        "Flake in the fish.", "Stir in the cheese and cream with a spoon.",
        // Bought, not made.
        "Add the chicken stock.", "Stir in mayonnaise.", "Add 2 tbsp of oyster sauce.", "Drizzle with fish sauce.",
        "Pour in the beef broth.", "Stir in the pesto.",
        // Not tools.
        "Add the milk cup by cup.", "Butter pans and fill them.", "Add the fish slices.", "Stack the cheese crackers.",
        // Not purposes.
        "For richness butter is best.", "Wait for the butter to melt.", "Beat the whites until stiff.",
        "Fry in a buttered pan.", "Глазируйте яйцом.", "Посыпьте тёртым сыром.", "Полейте сырным соусом.",
        "Смажьте яичной смесью.",
    ])
    func `a real addition leaves vegan unknown`(_ step: String) throws {
        #expect(try answer(Self.plain, step)[.vegan] == .unknown, "\(step)")
    }

    @Test(arguments: [
        "It contains no eggs, milk or nuts.", "Made without eggs, milk, or butter.", "Free of milk and butter.",
        "Cook until butter-soft.", "Stir until it is cream-coloured.", "Turn it with a fish slice.",
        "Unlike beef, it is light.", "An alternative to chicken.", "A substitute for eggs.",
        "Use oil instead of the butter.", "Use oil rather than butter.", "Use oil in place of butter.",
        "You do not need any butter.", "No butter is needed.", "Eggs are not required.", "Cook it without cream.",
        "Pieces the size of a large egg.", "It looks like thick cream.", "It is similar to cream cheese.",
        "As thick as cream.", "Cream the rice.", "Then cream the carrots.", "Fluff it with a fork.",
        "Serve it in egg cups.", "Use a bread machine.", "Use vegan butter.", "Add dairy-free milk.",
        "Cut the carrots into noodles.", "Cook the carrots and remove the seeds.", "Stir the vegetables.",
        "Рис без яиц и без молока.",
    ])
    func `a denied food, a comparison or a name leaves vegan a yes`(_ step: String) throws {
        #expect(try answer(Self.plain, step)[.vegan] == .yes, "\(step)")
    }

    @Test(arguments: [
        "Dust the board with flour.", "Flour the pan.", "Knead it on a floured board.", "Roll in flour.",
        "Make a roux.", "Serve with toast.", "Fry the breaded carrots.", "Обваляйте в сухарях.",
        "Pour into a pie crust.",
        "Serve with bread.", "Toast the bread.", "Cut the rolls; serve with rolls.",
    ])
    func `flour and bread that a step adds leave gluten unknown`(_ step: String) throws {
        #expect(try answer(Self.plain, step)[.gluten] == .unknown, "\(step)")
    }

    @Test(arguments: ["Просейте муку.", "Просеять муку.", "Просеянную муку всыпьте."])
    func `the Russian word for sifting is not millet`(_ step: String) throws {
        let flour = "200 г муки\n1 ч. л. соли"
        let catalogue = try #require(Self.catalogue)
        #expect(try answer(flour, step).because(catalogue) == answer(flour, "Смешайте.").because(catalogue))
    }

    @Test func `an ingredient with a similar name covers only a food that the text knows already`() throws {
        let paste = "100 g peanut butter\n200 g sugar"
        #expect(try answer(paste, "Melt the butter.")[.milk] == answer(paste, "Melt it.")[.milk])
        #expect(try answer(paste, "Melt butter.")[.milk] == .unknown)
        #expect(try answer(paste, "Melt 2 tablespoons butter.")[.milk] == .unknown)
        #expect(try answer(paste, "Butter the tin.")[.milk] == .unknown)
        let rice = "200 g rice flour\n1 tsp salt"
        #expect(try answer(rice, "Sift the flour.")[.gluten] == .no)
        #expect(try answer(rice, "Mix flour and salt.")[.gluten] == .no)
        #expect(try answer(rice, "Flour the board.")[.gluten] == .unknown)
        #expect(try answer(rice, "Add 1 cup flour.")[.gluten] == .unknown)
        let coconut = "200 ml coconut cream\n1 tsp salt"
        #expect(try answer(coconut, "Whip the cream.")[.milk] == .no)
        #expect(try answer(coconut, "Serve with cream.")[.milk] == .unknown)
        let oil = "2 tbsp olive oil\n1 tsp mustard powder"
        #expect(try answer(oil, "Heat 1 tablespoon oil.")[.soy] == .no)
    }

    @Test func `an ingredient covers its general name and no other food`() throws {
        #expect(try answer("500 g beef\n1 tsp salt", "Fry the meat.")[.crustaceans] == .no)
        #expect(try answer("500 g beef\n1 tsp salt", "Add the crab meat.")[.crustaceans] == .unknown)
        #expect(try answer("500 g shrimp\n1 tsp salt", "Add the fish.")[.fish] == .unknown)
        #expect(try answer("500 g cod\n1 tsp salt", "Fry the fish.")[.vegetarian] == .no)
        #expect(try answer("50 g peanuts\n1 tsp salt", "Add the pine nuts and almonds.")[.nuts] == .unknown)
        #expect(try answer("500 g beef\n1 tsp salt", "Add the beef stock.")[.celery] == .unknown)
        #expect(try answer("200 ml milk\n1 tsp salt", "Sprinkle with cheese.")[.vegetarian] == .unknown)
        #expect(try answer("2 carrots\n1 tsp salt", "Discard the seeds.")[.sesame] == .no)
        #expect(try answer("2 carrots\n1 tsp salt", "Sprinkle with seeds.")[.sesame] == .unknown)
    }

    @Test func `a dish in a step consists of listed ingredients if they fit`() throws {
        let dough = "300 g plain flour\n100 ml sunflower oil\n1 tsp salt"
        #expect(try answer(dough, "Pour 3 tablespoons batter per pancake.")[.milk] == .no)
        #expect(try answer(dough, "Serve with bread.")[.milk] == .unknown)
        let herbs = "50 g basil\n100 ml olive oil"
        #expect(try answer(herbs, "Blend all. Spread the pesto on it.")[.milk] == .no)
        #expect(try answer(herbs, "Spread 2 tablespoons pesto on it.")[.milk] == .unknown)
        #expect(try answer("200 g pasta", "Toss with pesto.")[.milk] == .unknown)
        #expect(try answer("500 g chicken\n1 onion", "Strain the stock.")[.celery] == .no)
        #expect(try answer("500 g chicken\n1 onion", "Add 1 cup chicken stock.")[.celery] == .unknown)
        #expect(try answer("2 tbsp vinegar\n6 tbsp olive oil", "Use 1/4 cup vinaigrette.")[.mustard] == .no)
        #expect(try answer("3 apples\n50 g sugar", "Drain the cider.", title: "Apple Cider")[.gluten] == .no)
    }

    @Test(arguments: [
        "Rice & Shrimp", "Rice with Shrimp", "Veggie Rice with Shrimp", "Shrimp Rice", "Vegan Rice and Shrimp",
    ])
    func `a food in a title leaves its allergen unknown`(_ title: String) throws {
        #expect(try answer(Self.plain, "Cook.", title: title)[.crustaceans] == .unknown)
    }

    @Test(arguments: ["Mock Shrimp Rice", "Sauce for Shrimp", "Shrimp Seasoning", "Carrot Shrimp"])
    func `a title that only resembles a food changes nothing`(_ title: String) throws {
        #expect(try answer(Self.plain, "Cook.", title: title)[.crustaceans] == .no)
    }

    @Test(arguments: [
        ("mozarella", Allergen.milk), ("parmasan", .milk), ("yogart", .milk), ("chedder", .milk), ("marscapone", .milk),
        ("mayonaise", .eggs), ("wallnuts", .nuts), ("hazlenuts", .nuts), ("worcestshire", .fish), ("talapia", .fish),
        ("spagetti", .gluten), ("macoroni", .gluten), ("bulgar", .gluten), ("soysauce", .soy), ("cous cous", .gluten),
        ("cous-cous", .gluten), ("пармизан", .milk), ("пармизана", .milk), ("маянез", .eggs), ("майонэза", .eggs),
    ])
    func `a misspelt food in a text counts`(_ word: String, _ allergen: Allergen) throws {
        #expect(try answer(Self.plain, "Mix.")[allergen] == .no)
        #expect(try answer(Self.plain, "Add \(word).")[allergen] == .unknown)
        #expect(try answer(Self.plain, "Mix.", title: "Rice with \(word)")[allergen] == .unknown)
        #expect(try answer(Self.plain, "Add proscuitto.")[.vegetarian] == .unknown)
    }

    @Test func `cheesy and buttery count only in a title`() throws {
        #expect(try answer(Self.plain, "Cook.", title: "Cheesy Rice")[.milk] == .unknown)
        #expect(try answer(Self.plain, "Cook.", title: "Buttery Carrots")[.milk] == .unknown)
        #expect(try answer(Self.plain, "Cook until buttery.")[.milk] == .no)
    }
}
