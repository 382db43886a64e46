// Tests of decisions on outdated pages: 409, nothing changed, the other decision shown, input kept.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct StaleDecisionTests {
    static let message = "A long message <b>that</b> took a while"

    @Test(
        arguments: [("approve", nil), ("request-changes", "STEP_UNCLEAR"), ("reject", "NOT_A_RECIPE")]
            as [(String, String?)])
    func `a second decision gets 409 with the first decision and the typed message`(
        decision: String, reason: String?
    ) async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        let fields = try site.decisionFields(submission, reason: reason, message: Self.message)
        let bob = try site.client(.bob)
        try await site.reject(submission, by: .bella)
        let rows = try site.count("SELECT count(*) FROM audit")
        let answer = try await bob.post("/moderation/submissions/\(submission)/\(decision)", fields)
        #expect(answer.status == .conflict)
        #expect(answer.shows(Self.message))
        #expect(answer.shows("bella"))
        #expect(answer.text.contains(#"role="alert""#))
        #expect(try site.count("SELECT count(*) FROM audit") == rows)
        #expect(try site.count("SELECT count(*) FROM decision") == 1)
        #expect(try site.count("SELECT count(*) FROM notification") == 1)
    }

    @Test func `a withdrawn submission cannot be decided`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let submission = try await site.submit(recipe)
        let fields = try site.decisionFields(submission, message: Self.message)
        _ = try await site.client(.alice).post("/recipes/\(recipe)/withdraw")
        let answer = try await site.client(.bob).post("/moderation/submissions/\(submission)/approve", fields)
        #expect(answer.status == .conflict)
        #expect(answer.shows(Self.message))
        #expect(try site.count("SELECT count(*) FROM decision") == 0)
    }

    @Test func `after a decision was taken back, an older page is told so and keeps what was typed`() async throws {
        let site = try TestSite()
        let first = try await site.submit(site.write(.vegan))
        let fields = try site.decisionFields(first, reason: "NOT_A_RECIPE", message: Self.message)
        try await site.reject(first, by: .bella)
        try await site.client(.bella).post("/moderation/decisions/1/take-back").expect(.seeOther)
        let (bob, again) = (try site.client(.bob), "/moderation/submissions/2")
        let late = try await bob.post("/moderation/submissions/\(first)/reject", fields)
        #expect(late.status == .conflict && late.shows("taken back by bella, and the recipe waits again"))
        #expect(!late.shows("decided first") && late.shows(Self.message))
        #expect(late.text.contains(#"href="\#(again)""#) && late.text.contains(#"action="\#(again)/reject""#))
        let page = try await bob.post(
            "\(again)/reject", [("fill", "kept"), ("reason", "NOT_A_RECIPE"), ("message", Self.message)])
        #expect(page.status == .ok && page.shows(Self.message))
        try await site.approve(2, by: .ada)
        let later = try await bob.post("/moderation/submissions/\(first)/reject", fields)
        #expect(later.status == .conflict && later.shows("ada decided first"))
        #expect(later.text.contains(#"href="\#(again)""#) && !later.text.contains(#"action="\#(again)/reject""#))
    }

    @Test func `who reads a text that is deleted or unpublished meanwhile is told who did it`() async throws {
        let site = try TestSite()
        let (alice, bob) = (try site.client(.alice), try site.client(.bob))
        for (act, notice) in [
            ("withdraw", "The author has taken the recipe back"), ("delete", "The author has deleted the recipe"),
            ("unpublish", "The author has unpublished the recipe"), ("admin", "An admin has deleted the recipe"),
        ] {
            let recipe = try await site.publish(.vegan)
            try await site.save(recipe, .honey)
            let submission = try await site.submit(recipe)
            let fields = try site.decisionFields(submission, message: Self.message)
            site.clock.advance(by: 1_000)
            if act == "admin" {
                try await site.changeRecipes("delete", [recipe])
            } else {
                try await alice.post("/recipes/\(recipe)/\(act)").expect(.seeOther)
            }
            let answer = try await bob.post("/moderation/submissions/\(submission)/approve", fields)
            #expect(answer.status == .conflict && answer.shows(notice) && answer.shows(Self.message), "\(act)")
        }
    }

    @Test func `a reopened text that its author unpublished is not said to wait`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let submission = try await site.submit(recipe)
        let fields = try site.decisionFields(submission, reason: "NOT_A_RECIPE", message: Self.message)
        try await site.approve(submission, by: .bella)
        try await site.client(.alice).post("/recipes/\(recipe)/unpublish").expect(.seeOther)
        try await site.client(.bella).post("/moderation/decisions/1/take-back").expect(.seeOther)
        let answer = try await site.client(.bob).post("/moderation/submissions/\(submission)/reject", fields)
        #expect(answer.status == .conflict && answer.shows("The author has unpublished the recipe"))
        #expect(!answer.text.contains(#"/moderation/submissions/2/reject""#))
    }

    @Test func `a decision that compared with an older public text gets 409 and the new difference`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.save(recipe, RecipeFields.vegan.with("title", "Lentil soup with lemon"))
        let submission = try await site.submit(recipe)
        let fields = try site.decisionFields(submission, message: Self.message).map {
            $0.0 == "base" ? ("base", "0") : $0
        }
        let answer = try await site.client(.bob).post("/moderation/submissions/\(submission)/approve", fields)
        #expect(answer.status == .conflict)
        #expect(answer.shows(Self.message))
        #expect(answer.text.contains("<ins>"))
        #expect(try site.value("SELECT state FROM submission WHERE id = \(submission)") == "queued")
        try await site.approve(submission)
    }

    @Test func `an approval on a page without the present takedown does not lift it`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.save(recipe, RecipeFields.vegan.with("title", "Lentil soup with lemon"))
        let submission = try await site.submit(recipe)
        let (bob, address) = (try site.client(.bob), "/moderation/submissions/\(submission)")
        let unaware = try site.decisionFields(submission, message: Self.message)
        let first = try await site.changeRecipes("take-down", [recipe])
        let answer = try await bob.post("\(address)/approve", unaware)
        #expect(answer.status == .conflict && answer.shows(Self.message) && answer.shows("It is a copy."))
        #expect(answer.text.contains(#"name="taken_down_by" value="1""#))
        let silent = unaware.filter { $0.0 != "taken_down_by" }
        #expect(try await bob.post("\(address)/approve", silent).status == .conflict)
        let json = try await bob.get(address, headers: ["Accept": "application/json"]).text
        #expect(json.contains(#""taken_down_by":1"#) && json.contains("It is a copy."))
        let aware = try site.decisionFields(submission)
        try await site.undoRecipes(first)
        try await site.changeRecipes("take-down", [recipe])
        #expect(try await bob.post("\(address)/approve", aware).status == .conflict)
        #expect(try site.count("SELECT count(*) FROM recipe WHERE taken_down_by IS NOT NULL") == 1)
        try await site.visitor().get("/recipes/\(recipe)").expect(.notFound)
        try await site.approve(submission)
        try await site.visitor().get(site.address(of: recipe)).expect(.ok)
        #expect(try site.failures() == [])
    }

    @Test func `the page after 409 has current values, so that the message can be sent again`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        let current = try site.decisionFields(submission)
        let stale = current.map { $0.0 == "revision" ? ("revision", "999") : $0 }
        let bob = try site.client(.bob)
        let answer = try await bob.post("/moderation/submissions/\(submission)/approve", stale)
        #expect(answer.status == .conflict)
        for (name, value) in current where ["revision", "seen_sha256", "base"].contains(name) {
            #expect(answer.text.contains(#"name="\#(name)" value="\#(value)""#))
        }
        #expect(try await bob.post("/moderation/submissions/\(submission)/approve", current).status == .seeOther)
    }
}
