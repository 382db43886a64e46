// Tests reports: who may send them, how they gather, and what moderators do with them.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

struct IssueAnswer: Decodable {
    let id: Int
    let kind: String
    let state: String
    let version: Int
    let weight: Double
    let reports: Int
    let reasons: [String]
}

@Suite struct ReportsTests {
    private func site() async throws -> (TestSite, recipe: Int) {
        let site = try TestSite()
        try site.run("UPDATE user SET email_confirmed_at = 1")
        return (site, try await site.publish(.vegan))
    }

    private func issues(_ site: TestSite, _ query: String = "") async throws -> [IssueAnswer] {
        try await site.client(.bob).json("/moderation/reports\(query)", as: ListAnswer<IssueAnswer>.self).items
    }

    @Test func `reports of one thing gather in one issue, one for each person and reason`() async throws {
        let (site, recipe) = try await site()
        let page = try await site.client(.charlie).get(site.address(of: recipe))
        #expect(page.text.contains(#"action="/reports""#) && page.shows("Report this recipe"))
        #expect(try await !site.visitor().get(site.address(of: recipe)).text.contains("/reports\""))
        #expect(try await !site.client(.alice).get(site.address(of: recipe)).text.contains("/reports\""))
        try await site.report(recipe).expect(.seeOther)
        try await site.report(recipe).expect(.seeOther)
        try await site.report(recipe, reason: "copyright").expect(.seeOther)
        try await site.report(recipe, as: .bella).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM report") == 3)
        let found = try await issues(site)
        #expect(found.count == 1 && found[0].reports == 3 && found[0].weight == 2)
        #expect(found[0].reasons == ["spam", "copyright"])
        #expect(try await issues(site, "?state=closed").isEmpty)
        let shown = try await site.client(.bob).get("/moderation/reports/1")
        #expect(shown.shows("It is an advert.") && shown.shows("charlie"))
        #expect(try await site.client(.charlie).get("/moderation/reports").status == .forbidden)
        #expect(try site.failures().isEmpty)
    }

    @Test func `only what the reporter sees can be reported, and nothing of one's own`() async throws {
        let (site, recipe) = try await site()
        let draft = try await site.write(.honey)
        #expect(try await site.report(draft).status == .notFound)
        #expect(try await site.report(999).status == .notFound)
        #expect(try await site.report("review", 1).status == .notFound)
        #expect(try await site.report(recipe, as: .alice).status == .forbidden)
        #expect(try await site.report("user", Person.charlie.id).status == .forbidden)
        try await site.report("user", Person.alice.id).expect(.seeOther)
        let visitor = try await site.visitor().post("/reports", [("kind", "recipe"), ("id", "1")])
        #expect(visitor.location?.hasPrefix("/login") == true)
        #expect(try site.count("SELECT count(*) FROM report") == 1)
    }

