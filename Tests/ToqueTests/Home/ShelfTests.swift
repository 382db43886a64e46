// Tests of shelves: which recipes they choose, why, and for whom.

import Database
import HTTP
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct ShelfTests {
    private func choose(_ candidates: [ShelfRecipe], _ taste: Taste = Taste()) -> [Int] {
        var taken: Set<Int> = []
        return ShelfRules.choose(candidates, taste, taken: &taken)
    }

    @Test func `what suits the taste comes first, and nothing is hidden`() {
        let quick = ShelfRecipe(id: 1, minutes: 20)
        let long = ShelfRecipe(id: 2, author: 1, minutes: 90)
        let disliked = ShelfRecipe(id: 3, author: 2, minutes: 20, hasDisliked: true)
        let rich = ShelfRecipe(id: 4, author: 3, minutes: 20, claims: NutritionClaim.bits([.highProtein]))
        #expect(choose([disliked, long, quick, rich]) == [2, 1, 4, 3])
        #expect(choose([disliked, long, quick], Taste(disliked: [7], maxMinutes: 30)) == [1, 2, 3])
        #expect(choose([quick, rich], Taste(goals: [.sourceOfProtein])) == [4, 1])
    }

    @Test func `a shelf has recipes of several authors and courses, where there are`() {
        let many = (1...8).map { ShelfRecipe(id: $0, category: 1, author: 1) }
        let others = (9...12).map { ShelfRecipe(id: $0, category: $0, author: $0) }
        #expect(choose(many + others) == [1, 2, 3, 9, 10, 11])
        #expect(choose(many) == [1, 2, 3, 4, 5, 6])
        #expect(choose([many[0]]).isEmpty)
    }

    @Test func `no recipe is on two shelves`() {
        var taken: Set<Int> = [1]
        let recipes = (1...4).map { ShelfRecipe(id: $0) }
        #expect(ShelfRules.choose(recipes, Taste(), taken: &taken) == [2, 3, 4])
        #expect(ShelfRules.choose(recipes, Taste(), taken: &taken).isEmpty)
    }

    private struct Answer: Decodable {
        struct Shelf: Decodable {
            let title: String
            let items: [Item]
        }
        struct Item: Decodable { let id: Int }
        let shelves: [Shelf]

        subscript(title: String) -> [Int] { shelves.first { $0.title == title }?.items.map(\.id) ?? [] }
    }

    @Test func `popular is what others save, not what its author does`() async throws {
        let site = try TestSite()
        let soups = try ["Leek soup", "Onion soup", "Bean soup", "Pea soup"].map { try site.plant($0, "1 onion") }
        func save(_ recipe: Int, _ people: Person...) throws {
            for person in people {
                try site.run(
                    "INSERT INTO favourite (user_id, recipe_id, added_at) VALUES (\(person.id), \(recipe), \(site.now))"
                )
            }
        }
        // Alice is the author of all of them.
        try save(soups[0], .alice, .bob)
        try save(soups[1], .bob, .charlie)
        try save(soups[2], .bob, .charlie, .ada)
        try site.read { try site.site.popularRecipes.count($0, now: site.now) }
        #expect(site.site.popularRecipes.current.popular == [soups[2], soups[1]])
        let explore = try await site.visitor().json("/explore", as: Answer.self)
        #expect(explore["Popular now"] == [soups[2], soups[1]])
        #expect(try await site.visitor().get("/").shows("Popular now"))
        // What is old counts less.
        try site.run("UPDATE favourite SET added_at = 0 WHERE recipe_id = \(soups[2])")
        try site.read { try site.site.popularRecipes.count($0, now: site.now) }
        #expect(site.site.popularRecipes.current.popular == [soups[1], soups[2]])
    }

    @Test func `a member sees what the pantry allows and what resembles a saved recipe`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Lentil soup", "200 g red lentils\n1 onion")
        let stew = try site.plant("Lentil stew", "300 g red lentils\n1 kg beef")
        let curry = try site.plant("Lentil curry", "100 g red lentils\n400 ml coconut milk")
        let rolls = try ["Bread", "Rolls"].map { try site.plant($0, "1 kg flour\n1 l water") }
        try site.read { try site.site.popularRecipes.count($0, now: site.now) }
        try await site.client(.charlie).post("/recipes/\(soup)/favourite").expect(.seeOther)
        try await site.fill("2 kg flour")
        let explore = try await site.client(.charlie).json("/explore", as: Answer.self)
        #expect(Set(explore["From your pantry"]) == Set(rolls))
        #expect(explore["Because you saved “Lentil soup”"].sorted() == [stew, curry].sorted())
        let page = try await site.client(.charlie).get("/")
        #expect(page.shows("From your pantry") && page.shows("Because you saved “Lentil soup”"))
        #expect(try await !site.visitor().get("/").shows("From your pantry"))
    }

    @Test func `a member sees what resembles the recipe they looked at, until they cooked and liked one`() async throws
    {
        let site = try TestSite()
        let soup = try site.plant("Lentil soup", "200 g red lentils\n1 onion")
        let stew = try site.plant("Lentil stew", "300 g red lentils\n1 kg beef")
        let curry = try site.plant("Lentil curry", "100 g red lentils\n400 ml coconut milk")
        let dal = try site.plant("Lentil dal", "150 g red lentils\n1 lemon")
        try site.read { try site.site.popularRecipes.count($0, now: site.now) }
        let charlie = try site.client(.charlie)
        func suggested(_ title: String) async throws -> [Int] {
            try await charlie.json("/explore", as: Answer.self)[title].sorted()
        }
        try await charlie.get(site.address(of: soup)).expect(.ok)
        #expect(try await charlie.get("/").shows("Because you looked at “Lentil soup”"))
        #expect(try await suggested("Because you looked at “Lentil soup”") == [stew, curry, dal])
        try site.run(
            """
            INSERT INTO review (recipe_id, user_id, stars, text, cooked, created_at, changed_at)
            VALUES (\(stew), \(Person.charlie.id), 5, '', 'as-written', \(site.now), \(site.now))
            """)
        #expect(try await suggested("Because you cooked “Lentil stew”") == [soup, curry, dal])
        #expect(try await suggested("Because you looked at “Lentil soup”").isEmpty)
        // Nobody wants what they did not like, or more of it.
        try site.run("UPDATE review SET stars = 2, changed_at = changed_at + 1")
        #expect(try await suggested("Because you cooked “Lentil stew”").isEmpty)
        #expect(try await suggested("Because you looked at “Lentil soup”") == [curry, dal])
        #expect(
            try await charlie.json("/explore", as: Answer.self).shelves.flatMap(\.items).allSatisfy { $0.id != stew })
        // One's own recipes are looked at for other reasons.
        let alice = try site.client(.alice)
        try await alice.get(site.address(of: soup)).expect(.ok)
        #expect(try await !alice.get("/").shows("Because you looked at"))
    }

    @Test func `what suits a member in every respect is a shelf, and not among the newest again`() async throws {
        let site = try TestSite()
        try site.plant("Bread", "1 kg flour", minutes: 20)
        let salads = try ["Tomato salad", "Carrot salad"].map { try site.plant($0, "1 kg carrots", minutes: 20) }
        let slow = try site.plant("Slow carrots", "1 kg carrots", minutes: 120)
        let disliked = try site.plant("Carrots with honey", "1 kg carrots\n1 tbsp honey", minutes: 10)
        let charlie = try site.client(.charlie)
        try await charlie.post(
            "/settings/preferences", [("allergen", "gluten"), ("disliked", "honey"), ("max_minutes", "30")]
        ).expect(.seeOther)
        let shelf = "Fits your preferences"
        #expect(Set(try await charlie.json("/explore", as: Answer.self)[shelf]) == Set(salads))
        let page = try await charlie.get("/")
        #expect(page.shows(shelf))
        for recipe in salads + [slow, disliked] {
            #expect(page.text.ranges(of: #"data-recipe-id="\#(recipe)""#).count == 1)
        }
        #expect(try await !site.visitor().get("/").shows(shelf))
    }

    @Test func `recipes without a course are a shelf of the newest`() async throws {
        let site = try TestSite()
        let none = "No recipes have been published yet"
        for path in ["/", "/explore"] { #expect(try await site.visitor().get(path).shows(none)) }
        let first = try site.plant("Bread", "1 kg flour")
        try site.run("UPDATE public_recipe SET category_id = NULL")
        let explore = try await site.visitor().json("/explore", as: Answer.self)
        #expect(explore["Newest recipes"] == [first])
        for path in ["/", "/explore"] { #expect(try await !site.visitor().get(path).shows(none)) }
        // Filters that leave nothing do not empty the site.
        let charlie = try site.client(.charlie)
        try await charlie.post("/settings/preferences", [("allergen", "gluten")]).expect(.seeOther)
        for path in ["/", "/explore"] { #expect(try await !charlie.get(path).shows(none)) }
        #expect(try await charlie.get("/explore").shows("No suggestions right now"))
    }

    @Test func `allergens hide what does not fit, and the page says what comes first`() async throws {
        let site = try TestSite()
        for title in ["Bread", "Rolls"] { try site.plant(title, "1 kg flour") }
        let salads = try ["Tomato salad", "Carrot salad"].map { try site.plant($0, "1 kg carrots") }
        let charlie = try site.client(.charlie)
        try await charlie.post(
            "/settings/preferences", [("allergen", "gluten"), ("max_minutes", "30"), ("units", "written")]
        ).expect(.seeOther)
        let found = Set(try await charlie.json("/explore", as: Answer.self).shelves.flatMap(\.items).map(\.id))
        #expect(found.isSubset(of: Set(salads)))
        #expect(try await charlie.get("/explore").shows("What suits your time, goals and dislikes comes first"))
    }
}
