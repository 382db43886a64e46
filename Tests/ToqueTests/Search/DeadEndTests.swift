// Tests of what a page with few or no results offers.

import HTTP
import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct DeadEndTests {
    private func site() throws -> TestSite {
        let site = try TestSite()
        for number in 1...8 { try site.plant("Lentil stew \(number)", "300 g red lentils\n1 onion", minutes: 40) }
        try site.plant("Honey cake", "200 g flour\n100 g honey\n2 eggs", category: "baking", minutes: 60)
        try site.plant("Walnut cake", "200 g walnuts\n100 g sugar\n2 eggs", category: "baking", minutes: 60)
        return site
    }

    private func page(_ site: TestSite, _ query: String) async throws -> Response {
        try await site.visitor().get("/search?\(query)")
    }

    private func cards(_ page: Response) -> Int {
        page.text.split(separator: #"<article class="recipe-card""#).count - 1
    }

    @Test func `without results the nearest recipes are shown, with what was left out`() async throws {
        let page = try await page(site(), "q=lentil&max_minutes=15")
        #expect(page.shows("Nearest recipes, leaving out “within 15 min”") && page.shows("Lentil stew"))
        #expect(cards(page) == SearchAlternatives.recipes && page.shows("Leave out “within 15 min”: 8 recipes"))
        #expect(page.text.contains(#"<p><a href="/search?q=lentil">"#))
        // A filter is left out before a word.
        #expect(!page.shows("leaving out “lentil”"))
    }

    @Test(arguments: [
        ("q=cake&diet=vegan", "Vegan", "cake"), ("q=cake+-eggs", "without eggs", "cake"),
        ("q=walnut&free_from=nuts", "free from: Nuts", nil), ("q=vegan+cake", "Vegan", "cake"),
    ])
    func `recipes without what somebody avoids are never shown unasked`(
        _ query: String, _ left: String, _ shown: String?
    ) async throws {
        let page = try await page(site(), query)
        #expect(page.shows("Leave out “\(left)”"))
        #expect(!page.shows("leaving out “\(left)”") && !page.shows("Walnut cake"))
        if let shown { #expect(page.shows("leaving out “\(shown)”") && page.shows("Lentil stew")) }
    }

    @Test func `few results are followed by searches that find more, and no others`() async throws {
        let site = try site()
        let few = try await page(site, "q=cake&with=walnuts")
        #expect(cards(few) == 1 && few.shows("Leave out “with walnuts”: 2 recipes"))
        #expect(!few.shows("Leave out “cake”") && !few.shows("Nearest recipes"))
        let typed = try await page(site, "q=cake+with+walnuts")
        #expect(typed.shows("Leave out “with walnuts”: 2 recipes"))
        let many = try await page(site, "q=lentil&max_minutes=45")
        #expect(!many.shows("Leave something out"))
    }

    @Test func `a word that no recipe has leads to similar words`() async throws {
        let site = try TestSite()
        for number in 1...5 {
            try site.plant("Blackberry crumble \(number)", "300 g apples", minutes: 30)
            try site.plant("Шашлычный соус \(number)", "300 г яблок", language: "ru")
        }
        let inside = try await page(site, "q=umbl")
        #expect(inside.shows("Recipes have similar words:") && inside.text.contains(#"href="/search?q=crumble""#))
        let begun = try await page(site, "q=\(Percent.encode(query: "шашлычонок"))")
        #expect(begun.text.contains("шашлычный") && begun.text.contains(#"<span class="count">5</span>"#))
    }

    @Test(arguments: ["zzyzzx", "щъщъщъ"])
    func `a word that is like none leads to courses`(_ word: String) async throws {
        let page = try await page(site(), "q=\(Percent.encode(query: word))")
        #expect(page.shows("Browse instead:") && page.text.contains(#"href="/search?category=baking""#))
        #expect(page.text.contains(#"href="/search?sort=popular""#) && cards(page) == 0)
        let json = try await site().visitor().json(
            "/search?q=\(Percent.encode(query: word))", as: ListAnswer<CardAnswer>.self)
        #expect(json.total == 0 && json.items.isEmpty)
    }
}
