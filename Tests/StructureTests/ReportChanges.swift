// Makes every kind of change after a decision once: appeal, unpublish, report, measures.

import Database
import HTTP

@testable import TestKit
@testable import Toque

extension TestSite {
    /// Begins with a recipe that Bob rejected, and ends with the same recipe public.
    func reportAndAppeal(_ recipe: Int) async throws {
        let (alice, bella) = (try client(.alice), try client(.bella))
        let decision = try count("SELECT max(id) FROM decision")
        try await alice.post("/appeals/decision/\(decision)", [("text", "It is a recipe.")]).expect(.seeOther)
        try await bella.post("/moderation/appeals/1", [("outcome", "overturn"), ("text", "It is.")]).expect(.seeOther)
        for change in ["unpublish", "republish"] {
            try await alice.post("/recipes/\(recipe)/\(change)").expect(.seeOther)
        }
        let read: String? = try value(
            "SELECT v.sha256 FROM recipe r JOIN revision v ON v.id = r.live_revision_id WHERE r.id = \(recipe)")
        let hiding = [
            ("measure", "hide"), ("reason", "spam"), ("text", "It sells knives."), ("seen_sha256", read ?? ""),
        ]
        try await bella.post("/moderation/recipes/\(recipe)/measure", hiding).expect(.seeOther)
        try await bella.post("/moderation/measures/1/lift").expect(.seeOther)
        let targets = [("recipe", recipe), ("user", Person.alice.id)]
        for (kind, id) in targets {
            try await report(kind, id).expect(.seeOther)
            try await client(.charlie).get("/my/reports").expect(.ok)
        }
        try await decide(1, "hide", adding: [("strike", "1")]).expect(.seeOther)
        try await bella.post("/moderation/measures/2/lift").expect(.seeOther)
        try await decide(2, "silence", adding: [("days", "2"), ("strike", "1")]).expect(.seeOther)
        try await alice.post("/appeals/measure/3", [("text", "I wrote nothing.")]).expect(.seeOther)
        let milder = [("outcome", "amend"), ("strike", "1"), ("until", Dates.iso(now)), ("text", "You did, once.")]
        try await bella.post("/moderation/appeals/2", milder).expect(.seeOther)
        try await report("recipe", recipe, reason: "offensive").expect(.seeOther)
        try await decide(1, "dismiss").expect(.seeOther)
        try await self.report("user", Person.alice.id, reason: "offensive").expect(.seeOther)
        let version = try count("SELECT version FROM report_issue WHERE id = 2")
        let ticked = [("kind", "user"), ("measure", "dismiss"), ("issue", "2-\(version)")]
        try await client(.bob).post("/moderation/reports", ticked).expect(.seeOther)
        let report = try count("SELECT max(id) FROM report WHERE issue_id = 1")
        try await client(.charlie).post("/appeals/report/\(report)", [("text", "It is.")]).expect(.seeOther)
        try await bella.post("/moderation/appeals/3", [("outcome", "overturn"), ("text", "Yes.")]).expect(.seeOther)
    }
}

extension TestSite {
    /// Makes every change that moderators make beside a waiting submission.
    func useBench(_ submission: Int) async throws {
        let bob = try client(.bob)
        try await bob.post("/moderation/submissions/\(submission)/notes", [("text", "Ask Ada.")]).expect(.seeOther)
        for name in ["bella", ""] {
            let fields = [("submission", String(submission)), ("moderator", name)]
            try await bob.post("/moderation/assignments", fields).expect(.seeOther)
        }
        for _ in 1...2 {
            try await bob.post("/moderation/views", [("name", "Late"), ("filter", "with=overdue")]).expect(.seeOther)
        }
        for change in ["delete", "restore"] { try await bob.post("/moderation/views/1/\(change)").expect(.seeOther) }
        let template = [("language", "en"), ("title", "Thanks"), ("text", "Thank you, {author}."), ("version", "1")]
        try await bob.post("/moderation/templates", template).expect(.seeOther)
        try await bob.post("/moderation/templates/1", template).expect(.seeOther)
        for change in ["delete", "restore"] {
            try await bob.post("/moderation/templates/1/\(change)").expect(.seeOther)
        }
        let old = now - TestClock.day
        try write { db in
            try SavedViewStore(db).tidy(before: old)
            try MessageTemplateStore(db).tidy(before: old)
        }
    }
}
