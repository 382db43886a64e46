import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

/// Tests of foods only in the texts of a recipe: the list covers them, or the answers that they change are unknown.
@Suite struct TextMentionTests {
    private static let catalogue: Catalogue? = try? RealData.catalogue()

    private func body(_ lines: String, _ steps: String..., title: String = "Supper") throws -> RecipeBody {
        let catalogue = try #require(Self.catalogue)
        var body = RecipeBody()
        body.title = title
        body.lines = catalogue.lines(pasted: lines)
        body.steps = steps.map { RecipeStep(text: $0) }
        return body
    }

    private func diets(_ body: RecipeBody) throws -> DerivedDiets { try #require(Self.catalogue).diets(of: body) }

    @Test(arguments: [
        "Frost with cream cheese frosting.", "Spread with buttercream frosting.", "Frost with your favorite frosting.",
        "Top with prepared frosting.",
    ])
    func `a frosting that the list cannot make leaves milk unknown`(_ step: String) throws {
        #expect(try diets(body("2 cups sugar\n3 carrots", step))[.milk] == .unknown)
    }

    @Test func `a frosting of listed sugar has no milk`() throws {
        #expect(try diets(body("2 cups sugar\n3 carrots", "Spread with the frosting."))[.milk] == .no)
    }

    private static let flour = "200 g plain flour\n100 g sugar\n50 g cocoa\n100 ml sunflower oil"

    @Test(arguments: ["Sandwich without eggs or tuna salad", "Cake without nuts and chicken salad"])
    func `a denied name inside the name of a dish is read`(_ title: String) throws {
        #expect(try diets(body("2 onions", "Mix.", title: title))[.vegan] != .no)
    }

    @Test(arguments: [
        ("400 g cod", "Pour the béarnaise over."), ("400 г трески", "Обмакните в кляр."),
        ("400 g cod", "Dip the fish in the batter and fry."), ("400 g chicken", "Serve with the alfredo."),
    ])
    func `a batter or sauce that no line has leaves eggs or milk unknown`(_ lines: String, _ step: String) throws {
        let answers = try diets(body(lines, step))
        #expect(answers[.eggs] == .unknown || answers[.milk] == .unknown)
    }

    @Test func `a batter of the listed flour has what the list has`() throws {
        let fish = try body("400 g cod\n200 g flour\n1 cup beer", "Dip the fish in the batter and fry.")
        #expect(try diets(fish)[.eggs] == .no)
    }

    @Test(arguments: [
        "Add 100 g butter and stir.", "Beat in an egg.", "Butter a tin.", "Pour in the milk.",
        "Bake in a buttered tin.",
        "Stir the cream in.", "Never bake it without butter.", "Put 2 eggs into a bowl.",
        "Spread with honey and serve.",
        "Serve with ice cream.", "Добавьте 100 г сливочного масла.", "Вбейте яйцо.", "Влейте молоко.",
        "Подавайте со сметаной.",
    ])
    func `an ingredient only in a step leaves vegan unknown`(_ step: String) throws {
        #expect(try diets(body(Self.flour, "Mix everything.", step))[.vegan] == .unknown)
    }

    @Test(arguments: [
        "Cream the sugar and the oil.", "Flour the board.", "Set the egg timer.", "Spread it with a butter knife.",
        "Line a sieve with cheesecloth.", "A nut-free treat.", "Bake it without milk.", "There is no need for butter.",
        "Roll pieces the size of a walnut.", "Stir until it has the consistency of cream.",
        "It resembles cream cheese.",
        "Do not add butter.", "Use a milk pan.", "Oil the tin and sift in the flour.", "Замесите тесто без яиц.",
        "Яйца не нужны.",
    ])
    func `a verb, a tool, a comparison or a denial changes nothing`(_ step: String) throws {
        #expect(try diets(body(Self.flour, "Mix everything.", step))[.vegan] == .yes)
    }

    @Test func `a listed ingredient covers its kinds, its parts and products made of it`() throws {
        #expect(
            try diets(body("100 g walnuts\n200 g sugar", "Chop the nuts.", "Roast the walnuts."))[.peanuts]
                == diets(body("100 g walnuts\n200 g sugar", "Eat."))[.peanuts])
        let eggs = "3 eggs\n200 g sugar\n1 lemon"
        #expect(
            try diets(body(eggs, "Beat the yolks.", "Whisk the egg whites.", "Add the lemon juice and zest."))
                == diets(body(eggs, "Mix.")))
        #expect(try diets(body(Self.flour, "Roll out the dough.", "Pour the sauce over the cake."))[.vegan] == .yes)
        #expect(try diets(body("400 ml coconut milk\n1 tsp salt", "Heat the milk."))[.vegan] == .yes)
        let spread = "200 g vegan butter\n1 tsp salt"
        #expect(try diets(body(spread, "Melt the butter.")) == diets(body(spread, "Melt it.")))
        #expect(try diets(body("200 g butter beans\n1 tsp salt", "Melt the butter."))[.milk] == .unknown)
    }

    @Test func `title and tips are read too`() throws {
        #expect(try diets(body(Self.flour, "Mix.", title: "Walnut cake"))[.nuts] == .unknown)
        var tipped = try body(Self.flour, "Mix.")
        tipped.tips = "Brush it with butter."
        #expect(try diets(tipped)[.vegan] == .unknown)
        #expect(try diets(tipped).reason(for: .vegan) == ["tips: butter"])
    }

    @Test(arguments: [
        ("Tuna Salad", Allergen.fish), ("Shrimp Salad", .crustaceans), ("Egg Salad", .eggs),
        ("Салат с тунцом", .fish), ("Салат с креветками", .crustaceans),
    ])
    func `the name of a dish in a title contains its food`(_ title: String, _ allergen: Allergen) throws {
        let derived = try diets(body("2 potatoes\n1 onion", "Mix.", title: title))
        #expect(derived[allergen] == .unknown)
        #expect(derived[.vegan] == .unknown)
    }

    @Test(arguments: ["Добавьте масло.", "Жарьте на масле.", "Влейте масло."])
    func `Russian oil without a kind may be butter unless an oil is listed`(_ step: String) throws {
        #expect(try diets(body("2 картофелины\nсоль", step))[.milk] == .unknown)
        #expect(try diets(body("2 картофелины\n20 мл растительного масла", step))[.milk] == .no)
    }

    @Test func `a certain answer stays, and the reason names the step`() throws {
        let catalogue = try #require(Self.catalogue)
        var soup = try body("500 g beef\n1 tsp salt", "Boil it.", "Add butter.")
        #expect(try diets(soup)[.vegan] == .no && diets(soup)[.milk] == .unknown)
        #expect(try diets(soup).because(catalogue).contains("milk unknown: butter, in step 2, not in the list"))
        let writer = ReasonWriter(soup, catalogue, .en)
        let views = try writer.views(.allergen(.milk), in: diets(soup))
        #expect(views.map(\.text) == ["butter, in step 2, is not in the list"])
        soup.notInDish = "butter"
        #expect(try diets(soup)[.milk] == .no)
    }

    @Test func `moderators get a hint about unlisted ingredients and those the author excludes`() throws {
        let catalogue = try #require(Self.catalogue)
        var soup = try body("500 g beef\n1 tsp salt", "Boil it.", "Add butter.")
        let butter = Hint.unlisted(UnlistedIngredient(key: "butter", place: .step(2)))
        #expect(SubmissionRules.hints(soup, catalogue.asked(soup)).contains(butter))
        soup.notInDish = "butter"
        let hints = SubmissionRules.hints(soup, catalogue.asked(soup))
        #expect(hints.contains(.notInDish("butter")) && !hints.contains(butter))
        #expect(Hint.decode(Hint.encode([butter] + hints)) == [butter] + hints)
    }

    @Test func `a food named often in a long text is reported once`() throws {
        let index = try #require(Self.catalogue).index
        let text = String(repeating: "butter egg cream of tartar without milk, ", count: 2_000)
        let found = index.unlisted([(text, .step(1)), (text, .tips)], beside: [])
        #expect(found.flatMap(\.mentions).count < 10)
    }
}
