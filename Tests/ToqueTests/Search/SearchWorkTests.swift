// Tests that a search does each piece of work once, and that slow work runs on workers.

import HTTP
import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct SearchWorkTests {
    /// A name in many spellings that differ only in capital letters.
    private static func spellings(of name: String, _ count: Int) -> [String] {
        (0..<count).map { number in
            String(name.enumerated().map { number >> $0 & 1 == 1 ? Character($1.uppercased()) : $1 })
        }
    }

    @Test func `one food in many spellings is left out once`() throws {
        let catalogue = try TestSite().catalogue()
        let names = Self.spellings(of: "cinnamon", SearchForm.namesLimit)
        #expect(Set(names).count == SearchForm.namesLimit)
        let form = SearchForm(Parameters([(name: "without", value: names.joined(separator: ","))]))
        let (query, unknown, leftOut) = form.query(
            catalogue, DefaultFilters(), TypedSearch("", catalogue), now: 0)
        #expect(form.without == ["cinnamon"] && leftOut.count == 1 && unknown.isEmpty && !query.without.isEmpty)
    }

    @Test func `a filter that is named many times counts once, and has one link`() throws {
        let catalogue = try TestSite().catalogue()
        let names = [
            ("diet", "vegan"), ("diet", "keto"), ("free_from", "milk"), ("nutrition", "low-fat"), ("diet", "nonsense"),
        ]
        let parameters = Parameters(Array(repeating: names, count: 50).joined().map { (name: $0, value: $1) })
        let form = SearchForm(parameters)
        #expect(Set(form.diets) == [.vegan, .keto] && form.diets.count == 2)
        #expect(form.freeFrom == [.milk] && form.claims == [.lowFat])
        #expect(SearchPage.active(form, TypedSearch("", catalogue), catalogue, .en).count == 4)
        #expect(form.unknownFilters.contains("nonsense"))
        let pantry = PantryQuery(parameters, catalogue)
        #expect(Set(pantry.diets) == [.vegan, .keto] && pantry.diets.count == 2 && pantry.freeFrom == [.milk])
    }

    @Test func `ways to find more are counted by the workers, and the page does without them if too much waits`()
        async throws
    {
        let site = try SearchFilterTests.site()
        let visitor = try site.visitor()
        let path = "/search?diet=vegan&with=honey"
        #expect(try await visitor.get(path).shows("Leave something out to find more"))
        let page = try await site.withFullPool { try await visitor.get(path) }
        #expect(page.status == .ok && !page.shows("Leave something out to find more"))
    }

    @Test(arguments: ["min_rating=1", "licensed=1", "q=%22peanut+noodles%22"])
    func `a search that only SQL can answer runs on a worker`(query: String) async throws {
        let site = try SearchFilterTests.site()
        let visitor = try site.visitor()
        #expect(try await visitor.get("/search?q=salt").status == .ok)
        let statuses = try await site.withFullPool {
            try await [visitor.get("/search?\(query)").status, visitor.get("/search?q=salt").status]
        }
        #expect(statuses == [.unavailable, .ok])
        #expect(try await visitor.get("/search?\(query)").status == .ok)
    }

    @Test func `without an index, a worker reads the suggested titles, and there are none if too much waits`()
        async throws
    {
        struct Suggested: Decodable {
            struct Item: Decodable { let kind: String }
            let items: [Item]
        }
        let site = try TestSite()
        for number in 0...2 * RecipeSearchIndex.mostChanges { try site.plant("Salt soup \(number)", "1 tsp salt") }
        let visitor = try site.visitor()
        let full: Suggested = try await site.withFullPool { try await visitor.json("/search/suggest?q=salt") }
        #expect(!full.items.isEmpty && full.items.allSatisfy { $0.kind == "ingredient" })
        let free: Suggested = try await visitor.json("/search/suggest?q=salt")
        #expect(free.items.contains { $0.kind == "recipe" })
    }
}
