// Tests that guessing a password becomes slow, while its owner can still log in.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct LoginTriesTests {
    /// A site where guesses from many addresses have used up the free tries of a name.
    private static func guessed(_ name: String = "alice", times: Int = LoginRules.freeTries) async throws -> TestSite {
        let site = try TestSite.limited()
        for number in 0..<times { #expect(try await guess(name, number, site).status == .unprocessable) }
        return site
    }

    private static func guess(
        _ name: String, _ number: Int, _ site: TestSite, password: String = "a guess at it"
    ) async throws -> Response {
        let visitor = try site.visitor()
        visitor.peer = "198.51.100.\(number)"
        return try await visitor.post("/login", LoginTests.fields(name, password: password))
    }

    @Test func `after ten wrong tries the wait doubles each time, from any address and in any spelling`() async throws {
        let site = try await Self.guessed()
        for (number, seconds) in [1, 2, 4, 8].enumerated() {
            let refused = try await Self.guess(["alice", "ALICE", " alice ", "ａｌｉｃｅ"][number], 100 + number, site)
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers["Retry-After"] == String(seconds))
            #expect(refused.hasError(at: "login") && !refused.text.contains("a guess at it"))
            site.clock.advance(by: seconds * 1_000)
            #expect(try await Self.guess("alice", 120 + number, site).status == .unprocessable)
        }
    }

    @Test func `tries of an unknown name are slowed down with the same message`() async throws {
        let known = try await Self.guess("alice", 50, Self.guessed("alice"))
        let unknown = try await Self.guess("alicx", 50, Self.guessed("alicx"))
        #expect(known.status == .tooManyRequests && unknown.status == .tooManyRequests)
        func plain(_ answer: Response, _ name: String) throws -> String {
            answer.text.replacing(try #require(answer.formToken), with: "").replacing(name, with: "")
        }
        #expect(try plain(known, "alice") == plain(unknown, "alicx"))
    }

    @Test func `in a browser that used the account the owner can log in despite guesses elsewhere`() async throws {
        let site = try TestSite.limited()
        let owner = try site.visitor()
        try await owner.post("/login", LoginTests.fields("alice")).expect(.seeOther)
        try await owner.get("/").expect(.ok)
        try await owner.post("/logout").expect(.seeOther)
        for number in 0..<30 { _ = try await Self.guess("alice", number, site) }
        #expect(try await Self.guess("alice", 60, site, password: Person.password).status == .tooManyRequests)
        for login in ["alice", "alice@example.org"] {
            #expect(try await owner.post("/login", LoginTests.fields(login)).status == .seeOther)
            try await owner.post("/logout").expect(.seeOther)
        }
        // A stolen device cookie allows as many tries as a name.
        for _ in 0..<LoginRules.freeTries {
            _ = try await owner.post("/login", LoginTests.fields("alice", password: "wrong"))
        }
        #expect(try await owner.post("/login", LoginTests.fields("alice")).status == .tooManyRequests)
    }

    @Test func `an owner who resets the password by email can log in despite guesses`() async throws {
        let site = try TestSite.limited()
        for number in 0..<30 { _ = try await Self.guess("alice", number, site) }
        let owner = try site.visitor()
        _ = try await owner.post("/forgot", [("login", "alice")])
        let new = [("password", "wry kettle mist"), ("password_again", "wry kettle mist")]
        try await owner.post(site.link(), new).expect(.seeOther)
        #expect(try await Self.guess("alice", 60, site, password: "wry kettle mist").status == .tooManyRequests)
        let fields = LoginTests.fields("alice", password: "wry kettle mist")
        #expect(try await owner.post("/login", fields).status == .seeOther)
    }

    @Test func `a forged device cookie or one of another account does not help`() async throws {
        let site = try await Self.guessed()
        let bob = try site.visitor()
        try await bob.post("/login", LoginTests.fields("bob")).expect(.seeOther)
        try await bob.get("/").expect(.ok)
        let own = try #require(bob.cookies["toque_device"])
        let parts = own.split(separator: ".")
        for cookie in [own, "1.\(parts[1]).\(parts[2])", "1.x.y", "1..", "", "..", String(repeating: "1.", count: 500)]
        {
            let visitor = try site.visitor()
            visitor.cookies["toque_device"] = cookie
            #expect(try await visitor.post("/login", LoginTests.fields("alice")).status == .tooManyRequests)
        }
    }

    @Test func `the right password works after the wait and resets it`() async throws {
        let site = try await Self.guessed()
        #expect(try await Self.guess("alice", 40, site, password: Person.password).status == .tooManyRequests)
        site.clock.advance(by: 1_000)
        #expect(try await Self.guess("alice", 41, site, password: Person.password).status == .seeOther)
        #expect(try await Self.guess("alice", 42, site).status == .unprocessable)
    }

    @Test func `simultaneous tries count like successive ones`() async throws {
        let site = try TestSite.limited()
        let looked = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask { try await Self.guess("alice", number, site).status == .unprocessable }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(looked == LoginRules.freeTries)
    }

    @Test(arguments: [
        ("/confirm", "password", [("next", "/my/recipes")]),
        ("/settings/email", "password", [("email", "new@example.org")]),
        (
            "/settings/password", "old_password",
            [("password", "wry kettle mist"), ("password_again", "wry kettle mist")]
        ),
        ("/settings/delete/confirm", "password", [("recipes", "keep"), ("username", "alice")]),
    ])
    func `a logged-in session cannot guess passwords faster, and each wrong one counts`(
        path: String, field: String, fields: [(String, String)]
    ) async throws {
        let site = try TestSite.limited()
        let (alice, other) = (try site.client(.alice), try site.client(.alice))
        func send(_ password: String, _ client: TestClient) async throws -> Response {
            try await client.post(path, fields + [(field, password)])
        }
        for _ in 0..<LoginRules.freeTries {
            #expect(try await send("a guess at it", alice).hasError(at: field))
        }
        let refused = try await send(Person.password, other)
        #expect(refused.status == .tooManyRequests && refused.headers["Retry-After"] == "1")
        await site.site.failedLogins.flush()
        let row = "SELECT object_id || ' ' || network || ' ' || detail FROM audit WHERE action = 'login-failed'" as SQL
        #expect(try site.value(row) == "1 127.0.0.0/24 × 10")
        // Guesses in a stolen session do not prevent a login.
        #expect(try await Self.guess("alice", 1, site, password: Person.password).status == .seeOther)
        site.clock.advance(by: 1_000)
        #expect(try await send(Person.password, alice).status == .seeOther)
    }

    @Test func `a wrong code in a logged-in session is counted`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        _ = try await Phone.setUp(site, alice, .alice)
        try await alice.post("/confirm", [("code", "000000")]).expect(.unprocessable)
        await site.site.failedLogins.flush()
        #expect(try site.count("SELECT object_id FROM audit WHERE action = 'login-failed'") == 1)
    }
}
