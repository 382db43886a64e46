// Tests that a moderator can read everything before approving it: each difference, and all text for browsers.

import Database
import Foundation
import HTTP
import Security
import Testing
import Texts
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct ReadTextTests {
    private static let section = #"id="changes-since""#

    private func page(_ site: TestSite, _ submission: Int) async throws -> String {
        try await site.client(.bob).get("/moderation/submissions/\(submission)").text
    }

    @Test func `a new heading and another language are shown before approval`() async throws {
        let site = try TestSite()
        let rows = [("amount", "2"), ("unit", ""), ("ingredient", "onions"), ("note", ""), ("group", "")]
        let plain = RecipeFields("Onion soup", ingredients: "").without("ingredients_text")
        let recipe = try await site.publish(plain.replacing(plain.fields + rows))
        let headed = rows.map { $0.0 == "group" ? ("group", "Zorbel") : $0 }
        try await site.save(recipe, plain.replacing(plain.fields + headed + [("language", "ru")]))
        let text = try await page(site, site.submit(recipe))
        #expect(text.contains("<ins>Zorbel</ins>"))
        #expect(text.contains("<del>English</del><ins>Русский</ins>"))
        #expect(!text.contains(Text.submissionSame(.en)))
    }

    @Test func `both texts can be read side by side`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.save(recipe, RecipeFields.vegan.with("title", "Lentil soup in a pan"))
        let submission = try await site.submit(recipe)
        #expect(try await page(site, submission).contains(#"href="/moderation/submissions/\#(submission)?view=side""#))
        let side = try await site.client(.bob).get("/moderation/submissions/\(submission)?view=side").text
        #expect(side.ranges(of: "difference-sides").count >= 1 && side.contains("<ins> in a pan</ins>"))
        #expect(try await !page(site, submission).contains("difference-sides"))
    }

    @Test func `programs read the differences and what they mean`() async throws {
        struct Answer: Decodable {
            struct Changes: Decodable {
                struct Effect: Decodable { let text: String }
                struct Changed: Decodable, Equatable {
                    let field: String
                    let mark: String
                    let before: String
                    let after: String
                }
                let round: Int?
                let consequences: [Effect]
                let differences: [Changed]
            }
            let changes: [Changes]
        }
        let site = try TestSite()
        let bob = try site.client(.bob)
        func changes(_ submission: Int) async throws -> [Answer.Changes] {
            let answer: Answer = try await bob.json("/moderation/submissions/\(submission)")
            return answer.changes
        }
        let recipe = try await site.write(.vegan)
        let first = try await site.submit(recipe)
        #expect(try await changes(first).isEmpty)
        try await site.requestChanges(first)
        try await site.save(recipe, RecipeFields.vegan.with("title", "Lentil soup in a pan"))
        let second = try await site.submit(recipe)
        let since = try #require(try await changes(second).first)
        let title = Answer.Changes.Changed(
            field: "Name", mark: "changed", before: "Lentil soup", after: "Lentil soup in a pan")
        #expect(since.round == 1 && since.differences == [title] && since.consequences.isEmpty)
        try await site.approve(second)

        let lines = "300 g red lentils\n1 onion, chopped\n2 tbsp olive oil\n1 tsp salt\n10 g butter"
        try await site.save(
            recipe, RecipeFields.vegan.with("title", "Lentil soup in a pan").with("ingredients_text", lines))
        let live = try #require(try await changes(site.submit(recipe)).first)
        let butter = Answer.Changes.Changed(field: "Ingredient 5", mark: "added", before: "", after: "10 g butter")
        #expect(live.round == nil)
        #expect(live.differences == [butter])
        #expect(live.consequences.map(\.text).contains("no milk → contains milk"))
    }

    @Test func `the second round of an unpublished recipe shows what changed since the first`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let first = try await site.submit(recipe)
        #expect(try await !page(site, first).contains(Self.section))
        try await site.requestChanges(first)
        try await site.save(recipe, RecipeFields.vegan.with("title", "Lentil soup in a pan"))
        let text = try await page(site, site.submit(recipe))
        #expect(text.contains(Self.section) && text.contains("<ins> in a pan</ins>"))
        #expect(!text.contains(#"id="changes""#))
    }

    @Test func `after a withdrawn round the last decided text is still compared`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.save(recipe, RecipeFields.vegan.with("title", "Lentil soup one"))
        try await site.requestChanges(site.submit(recipe))
        try await site.save(recipe, RecipeFields.vegan.with("title", "Lentil soup two"))
        _ = try await site.submit(recipe)
        _ = try await site.client(.alice).post("/recipes/\(recipe)/withdraw")
        try await site.save(recipe, RecipeFields.vegan.with("title", "Lentil soup three"))
        let text = try await page(site, site.submit(recipe))
        #expect(text.contains(#"id="changes""#) && text.contains("<ins> three</ins>"))
        #expect(text.contains(Self.section) && text.contains("<del>one</del><ins>three</ins>"))
    }

    @Test(
        arguments: [("approve", nil), ("request-changes", "STEP_UNCLEAR"), ("reject", "NOT_A_RECIPE")]
            as [(String, String?)])
    func `a decision without the hash of the text is refused and keeps its input`(
        decision: String, reason: String?
    ) async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        let fields = try site.decisionFields(submission, reason: reason, message: "Kept words")
        let bob = try site.client(.bob)
        let address = "/moderation/submissions/\(submission)/\(decision)"
        let hash = try found(fields.first { $0.0 == "seen_sha256" }).1
        for wrong in [nil, "", String(repeating: "a", count: 64), hash.uppercased(), hash + "0"] {
            let sent = fields.filter { $0.0 != "seen_sha256" } + (wrong.map { [("seen_sha256", $0)] } ?? [])
            let answer = try await bob.post(address, sent)
            #expect(answer.status == .conflict, "\(wrong ?? "none")")
            #expect(answer.shows("Kept words") && answer.shows("The form didn’t say which text you read"))
        }
        #expect(try site.count("SELECT count(*) FROM decision") == 0)
        try await bob.post(address, fields).expect(.seeOther)
    }

    @Test func `a difference that cannot be shown is mentioned and cannot be approved`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try site.write { db in
            let stored = try RecipeStore(db).revision(1).map { " " + $0.stored } ?? ""
            try db.run(
                """
                INSERT INTO revision (recipe_id, n, title, slug, body, sha256, author_id, created_at)
                SELECT recipe_id, 2, title, slug, \(stored), \(SHA256.hex(stored)), author_id, created_at
                FROM revision WHERE id = 1
                """)
            try db.run("UPDATE recipe SET head_revision_id = \(db.lastInsertID), version = version + 1")
        }
        let submission = try await site.submit(recipe)
        let text = try await page(site, submission)
        #expect(text.contains("can’t show where they differ") && !text.contains(Text.submissionSame(.en)))
        #expect(!text.contains("/approve\""))
        let fields = try site.decisionFields(submission, message: "Kept words")
        let answer = try await site.client(.bob).post("/moderation/submissions/\(submission)/approve", fields)
        #expect(answer.status == .conflict && answer.shows("Kept words"))
        #expect(answer.shows("can’t show where they differ"))
        #expect(try site.count("SELECT live_revision_id FROM recipe") == 1)
        try await site.requestChanges(submission)
    }

    // MARK: Text for readers' browsers

    /// A submitted recipe with a unique word in every text, and those words.
    private func filled(_ site: TestSite) async throws -> (submission: Int, words: [String]) {
        let alice = try site.client(.alice)
        let steps = (1...3).map { ("step_file-\($0)", TestPicture.png(red: UInt8($0))) }
        var media: [String] = []
        for (name, bytes) in steps {
            let fields = RecipeFields("Dish \(name)", ingredients: "1 onion", steps: ["a", "b", "c"]).fields
            try await alice.upload("/recipes", fields, file: (name, "a.png", bytes)).expect(.seeOther)
            media.append(try found(site.value("SELECT photo_id FROM revision_media ORDER BY revision_id DESC LIMIT 1")))
        }
        var words: [String] = []
        var json = try AnyJSON(StoredDifferenceTests.whole().encoded())
        let kept = ["photo", "media", "category", "cuisine", "difficulty", "language", "unit", "licence"]
        for path in json.leaves {
            json.change(path) { leaf in
                guard case .text(let text) = leaf, !kept.contains(path.last ?? "") else { return }
                let word = "zw\(words.count)q"
                words.append(word)
                leaf = .text(text + " " + word)
            }
        }
        // So that the names of units and courses are in the language of the moderator's page.
        json.change(["language"]) { $0 = .text("en") }
        json.change(["photo"]) { $0 = .text(media[0]) }
        json.change(["steps", "0", "media"]) { $0 = .text(media[1]) }
        json.change(["steps", "1", "media"]) { $0 = .text(media[2]) }
        let body = try RecipeBody(encoded: json.json)
        let author = Person.alice.id
        let created = try site.write { try RecipeStore($0).create(RevisionText(body), author: author, now: 0) }
        return (try await site.submit(created.id), words)
    }

    /// The text of a page without tags and attributes.
    private func visible(_ page: String) -> String {
        page.replacing(/<[^>]*>/, with: " ").replacing("&#39;", with: "'").replacing("&quot;", with: "\"")
            .replacing("&amp;", with: "&")
    }

    @Test func `moderators see every text of a recipe, also text that only browsers use`() async throws {
        let site = try TestSite()
        let (submission, words) = try await filled(site)
        #expect(words.count > 15)
        let text = try await visible(page(site, submission))
        let json = try await site.client(.bob).get(
            "/moderation/submissions/\(submission)", headers: ["Accept": "application/json"]
        ).text
        for word in words { #expect(text.contains(word) && json.contains(word), "\(word)") }
    }

    @Test func `search engines and shared links get only text that moderators see`() async throws {
        let site = try TestSite()
        let (submission, _) = try await filled(site)
        let text = try await visible(page(site, submission))
        try await site.approve(submission)
        let recipe = try site.count("SELECT recipe_id FROM submission WHERE id = \(submission)")
        let page = try await site.visitor().get(site.address(of: recipe)).text
        let block = try found(page.firstMatch(of: /(?s)<script type="application\/ld\+json">(.*?)<\/script>/)).1
        let json = try AnyJSON(String(block))
        // Names for programs: types, addresses, times and the language code. Salt is given as sodium.
        let codes = ["@type", "@context", "inLanguage", "datePublished", "dateModified", "uploadDate", "sodiumContent"]
        var values = json.leaves.compactMap { path -> String? in
            guard !codes.contains(path.last ?? ""), !(path.last ?? "").hasSuffix("Time") else { return nil }
            var value: String?
            var copy = json
            copy.change(path) { if case .text(let text) = $0 { value = text } }
            return value
        }
        for match in page.matches(of: /<meta (?:name|property)="([a-z:]+)" content="([^"]*)"/)
        where !["viewport", "og:type", "og:image:width", "og:image:height", "twitter:card"].contains(match.1) {
            values.append(visible(String(match.2)))
        }
        values.removeAll { $0.hasPrefix("http") }
        #expect(values.count > 15)
        for word in Set(values.flatMap { $0.split { $0.isWhitespace || $0 == "," }.map(String.init) }) {
            #expect(text.contains(word), "\(word)")
        }
    }

    @Test func `the last decided round is compared, also after several withdrawals`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let first = try await site.submit(recipe)
        try await site.requestChanges(first)
        let decided = try site.count("SELECT revision_id FROM submission WHERE id = \(first)")
        try await site.save(recipe, RecipeFields.vegan.with("title", "Other soup"))
        for _ in 1...60 {
            let again = try await site.submit(recipe)
            try await site.client(.alice).post("/recipes/\(recipe)/withdraw").expect(.seeOther)
            // Avoids the daily limit of submissions.
            try site.write { _ = try $0.run("UPDATE submission SET queued_at = 0 WHERE id = \(again)") }
        }
        let last = try await site.submit(recipe)
        let compared = try site.read { db in
            try SubmissionStore(db).submission(last).flatMap { try ComparedTexts($0, db) }
        }
        #expect(compared?.previous?.round.submissionID == first && compared?.previous?.revision.id == decided)
    }

    @Test func `a reopened submission is compared with the round before the decision taken back`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let first = try await site.submit(recipe)
        try await site.requestChanges(first)
        try await site.save(recipe, RecipeFields.vegan.with("title", "Other soup"))
        try await site.approve(site.submit(recipe))
        try await site.client(.bob).post("/moderation/decisions/2/take-back").expect(.seeOther)
        let reopened = try site.count("SELECT max(id) FROM submission")
        let page = try await site.client(.bella).get("/moderation/submissions/\(reopened)")
        #expect(page.shows("Lentil") && page.shows("Other"))
        let compared = try site.read { db in
            try SubmissionStore(db).submission(reopened).flatMap { try ComparedTexts($0, db) }
        }
        #expect(compared?.previous?.round.submissionID == first)
    }
}
