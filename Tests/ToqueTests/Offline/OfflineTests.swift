// Tests the site as an app: the manifest, the service worker, what a device keeps, and what it sends later.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

private struct KeptPages: Decodable, Sendable {
    struct Page: Decodable, Sendable {
        let address: String
        let title: String
    }

    let owner: String
    let csrf: String
    let refreshAfter: Int
    let pictures: Bool
    let pages: [Page]

    enum CodingKeys: String, CodingKey {
        case owner, csrf, pictures, pages
        case refreshAfter = "refresh_after"
    }
}

private struct Added: Decodable, Sendable {
    let added: Bool
}

@Suite struct OfflineTests {
    @Test func `a recipe is kept once, what is being cooked first`() {
        let kept = OfflineRules.kept(cooking: [3], planned: [2, 3, 2], favourites: Array(1...100))
        #expect(kept.prefix(3) == [3, 2, 1] && kept.count == OfflineRules.recipes && Set(kept).count == kept.count)
    }

    @Test func `the manifest is in the reader's language, and its icons exist`() async throws {
        let site = try TestSite()
        let visitor = try site.visitor()
        let answer = try await visitor.get("/manifest.webmanifest", headers: ["Accept-Language": "ru"])
        #expect(answer.headers["Content-Type"] == "application/manifest+json" && answer.text.contains(#""lang":"ru""#))
        let icons = answer.text.matches(of: /"src":"([^"]+)"/).map { String($0.1) }
        #expect(icons.count >= 4)
        for icon in icons { try await visitor.get(icon).expect(.ok) }
    }

    @Test func `the service worker covers the whole site, and is asked for each time`() async throws {
        let site = try TestSite()
        let answer = try await site.visitor().get("/sw.js")
        #expect(answer.headers["Cache-Control"] == "public, no-cache")
        #expect(answer.headers["Content-Type"] == "text/javascript; charset=utf-8")
        #expect(answer.text.hasPrefix("const SITE = { queue: \"/static/queue."))
        #expect(answer.text.contains("icon: \"/static/icon-192."))
        let page = try await site.visitor().get("/").text
        #expect(page.contains(#"<link rel="manifest""#) && !page.contains("data-offline="))
        #expect(try await site.client(.charlie).get("/").text.contains(#"data-offline="\#(Person.charlie.id)""#))
    }

    @Test func `a device keeps lists, and recipes that the member may read`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let (soup, cake) = (
            try await site.publish(RecipeFields("Soup", ingredients: "1 onion")),
            try await site.publish(RecipeFields("Cake", ingredients: "1 egg"))
        )
        try await charlie.post("/recipes/\(soup)/favourite").expect(.seeOther)
        try await charlie.post("/recipes/\(cake)/cook", [("step", "1")]).expect(.seeOther)
        let kept: KeptPages = try await charlie.json("/offline/pages")
        let cakePage = try site.address(of: cake)
        let soupPage = try site.address(of: soup)
        #expect(
            kept.pages.map(\.address) == [
                "/shopping", "/plan", "/favourites", cakePage, "/recipes/\(cake)/cook", soupPage,
                "/recipes/\(soup)/cook",
            ])
        #expect(kept.owner == String(Person.charlie.id) && kept.pictures)
        #expect(kept.refreshAfter == OfflineRules.interval && kept.pages[4].title == "Cake: cook mode")
        try await charlie.post("/settings/preferences", [("low_data", "on")]).expect(.seeOther)
        let saving: KeptPages = try await charlie.json("/offline/pages")
        #expect(!saving.pictures && saving.refreshAfter == OfflineRules.lowDataInterval)
        let nothing: KeptPages = try await site.visitor().json("/offline/pages")
        #expect(nothing.owner.isEmpty && nothing.pages.isEmpty && !nothing.csrf.isEmpty)
    }

    @Test func `the page for use without a connection contains nothing of the member`() async throws {
        let site = try TestSite()
        let page = try await site.client(.charlie).get("/offline").text
        #expect(page.contains("You are offline") && !page.contains("charlie") && !page.contains("/logout"))
    }

    @Test func `fetching a page to keep it neither counts as seen nor uses up the outcome of a change`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let soup = try await site.publish(RecipeFields("Soup", ingredients: "1 onion"))
        try await charlie.post("/plan", [("day", "2026-11-29"), ("note", "Leftovers")]).expect(.seeOther)
        let kept = try await charlie.get(site.address(of: soup), headers: ["Purpose": "prefetch"])
        #expect(!kept.shows("Added to your plan"))
        #expect(try await charlie.get("/plan").shows("Added to your plan"))
        #expect(try await !charlie.get("/history").shows("Soup"))
    }

    @Test func `what a device sends twice is added once`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let fields = [("text", "2 l milk"), ("change", "0b7c7a4e-1111")]
        for isNew in [true, false] {
            let answer: Added = try await charlie.post(
                "/shopping/items", fields, headers: ["Accept": "application/json"]
            ).json()
            #expect(answer.added == isNew)
        }
        #expect(try await site.shoppingLines() == ["2 l milk"])
        // Another member's change has a name of its own, and a name that is too long or strange is none.
        try await site.client(.alice).post("/shopping/items", fields).expect(.seeOther)
        #expect(try await site.shoppingLines(of: .alice) == ["2 l milk"])
        for name in [String(repeating: "x", count: 65), "short", "<script>x"] {
            try await charlie.post("/shopping/items", [("text", "1 l milk"), ("change", name)]).expect(.seeOther)
        }
        #expect(try await site.shoppingLines() == ["5 l milk"])
        #expect(try site.count("SELECT count(*) FROM shopping_change") == 2)
    }
}
