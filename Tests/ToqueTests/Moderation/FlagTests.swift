// Tests of the pre-screen on the moderator's page: findings, and the flags to tick off.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct FlagTests {
    private static let advert = RecipeFields.vegan.with("tips", "More on www.example.com, write to me@example.com")

    @Test func `a soft finding has to be ticked off before an approval, and what was typed stays`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(Self.advert))
        let bob = try site.client(.bob)
        let page = try await bob.get("/moderation/submissions/\(submission)")
        #expect(page.text.contains("<mark>www.example.com</mark>"))
        #expect(page.text.contains(#"name="flag" value="link-tips""#))
        #expect(page.text.contains(#"name="flag" value="contact-tips""#))
        let fields = try site.decisionFields(submission, message: "Welcome").filter { $0.0 != "flag" }
        let refused = try await bob.post(
            "/moderation/submissions/\(submission)/approve", fields + [("flag", "link-tips")])
        #expect(refused.status == .unprocessable)
        #expect(refused.text.contains(#"id="flag-error""#))
        #expect(refused.shows("Welcome"))
        #expect(refused.text.contains(#"value="link-tips" required checked"#))
        #expect(try site.count("SELECT count(*) FROM decision") == 0)
        let both = fields + [("flag", "link-tips"), ("flag", "contact-tips")]
        try await bob.post("/moderation/submissions/\(submission)/approve", both).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM public_recipe") == 1)
    }

    @Test func `a refusal needs no ticks`() async throws {
        let site = try TestSite()
        try await site.reject(site.submit(site.write(Self.advert)))
        #expect(try site.value("SELECT kind FROM decision") == "reject")
    }

    @Test func `programs read the flags of a submission`() async throws {
        struct Answer: Decodable {
            struct Flag: Decodable, Equatable {
                let value: String
                let kind: String
                let place: String
                let words: String
            }
            let flags: [Flag]
        }
        let site = try TestSite()
        let submission = try await site.submit(site.write(Self.advert))
        let answer = try await site.client(.bob).json("/moderation/submissions/\(submission)", as: Answer.self)
        #expect(
            answer.flags == [
                .init(value: "link-tips", kind: "link", place: "tips", words: "www.example.com"),
                .init(value: "contact-tips", kind: "contact", place: "tips", words: "me@example.com"),
            ])
    }

    @Test func `a near copy of another cook’s recipe is flagged with the share in common`() async throws {
        let site = try TestSite()
        let steps = [
            "Rinse the red lentils under cold water until the water runs clear.",
            "Soften the chopped onion in the oil over medium heat for ten minutes without letting it brown.",
            "Add the lentils, the carrot and the water, bring everything to the boil and skim off the foam.",
            "Cover the pot and simmer gently until the lentils fall apart, then season with salt and lemon.",
        ]
        let original = RecipeFields(
            "Red lentil soup", ingredients: "200 g red lentils\n1 onion\n1 carrot\n1 l water\n1 tbsp oil", steps: steps)
        let recipe = try await site.publish(original)
        var changed = steps
        changed[1] = "Soften the chopped shallot in the oil over low heat for ten minutes without letting it brown."
        let copy = RecipeFields(
            "My lentil soup", ingredients: "200 g red lentils\n1 shallot\n1 carrot\n1 l water\n1 tbsp oil",
            steps: changed)
        func flags(_ author: Person) async throws -> [Finding] {
            let submission = try await site.submit(site.write(copy, as: author), as: author)
            return try #require(try site.read { try SubmissionStore($0).submission(submission) }).findings
        }
        try site.license(.bob)
        let found = try await flags(.bob)
        #expect(found.map(\.kind) == [.likeness])
        #expect(found.first?.detail.split(separator: " ").first == "\(recipe)")
        #expect(try await flags(.alice).isEmpty, "one's own recipe is no copy")
    }

    @Test func `the answer to a blocked word names it`() async throws {
        let site = try TestSite()
        try await site.client(.ada).post("/admin/blocked-words", [("words", "unicorn")]).expect(.seeOther)
        let recipe = try await site.write(RecipeFields.vegan.with("tips", "Serve with unicorn"))
        let answer = try await site.client(.alice).post("/recipes/\(recipe)/submit")
        #expect(answer.status == .conflict)
        #expect(answer.text.contains("<li>unicorn</li>"))
    }
}
