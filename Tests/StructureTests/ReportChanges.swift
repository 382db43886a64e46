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
        let targets = [("recipe", recipe), ("user", Person.alice.id)]
        for (kind, id) in targets {
            try await report(kind, id).expect(.seeOther)
            try await client(.charlie).get("/my/reports").expect(.ok)
        }
        try await decide(1, "hide", adding: [("strike", "1")]).expect(.seeOther)
        try await bella.post("/moderation/measures/1/lift").expect(.seeOther)
        try await decide(2, "silence", adding: [("days", "1")]).expect(.seeOther)
        try await alice.post("/appeals/measure/2", [("text", "I wrote nothing.")]).expect(.seeOther)
        try await bella.post("/moderation/appeals/2", [("outcome", "uphold"), ("text", "You did.")]).expect(.seeOther)
        try await report("recipe", recipe, reason: "offensive").expect(.seeOther)
        try await decide(1, "dismiss").expect(.seeOther)
        let report = try count("SELECT max(id) FROM report")
        try await client(.charlie).post("/appeals/report/\(report)", [("text", "It is.")]).expect(.seeOther)
        try await bella.post("/moderation/appeals/3", [("outcome", "overturn"), ("text", "Yes.")]).expect(.seeOther)
    }
}
