// Tests of deciding several reports of one kind with one reason.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct IssueBatchTests {
    /// Reports of three members' profiles by Charlie.
    private func site() async throws -> TestSite {
        let site = try TestSite()
        try site.run("UPDATE user SET email_confirmed_at = 1")
        for person in [Person.alice, .bella, .ada] { try await site.report("user", person.id).expect(.seeOther) }
        return site
    }

    private static let warn = [("kind", "user"), ("measure", "warn"), ("reason", "spam"), ("text", "Only adverts.")]

    private func ticks(_ site: TestSite, _ issues: [Int]) throws -> [(String, String)] {
        try issues.map { ("issue", "\($0)-\(try site.count("SELECT version FROM report_issue WHERE id = \($0)"))") }
    }

    @Test func `the list of one kind has check boxes and a form, the list of all has none`() async throws {
        let site = try await site()
        let bob = try site.client(.bob)
        let page = try await bob.get("/moderation/reports?kind=user")
        #expect(page.text.contains(#"name="issue" value="1-2""#) && page.text.contains(#"id="close""#))
        #expect(try await !bob.get("/moderation/reports").text.contains(#"name="issue""#))
        #expect(try await !bob.get("/moderation/reports?kind=user&state=closed").text.contains(#"id="close""#))
        let recipes = try await bob.json("/moderation/reports?kind=recipe", as: ListAnswer<IssueAnswer>.self)
        #expect(recipes.total == 0)
    }

    @Test func `several issues are decided with a row of the log for each`() async throws {
        let site = try await site()
        let rows = try site.count("SELECT count(*) FROM audit")
        let answer = try await site.client(.bob).post("/moderation/reports", Self.warn + ticks(site, [1, 2, 3]))
        #expect(answer.location == "/moderation/reports?kind=user")
        #expect(try site.count("SELECT count(*) FROM report_issue WHERE state = 'closed'") == 3)
        #expect(try site.count("SELECT count(*) FROM measure WHERE kind = 'warn' AND reason = 'spam'") == 3)
        #expect(try site.count("SELECT count(*) FROM audit") == rows + 3)
        #expect(try site.notifications(.alice) == ["warned"])
        #expect(try site.notifications(.charlie).count == 3)
        #expect(try site.failures() == [])
    }

    @Test func `a tick is the numbers of an issue and its version, and nothing longer`() {
        let tick = IssueBatchForm.Ticked("12-3")
        #expect(tick?.id == 12 && tick?.version == 3)
        for wrong in ["", "12", "12-", "12-3-4", "a-3", String(repeating: "-", count: 50) + "12-3"] {
            #expect(IssueBatchForm.Ticked(wrong) == nil, "\(wrong)")
        }
    }

    @Test func `an issue that changed or concerns the moderator is left out, and the form says so`() async throws {
        let site = try await site()
        let ticked = try ticks(site, [1, 2, 3])
        try await site.report("user", Person.alice.id, reason: "offensive").expect(.seeOther)
        let answer = try await site.client(.bella).post("/moderation/reports", Self.warn + ticked)
        #expect(answer.status == .conflict && answer.shows("2 reports weren’t decided"))
        #expect(answer.shows("Only adverts."))
        #expect(try site.count("SELECT id FROM report_issue WHERE state = 'closed'") == 3)
    }

    @Test func `ticks, a kind and a complete measure are needed, and what was typed is kept`() async throws {
        let site = try await site()
        let bob = try site.client(.bob)
        let none = try await bob.post("/moderation/reports", Self.warn)
        #expect(none.status == .unprocessable && none.hasError(at: "issue") && none.shows("Only adverts."))
        let ticked = try ticks(site, [1])
        let kindless = try await bob.post("/moderation/reports", Array(Self.warn.dropFirst()) + ticked)
        #expect(kindless.status == .unprocessable)
        let wordless = try await bob.post("/moderation/reports", Array(Self.warn.dropLast()) + ticked)
        #expect(wordless.status == .unprocessable && wordless.hasError(at: "text"))
        #expect(wordless.text.contains(#"value="1-2" form="close" checked"#))
        let strange = try await bob.post("/moderation/reports", Self.warn + [("issue", "x-1"), ("issue", "1")])
        #expect(strange.status == .unprocessable)
        #expect(try site.count("SELECT count(*) FROM measure") == 0)
    }

    /// Open issues about profiles, one more than a page lists, with versions of 1.
    private func longList(_ count: Int = Paging.size + 5) throws -> (TestSite, [(String, String)]) {
        let site = try TestSite()
        let now = site.now
        try site.write { db in
            for number in 1...count {
                let user = try AccountStore(db).add(
                    username: "cook\(number)", email: "cook\(number)@example.org", password: nil, now: now)
                try db.run(
                    """
                    INSERT INTO report_issue (id, kind, target_id, user_id, state, weight, changed_at)
                    VALUES (\(number), 'user', \(user), \(user), 'open', 1.0, \(now))
                    """)
            }
        }
        return (site, (1...count).map { ("issue", "\($0)-1") })
    }

    private func ticked(_ answer: Response) -> Int {
        answer.text.ranges(of: #"form="close" checked"#).count
    }

    @Test func `ticks beyond the first page are kept after a mistake`() async throws {
        let (site, ticks) = try longList()
        let answer = try await site.client(.bob).post("/moderation/reports", Array(Self.warn.dropLast()) + ticks)
        #expect(answer.status == .unprocessable && ticked(answer) == ticks.count)
    }

    @Test func `a report beyond the first page that changed in the meantime is named`() async throws {
        let (site, ticks) = try longList()
        try site.run("UPDATE report_issue SET version = 2 WHERE id = \(ticks.count)")
        let answer = try await site.client(.bob).post("/moderation/reports", Self.warn + [ticks[0], ticks[24]])
        #expect(answer.status == .conflict && answer.shows("1 report wasn’t decided"))
        #expect(ticked(answer) == 1 && answer.text.contains(#"value="25-2" form="close" checked"#))
    }

    @Test func `more reports than the limit are refused, and one ticked twice counts once`() async throws {
        let (site, ticks) = try longList(IssueBatch.limit + 1)
        let answer = try await site.client(.bob).post("/moderation/reports", Self.warn + ticks)
        #expect(answer.status == .unprocessable && answer.hasError(at: "issue") && ticked(answer) == ticks.count)
        #expect(try site.count("SELECT count(*) FROM measure") == 0)
        let twice = Array(ticks.dropLast()) + [ticks[0]]
        try await site.client(.bob).post("/moderation/reports", Self.warn + twice).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM measure") == IssueBatch.limit)
    }
}
