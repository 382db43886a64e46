// Tests that the last admin who can log in keeps the role and the account.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct LastAdminTests {
    /// How a second admin could log in; `works` says whether that is still possible.
    enum Way: String, CaseIterable, Sendable {
        case password, openProvider, liveLink
        case nothing, closedProvider, oldLink, suspendedWithPassword, leavingWithPassword

        var works: Bool { [.password, .openProvider, .liveLink].contains(self) }
    }

    /// A site with Ada as admin and Bella as a second one.
    private func site(_ way: Way) throws -> TestSite {
        let (site, _) = try FakeIssuer.site()
        let (bella, now) = (Person.bella.id, site.now)
        try site.run("UPDATE user SET role = 'admin' WHERE id = \(bella)")
        if ![.password, .suspendedWithPassword, .leavingWithPassword].contains(way) {
            try site.run("UPDATE user SET password_hash = NULL WHERE id = \(bella)")
        }
        func link(_ issuer: String) throws {
            try site.run(
                """
                INSERT INTO provider_link (user_id, issuer, subject, email, name, picture, linked_at, last_used_at)
                VALUES (\(bella), \(issuer), 'b', '', '', '', 0, 0)
                """)
        }
        switch way {
        case .password, .nothing: break
        case .openProvider: try link(FakeIssuer.issuer)
        case .closedProvider: try link("https://closed.example")
        case .liveLink, .oldLink:
            let lifetime = way == .liveLink ? Milliseconds.hour : 0
            _ = try site.write { try SessionStore($0).makeSignInLink(user: bella, lifetime: lifetime, now: now) }
        case .suspendedWithPassword:
            try site.run("UPDATE user SET suspended_until = 4070908800000 WHERE id = \(bella)")
        case .leavingWithPassword:
            try site.run(
                """
                INSERT INTO leaving (user_id, username, asked_at, erase_at, withdraws, reason)
                VALUES (\(bella), 'bella', \(now), \(now + Milliseconds.day), 0, '')
                """)
        }
        return site
    }

    private func admins(_ site: TestSite) throws -> Int {
        try site.count(
            """
            SELECT count(*) FROM user WHERE role = 'admin' AND id NOT IN (SELECT user_id FROM leaving)
                AND id = \(Person.ada.id)
            """)
    }

    @Test(arguments: Way.allCases)
    func `an admin can give up the role only when another admin can log in`(way: Way) async throws {
        let site = try site(way)
        let ada = try site.client(.ada)
        for role in ["member", "moderator"] where !way.works {
            let answer = try await ada.post("/admin/users/\(Person.ada.id)/role", [("role", role)])
            #expect(answer.status == .conflict && answer.shows("the last admin who can log in can’t lose the role"))
        }
        #expect(try admins(site) == 1)
        if way.works {
            try await ada.post("/admin/users/\(Person.ada.id)/role", [("role", "member")]).expect(.seeOther)
        }
    }

    @Test(arguments: Way.allCases)
    func `an admin can delete her account only when another admin can log in`(way: Way) async throws {
        let site = try site(way)
        let ada = try site.client(.ada)
        let fields = [("recipes", "keep"), ("username", "ada"), ("password", Person.password)]
        let answer = try await ada.post("/settings/delete/confirm", fields)
        #expect(answer.status == (way.works ? .seeOther : .conflict))
        #expect(try admins(site) == (way.works ? 0 : 1))
    }

    @Test(arguments: Way.allCases)
    func `an admin cannot be suspended, whatever other admins there are`(way: Way) async throws {
        let site = try site(way)
        let fields = [("until", "2099-01-01"), ("reason", "x")]
        let answer = try await site.client(.ada).post("/admin/users/\(Person.ada.id)/suspend", fields)
        #expect(answer.status == .conflict)
        #expect(try site.count("SELECT count(*) FROM user WHERE suspended_until > 0 AND id = \(Person.ada.id)") == 0)
    }

    /// The command has no provider set up, and uses the real time, at which the links of the test have expired.
    @Test(arguments: Way.allCases.filter { ![.openProvider, .liveLink].contains($0) })
    func `the command deletes an admin only when another admin can log in`(way: Way) async throws {
        let site = try site(way)
        let status = await CommandLineTool.run(
            ["user", "delete", "ada", "--data", site.folder.path], environment: [:])
        #expect((status == 0) == way.works)
        #expect(try admins(site) == (way.works ? 0 : 1))
    }

    @Test func `an admin who cannot log in may lose the role or be deleted`() async throws {
        let site = try site(.nothing)
        let ada = try site.client(.ada)
        try await ada.post("/admin/users/\(Person.bella.id)/role", [("role", "member")]).expect(.seeOther)
        #expect(try admins(site) == 1)
    }

    @Test func `an admin without a way to log in cannot remove the last one who can`() async throws {
        let site = try site(.nothing)
        let bella = try site.client(.bella)
        let demoted = try await bella.post("/admin/users/\(Person.ada.id)/role", [("role", "member")])
        #expect(demoted.status == .conflict)
        let deleted = try await bella.post(
            "/admin/users/\(Person.ada.id)/delete", [("recipes", "keep"), ("reason", "x")])
        #expect(deleted.status == .conflict)
        #expect(try admins(site) == 1)
    }

    @Test func `the last provider of an account without a password cannot be unlinked`() async throws {
        let site = try site(.openProvider)
        let answer = try await site.client(.bella).post("/settings/providers/test/unlink")
        #expect(answer.status == .conflict)
        #expect(try site.count("SELECT count(*) FROM provider_link") == 1)
    }
}
