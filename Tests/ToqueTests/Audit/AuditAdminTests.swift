// Tests of the audit log on admin pages, and of its entries about logins.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct AuditAdminTests {
    private let site: TestSite

    init() throws { site = try TestSite() }

    private func logIn(_ login: String, _ password: String = Person.password, from peer: String = "192.0.2.7")
        async throws -> Response
    {
        let visitor = try site.visitor()
        visitor.peer = peer
        return try await visitor.post("/login", LoginTests.fields(login, password: password))
    }

    private func rows(_ action: String) throws -> [AuditRow] {
        try site.read { db in
            try AuditStore(db).rows(AuditFilter(Parameters()), else: .all).filter { $0.action == action }
        }
    }

    @Test func `entries about licences and suspensions show their dates`() async throws {
        let ada = try site.client(.ada)
        let until = [("until", "2026-12-01"), ("reason", "spam")]
        for change in ["licence", "suspend"] { try await ada.post("/admin/users/3/\(change)", until).expect(.seeOther) }
        try await ada.post("/admin/users/3/licence/revoke", [("reason", "copied")]).expect(.seeOther)
        let page = try await ada.get("/admin/audit")
        #expect(page.shows(" → 1 December 2026") && page.shows("1 December 2026 → "))
        #expect(try await site.client(.ada).get("/admin/audit").text.contains(/1\d{12}/) == false)
        #expect(try rows("suspend").map(\.to) == [String(#require(Dates.endOfDay("2026-12-01")))])
    }

    @Test func `a login is one entry with user and network, written with its session`() async throws {
        try await logIn("alice").expect(.seeOther)
        let row = try #require(try rows("login").first)
        #expect(try rows("login").count == 1)
        #expect(row.actor == "alice" && row.object == "user" && row.objectID == 1 && row.at == site.now)
        #expect(row.network == "192.0.2.0/24" && row.detail.isEmpty)
        try site.run("CREATE TRIGGER no_log BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no'); END")
        let sessions = try site.count("SELECT count(*) FROM session")
        #expect(try await logIn("alice").status == .internalError)
        #expect(try site.count("SELECT count(*) FROM session") == sessions)
    }

    @Test func `a login with a link is logged too`() async throws {
        let now = site.now
        let token = try site.write { try SessionStore($0).makeSignInLink(user: Person.ada.id, now: now) }
        try await site.visitor().post("/sign-in/\(token)").expect(.seeOther)
        #expect(try rows("login").map(\.actor) == ["ada"])
    }

    @Test func `with two-step login the login is logged after the code, a wrong code as a failure`() async throws {
        let phone = try await Phone.setUp(site, site.client(.alice), .alice)
        let client = try site.visitor()
        try await client.post("/login", LoginTests.fields("alice")).expect(.seeOther)
        #expect(try rows("login").isEmpty)
        try await client.post("/login/code", [("code", "none")]).expect(.unprocessable)
        site.clock.advance(by: 30_000)
        try await client.post("/login/code", [("code", phone.code(site))]).expect(.seeOther)
        #expect(try rows("login").map(\.actor) == ["alice"])
        await site.site.failedLogins.flush()
        #expect(try rows("login-failed").map(\.objectID) == [1])
    }

    @Test func `failed logins are counted by network and account, without the typed text`() async throws {
        for _ in 0..<3 { try await logIn("alice", "wrong one", from: "192.0.2.9").expect(.unprocessable) }
        try await logIn("my secret password", "wrong one", from: "2001:db8::5").expect(.unprocessable)
        #expect(try rows("login-failed").isEmpty)
        await site.site.failedLogins.flush()
        let found = try rows("login-failed").reversed().map {
            "\($0.actor) \($0.object) \($0.objectID) \($0.network) \($0.detail)"
        }
        #expect(found == ["visitor user 1 192.0.2.0/24 × 3", "visitor site 0 2001:db8:0::/48 × 1"])
        #expect(try site.count("SELECT count(*) FROM audit WHERE detail LIKE '%secret%'") == 0)
        await site.site.failedLogins.flush()
        #expect(try rows("login-failed").count == 2)
    }

    @Test func `failed logins from any number of networks add at most 101 entries`() async throws {
        for number in 0..<500 {
            site.site.failedLogins.note(
                from: .init(userAgent: nil, address: "10.\(number / 256).\(number % 256).1"), user: nil)
        }
        await site.site.failedLogins.flush()
        let count = "SELECT count(*) FROM audit WHERE action = 'login-failed'" as SQL
        #expect(try site.count(count) == FailedLogin.most + 1)
        #expect(try rows("login-failed").isEmpty == false)
        #expect(try site.count("SELECT count(*) FROM audit WHERE network = 'elsewhere' AND detail = '× 400'") == 1)
    }

    @Test func `failed logins that could not be written are kept and written when the site stops`() async throws {
        try await logIn("nobody", "wrong one").expect(.unprocessable)
        try site.run("CREATE TRIGGER no_log BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no'); END")
        await site.site.failedLogins.flush()
        try site.run("DROP TRIGGER no_log")
        site.site.close()
        #expect(try rows("login-failed").map { "\($0.network) \($0.detail)" } == ["192.0.2.0/24 × 1"])
        #expect(try site.read { try AuditStore($0).firstBrokenRow() } == nil)
    }

    @Test func `an admin reads the log page by page, newest first`() async throws {
        let ada = try site.client(.ada)
        for number in 0..<45 {
            try await ada.post(
                "/admin/users/4/suspend", [("until", "2099-01-01"), ("reason", "<b>reason \(number)</b>")]
            )
            .expect(.seeOther)
        }
        let total = try site.read { try AuditStore($0).head().rows }
        let first = try await ada.get("/admin/audit").text
        #expect(first.contains("&lt;b&gt;reason 44&lt;/b&gt;") && !first.contains("reason 24&lt;"))
        let second = try await ada.get("/admin/audit?page=2").text
        #expect(second.contains("reason 24&lt;") && !second.contains("reason 25&lt;"))
        let list: Listed = try await ada.json("/admin/audit?page=2")
        #expect(list.total == total && list.items.map(\.id) == Array((total - 39...total - 20).reversed()))
        #expect(try await ada.get("/admin/audit?page=100000").status == .ok)
    }

    private struct Listed: Decodable {
        struct Item: Decodable { let id: Int }
        let total: Int
        let items: [Item]
    }

    @Test func `only admins read the log, and no form changes it`() async throws {
        #expect(try await site.visitor().get("/admin/audit").status == .seeOther)
        for person in [Person.alice, .bob, .charlie] {
            #expect(try await site.client(person).get("/admin/audit").status == .forbidden)
        }
        #expect(try await site.client(.ada).post("/admin/audit").status == .methodNotAllowed)
    }
}
