// Tests that suspended members see no forms, and lose nothing that they typed before they knew.

import Database
import HTTP
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct SuspendedFormTests {
    private func suspended() async throws -> TestSite {
        let site = try TestSite()
        let until = site.now + 86_400_000
        try site.run("UPDATE user SET suspended_until = \(until) WHERE id = \(Person.charlie.id)")
        return site
    }

    @Test(arguments: ["/recipes/new", "/recipes/import", "/settings/profile", "/pantry/staples", "/shopping/aisles"])
    func `a page that is one form says so first`(address: String) async throws {
        let page = try await suspended().client(.charlie).get(address)
        #expect(page.status == .forbidden && page.shows("Your account is suspended until"))
    }

    @Test func `forms within a page are left out`() async throws {
        let site = try await suspended()
        let charlie = try site.client(.charlie)
        #expect(try await !charlie.get("/settings/licence").text.contains(#"name="text""#))
        let address = try site.address(of: await site.publish(.vegan))
        let page = try await charlie.get(address).text
        #expect(!page.contains(#"action="/reports""#) && !page.contains(#"name="stars""#))
    }

    @Test(arguments: [("/shopping", "egg"), ("/pantry", "egg"), ("/plan?week=2026-11-26", "Soup of the day")])
    func `a list is shown with the reason in place of its forms`(address: String, item: String) async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        try await charlie.post("/shopping/items", [("text", "2 eggs")]).expect(.seeOther)
        try await charlie.post("/pantry", [("list", "2 eggs")]).expect(.seeOther)
        try await charlie.post("/plan", [("day", "2026-11-26"), ("note", "Soup of the day")]).expect(.seeOther)
        let before = try await site.client(.charlie).get(address)
        #expect(before.text.contains(#"method="post" action="#) && !before.shows("Your account is suspended"))
        let until = site.now + 86_400_000
        try site.run("UPDATE user SET suspended_until = \(until) WHERE id = \(Person.charlie.id)")
        let page = try await site.client(.charlie).get(address)
        #expect(page.status == .ok && page.shows(item) && page.shows("Your account is suspended until"))
        #expect(!page.text.contains(#"method="post" action="#) && !page.text.contains(#"form="selected""#))
    }

    @Test func `what was typed is shown, to be copied`() async throws {
        let site = try await suspended()
        let charlie = try site.client(.charlie)
        let fields = RecipeFields.vegan.with("step", "Rinse <b>twice</b>.").fields
        let page = try await charlie.post("/recipes", fields)
        #expect(page.status == .forbidden && page.shows(Text.errorTyped(.en)))
        #expect(page.shows("Rinse <b>twice</b>."))
        #expect(try site.count("SELECT count(*) FROM recipe") == 0)
    }

    @Test func `a password is never shown again`() async throws {
        let site = try await suspended()
        let page = try await site.client(.charlie).post(
            "/my/recipes/delete", [("recipe", "1"), ("password", "a secret with spaces"), ("note", "a longer note")])
        #expect(page.status == .forbidden && page.shows("a longer note") && !page.shows("a secret with spaces"))
    }
}
