// Tests of logging in, registering, linking, unlinking and confirming with an honest provider.

import Database
import Fetching
import HTTP
import Mail
import Security
import Synchronization
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct ProviderTests {
    private let site: TestSite
    private let issuer: FakeIssuer

    init() throws { (site, issuer) = try FakeIssuer.site() }

    private func links(_ person: Person = .alice) throws -> Int {
        try site.count("SELECT count(*) FROM provider_link WHERE user_id = \(person.id)")
    }

    private func audits(_ action: String) throws -> Int {
        try site.count("SELECT count(*) FROM audit WHERE action = \(action)")
    }

    @Test func `the request to the provider has all parameters and is a page, not a redirect`() async throws {
        let browser = try site.visitor()
        let answer = try await browser.post("/auth/test", [("next", "/my/recipes")])
        #expect(answer.status == .ok)
        let door = try #require(answer.headers["Refresh"])
        let query = try Parameters(parsing: door.drop { $0 != "?" }.dropFirst())
        #expect(door.hasPrefix("0; url=https://issuer.example/door?"))
        #expect(query["scope"] == "openid email profile" && query["client_id"] == FakeIssuer.clientID)
        #expect(query["redirect_uri"] == site.site.configuration.baseURL + "/auth/test/callback")
        #expect(query["prompt"] == nil && query["nonce"] != query["state"])
        #expect(answer.text.contains("https://issuer.example/door?"))
        let cookie = try #require(answer.headers.all("Set-Cookie").first { $0.hasPrefix("toque_provider=") })
        for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=600"] { #expect(cookie.contains(part)) }
        // The address is useless without the secret in the cookie, and the database contains neither.
        let secret = try #require(browser.cookies["toque_provider"])
        #expect(!door.contains(secret))
        let kept: String = try #require(
            try site.value("SELECT hex(state_hash) || provider || next || purpose FROM provider_request"))
        #expect(!kept.contains(secret) && !kept.contains(query["state"] ?? "?"))
    }

    @Test func `over HTTPS the provider cookie is bound to the host`() async throws {
        let issuer = issuer
        let site = try TestSite(folder: .filled(), clock: issuer.clock, fetcher: issuer) {
            $0.baseURL = "https://toque.test"
            $0.providers = [FakeIssuer.provider]
        }
        let browser = try site.visitor()
        _ = try await browser.get("/login")
        let key = try #require(browser.cookies["__Host-toque_visitor"])
        let answer = try await browser.postAsIs(
            "/auth/test", [("csrf", site.site.formToken(for: key))], headers: ["Origin": "https://toque.test"])
        let cookie = answer.headers.all("Set-Cookie").first { $0.hasPrefix("__Host-toque_provider=") }
        #expect(cookie?.contains("Secure") == true)
    }

    @Test func `a linked member is logged in, with a code if two-step login is on`() async throws {
        try site.link(.alice, issuer)
        let browser = try site.visitor()
        let answer = try await browser.signIn(issuer)
        #expect(answer.location == "/my/recipes" && browser.cookies["toque_provider"] == nil)
        #expect(try await browser.get("/settings/account").text.contains("alice@example.org"))
        #expect(try audits("login") == 1)
        let phone = try await Phone.setUp(site, site.client(.alice), .alice)
        let second = try site.visitor()
        #expect(try await second.signIn(issuer).location == "/login/code?next=%2Fmy%2Frecipes")
        #expect(try await second.get("/my/recipes").status == .seeOther)
        #expect(try await second.post("/login/code", [("code", "000000")]).status == .unprocessable)
        #expect(try await second.post("/login/code", [("code", phone.code(site, later: 1))]).status == .seeOther)
        #expect(try await second.get("/my/recipes").status == .ok)
    }

    @Test func `a suspended member can log in but change nothing`() async throws {
        try site.link(.alice, issuer)
        try site.run("UPDATE user SET suspended_until = \(site.now + TestClock.day) WHERE id = 1")
        let browser = try site.visitor()
        #expect(try await browser.signIn(issuer).status == .seeOther)
        #expect(try await browser.post("/settings/providers/test/link").status == .forbidden)
        #expect(try links() == 1)
    }

    @Test func `a login with a provider does not replace the password for sensitive pages`() async throws {
        try site.link(.alice, issuer)
        let browser = try site.visitor()
        #expect(try await browser.signIn(issuer).status == .seeOther)
        #expect(try await browser.get("/settings/password").location?.hasPrefix("/confirm") == true)
        #expect(try await browser.post("/settings/providers/test/unlink").location?.hasPrefix("/confirm") == true)
        #expect(try await browser.post("/settings/providers/test/link").location?.hasPrefix("/confirm") == true)
        // It does if the provider says that its password was given recently.
        let seconds = site.now / 1_000
        issuer.bend { $0.claims["auth_time"] = "\(seconds - 500)" }
        let other = try site.visitor()
        #expect(try await other.signIn(issuer).status == .seeOther)
        #expect(try await other.get("/settings/password").status == .ok)
        site.clock.advance(by: 100_000)
        #expect(try await other.get("/settings/password").status == .seeOther)
    }

    @Test func `a new member registers without a password, once, and the address is confirmed`() async throws {
        let browser = try site.visitor()
        #expect(try await browser.signIn(issuer).location == "/register/provider")
        #expect(try site.count("SELECT count(*) FROM user") == Person.allCases.count)
        let page = try await browser.get("/register/provider")
        #expect(page.text.contains("value=\"Dora-Example\"") && page.text.contains("value=\"dora@elsewhere.example\""))
        let wrong = try await browser.post("/register/provider", [("username", "alice"), ("email", "x")])
        #expect(wrong.status == .unprocessable && wrong.hasError(at: "username") && wrong.hasError(at: "email"))
        #expect(wrong.text.contains("value=\"alice\"") && wrong.text.contains("value=\"x\""))
        let fields = [("username", "dora"), ("email", "dora@elsewhere.example")]
        #expect(try await browser.post("/register/provider", fields).location == "/welcome")
        let user = try site.count("SELECT id FROM user WHERE username = 'dora' AND password_hash IS NULL")
        #expect(try site.read { try AccountStore($0).isEmailConfirmed(user: user) })
        #expect(try site.mails().isEmpty)
        #expect(try audits("link-provider") == 1)
        #expect(try site.value("SELECT picture FROM provider_link") == "https://pictures.example/dora.jpg")
        // A second registration does nothing, and the next login knows the account.
        #expect(try await browser.post("/register/provider", fields).location == "/")
        #expect(try await site.visitor().signIn(issuer).location == "/my/recipes")
        #expect(
            try await site.visitor().post("/login", [("login", "dora"), ("password", "")]).status == .unprocessable)
    }

    @Test(arguments: ["false", "\"true\"", "1", "null"])
    func `an address the provider does not confirm is confirmed by email`(verified: String) async throws {
        issuer.change { $0.isVerified = verified }
        let browser = try site.visitor()
        let answer = try await browser.signIn(issuer)
        // A value that is not a boolean makes the whole token invalid.
        guard ["false", "null"].contains(verified) else {
            #expect(answer.status == .forbidden)
            return
        }
        try await browser.post("/register/provider", [("username", "dora"), ("email", "dora@elsewhere.example")])
            .expect(.seeOther)
        let user = try site.count("SELECT id FROM user WHERE username = 'dora'")
        #expect(try !site.read { try AccountStore($0).isEmailConfirmed(user: user) })
        #expect(try site.mails().map(\.to.text) == ["dora@elsewhere.example"])
    }

    @Test func `an address other than the provider’s is not confirmed`() async throws {
        let browser = try site.visitor()
        _ = try await browser.signIn(issuer)
        try await browser.post("/register/provider", [("username", "dora"), ("email", "victim@example.org")])
            .expect(.seeOther)
        #expect(try site.mails().map(\.to.text) == ["victim@example.org"])
        #expect(try site.count("SELECT count(*) FROM user WHERE username = 'dora' AND email_confirmed_at IS NULL") == 1)
    }

    private static let password = [("password", Person.password)]

    @Test(arguments: ["true", "false"])
    func `a matching email address links nothing, the account’s password does`(verified: String) async throws {
        issuer.change {
            $0.email = Person.alice.email
            $0.isVerified = verified
        }
        let browser = try site.visitor()
        #expect(try await browser.signIn(issuer).location == "/register/provider")
        let page = try await browser.get("/register/provider")
        #expect(page.text.contains("/login?next=%2Fsettings%2Fproviders%2Flink"))
        let fields = [("username", "dora"), ("email", Person.alice.email)]
        #expect(try await browser.post("/register/provider", fields).hasError(at: "email"))
        #expect(browser.cookies["toque_session"] == nil)
        #expect(try links() == 0)
        #expect(try await browser.get("/settings/providers/link").location?.hasPrefix("/login") == true)
        #expect(try await browser.post("/settings/providers/link").location?.hasPrefix("/login") == true)
        // Logs in with Alice's password in the same browser.
        let login = [("login", "alice"), ("password", Person.password), ("next", "/settings/providers/link")]
        #expect(try await browser.post("/login", login).location == "/settings/providers/link")
        let offer = try await browser.get("/settings/providers/link")
        #expect(offer.shows(Person.alice.email) && offer.shows("Testing"))
        for guess in ["", "not the password", String(repeating: "x", count: 100_000)] {
            let answer = try await browser.post("/settings/providers/link", [("password", guess)])
            #expect(answer.status == .unprocessable && answer.hasError(at: "password"))
        }
        #expect(try links() == 0)
        #expect(try await browser.post("/settings/providers/link", Self.password).location == "/settings/providers")
        #expect(try links() == 1)
        #expect(try await site.visitor().signIn(issuer).location == "/my/recipes")
    }

    @Test func `two-step login is also required before linking`() async throws {
        _ = try await Phone.setUp(site, site.client(.alice), .alice)
        let browser = try site.visitor()
        _ = try await browser.signIn(issuer)
        let login = [("login", "alice"), ("password", Person.password), ("next", "/settings/providers/link")]
        #expect(try await browser.post("/login", login).location?.hasPrefix("/login/code") == true)
        let answer = try await browser.post("/settings/providers/link", Self.password)
        #expect(answer.location?.hasPrefix("/login") == true)
        #expect(try links() == 0)
    }

    @Test func `settings can link and unlink providers, except the last way to log in`() async throws {
        let alice = try site.client(.alice)
        #expect(try await alice.get("/settings/providers").text.contains("/settings/providers/test/link"))
        let back = try await alice.signIn(issuer, "/settings/providers/test/link")
        #expect(back.location == "/settings/providers/link")
        #expect(try links() == 0)
        try await alice.post("/settings/providers/link", Self.password).expect(.seeOther)
        let page = try await alice.get("/settings/providers")
        #expect(page.shows("dora@elsewhere.example") && page.text.contains("/settings/providers/test/unlink"))
        let json = try await alice.get("/settings/providers", headers: ["Accept": "application/json"]).text
        #expect(json.contains("dora@elsewhere.example") && json.contains(#""issuer":"#) && !json.contains("subject"))
        #expect(try await site.client(.ada).get("/admin/users/1").shows("dora@elsewhere.example"))
        // Linking again changes nothing, and another member cannot link the same account.
        #expect(try await alice.signIn(issuer, "/settings/providers/test/link").location == "/settings/providers")
        let charlie = try site.client(.charlie)
        #expect(try await charlie.signIn(issuer, "/settings/providers/test/link").status == .conflict)
        #expect(try await charlie.post("/settings/providers/test/unlink").status == .seeOther)
        #expect(try links() == 1)
        // A second account at the same provider.
        issuer.change { $0.subject = "another" }
        #expect(try await alice.signIn(issuer, "/settings/providers/test/link").location == "/settings/providers/link")
        try await alice.post("/settings/providers/link", Self.password).expect(.seeOther)
        #expect(try links() == 1)
        try site.run("UPDATE user SET password_hash = NULL WHERE id = 1")
        #expect(try await alice.post("/settings/providers/test/unlink").status == .conflict)
        #expect(try links() == 1)
        try site.run("UPDATE user SET password_hash = 'x' WHERE id = 1")
        #expect(try await alice.post("/settings/providers/test/unlink").location == "/settings/providers")
        #expect(try links() == 0 && audits("unlink-provider") == 1)
    }

    @Test func `the owner gets an email about linking and unlinking, also while suspended`() async throws {
        let alice = try site.client(.alice)
        _ = try await alice.signIn(issuer, "/settings/providers/test/link")
        try await alice.post("/settings/providers/link", Self.password).expect(.seeOther)
        #expect(try site.mails().map(\.subject.text) == [Text.mailEventProviderLinked(.en)])
        let later = site.now + TestClock.day
        try site.run("UPDATE user SET suspended_until = \(later) WHERE id = 1")
        try await alice.post("/settings/providers/test/unlink").expect(.seeOther)
        #expect(try site.mails().map(\.subject.text) == [Text.mailEventProviderUnlinked(.en)])
        try await alice.post("/settings/providers/test/unlink").expect(.seeOther)
        #expect(try links() == 0 && site.mails().isEmpty)
    }

    @Test func `a provider does not replace the code of two-step login`() async throws {
        try site.link(.alice, issuer)
        let alice = try site.client(.alice)
        _ = try await Phone.setUp(site, alice, .alice)
        site.clock.advance(by: 11 * TestClock.minute)
        #expect(try await !alice.get("/confirm?next=/settings/two-step").text.contains(#"action="/confirm/test""#))
        let answer = try await alice.post("/confirm/test", [("next", "/settings/two-step")])
        #expect(answer.location == "/confirm?next=%2Fsettings%2Ftwo-step")
        #expect(try await alice.post("/settings/two-step/off").location?.hasPrefix("/confirm") == true)
    }

    @Test func `a member without a password confirms by logging in at the provider again`() async throws {
        try site.link(.alice, issuer)
        try site.run("UPDATE user SET password_hash = NULL WHERE id = 1")
        let alice = try site.client(.alice)
        site.clock.advance(by: 11 * TestClock.minute)
        for page in ["/settings/password", "/settings/email"] {
            #expect(try await alice.get(page).location?.hasPrefix("/confirm") == true)
        }
        #expect(
            try await alice.post("/settings/email", [("email", "x@example.org")]).location?.hasPrefix("/confirm")
                == true)
        #expect(try await alice.get("/confirm?next=/settings/password").text.contains(#"action="/confirm/test""#))
        let old = alice.cookies["toque_session"]
        // A missing, old or future time of login does not count.
        let seconds = site.now / 1_000
        for time in [nil, "\(seconds - 61)", "\(seconds + 61)", "0"] {
            issuer.bend { $0.claims["auth_time"] = time }
            #expect(try await alice.signIn(issuer, "/confirm/test").status == .forbidden)
            #expect(try await alice.get("/settings/password").status == .seeOther)
        }
        issuer.bend { _ in }
        issuer.change { $0.subject = "somebody else" }
        #expect(try await alice.signIn(issuer, "/confirm/test").status == .forbidden)
        issuer.change { $0.subject = "248289761001" }
        #expect(
            try await alice.signIn(issuer, "/confirm/test", next: "/settings/password").location == "/settings/password"
        )
        #expect(try await alice.get("/settings/password").status == .ok)
        #expect(alice.cookies["toque_session"] != old)
        #expect(try await alice.get("/settings/email").text.contains(#"name="password""#) == false)
        #expect(try await alice.post("/settings/email", [("email", "x@example.org")]).location == "/settings/email")
        #expect(try site.mails().map(\.to.text) == ["x@example.org"])
    }
}
