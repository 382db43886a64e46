// Tests of accounts that change while a password is being hashed: the result must fit the changed account.

import Database
import Foundation
import HTTP
import Synchronization
import Testing

@testable import TestKit
@testable import Toque

@Suite struct PasswordMeanwhileTests {
    private struct NothingCompared: Error {}

    private let site: TestSite

    init() throws { site = try TestSite() }

    /// Sends a form with a password; `change` is committed after the account was read and before the site writes.
    private func post(
        _ client: TestClient, _ path: String, _ fields: [(String, String)],
        while change: @escaping @Sendable (Connection) throws -> Void
    ) async throws -> Response {
        _ = try await client.token()
        let (passwords, isHeld) = (site.site.passwords, Flag())
        let hashes = passwords.computed
        let writing = Task.detached { [site] in
            try await site.site.writer.write { db in
                isHeld.raise()
                var patience = 600_000
                while passwords.computed == hashes {
                    patience -= 1
                    if patience == 0 { throw NothingCompared() }
                    usleep(1_000)
                }
                try change(db)
            }
        }
        while !isHeld.isUp { try await Task.sleep(for: .milliseconds(1)) }
        let answer = try await client.post(path, fields)
        try await writing.value
        return answer
    }

    private static let newPassword: @Sendable (Connection) throws -> Void = {
        try AccountStore($0).setPassword(.init("another fine pass phrase", cost: TestSite.passwordCost), user: 1)
    }

    private func sessions() throws -> Int { try site.count("SELECT count(*) FROM session WHERE awaits_code = 0") }

    @Test func `an old password that was changed during hashing does not log in`() async throws {
        let answer = try await post(
            site.visitor(), "/login", LoginTests.fields("alice"), while: Self.newPassword)
        #expect(answer.status == .unprocessable && answer.hasError(at: "login"))
        #expect(try sessions() == 0)
    }

    @Test func `two-step login that was turned on during hashing is required`() async throws {
        let client = try site.visitor()
        let answer = try await post(client, "/login", LoginTests.fields("alice")) {
            try $0.run("UPDATE user SET totp_secret = x'00' WHERE id = 1")
        }
        #expect(answer.location?.hasPrefix("/login/code") == true)
        #expect(try sessions() == 0)
    }

    @Test func `a hash that another login renewed during hashing does not prevent the login`() async throws {
        let client = try site.visitor()
        let answer = try await post(client, "/login", LoginTests.fields("alice")) {
            let hash = try HashedPassword(Person.password, cost: TestSite.passwordCost).hash
            try $0.run("UPDATE user SET password_hash = \(hash) WHERE id = 1")
        }
        #expect(answer.location == "/")
        #expect(try await client.get("/my/recipes").status == .ok)
    }

    @Test(arguments: [
        ("/confirm", [("password", Person.password)]),
        ("/settings/email", [("email", "eve@example.org"), ("password", Person.password)]),
        (
            "/settings/password",
            [("old_password", Person.password), ("password", "the thief's own"), ("password_again", "the thief's own")]
        ),
        ("/settings/delete/confirm", [("recipes", "keep"), ("username", "alice"), ("password", Person.password)]),
    ])
    func `a session that ended during hashing changes nothing and is not renewed`(
        path: String, fields: [(String, String)]
    ) async throws {
        let answer = try await post(site.client(.alice), path, fields, while: Self.newPassword)
        #expect(answer.location?.hasPrefix("/login") == true)
        #expect(try sessions() == 0)
        #expect(try site.count("SELECT count(*) FROM leaving") == 0)
        #expect(try site.count("SELECT count(*) FROM audit WHERE action IN ('password', 'leave')") == 0)
        #expect(try site.mails().isEmpty)
    }

    @Test func `a session that ended during hashing links no provider`() async throws {
        let (site, issuer) = try FakeIssuer.site()
        let meanwhile = PasswordMeanwhileTests(site)
        let alice = try site.client(.alice)
        _ = try await alice.signIn(issuer, "/settings/providers/test/link")
        let answer = try await meanwhile.post(
            alice, "/settings/providers/link", [("password", Person.password)], while: Self.newPassword)
        #expect(answer.location?.hasPrefix("/login") == true)
        #expect(try site.count("SELECT count(*) FROM provider_link") == 0)
    }

    private init(_ site: TestSite) { self.site = site }

    private final class Flag: Sendable {
        private let state = Atomic<Bool>(false)
        var isUp: Bool { state.load(ordering: .acquiring) }
        func raise() { state.store(true, ordering: .releasing) }
    }
}
