// Tests of the takedown of a popular recipe, with which a second moderator has to agree.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct PopularTakedownTests {
    /// A public recipe with so many favourites, and a report about it.
    private static func reported(favourites: Int) async throws -> (site: TestSite, recipe: Int) {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try site.makePopular(recipe, favourites: favourites)
        try await site.report(recipe).expect(.seeOther)
        return (site, recipe)
    }

    private static func agree(on site: TestSite, by person: Person) async throws -> Response {
        try await site.client(person).post("/moderation/reports/1/agree", site.agreement(1))
    }

    @Test func `a popular recipe is taken down when a second moderator agrees`() async throws {
        let (site, recipe) = try await Self.reported(favourites: HeldDecisionRules.popularFavourites)
        try await site.decide(1, "take-down").expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM measure") == 0)
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
        #expect(try await site.client(.bella).get("/moderation/reports/1").shows("proposed to take down"))
        #expect(try await site.decide(1, "warn", by: .bella).status == .conflict)
        #expect(try site.failures() == [])
        #expect(try await Self.agree(on: site, by: .bob).status == .forbidden)
        #expect(
            try await site.client(.bella).post("/moderation/reports/1/agree", [("version", "1")]).status == .conflict)

        try await Self.agree(on: site, by: .bella).expect(.seeOther)
        #expect(try site.count("SELECT by_id FROM measure") == Person.bob.id)
        #expect(try site.count("SELECT second_by_id FROM measure") == Person.bella.id)
        #expect(try site.value("SELECT text FROM measure") == "It sells knives.")
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .notFound)
        #expect(try await Self.agree(on: site, by: .bella).status == .conflict)
        #expect(try site.failures() == [])
    }

    @Test func `agreeing needs the text that was read`() async throws {
        let (site, recipe) = try await Self.reported(favourites: HeldDecisionRules.popularFavourites)
        try await site.decide(1, "take-down").expect(.seeOther)
        let (read, bella) = (try site.agreement(1), try site.client(.bella))
        #expect(try await bella.get("/moderation/reports/1").text.contains(read[1].1))
        try await site.save(recipe, RecipeFields.vegan.with("tips", "Serve it in a bowl."))
        try await site.approve(site.submit(recipe), by: .bella)
        let answer = try await bella.post("/moderation/reports/1/agree", read)
        #expect(answer.status == .conflict)
        #expect(answer.shows("The recipe has changed since you opened this page."))
        #expect(try await bella.post("/moderation/reports/1/agree", [read[0]]).status == .conflict)
        #expect(try site.count("SELECT count(*) FROM measure") == 0)
        try await Self.agree(on: site, by: .bella).expect(.seeOther)
        #expect(try site.failures() == [])
    }

    @Test func `a second moderator disagrees with a note`() async throws {
        let (site, recipe) = try await Self.reported(favourites: HeldDecisionRules.popularFavourites)
        try await site.decide(1, "take-down").expect(.seeOther)
        #expect(try await site.client(.bella).post("/moderation/reports/1/disagree").status == .unprocessable)
        try await site.client(.bella).post("/moderation/reports/1/disagree", [("note", "It is no advert.")])
            .expect(.seeOther)
        #expect(try await site.client(.bob).get("/moderation/reports/1").shows("It is no advert."))
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
        try await site.decide(1, "dismiss").expect(.seeOther)
        #expect(try site.failures() == [])
    }

    @Test func `a proposal of a suspended moderator ends when another one decides`() async throws {
        let (site, _) = try await Self.reported(favourites: HeldDecisionRules.popularFavourites)
        try await site.decide(1, "take-down").expect(.seeOther)
        let (now, admin) = (site.now, Person.ada.viewer.actor)
        try site.write { db in
            _ = try AccountStore(db).suspend(
                until: now + TestClock.day, reason: "", user: Person.bob.id, by: admin, now: now)
        }
        #expect(try await Self.agree(on: site, by: .bella).status == .conflict)
        try await site.decide(1, "warn", by: .bella).expect(.seeOther)
        #expect(try site.value("SELECT outcome FROM held_decision") == "dropped")
        #expect(try site.failures() == [])
    }

    @Test func `one moderator takes down a recipe that few keep, or hides any`() async throws {
        let (site, recipe) = try await Self.reported(favourites: HeldDecisionRules.popularFavourites - 1)
        try await site.decide(1, "take-down").expect(.seeOther)
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .notFound)
        let (other, popular) = try await Self.reported(favourites: HeldDecisionRules.popularFavourites)
        try await other.decide(1, "hide").expect(.seeOther)
        #expect(try await other.visitor().get(other.address(of: popular)).status == .notFound)
    }

    @Test func `a moderator who reported the recipe does not agree`() async throws {
        let (site, recipe) = try await Self.reported(favourites: HeldDecisionRules.popularFavourites)
        try await site.report(recipe, as: .bella, reason: "offensive").expect(.seeOther)
        try await site.decide(1, "take-down").expect(.seeOther)
        #expect(try await Self.agree(on: site, by: .bella).status == .forbidden)
        try await Self.agree(on: site, by: .ada).expect(.seeOther)
        #expect(try site.value("SELECT kind FROM measure") == "take-down")
    }

    private static func together(_ issues: [Int], on site: TestSite, measure: String = "take-down") async throws
        -> Response
    {
        let ticked = try issues.map {
            ("issue", "\($0)-\(try site.count("SELECT version FROM report_issue WHERE id = \($0)"))")
        }
        let fields = [("kind", "recipe"), ("measure", measure), ("reason", "spam"), ("text", "Only adverts.")]
        return try await site.client(.bob).post("/moderation/reports", fields + ticked)
    }

    @Test func `deciding several reports says which takedowns wait for a second moderator`() async throws {
        let (site, _) = try await Self.reported(favourites: HeldDecisionRules.popularFavourites)
        try await site.report(site.publish(.honey)).expect(.seeOther)
        let answer = try await Self.together([1, 2], on: site)
        #expect(answer.status == .seeOther && answer.cookie("toque_done")?.contains("issues-partly-held") == true)
        #expect(try site.count("SELECT issue_id FROM held_decision WHERE outcome IS NULL") == 1)
        #expect(try site.count("SELECT id FROM report_issue WHERE state = 'closed'") == 2)
        let again = try await Self.together([1], on: site)
        #expect(again.status == .conflict && again.shows("a second moderator has to agree"))

        let (other, _) = try await Self.reported(favourites: HeldDecisionRules.popularFavourites)
        let alone = try await Self.together([1], on: other)
        #expect(alone.status == .seeOther && alone.cookie("toque_done")?.contains("decision-held") == true)
    }

    @Test func `a notice of skipped reports counts the takedowns that wait, too`() async throws {
        let (site, _) = try await Self.reported(favourites: HeldDecisionRules.popularFavourites)
        let stale = ("issue", "2-99")
        try await site.report(site.publish(.honey)).expect(.seeOther)
        let fields = [("kind", "recipe"), ("measure", "take-down"), ("reason", "spam"), ("text", "Only adverts.")]
        let version = try site.count("SELECT version FROM report_issue WHERE id = 1")
        let answer = try await site.client(.bob).post(
            "/moderation/reports", fields + [("issue", "1-\(version)"), stale])
        #expect(answer.status == .conflict && answer.shows("1 report wasn’t decided"))
        #expect(answer.shows("1 takedown takes effect when another moderator agrees."))
    }

    @Test func `a moderator who reports the recipe after proposing its takedown can only withdraw that`() async throws {
        let (site, recipe) = try await Self.reported(favourites: HeldDecisionRules.popularFavourites)
        try await site.decide(1, "take-down").expect(.seeOther)
        try await site.report(recipe, as: .bob, reason: "offensive").expect(.seeOther)
        #expect(try await Self.agree(on: site, by: .bella).status == .conflict)
        #expect(
            try await site.client(.bob).get("/moderation/reports/1").text.contains("/moderation/reports/1/disagree"))
        try await site.client(.bob).post("/moderation/reports/1/disagree").expect(.seeOther)
        #expect(try site.value("SELECT outcome FROM held_decision") == "withdrawn")
        #expect(try await site.client(.bob).post("/moderation/reports/1/disagree").status == .forbidden)
        try await site.decide(1, "take-down", by: .bella).expect(.seeOther)
        try await Self.agree(on: site, by: .ada).expect(.seeOther)
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .notFound)
        #expect(try site.failures() == [])
    }
}
