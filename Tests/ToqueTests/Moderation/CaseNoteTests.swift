// Tests of private notes and of the timeline: only moderators read them, and nothing changes them.

import Database
import Foundation
import HTTP
import Mail
import Testing

@testable import TestKit
@testable import Toque

@Suite struct CaseNoteTests {
    /// A word that only the note contains.
    private static let word = "flumadiddle"

    private func note(
        _ site: TestSite, _ submission: Int, _ text: String, by person: Person = .bob
    ) async throws -> Response {
        try await site.client(person).post("/moderation/submissions/\(submission)/notes", [("text", text)])
    }

    @Test func `moderators add notes that stay with the recipe in later rounds`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let first = try await site.submit(recipe)
        try await note(site, first, "Looks like an old post.\n\nAsk Ada.").expect(.seeOther)
        try await site.requestChanges(first)
        try await site.save(recipe, .honey)
        let second = try await site.submit(recipe)
        try await note(site, second, "Better now.", by: .bella).expect(.seeOther)
        let page = try await site.client(.ada).get("/moderation/submissions/\(second)")
        #expect(page.shows("Looks like an old post.") && page.shows("Ask Ada.") && page.shows("Better now."))
        #expect(page.shows("bella"))
        #expect(try await note(site, 99, "x").status == .notFound)
    }

    @Test func `a note has limits, and a refused one is kept in the form`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        let empty = try await note(site, submission, " \n ")
        #expect(empty.status == .unprocessable && empty.hasError(at: "text"))
        let long = String(repeating: "x", count: CaseNote.length + 1)
        let refused = try await note(site, submission, long)
        #expect(refused.status == .unprocessable && refused.shows(long))
        #expect(try site.count("SELECT count(*) FROM case_note") == 0)
        try await note(site, submission, String(long.dropLast())).expect(.seeOther)
        for number in 1..<CaseNote.limit {
            try site.run(
                """
                INSERT INTO case_note (case_id, by_id, text, created_at) VALUES (1, \(Person.bob.id), \(number), 1)
                """)
        }
        let full = try await note(site, submission, "One more")
        #expect(full.status == .conflict && full.shows("One more"))
    }

    @Test func `nobody writes or reads notes on their own recipe`() async throws {
        let site = try TestSite()
        try site.license(.bob)
        let submission = try await site.submit(site.write(.vegan, as: .bob), as: .bob)
        try await note(site, submission, Self.word, by: .bella).expect(.seeOther)
        #expect(try await note(site, submission, "Mine").status == .forbidden)
        let address = "/moderation/submissions/\(submission)"
        for headers in [[:], ["Accept": "application/json"]] as [Headers] {
            let own = try await site.client(.bob).get(address, headers: headers)
            #expect(!own.text.contains(Self.word) && !own.text.contains("bella"))
        }
        #expect(try await site.client(.ada).get(address).text.contains(Self.word))
    }

    @Test func `the database only lets notes be added, by others than the author`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        try await note(site, submission, "Stays").expect(.seeOther)
        for sql in [
            "UPDATE case_note SET text = 'x'", "UPDATE case_note SET by_id = 3", "DELETE FROM case_note",
            "INSERT OR REPLACE INTO case_note (id, case_id, by_id, text, created_at) VALUES (1, 1, 3, 'x', 1)",
            "INSERT INTO case_note (case_id, by_id, text, created_at) VALUES (1, 1, 'x', 1)",
            "INSERT INTO case_note (case_id, by_id, text, created_at) VALUES (1, NULL, 'x', 1)",
        ] as [SQL] {
            #expect(throws: (any Error).self, "\(sql.text)") { try site.run(sql) }
        }
        #expect(try site.value("SELECT text FROM case_note") == "Stays")
    }

    @Test func `words of notes reach neither the author nor the public`() async throws {
        let site = try TestSite()
        try site.run("UPDATE user SET email_confirmed_at = 1")
        let recipe = try await site.write(.vegan)
        for decision in DecisionKind.allCases.reversed() {
            let submission = try await site.submit(recipe)
            try await note(site, submission, "Private: \(Self.word)").expect(.seeOther)
            switch decision {
            case .approve: try await site.approve(submission)
            case .requestChanges: try await site.requestChanges(submission)
            case .reject: try await site.reject(submission)
            }
            try await expectSecret(site, recipe, of: [site.client(.alice)])
            let version = try site.count("SELECT version FROM recipe WHERE id = \(recipe)")
            try await site.save(recipe, RecipeFields.vegan.with("title", "Soup \(version)"))
        }
        try await site.report(recipe).expect(.seeOther)
        try await site.decide(1, "hide").expect(.seeOther)
        try await expectSecret(site, recipe, of: [site.visitor(), site.client(.charlie), site.client(.alice)])
        #expect(try site.count("SELECT count(*) FROM case_note") == 3)
    }

    private func expectSecret(_ site: TestSite, _ recipe: Int, of clients: [TestClient]) async throws {
        for client in clients {
            let own = ["/recipes/\(recipe)/revisions", "/recipes/\(recipe).jsonld", "/recipes/\(recipe).cook"]
            for address in CanaryTests.surfaces(recipe) + own {
                for headers in [[:], ["Accept": "application/json"]] as [Headers] {
                    let answer = try await client.get(address, headers: headers)
                    // Streams are files and events of the reader's own data.
                    if case .stream = answer.body { continue }
                    let all = answer.text + answer.headers.map { "\($0.name): \($0.value)" }.joined()
                    #expect(!all.contains(Self.word), "\(address) (\(answer.status.code))")
                }
            }
        }
        for mail in try site.mails() { #expect(!mail.text.contains(Self.word) && !mail.html.contains(Self.word)) }
        let logged = try site.count("SELECT count(*) FROM audit WHERE detail LIKE \("%\(Self.word)%")")
        #expect(logged == 0)
        #expect(try !exported(site, .alice).contains(Self.word))
        #expect(try exported(site, .bob).contains(Self.word), "the moderator’s archive has what the moderator wrote")
    }

    /// Everything that an archive of a person contains, table by table.
    private func exported(_ site: TestSite, _ person: Person) throws -> String {
        try site.read { db in
            try PersonalData.tables.filter { !$0.columns.isEmpty }.flatMap { table in
                try db.all(
                    """
                    SELECT \(raw: table.columns.map { "coalesce(\($0), '')" }.joined(separator: " || ' ' || "))
                    FROM \(raw: table.name) WHERE \(sql: table.whose(person.id))
                    """
                ) { $0[0] as String }
            }.joined(separator: "\n")
        }
    }

    @Test func `the timeline shows what happened, newest first, and who did it`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let submission = try await site.submit(recipe)
        let address = "/moderation/submissions/\(submission)"
        try await site.client(.bella).post("\(address)/claim").expect(.seeOther)
        try await site.client(.bella).post("\(address)/claim").expect(.seeOther)
        try await site.client(.bob).post("/moderation/assignments", [("submission", "1"), ("moderator", "bella")])
            .expect(.seeOther)
        try await site.reject(submission)
        try await site.client(.bob).post("/moderation/decisions/1/take-back").expect(.seeOther)
        try await site.approve(2, by: .bella)
        try await site.report(recipe).expect(.seeOther)
        struct Answer: Decodable {
            struct Entry: Decodable {
                let action: String
                let by: String
            }
            let timeline: [Entry]
        }
        let found = try await site.client(.ada).json("/moderation/submissions/2", as: Answer.self).timeline
        #expect(
            found.map(\.action) == ["report", "approve", "reopen", "reject", "assign", "claim", "submit"],
            "a renewed claim is no new entry")
        #expect(found.map(\.by) == ["charlie", "bella", "bob", "bob", "bob", "bella", "alice"])
        let page = try await site.client(.ada).get("/moderation/submissions/2")
        for text in ["Reported", "Back in the queue", "Assigned to bella", "Claimed", "Submitted"] {
            #expect(page.shows(text), "\(text)")
        }
        #expect(try site.failures() == [])
    }

    @Test func `an author who moderates doesn’t read who claimed, was assigned and decided`() async throws {
        let site = try TestSite()
        try site.license(.bob)
        let submission = try await site.submit(site.write(.vegan, as: .bob), as: .bob)
        let bella = try site.client(.bella)
        try await bella.post("/moderation/submissions/\(submission)/claim").expect(.seeOther)
        try await site.client(.ada).post("/moderation/assignments", [("submission", "1"), ("moderator", "bella")])
            .expect(.seeOther)
        let queue = try await site.client(.bob).get("/moderation")
        #expect(!queue.shows("claimed by bella") && !queue.shows("assigned to bella"))
        let others = try await site.client(.ada).get("/moderation")
        #expect(others.shows("claimed by bella") && others.shows("assigned to bella"))
        try await expectUnnamed(site, submission)
        try await site.requestChanges(submission, by: .bella)
        try await expectUnnamed(site, submission)
        #expect(try await site.client(.ada).get("/moderation/submissions/\(submission)").shows("bella"))
    }

    private func expectUnnamed(_ site: TestSite, _ submission: Int) async throws {
        for headers in [[:], ["Accept": "application/json"]] as [Headers] {
            let own = try await site.client(.bob).get("/moderation/submissions/\(submission)", headers: headers)
            #expect(own.status == .ok && !own.text.contains("bella"))
        }
    }
}
