// Tests the recipes that a pantry allows, as JSON and as a page.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

struct PantryRecipeAnswer: Decodable, Sendable {
    struct Short: Decodable, Sendable {
        let ingredient: String
        let amount: Double
        let unit: String
        let text: String
    }

    struct Substitute: Decodable, Sendable {
        let `for`: String
        let with: String
        let ratio: String
        let note: String
    }

    let id: Int
    let title: String
    let have: [String]
    let missing: [String]
    let missingCount: Int
    let short: [Short]
    let substitutes: [Substitute]
    let amountUnknown: [String]
    let optional: [String]
    let notUnderstood: [String]
    let onlyInSteps: [String]
    let usesSoon: [String]

    private enum CodingKeys: String, CodingKey {
        case id, title, have, missing, short, substitutes, optional
        case missingCount = "missing_count"
        case amountUnknown = "amount_unknown"
        case notUnderstood = "not_understood"
        case onlyInSteps = "only_in_steps"
        case usesSoon = "uses_soon"
    }
}

struct PurchaseAnswer: Decodable, Equatable, Sendable {
    let ingredients: [String]
    let recipes: Int
}

struct PantryRecipesAnswer: Decodable, Sendable {
    let total: Int
    let page: Int
    let items: [PantryRecipeAnswer]
    let purchases: [PurchaseAnswer]
}

extension TestSite {
    func matches(_ query: String = "", of person: Person = .charlie) async throws -> PantryRecipesAnswer {
        try await client(person).json("/pantry/recipes\(query)")
    }
}

@Suite struct PantryRecipesTests {
    @Test func `what needs nothing more comes first, then what misses one and two`() async throws {
        let site = try TestSite()
        try site.plant("Three away", "1 onion\n1 carrot\n100 g butter\n2 eggs")
        try site.plant("Two away", "1 onion\n1 carrot\n100 g butter")
        try site.plant("Ready", "1 onion\n1 tsp salt\n1 l water")
        try site.plant("One away", "1 onion\n1 carrot")
        #expect(try await site.matches().total == 0)
        try await site.fill("2 onions")
        let found = try await site.matches()
        #expect(found.items.map(\.title) == ["Ready", "One away", "Two away"])
        #expect(found.items.map(\.missing) == [[], ["carrot"], ["carrot", "butter"]])
        #expect(found.items[0].have == ["onion", "salt", "water"])
        #expect(try await site.matches("?missing=0").items.map(\.title) == ["Ready"])
        #expect(try await site.matches("?missing=5").total == 4)
        #expect(try await site.matches("?missing=99").total == 4)
        let page = try await site.client(.charlie).get("/pantry/recipes")
        #expect(page.shows("You have everything") && page.shows("1 missing"))
        #expect(found.purchases.first == PurchaseAnswer(ingredients: ["carrot"], recipes: 1))
        #expect(found.purchases.last == PurchaseAnswer(ingredients: ["carrot", "butter"].sorted(), recipes: 2))
    }

    @Test func `what to buy links to the recipes that need just that`() async throws {
        let site = try TestSite()
        try site.plant("Carrot soup", "1 onion\n1 carrot")
        try site.plant("Carrot butter", "1 onion\n1 carrot\n100 g butter")
        try site.plant("Buttered onion", "1 onion\n100 g butter")
        try await site.fill("2 onions")
        let charlie = try site.client(.charlie)
        let page = try await charlie.get("/pantry/recipes")
        #expect(page.text.contains(#"<a href="/pantry/recipes?missing=1&amp;with=carrot">carrot: 1 more recipe</a>"#))
        // A pair opens recipes that need both or one of the two, for which there is no one list.
        #expect(page.text.contains("+ ") && !page.text.contains("/pantry/recipes?with="))
        #expect(try await site.matches("?missing=1&with=carrot").items.map(\.title) == ["Carrot soup"])
        #expect(try await site.matches("?with=carrot&with=butter").items.map(\.title) == ["Carrot butter"])
        let filtered = try await charlie.get("/pantry/recipes?missing=1&with=carrot&with=carrot")
        #expect(filtered.text.contains(#"name="with" value="carrot""#) && filtered.shows("with carrot"))
        #expect(filtered.text.contains(#"class="chip active" href="/pantry/recipes?missing=1""#))
        let unknown = try await charlie.get("/pantry/recipes?with=frobnium")
        #expect(unknown.shows("frobnium") && !unknown.text.contains("<article"))
    }

    @Test func `amounts count across units, and unknown ones are said`() async throws {
        let site = try TestSite()
        try site.plant("Soup", "300 ml heavy cream\n2 onions\n500 g flour\n250 g butter\n2 sprigs thyme")
        try await site.fill("200 ml heavy cream\n500 g onions\n1 kg flour\nbutter\n10 g thyme")
        let soup = try #require(try await site.matches().items.first)
        #expect(soup.missing == [])
        #expect(soup.short.map(\.text) == ["heavy cream: 100\u{a0}ml short"])
        #expect(soup.short.map(\.amount) == [100] && soup.short.map(\.unit) == ["ml"])
        #expect(soup.amountUnknown.contains("butter") && !soup.amountUnknown.contains("onion"))
        let page = try await site.client(.charlie).get("/pantry/recipes")
        #expect(page.shows("heavy cream: 100\u{a0}ml short") && page.shows("Amount unknown:"))
    }

