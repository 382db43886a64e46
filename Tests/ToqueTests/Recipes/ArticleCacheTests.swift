// Tests that cached recipe pages and cards equal freshly made ones.

import Database
import HTTP
import Testing
import Words

@testable import TestKit
@testable import Toque

@Suite struct ArticleCacheTests {
    /// The page of a recipe for a visitor, which must be the same without a cache.
    private func page(_ site: TestSite, _ recipe: Int, headers: Headers = [:]) async throws -> String {
        let answer = try await site.visitor().get("/recipes/\(recipe)", headers: headers)
        try answer.expect(.ok)
        let fresh = try TestSite(folder: site.folder, clock: site.clock)
        #expect(try await fresh.visitor().get("/recipes/\(recipe)", headers: headers).text == answer.text)
        return answer.text
    }

    @Test func `a page is made once for each language and then reused`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.honey)
        let english = try await page(site, recipe)
        #expect(try await page(site, recipe) == english)
        #expect(site.site.articles.count == 1)
        #expect(try await page(site, recipe, headers: ["Accept-Language": "ru"]) != english)
        #expect(site.site.articles.count == 2)
    }

    @Test func `an approved revision shows immediately, and a deleted recipe no longer`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.honey)
        _ = try await page(site, recipe)
        try await site.save(recipe, .honey.with("title", "Porridge of another day"))
        #expect(try await !page(site, recipe).contains("Porridge of another day"))
        try await site.approve(site.submit(recipe))
        #expect(try await page(site, recipe).contains("Porridge of another day"))
        try await site.client(.alice).post("/recipes/\(recipe)/delete").expect(.seeOther)
        #expect(try await site.visitor().get("/recipes/\(recipe)").status == .notFound)
    }

    @Test func `the licence badge disappears when the licence expires`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.honey)
        let licensed = try await page(site, recipe)
        site.clock.advance(by: 400 * TestClock.day)
        #expect(try await page(site, recipe) != licensed)
    }

    @Test func `a new name of the author shows immediately`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.honey)
        _ = try await page(site, recipe)
        try site.run("UPDATE user SET username = 'alicia' WHERE id = \(Person.alice.id)")
        #expect(try await page(site, recipe).contains("alicia"))
    }

    @Test func `a change of the catalogue shows immediately`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.honey)
        let before = try await page(site, recipe)
        try await site.change("/admin/ingredients/honey", ("fact.vegan", "yes"))
        #expect(try await page(site, recipe) != before)
    }

    @Test func `a cached card equals a new one`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.honey)
        let before = try await list(site)
        #expect(try await list(site) == before)
        #expect(site.site.cards.count == 1)
        try site.run("UPDATE user SET username = 'alicia' WHERE id = \(Person.alice.id)")
        #expect(try await list(site).contains("alicia"))
        try await site.save(recipe, .honey.with("title", "Porridge of another day"))
        try await site.approve(site.submit(recipe))
        #expect(try await list(site).contains("Porridge of another day"))
        site.clock.advance(by: 400 * TestClock.day)
        #expect(try await !list(site).contains("#i-hat"))
    }

    /// The recipe index, which must be the same without a cache.
    private func list(_ site: TestSite) async throws -> String {
        let answer = try await site.visitor().get("/recipes")
        let fresh = try TestSite(folder: site.folder, clock: site.clock)
        #expect(try await fresh.visitor().get("/recipes").text == answer.text)
        return answer.text
    }

    @Test func `the cache keeps at most its limit, and what was used last`() {
        let cache = VersionCache<Int, Int, Int>(limit: 8)
        for key in 1...70 {
            #expect(cache.value(key, 1) { key * 2 } == key * 2)
            #expect(cache.value(key, 1) { 0 } == key * 2)
            #expect(cache.value(key, 2) { key * 3 } == key * 3)
            #expect(cache.value(-1, 1) { key } == 1)
            #expect(cache.count <= 8)
        }
        #expect(cache.known(70, 2) == 210)
        #expect(cache.known(70, 1) == nil)
        #expect(cache.known(1, 2) == nil)
    }

    @Test func `values may cost more or less, and one that costs too much is not kept`() {
        let cache = VersionCache<Int, Int, [Int]>(limit: 100) { $0.count }
        func add(_ key: Int, _ size: Int) { _ = cache.value(key, 1) { [Int](repeating: key, count: size) } }
        add(1, 51)
        #expect(cache.count == 0)
        for key in 2...6 { add(key, 10) }
        #expect(cache.count == 5)
        add(7, 30)
        add(8, 30)
        #expect(cache.known(2, 1) == nil)
        #expect(cache.known(7, 1)?.count == 30)
        #expect(cache.known(8, 1)?.count == 30)
        #expect(cache.count == 2)
    }
}
