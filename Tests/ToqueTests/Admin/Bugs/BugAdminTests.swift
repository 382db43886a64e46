// Tests of deciding on bug reports and answering them.

import Database
import HTTP
import Mail
import Testing

@testable import TestKit
@testable import Toque

@Suite struct BugAdminTests {
    /// A site with three reports, and a browser of its admin.
    private static func site() async throws -> (TestSite, TestClient) {
        let site = try TestSite()
        for number in 1...3 {
            try await site.client(.alice).post("/bugs", [("what", "Report \(number)")]).expect(.seeOther)
        }
        return (site, try site.client(.ada))
    }

    private static func fields(_ state: String, version: Int = 1, of original: String = "") -> [(String, String)] {
        [("state", state), ("duplicate_of", original), ("answer", "Thanks."), ("version", String(version))]
    }

    @Test func `a report can have each state, and each change is logged`() async throws {
        let (site, ada) = try await Self.site()
        for (number, state) in ["accepted", "fixed", "wontfix", "new"].enumerated() {
            let fields = Self.fields(state, version: number + 1)
            #expect(try await ada.post("/admin/bugs/1", fields).location == "/admin/bugs/1")
        }
        let told = try site.read {
            try $0.all(
                """
                SELECT from_state, to_state, actor_name FROM audit WHERE action = 'bug-state' AND object_id = 1 ORDER BY id
                """
            ) { [$0[0] as String, $0[1], $0[2]] }
        }
        #expect(
            told == [
                ["new", "accepted", "ada"], ["accepted", "fixed", "ada"], ["fixed", "wontfix", "ada"],
                ["wontfix", "new", "ada"],
            ])
        #expect(try site.failures().isEmpty)
    }

    @Test func `a change of only the answer is not logged`() async throws {
        let (site, ada) = try await Self.site()
        try await ada.post("/admin/bugs/1", Self.fields("new")).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'bug-state'") == 0)
        #expect(try await site.client(.alice).get("/bugs/1").shows("Thanks."))
    }

    @Test(arguments: ["", "1", "9", "x", "-2", "0", "99999999999999999999"])
    func `a duplicate needs another existing report as its original`(original: String) async throws {
        let (site, ada) = try await Self.site()
        let refused = try await ada.post("/admin/bugs/1", Self.fields("duplicate", of: original))
        #expect(refused.status == .unprocessable && refused.hasError(at: "duplicate_of"))
        #expect(refused.shows("Thanks.") && refused.text.contains("value=\"\(original)\""))
        #expect(try site.value("SELECT state FROM bug_report WHERE id = 1") == "new")
    }

    @Test func `a duplicate links to its original and cannot be an original itself`() async throws {
        let (site, ada) = try await Self.site()
        try await ada.post("/admin/bugs/1", Self.fields("duplicate", of: "2")).expect(.seeOther)
        #expect(try await ada.get("/admin/bugs/1").text.contains("href=\"/admin/bugs/2\""))
        #expect(try await ada.post("/admin/bugs/3", Self.fields("duplicate", of: "1")).status == .unprocessable)
        try await ada.post("/admin/bugs/1", Self.fields("fixed", version: 2, of: "2")).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM bug_report WHERE duplicate_of IS NOT NULL") == 0)
    }

    @Test func `a report with duplicates cannot be a duplicate, also when two change at the same time`() async throws {
        let (site, ada) = try await Self.site()
        try await ada.post("/admin/bugs/1", Self.fields("duplicate", of: "2")).expect(.seeOther)
        let refused = try await ada.post("/admin/bugs/2", Self.fields("duplicate", of: "3"))
        #expect(refused.status == .unprocessable && refused.hasError(at: "duplicate_of"))
        #expect(refused.shows("Other reports are marked as duplicates of this one") && refused.shows("Thanks."))
        // The writing transaction checks this, since the form may be out of date.
        let decision = BugDecision(state: .duplicate, duplicateOf: 1, answer: "")
        #expect(throws: DuplicateProblem.noOriginal) {
            try site.write { _ = try BugStore($0).decide(decision, 2, version: 1, by: Person.ada.viewer.actor, now: 1) }
        }
        try await ada.post("/admin/bugs/1", Self.fields("new", version: 2)).expect(.seeOther)
        try await ada.post("/admin/bugs/2", Self.fields("duplicate", of: "3")).expect(.seeOther)
    }

    @Test func `an invalid decision shows an error at its field and is kept`() async throws {
        let (_, ada) = try await Self.site()
        let state = try await ada.post("/admin/bugs/1", Self.fields("king"))
        #expect(state.status == .unprocessable && state.hasError(at: "state") && state.shows("Thanks."))
        let long = [("state", "fixed"), ("answer", String(repeating: "x", count: 5_001)), ("version", "1")]
        let answer = try await ada.post("/admin/bugs/1", long)
        #expect(answer.status == .unprocessable && answer.hasError(at: "answer"))
        #expect(answer.text.contains(String(repeating: "x", count: 5_001)))
    }

    @Test func `a second admin sees the first decision and can then save`() async throws {
        let (site, ada) = try await Self.site()
        try await ada.post("/admin/bugs/1", Self.fields("fixed")).expect(.seeOther)
        let typed = [("state", "wontfix"), ("answer", "My other answer."), ("version", "1")]
        let late = try await ada.post("/admin/bugs/1", typed)
        #expect(late.status == .conflict && late.shows("My other answer.") && late.shows("Thanks."))
        #expect(late.text.contains("name=\"version\" value=\"2\""))
        #expect(try site.value("SELECT state FROM bug_report WHERE id = 1") == "fixed")
    }

    @Test func `the list shows open reports or those in one state`() async throws {
        let (_, ada) = try await Self.site()
        try await ada.post("/admin/bugs/2", Self.fields("fixed")).expect(.seeOther)
        try await ada.post("/admin/bugs/3", Self.fields("accepted")).expect(.seeOther)
        func ids(_ query: String) async throws -> [Int] {
            let list: ListAnswer<BugAnswer> = try await ada.json("/admin/bugs" + query)
            #expect(list.total == list.items.count)
            return list.items.map(\.id)
        }
        #expect(try await ids("") == [3, 1])
        #expect(try await ids("?state=fixed") == [2])
        #expect(try await ids("?state=wontfix") == [])
        #expect(try await ids("?state=nonsense") == [3, 1])
        #expect(try await ada.get("/admin/bugs?state=wontfix").text.contains("class=\"empty\""))
    }

    @Test(arguments: ["/admin/bugs", "/admin/bugs/1", "/admin/bugs/1/screenshot", "/admin/errors", "/admin/errors/1"])
    func `only admins see the pages of bugs`(address: String) async throws {
        let (site, _) = try await Self.site()
        for person in [Person.alice, .bob] {
            #expect(try await site.client(person).get(address).status == .forbidden)
        }
    }

    @Test func `an unknown report or error is 404`() async throws {
        let (_, ada) = try await Self.site()
        for address in ["/admin/bugs/9", "/admin/bugs/x", "/admin/errors/9", "/admin/errors/0"] {
            #expect(try await ada.get(address).status == .notFound)
        }
        #expect(try await ada.post("/admin/bugs/9", Self.fields("fixed")).status == .notFound)
        #expect(try await ada.post("/admin/errors/9/solve").status == .notFound)
        #expect(try await ada.post("/admin/errors/9/reopen").status == .notFound)
    }
}

