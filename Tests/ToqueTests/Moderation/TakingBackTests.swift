// Tests of the receipt after a decision, and of taking the decision back.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct TakingBackTests {
    @Test func `after a decision the next submission opens with a receipt of the last one`() async throws {
        let site = try TestSite()
        try site.license(.bob)
        let first = try await site.submit(site.write(.vegan))
        let own = try await site.submit(site.write(.honey, as: .bob), as: .bob)
        let third = try await site.submit(site.write(.unknown))
        let bob = try site.client(.bob)
        let answer = try await bob.post("/moderation/submissions/\(first)/approve", site.decisionFields(first))
        let next = try #require(answer.location)
        #expect(next == "/moderation/submissions/\(third)?after=1", "not one's own, \(own)")
        let page = try await bob.get(next)
        #expect(page.text.contains(#"role="status""#))
        #expect(page.shows("Approved and public. Decision 1:"))
        #expect(page.shows("Lentil soup"))
        #expect(page.text.contains(#"action="/moderation/decisions/1/take-back""#))
        #expect(!(try await site.client(.bella).get(next)).text.contains("take-back"), "the receipt is bob's")
    }

    @Test(arguments: ["approve", "request-changes", "reject"])
    func `a decision that is taken back reopens the submission in its old place`(kind: String) async throws {
        let site = try TestSite()
        try site.run("UPDATE user SET email_confirmed_at = 1")
        let recipe = try await site.write(.vegan)
        let submission = try await site.submit(recipe)
        let place = try site.count("SELECT due_at FROM submission WHERE id = \(submission)")
        site.clock.advance(by: 60_000)
        switch kind {
        case "approve": try await site.approve(submission)
        case "reject": try await site.reject(submission)
        default: try await site.requestChanges(submission)
        }
        let rows = try site.count("SELECT count(*) FROM audit")
        let answer = try await site.client(.bob).post("/moderation/decisions/1/take-back")
        #expect(answer.location == "/moderation/submissions/2")
        #expect(try site.count("SELECT count(*) FROM audit") == rows + 1)
        #expect(try site.value("SELECT state FROM submission WHERE id = 2") == "queued")
        #expect(try site.count("SELECT due_at FROM submission WHERE id = 2") == place)
        #expect(try site.count("SELECT count(*) FROM decision") == 1, "the decision stays on record")
        #expect(try site.count("SELECT count(*) FROM notification") == 0, "the author hears of the outcome only")
        #expect(try site.count("SELECT count(*) FROM outbox WHERE kind <> 'confirm-email'") == 0)
        #expect(try await site.visitor().get("/recipes/\(recipe)-lentil-soup").status == .notFound)
        #expect(try site.count("SELECT count(*) FROM public_recipe") == 0)
        #expect(try site.failures() == [])
        try await site.approve(2)
        #expect(try site.count("SELECT count(*) FROM notification") == 1)
        let due = site.now + Receipt.window
        #expect(
            try site.count("SELECT count(*) FROM outbox WHERE kind <> 'confirm-email' AND next_try_at = \(due)") == 1)
        #expect(try await site.visitor().get(site.address(of: recipe)).shows("Lentil soup"))
    }

    @Test func `no email says that a recipe is public which is so no longer`() async throws {
        let site = try TestSite()
        try site.run("UPDATE user SET email_confirmed_at = 1")
        let recipe = try await site.publish(.vegan)
        #expect(try site.count("SELECT count(*) FROM outbox WHERE event LIKE 'decision-%'") == 1)
        try await site.client(.alice).post("/recipes/\(recipe)/delete").expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM outbox WHERE event LIKE 'decision-%'") == 0)
    }

    @Test func `taking back an approved edit makes the text before it public again`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.save(recipe, .honey)
        let edit = try await site.submit(recipe)
        try await site.approve(edit)
        #expect(try await site.visitor().get(site.address(of: recipe)).shows("Honey porridge"))
        try await site.client(.bob).post("/moderation/decisions/2/take-back").expect(.seeOther)
        #expect(try await site.visitor().get("/recipes/\(recipe)-lentil-soup").shows("Lentil soup"))
        let found = try await site.visitor().json("/search?q=honey", as: ListAnswer<CardAnswer>.self)
        #expect(found.items.isEmpty)
        let replay = try site.read { try AuditReplay(db: $0).run() }
        #expect(replay.live[recipe] == (try site.count("SELECT live_revision_id FROM recipe WHERE id = \(recipe)")))
    }

    @Test func `only its moderator takes a decision back, once, in the first ten minutes, if nothing followed`()
        async throws
    {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        try await site.reject(site.submit(recipe))
        let bob = try site.client(.bob)
        #expect(try await site.client(.bella).post("/moderation/decisions/1/take-back").status == .notFound)
        #expect(try await site.client(.alice).post("/moderation/decisions/1/take-back").status == .forbidden)
        #expect(try await bob.post("/moderation/decisions/7/take-back").status == .notFound)
        try await bob.post("/moderation/decisions/1/take-back").expect(.seeOther)
        #expect(try await bob.post("/moderation/decisions/1/take-back").status == .conflict)
        try await site.reject(2)
        try await site.save(recipe, .honey)
        _ = try await site.submit(recipe)
        #expect(try await bob.post("/moderation/decisions/2/take-back").status == .conflict, "a newer text waits")
        site.clock.advance(by: 600_001)
        #expect(try await bob.post("/moderation/decisions/2/take-back").status == .notFound)
    }

    @Test func `an approval that ended a set diet or category is not taken back`() async throws {
        let site = try TestSite()
        let (first, second) = (try await site.publish(.honey), try await site.publish(.vegan))
        try await site.client(.bob).post(
            "/recipes/\(first)/diets", [("subject", "vegan"), ("fact", "unknown"), ("reason", "Which honey?")]
        ).expect(.seeOther)
        try await site.changeRecipes("category", [second], ("set_category", "dessert"))
        let oats = RecipeFields("Honey porridge", ingredients: "200 g oats\n1 tbsp honey\n1 apple")
        for (recipe, fields) in [(first, oats), (second, RecipeFields.vegan.with("category", "starter"))] {
            try await site.save(recipe, fields)
            try await site.approve(site.submit(recipe))
            let decision = try site.count("SELECT max(id) FROM decision")
            let bob = try site.client(.bob)
            let receipt = try await bob.get("/moderation?after=\(decision)")
            #expect(receipt.shows("Approved and public.") && !receipt.text.contains("take-back"))
            let instead = "/moderation/recipes/\(recipe)/measure"
            #expect(receipt.text.contains(#"href="\#(instead)""#))
            try await bob.get(instead).expect(.ok)
            let refused = try await bob.post("/moderation/decisions/\(decision)/take-back")
            #expect(refused.status == .conflict && !refused.shows("the recipe has changed since"))
            #expect(refused.shows("it also ended a takedown, a hiding") && refused.shows("“Hide or take down”"))
            #expect(
                try site.count("SELECT live_revision_id = head_revision_id FROM recipe WHERE id = \(recipe)") == 1)
        }
        #expect(try site.count("SELECT count(*) FROM diet_override WHERE ended = 'lapsed'") == 1)
        #expect(try site.count("SELECT count(*) FROM recipe_term") == 0)
        #expect(try site.failures() == [])
    }

    @Test func `an approval that ended an unpublishing offers no button, nor a hiding of what is hidden`()
        async throws
    {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let alice = try site.client(.alice)
        site.clock.advance(by: 1_000)
        try await alice.post("/recipes/\(recipe)/unpublish").expect(.seeOther)
        try await site.save(recipe, .honey)
        site.clock.advance(by: 1_000)
        try await site.approve(site.submit(recipe))
        let bob = try site.client(.bob)
        let receipt = try await bob.get("/moderation?after=2")
        #expect(!receipt.text.contains("take-back") && receipt.text.contains("/recipes/\(recipe)/measure"))
        site.clock.advance(by: 1_000)
        try await alice.post("/recipes/\(recipe)/unpublish").expect(.seeOther)
        let later = try await bob.get("/moderation?after=2")
        #expect(later.shows("Approved and public.") && !later.text.contains("/recipes/\(recipe)/measure"))
        #expect(try await bob.post("/moderation/decisions/2/take-back").shows("it also ended a takedown, a hiding"))
    }

    @Test func `an approved recipe that was taken down since offers no button`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let bob = try site.client(.bob)
        #expect(try await bob.get("/moderation?after=1").text.contains("take-back"))
        try await site.changeRecipes("take-down", [recipe])
        let receipt = try await bob.get("/moderation?after=1")
        #expect(receipt.shows("Approved and public.") && !receipt.text.contains("take-back"))
        #expect(try await bob.post("/moderation/decisions/1/take-back").shows("the recipe has changed since"))
    }

    @Test func `a text that is taken back after its author unpublished it does not wait in the queue`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let (alice, bob) = (try site.client(.alice), try site.client(.bob))
        try await alice.post("/recipes/\(recipe)/unpublish").expect(.seeOther)
        let answer = try await bob.post("/moderation/decisions/1/take-back")
        #expect(try await bob.get(found(answer.location)).shows("has unpublished the recipe since"))
        #expect(try site.value("SELECT state FROM submission WHERE id = 2") == "withdrawn")
        let fields = try site.decisionFields(2)
        #expect(
            try await site.client(.bella).post("/moderation/submissions/2/approve", fields).status == .conflict)
        #expect(try site.count("SELECT count(*) FROM public_recipe") == 0)
        #expect(try site.failures() == [])
        try await site.approve(site.submit(recipe))
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
    }

    @Test(arguments: ["approve", "reject"])
    func `nothing is taken back of a recipe that its author deleted`(kind: String) async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let submission = try await site.submit(recipe)
        if kind == "approve" { try await site.approve(submission) } else { try await site.reject(submission) }
        _ = try await site.client(.alice).post("/recipes/\(recipe)/delete")
        #expect(try await site.client(.bob).post("/moderation/decisions/1/take-back").status == .conflict)
        #expect(try site.count("SELECT count(*) FROM submission WHERE state = 'queued'") == 0)
    }
}
