// Tests that the return from a provider works once, in the browser that left, for the purpose it was started for.

import Database
import Fetching
import HTTP
import Mail
import Security
import Synchronization
import Testing

@testable import TestKit
@testable import Toque

@Suite struct WayBackTests {
    private let site: TestSite
    private let issuer: FakeIssuer

    init() throws {
        (site, issuer) = try FakeIssuer.site()
        try site.link(.alice, issuer)
    }

    @Test func `a return address works once`() async throws {
        let browser = try site.visitor()
        let way = try await issuer.agree(browser.door())
        let cookie = browser.cookies["toque_provider"]
        #expect(try await browser.get(way).status == .seeOther)
        browser.cookies["toque_provider"] = cookie
        browser.cookies["toque_session"] = nil
        #expect(try await browser.get(way).status == .badRequest)
        #expect(browser.cookies["toque_session"] == nil)
    }

    @Test func `of several simultaneous returns only one counts`() async throws {
        let browser = try site.visitor()
        let way = try await issuer.agree(browser.door())
        let (cookies, site) = (browser.cookies, site)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    let copy = try site.visitor()
                    copy.cookies = cookies
                    return try await copy.get(way).status.code
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [303] + Array(repeating: 400, count: 9))
        #expect(try site.count("SELECT count(*) FROM session") == 1)
    }

    @Test func `a return with another browser’s state does nothing, and the right one still works`() async throws {
        let (browser, other) = (try site.visitor(), try site.visitor())
        let way = try await issuer.agree(browser.door())
        let foreign = try await issuer.agree(other.door())
        #expect(try await site.visitor().get(way).status == .badRequest)
        let swapped = try await other.get(way)
        #expect(swapped.status == .badRequest)
        for bent in [way.replacing("state=", with: "state=x"), "/auth/test/callback?code=code-2", way + "&state=y"] {
            let copy = try site.visitor()
            copy.cookies = browser.cookies
            #expect(try await copy.get(bent).status == .badRequest, "\(bent)")
        }
        #expect(try await browser.send(.head, way).status == .badRequest)
        #expect(try site.count("SELECT count(*) FROM session") == 0)
        #expect(foreign != way)
        let copy = try site.visitor()
        copy.cookies = browser.cookies
        #expect(try await issuer.agree(copy.door()) != way)
    }

    @Test func `with PKCE a code from another browser is refused`() async throws {
        let (victim, attacker) = (try site.visitor(), try site.visitor())
        let way = try await issuer.agree(victim.door())
        let stolen = try await issuer.agree(attacker.door())
        func value(_ name: String, _ way: String) throws -> String {
            try found(try Parameters(parsing: way.drop { $0 != "?" }.dropFirst())[name])
        }
        let mixed = try "/auth/test/callback?code=\(value("code", way))&state=\(value("state", stolen))"
        #expect(try await attacker.get(mixed).status == .forbidden)
        #expect(try site.count("SELECT count(*) FROM session") == 0)
        // The verifier was sent but does not belong to the code.
        #expect(issuer.state.withLock { $0.forms.count { $0.contains("code_verifier=") } } == 1)
    }

    @Test(arguments: [
        ("client_id=toque-at-issuer", "client_id=another-site"), ("&code_challenge=", "&code_challenge=x"),
    ])
    func `a code for another client or another proof does not log in`(asked: String, bent: String) async throws {
        let browser = try site.visitor()
        let door = try await browser.door()
        #expect(door.contains(asked))
        let way = try issuer.agree(door.replacing(asked, with: bent))
        #expect(try await browser.get(way).status == .forbidden)
        #expect(try site.count("SELECT count(*) FROM session") == 0)
        #expect(try site.count("SELECT count(*) FROM provider_arrival") == 0)
    }

    @Test func `a return after ten minutes is refused`() async throws {
        for (minutes, status) in [(10 * TestClock.minute - 1, 303), (10 * TestClock.minute, 400)] {
            let browser = try site.visitor()
            let way = try await issuer.agree(browser.door())
            site.clock.advance(by: minutes)
            #expect(try await browser.get(way).status.code == status)
        }
        _ = try await site.visitor().door()
        #expect(try site.count("SELECT count(*) FROM provider_request") == 1)
    }

    @Test func `only the session that started a link can finish it`() async throws {
        let charlie = try site.client(.charlie)
        issuer.change { $0.subject = "charlie" }
        let way = try await issuer.agree(charlie.door("/settings/providers/test/link"))
        let bob = try site.client(.bob)
        bob.cookies["toque_provider"] = charlie.cookies["toque_provider"]
        #expect(try await bob.get(way).status == .badRequest)
        #expect(try site.count("SELECT count(*) FROM provider_arrival") == 0)
    }

    @Test func `a return with another issuer or an error ends the login`() async throws {
        for (more, status) in [
            ("&iss=https://evil.example", 403), ("&error=access_denied", 403), ("&error=x", 403), ("&code=b", 403),
        ] {
            let browser = try site.visitor()
            let way = try await issuer.agree(browser.door())
            #expect(try await browser.get(way + more).status.code == status, "\(more)")
            #expect(browser.cookies["toque_session"] == nil)
        }
        issuer.change { $0.document["authorization_response_iss_parameter_supported"] = "true" }
        site.clock.advance(by: TestClock.hour)
        let browser = try site.visitor()
        let way = try await issuer.agree(browser.door())
        #expect(try await browser.get(way).status == .forbidden)
        let again = try await issuer.agree(browser.door()) + "&iss=https://issuer.example"
        #expect(try await browser.get(again).status == .seeOther)
    }

    @Test func `a page of another site cannot start a login, and no login leads to another site`() async throws {
        let browser = try site.visitor()
        _ = try await browser.get("/login")
        #expect(try await browser.postAsIs("/auth/test", []).status == .forbidden)
        #expect(try await browser.post("/auth/test", headers: ["Sec-Fetch-Site": "cross-site"]).status == .forbidden)
        #expect(try await browser.send(.get, "/auth/test").status == .methodNotAllowed)
        #expect(try await browser.post("/auth/none").status == .notFound)
        #expect(try site.count("SELECT count(*) FROM provider_request") == 0)
        #expect(try await browser.signIn(issuer, next: "//evil.test").location == "/")
    }

    @Test func `expired logins are deleted in the mail sender’s round`() async throws {
        let browser = try site.visitor()
        issuer.change { $0.subject = "stranger" }
        _ = try await browser.signIn(issuer)
        #expect(try site.count("SELECT count(*) FROM provider_arrival") == 1)
        site.clock.advance(by: 10 * TestClock.minute)
        _ = try site.mails()
        #expect(try site.count("SELECT count(*) FROM provider_arrival") == 0)
        #expect(try await browser.get("/register/provider").location == "/login")
        let answer = try await browser.post("/register/provider", [("username", "dora"), ("email", "d@example.org")])
        #expect(answer.location == "/login")
    }
}