    @Test func `alternatives need one of them, and optional lines none`() async throws {
        let site = try TestSite()
        try site.plant(
            "Pan", "100 g butter or margarine\n1 onion\n1 carrot, optional\nchives, for serving\nhoney to taste")
        try await site.fill("1 onion\nmargarine")
        let pan = try #require(try await site.matches().items.first)
        #expect(pan.missing == [] && pan.have == ["margarine", "onion"])
        #expect(pan.optional == ["carrot", "chives", "honey"])
    }

    @Test func `the main ingredient is missing even if its amount is to taste`() async throws {
        let site = try TestSite()
        try site.plant("Banana bread", "3 bananas, or more to taste\n100 g butter\nhoney to taste")
        try await site.fill("100 g butter")
        let bread = try #require(try await site.matches().items.first)
        #expect(bread.missing == ["banana"] && bread.optional == ["honey"])
    }

    @Test func `lines that nobody understands are counted and shown, never taken as present`() async throws {
        let site = try TestSite()
        try site.plant("Odd", "1 onion\n2 frobnicators, chopped")
        try await site.fill("1 onion")
        #expect(try await site.matches("?missing=0").total == 0)
        let odd = try #require(try await site.matches("?missing=1").items.first)
        #expect(odd.missing == [] && odd.missingCount == 1)
        #expect(odd.notUnderstood == ["2 frobnicators, chopped"])
        let page = try await site.client(.charlie).get("/pantry/recipes")
        #expect(page.shows("2 frobnicators, chopped") && page.shows("A line that we don’t understand:"))
        #expect(try await site.matches().purchases == [])
    }

    @Test func `what only the steps name is needed too`() async throws {
        let site = try TestSite()
        let recipe = RecipeFields("Fried onion", ingredients: "1 onion").with("step", "Fry the onion in 50 g butter.")
        _ = try await site.publish(recipe)
        try await site.fill("1 onion")
        let fried = try #require(try await site.matches().items.first)
        #expect(fried.onlyInSteps == ["butter"] && fried.missing == ["butter"])
        #expect(try await site.client(.charlie).get("/pantry/recipes").shows("The steps also name:"))
    }

    @Test func `what spoils soon comes first among equals`() async throws {
        let site = try TestSite()
        try site.plant("Carrots", "2 carrots")
        try site.plant("Onions", "2 onions")
        try await site.fill("5 onions")
        let soon = Dates.iso(site.now + TestClock.day)
        let carrots = [("ingredient", "carrot"), ("amount", "1"), ("use_by", soon)]
        try await site.client(.charlie).post("/pantry", carrots).expect(.seeOther)
        let found = try await site.matches()
        #expect(found.items.map(\.title) == ["Carrots", "Onions"])
        #expect(found.items[0].usesSoon == ["carrot"] && found.items[0].short.map(\.text) == ["carrot: 1 short"])
        try site.run("UPDATE pantry_item SET use_by = NULL")
        #expect(try await site.matches().items.map(\.title) == ["Onions", "Carrots"])
    }

    @Test func `among recipes that miss equally little, those that use more of the pantry come first`() async throws {
        let site = try TestSite()
        try site.plant("Stew", "1 onion\n2 carrots\n100 g butter\n1 tsp salt")
        try site.plant("Onions", "1 onion\n1 tsp salt\n1 l water\n1 pinch black pepper")
        try site.plant("Roux", "100 g butter\n50 g butter")
        try site.plant("Salted carrots", "3 carrots\n50 g butter")
        let order = ["Stew", "Salted carrots", "Roux", "Onions"]
        try await site.fill("onions\ncarrots\nbutter")
        #expect(try await site.matches().items.map(\.title) == order)
        // What is short counts after that.
        try site.run("UPDATE pantry_item SET amount = 1, unit = ''")
        #expect(try await site.matches().items.first?.title == "Stew")
    }

