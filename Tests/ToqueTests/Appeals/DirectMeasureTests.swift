// Tests that suspensions, takedowns by admins and removed reviews have reasons that the member reads and can appeal.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct DirectMeasureTests {
    private let text = [("text", "I did not do that.")]
    private let overturn = [("outcome", "overturn"), ("text", "You are right.")]

    private func suspend(_ site: TestSite, until day: String = "2026-12-31") async throws {
        let fields = [("until", day), ("rule", "spam"), ("reason", "Adverts for knives.")]
        try await site.client(.ada).post("/admin/users/\(Person.charlie.id)/suspend", fields).expect(.seeOther)
    }

    @Test func `a suspended member reads the reasons, appeals, and is back when a moderator agrees`() async throws {
        let site = try TestSite()
        try await suspend(site)
        let charlie = try site.client(.charlie)
        let refused = try await charlie.post("/recipes", RecipeFields.vegan.fields)
        #expect(refused.status == .forbidden && refused.shows("to appeal"))
        #expect(try await charlie.get("/my/reports").shows("account suspended: charlie"))
        let page = try await charlie.get("/appeals/measure/1")
        #expect(page.shows("Adverts for knives.") && page.shows("Spam or advertising"))
        #expect(page.shows("you can’t change anything") && page.shows("31 December 2026"))
        let list: ListAnswer<NotificationAnswer> = try await site.notifications(.charlie)
        #expect(list.items.map(\.address) == ["/appeals/measure/1"])
        try await charlie.post("/appeals/measure/1", text).expect(.seeOther)
        #expect(try await site.client(.ada).post("/moderation/appeals/1", overturn).status == .forbidden)
        try await site.client(.bob).post("/moderation/appeals/1", overturn).expect(.seeOther)
        #expect(try await site.client(.charlie).post("/recipes", RecipeFields.vegan.fields).status == .seeOther)
        #expect(try site.notifications(.charlie) == ["suspended", "appeal-overturned"])
        #expect(try site.count("SELECT count(*) FROM audit WHERE action IN ('suspend', 'lift')") == 2)
        #expect(try site.failures().isEmpty)
    }

    @Test func `an admin sees all suspensions of a member, and only one applies`() async throws {
        let site = try TestSite()
        try await suspend(site)
        try await suspend(site, until: "2027-01-31")
        #expect(try site.count("SELECT count(*) FROM measure WHERE lifted_at IS NULL") == 1)
        let page = try await site.client(.ada).get("/admin/users/\(Person.charlie.id)")
        #expect(page.text.ranges(of: "account suspended: charlie").count >= 2 && page.shows("no longer applies"))
        let end = [("until", "")]
        try await site.client(.ada).post("/admin/users/\(Person.charlie.id)/suspend", end).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM measure WHERE lifted_at IS NULL") == 0)
        #expect(try site.failures().isEmpty)
    }

    @Test func `an appeal against a suspension also ends the one that took its place`() async throws {
        let site = try TestSite()
        try await suspend(site)
        try await site.client(.charlie).post("/appeals/measure/1", text).expect(.seeOther)
        try await suspend(site, until: "2027-01-31")
        try await site.client(.bob).post("/moderation/appeals/1", overturn).expect(.seeOther)
        #expect(try await site.client(.charlie).post("/recipes", RecipeFields.vegan.fields).status == .seeOther)
        let detail: String? = try site.value(
            "SELECT detail FROM audit WHERE action = 'suspend' ORDER BY id DESC LIMIT 1")
        #expect(detail == "measure 2 appeal 1")
        #expect(try site.failures().isEmpty)
    }

    @Test func `an appeal after the end of a suspension changes nothing else`() async throws {
        let site = try TestSite()
        try await suspend(site, until: "2026-11-20")
        try await site.client(.charlie).post("/appeals/measure/1", text).expect(.seeOther)
        site.clock.advance(by: 4 * TestClock.day)
        try await site.client(.bob).post("/moderation/appeals/1", overturn).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM measure WHERE lifted_at IS NULL") == 0)
        #expect(try site.failures().isEmpty)
    }

    @Test func `the second moderator reads that a rejection counts as a strike`() async throws {
        let site = try TestSite()
        try site.license(.bella)
        let submission = try await site.submit(site.write(.vegan, as: .bella), as: .bella)
        let fields =
            try site.decisionFields(submission, reason: "NOT_A_RECIPE", message: "A poem.") + [("strike", "1")]
        try await site.client(.bob).post("/moderation/submissions/\(submission)/reject", fields).expect(.seeOther)
        let page = try await site.client(.ada).get("/moderation/submissions/\(submission)")
        #expect(page.shows("It counts as a strike against the author"))
    }

    @Test func `only admins lift what an admin decided`() async throws {
        let site = try TestSite()
        try await suspend(site)
        #expect(try await !site.client(.bob).get("/moderation/reports/1").text.contains("/measures/1/lift"))
        #expect(try await site.client(.bob).post("/moderation/measures/1/lift").status == .forbidden)
        #expect(try await site.client(.ada).get("/moderation/reports/1").text.contains("/measures/1/lift"))
        try await site.client(.ada).post("/moderation/measures/1/lift").expect(.seeOther)
        #expect(try await site.client(.charlie).post("/recipes", RecipeFields.vegan.fields).status == .seeOther)
        #expect(try site.failures().isEmpty)
    }

    @Test(arguments: ["suspend", "licence/revoke"])
    func `a suspension and a revocation need a reason`(action: String) async throws {
        let site = try TestSite()
        let fields = [("until", "2026-12-31"), ("reason", " ")]
        let answer = try await site.client(.ada).post("/admin/users/\(Person.alice.id)/\(action)", fields)
        #expect(answer.status == .unprocessable)
        #expect(answer.hasError(at: action == "suspend" ? "reason" : "revoke"))
        #expect(try site.count("SELECT count(*) FROM measure") == 0)
        #expect(try await site.client(.alice).post("/recipes", RecipeFields.vegan.fields).status == .seeOther)
    }

    @Test func `a recipe that an admin took down is public again after an appeal`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let change = try await site.changeRecipes("take-down", [recipe], ("rule", "copyright"))
        let alice = try site.client(.alice)
        #expect(try await alice.get("/my/reports").shows("recipe taken down"))
        #expect(try await alice.get("/appeals/measure/1").shows("Copied without permission"))
        // Put back, and that undone: the rule is that of the first takedown.
        try await site.undoRecipes(change)
        let back = try #require(try site.value("SELECT max(id) FROM recipe_change") as Int?)
        try await site.undoRecipes("/admin/recipes/changes/\(back)")
        #expect(try await alice.get("/appeals/measure/2").shows("Copied without permission"))
        #expect(try await alice.get(site.address(of: recipe)).text.contains(#"href="/appeals/measure/2""#))
        try await alice.post("/appeals/measure/2", text).expect(.seeOther)
        try await site.client(.bella).post("/moderation/appeals/1", overturn).expect(.seeOther)
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
        #expect(try site.count("SELECT count(*) FROM measure WHERE lifted_at IS NULL") == 0)
        #expect(try site.failures().isEmpty)
    }

    @Test func `a rejection can count as a strike, which ends when the rejection does not hold`() async throws {
        let site = try TestSite()
        let bob = try site.client(.bob)
        func reject(_ recipe: Int) async throws {
            let submission = try await site.submit(recipe)
            let page = try await bob.get("/moderation/submissions/\(submission)")
            #expect(page.text.contains(#"name="strike""#))
            try await site.reject(submission, adding: [("strike", "1")])
        }
        let recipe = try await site.write(.vegan)
        try await reject(recipe)
        let alice = try site.client(.alice)
        #expect(try await alice.get("/my/reports").shows("1 strike counts"))
        #expect(try await alice.get("/appeals/measure/1").status == .ok)
        #expect(try site.notifications(.alice) == ["rejected"])
        let detail: String? = try site.value("SELECT detail FROM audit WHERE action = 'reject'")
        #expect(detail?.hasSuffix(" strike") == true)
        let decision = try site.count("SELECT max(id) FROM decision")
        try await alice.post("/appeals/decision/\(decision)", text).expect(.seeOther)
        try await site.client(.bella).post("/moderation/appeals/1", overturn).expect(.seeOther)
        #expect(try await alice.get("/my/reports").shows("0 strikes count"))
        try await reject(site.write(.honey))
        let second = try site.count("SELECT max(id) FROM decision WHERE kind = 'reject'")
        try await bob.post("/moderation/decisions/\(second)/take-back").expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM measure WHERE lifted_at IS NULL") == 0)
        #expect(try site.failures().isEmpty)
    }

    @Test func `a rejected copy names the text that it copies`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        let (bob, path) = (try site.client(.bob), "/moderation/submissions/\(submission)/reject")
        func fields(_ reference: String) throws -> [(String, String)] {
            try site.decisionFields(submission, reason: "COPIED_TEXT", message: "It is a copy.")
                + [("reference", reference)]
        }
        let long = "https://example.org/" + String(repeating: "x", count: Policy.referenceLength)
        let refused = try await bob.post(path, fields(long))
        #expect(refused.status == .unprocessable && refused.hasError(at: "reference") && refused.shows(long))
        try await bob.post(path, fields("https://example.org/soup")).expect(.seeOther)
        let message: String? = try site.value("SELECT message FROM decision")
        #expect(message == "It is a copy.\n\nhttps://example.org/soup")
    }

    @Test func `putting a recipe back lifts the takedown, so nothing is left to appeal`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.changeRecipes("take-down", [recipe])
        try await site.changeRecipes("put-back", [recipe])
        #expect(try await site.client(.alice).post("/appeals/measure/1", text).status == .conflict)
        #expect(try site.failures().isEmpty)
    }
}
