// Tests that visitors get kept pages of recipes only as long as nothing has changed, and nobody gets another's.

import Compression
import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct KeptPagesTests {
    /// How many queries the next request of a browser needs.
    private func queries(_ client: TestClient, _ path: String, headers: Headers = [:]) async throws -> Int {
        let before = client.reader.statementCount
        try await client.get(path, headers: headers).expect(.ok)
        return client.reader.statementCount - before
    }

    @Test func `a visitor gets the kept page, which is the same, and one query asks whether anything changed`()
        async throws
    {
        let site = try TestSite()
        let path = try await site.address(of: site.publish(.vegan))
        let visitor = try site.visitor()
        let first = try await visitor.get(path)
        #expect(try await queries(visitor, path) == 1)
        let again = try await visitor.get(path)
        #expect(again.text == first.text && again.headers["Content-Security-Policy"] != nil)
        #expect(again.headers["X-Request-Id"] != first.headers["X-Request-Id"])
        let packed = try await visitor.get(path, headers: ["Accept-Encoding": "gzip"])
        #expect(packed.headers["Content-Encoding"] == "gzip")
        #expect(try await queries(visitor, path, headers: ["Accept-Encoding": "gzip"]) == 1)
        let russian = try await visitor.get(path, headers: ["Accept-Language": "ru"])
        #expect(russian.text.contains(#"lang="ru""#))
        #expect(try await visitor.get(path).text == first.text)
    }

    @Test func `the next request after a change gets the new page`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let (path, visitor) = (try site.address(of: recipe), try site.visitor())
        for _ in 1...2 { try await visitor.get(path).expect(.ok) }
        try await site.save(recipe, RecipeFields.vegan.with("tips", "Serve it with zorbel."))
        try await site.approve(site.submit(recipe))
        #expect(try await visitor.get(path).shows("zorbel"))
        try await site.changeRecipes("take-down", [recipe])
        #expect(try await visitor.get(path).status == .notFound)
    }

    @Test func `the start page is kept too, until a recipe is published`() async throws {
        let site = try TestSite()
        let visitor = try site.visitor()
        try await visitor.get("/").expect(.ok)
        #expect(try await queries(visitor, "/") == 1)
        _ = try await site.publish(RecipeFields.vegan.with("title", "Zorbel soup"))
        #expect(try await visitor.get("/").shows("Zorbel soup"))
    }

    @Test func `a page is kept for a minute, because licences run out`() async throws {
        let site = try TestSite()
        let path = try await site.address(of: site.publish(.vegan))
        let visitor = try site.visitor()
        try await visitor.get(path).expect(.ok)
        site.clock.advance(by: KeptPages.life)
        #expect(try await queries(visitor, path) > 1)
    }

    @Test func `members, JSON and other addresses are not answered with a kept page`() async throws {
        let site = try TestSite()
        let path = try await site.address(of: site.publish(.vegan))
        let (visitor, alice) = (try site.visitor(), try site.client(.alice))
        for _ in 1...2 { try await visitor.get(path).expect(.ok) }
        // A member’s page has forms.
        let form = #"name="csrf""#
        #expect(try await alice.get(path).text.contains(form))
        #expect(try await !visitor.get(path).text.contains(form))
        #expect(try await visitor.send(.get, path, headers: ["Accept": "application/json"]).text.hasPrefix("{"))
        #expect(try await visitor.get(path + "?servings=8").text != visitor.get(path).text)
        let theme = site.site.cookieName("theme")
        visitor.cookies[theme] = "dark"
        #expect(try await visitor.get(path).text.contains(#"data-theme="dark""#))
        visitor.cookies[theme] = nil
        #expect(try await !visitor.get(path).text.contains(#"data-theme="dark""#))
    }
}
