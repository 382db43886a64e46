// Tests selecting several recipes of a public list, and adding them to the favourites.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct SelectSeveralTests {
    private func marks(_ recipes: [Int]) -> [(String, String)] {
        recipes.map { ("recipe", String($0)) } + [("change", "add")]
    }

    private func soups(_ site: TestSite) throws -> [Int] { try (1...3).map { try site.plant("Soup \($0)", "1 onion") } }

    @Test(arguments: ["/recipes", "/recipes?category=soup", "/search?q=soup", "/cooks/alice"])
    func `members ask for check boxes on a list`(path: String) async throws {
        let site = try TestSite()
        let soup = try site.plant("Onion soup", "1 onion", category: "soup")
        let charlie = try site.client(.charlie)
        let box = #"name="recipe" value="\#(soup)" form="selected""#
        let plain = try await charlie.get(path)
        #expect(plain.shows("Select several") && !plain.text.contains(box))
        let on = path + (path.contains("?") ? "&" : "?") + "select=1"
        #expect(plain.text.contains(#"href="\#(on.replacing("&", with: "&amp;"))""#))
        let page = try await charlie.get(on)
        #expect(page.shows("Stop selecting") && page.text.contains(box) && page.shows("Add to favourites"))
        let visitor = try await site.visitor().get(on)
        #expect(!visitor.shows("Select several") && !visitor.text.contains(box))
    }

    @Test func `pages of a list keep the check boxes`() async throws {
        let site = try TestSite()
        for number in 1...21 { try site.plant("Soup \(number)", "1 onion") }
        let charlie = try site.client(.charlie)
        #expect(try await charlie.get("/recipes?select=1").text.contains(#"href="/recipes?page=2&amp;select=1""#))
        let found = try await charlie.get("/search?q=soup&select=1")
        #expect(found.text.contains(#"href="/search?q=soup&amp;page=2&amp;select=1""#))
    }

    @Test func `selected recipes become favourites, and that can be undone`() async throws {
        let site = try TestSite()
        let soups = try soups(site)
        let charlie = try site.client(.charlie)
        try await charlie.post("/recipes/\(soups[0])/favourite").expect(.seeOther)
        let headers: Headers = ["Referer": "http://toque.test/recipes?select=1"]
        let answer = try await charlie.post("/favourites", marks(soups + [soups[1]]), headers: headers)
        #expect(answer.location == "/recipes?select=1")
        #expect(try await Set(site.favourites().items.map(\.id)) == Set(soups))
        try await site.pressUndo(answer, charlie)
        #expect(try await site.favourites().items.map(\.id) == [soups[0]])
        let again = try await charlie.post("/favourites", marks([soups[0]]))
        #expect(try await charlie.get(found(again.location)).shows("in your favourites already"))
    }

    @Test func `a folder gets all selected recipes, and undoing puts favourites back`() async throws {
        let site = try TestSite()
        let soups = try soups(site)
        let charlie = try site.client(.charlie)
        try await charlie.post("/favourites/folders", [("name", "Winter")]).expect(.seeOther)
        try await charlie.post("/favourites/folders", [("name", "Summer")]).expect(.seeOther)
        #expect(try await charlie.get("/recipes?select=1").shows("Winter"))
        try await charlie.post("/favourites", marks([soups[0]]) + [("folder", "2")]).expect(.seeOther)
        try await charlie.post("/favourites", marks([soups[0]]) + [("folder", "none")]).expect(.seeOther)
        #expect(try await site.favourites("?folder=2").total == 1)
        let answer = try await charlie.post("/favourites", marks(soups) + [("folder", "1")])
        #expect(try await site.favourites("?folder=1").total == 3)
        try await site.pressUndo(answer, charlie)
        #expect(try await site.favourites("?folder=2").items.map(\.id) == [soups[0]])
        #expect(try await site.favourites().total == 1)
    }

    @Test func `recipes that the member may not read, and folders of others, are not used`() async throws {
        let site = try TestSite()
        let soups = try soups(site)
        let draft = try await site.write(.honey)
        let charlie = try site.client(.charlie)
        try await site.client(.alice).post("/favourites/folders", [("name", "Winter")]).expect(.seeOther)
        #expect(try await charlie.post("/favourites", marks(soups) + [("folder", "1")]).status == .notFound)
        try await charlie.post("/favourites", marks([draft, 999, soups[0]])).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM favourite") == 1)
    }

    @Test func `at most 100 recipes are added at a time, and 10,000 in total`() async throws {
        let site = try TestSite()
        let soups = try soups(site)
        let charlie = try site.client(.charlie)
        let many = marks(Array(1...FavouriteRules.addedTogether + 1))
        #expect(try await charlie.post("/favourites", many).shows("At most 100 recipes"))
        try await charlie.post("/favourites", marks(Array(1...FavouriteRules.addedTogether))).expect(.seeOther)
        #expect(try await site.favourites().total == soups.count)
        try await charlie.post("/favourites", [("change", "add")]).expect(.seeOther)
    }
}
