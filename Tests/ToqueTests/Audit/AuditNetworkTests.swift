// Tests of the network in audit entries, and of who can see it.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct AuditNetworkTests {
    private let site: TestSite

    init() throws { site = try TestSite() }

    private func client(_ person: Person, from peer: String) throws -> TestClient {
        let client = try site.client(person)
        client.peer = peer
        return client
    }

    private func networks(_ action: String) throws -> [String] {
        try site.read { try $0.all("SELECT network FROM audit WHERE action = \(action) ORDER BY id") { $0[0] } }
    }

    @Test func `an entry has the network of its request, not of the login, and admins see it`() async throws {
        let ada = try client(.ada, from: "198.51.100.7")
        try await ada.post("/admin/users/4/role", [("role", "moderator")]).expect(.seeOther)
        ada.peer = "2001:db8:5::7"
        try await ada.post("/admin/users/4/role", [("role", "member")]).expect(.seeOther)
        #expect(try networks("role") == ["198.51.100.0/24", "2001:db8:5::/48"])
        let page = try await ada.get("/admin/audit")
        #expect(page.shows("198.51.100.0/24") && page.shows("2001:db8:5::/48") && !page.shows("198.51.100.7"))
        #expect(try await ada.get("/admin/audit", headers: ["Accept": "application/json"]).shows("2001:db8:5::"))
    }

    @Test func `a client cannot choose the logged network, but a trusted proxy states it`() async throws {
        let forwarded: Headers = ["X-Forwarded-For": "203.0.113.9"]
        let ada = try client(.ada, from: "198.51.100.7")
        try await ada.post("/admin/users/4/role", [("role", "moderator")], headers: forwarded).expect(.seeOther)
        #expect(try networks("role") == ["198.51.100.0/24"])
        let proxies = try TrustedProxies("loopback")
        let other = try TestSite(folder: .filled(), clock: TestClock()) { $0.trustedProxies = proxies }
        try await other.client(.ada).post("/admin/users/4/role", [("role", "moderator")], headers: forwarded)
            .expect(.seeOther)
        #expect(try other.value("SELECT network FROM audit WHERE action = 'role'") == "203.0.113.0/24")
    }

    @Test func `actions of visitors are logged with their network`() async throws {
        let visitor = try site.visitor()
        visitor.peer = "198.51.100.7"
        try await visitor.post("/forgot", [("login", "bella")]).expect(.seeOther)
        let password = [("password", "wry kettle mist 7"), ("password_again", "wry kettle mist 7")]
        try await visitor.post(site.link(), password).expect(.seeOther)
        #expect(try networks("password") == ["198.51.100.0/24"])
        _ = try site.mails()
        try await site.client(.charlie).post(
            "/settings/email", [("email", "carl@example.org"), ("password", Person.password)]
        )
        .expect(.seeOther)
        try await visitor.send(.get, site.link()).expect(.seeOther)
        try await visitor.post("/confirm-email").expect(.seeOther)
        #expect(try networks("email") == ["198.51.100.0/24"])
    }

    @Test func `actions of commands and of the site have no network`() throws {
        let now = site.now
        try site.write { try AccountStore($0).setRole(.moderator, user: 4, open: [], by: UserCommand.shell, now: now) }
        try site.write { try AccountStore($0).setRole(.member, user: 4, open: [], by: .system, now: now) }
        #expect(try networks("role") == ["", ""])
        #expect(ClientAddress.unknown.network.isEmpty)
    }

    @Test func `a changed, added or removed network breaks the chain of the log`() async throws {
        let now = site.now
        try site.write { try AccountStore($0).setRole(.moderator, user: 4, open: [], by: .system, now: now) }
        try await client(.ada, from: "198.51.100.7").post("/admin/users/4/role", [("role", "member")])
            .expect(.seeOther)
        let rows = try site.read {
            try $0.all("SELECT id FROM audit WHERE action = 'role' ORDER BY id") { $0[0] as Int }
        }
        #expect(try site.read { try AuditStore($0).firstBrokenRow() } == nil)
        try site.run("DROP TRIGGER audit_is_never_changed")
        for (row, network, other) in [
            (rows[0], "", "192.0.2.0/24"), (rows[1], "198.51.100.0/24", ""),
            (rows[1], "198.51.100.0/24", "192.0.2.0/24"),
        ] {
            try site.run("UPDATE audit SET network = \(other) WHERE id = \(row)")
            #expect(
                try site.failures() == [
                    CheckFailure(check: "audit", finding: "row \(row) does not continue the hash chain")
                ])
            try site.run("UPDATE audit SET network = \(network) WHERE id = \(row)")
        }
        #expect(try site.failures() == [])
    }

    @Test func `erasing an account removes its networks from the log and keeps others`() async throws {
        let alice = try client(.alice, from: "198.51.100.7")
        try await alice.post("/settings/export").expect(.seeOther)
        try await client(.ada, from: "203.0.113.9").post("/admin/users/1/sessions/end").expect(.seeOther)
        try await client(.ada, from: "203.0.113.9").post("/admin/users/4/role", [("role", "moderator")])
            .expect(.seeOther)
        let visitor = try site.visitor()
        visitor.peer = "192.0.2.7"
        try await visitor.post("/login", LoginTests.fields("alice", password: "wrong one")).expect(.unprocessable)
        await site.site.failedLogins.flush()
        try await site.leave(.alice)
        site.clock.advance(by: 14 * TestClock.day)
        site.site.backgroundWorker.work()
        let left = try site.read { try $0.all("SELECT action FROM audit WHERE network <> ''") { $0[0] as String } }
        #expect(left == ["role"])
        #expect(try site.failures() == [])
    }
}
