// Makes every kind of change with a second moderator, a suggested text and an automatic approval once.

import Database
import HTTP

@testable import TestKit
@testable import Toque

extension TestSite {
    /// Ends with a public recipe of Bella's and one of Alice's whose approval was taken back.
    func giveOpinions() async throws {
        try license(.bella)
        let (alice, bella, bob) = (try client(.alice), try client(.bella), try client(.bob))
        let recipe = try await write(RecipeFields("Soup of two", ingredients: "1 onion"), as: .bella)
        let submission = try await submit(recipe, as: .bella)
        let approve = "/moderation/submissions/\(submission)/approve"
        try await bob.post(approve, decisionFields(submission)).expect(.seeOther)
        let disagree = "/moderation/submissions/\(submission)/disagree"
        try await client(.ada).post(disagree, [("note", "Too thin.")]).expect(.seeOther)
        try await bob.get("/moderation/submissions/\(submission)").expect(.ok)
        try await self.approve(submission)
        for number in 0..<HeldDecisionRules.popularFavourites {
            let now = now
            try write { db in
                let user = try AccountStore(db).add(
                    username: "fan\(number)", email: "fan\(number)@example.org", password: nil, now: now)
                try db.run("INSERT INTO favourite (user_id, recipe_id, added_at) VALUES (\(user), \(recipe), \(now))")
            }
        }
        try await report(recipe).expect(.seeOther)
        let issue = try count("SELECT max(id) FROM report_issue")
        try await decide(issue, "take-down").expect(.seeOther)
        try await client(.ada).post("/moderation/reports/\(issue)/disagree", [("note", "No.")]).expect(.seeOther)
        try await decide(issue, "take-down").expect(.seeOther)
        try await client(.ada).post("/moderation/reports/\(issue)/agree", agreement(issue)).expect(.seeOther)
        try await bella.get("/my/reports").expect(.ok)
        try await suggest(alice, bob)
        try await judge(alice, bob)
    }

    /// Suggests a text twice; the author accepts one and dismisses the other.
    private func suggest(_ alice: TestClient, _ bob: TestClient) async throws {
        let recipe = try await write(RecipeFields("Soup of advice", ingredients: "1 onion"))
        for answer in ["accept", "dismiss"] {
            let submission = try await answer == "accept" ? submit(recipe) : found(self.submission(of: recipe))
            let address = "/moderation/submissions/\(submission)/suggestion"
            try await bob.get(address).expect(.ok)
            let text = RecipeFields("Soup of advice to \(answer)", ingredients: "1 onion")
            for _ in 1...2 { try await bob.post(address, text.fields).expect(.seeOther) }
            try await bob.post(address + "/discard").expect(.seeOther)
            try await bob.post(address, text.fields).expect(.seeOther)
            let fields = try decisionFields(submission, reason: "STEP_UNCLEAR", message: "Which pan?")
            try await bob.post("/moderation/submissions/\(submission)/request-changes", fields + [("suggest", "1")])
                .expect(.seeOther)
            try await alice.get(self.address(of: recipe)).expect(.ok)
            let suggestion = try count("SELECT max(id) FROM suggestion")
            try await alice.post("/recipes/\(recipe)/suggestion/\(answer)", [("suggestion", String(suggestion))])
                .expect(.seeOther)
        }
    }

    /// Lets the rules judge a submission, and takes an automatic approval back.
    private func judge(_ alice: TestClient, _ bob: TestClient) async throws {
        let recipe = try await publish(RecipeFields("Soup of habit", ingredients: "1 onion"))
        let live = try count("SELECT live_revision_id FROM recipe WHERE id = \(recipe)")
        try await save(recipe, RecipeFields("Soup of habit", ingredients: "1 onion").with("difficulty", "hard"))
        let submission = try await submit(recipe)
        let revision = try count("SELECT revision_id FROM submission WHERE id = \(submission)")
        let (catalogue, mailer, now) = (try catalogue(), site.mailer, now)
        try write { db in
            let compared = AutomaticComparison(live: live, revision: revision, changes: [], key: [1])
            _ = try AutomaticStore(db).judge(submission, compared, catalogue: catalogue, mailer: mailer, now: now)
            guard let queued = try SubmissionStore(db).submission(submission), queued.state == .queued else { return }
            let draft = DecisionDraft(
                kind: .approve, submission: submission, revision: revision, sha256: queued.sha256, base: live,
                reasons: [], message: "")
            _ = try DecisionStore(db).carryOut(
                draft, queued, Deciders(first: nil, actor: .system), detail: " automatic", catalogue: catalogue,
                mailer: mailer, now: now)
        }
        try await bob.post("/moderation/automatic/\(submission)/checked").expect(.seeOther)
        try await bob.post("/moderation/automatic/\(submission)/reopen").expect(.seeOther)
    }
}
