// Tests of hiding and taking down recipes that nobody reported.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct RecipeMeasureTests {
    private static func fields(_ measure: String, _ site: TestSite) throws -> [(String, String)] {
        [
            ("measure", measure), ("reason", "copyright"), ("text", "Copied from a book."),
            ("seen_sha256", try site.value("SELECT sha256 FROM revision") ?? ""),
        ]
    }

    @Test func `a moderator takes a recipe down from its page, and the author reads why`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let (bob, path) = (try site.client(.bob), "/moderation/recipes/\(recipe)/measure")
        #expect(try await bob.get(site.address(of: recipe)).text.contains(#"href="\#(path)""#))
        let form = try await bob.get(path)
        #expect(form.status == .ok && form.text.contains(#"value="take-down""#))
        #expect(!form.text.contains(#"value="silence""#) && !form.text.contains(#"name="days""#))
        try await bob.post("/moderation/recipes/\(recipe)/measure", Self.fields("take-down", site)).expect(.seeOther)
        #expect(try await site.visitor().get("/recipes/\(recipe)").status == .notFound)
        #expect(try site.notifications(.alice).last == "recipe-taken-down")
        #expect(try await site.client(.alice).get("/recipes/\(recipe)").status != .notFound)
        let rows = try site.read { db in
            try db.all("SELECT action FROM audit WHERE object = 'issue' ORDER BY id") { $0[0] as String }
        }
        #expect(rows.first == "open")
        #expect(try site.count("SELECT count(*) FROM report_issue WHERE state = 'open'") == 0)
        #expect(try site.count("SELECT count(*) FROM report") == 0)
        // Another moderator lifts it, and the same issue serves again.
        try await site.client(.bella).post("/moderation/measures/1/lift").expect(.seeOther)
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
        try await bob.post("/moderation/recipes/\(recipe)/measure", Self.fields("hide", site)).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM report_issue") == 1)
        #expect(try site.failures() == [])
    }

    @Test func `only moderators may, not about their own recipes, and not without a reason`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let path = "/moderation/recipes/\(recipe)/measure"
        for person in [Person.charlie, .alice] {
            #expect(try await site.client(person).get(path).status == .forbidden)
            #expect(try await site.client(person).post(path, Self.fields("hide", site)).status == .forbidden)
            #expect(try await !site.client(person).get(site.address(of: recipe)).text.contains(path))
        }
        let wrong = try await site.client(.bob).post(path, [("measure", "silence"), ("text", "Copied.")])
        #expect(wrong.status == .unprocessable && wrong.hasError(at: "reason") && wrong.shows("Copied."))
        let silence = try await site.client(.bob).post(path, Self.fields("silence", site) + [("days", "3")])
        #expect(silence.status == .unprocessable && silence.hasError(at: "measure"))
        try site.run("UPDATE user SET role = 'moderator' WHERE id = \(Person.alice.id)")
        #expect(try await site.client(.alice).post(path, Self.fields("hide", site)).status == .forbidden)
        #expect(try site.count("SELECT count(*) FROM report_issue") == 0)
    }

    @Test func `a measure on a text that was not read is refused`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let path = "/moderation/recipes/\(recipe)/measure"
        for seen in [[], [("seen_sha256", String(repeating: "0", count: 64))]] {
            let fields = try Self.fields("hide", site).filter { $0.0 != "seen_sha256" } + seen
            let answer = try await site.client(.bob).post(path, fields)
            #expect(answer.status == .conflict && answer.hasError(at: "text") && answer.shows("Copied from a book."))
        }
        #expect(try site.count("SELECT count(*) FROM report_issue") == 0)
    }

    @Test func `where reports wait, the page of the issue has the form`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.report(recipe).expect(.seeOther)
        let (bob, path) = (try site.client(.bob), "/moderation/recipes/\(recipe)/measure")
        #expect(try await bob.get(path).location == "/moderation/reports/1")
        let late = try await bob.post(path, Self.fields("hide", site))
        #expect(late.status == .conflict && late.shows("Copied from a book."))
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
    }

    @Test func `a popular recipe waits for a second moderator`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try site.makePopular(recipe)
        let bob = try site.client(.bob)
        #expect(try await bob.get("/moderation/recipes/\(recipe)/measure").shows("a second moderator must agree"))
        try await bob.post("/moderation/recipes/\(recipe)/measure", Self.fields("take-down", site)).expect(.seeOther)
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
        try await site.client(.bella).post("/moderation/reports/1/agree", site.agreement(1)).expect(.seeOther)
        #expect(try await site.visitor().get("/recipes/\(recipe)").status == .notFound)
    }
}
