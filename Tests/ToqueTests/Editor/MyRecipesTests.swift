// Tests of a member's own recipes: paging, deleting and restoring.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct MyRecipesTests {
    private func list(_ site: TestSite, _ query: String = "", _ person: Person = .alice) async throws -> ListAnswer<
        OwnRecipeAnswer
    > {
        try await site.client(person).json("/my/recipes\(query)")
    }

    @Test func `recipes are listed twenty to a page, last changed first`() async throws {
        let site = try TestSite()
        for number in 1...21 {
            site.clock.advance(by: 1)
            _ = try await site.write(RecipeFields.vegan.with("title", "Soup \(number)"))
        }
        _ = try await site.write(.honey, as: .charlie)
        let first = try await list(site)
        #expect(first.total == 21)
        #expect(first.items.map(\.title) == (2...21).reversed().map { "Soup \($0)" })
        let second = try await list(site, "?page=2")
        #expect(second.page == 2)
        #expect(second.items.map(\.title) == ["Soup 1"])
        #expect(try await list(site, "?page=3").items.isEmpty)
        for wrong in ["0", "-1", "x", "99999999999999999999"] {
            #expect(try await site.client(.alice).get("/my/recipes?page=\(wrong)").status == .ok, "\(wrong)")
        }
        let page = try await site.client(.alice).get("/my/recipes")
        #expect(page.text.split(separator: #"<article class="recipe-card""#).count == 21)
        #expect(page.text.contains(#"rel="next" href="/my/recipes?page=2""#))
        #expect(!page.text.contains(#"rel="prev""#))
        #expect(
            try await site.client(.alice).get("/my/recipes?page=2").text.contains(
                #"rel="prev" href="/my/recipes?page=1""#))
        site.clock.advance(by: 1)
        try await site.save(1, RecipeFields.vegan.with("title", "Soup 1, better"))
        #expect(try await list(site).items.first?.title == "Soup 1, better")
    }

    @Test func `deleting asks first, and the recipe can be restored`() async throws {
        let site = try TestSite()
        let id = try await site.write(.vegan)
        let alice = try site.client(.alice)
        let page = try await alice.get("/recipes/\(id)/delete")
        #expect(page.shows("Lentil soup"))
        #expect(page.text.contains(#"action="/recipes/\#(id)/delete""#))
        #expect(try await list(site).total == 1)
        #expect(try await alice.post("/recipes/\(id)/delete").location == "/my/recipes")
        #expect(try await alice.get("/my/recipes").text.contains(#"role="status""#))
        #expect(try await list(site).total == 0)
        #expect(try await list(site, "?deleted=1").items.map(\.id) == [id])
        for address in ["", "/edit", "/draft"] {
            #expect(try await alice.get("/recipes/\(id)\(address)").status == .notFound)
        }
        #expect(try await alice.post("/recipes/\(id)", RecipeFields.honey.fields).status == .notFound)
        #expect(try await alice.post("/recipes/\(id)/submit").status == .notFound)

        #expect(try await alice.post("/recipes/\(id)/restore").status == .seeOther)
        #expect(try await alice.post("/recipes/\(id)/restore").status == .notFound)
        #expect(try await alice.get("/recipes/\(id)").status == .ok)
        #expect(try await list(site).items.map(\.state) == ["draft"])
    }

    @Test func `several recipes are deleted together, or none if one belongs to another member`() async throws {
        let site = try TestSite()
        let mine = [try await site.write(.vegan), try await site.write(.honey), try await site.write(.unknown)]
        let other = try await site.write(.vegan, as: .charlie)
        let alice = try site.client(.alice)
        let mixed = [mine[0], other].map { ("recipe", String($0)) }
        #expect(try await alice.post("/my/recipes/delete", mixed).status == .notFound)
        #expect(try await list(site).total == 3)
        let two = mine.prefix(2).map { ("recipe", String($0)) }
        #expect(try await alice.post("/my/recipes/delete", two).status == .seeOther)
        #expect(try await list(site).items.map(\.id) == [mine[2]])
        #expect(try await list(site, "", .charlie).total == 1)
        #expect(try await alice.post("/my/recipes/delete").status == .seeOther)
        #expect(try await list(site).total == 1)
    }

    @Test func `more recipes than one write deletes are deleted together, or none`() async throws {
        let site = try TestSite()
        var mine: [Int] = []
        for number in 1...6 { mine.append(try await site.write(RecipeFields.vegan.with("title", "Soup \(number)"))) }
        // The last of the list, so that others would be deleted before it.
        let other = try await site.write(.vegan, as: .charlie)
        let alice = try site.client(.alice)
        let ticks = mine.map { ("recipe", String($0)) }
        #expect(try await alice.post("/my/recipes/delete", ticks + [("recipe", String(other))]).status == .notFound)
        #expect(try await list(site).total == 6)
        #expect(try await alice.post("/my/recipes/delete", ticks).status == .seeOther)
        #expect(try await list(site).total == 0)
    }

    @Test func `a restored public recipe keeps its publishing date`() async throws {
        let site = try TestSite()
        let id = try await site.publish(.vegan)
        let published = try site.count("SELECT published_at FROM public_recipe")
        site.clock.advance(by: TestClock.hour)
        let alice = try site.client(.alice)
        _ = try await alice.post("/recipes/\(id)/delete")
        _ = try await alice.post("/recipes/\(id)/restore")
        #expect(try site.count("SELECT published_at FROM public_recipe") == published)
        #expect(try site.failures() == [])
    }

    @Test func `every selected recipe counts, also more than a page shows`() async throws {
        let site = try TestSite()
        for number in 1...25 { _ = try await site.write(RecipeFields.vegan.with("title", "Soup \(number)")) }
        let ticks = (1...25).map { ("recipe", String($0)) }
        try await site.client(.alice).post("/my/recipes/delete", ticks).expect(.seeOther)
        #expect(try await list(site).total == 0)
    }
}
