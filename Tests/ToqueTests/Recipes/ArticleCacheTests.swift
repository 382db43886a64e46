// A page from memory says what a page from the database would.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct ArticleCacheTests {
    /// The page of a recipe as a visitor gets it, which has to be the same when nothing is kept.
    private func page(_ site: TestSite, _ recipe: Int, headers: Headers = [:]) async throws -> String {
        let answer = try await site.visitor().get("/recipes/\(recipe)", headers: headers)
        try answer.expect(.ok)
        let fresh = try TestSite(folder: site.folder, clock: site.clock)
        #expect(try await fresh.visitor().get("/recipes/\(recipe)", headers: headers).text == answer.text)
        return answer.text
    }

    @Test func `a page is made once for each language, and said again`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.honey)
        let english = try await page(site, recipe)
        #expect(try await page(site, recipe) == english)
        #expect(site.site.articles.count == 1)
        #expect(try await page(site, recipe, headers: ["Accept-Language": "ru"]) != english)
        #expect(site.site.articles.count == 2)
    }

    @Test func `a revision that is approved shows at once, and an unpublished recipe no more`() async throws {
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

    @Test func `a licence that ends takes the hat away, by the clock alone`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.honey)
        let licensed = try await page(site, recipe)
        site.clock.advance(by: 400 * TestClock.day)
        #expect(try await page(site, recipe) != licensed)
    }

    @Test func `another name of the author shows at once`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.honey)
        _ = try await page(site, recipe)
        try site.run("UPDATE user SET username = 'alicia' WHERE id = \(Person.alice.id)")
        #expect(try await page(site, recipe).contains("alicia"))
    }

    @Test func `what an admin changes in the catalogue shows at once`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.honey)
        let before = try await page(site, recipe)
        try await site.client(.ada).post("/admin/ingredients/honey", [("fact.vegan", "yes")]).expect(.seeOther)
        #expect(try await page(site, recipe) != before)
    }

    @Test func `no more are kept than the limit`() throws {
        let cache = ArticleCache()
        let site = try TestSite()
        let builder = ArticleBuilder(catalogue: try site.catalogue(), language: .en, icons: "")
        let author = Author(id: 1, username: "a", isLicensed: false)
        for id in 1...ArticleCache.limit * 2 + 1 {
            let head = PublicHead(
                recipeID: id, revisionID: id, slug: "", author: author, dietYes: 0, dietNo: 0, allergenYes: 0,
                allergenNo: 0, encodedReasons: "{}")
            _ = cache.article(head, edition: 1, .en) {
                let revision = Revision(
                    id: id, recipeID: id, n: 1, slug: "", sha256: "", createdAt: 0, body: RecipeBody())
                return builder.article(revision, author: author, diets: head.diets)
            }
            #expect(cache.count <= ArticleCache.limit)
        }
        #expect(cache.count == 1)
    }
}
