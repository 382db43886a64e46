// Tests of the rules of moderation through pages; DatabaseGuardTests tests those of the database.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct InvariantTests {
    @Test func `an approval publishes the revision that was read, not the newest`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let submission = try await site.submit(recipe)
        let read = try site.count("SELECT revision_id FROM submission WHERE id = \(submission)")
        try await site.save(recipe, .honey)
        try await site.approve(submission)
        #expect(try site.count("SELECT live_revision_id FROM recipe WHERE id = \(recipe)") == read)
        let page = try await site.visitor().get(site.address(of: recipe))
        #expect(page.shows("Lentil soup"))
        #expect(!page.shows("Honey porridge"))
    }

    @Test func `an approval with another hash or revision publishes nothing`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let submission = try await site.submit(recipe)
        let fields = try site.decisionFields(submission)
        let bob = try site.client(.bob)
        let address = "/moderation/submissions/\(submission)/approve"
        for (name, value) in [
            ("seen_sha256", String(repeating: "a", count: 64)), ("revision", "999"), ("revision", ""),
        ] {
            let changed = fields.map { $0.0 == name ? (name, value) : $0 }
            #expect(try await bob.post(address, changed).status == .conflict)
        }
        #expect(try await bob.post(address).status == .conflict)
        #expect(try site.count("SELECT count(*) FROM decision") == 0)
        #expect(try site.count("SELECT count(*) FROM public_recipe") == 0)
    }

    @Test func `every change of state writes exactly one log entry`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        var rows = try site.count("SELECT count(*) FROM audit")
        func expectOneMore(_ action: String, location: SourceLocation = #_sourceLocation) throws {
            rows += 1
            #expect(try site.count("SELECT count(*) FROM audit") == rows, sourceLocation: location)
            let last: String? = try site.value("SELECT action FROM audit ORDER BY id DESC LIMIT 1")
            #expect(last == action, sourceLocation: location)
        }
        let alice = try site.client(.alice)
        _ = try await site.submit(recipe)
        try expectOneMore("submit")
        _ = try await alice.post("/recipes/\(recipe)/withdraw")
        try expectOneMore("withdraw")
        let first = try await site.submit(recipe)
        try expectOneMore("submit")
        try await site.requestChanges(first)
        try expectOneMore("request-changes")
        try await site.save(recipe, RecipeFields.vegan.with("title", "Lentil soup in a pan"))
        let second = try await site.submit(recipe)
        try expectOneMore("submit")
        try await site.reject(second)
        try expectOneMore("reject")
        try await site.save(recipe, RecipeFields.vegan.with("title", "Lentil soup in prose"))
        let third = try await site.submit(recipe)
        try expectOneMore("submit")
        try await site.approve(third)
        try expectOneMore("approve")
        _ = try await alice.post("/recipes/\(recipe)/delete")
        try expectOneMore("delete")
        _ = try await alice.post("/recipes/\(recipe)/restore")
        try expectOneMore("restore")
    }

    @Test func `replaying the log gives every present state`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        _ = try await site.publish(.vegan)
        let edited = try await site.publish(.honey)
        try await site.save(edited, .unknown)
        _ = try await site.submit(edited)
        let deleted = try await site.publish(RecipeFields.vegan.with("title", "Gone soup"))
        _ = try await alice.post("/recipes/\(deleted)/delete")
        let withdrawn = try await site.write(RecipeFields.vegan.with("title", "Shy soup"))
        _ = try await site.submit(withdrawn)
        _ = try await alice.post("/recipes/\(withdrawn)/withdraw")
        try await site.reject(site.submit(site.write(RecipeFields.vegan.with("title", "Ode to soup"))))
        try await site.requestChanges(site.submit(site.write(RecipeFields.vegan.with("title", "Thin soup"))))
        let queued = try await site.write(RecipeFields.vegan.with("title", "Waiting soup"))
        _ = try await site.submit(queued)
        _ = try await alice.post("/recipes/\(queued)/delete")
        #expect(try site.failures() == [])

        let told = try site.read { try AuditReplay(db: $0).run() }
        let states = try site.read {
            try $0.all("SELECT id, state FROM submission") { ($0[0] as Int, $0[1] as String) }
        }
        #expect(told.submissions == Dictionary(uniqueKeysWithValues: states))
        #expect(told.deleted == [deleted, queued])
    }

    @Test func `check finds a state that was changed without a log entry`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try site.run("UPDATE recipe SET deleted_at = 1 WHERE id = \(recipe)")
        #expect(try site.failures().contains { $0.check == "audit" })
    }

    @Test(arguments: ["approve", "request-changes", "reject"])
    func `moderators and admins cannot decide on their own recipes`(decision: String) async throws {
        let site = try TestSite()
        try site.license(.ada)
        let recipe = try await site.write(.vegan, as: .ada)
        let submission = try await site.submit(recipe, as: .ada)
        let reason = decision == "approve" ? nil : decision == "reject" ? "NOT_A_RECIPE" : "STEP_UNCLEAR"
        let fields = try site.decisionFields(submission, reason: reason, message: "I like it.")
        let ada = try site.client(.ada)
        #expect(try await ada.post("/moderation/submissions/\(submission)/\(decision)", fields).status == .forbidden)
        #expect(try await ada.post("/moderation/submissions/\(submission)/claim").status == .forbidden)
        #expect(try site.value("SELECT state FROM submission") == "queued")
        #expect(try site.count("SELECT count(*) FROM decision") == 0)
        let page = try await ada.get("/moderation/submissions/\(submission)")
        #expect(page.status == .ok)
        #expect(!page.text.contains("/approve"))
    }

    @Test func `a moderator who loses the role cannot decide`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        let bob = try site.client(.bob)
        try site.setRole(.member, of: .bob)
        let fields = try site.decisionFields(submission)
        #expect(try await bob.post("/moderation/submissions/\(submission)/approve", fields).status == .forbidden)
    }

    @Test func `moderators may decide whoever claimed a submission, also after the claim expired`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        let bob = try site.client(.bob)
        #expect(try await bob.post("/moderation/submissions/\(submission)/claim").status == .seeOther)
        let bella = try site.client(.bella)
        #expect(try await bella.post("/moderation/submissions/\(submission)/claim").status == .conflict)
        try await site.approve(submission, by: .bella)
        #expect(try site.value("SELECT state FROM submission") == "approved")
        #expect(try site.count("SELECT count(*) FROM claim") == 0)

        let second = try await site.submit(site.write(.honey))
        #expect(try await bob.post("/moderation/submissions/\(second)/claim").status == .seeOther)
        site.clock.advance(by: Policy.claimLifetime)
        try await site.approve(second, by: .bob)
    }

    @Test(arguments: [("request-changes", "STEP_UNCLEAR"), ("reject", "NOT_A_RECIPE")])
    func `a refusal needs a reason and a message`(decision: String, reason: String) async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        let bob = try site.client(.bob)
        let address = "/moderation/submissions/\(submission)/\(decision)"

        let noReason = try await bob.post(address, site.decisionFields(submission, message: "Please look again"))
        #expect(noReason.status == .unprocessable)
        #expect(noReason.hasError(at: "reason"))
        #expect(noReason.shows("Please look again"))

        let noMessage = try await bob.post(address, site.decisionFields(submission, reason: reason, message: " \n "))
        #expect(noMessage.status == .unprocessable)
        #expect(noMessage.hasError(at: "message"))

        for wrong in ["SOMETHING", decision == "reject" ? "STEP_UNCLEAR" : "NOT_A_RECIPE"] {
            let fields = try site.decisionFields(submission, reason: wrong, message: "Because")
            #expect(try await bob.post(address, fields).status == .unprocessable)
        }
        #expect(try site.count("SELECT count(*) FROM decision") == 0)

        let fields = try site.decisionFields(submission, reason: reason, message: "Because")
        #expect(try await bob.post(address, fields).status == .seeOther)
    }

    @Test func `the database refuses a refusal without a reason or message`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        for (reasons, message) in [("", "text"), ("NOT_A_RECIPE", "  ")] {
            #expect(throws: (any Error).self) {
                try site.run(
                    """
                    INSERT INTO decision (submission_id, recipe_id, revision_id, kind, by_id, reasons, message, seen_sha256,
                        policy_version, decided_at)
                    SELECT s.id, s.recipe_id, v.id, 'reject', \(Person.bob.id), \(reasons), \(message), v.sha256, 1, 1
                    FROM submission s JOIN revision v ON v.id = s.revision_id WHERE s.id = \(submission)
                    """)
            }
        }
    }

    @Test func `each decision sends one notification, to the author`() async throws {
        let site = try TestSite()
        _ = try await site.publish(.vegan)
        try await site.reject(site.submit(site.write(.honey)))
        #expect(try site.count("SELECT count(*) FROM notification WHERE user_id = \(Person.alice.id)") == 2)
        #expect(try site.count("SELECT count(*) FROM notification") == 2)
    }

    @Test func `an approval is refused when the author has lost the licence`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let submission = try await site.submit(recipe)
        let ada = try site.client(.ada)
        #expect(
            try await ada.post("/admin/users/\(Person.alice.id)/licence/revoke", [("reason", "copied")]).status
                == .seeOther)
        let fields = try site.decisionFields(submission, message: "Well done")
        let bob = try site.client(.bob)
        let answer = try await bob.post("/moderation/submissions/\(submission)/approve", fields)
        #expect(answer.status == .conflict)
        #expect(try site.value("SELECT state FROM submission") == "queued")
        #expect(try site.count("SELECT count(*) FROM public_recipe") == 0)
        // The submission can still be refused, or approved once the author has a licence again.
        try site.license(.alice)
        try await site.approve(submission)
    }

    @Test func `an approval is refused when the author’s licence has expired`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        site.clock.advance(by: 366 * TestClock.day)
        let fields = try site.decisionFields(submission)
        #expect(
            try await site.client(.bob).post("/moderation/submissions/\(submission)/approve", fields).status
                == .conflict)
        #expect(try site.value("SELECT state FROM submission") == "queued")
    }

    @Test func `losing the licence does not unpublish recipes`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        _ = try await site.client(.ada).post("/admin/users/\(Person.alice.id)/licence/revoke", [("reason", "copied")])
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
    }

    @Test func `a form that is sent twice changes the state once`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let alice = try site.client(.alice)
        #expect(try await alice.post("/recipes/\(recipe)/submit").status == .seeOther)
        #expect(try await alice.post("/recipes/\(recipe)/submit").status == .seeOther)
        #expect(try site.count("SELECT count(*) FROM submission") == 1)

        #expect(try await alice.post("/recipes/\(recipe)/withdraw").status == .seeOther)
        #expect(try await alice.post("/recipes/\(recipe)/withdraw").status == .conflict)

        let submission = try await site.submit(recipe)
        let fields = try site.decisionFields(submission)
        let bob = try site.client(.bob)
        #expect(try await bob.post("/moderation/submissions/\(submission)/approve", fields).status == .seeOther)
        #expect(try await bob.post("/moderation/submissions/\(submission)/approve", fields).status == .conflict)
        #expect(try site.count("SELECT count(*) FROM decision") == 1)

        #expect(try await alice.post("/recipes/\(recipe)/delete").status == .seeOther)
        #expect(try await alice.post("/recipes/\(recipe)/delete").status == .notFound)
        let actions = try site.read {
            try $0.all("SELECT action FROM audit WHERE object <> 'user' ORDER BY id") { $0[0] as String }
        }
        #expect(actions == ["starter-catalogue", "submit", "withdraw", "submit", "approve", "delete"])
    }

    @Test func `the queue is sorted by due date, then by number, with overdue submissions first`() async throws {
        let site = try TestSite()
        var expected: [Int] = []
        for hours in 0..<3 {
            let recipe = try await site.write(RecipeFields.vegan.with("title", "Soup \(hours)"))
            expected.append(try await site.submit(recipe))
            if hours == 1 { site.clock.advance(by: TestClock.hour) }
        }
        site.clock.advance(by: 10 * TestClock.day)
        let late = try await site.submit(site.write(RecipeFields.vegan.with("title", "Late soup")))
        let queue = try await site.client(.bob).json("/moderation", as: ListAnswer<SubmissionAnswer>.self)
        #expect(queue.items.map(\.id) == expected + [late])
        #expect(queue.total == 4)
        #expect(queue.items.allSatisfy { $0.state == "queued" && $0.author == "alice" })
    }

    @Test func `a restored recipe has exactly the same text`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        func live() throws -> [String] {
            try site.read {
                try $0.all(
                    """
                    SELECT v.body, v.sha256, t.title, t.ingredients FROM public_recipe p
                    JOIN revision v ON v.id = p.revision_id JOIN recipe_text t ON t.rowid = p.recipe_id
                    """
                ) { [$0[0] as String, $0[1], $0[2], $0[3]] }
            }.flatMap(\.self)
        }
        let before = try live()
        let alice = try site.client(.alice)
        _ = try await alice.post("/recipes/\(recipe)/delete")
        #expect(try live() == [])
        #expect(try await site.visitor().get("/recipes/\(recipe)-lentil-soup").status == .notFound)
        _ = try await alice.post("/recipes/\(recipe)/restore")
        #expect(try live() == before)
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
    }
}
