// Tests of reporting bugs: everyone can report and read the answer, but no other person's report.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct BugTests {
    static let fields = [
        ("page", "/recipes/1"), ("what", "The <button> does \"nothing\".\nTwice."), ("expected", "A soup"),
        ("contact", "me@example.org"),
    ]
    static let screenshot = (name: "screenshot", filename: "screen.png", bytes: TestPicture.png())

    @Test func `a visitor who reports gets a link once, which later shows the answer`() async throws {
        let site = try TestSite()
        let visitor = try site.visitor()
        let agent: Headers = ["User-Agent": "A browser/1.0"]
        let sent = try await visitor.post("/bugs", Self.fields, headers: agent)
        let link = try #require(sent.location)
        #expect(sent.status == .seeOther && link.hasPrefix("/bugs/follow/") && link.count > 50)
        let first = try await visitor.get(link)
        #expect(first.shows("The <button> does \"nothing\".\nTwice.") && first.shows("A browser/1.0"))
        #expect(first.text.contains("class=\"hash\"><a href=\"http://"))
        #expect(try await !visitor.get(link).text.contains("class=\"hash\"><a href=\"http://"))
        let token = try #require(link.split(separator: "/").last)
        #expect(
            try site.count("SELECT count(*) FROM bug_report WHERE CAST(token_hash AS TEXT) = \(String(token))") == 0)
        let ada = try site.client(.ada)
        let answer = [("state", "fixed"), ("answer", "It does now."), ("version", "1")]
        try await ada.post("/admin/bugs/1", answer).expect(.seeOther)
        #expect(try await site.visitor().get(link).shows("It does now."))
        #expect(try await visitor.get("/bugs/follow/\(token)x").status == .notFound)
        #expect(try await visitor.get("/bugs/1").location == "/login?next=%2Fbugs%2F1")
    }

    @Test func `members see only their own reports and answers`() async throws {
        let site = try TestSite()
        let (alice, charlie) = (try site.client(.alice), try site.client(.charlie))
        #expect(try await alice.post("/bugs", Self.fields).location == "/bugs/1")
        #expect(try await alice.get("/bugs/1").shows("A soup"))
        #expect(try await alice.get("/bugs").text.contains("href=\"/bugs/1\""))
        let list: ListAnswer<BugAnswer> = try await alice.json("/bugs")
        #expect(list.total == 1 && list.items[0].state == "new")
        for client in [charlie, try site.client(.bob), try site.client(.ada)] {
            #expect(try await client.get("/bugs/1").status == .notFound)
        }
        #expect(try await !charlie.get("/bugs").text.contains("/bugs/1"))
        for id in ["0", "-1", "2", "x", "99999999999999999999"] {
            #expect(try await alice.get("/bugs/\(id)").status == .notFound)
        }
    }

    @Test(arguments: [Person?.none, .alice])
    func `a form that is sent five times at the same time makes one report`(person: Person?) async throws {
        let site = try TestSite()
        let client = try person.map { try site.client($0) } ?? site.visitor()
        let form = try await Self.fields + [("csrf", client.token())]
        let cookies = client.cookies
        let places = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<5 {
                group.addTask {
                    let window = try site.visitor()
                    window.cookies = cookies
                    return try await window.postAsIs("/bugs", form).location
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        let place = try #require(places.first ?? nil)
        #expect(places.count == 1 && (person == nil ? place.hasPrefix("/bugs/follow/") : place == "/bugs/1"))
        #expect(try await client.get(place).shows("A soup"))
        #expect(try site.count("SELECT count(*) FROM bug_report") == 1)
        // The same text from another page is another report.
        try await client.post("/bugs", Self.fields).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM bug_report") == 2)
    }

    @Test func `invalid input is kept with an error at each field`() async throws {
        let site = try TestSite()
        let client = try site.visitor()
        let long = String(repeating: "x", count: 5_001)
        let typed = [
            ("page", String(repeating: "p", count: 501)), ("what", "  \n "), ("expected", long),
            ("contact", String(repeating: "c", count: 255)), ("request", "abc-1"),
        ]
        let refused = try await client.post("/bugs", typed)
        #expect(refused.status == .unprocessable)
        for field in ["page", "what", "expected", "contact"] { #expect(refused.hasError(at: field), "\(field)") }
        for (name, value) in typed where name != "what" { #expect(refused.text.contains(value), "\(name)") }
        let text = (name: "screenshot", filename: "a.png", bytes: Array("<svg onload=alert(1)>".utf8))
        let noPicture = try await client.upload("/bugs", Self.fields, file: text)
        #expect(noPicture.status == .unprocessable && noPicture.hasError(at: "screenshot"))
        #expect(noPicture.shows("A soup"))
        let again = try await client.upload("/bugs", [("what", "")], file: Self.screenshot)
        #expect(again.hasError(at: "screenshot") && again.hasError(at: "what"))
        #expect(try site.count("SELECT count(*) FROM bug_report") == 0)
        let media = try FileManager.default.contentsOfDirectory(atPath: site.site.settings.mediaPath)
        #expect(media.isEmpty)
    }

    @Test func `a screenshot is converted, its original deleted, and only admins see it`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        try await alice.upload("/bugs", Self.fields, file: Self.screenshot).expect(.seeOther)
        let id: String = try found(site.value("SELECT screenshot FROM bug_report"))
        let ada = try await site.client(.ada).get("/admin/bugs/1/screenshot")
        #expect(ada.status == .ok && ada.headers["Content-Type"] == "image/webp")
        #expect(ada.headers["Cache-Control"] == "private, no-store" && ada.bytes.starts(with: "RIFF".utf8))
        #expect(try await site.client(.ada).get("/admin/bugs/1").text.contains("/admin/bugs/1/screenshot"))
        for client in [alice, try site.client(.bob)] {
            #expect(try await client.get("/admin/bugs/1/screenshot").status == .forbidden)
        }
        for client in [alice, try site.visitor(), try site.client(.ada)] {
            #expect(try await client.get("/media/\(id)/640.jpg").status == .notFound)
        }
        let folder = site.site.settings.mediaPath + "/" + id
        #expect(try !FileManager.default.contentsOfDirectory(atPath: folder).contains("original"))
        #expect(try site.failures().isEmpty)
        try FileManager.default.removeItem(atPath: folder + "/640.webp")
        #expect(try site.failures() == [CheckFailure(check: "media", finding: "\(id)/640.webp is missing")])
        try await site.visitor().post("/bugs", Self.fields).expect(.seeOther)
        #expect(try await site.client(.ada).get("/admin/bugs/2/screenshot").status == .notFound)
    }

    @Test func `a screenshot that is sent again leaves no second folder`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        // Each page has a form token of its own, by which a form that is sent again is known.
        let token = try await found(alice.get("/bugs/new").text.firstMatch(of: /name="csrf" value="([^"]+)"/)).1
        let form = Self.fields + [("csrf", String(token))]
        let cookies = alice.cookies
        let places = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<5 {
                group.addTask {
                    let window = try site.visitor()
                    window.cookies = cookies
                    return try await window.upload("/bugs", form, file: Self.screenshot).location
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(places == ["/bugs/1"])
        // The report is known before the picture is read, so one that cannot be read does no harm.
        let text = (name: "screenshot", filename: "a.png", bytes: Array("no picture".utf8))
        for file in [Self.screenshot, text] {
            #expect(try await alice.upload("/bugs", form, file: file).location == "/bugs/1")
        }
        let folders = try FileManager.default.contentsOfDirectory(atPath: site.site.settings.mediaPath)
        let id: String = try found(site.value("SELECT screenshot FROM bug_report"))
        #expect(folders == [id])
    }

    @Test func `screenshots of open reports are limited, and those closed first make room`() async throws {
        let site = try TestSite()
        let visitor = try site.visitor()
        try site.run(
            """
            INSERT INTO bug_report (page, request, browser, what, expected, contact, screenshot, state, created_at, changed_at)
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(BugRules.screenshots))
            SELECT '', '', '', 'x', '', '', 'shot-' || x, iif(x % 2, 'new', 'accepted'), 0, x FROM n
            """)
        let refused = try await visitor.upload("/bugs", Self.fields, file: Self.screenshot)
        #expect(refused.status == .unprocessable && refused.hasError(at: "screenshot") && refused.shows("A soup"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.site.settings.mediaPath).isEmpty)
        try await visitor.post("/bugs", Self.fields).expect(.seeOther)
        try site.run("UPDATE bug_report SET state = 'wontfix' WHERE screenshot IN ('shot-9', 'shot-7')")
        let other = [("what", "Another one")]
        try await visitor.upload("/bugs", other, file: Self.screenshot).expect(.seeOther)
        let kept = "SELECT count(*) FROM bug_report WHERE screenshot IS NOT NULL" as SQL
        #expect(try site.count(kept) == BugRules.screenshots)
        #expect(try site.count(kept + " AND screenshot IN ('shot-9', 'shot-7')") == 1)
        #expect(try site.count(kept + " AND screenshot = 'shot-9'") == 1, "it was closed later")
    }

    @Test func `the files of a screenshot have a limit, which a photo of a screen does not reach`() {
        #expect(!BugRules.isTooLong(screenshot: 5 << 20) && BugRules.isTooLong(screenshot: 5 << 20 + 1))
    }

    @Test func `a refused screenshot keeps what was typed`() async throws {
        let site = try TestSite.limited()
        let visitor = try site.visitor()
        for number in 1...RateLimit.screenshot.address.burst {
            try await visitor.upload("/bugs", [("what", "No. \(number)")], file: Self.screenshot).expect(.seeOther)
        }
        let refused = try await visitor.upload("/bugs", Self.fields, file: Self.screenshot)
        #expect(refused.status == .tooManyRequests && refused.hasError(at: "screenshot") && refused.shows("A soup"))
        try await visitor.post("/bugs", Self.fields).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM bug_report WHERE screenshot IS NOT NULL") == 6)
    }

    @Test func `the link in the footer fills in the page, on error pages also the request id`() async throws {
        let site = try TestSite()
        let visitor = try site.visitor()
        let search = try await visitor.get("/search?q=soup&sort=newest")
        #expect(search.text.contains("href=\"/bugs/new?page=%2Fsearch%3Fq%3Dsoup%26sort%3Dnewest\""))
        let missing = try await visitor.get("/nowhere")
        let id = try #require(missing.headers["X-Request-Id"])
        let address = "/bugs/new?page=%2Fnowhere&request=\(id)"
        #expect(missing.text.contains("href=\"\(address.escapedForHTML)\""))
        let form = try await visitor.get(address)
        #expect(form.text.contains("value=\"/nowhere\"") && form.text.contains("name=\"request\" value=\"\(id)\""))
        try await visitor.post("/bugs", [("what", "Gone"), ("request", id)]).expect(.seeOther)
        #expect(try site.value("SELECT request FROM bug_report") == id)
        let bare = StaticPages.page(.internalError, request: "0123abcd").text
        #expect(bare.contains("href=\"/bugs/new\"") && bare.contains("<code>0123abcd</code>"))
    }

    @Test func `the form fills in no address with a token and no invalid request id`() async throws {
        let site = try TestSite()
        let (alice, now) = (Person.alice.id, site.now)
        let token = try site.write { try SessionStore($0).makeSignInLink(user: alice, now: now) }
        let page = try await site.visitor().get("/sign-in/\(token)")
        #expect(page.text.contains("/bugs/new?page=%2Fsign-in%2F%3Atoken\""))
        let back = try await site.visitor().get("/auth/test/callback?code=secret&state=x")
        #expect(back.text.contains("/bugs/new?page=%2Fauth%2F%3Aprovider%2Fcallback\""))
        #expect(!back.text.contains("secret"))
        let form = try await site.visitor().get("/bugs/new?request=%22onclick&page=%22%3E%3Cb%3E")
        #expect(form.text.contains("name=\"request\" value=\"\"") && !form.text.contains("<b>"))
    }

    @Test func `a suspended member can report a bug`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        try site.run("UPDATE user SET suspended_until = \(site.now + 1_000) WHERE username = 'charlie'")
        #expect(try await charlie.post("/bugs", Self.fields).status == .seeOther)
    }

    @Test func `the Russian form has Russian texts`() async throws {
        let client = try TestSite().visitor()
        client.cookies["toque_language"] = "ru"
        #expect(try await client.get("/bugs/new").shows("Что случилось?"))
    }
}

struct BugAnswer: Decodable, Sendable {
    let id: Int
    let state: String
    let answer: String
}
