// Tests that an imported text can be submitted only after its author confirmed the right to publish it.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct StatementTests {
    /// An imported recipe of Alice's.
    private func imported(_ site: TestSite) async throws -> Int {
        let alice = try site.client(.alice)
        let read = try await alice.post("/recipes/import", [("text", ImportPagesTests.soup)])
        let saved = try await alice.post(found(read.location), [("recipe", "1")])
        return try found(saved.location?.split(separator: "/").last.flatMap { Int($0) })
    }

    @Test func `without the confirmation nothing is submitted, and the page asks for it`() async throws {
        let site = try TestSite()
        let recipe = try await imported(site)
        let alice = try site.client(.alice)
        #expect(try await alice.get("/recipes/\(recipe)").text.contains("name=\"may_publish\""))
        let answer = try await alice.post("/recipes/\(recipe)/submit")
        #expect(answer.status == .unprocessable)
        #expect(answer.text.contains("id=\"may_publish-error\"") && answer.text.contains("role=\"alert\""))
        #expect(try site.count("SELECT count(*) FROM submission") == 0)
    }

    @Test func `the confirmation is needed once, and its time is stored`() async throws {
        let site = try TestSite()
        let recipe = try await imported(site)
        let alice = try site.client(.alice)
        try await alice.post("/recipes/\(recipe)/submit", [("may_publish", "1")]).expect(.seeOther)
        #expect(try site.value("SELECT may_publish_at FROM imported_text") == site.now)
        site.clock.advance(by: 1_000)
        try await alice.post("/recipes/\(recipe)/withdraw").expect(.seeOther)
        #expect(try await !alice.get("/recipes/\(recipe)").text.contains("may_publish"))
        try await alice.post("/recipes/\(recipe)/submit", [("may_publish", "1")]).expect(.seeOther)
        #expect(try site.value("SELECT may_publish_at FROM imported_text") == site.now - 1_000)
    }

    @Test func `a text that was not imported needs no confirmation`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        #expect(try await !site.client(.alice).get("/recipes/\(recipe)").text.contains("may_publish"))
        _ = try await site.submit(recipe)
    }

    @Test func `store and database refuse an imported text without the confirmation`() async throws {
        let site = try TestSite()
        let recipe = try await imported(site)
        let now = site.now
        #expect(throws: SiteError.self) {
            try site.write { db in
                let own = try found(RecipeStore(db).own(recipe, viewer: Person.alice.id))
                return try SubmissionStore(db).submit(
                    recipe: own, hints: [], by: Person.alice.viewer.actor, author: Person.alice.id, now: now)
            }
        }
        try site.run("INSERT INTO moderation_case (recipe_id, opened_at) VALUES (\(recipe), 1)")
        let insert: SQL = """
            INSERT INTO submission (case_id, recipe_id, revision_id, round, state, queued_at, due_at, hints)
            SELECT 1, id, head_revision_id, 1, 'queued', 1, 1, '' FROM recipe WHERE id = \(recipe)
            """
        #expect(throws: DatabaseError.self) { try site.run(insert) }
        try site.run("UPDATE imported_text SET may_publish_at = 1")
        try site.run(insert)
    }

    @Test func `private imports of the command need the confirmation, published ones do not`() async throws {
        for (publishes, rows) in [(false, 1), (true, 0)] {
            let site = try TestSite()
            let path = site.folder.path + "/a.json"
            try Data(ImportTests.recipe("Soup").utf8).write(to: URL(fileURLWithPath: path))
            _ = try await ImportCommand.run([path], site.site.configuration, author: "alice", publishes: publishes)
            #expect(try site.count("SELECT count(*) FROM imported_text") == rows)
        }
    }
}
