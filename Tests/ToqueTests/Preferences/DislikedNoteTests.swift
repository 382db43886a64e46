// Tests of what cards say about disliked ingredients, on lists that are not made for the viewer.

import HTTP
import Testing
import Words

@testable import TestKit
@testable import Toque

@Suite struct DislikedNoteTests {
    private static let note = "which you don’t like"

    private func site(_ disliked: String) async throws -> TestSite {
        let site = try TestSite()
        try site.plant("Bean salad", "400 g white beans\n1 onion\n10 olives", minutes: 10)
        try site.plant("Bean stew", "400 g white beans\n1 carrot", minutes: 30)
        try site.plant("Bean soup", "400 g white beans\n1 leek", minutes: 30)
        try await site.client(.charlie).post("/settings/preferences", [("disliked", disliked)]).expect(.seeOther)
        return site
    }

    private func notes(_ page: Response) -> Int { page.text.split(separator: Self.note).count - 1 }

    @Test(arguments: ["/search?q=beans", "/search?sort=popular", "/recipes", "/pantry/recipes?missing=5"])
    func `search, all recipes and the pantry say what one dislikes`(_ path: String) async throws {
        let site = try await site("onion, olives")
        try await site.client(.charlie).post("/pantry", [("ingredient", "white beans")]).expect(.seeOther)
        let page = try await site.client(.charlie).get(path)
        #expect(page.shows("Bean salad") && page.shows("Bean stew"))
        #expect(page.shows("Has olives, onions, which you don’t like") && notes(page) == 1)
    }

    @Test(arguments: ["/search?q=beans", "/recipes"])
    func `others see no notes, and neither do members without dislikes`(_ path: String) async throws {
        let site = try await site("onion")
        #expect(try await notes(site.visitor().get(path)) == 0)
        #expect(try await notes(site.client(.bob).get(path)) == 0)
        #expect(try await notes(site.client(.charlie).get(path)) == 1)
    }

    @Test func `the preferences page says where likes rank`() async throws {
        let page = try await TestSite().client(.charlie).get("/settings/preferences")
        #expect(page.shows("keep their own order") && page.shows("Nothing is hidden."))
    }
}
