// Tests appeals: who may appeal what, who decides, and what an overturned decision restores.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct AppealsTests {
    private func rejected() async throws -> (TestSite, recipe: Int, decision: Int) {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        try await site.reject(site.submit(recipe))
        return (site, recipe, try site.count("SELECT max(id) FROM decision"))
    }

    @Test func `the statement of reasons says when automatic checks had marked the text`() async throws {
        let site = try TestSite()
        let fields = RecipeFields.vegan.with("tips", "More on www.example.com")
        try await site.reject(site.submit(site.write(fields)))
        let page = try await site.client(.alice).get("/appeals/decision/1")
        #expect(page.shows("Automatic checks had marked the text") && !page.shows("No automated means"))
    }

    private let answer = [("outcome", "overturn"), ("text", "It is a recipe.")]

    @Test func `an overturned rejection publishes exactly the rejected text`() async throws {
        let (site, recipe, decision) = try await rejected()
        let alice = try site.client(.alice)
        let own = try await alice.get(site.address(of: recipe))
        #expect(own.text.contains(#"href="/appeals/decision/\#(decision)""#))
        let page = try await alice.get("/appeals/decision/\(decision)")
        #expect(page.shows("This is a poem.") && page.shows("No automated means") && page.shows("in any country"))
        let text = [("text", "It isn’t a poem.")]
        try await alice.post("/appeals/decision/\(decision)", text).expect(.seeOther)
        #expect(try await alice.post("/appeals/decision/\(decision)", text).status == .conflict)
        let sha256: String? = try site.value("SELECT sha256 FROM revision WHERE recipe_id = \(recipe)")
        #expect(try await site.client(.bob).post("/moderation/appeals/1", answer).status == .forbidden)
        #expect(try await site.client(.bella).get("/moderation/appeals").shows("alice"))
        #expect(try await site.client(.bella).get("/moderation/appeals/1").shows("It isn’t a poem."))
        try await site.client(.bella).post("/moderation/appeals/1", answer).expect(.seeOther)
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
        let live: String? = try site.value(
            "SELECT v.sha256 FROM recipe r JOIN revision v ON v.id = r.live_revision_id WHERE r.id = \(recipe)")
        #expect(live == sha256)
        #expect(try site.value("SELECT kind FROM decision WHERE id = \(decision)") == .some("reject"))
        #expect(try site.notifications(.alice) == ["rejected", "appeal-overturned"])
        #expect(try await alice.get("/appeals/decision/\(decision)").shows("It is a recipe."))
        let figures = try await site.visitor().get("/moderation/decisions")
        #expect(figures.shows("1 of these decisions was overturned on appeal."))
        #expect(try site.failures().isEmpty)
    }

    @Test func `the log says that one person published on appeal what two would have to approve`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.honey)
        try await site.client(.bob).post(
            "/recipes/\(recipe)/diets", [("subject", "vegan"), ("fact", "unknown"), ("reason", "Which honey?")]
        ).expect(.seeOther)
        try await site.save(recipe, RecipeFields.honey.with("title", "Porridge with honey"))
        try await site.reject(site.submit(recipe))
        let decision = try site.count("SELECT max(id) FROM decision")
        try await site.client(.alice).post("/appeals/decision/\(decision)", [("text", "It isn’t a poem.")])
            .expect(.seeOther)
        try await site.client(.bella).post("/moderation/appeals/1", answer).expect(.seeOther)
        #expect(try await site.visitor().get(site.address(of: recipe)).shows("Porridge with honey"))
        #expect(try site.count("SELECT count(*) FROM audit WHERE detail LIKE '% appeal 1 alone'") == 1)
        #expect(try site.failures().isEmpty)
    }

    @Test func `without a licence nothing is published, and the author can submit the text again`() async throws {
        let (site, recipe, decision) = try await rejected()
        let alice = try site.client(.alice)
        try await alice.post("/appeals/decision/\(decision)", [("text", "It isn’t a poem.")]).expect(.seeOther)
        try site.unlicense(.alice)
        let bella = try site.client(.bella)
        let done = try await bella.post("/moderation/appeals/1", answer)
        #expect(try await bella.get(found(done.location)).shows("no publishing licence now"))
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .notFound)
        #expect(try site.failures().isEmpty)
        try site.license(.alice)
        try await site.approve(site.submit(recipe))
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
    }

    @Test func `an overturned rejection leaves a newer text in the queue alone`() async throws {
        let (site, recipe, decision) = try await rejected()
        let alice = try site.client(.alice)
        try await alice.post("/appeals/decision/\(decision)", [("text", "It isn’t a poem.")]).expect(.seeOther)
        try await site.save(recipe, .honey)
        let submission = try await site.submit(recipe)
        try await site.client(.bella).post("/moderation/appeals/1", answer).expect(.seeOther)
        #expect(try site.submission(of: recipe) == submission)
        #expect(try site.value("SELECT state FROM recipe WHERE id = \(recipe)") == .some("queued"))
        #expect(try site.failures().isEmpty)
    }

    @Test func `an overturned rejection publishes nothing over a later rejection`() async throws {
        let (site, recipe, decision) = try await rejected()
        let alice = try site.client(.alice)
        try await alice.post("/appeals/decision/\(decision)", [("text", "It isn’t a poem.")]).expect(.seeOther)
        #expect(try await site.client(.bob).post("/moderation/decisions/\(decision)/take-back").status == .conflict)
        try await site.save(recipe, .honey)
        try await site.reject(site.submit(recipe))
        try await site.client(.bella).post("/moderation/appeals/1", answer).expect(.seeOther)
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .notFound)
        #expect(try site.value("SELECT state FROM recipe WHERE id = \(recipe)") == .some("rejected"))
        #expect(try site.failures().isEmpty)
    }

    @Test func `a rejection that was taken back can't be appealed`() async throws {
        let (site, _, decision) = try await rejected()
        try await site.client(.bob).post("/moderation/decisions/\(decision)/take-back").expect(.seeOther)
        let appeal = try await site.client(.alice).post("/appeals/decision/\(decision)", [("text", "Please.")])
        #expect(appeal.status == .notFound)
    }

    @Test func `upholding changes nothing, and the second moderator gets 409 with what happened`() async throws {
        let (site, recipe, decision) = try await rejected()
        try await site.client(.alice).post("/appeals/decision/\(decision)", [("text", "Please.")]).expect(.seeOther)
        let fields = [("outcome", "uphold"), ("text", "It rhymes.")]
        for (outcome, text, field) in [("", "x", "outcome"), ("uphold", "", "text")] {
            let wrong = try await site.client(.bella).post(
                "/moderation/appeals/1", [("outcome", outcome), ("text", text)])
            #expect(wrong.status == .unprocessable && wrong.hasError(at: field))
        }
        try await site.client(.bella).post("/moderation/appeals/1", fields).expect(.seeOther)
        let late = try await site.client(.ada).post("/moderation/appeals/1", answer)
        #expect(late.status == .conflict && late.shows("bella was faster") && late.shows("It is a recipe."))
        #expect(try site.value("SELECT state FROM recipe WHERE id = \(recipe)") == .some("rejected"))
        #expect(try site.notifications(.alice) == ["rejected", "appeal-upheld"])
        #expect(try site.count("SELECT count(*) FROM audit WHERE object = 'appeal'") == 2)
        #expect(try site.failures().isEmpty)
    }

    @Test func `an overturned measure shows the recipe again and removes the strike`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.report(recipe).expect(.seeOther)
        try await site.decide(1, "hide", adding: [("strike", "1")]).expect(.seeOther)
        let alice = try site.client(.alice)
        try await alice.post("/appeals/measure/1", [("text", "I sell nothing.")]).expect(.seeOther)
        for person in [Person.bob, .charlie] {
            #expect(try await site.client(person).post("/moderation/appeals/1", answer).status == .forbidden)
        }
        try await site.client(.bella).post("/moderation/appeals/1", answer).expect(.seeOther)
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
        #expect(try await alice.get("/my/reports").shows("0 strikes count"))
        #expect(try site.notifications(.alice) == ["approved", "recipe-hidden", "appeal-overturned"])
        #expect(try site.failures().isEmpty)
    }

    @Test func `a reporter appeals a dismissal, and the report waits again`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.report(recipe).expect(.seeOther)
        try await site.decide(1, "dismiss").expect(.seeOther)
        let charlie = try site.client(.charlie)
        #expect(try await charlie.get("/my/reports").text.contains(#"href="/appeals/report/1""#))
        #expect(try await site.client(.alice).get("/appeals/report/1").status == .notFound)
        #expect(try await site.client(.alice).get("/appeals/measure/1").status == .notFound)
        try await charlie.post("/appeals/report/1", [("text", "It does sell knives.")]).expect(.seeOther)
        try await site.client(.bella).post("/moderation/appeals/1", answer).expect(.seeOther)
        #expect(try site.value("SELECT state FROM report_issue") == .some("open"))
        #expect(try site.failures().isEmpty)
        try await site.decide(1, "warn", by: .ada).expect(.seeOther)
        #expect(try site.notifications(.charlie) == ["report-dismissed", "appeal-overturned", "report-upheld"])
        #expect(try site.failures().isEmpty)
    }

    @Test func `an appeal needs a text within its limit, within six months, by the member concerned`() async throws {
        let (site, _, decision) = try await rejected()
        let alice = try site.client(.alice)
        for text in ["", String(repeating: "x", count: AppealRules.textLength + 1)] {
            let answer = try await alice.post("/appeals/decision/\(decision)", [("text", text)])
            #expect(answer.status == .unprocessable && answer.hasError(at: "text"))
            #expect(text.isEmpty || answer.shows(text))
        }
        for person in [Person.bob, .charlie] {
            #expect(
                try await site.client(person).post("/appeals/decision/\(decision)", [("text", "x")]).status == .notFound
            )
        }
        site.clock.advance(by: 184 * TestClock.day)
        #expect(try await site.client(.alice).get("/appeals/decision/\(decision)").shows("within six months"))
        #expect(
            try await site.client(.alice).post("/appeals/decision/\(decision)", [("text", "x")]).status == .conflict)
        #expect(try site.count("SELECT count(*) FROM appeal") == 0)
    }

    @Test func `the database lets nobody decide an appeal of their own decision`() async throws {
        let (site, _, decision) = try await rejected()
        try await site.client(.alice).post("/appeals/decision/\(decision)", [("text", "Please.")]).expect(.seeOther)
        for person in [Person.bob, .alice] {
            #expect(throws: (any Error).self) {
                try site.run(
                    "UPDATE appeal SET outcome = 'upheld', by_id = \(person.id), answer = 'x', decided_at = 1")
            }
        }
    }
}
