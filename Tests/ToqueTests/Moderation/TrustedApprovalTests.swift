// Tests of approving small changes of trusted authors together, in the queue.

import Database
import HTTP
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct TrustedApprovalTests {
    /// A site where Alice has this many approvals; the recipes are public.
    private func site(approvals: Int = 5) async throws -> (TestSite, recipes: [Int]) {
        let site = try TestSite()
        var recipes: [Int] = []
        for number in 1...approvals {
            recipes.append(try await site.publish(RecipeFields.vegan.with("title", "Lentil soup \(number)")))
        }
        return (site, recipes)
    }

    /// Submits a change of a recipe, and returns the submission.
    private func change(
        _ recipe: Int, _ field: String = "category", _ value: String = "starter", on site: TestSite
    ) async throws -> Int {
        let title: String? = try site.value(
            "SELECT v.title FROM recipe r JOIN revision v ON v.id = r.live_revision_id WHERE r.id = \(recipe)")
        try await site.save(recipe, RecipeFields.vegan.with("title", try found(title)).with(field, value))
        return try await site.submit(recipe)
    }

    /// What the tick box of a submission sends, whether or not the page has one.
    private func tick(_ submission: Int, on site: TestSite) throws -> (String, String) {
        try site.read { ("approve", TrustedTick(try found(try SubmissionStore($0).submission(submission))).value) }
    }

    private func state(_ submission: Int, on site: TestSite) throws -> String? {
        try site.value("SELECT state FROM submission WHERE id = \(submission)")
    }

    @Test func `a moderator ticks small changes of a trusted author and approves them together`() async throws {
        let (site, recipes) = try await site()
        let (one, two) = (try await change(recipes[0], on: site), try await change(recipes[1], on: site))
        let bob = try site.client(.bob)
        let page = try await bob.get("/moderation")
        let ticks = try [tick(one, on: site), tick(two, on: site)]
        for tick in ticks { #expect(page.text.contains(#"value="\#(tick.1)""#)) }
        let done = try await bob.post("/moderation/approvals", ticks)
        #expect(done.location == "/moderation?approved=2")
        #expect(try await bob.get("/moderation?approved=2").shows(Text.queueApproved(.en, count: 2)))
        #expect(try state(one, on: site) == "approved" && state(two, on: site) == "approved")
        let by: Int? = try site.value("SELECT by_id FROM decision WHERE submission_id = \(one)")
        #expect(by == Person.bob.id)
        #expect(try site.notifications(.alice).suffix(2) == ["approved", "approved"])
        // The same form again changes nothing.
        let again = try await bob.post("/moderation/approvals", ticks)
        #expect(again.status == .conflict && again.shows(Text.queueRefusalGone(.en)))
        #expect(try site.failures() == [])
    }

    @Test func `a single approval shows its receipt`() async throws {
        let (site, recipes) = try await site()
        let submission = try await change(recipes[0], on: site)
        let done = try await site.client(.bob).post("/moderation/approvals", [tick(submission, on: site)])
        let decision = try site.count("SELECT max(id) FROM decision")
        #expect(done.location == "/moderation?after=\(decision)")
    }

    @Test(arguments: [
        ("ingredients_text", "301 g red lentils\n1 onion\n2 tbsp olive oil"), ("step", "Boil it for 99 minutes."),
        ("step", "Bake it at 250 °C."), ("cook_minutes", "99"), ("servings", "5"), ("title", "Another soup"),
        ("tips", "Goes well with peanuts."),
    ])
    func `a change that a cook follows has no tick box and can't be approved this way`(
        change: (String, String)
    ) async throws {
        let (site, recipes) = try await site()
        let submission = try await self.change(recipes[0], change.0, change.1, on: site)
        let bob = try site.client(.bob)
        #expect(try await !bob.get("/moderation").text.contains(#"name="approve""#))
        let answer = try await bob.post("/moderation/approvals", [tick(submission, on: site)])
        #expect(answer.status == .conflict && answer.shows(Text.queueRefusalUnread(.en)))
        #expect(try state(submission, on: site) == "queued")
    }

    @Test func `an author without enough approvals, and a new recipe, are not trusted`() async throws {
        let (few, recipes) = try await site(approvals: 4)
        let submission = try await change(recipes[0], on: few)
        let answer = try await few.client(.bob).post("/moderation/approvals", [tick(submission, on: few)])
        #expect(answer.status == .conflict && answer.shows(Text.queueRefusalUnread(.en)))
        let (site, _) = try await site()
        let new = try await site.submit(site.write(.honey))
        #expect(try await !site.client(.bob).get("/moderation").text.contains(#"name="approve""#))
        #expect(try await site.client(.bob).post("/moderation/approvals", [tick(new, on: site)]).status == .conflict)
    }

    @Test func `one that cannot be approved does not stop the others, and the page says why`() async throws {
        let (site, recipes) = try await site()
        let (good, stale) = (try await change(recipes[0], on: site), try await change(recipes[1], on: site))
        var old = try tick(stale, on: site)
        old.1 = String(old.1.dropLast(4)) + "0000"
        let answer = try await site.client(.bob).post("/moderation/approvals", [old, tick(good, on: site)])
        #expect(answer.status == .conflict && answer.shows(Text.queueRefusalChanged(.en)))
        #expect(answer.shows(Text.queueApproved(.en, count: 1)))
        #expect(try state(good, on: site) == "approved" && state(stale, on: site) == "queued")
    }

    @Test func `a strike, a report, a missing licence or a proposal keeps it from being approved this way`()
        async throws
    {
        let (site, recipes) = try await site()
        let submission = try await change(recipes[0], on: site)
        let bob = try site.client(.bob)
        let tick = try tick(submission, on: site)
        try site.unlicense(.alice)
        let unlicensed = try await bob.post("/moderation/approvals", [tick])
        #expect(unlicensed.status == .conflict && unlicensed.shows(Text.queueRefusalUnlicensed(.en)))
        try site.license(.alice)
        try await site.report(recipes[0]).expect(.seeOther)
        #expect(try await bob.post("/moderation/approvals", [tick]).shows(Text.queueRefusalUnread(.en)))
        try await site.decide(1, "warn", by: .bella, adding: [("strike", "1")]).expect(.seeOther)
        #expect(try await bob.post("/moderation/approvals", [tick]).shows(Text.queueRefusalUnread(.en)))
        #expect(try await !bob.get("/moderation").text.contains(#"name="approve""#))
        #expect(try state(submission, on: site) == "queued")
    }

    @Test func `a moderator who reported the recipe, and the author, approve nothing`() async throws {
        let (site, recipes) = try await site()
        let submission = try await change(recipes[0], on: site)
        try await site.report(recipes[0], as: .bob).expect(.seeOther)
        let reported = try await site.client(.bob).post("/moderation/approvals", [tick(submission, on: site)])
        #expect(reported.status == .conflict && reported.shows(Text.queueRefusalReported(.en)))
        try site.setRole(.moderator, of: .alice)
        let own = try await site.client(.alice).post("/moderation/approvals", [tick(submission, on: site)])
        #expect(own.status == .conflict && own.shows(Text.queueRefusalOwn(.en)))
        let staff = try await site.client(.bella).post("/moderation/approvals", [tick(submission, on: site)])
        #expect(staff.status == .conflict && staff.shows(Text.queueRefusalHeld(.en)))
    }

    @Test func `the draw's share has no tick box, so that it is read`() async throws {
        let (site, recipes) = try await site()
        let submission = try await change(recipes[0], on: site)
        try site.run(
            """
            INSERT INTO automatic_verdict (submission_id, outcome, conditions, judged_at, is_sample)
            VALUES (\(submission), 'drawn', 'approvals 5 1 met', 1, 0)
            """)
        let bob = try site.client(.bob)
        #expect(try await !bob.get("/moderation").text.contains(#"name="approve""#))
        #expect(try await bob.post("/moderation/approvals", [tick(submission, on: site)]).status == .conflict)
    }

    @Test func `nothing ticked and too many ticks show an error`() async throws {
        let (site, recipes) = try await site()
        let submission = try await change(recipes[0], on: site)
        let bob = try site.client(.bob)
        let none = try await bob.post("/moderation/approvals", [("approve", "12-x")])
        #expect(none.status == .unprocessable && none.hasError(at: "approve"))
        let many = (0..<TrustedApprovals.limit).map { ("approve", "\(900 + $0)-1-0") }
        let answer = try await bob.post("/moderation/approvals", many + [tick(submission, on: site)])
        #expect(answer.status == .unprocessable && answer.hasError(at: "approve"))
        #expect(answer.text.contains(#"form="approve" checked"#))
    }
}