    @Test func `stand-ins are named in one direction, and only what suits the member`() async throws {
        let site = try TestSite()
        try site.plant("Pancakes", "500 ml buttermilk\n2 onions")
        try site.plant("Sauce", "200 ml milk\n2 onions")
        try await site.fill("1 l milk\n2 onions\n1 l soy milk")
        let pancakes = try #require(try await site.matches().items.first { $0.title == "Pancakes" })
        #expect(pancakes.missing == ["buttermilk"])
        #expect(Set(pancakes.substitutes.map(\.with)) == ["milk", "soy milk"])
        #expect(pancakes.substitutes.allSatisfy { $0.for == "buttermilk" && !$0.ratio.isEmpty && !$0.note.isEmpty })
        let page = try await site.client(.charlie).get("/pantry/recipes")
        #expect(page.shows("Instead of buttermilk: milk (1 : "))
        try await site.client(.charlie).post("/settings/preferences", [("allergen", "soy")]).expect(.seeOther)
        let fitting = try #require(try await site.matches("?missing=2").items.first { $0.title == "Pancakes" })
        #expect(fitting.substitutes.map(\.with) == ["milk"])
        let all = try #require(try await site.matches("?all=1").items.first { $0.title == "Pancakes" })
        #expect(all.substitutes.count == 2)
        try await site.fill("1 l buttermilk")
        try site.run("DELETE FROM pantry_item WHERE ingredient_id = (SELECT id FROM ingredient WHERE key = 'milk')")
        let sauce = try #require(try await site.matches("?all=1").items.first { $0.title == "Sauce" })
        #expect(sauce.missing == ["milk"] && !sauce.substitutes.map(\.with).contains("buttermilk"))
    }

    @Test func `the member's diets apply visibly, and the page can lift them`() async throws {
        let site = try TestSite()
        try site.plant("Omelette", "3 eggs\n1 onion")
        try site.plant("Onion soup", "3 onions", category: "soup", minutes: 20)
        try await site.fill("6 eggs\n6 onions")
        let charlie = try site.client(.charlie)
        try await charlie.post("/settings/preferences", [("diet", "vegan")]).expect(.seeOther)
        #expect(try await site.matches().items.map(\.title) == ["Onion soup"])
        let page = try await charlie.get("/pantry/recipes")
        #expect(page.shows("Showing only recipes that fit you") && page.text.contains("/pantry/recipes?all=1"))
        #expect(try await site.matches("?all=1").total == 2)
        #expect(try await site.matches("?all=1&free_from=eggs").items.map(\.title) == ["Onion soup"])
        #expect(try await site.matches("?all=1&max_minutes=30").items.map(\.title) == ["Onion soup"])
        #expect(try await site.matches("?all=1&category=soup").items.map(\.title) == ["Onion soup"])
        #expect(try await site.matches("?all=1&diet=frob").total == 0)
        #expect(try await charlie.get("/pantry/recipes?diet=frob").shows("frob"))
    }

    @Test func `the index follows published, changed and deleted recipes`() async throws {
        let site = try TestSite()
        try await site.fill("1 onion\n1 carrot")
        let recipe = try await site.publish(RecipeFields("Soup", ingredients: "1 onion"))
        #expect(try await site.matches("?missing=0").items.map(\.id) == [recipe])
        try await site.save(recipe, RecipeFields("Soup", ingredients: "1 onion\n2 eggs"))
        #expect(try await site.matches("?missing=0").total == 1)
        try await site.approve(site.submit(recipe))
        #expect(try await site.matches("?missing=0").total == 0)
        #expect(try await site.matches("?missing=1").items.map(\.missing) == [["egg"]])
        #expect(try site.failures() == [])
        try await site.client(.alice).post("/recipes/\(recipe)/delete").expect(.seeOther)
        #expect(try await site.matches("?missing=5").total == 0)
    }

    @Test func `the index compares all rows when changes are no longer listed`() async throws {
        let site = try TestSite()
        try await site.fill("1 onion\n1 carrot")
        let recipes = try ["Soup", "Stew", "Pan"].map { try site.plant($0, "1 onion") }
        #expect(try await site.matches("?missing=0").total == 3)
        let salad = try site.plant("Salad", "1 carrot")
        try site.write { try PublicRecipeStore($0).remove(recipes[0]) }
        try site.run("UPDATE recipe_needs SET id = id + 100, needs = '1 0 0 0 - - ' WHERE recipe_id = \(recipes[1])")
        try site.run(
            """
            INSERT INTO search_snapshot (id, token, change_id) VALUES (1, 1, (SELECT max(id) FROM search_change))
            ON CONFLICT (id) DO UPDATE SET change_id = excluded.change_id
            """)
        try site.run("DELETE FROM search_change")
        #expect(try await site.matches("?missing=0").items.map(\.id) == [salad, recipes[2]])
    }

    @Test func `check and reindex know the needs of recipes`() async throws {
        let site = try TestSite()
        try site.plant("Soup", "1 onion")
        #expect(try site.failures() == [])
        try site.run("UPDATE recipe_needs SET needs = '1 0 0 0 - - '")
        #expect(try site.failures().map(\.check) == ["needs"])
        _ = try site.write { try Reindex(db: $0).run() }
        #expect(try site.failures() == [])
        try site.run("DELETE FROM recipe_needs")
        #expect(Set(try site.failures().map(\.check)) == ["needs", "recipe_needs"])
    }

    @Test func `visitors are led to the login page`() async throws {
        let visitor = try TestSite().visitor()
        let answer = try await visitor.send(.get, "/pantry/recipes?missing=1")
        #expect(answer.location == "/login?next=%2Fpantry%2Frecipes%3Fmissing%3D1")
    }
}
