// Tests of appeals that are amended: the decision stays, without its strike or with an earlier end.

import Database
import HTTP
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct AmendedAppealTests {
    private let text = [("text", "It was only once.")]
    private let strike = [("outcome", "amend"), ("strike", "1"), ("text", "Once does not count.")]

    private func shorter(_ day: String) -> [(String, String)] {
        [("outcome", "amend"), ("until", day), ("text", "A week is enough.")]
    }

    private func suspended() async throws -> TestSite {
        let site = try TestSite()
        let fields = [("until", "2026-12-31"), ("rule", "spam"), ("reason", "Adverts for knives.")]
        try await site.client(.ada).post("/admin/users/\(Person.charlie.id)/suspend", fields).expect(.seeOther)
        try await site.client(.charlie).post("/appeals/measure/1", text).expect(.seeOther)
        return site
    }

    private func rejectedWithStrike() async throws -> (TestSite, decision: Int) {
        let site = try TestSite()
        try await site.reject(site.submit(site.write(.vegan)), adding: [("strike", "1")])
        let decision = try site.count("SELECT max(id) FROM decision")
        try await site.client(.alice).post("/appeals/decision/\(decision)", text).expect(.seeOther)
        return (site, decision)
    }

    private func strikes(_ person: Person, _ site: TestSite) throws -> Int {
        let now = site.now
        return try site.read { try MeasureStore($0).strikes(person.id, now: now) }
    }

    @Test func `a rejection stays without its strike`() async throws {
        let (site, decision) = try await rejectedWithStrike()
        #expect(try strikes(.alice, site) == 1)
        #expect(try await site.client(.alice).get("/appeals/decision/\(decision)").shows("This strike counts until"))
        #expect(try await site.client(.bella).get("/moderation/reports?state=closed").shows("Lentil soup"))
        let bella = try site.client(.bella)
        let form = try await bella.get("/moderation/appeals/1")
        #expect(form.text.contains(#"value="amend""#) && form.shows(Text.appealRemoveStrike(.en)))
        #expect(!form.text.contains(#"name="until""#))
        let done = try await bella.post("/moderation/appeals/1", strike)
        #expect(try await bella.get(found(done.location)).shows("First decision kept, but milder."))
        #expect(try strikes(.alice, site) == 0)
        #expect(try site.value("SELECT kind FROM decision WHERE id = \(decision)") == .some("reject"))
        #expect(try site.count("SELECT count(*) FROM measure WHERE lifted_at IS NULL AND strike_until > 0") == 1)
        let alice = try site.client(.alice)
        #expect(try await alice.get("/my/reports").shows("0 strikes count"))
        let page = try await alice.get("/appeals/decision/\(decision)")
        #expect(page.shows("decision amended") && page.shows(Text.appealStrikeRemoved(.en)))
        #expect(page.shows("Once does not count."))
        #expect(try await !alice.get("/appeals/measure/1").shows("This strike counts until"))
        #expect(try site.notifications(.alice) == ["rejected", "appeal-amended"])
        let record = try await site.client(.ada).get("/admin/users/\(Person.alice.id)")
        #expect(record.shows("0 strikes"))
        #expect(try await site.visitor().get("/moderation/decisions").shows("1 of these decisions was made milder"))
        #expect(try site.failures() == [])
    }

    @Test func `the email says what became milder`() {
        let amendment = Amendment(removesStrike: true, until: Dates.endOfDay("2026-11-20"))
        #expect(amendment.lines(.en) == [Text.appealStrikeRemoved(.en), "It ends earlier: 20 November 2026."])
        #expect(amendment.lines(.ru).count == 2 && Amendment(removesStrike: true).lines(.ru).count == 1)
    }

    @Test func `a suspension ends earlier, on the account too`() async throws {
        let site = try await suspended()
        let bob = try site.client(.bob)
        #expect(try await bob.get("/moderation/appeals/1").text.contains(#"name="until" type="date""#))
        try await bob.post("/moderation/appeals/1", shorter("2026-11-20")).expect(.seeOther)
        let end = try #require(Dates.endOfDay("2026-11-20"))
        #expect(try site.count("SELECT suspended_until FROM user WHERE id = \(Person.charlie.id)") == end)
        #expect(try site.value("SELECT suspension_reason FROM user WHERE id = 4") == .some("Adverts for knives."))
        #expect(try site.count("SELECT until FROM measure") == Dates.endOfDay("2026-12-31"))
        let refused = try await site.client(.charlie).post("/recipes", RecipeFields.vegan.fields)
        #expect(refused.status == .forbidden && refused.shows("20 November 2026"))
        let page = try await site.client(.charlie).get("/appeals/measure/1")
        #expect(page.shows("20 November 2026") && !page.shows("31 December 2026"))
        #expect(try site.failures() == [])
        site.clock.advance(by: 4 * TestClock.day)
        #expect(try await site.client(.charlie).post("/recipes", RecipeFields.vegan.fields).status == .seeOther)
        #expect(try site.notifications(.charlie) == ["suspended", "appeal-amended"])
        #expect(try site.failures() == [])
    }

    @Test func `a silence ends earlier and loses its strike`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.report(recipe).expect(.seeOther)
        try await site.decide(1, "silence", adding: [("days", "30"), ("strike", "1")]).expect(.seeOther)
        try await site.client(.alice).post("/appeals/measure/1", text).expect(.seeOther)
        let both = shorter("2026-11-19") + [("strike", "1")]
        try await site.client(.bella).post("/moderation/appeals/1", both).expect(.seeOther)
        #expect(try strikes(.alice, site) == 0)
        #expect(try await site.report("user", Person.charlie.id, as: .alice).status == .forbidden)
        site.clock.advance(by: 2 * TestClock.day)
        #expect(try await site.report("user", Person.charlie.id, as: .alice).status == .seeOther)
        let detail: String? = try site.value("SELECT detail FROM audit WHERE action = 'amend'")
        #expect(detail == "strike until \(Dates.endOfDay("2026-11-19") ?? 0)")
        #expect(try site.failures() == [])
    }

    @Test(arguments: [
        ("2026-11-17", "until"), ("2026-12-31", "until"), ("2027-01-31", "until"), ("soon", "until"), ("", "outcome"),
    ])
    func `an end that is not earlier is refused, and what was typed is kept`(day: String, field: String) async throws {
        let site = try await suspended()
        let answer = try await site.client(.bob).post("/moderation/appeals/1", shorter(day))
        #expect(answer.status == .unprocessable && answer.hasError(at: field))
        #expect(answer.shows("A week is enough.") && answer.text.contains(#"value="\#(day)""#))
        #expect(try site.count("SELECT count(*) FROM appeal WHERE outcome IS NULL") == 1)
    }

    @Test func `where there is nothing to amend, it is not offered and refused`() async throws {
        let site = try TestSite()
        try await site.reject(site.submit(site.write(.vegan)))
        try await site.client(.alice).post("/appeals/decision/1", text).expect(.seeOther)
        let bella = try site.client(.bella)
        #expect(try await !bella.get("/moderation/appeals/1").text.contains(#"value="amend""#))
        let answer = try await bella.post("/moderation/appeals/1", strike)
        #expect(answer.status == .unprocessable && answer.hasError(at: "outcome"))
        #expect(throws: (any Error).self) {
            try site.run(
                """
                UPDATE appeal SET outcome = 'amended', by_id = 3, answer = 'x', decided_at = 1, strike_removed = 1
                """)
        }
    }

    @Test func `a strike that was lifted in the meantime can't be taken back again`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.report(recipe).expect(.seeOther)
        try await site.decide(1, "warn", adding: [("strike", "1")]).expect(.seeOther)
        try await site.client(.alice).post("/appeals/measure/1", text).expect(.seeOther)
        try await site.client(.bob).post("/moderation/measures/1/lift").expect(.seeOther)
        #expect(try await site.client(.bella).post("/moderation/appeals/1", strike).status == .unprocessable)
    }

    @Test func `the second moderator gets 409, and the database refuses a second amendment`() async throws {
        let site = try await suspended()
        try await site.client(.bob).post("/moderation/appeals/1", shorter("2026-11-20")).expect(.seeOther)
        let late = try await site.client(.bella).post("/moderation/appeals/1", shorter("2026-11-25"))
        #expect(late.status == .conflict && late.shows("bob was faster") && late.shows("A week is enough."))
        #expect(throws: (any Error).self) { try site.run("UPDATE appeal SET until = until - 1") }
    }

    @Test func `an admin can still end an amended suspension`() async throws {
        let site = try await suspended()
        try await site.client(.bob).post("/moderation/appeals/1", shorter("2026-11-20")).expect(.seeOther)
        try await site.client(.ada).post("/moderation/measures/1/lift").expect(.seeOther)
        #expect(try await site.client(.charlie).post("/recipes", RecipeFields.vegan.fields).status == .seeOther)
        #expect(try site.failures() == [])
    }

    @Test func `the check finds an amendment that the log does not have`() async throws {
        let (site, _) = try await rejectedWithStrike()
        try site.run(
            """
            UPDATE appeal SET outcome = 'amended', by_id = 3, answer = 'x', decided_at = created_at, strike_removed = 1
            """)
        #expect(try site.failures().contains { $0.finding == "appeal 1 differs from the audit log" })
    }
}