    @Test func `a wrong report keeps what was typed`() async throws {
        let (site, recipe) = try await site()
        let long = String(repeating: "x", count: ReportRules.textLength + 1)
        for (kind, reason, text, field) in [
            ("recipe", "", "kept", "reason"), ("recipe", "boring", "kept", "reason"), ("recipe", "other", "", "text"),
            ("recipe", "spam", long, "text"), ("comment", "spam", "kept", "kind"), ("post", "spam", "kept", "kind"),
        ] {
            let answer = try await site.report(kind, recipe, reason: reason, text: text)
            #expect(
                answer.status == .unprocessable && answer.text.contains("id=\"\(field)-error\""), "\(kind) \(field)")
            #expect((text.isEmpty || answer.shows(text)) && answer.text.contains("role=\"alert\""))
        }
        #expect(try site.count("SELECT count(*) FROM report") == 0)
    }

    @Test func `a dismissed reason is immune until the thing changes`() async throws {
        let (site, recipe) = try await site()
        try await site.report(recipe).expect(.seeOther)
        try await site.decide(1, "dismiss").expect(.seeOther)
        #expect(try site.notifications(.charlie) == ["report-dismissed"])
        #expect(try site.notifications(.alice) == ["approved"])
        let again = try await site.report(recipe, as: .bella)
        #expect(again.status == .unprocessable && again.shows("found no problem"))
        try await site.report(recipe, as: .bella, reason: "copyright").expect(.seeOther)
        try await site.decide(1, "dismiss").expect(.seeOther)
        try await site.save(recipe, .honey)
        try await site.approve(site.submit(recipe))
        try await site.report(recipe, as: .bella).expect(.seeOther)
        #expect(try await issues(site).count == 1)
        #expect(try site.failures().isEmpty)
    }

    @Test func `a hidden recipe is on no public page, its author sees why, and it can be shown again`() async throws {
        let (site, recipe) = try await site()
        let address = try site.address(of: recipe)
        try await site.report(recipe).expect(.seeOther)
        let missing = try await site.client(.bob).post("/moderation/reports/1", [("measure", "hide")])
        #expect(missing.status == .unprocessable && missing.hasError(at: "reason") && missing.hasError(at: "text"))
        try await site.decide(1, "hide", adding: [("strike", "1")]).expect(.seeOther)
        for client in [try site.visitor(), try site.client(.charlie)] {
            #expect(try await client.get(address).status == .notFound)
            #expect(try await !client.get("/search?q=lentil").text.contains(address))
            #expect(try await !client.get("/feed.atom").text.contains(address))
            #expect(try await !client.get("/sitemaps/1.xml").text.contains(address))
        }
        let own = try await site.client(.alice).get(address)
        #expect(own.shows("hidden by moderators") && own.shows("It sells knives."))
        #expect(own.text.contains(#"href="/appeals/measure/1""#))
        #expect(try site.notifications(.alice) == ["approved", "recipe-hidden"])
        #expect(try site.notifications(.charlie) == ["report-upheld"])
        #expect(try await site.client(.alice).get("/my/reports").shows("1 strike counts"))
        #expect(try site.failures().isEmpty)
        try await site.client(.bella).post("/moderation/measures/1/lift").expect(.seeOther)
        #expect(try await site.client(.bella).post("/moderation/measures/1/lift").status == .conflict)
        #expect(try await site.visitor().get(address).status == .ok)
        #expect(try await site.client(.alice).get("/my/reports").shows("0 strikes count"))
        #expect(try site.notifications(.alice).last == "measure-lifted")
        #expect(try site.failures().isEmpty)
    }

    @Test func `a taken down recipe names the copyright notice, and a new approved text ends the takedown`()
        async throws
    {
        let (site, recipe) = try await site()
        try await site.report(recipe, reason: "copyright").expect(.seeOther)
        try await site.decide(1, "take-down", adding: [("notice", "N-2026-7")]).expect(.seeOther)
        #expect(try site.value("SELECT state FROM recipe WHERE id = \(recipe)") == .some("taken-down"))
        #expect(try await site.client(.alice).get("/appeals/measure/1").shows("N-2026-7"))
        try await site.save(recipe, .honey)
        let submission = try await site.submit(recipe)
        let page = try await site.client(.bella).get("/moderation/submissions/\(submission)")
        #expect(page.shows("It sells knives.") && page.text.contains(#"name="hidden_by" value="1""#))
        let fields = try site.decisionFields(submission).filter { $0.0 != "hidden_by" }
        let silent = try await site.client(.bella).post("/moderation/submissions/\(submission)/approve", fields)
        #expect(silent.status == .conflict)
        try await site.approve(submission, by: .bella)
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
        #expect(try site.failures().isEmpty)
    }

    @Test func `the site hides a recipe when its reports weigh enough, until a moderator decides`() async throws {
        let (site, recipe) = try await site()
        try await site.report(recipe, as: .charlie).expect(.seeOther)
        try await site.report(recipe, as: .bella).expect(.seeOther)
        #expect(try site.value("SELECT state FROM recipe WHERE id = \(recipe)") == .some("live"))
        let last = try await site.report(recipe, as: .ada)
        #expect(last.location == "/my/reports")
        #expect(try site.value("SELECT state FROM recipe WHERE id = \(recipe)") == .some("hidden"))
        #expect(try site.notifications(.alice) == ["approved", "recipe-hidden"])
        let row: String? = try site.value("SELECT action || actor_name FROM audit ORDER BY id DESC LIMIT 1")
        #expect(row == "hidesystem")
        #expect(try await site.client(.alice).get("/appeals/measure/1").shows("decided automatically"))
        #expect(try site.failures().isEmpty)
        try await site.decide(1, "dismiss").expect(.seeOther)
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
        #expect(try site.failures().isEmpty)
    }

    @Test func `reports of members whose reports were dismissed weigh less`() {
        #expect(ReportRules.weight(upheld: 0, dismissed: 0, isConfirmed: true) == 1)
        #expect(ReportRules.weight(upheld: 0, dismissed: 0, isConfirmed: false) == 0.5)
        #expect(ReportRules.weight(upheld: 8, dismissed: 0, isConfirmed: true) == 1.8)
        #expect(ReportRules.weight(upheld: 0, dismissed: 8, isConfirmed: true) == 0.2)
    }

    @Test func `the second moderator gets 409 with what happened, and nothing is written`() async throws {
        let (site, recipe) = try await site()
        try await site.report(recipe).expect(.seeOther)
        let version = try site.count("SELECT version FROM report_issue")
        try await site.decide(1, "warn").expect(.seeOther)
        let fields = [
            ("measure", "take-down"), ("reason", "spam"), ("text", "Typed by Bella."), ("version", String(version)),
        ]
        let late = try await site.client(.bella).post("/moderation/reports/1", fields)
        #expect(late.status == .conflict && late.shows("bob was faster") && late.shows("Typed by Bella."))
        #expect(try site.count("SELECT count(*) FROM measure") == 1)
        try await site.report(recipe, as: .ada).expect(.seeOther)
        let unread = try await site.client(.bella).post("/moderation/reports/1", fields)
        #expect(unread.status == .conflict && unread.shows("or new reports came in") && unread.shows("Typed by Bella."))
        #expect(try site.notifications(.charlie) == ["report-upheld"])
        let rows = try site.count("SELECT count(*) FROM audit WHERE object = 'issue' AND action = 'warn'")
        #expect(rows == 1)
    }

    @Test func `a decision on a text that changed since is refused`() async throws {
        let (site, recipe) = try await site()
        let charlie = try site.client(.charlie)
        let path = "/recipes/\(recipe)/review"
        try await charlie.post(path, [("stars", "1"), ("text", "An advert.")]).expect(.seeOther)
        try await site.report("review", 1, as: .ada).expect(.seeOther)
        try await site.report("user", Person.charlie.id, as: .ada).expect(.seeOther)
        func read(_ issue: Int) throws -> (String, String) {
            ("version", String(try site.count("SELECT version FROM report_issue WHERE id = \(issue)")))
        }
        let (review, profile) = (try read(1), try read(2))
        try await charlie.post(path, [("stars", "1"), ("text", "Too much salt.")]).expect(.seeOther)
        try await charlie.post("/settings/profile", [("bio", "I cook.")]).expect(.seeOther)
        let measures = [(1, "remove-review", review), (2, "warn", profile)]
        for (issue, measure, read) in measures {
            let fields = [("measure", measure), ("reason", "spam"), ("text", "An advert."), read]
            let answer = try await site.client(.bob).post("/moderation/reports/\(issue)", fields)
            #expect(answer.status == .conflict && answer.shows("What was reported changed"))
        }
        #expect(try site.count("SELECT count(*) FROM measure") == 0)
        try await site.decide(1, "dismiss").expect(.seeOther)
    }

    @Test func `a new photo of a review may be reported after a dismissal, and moderators see it`() async throws {
        let (site, recipe) = try await site()
        let (charlie, bob) = (try site.client(.charlie), try site.client(.bob))
        let (path, fields) = (
            "/recipes/\(recipe)/review", [("stars", "1"), ("text", "Good."), ("cooked", "as-written")]
        )
        try await charlie.post(path, fields).expect(.seeOther)
        try await site.report("review", 1, as: .ada, reason: "offensive").expect(.seeOther)
        try await site.decide(1, "dismiss").expect(.seeOther)
        #expect(try await site.report("review", 1, as: .bella, reason: "offensive").status == .unprocessable)
        let photo = (name: "photo", filename: "a.png", bytes: TestPicture.png())
        try await charlie.upload(path, fields, file: photo).expect(.seeOther)
        try await site.report("review", 1, as: .bella, reason: "offensive").expect(.seeOther)
        let id: String = try #require(try site.value("SELECT photo_id FROM review"))
        #expect(try await bob.get("/moderation/reports/1").text.contains("/media/\(id)/"))
    }

    @Test func `nobody decides on reports about their own thing or on their own report`() async throws {
        let (site, recipe) = try await site()
        try await site.report(recipe, as: .bob).expect(.seeOther)
        try await site.report("user", Person.bob.id).expect(.seeOther)
        #expect(try await site.decide(1, "warn").status == .forbidden)
        #expect(try await !site.client(.bob).get("/moderation/reports/1").text.contains("name=\"measure\""))
        #expect(try await site.decide(2, "warn").status == .notFound)
        #expect(try site.count("SELECT count(*) FROM measure") == 0)
        try await site.decide(2, "warn", by: .bella).expect(.seeOther)
        #expect(try await site.client(.bob).post("/moderation/measures/1/lift").status == .forbidden)
    }

    @Test func `a silenced member writes no reviews, answers and reports until the date`() async throws {
        let (site, recipe) = try await site()
        let charlie = try site.client(.charlie)
        try await charlie.post("/recipes/\(recipe)/review", [("stars", "1"), ("text", "Buy knives.")]).expect(.seeOther)
        #expect(try await site.client(.bella).get(site.address(of: recipe)).shows("Report this review"))
        try await site.report("review", 1, as: .bella).expect(.seeOther)
        for days in ["", "0", "91", "x"] {
            let answer = try await site.decide(1, "silence", adding: [("days", days)])
            #expect(answer.status == .unprocessable && answer.hasError(at: "days"), "\(days)")
        }
        try await site.decide(1, "silence", adding: [("days", "7")]).expect(.seeOther)
        let refused = try await charlie.post("/recipes/\(recipe)/review", [("stars", "5")])
        #expect(refused.status == .forbidden && refused.shows("can’t write reviews"))
        #expect(try await site.report(recipe).status == .forbidden)
        #expect(try await charlie.get("/my/reports").shows("can’t write reviews, answers or reports until"))
        #expect(try site.notifications(.charlie) == ["silenced"])
        site.clock.advance(by: 8 * TestClock.day)
        try await site.client(.charlie).post("/recipes/\(recipe)/review", [("stars", "5")]).expect(.seeOther)
    }

    @Test func `a reported review is removed, and comes back when the decision is lifted`() async throws {
        let (site, recipe) = try await site()
        try await site.client(.charlie).post("/recipes/\(recipe)/review", [("stars", "1"), ("text", "Buy knives.")])
            .expect(.seeOther)
        try await site.report("review", 1, as: .bella).expect(.seeOther)
        #expect(try await site.decide(1, "hide").status == .unprocessable)
        try await site.decide(1, "remove-review").expect(.seeOther)
        #expect(try await !site.visitor().get(site.address(of: recipe)).shows("Buy knives."))
        #expect(try site.notifications(.charlie) == ["review-taken-down"])
        try await site.client(.bob).post("/moderation/measures/1/lift").expect(.seeOther)
        #expect(try await site.visitor().get(site.address(of: recipe)).shows("Buy knives."))
        #expect(try site.failures().isEmpty)
    }

    @Test func `a lifted decision publishes nothing of an author who leaves and withdraws`() async throws {
        let (site, recipe) = try await site()
        try await site.report(recipe).expect(.seeOther)
        try await site.decide(1, "hide").expect(.seeOther)
        try site.run(
            """
            INSERT INTO leaving (user_id, username, display_name, asked_at, erase_at, withdraws, reason)
            SELECT id, username, display_name, 1, 9000000000000, 1, '' FROM user WHERE id = \(Person.alice.id)
            """)
        try await site.client(.bella).post("/moderation/measures/1/lift").expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM public_recipe WHERE recipe_id = \(recipe)") == 0)
    }

    @Test func `a warning shows a recipe again that the site hid`() async throws {
        let (site, recipe) = try await site()
        for person in [Person.charlie, .bella, .ada] { try await site.report(recipe, as: person).expect(.seeOther) }
        try await site.decide(1, "warn").expect(.seeOther)
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
        #expect(try site.failures().isEmpty)
    }

    @Test func `a moderator's hiding replaces that of the site`() async throws {
        let (site, recipe) = try await site()
        for person in [Person.charlie, .bella, .ada] { try await site.report(recipe, as: person).expect(.seeOther) }
        try await site.decide(1, "hide").expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM measure WHERE lifted_at IS NULL") == 1)
        #expect(try site.count("SELECT hidden_by FROM recipe WHERE id = \(recipe)") == 2)
        #expect(try await site.client(.bob).post("/moderation/measures/1/lift").status == .conflict)
        #expect(try site.failures().isEmpty)
    }

    @Test func `an approved correction ends the hiding but not the strike`() async throws {
        let (site, recipe) = try await site()
        try await site.report(recipe).expect(.seeOther)
        try await site.decide(1, "hide", adding: [("strike", "1")]).expect(.seeOther)
        try await site.save(recipe, .honey)
        try await site.approve(site.submit(recipe), by: .bella)
        #expect(try await site.visitor().get(site.address(of: recipe)).status == .ok)
        #expect(try await site.client(.alice).get("/my/reports").shows("1 strike counts"))
        try await site.client(.bella).post("/moderation/measures/1/lift").expect(.seeOther)
        #expect(try await site.client(.alice).get("/my/reports").shows("0 strikes count"))
        #expect(try site.failures().isEmpty)
    }

    @Test func `the site doesn't hide a text whose reports moderators dismissed`() async throws {
        let (site, recipe) = try await site()
        try await site.report(recipe, as: .bella).expect(.seeOther)
        try await site.decide(1, "dismiss").expect(.seeOther)
        try await site.report(recipe, reason: "copyright").expect(.seeOther)
        try site.run("UPDATE report SET weight = 9.0")
        try await site.report(recipe, as: .ada, reason: "copyright").expect(.seeOther)
        #expect(try site.value("SELECT state FROM recipe WHERE id = \(recipe)") == .some("live"))
        #expect(try await issues(site).count == 1)
    }

    @Test func `measures are never changed, deleted or made on one's own`() async throws {
        let (site, recipe) = try await site()
        try await site.report(recipe).expect(.seeOther)
        try await site.decide(1, "warn").expect(.seeOther)
        for change in [
            "UPDATE measure SET text = 'x'", "DELETE FROM measure", "DELETE FROM report_issue",
            "UPDATE measure SET kind = 'hide'",
            """
            INSERT INTO measure (issue_id, kind, user_id, by_id, is_automatic, reason, text, title, policy_version,
                decided_at)
            VALUES (1, 'dismiss', 1, 1, 0, '', '', '', 1, 1)
            """,
        ] as [SQL] {
            #expect(throws: (any Error).self) { try site.run(change) }
        }
    }
}
