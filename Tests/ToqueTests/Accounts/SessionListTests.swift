// Tests of the list of sessions: contents, expiry, and ending other sessions.

import Database
import HTTP
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct SessionListTests {
    private static let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

    private func logIn(_ site: TestSite, _ userAgent: String, remember: Bool = false) async throws -> TestClient {
        let client = try site.visitor()
        let fields = LoginTests.fields("alice") + (remember ? [("remember", "1")] : [])
        try await client.post("/login", fields, headers: ["User-Agent": userAgent]).expect(.seeOther)
        return client
    }

    private func id(_ client: TestClient) throws -> String {
        try String(found(client.cookies["toque_session"]?.split(separator: ".").first))
    }

    @Test func `the list shows browser, network and last use of each session and marks the present one`() async throws {
        let site = try TestSite()
        let here = try await logIn(site, Self.firefox)
        site.clock.advance(by: 20 * TestClock.minute)
        _ = try await logIn(site, "<script>Windows Chrome/9")
        let page = try await here.get("/settings/sessions")
        #expect(page.shows("Firefox, Linux") && page.shows("Chrome, Windows"))
        #expect(page.shows("127.0.0.0/24"))
        for (words, time) in [("last used", "10:20"), ("logged in", "10:00")] {
            let element = "<time datetime=\"2026-11-18T\(time):00Z\">18 November 2026, \(time) UTC</time>"
            #expect(page.text.contains("\(words) \(element)"))
        }
        #expect(page.text.matches(of: /this browser/).count == 1)
        #expect(!page.text.contains("127.0.0.1") && !page.text.contains("<script>Windows"))
        #expect(!page.text.contains(try found(here.cookies["toque_session"]?.split(separator: ".").last)))
    }

    @Test func `a member can end one other session, or all others together`() async throws {
        let site = try TestSite()
        let here = try await logIn(site, Self.firefox)
        let (phone, laptop, spare) = (try site.client(.alice), try site.client(.alice), try site.client(.alice))
        #expect(try await here.post("/settings/sessions/end", [("session", id(phone))]).status == .seeOther)
        #expect(try await phone.get("/my/recipes").status == .seeOther)
        #expect(try await laptop.get("/my/recipes").status == .ok)
        #expect(try await here.post("/settings/sessions/end-others").status == .seeOther)
        for client in [laptop, spare] { #expect(try await client.get("/my/recipes").status == .seeOther) }
        #expect(try await here.get("/settings/sessions").text.contains("/settings/sessions/end") == false)
        #expect(try await here.get("/my/recipes").status == .ok)
    }

    @Test func `a member cannot end another member’s session`() async throws {
        let site = try TestSite()
        let (alice, charlie) = (try site.client(.alice), try site.client(.charlie))
        for session in [try id(alice), "", "x", "' OR 1=1 --"] {
            _ = try await charlie.post("/settings/sessions/end", [("session", session)])
        }
        _ = try await charlie.post("/settings/sessions/end-others")
        #expect(try await alice.get("/my/recipes").status == .ok)
    }

    @Test func `the last use is written once in five minutes, not with every request`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        func lastSeen() throws -> Int? { try site.value("SELECT last_seen_at FROM session") }
        let began = site.now
        for _ in 0..<3 {
            site.clock.advance(by: 100_000 - 1)
            #expect(try await alice.get("/").status == .ok)
            #expect(try lastSeen() == began)
        }
        site.clock.advance(by: 3)
        #expect(try await alice.get("/").status == .ok)
        #expect(try lastSeen() == began + 5 * TestClock.minute)
    }

    @Test(arguments: [(false, 12), (true, 30 * 24)])
    func `use extends a session, which ends after its idle time`(remember: Bool, hours: Int) async throws {
        let site = try TestSite()
        let client = try await logIn(site, Self.firefox, remember: remember)
        site.clock.advance(by: hours * TestClock.hour - 1)
        #expect(try await client.get("/my/recipes").status == .ok)
        site.clock.advance(by: hours * TestClock.hour - 1)
        #expect(try await client.get("/my/recipes").status == .ok)
        site.clock.advance(by: hours * TestClock.hour)
        #expect(try await client.get("/my/recipes").status == .seeOther)
    }

    @Test(arguments: [(false, 7), (true, 60)])
    func `a session ends after its longest time, however much it is used`(remember: Bool, days: Int) async throws {
        let site = try TestSite()
        let client = try await logIn(site, Self.firefox, remember: remember)
        for _ in 0..<days * 4 - 1 {
            site.clock.advance(by: 6 * TestClock.hour)
            #expect(try await client.get("/my/recipes").status == .ok)
        }
        site.clock.advance(by: 6 * TestClock.hour - 1)
        #expect(try await client.get("/my/recipes").status == .ok)
        site.clock.advance(by: 1)
        #expect(try await client.get("/my/recipes").status == .seeOther)
    }

    @Test func `session ids have at least 128 random bits and all differ`() async throws {
        let site = try TestSite()
        let now = site.now
        let cookies = try site.write { db in
            try (0..<2_000).map { _ in try SessionStore(db).begin(user: 1, SessionStart(), now: now).cookie }
        }
        #expect(Set(cookies.map { $0.prefix(4) }).count > 1_900)
        for part in 0...1 {
            let parts = cookies.map { $0.split(separator: ".")[part] }
            #expect(Set(parts).count == 2_000)
            #expect(parts.allSatisfy { $0.count >= 22 })
        }
    }

    @Test func `the account page shows what the site knows and links to every change`() async throws {
        let site = try TestSite()
        _ = try site.client(.alice)
        let page = try await site.client(.alice).get("/settings/account")
        for words in [
            "alice", "alice@example.org", "member", "18 November 2026", "2 sessions", Text.twoStepIsOff(.en),
        ] {
            #expect(page.shows(words), "\(words)")
        }
        for address in ["password", "sessions", "two-step", "licence"] {
            #expect(page.text.contains("href=\"/settings/\(address)\""))
        }
        #expect(try await site.visitor().get("/settings/account").location == "/login?next=%2Fsettings%2Faccount")
    }
}
