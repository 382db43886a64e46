// Tests that `toque check` finds each planted error, and nothing in a sound database.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct CheckTests {
    /// A site with recipes in several states.
    private func site() async throws -> TestSite {
        let site = try TestSite()
        try await site.client(.alice).upload(
            "/recipes", RecipeFields.vegan.fields, file: ("photo", "a.png", TestPicture.png())
        ).expect(.seeOther)
        try await site.approve(site.submit(1))
        _ = try await site.submit(site.write(.honey))
        return site
    }

    /// Damages the database and expects a failure of this check.
    private func expect(_ check: String, after damage: [SQL], location: SourceLocation = #_sourceLocation) async throws
    {
        let site = try await site()
        #expect(try site.failures() == [], sourceLocation: location)
        for sql in damage { try site.run(sql) }
        let failures = try site.failures()
        #expect(failures.contains { $0.check == check }, "\(failures)", sourceLocation: location)
    }

    @Test func `check finds a revision that does not match its hash`() async throws {
        try await expect(
            "revision",
            after: [
                "DROP TRIGGER revision_is_never_changed", "UPDATE revision SET body = replace(body, 'salt', 'malt')",
            ])
    }

    @Test(arguments: [
        "diet_yes = diet_yes + 1", "diet_no = 0", "allergen_yes = 1", "allergen_no = 0", "reasons = '{}'",
    ])
    func `check finds diets that do not match the text`(change: String) async throws {
        // A vegan recipe without doubts has an empty object, so any other reason is wrong.
        let change = change == "reasons = '{}'" ? #"reasons = '{"vegan":["x"]}'"# : change
        try await expect("diets", after: ["UPDATE public_recipe SET \(raw: change)"])
    }

    @Test(arguments: [
        "title = 'Other'", "title_key = 'other'", "slug = 'other'", "language = 'ru'", "category_id = NULL",
        "cuisine_id = 1",
        "total_minutes = 1", "photo_id = NULL", "author_id = 2",
    ])
    func `check finds a public row that does not match its revision`(change: String) async throws {
        try await expect("public recipe", after: ["UPDATE public_recipe SET \(raw: change)"])
    }

    @Test func `check finds missing or superfluous ingredients`() async throws {
        let one: SQL = "(SELECT min(ingredient_id) FROM public_recipe_ingredient)"
        try await expect(
            "ingredients", after: ["DELETE FROM public_recipe_ingredient WHERE ingredient_id = \(sql: one)"])
        try await expect(
            "ingredients",
            after: ["UPDATE public_recipe_ingredient SET is_mentioned = 1 WHERE ingredient_id = \(sql: one)"])
        try await expect(
            "ingredients",
            after: ["UPDATE public_recipe_ingredient SET ingredient_id = 1 WHERE ingredient_id = \(sql: one)"])
    }

    @Test func `check finds a search index that does not match the recipes`() async throws {
        try await expect("search index", after: ["UPDATE recipe_text SET title = 'Other' WHERE rowid = 1"])
        try await expect("recipe_text", after: ["DELETE FROM recipe_text WHERE rowid = 1"])
        try await expect(
            "recipe_text",
            after: ["INSERT INTO recipe_text (rowid, title, ingredients, description) VALUES (99, 'a', 'b', 'c')"])
    }

    @Test func `check finds a live recipe without a public row, and the reverse`() async throws {
        try await expect(
            "public recipe",
            after: ["DELETE FROM public_recipe_ingredient", "DELETE FROM public_recipe", "DELETE FROM recipe_text"])
        try await expect("audit", after: ["UPDATE recipe SET deleted_at = 1 WHERE id = 1"])
    }

    @Test func `check finds a changed log, and a state that is not in the log`() async throws {
        try await expect(
            "audit", after: ["DROP TRIGGER audit_is_never_changed", "UPDATE audit SET at = at + 1 WHERE id = 2"])
        try await expect("audit", after: ["UPDATE recipe SET live_revision_id = NULL WHERE id = 1"])
        try await expect("audit", after: ["UPDATE submission SET state = 'withdrawn' WHERE state = 'queued'"])
    }

    @Test func `check finds a row with a broken reference`() async throws {
        let site = try await site()
        let connection = try Connection(path: site.site.configuration.databasePath, mode: .readWrite)
        try connection.script(
            """
            PRAGMA foreign_keys = OFF;
            INSERT INTO session (id, secret_hash, user_id, created_at, expires_at) VALUES ('x', x'00', 999, 1, 2);
            """)
        #expect(try site.failures().contains { $0.check == "foreign keys" })
    }

    @Test func `check finds a missing picture file`() async throws {
        let site = try await site()
        let photo: String? = try site.value("SELECT id FROM photo")
        let file = site.site.settings.mediaPath + "/" + (photo ?? "") + "/640.webp"
        try FileManager.default.removeItem(atPath: file)
        #expect(try site.failures() == [CheckFailure(check: "media", finding: "\(photo ?? "")/640.webp is missing")])
    }

    @Test func `reindex repairs derived rows and leaves correct ones unchanged`() async throws {
        let site = try await site()
        func rows() throws -> [String] {
            try site.read {
                try $0.all("SELECT title || slug || diet_yes || reasons || published_at FROM public_recipe") {
                    $0[0] as String
                }
            }
        }
        let before = try rows()
        try site.run("UPDATE public_recipe SET diet_yes = 0, title = 'Other'")
        try site.run("DELETE FROM recipe_text")
        try site.run("DELETE FROM public_recipe_ingredient")
        #expect(try !site.failures().isEmpty)
        #expect(try site.write { try Reindex(db: $0).run() } == 1)
        #expect(try site.failures() == [])
        #expect(try rows() == before)
    }
}
