// Tests of recipes that change between a change and its undoing, or between draft and confirmation.

import Database
import HTTP
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct ChangedMeanwhileTests {
    /// Previews the undoing, expects this refusal on its page, and confirms it nevertheless.
    private func undo(_ change: String, _ site: TestSite, refusedBy reason: String) async throws {
        let ada = try site.client(.ada)
        let draft = try found(await ada.post("\(change)/undo").location)
        #expect(try await ada.get(draft).shows(reason))
        try await ada.post("\(draft)/confirm").expect(.seeOther)
    }

    private func course(_ site: TestSite, _ recipe: Int) async throws -> String? {
        try await site.visitor().json("/recipes/\(recipe)", as: RecipeAnswer.self).category
    }

    @Test func `undoing does not change a course that was set or reset later`() async throws {
        let site = try TestSite()
        let recipe = try site.plant("Onion soup", "1 onion", category: "main")
        try await site.changeRecipes("category", [recipe], ("set_category", "dessert"))
        let change = try await site.changeRecipes("category", [recipe], ("set_category", "soup"))
        let later = try await site.changeRecipes("category", [recipe], ("set_category", "starter"))
        try await undo(change, site, refusedBy: Text.recipeRefusalChangedSince(.en))
        #expect(try await course(site, recipe) == "starter")
        try await site.undoRecipes(later)
        #expect(try await course(site, recipe) == "soup")
        try await site.changeRecipes("category", [recipe], ("set_category", "as-written"))
        try await undo(change, site, refusedBy: Text.recipeRefusalChangedSince(.en))
        #expect(try await course(site, recipe) == "main")
        #expect(try site.failures() == [])
    }

    @Test(arguments: [("take-down", "put-back"), ("delete", "restore")])
    func `undoing does not reverse a later takedown or deletion`(action: String, back: String) async throws {
        let site = try TestSite()
        let recipe = try site.plant("Onion soup", "1 onion")
        let first = try await site.changeRecipes(action, [recipe])
        try await site.changeRecipes(back, [recipe])
        let second = try await site.changeRecipes(action, [recipe])
        try await undo(first, site, refusedBy: Text.recipeRefusalChangedSince(.en))
        try await site.visitor().get("/recipes/\(recipe)").expect(.notFound)
        try await site.undoRecipes(second)
        try await site.visitor().get(site.address(of: recipe)).expect(.ok)
        #expect(try site.failures() == [])
    }

    @Test func `a removed course is not set, and a merged one becomes its target`() async throws {
        let site = try TestSite()
        let recipe = try site.plant("Onion soup", "1 onion", category: "dessert")
        let gone = try await site.draftRecipes("category", [recipe], ("set_category", "snack"))
        let merged = try await site.draftRecipes("category", [recipe], ("set_category", "soup"))
        try await site.change("/admin/categories/category/snack", ("state", "refused"))
        try await site.change("/admin/categories/category/soup/merge", ("into", "main"))
        let ada = try site.client(.ada)
        #expect(try await ada.get(gone).shows(Text.recipeRefusalUnlisted(.en)))
        try await ada.post("\(gone)/confirm").expect(.seeOther)
        #expect(try await course(site, recipe) == "dessert")
        try await ada.post("\(merged)/confirm").expect(.seeOther)
        #expect(try await course(site, recipe) == "main")
        #expect(try site.value("SELECT value FROM recipe_term") == "main")
        #expect(try site.failures() == [])
        try site.run("UPDATE recipe_term SET value = 'snack'")
        #expect(try site.failures().contains { $0.finding == "\(recipe) has a category that does not exist" })
    }

    @Test func `a change does not apply to a text that is newer than the preview`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let draft = try await site.draftRecipes("take-down", [recipe])
        try await site.save(recipe, RecipeFields.vegan.with("title", "My own soup"))
        let submission = try await site.submit(recipe)
        let ada = try site.client(.ada)
        #expect(try await ada.get(draft).text.contains("\(draft)/confirm"))
        try await site.approve(submission)
        let page = try await ada.get(draft)
        #expect(page.shows("Its text has changed since then") && !page.text.contains("\(draft)/confirm"))
        try await ada.post("\(draft)/confirm").expect(.seeOther)
        try await site.visitor().get(site.address(of: recipe)).expect(.ok)
        try await site.changeRecipes("take-down", [recipe])
        try await site.visitor().get(site.address(of: recipe)).expect(.notFound)
    }
}
