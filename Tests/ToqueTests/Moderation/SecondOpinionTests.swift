// Tests of decisions that take effect when a second moderator agrees.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct SecondOpinionTests {
    /// A site with a waiting recipe of a moderator.
    private static func waiting() async throws -> (site: TestSite, recipe: Int, submission: Int) {
        let site = try TestSite()
        try site.license(.bella)
        let recipe = try await site.write(.vegan, as: .bella)
        return (site, recipe, try await site.submit(recipe, as: .bella))
    }

    private static func propose(
        _ submission: Int, _ decision: String = "approve", on site: TestSite, by moderator: Person = .bob
    ) async throws {
        let fields = try site.decisionFields(
            submission, reason: decision == "reject" ? "NOT_A_RECIPE" : nil,
            message: decision == "reject" ? "A poem." : "")
        try await site.client(moderator).post("/moderation/submissions/\(submission)/\(decision)", fields)
            .expect(.seeOther)
    }

    @Test func `an approval of a moderator’s recipe takes effect when another moderator agrees`() async throws {
        let (site, recipe, submission) = try await Self.waiting()
        let page = try await site.client(.bob).get("/moderation/submissions/\(submission)")
        #expect(page.shows("Another moderator has to agree"))
        try await Self.propose(submission, on: site)
        #expect(try site.count("SELECT count(*) FROM decision") == 0)
        #expect(try site.value("SELECT state FROM submission") == "queued")
        #expect(try site.failures() == [])
        #expect(try await site.client(.ada).get("/moderation").shows("needs a second moderator"))

        try await site.agree(submission, by: .ada).expect(.seeOther)
        #expect(try site.count("SELECT by_id FROM decision") == Person.bob.id)
        #expect(try site.count("SELECT second_by_id FROM decision") == Person.ada.id)
        #expect(try site.count("SELECT count(*) FROM public_recipe WHERE recipe_id = \(recipe)") == 1)
        #expect(try await site.agree(submission, by: .ada).status == .conflict)
        #expect(try site.count("SELECT count(*) FROM notification WHERE user_id = \(Person.bella.id)") == 1)
        #expect(try site.failures() == [])
    }

    @Test func `a rejection of a moderator’s recipe waits too, and a request for changes does not`() async throws {
        let (site, recipe, submission) = try await Self.waiting()
        try await Self.propose(submission, "reject", on: site)
        #expect(try site.count("SELECT count(*) FROM decision") == 0)
        #expect(try await site.agree(submission, by: .ada).status == .conflict, "another kind")
        try await site.agree(submission, "reject", by: .ada).expect(.seeOther)
        #expect(try site.value("SELECT reasons || message FROM decision") == "NOT_A_RECIPEA poem.")

        try await site.save(recipe, .honey, as: .bella)
        let second = try await site.submit(recipe, as: .bella)
        try await site.requestChanges(second)
        #expect(try site.value("SELECT state FROM submission WHERE id = \(second)") == "changes-requested")
    }

    @Test func `a proposal of somebody who reported the recipe since is not agreed with, but can be taken back`()
        async throws
    {
        let (site, recipe, first) = try await Self.waiting()
        try await site.approve(first)
        try await site.save(recipe, .honey, as: .bella)
        let submission = try await site.submit(recipe, as: .bella)
        try await Self.propose(submission, on: site)
        try await site.report(recipe, as: .bob).expect(.seeOther)
        #expect(try await site.agree(submission, by: .ada).status == .conflict)
        let address = "/moderation/submissions/\(submission)"
        #expect(try await site.client(.bob).get(address).text.contains(#"action="\#(address)/disagree""#))
        try await site.client(.bob).post("\(address)/disagree").expect(.seeOther)
        #expect(try await site.client(.bob).get("\(address)/suggestion").status == .forbidden)
        try await site.approve(submission, by: .ada)
    }

    @Test func `neither the author nor the first moderator agrees`() async throws {
        let (site, _, submission) = try await Self.waiting()
        try await Self.propose(submission, on: site)
        for person in [Person.bella, .bob] {
            #expect(try await site.agree(submission, by: person).status == .forbidden)
        }
        #expect(
            try await site.client(.bella).post("/moderation/submissions/\(submission)/disagree", [("note", "No")])
                .status == .forbidden)
        #expect(throws: (any Error).self) {
            try site.run(
                """
                UPDATE held_decision SET outcome = 'agreed', second_by_id = \(Person.bob.id), closed_at = 1
                """)
        }
        #expect(try site.count("SELECT count(*) FROM decision") == 0)
    }

    @Test func `a second decision on a held submission shows the proposal and keeps what was typed`() async throws {
        let (site, _, submission) = try await Self.waiting()
        try await Self.propose(submission, on: site)
        let fields = try site.decisionFields(submission, reason: "NOT_A_RECIPE", message: "It rhymes.")
        let answer = try await site.client(.ada).post("/moderation/submissions/\(submission)/reject", fields)
        #expect(answer.status == .conflict)
        #expect(answer.shows("has proposed to approve"))
        #expect(answer.shows("It rhymes."))
        #expect(try site.count("SELECT count(*) FROM decision") == 0)
    }

    @Test func `a moderator who disagrees says why, and the submission waits again`() async throws {
        let (site, _, submission) = try await Self.waiting()
        try await Self.propose(submission, on: site)
        let ada = try site.client(.ada)
        let address = "/moderation/submissions/\(submission)"
        let empty = try await ada.post("/moderation/submissions/\(submission)/disagree", [("note", " ")])
        #expect(empty.status == .unprocessable)
        #expect(empty.hasError(at: "note"))
        let long = try await ada.post(
            "/moderation/submissions/\(submission)/disagree", [("note", String(repeating: "x", count: 2_001))])
        #expect(long.status == .unprocessable)
        try await ada.post("/moderation/submissions/\(submission)/disagree", [("note", "The lentils are raw.")])
            .expect(.seeOther)
        #expect(try await site.client(.bob).get(address).shows("The lentils are raw."))
        // The author is a moderator, but does not see what others note about the recipe.
        #expect(try await !site.client(.bella).get(address).shows("The lentils are raw."))
        #expect(try site.failures() == [])
        try await site.approve(submission, by: .ada)
        #expect(try site.value("SELECT state FROM submission") == "approved")
    }

    @Test func `a moderator withdraws a proposal, and the author withdraws a held submission`() async throws {
        let (site, recipe, submission) = try await Self.waiting()
        try await Self.propose(submission, on: site)
        try await site.client(.bob).post("/moderation/submissions/\(submission)/disagree").expect(.seeOther)
        #expect(try site.value("SELECT outcome FROM held_decision") == "withdrawn")
        try await Self.propose(submission, on: site)
        try await site.client(.bella).post("/recipes/\(recipe)/withdraw").expect(.seeOther)
        #expect(try site.value("SELECT outcome FROM held_decision WHERE id = 2") == "dropped")
        #expect(try await site.agree(submission, by: .ada).status == .conflict)
        #expect(try site.failures() == [])
    }

    @Test func `agreeing needs the text that was read, and the author’s licence`() async throws {
        let (site, recipe, submission) = try await Self.waiting()
        try await Self.propose(submission, on: site)
        let fields = try site.decisionFields(submission) + [("decision", "approve")]
        let ada = try site.client(.ada)
        for (name, value) in [("seen_sha256", String(repeating: "a", count: 64)), ("revision", "99")] {
            let changed = fields.map { $0.0 == name ? (name, value) : $0 }
            #expect(try await ada.post("/moderation/submissions/\(submission)/agree", changed).status == .conflict)
        }
        try await ada.post("/admin/users/\(Person.bella.id)/licence/revoke", [("reason", "copied")]).expect(.seeOther)
        #expect(try await site.agree(submission, by: .ada).status == .conflict)
        #expect(try site.count("SELECT count(*) FROM public_recipe") == 0)
        try site.license(.bella)
        try await site.agree(submission, by: .ada).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM public_recipe WHERE recipe_id = \(recipe)") == 1)
    }

    @Test func `one person decides alone where nobody else can, and the log says so`() async throws {
        let (site, _, submission) = try await Self.waiting()
        try site.run("UPDATE user SET suspended_until = \(site.now + TestClock.day) WHERE id = \(Person.ada.id)")
        #expect(
            try await site.client(.bob).get("/moderation/submissions/\(submission)").shows("Nobody else can decide"))
        try await Self.propose(submission, on: site)
        #expect(try site.value("SELECT state FROM submission") == "approved")
        let detail: String = try #require(try site.value("SELECT detail FROM audit WHERE action = 'approve'"))
        #expect(detail.hasSuffix(" alone"))
    }

    @Test func `an approval of a recipe with a set diet needs two people`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.honey)
        try await site.client(.bob).post(
            "/recipes/\(recipe)/diets", [("subject", "vegan"), ("fact", "unknown"), ("reason", "Which honey?")]
        ).expect(.seeOther)
        try await site.save(recipe, RecipeFields.honey.with("tips", "Serve it in a bowl."))
        let submission = try await site.submit(recipe)
        try await Self.propose(submission, on: site)
        #expect(try site.value("SELECT cause FROM held_decision") == "override")
        try await site.agree(submission, by: .bella).expect(.seeOther)
        #expect(try site.value("SELECT state FROM submission WHERE id = \(submission)") == "approved")
    }

    @Test(arguments: ["erased", "demoted", "suspended", "leaving"])
    func `a proposal of a moderator who may no longer decide waits for nobody`(end: String) async throws {
        let (site, _, submission) = try await Self.waiting()
        try await Self.propose(submission, on: site)
        let (bob, admin, now) = (Person.bob.id, Person.ada.viewer.actor, site.now)
        try site.write { db in
            let accounts = AccountStore(db)
            switch end {
            case "erased": try ErasureStore(db).finish(bob, now: now)
            case "demoted": try accounts.setRole(.member, user: bob, open: [], by: admin, now: now)
            case "suspended":
                _ = try accounts.suspend(until: now + TestClock.day, reason: "", user: bob, by: admin, now: now)
            default:
                try db.run(
                    "INSERT INTO leaving (user_id, username, asked_at, erase_at, withdraws, reason) VALUES (\(bob), 'bob', 1, 2, 0, '')"
                )
            }
        }
        let ada = try site.client(.ada)
        #expect(try await !ada.get("/moderation").shows("needs a second moderator"))
        #expect(try await !ada.get("/moderation/submissions/\(submission)").shows("proposed"))
        #expect(try await site.agree(submission, by: .ada).status == .conflict)
        #expect(try site.failures() == [])
        try await site.requestChanges(submission, by: .ada)
        #expect(try site.value("SELECT outcome FROM held_decision") == "dropped")
        #expect(try site.count("SELECT second_by_id IS NULL FROM decision") == 1)
        #expect(try site.failures() == [])
    }

    @Test func `an appeal of a decision of two people is decided by a third`() async throws {
        let (site, _, submission) = try await Self.waiting()
        try await site.reject(submission)
        let decision = try site.count("SELECT id FROM decision")
        try await site.client(.bella).post("/appeals/decision/\(decision)", [("text", "It is a recipe.")])
            .expect(.seeOther)
        let answer = [("outcome", "overturn"), ("text", "It is.")]
        for person in [Person.bob, .ada] {
            #expect(try await site.client(person).post("/moderation/appeals/1", answer).status == .forbidden)
        }
    }

    @Test func `agreeing and disagreeing keep the filter of the queue`() async throws {
        let (site, _, submission) = try await Self.waiting()
        try await Self.propose(submission, on: site)
        let ada = try site.client(.ada)
        let page = try await ada.get("/moderation/submissions/1?author=bella")
        #expect(page.text.contains(#"action="/moderation/submissions/1/agree?author=bella""#))
        #expect(page.text.contains(#"action="/moderation/submissions/1/disagree?author=bella""#))
        let answer = try await ada.post("/moderation/submissions/1/disagree?author=bella", [("note", "It lacks salt.")])
        #expect(answer.location == "/moderation/submissions/1?author=bella")
    }
}
