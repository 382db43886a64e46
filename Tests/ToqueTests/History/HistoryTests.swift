// Tests the history of seen recipes: what counts as seen, the lists, removing, and switching it off.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct HistoryTests {
    private func history(_ site: TestSite, _ query: String = "", _ person: Person = .charlie) async throws
        -> ListAnswer<CardAnswer>
    {
        try await site.client(person).json("/history\(query)")
    }

    /// Charlie opens the pages of some recipes, one after the other.
    private func open(_ recipes: [Int], _ site: TestSite, headers: Headers = [:]) async throws {
        let charlie = try site.client(.charlie)
        for recipe in recipes {
            site.clock.advance(by: 1_000)
            try await charlie.get(site.address(of: recipe), headers: headers).expect(.ok)
        }
    }

    private func plant(_ count: Int, _ site: TestSite) throws -> [Int] {
        try (1...count).map { try site.plant("Soup \($0)", "1 onion") }
    }

    @Test func `opened recipes are listed once, the latest first`() async throws {
        let site = try TestSite()
        let soups = try plant(3, site)
        try await open(soups + [soups[0]], site)
        #expect(try await history(site).items.map(\.id) == [soups[0], soups[2], soups[1]])
        let page = try await site.client(.charlie).get("/history")
        #expect(page.text.split(separator: #"<article class="recipe-card""#).count == 4)
        #expect(try await history(site, "", .alice).total == 0)
    }

    @Test func `only whole pages count, and nothing of visitors`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Onion soup", "1 onion")
        let address = try site.address(of: soup)
        for purpose in ["prefetch", "prefetch;prerender"] {
            try await open([soup], site, headers: ["Sec-Purpose": purpose])
        }
        try await open([soup], site, headers: ["Purpose": "prefetch"])
        try await open([soup], site, headers: ["Accept": "application/json"])
        let charlie = try site.client(.charlie)
        try await charlie.send(.head, address).expect(.ok)
        try await charlie.get(address + "/print").expect(.ok)
        try await charlie.send(.get, "/recipes/\(soup)").expect(.movedPermanently)
        try await site.visitor().get(address).expect(.ok)
        await site.site.seenRecipes.flush()
        #expect(try site.count("SELECT count(*) FROM seen_recipe") == 0)
    }

    @Test func `opening a recipe writes nothing itself`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Onion soup", "1 onion")
        let address = try site.address(of: soup)
        try await open([soup], site)
        #expect(site.site.seenRecipes.isWaiting { $0.recipe == soup })
        let before = try site.count("SELECT count(*) FROM seen_recipe")
        #expect(before == 0)
        let (charlie, other) = (try site.client(.charlie), try site.client(.charlie))
        _ = try await charlie.get(address)
        try site.run("INSERT INTO history_off (user_id, since) VALUES (4, 0)")
        let first = charlie.reader.statementCount
        _ = try await other.get(address)
        #expect(other.reader.statementCount == first)
    }

    @Test func `the home page shows the latest six, and nothing to others`() async throws {
        let site = try TestSite()
        let soups = try plant(7, site)
        let charlie = try site.client(.charlie)
        #expect(try await charlie.get("/").shows("Recently seen") == false)
        try await open(soups, site)
        let page = try await charlie.get("/").text
        let strip = try #require(page.firstMatch(of: /<section aria-labelledby="seen">[\s\S]*?<\/section>/)).output
        let ids = strip.matches(of: /data-recipe-id="(\d+)"/).compactMap { Int($0.1) }
        #expect(ids == Array(soups.reversed().prefix(6)))
        for client in try [site.visitor(), site.client(.alice)] {
            #expect(try await client.get("/").shows("Recently seen") == false)
        }
    }

    @Test func `what was seen is above the note about diets, and says that they don't apply`() async throws {
        let site = try TestSite()
        let omelette = try site.plant("Omelette", "3 eggs")
        try site.plant("Onion soup", "3 onions")
        let charlie = try site.client(.charlie)
        try await open([omelette], site)
        #expect(try await charlie.get("/").shows("whatever your diets and allergens are") == false)
        try await charlie.post("/settings/preferences", [("diet", "vegan")]).expect(.seeOther)
        let page = try await charlie.get("/").text
        let strip = try #require(page.firstRange(of: /id="seen">[\s\S]*?whatever your diets and allergens are/))
        let note = try #require(page.firstRange(of: "Showing only recipes that fit you"))
        let newest = try #require(page.firstRange(of: #"id="newest""#))
        #expect(strip.upperBound < note.lowerBound && note.upperBound < newest.lowerBound)
    }

    @Test func `own private recipes are listed, and recipes that are not public any more are not`() async throws {
        let site = try TestSite()
        let id = try await site.publish(.vegan)
        let mine = try await site.write(.honey, as: .charlie)
        try await open([id, mine], site)
        #expect(try await history(site).items.map(\.id) == [mine, id])
        try await site.client(.alice).post("/recipes/\(id)/delete").expect(.seeOther)
        #expect(try await history(site).items.map(\.id) == [mine])
        #expect(try await history(site).total == 1)
        try await site.client(.alice).post("/recipes/\(id)/restore").expect(.seeOther)
        #expect(try await history(site).items.map(\.id) == [mine, id])
    }

    @Test func `recipes are removed one by one, selected or all, and that can be undone`() async throws {
        let site = try TestSite()
        let soups = try plant(4, site)
        try await open(soups, site)
        let charlie = try site.client(.charlie)
        let marked = [("recipe", String(soups[1])), ("recipe", String(soups[2]))]
        let one = try await charlie.post("/history", marked + [("one", String(soups[0]))])
        #expect(try await history(site).items.map(\.id) == [soups[3], soups[2], soups[1]])
        let two = try await charlie.post("/history", marked)
        #expect(try await history(site).items.map(\.id) == [soups[3]])
        for answer in [two, one] {
            let step = try #require(answer.cookie("toque_done")?.firstMatch(of: /:(\d+)/)?.1)
            try await charlie.post("/history/undo/\(step)").expect(.seeOther)
        }
        #expect(try await history(site).items.map(\.id) == soups.reversed())
        let all = try await charlie.post("/history/clear")
        #expect(try await history(site).total == 0)
        try await site.pressUndo(all, charlie)
        #expect(try await history(site).items.map(\.id) == soups.reversed())
        #expect(try await charlie.post("/history").location == "/history")
        #expect(try await charlie.get("/history").shows("Nothing was selected"))
        try await site.client(.alice).post("/history", marked).expect(.seeOther)
        #expect(try await history(site).total == 4)
    }

    @Test func `what waits in memory does not come back after clearing`() async throws {
        let site = try TestSite()
        try await open(plant(2, site), site)
        try await site.client(.charlie).post("/history/clear").expect(.seeOther)
        await site.site.seenRecipes.flush()
        #expect(try await history(site).total == 0)
    }

    @Test func `nothing is recorded while history is off, and the page says so`() async throws {
        let site = try TestSite()
        let soups = try plant(2, site)
        let charlie = try site.client(.charlie)
        try await open([soups[0]], site)
        try await charlie.post("/history/switch", [("on", "0")]).expect(.seeOther)
        try await open([soups[1]], site)
        #expect(try await history(site).items.map(\.id) == [soups[0]])
        let note = "History is off: the recipes that you open and your searches are not recorded."
        #expect(try await charlie.get("/history").shows(note))
        try await charlie.post("/history/switch", [("on", "0")]).expect(.seeOther)
        try await charlie.post("/history/switch", [("on", "1")]).expect(.seeOther)
        try await open([soups[1]], site)
        #expect(try await history(site).items.map(\.id) == [soups[1], soups[0]])
    }

    @Test func `at most 500 recipes are kept, and the oldest are dropped`() async throws {
        let site = try TestSite()
        let soups = try plant(2, site)
        let now = site.now
        try site.write { db in
            try db.run(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(HistoryRules.kept))
                INSERT INTO recipe (id, author_id, created_at, updated_at) SELECT i + 1000, 1, 0, 0 FROM n
                """)
            try db.run(
                "INSERT INTO seen_recipe (user_id, recipe_id, seen_at) SELECT 4, id, id FROM recipe WHERE id > 1000")
            try HistoryStore(db).add(
                Dictionary(uniqueKeysWithValues: soups.map { (SeenRecipe(user: 4, recipe: $0), now) }))
        }
        #expect(try site.count("SELECT count(*) FROM seen_recipe") == HistoryRules.kept)
        #expect(try site.count("SELECT min(seen_at) FROM seen_recipe") == 1003)
        #expect(try await history(site).total == 2)
    }

    @Test func `a view of a recipe or account that is gone keeps no other from being written`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Onion soup", "1 onion")
        let now = site.now
        try site.write { db in
            try HistoryStore(db).add([
                SeenRecipe(user: 4, recipe: 999): now, SeenRecipe(user: 999, recipe: soup): now,
                SeenRecipe(user: 4, recipe: soup): now,
            ])
        }
        #expect(try site.count("SELECT count(*) FROM seen_recipe") == 1)
        try site.write { try ErasureStore($0).eraseRows(of: Person.charlie.id) }
        #expect(try site.count("SELECT count(*) FROM seen_recipe") == 0)
    }

    @Test func `the history is listed twenty to a page`() async throws {
        let site = try TestSite()
        try await open(plant(21, site), site)
        #expect(try await history(site).items.count == 20)
        #expect(try await history(site, "?page=2").items.map(\.title) == ["Soup 1"])
        let page = try await site.client(.charlie).get("/history")
        #expect(page.text.contains(#"rel="next" href="/history?page=2""#))
    }
}
