// Tests of confirming and changing an email address.

import Database
import HTTP
import Mail
import Testing

@testable import TestKit
@testable import Toque

@Suite struct EmailSettingsTests {
    private let site: TestSite

    init() throws { site = try TestSite() }

    private func change(_ email: String, password: String = Person.password) -> [(String, String)] {
        [("email", email), ("password", password)]
    }

    private func email(_ person: Person = .alice) throws -> String? {
        try site.value("SELECT email FROM user WHERE id = \(person.id)")
    }

    private func isConfirmed(_ user: Int) throws -> Bool {
        try site.read { try AccountStore($0).isEmailConfirmed(user: user) }
    }

    @Test func `a new member gets a link and can do everything before opening it`() async throws {
        let client = try site.visitor()
        try await client.post("/register", RegistrationTests.fields()).expect(.seeOther)
        let user = try site.count("SELECT id FROM user WHERE username = 'dora'")
        #expect(try await client.get("/settings/email").shows("dora@example.org"))
        let link = try site.link()
        #expect(link.hasPrefix("/confirm-email/"))
        // In another browser, such as a phone without a login.
        let phone = try site.visitor()
        for method in [HTTP.Method.get, .head, .get] {
            #expect(try await phone.send(method, link).location == "/confirm-email")
        }
        #expect(try await phone.get("/confirm-email").shows("dora@example.org"))
        #expect(try !isConfirmed(user))
        let answer = try await phone.post("/confirm-email")
        #expect(answer.status == .seeOther && answer.location == "/")
        #expect(try isConfirmed(user))
        #expect(try await phone.get("/my/recipes").status == .seeOther)
        #expect(try await phone.get(link).status == .notFound)
        #expect(try await client.post("/settings/email/confirm").location == "/settings/email")
        #expect(try site.mails().isEmpty)
    }

    @Test func `a new address counts once it is confirmed, and the old one gets an email`() async throws {
        let client = try site.client(.alice)
        let answer = try await client.post("/settings/email", change(" new@example.org "))
        #expect(answer.status == .seeOther && answer.location == "/settings/email")
        #expect(try email() == "alice@example.org")
        let page = try await client.get("/settings/email")
        #expect(page.shows("alice@example.org") && page.shows("new@example.org"))
        let mails = try site.mails()
        #expect(mails.map(\.to.text) == ["new@example.org"])
        let link = try #require(mails.first?.link?.dropFirst(site.site.configuration.baseURL.count))
        _ = try await client.get(String(link))
        #expect(try await client.post("/confirm-email").location == "/settings/email")
        #expect(try email() == "new@example.org")
        #expect(try isConfirmed(Person.alice.id))
        let notice = try site.mails()
        #expect(notice.map(\.to.text) == ["alice@example.org"])
        #expect(notice.first?.text.contains("new@example.org") == true)
        #expect(try await site.visitor().post("/login", LoginTests.fields("new@example.org")).status == .seeOther)
    }

    @Test func `a waiting change can be cancelled, which ends its link`() async throws {
        let client = try site.client(.alice)
        try await client.post("/settings/email", change("new@example.org")).expect(.seeOther)
        let link = try site.link()
        let answer = try await client.post("/settings/email/call-off")
        #expect(answer.location == "/settings/email")
        let page = try await client.get("/settings/email")
        #expect(page.shows("The link no longer works") && !page.shows("new@example.org"))
        #expect(try await site.visitor().get(link).status == .notFound)
        try await client.post("/settings/email/call-off").expect(.seeOther)
        #expect(try await client.get("/settings/email").shows("The link no longer works") == false)
    }

    @Test func `a new password cancels a waiting change`() async throws {
        let client = try site.client(.alice)
        try await client.post("/settings/email", change("new@example.org")).expect(.seeOther)
        #expect(try await client.get("/settings/email").shows("new@example.org"))
        let new = "wry kettle mist"
        let fields = [("old_password", Person.password), ("password", new), ("password_again", new)]
        try await client.post("/settings/password", fields).expect(.seeOther)
        #expect(try await client.get("/settings/email").shows("new@example.org") == false)
    }

