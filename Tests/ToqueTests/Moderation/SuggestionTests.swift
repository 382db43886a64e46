// Tests of the texts that moderators suggest with a request for changes.

import Database
import Food
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct SuggestionTests {
    private static let better = RecipeFields.vegan.replacing([
        ("title", "Lentil soup"), ("servings", "4"), ("prep_minutes", "10"), ("cook_minutes", "20"),
        ("category", "main"), ("cuisine", "international"), ("difficulty", "easy"), ("description", "A plain dish."),
        ("ingredients_text", "300 g red lentils\n1 onion, chopped\n2 tbsp olive oil\n1 tsp salt"),
        ("step", "Mix everything."), ("step", "Simmer gently in a quokka-shaped pan."),
    ])

    /// Bob asks for changes and sends a suggested text along.
    private static func suggested(
        _ fields: RecipeFields = better
    ) async throws -> (site: TestSite, recipe: Int, submission: Int) {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let submission = try await site.submit(recipe)
        try await suggest(fields, submission, on: site)
        return (site, recipe, submission)
    }

    private static func suggest(_ fields: RecipeFields, _ submission: Int, on site: TestSite) async throws {
        let bob = try site.client(.bob)
        try await bob.post("/moderation/submissions/\(submission)/suggestion", fields.fields).expect(.seeOther)
        let decision = try site.decisionFields(submission, reason: "STEP_UNCLEAR", message: "Which pan?")
        try await bob.post("/moderation/submissions/\(submission)/request-changes", decision + [("suggest", "1")])
            .expect(.seeOther)
    }

    @Test func `an author accepts a suggested text with one click, and it is submitted again`() async throws {
        let (site, recipe, submission) = try await Self.suggested()
        let alice = try site.client(.alice)
        let page = try await alice.get(site.address(of: recipe))
        #expect(page.shows("A moderator suggests a text"))
        #expect(page.shows("quokka"))
        #expect(try site.failures() == [])
        for _ in 1...2 {
            try await alice.post("/recipes/\(recipe)/suggestion/accept", [("suggestion", "1")]).expect(.seeOther)
        }
        #expect(try site.count("SELECT count(*) FROM revision") == 2)
        #expect(try site.count("SELECT count(*) FROM revision WHERE author_id = \(Person.alice.id)") == 2)
        let second = try #require(try site.submission(of: recipe))
        #expect(second == submission + 1)
        #expect(try site.count("SELECT returns_to FROM submission WHERE id = \(second)") == Person.bob.id)
        #expect(try site.count("SELECT round FROM submission WHERE id = \(second)") == 2)
        #expect(try site.value("SELECT state FROM suggestion") == "accepted")
        #expect(try site.failures() == [])
        try await site.approve(second)
        #expect(try await site.visitor().get(site.address(of: recipe)).shows("quokka"))
    }

    @Test func `a suggested text beyond the limits is refused`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        let bob = try site.client(.bob)
        for (count, status) in [(RecipeLimits.lines + 1, Status.unprocessable), (RecipeLimits.lines, .seeOther)] {
            let rows = (1...count).map { ("ingredient", "butter or oil \($0)") }
            let fields = [("title", "Soup"), ("step", "Stir.")] + rows
            let answer = try await bob.post("/moderation/submissions/\(submission)/suggestion", fields)
            #expect(answer.status == status)
        }
    }

    @Test func `the notification names the differences`() async throws {
        let site = try TestSite()
        try site.run("UPDATE user SET email_confirmed_at = 1 WHERE id = \(Person.alice.id)")
        try await Self.suggest(Self.better, site.submit(site.write(.vegan)), on: site)
        let text: String = try #require(
            try site.value("SELECT text FROM outbox WHERE user_id = \(Person.alice.id) ORDER BY id DESC"))
        #expect(text.contains("quokka"))
    }

    @Test func `nobody else sees a suggested text, and it is no revision`() async throws {
        let (site, recipe, submission) = try await Self.suggested()
        #expect(try site.count("SELECT count(*) FROM revision") == 1)
        for person in [Person.charlie, .bella] {
            let client = try site.client(person)
            #expect(try await !client.get(site.address(of: recipe)).shows("quokka"))
            let answer = try await client.post("/recipes/\(recipe)/suggestion/accept", [("suggestion", "1")])
            #expect([.notFound, .forbidden].contains(answer.status))
            #expect(
                try await client.post("/recipes/\(recipe)/suggestion/dismiss", [("suggestion", "1")]).status
                    == .notFound)
        }
        #expect(try await !site.client(.charlie).get("/search?q=quokka").shows("quokka-shaped"))
        #expect(
            try await site.client(.charlie).get("/moderation/submissions/\(submission)/suggestion").status == .forbidden
        )
    }

    @Test func `accepting after an edit writes nothing and shows the difference`() async throws {
        let (site, recipe, _) = try await Self.suggested()
        try await site.save(recipe, RecipeFields.vegan.with("title", "Lentil stew"))
        let alice = try site.client(.alice)
        #expect(try await alice.get(site.address(of: recipe)).shows("the suggestion no longer fits it"))
        let answer = try await alice.post("/recipes/\(recipe)/suggestion/accept", [("suggestion", "1")])
        #expect(answer.status == .conflict)
        #expect(answer.shows("stew"))
        #expect(answer.shows("quokka"))
        #expect(try site.count("SELECT count(*) FROM revision") == 2)
        #expect(try site.count("SELECT count(*) FROM submission") == 1)
    }

    @Test func `an author dismisses a suggested text`() async throws {
        let (site, recipe, _) = try await Self.suggested()
        let alice = try site.client(.alice)
        try await alice.post("/recipes/\(recipe)/suggestion/dismiss", [("suggestion", "1")]).expect(.seeOther)
        #expect(try await !alice.get(site.address(of: recipe)).shows("quokka"))
        #expect(
            try await alice.post("/recipes/\(recipe)/suggestion/accept", [("suggestion", "1")]).status == .conflict)
        #expect(try site.value("SELECT action FROM audit ORDER BY id DESC") == "dismiss-suggestion")
        #expect(try site.failures() == [])
    }

    @Test func `a suggestion of a newer round takes the place of the older one`() async throws {
        let (site, recipe, _) = try await Self.suggested()
        try await site.save(recipe, RecipeFields.vegan.with("title", "Lentil stew"))
        let second = try await site.submit(recipe)
        try await Self.suggest(Self.better.with("title", "Lentil pot"), second, on: site)
        #expect(try site.value("SELECT state FROM suggestion WHERE id = 1") == "replaced")
        #expect(try site.value("SELECT state FROM suggestion WHERE id = 2") == "open")
        #expect(try site.failures() == [])
        let alice = try site.client(.alice)
        #expect(
            try await alice.post("/recipes/\(recipe)/suggestion/accept", [("suggestion", "1")]).status == .conflict)
        try await alice.post("/recipes/\(recipe)/suggestion/accept", [("suggestion", "2")]).expect(.seeOther)
        #expect(try site.value("SELECT title FROM revision ORDER BY id DESC") == "Lentil pot")
    }

    @Test func `a suggestion with mistakes, without a difference or about one’s own recipe is refused`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        let bob = try site.client(.bob)
        let address = "/moderation/submissions/\(submission)/suggestion"
        #expect(try await bob.get("/moderation/submissions/\(submission)/suggestion").shows("Lentil soup"))
        let long = Self.better.with("title", String(repeating: "x", count: RecipeLimits.title + 1))
        let refused = try await bob.post("/moderation/submissions/\(submission)/suggestion", long.fields)
        #expect(refused.status == .unprocessable)
        #expect(refused.hasError(at: "title"))
        #expect(refused.shows("quokka"))
        let moved = try await bob.post(address, Self.better.adding(("arrange", "step-add-1")).fields)
        #expect(moved.status == .ok)
        #expect(moved.shows("quokka"))
        #expect(try site.count("SELECT count(*) FROM suggestion") == 0)

        try await bob.post(address, Self.better.fields).expect(.seeOther)
        #expect(try await bob.get("/moderation/submissions/\(submission)").shows("quokka"))
        #expect(try await !site.client(.bella).get("/moderation/submissions/\(submission)").shows("quokka"))
        try await bob.post("/moderation/submissions/\(submission)/suggestion/discard").expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM suggestion") == 0)

        try site.license(.bella)
        let own = try await site.submit(site.write(.honey, as: .bella), as: .bella)
        let bella = try site.client(.bella)
        #expect(try await bella.get("/moderation/submissions/\(own)/suggestion").status == .forbidden)
        #expect(
            try await bella.post("/moderation/submissions/\(own)/suggestion", Self.better.fields).status == .forbidden)
    }

    @Test func `a prepared text ends with its submission, and its text cannot be changed later`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        try await site.client(.bob).post("/moderation/submissions/\(submission)/suggestion", Self.better.fields)
            .expect(.seeOther)
        try await site.approve(submission, by: .bella)
        #expect(try site.count("SELECT count(*) FROM suggestion") == 0)

        let (other, _, _) = try await Self.suggested()
        #expect(throws: (any Error).self) { try other.run("UPDATE suggestion SET body = '{}'") }
        #expect(throws: (any Error).self) {
            try other.run("UPDATE suggestion SET by_id = \(Person.ada.id)")
        }
    }

    @Test func `a moderator reads no private recipe of the author through the original of a suggestion`() async throws {
        let site = try TestSite()
        let draft = try await site.write(.honey)
        let submission = try await site.submit(site.write(.vegan))
        let fields = Self.better.fields + [("adapted_from", "/recipes/\(draft)")]
        let answer = try await site.client(.bob).post("/moderation/submissions/\(submission)/suggestion", fields)
        #expect(answer.status == .unprocessable && !answer.text.contains("Honey"))
    }

    @Test func `a suggestion for a copy keeps the original and its licence`() async throws {
        let site = try TestSite()
        let original = try await site.publish(RecipeFields.vegan.with("text_licence", "cc-by-sa-4.0"))
        try site.license(.charlie)
        let answer = try await site.client(.charlie).post("/recipes/\(original)/copy")
        let copy = try #require(answer.location?.split(separator: "/").dropLast().last.flatMap { Int($0) })
        let submission = try await site.submit(copy, as: .charlie)
        let bob = try site.client(.bob)
        let address = "/moderation/submissions/\(submission)/suggestion"
        let terms = [("text_licence", "cc-by-sa-4.0"), ("adapted_from", "/recipes/\(original)")]
        let own = try await site.write(.honey, as: .bob)
        for (name, value) in [
            ("adapted_from", ""), ("adapted_from", "https://example.org"), ("adapted_from", "/recipes/\(own)"),
            ("text_licence", "cc0-1.0"),
        ] {
            let changed = terms.map { $0.0 == name ? (name, value) : $0 }
            let answer = try await bob.post(address, Self.better.fields + changed)
            #expect(answer.status == .unprocessable, "\(name): \(value)")
        }
        try await bob.post(address, Self.better.fields + terms).expect(.seeOther)
        let decision = try site.decisionFields(submission, reason: "STEP_UNCLEAR", message: "Which pan?")
        try await bob.post("/moderation/submissions/\(submission)/request-changes", decision + [("suggest", "1")])
            .expect(.seeOther)
        try await site.client(.charlie).post("/recipes/\(copy)/suggestion/accept", [("suggestion", "1")])
            .expect(.seeOther)
        let body: String = try #require(try site.value("SELECT body FROM revision ORDER BY id DESC"))
        #expect(
            try RecipeBody(encoded: body).adaptedFrom
                == AdaptedFrom(recipe: original, title: "Lentil soup", author: "alice", licence: .bySA))
        #expect(try RecipeBody(encoded: body).credit == "alice")
    }

    @Test func `an author without a licence cannot accept`() async throws {
        let (site, recipe, _) = try await Self.suggested()
        try await site.client(.ada).post("/admin/users/\(Person.alice.id)/licence/revoke", [("reason", "copied")])
            .expect(.seeOther)
        let alice = try site.client(.alice)
        #expect(try await alice.get(site.address(of: recipe)).shows("You need a publishing licence to submit it"))
        #expect(
            try await alice.post("/recipes/\(recipe)/suggestion/accept", [("suggestion", "1")]).status == .forbidden)
    }
}