@Suite struct BugMailTests {
    private let site: TestSite

    init() throws {
        site = try TestSite()
        try site.run("UPDATE user SET email_confirmed_at = 1 WHERE id = 1")
    }

    private func answer(_ state: String = "fixed", version: Int = 1, _ text: String = "Thanks.") async throws {
        let fields = [("state", state), ("duplicate_of", ""), ("answer", text), ("version", String(version))]
        try await site.client(.ada).post("/admin/bugs/1", fields).expect(.seeOther)
    }

    @Test func `a member gets an email with state and answer, and how to turn such emails off`() async throws {
        try await site.client(.alice).post("/bugs", [("what", "It burns")]).expect(.seeOther)
        try await answer()
        let mail = try #require(try site.mails().first)
        #expect(mail.to.text == "alice@example.org" && mail.subject.text == "Your bug report no. 1")
        #expect(mail.text.contains("Its status is now: fixed") && mail.text.contains("Thanks."))
        #expect(mail.text.contains("http://127.0.0.1:8080/bugs/1"))
        #expect(mail.text.contains("http://127.0.0.1:8080/settings/preferences"))
        #expect(mail.unsubscribe?.text == "http://127.0.0.1:8080" + site.unsubscribePath(.bug, .alice))
        // The same decision again sends nothing.
        try await answer(version: 2)
        #expect(try site.mails().isEmpty)
    }

    @Test func `an unconfirmed address gets no email, since it may be a stranger’s`() async throws {
        try site.run("UPDATE user SET email_confirmed_at = NULL")
        try await site.client(.alice).post("/bugs", [("what", "It burns")]).expect(.seeOther)
        try await answer()
        #expect(try site.mails().isEmpty)
    }

    @Test func `a member who turned off such emails gets none`() async throws {
        let alice = try site.client(.alice)
        try await alice.post("/bugs", [("what", "It burns")]).expect(.seeOther)
        try await alice.post("/settings/preferences", [("notify_bug_site", "on")]).expect(.seeOther)
        try await answer()
        #expect(try site.mails().isEmpty)
        try await alice.post("/settings/preferences", [("notify_bug_mail", "on")]).expect(.seeOther)
        try await answer("wontfix", version: 2)
        #expect(try site.mails().count == 1)
    }

    @Test func `a visitor gets an email in the language of the page, without the report’s text`() async throws {
        let visitor = try site.visitor()
        try await visitor.post("/appearance", [("language", "ru")]).expect(.seeOther)
        let report = [("what", "Купите слона"), ("contact", "guest@example.net")]
        try await visitor.post("/bugs", report).expect(.seeOther)
        try await answer("wontfix", "Слоны кончились.")
        let mail = try #require(try site.mails().first)
        #expect(mail.to.text == "guest@example.net" && mail.language.text == "ru" && mail.unsubscribe == nil)
        #expect(mail.text.contains("Слоны кончились.") && !mail.text.contains("Купите"))
    }

    @Test(arguments: ["", "call me: 555", "a@b@c", "<evil@example.org>", "a@example.org, b@example.org"])
    func `a visitor without an address sees the answer only on the site`(contact: String) async throws {
        try await site.visitor().post("/bugs", [("what", "It burns"), ("contact", contact)]).expect(.seeOther)
        try await answer()
        #expect(try site.mails().isEmpty)
    }
}