    @Test(arguments: [
        ("bob@example.org", Person.password, "email"), ("BOB@example.org", Person.password, "email"),
        ("alice@example.org", Person.password, "email"), ("", Person.password, "email"),
        ("x", Person.password, "email"),
        ("a\r\nBcc: eve@example.org", Person.password, "email"), ("\"a\"@example.org", Person.password, "email"),
        ("a\u{85}b@example.org", Person.password, "email"), ("a\u{2028}b@example.org", Person.password, "email"),
        ("new@example.org", "not the password", "password"), ("new@example.org", "", "password"),
        ("new@example.org", String(repeating: "x", count: 100_000), "password"),
    ])
    func `an invalid change shows an error at its field and sends nothing`(
        email: String, password: String, field: String
    ) async throws {
        let client = try site.client(.alice)
        let answer = try await client.post("/settings/email", change(email, password: password))
        #expect(answer.status == .unprocessable)
        #expect(answer.hasError(at: field))
        #expect(answer.hasError(at: "password") == (field == "password"))
        if field == "password" { #expect(answer.shows("new@example.org") && !answer.text.contains("not the password")) }
        #expect(try site.mails().isEmpty)
    }

    @Test func `an address can be changed to other letter case`() async throws {
        try await site.client(.alice).post("/settings/email", change("Alice@example.org")).expect(.seeOther)
        _ = try await use(site.link())
        #expect(try email() == "Alice@example.org")
    }

    private func use(_ link: String) async throws -> Status {
        let client = try site.visitor()
        _ = try await client.get(link)
        return try await client.post("/confirm-email").status
    }

    @Test func `a link does nothing when another account has taken the address in the meantime`() async throws {
        try await site.client(.alice).post("/settings/email", change("new@example.org")).expect(.seeOther)
        let link = try site.link()
        try site.run("UPDATE user SET email = 'new@example.org', email_key = 'new@example.org' WHERE id = 2")
        #expect(try await use(link) == .notFound)
        #expect(try email() == "alice@example.org")
        #expect(try site.mails().isEmpty)
    }

    @Test func `a link works once, for an hour, until a newer link or another password`() async throws {
        func fresh() async throws -> String {
            try await site.client(.alice).post("/settings/email", change("new@example.org")).expect(.seeOther)
            return try site.link()
        }
        let first = try await fresh()
        let second = try await fresh()
        #expect(try await use(first) == .notFound)
        try site.write { try AccountStore($0).setPassword(.init(hash: "other", isLong: true), user: Person.alice.id) }
        #expect(try await use(second) == .notFound)
        try site.run("UPDATE user SET password_hash = (SELECT password_hash FROM user WHERE id = 2) WHERE id = 1")
        let third = try await fresh()
        site.clock.advance(by: TestClock.hour)
        #expect(try await use(third) == .notFound)
        let fourth = try await fresh()
        #expect(try await use(fourth) == .seeOther)
        #expect(try await use(fourth) == .notFound)
    }

    @Test func `at most five links are sent in an hour`() async throws {
        let client = try site.client(.alice)
        for _ in 0..<5 { try await client.post("/settings/email/confirm").expect(.seeOther) }
        for address in ["/settings/email/confirm", "/settings/email"] {
            let answer = try await client.post(address, change("new@example.org"))
            #expect(answer.status == .tooManyRequests)
            #expect(answer.headers["Retry-After"] != nil)
        }
        #expect(try site.mails().count == 5)
    }

    @Test func `changing the address of an account without a password needs a recent login`() async throws {
        try site.run("UPDATE user SET password_hash = NULL WHERE id = 1")
        let alice = try site.client(.alice)
        site.clock.advance(by: 10 * TestClock.minute)
        let late = try await alice.post("/settings/email", change("new@example.org", password: ""))
        #expect(late.location?.hasPrefix("/confirm") == true)
        #expect(try site.mails().isEmpty)
        let answer = try await site.client(.alice).post("/settings/email", change("new@example.org", password: ""))
        #expect(answer.location == "/settings/email")
        #expect(try site.mails().map(\.to.text) == ["new@example.org"])
    }

    @Test func `visitors are asked to log in, requests of other sites are refused`() async throws {
        #expect(try await site.visitor().get("/settings/email").location == "/login?next=%2Fsettings%2Femail")
        #expect(try await site.visitor().post("/settings/email", change("new@example.org")).status == .seeOther)
        let foreign: Headers = ["Origin": "https://evil.test"]
        for address in ["/settings/email", "/settings/email/confirm", "/confirm-email"] {
            #expect(try await site.client(.alice).post(address, [], headers: foreign).status == .forbidden)
        }
        #expect(try site.mails().isEmpty)
    }
}
