// Tests of sensitive pages, which ask for a password or code given within the last ten minutes.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct StepUpTests {
    /// The routes that a stolen session must not reach.
    static let guarded = Routes.all.filter(\.isRecent)

    @Test func `these routes ask for a recent password or code`() {
        let names = Set(Self.guarded.map { "\($0.method.rawValue) \($0.address.pattern)" })
        #expect(
            names == [
                "GET /settings/password", "POST /settings/password", "GET /settings/two-step",
                "POST /settings/two-step", "POST /settings/two-step/confirm", "POST /settings/two-step/codes",
                "POST /settings/two-step/off", "POST /admin/two-step", "POST /admin/users/:user/role",
                "POST /admin/users/:user/reset-link",
                "POST /settings/providers/:provider/link", "GET /settings/providers/link",
                "POST /settings/providers/link", "POST /settings/providers/:provider/unlink",
                "POST /settings/export", "GET /settings/export/:token", "GET /settings/delete/confirm",
                "POST /settings/delete/confirm", "GET /admin/users/:user/delete", "POST /admin/users/:user/delete",
                "POST /admin/users/:user/keep",
                "POST /admin/recipes/changes/:change/confirm", "POST /admin/recipes/export",
                "POST /admin/audit/export",
            ])
        #expect(Self.guarded.allSatisfy { $0.access != .anyone })
    }

    @Test func `these forms keep what was chosen or typed, but no secret`() {
        let kept = Routes.all.filter { !$0.keeps.isEmpty }
        #expect(
            Dictionary(uniqueKeysWithValues: kept.map { ($0.address.pattern, $0.keeps) }) == [
                "/settings/email": ["email"], "/settings/delete/confirm": ["recipes", "username"],
                "/admin/users/:user/delete": ["recipes", "reason"], "/admin/two-step": ["on"],
                "/admin/users/:user/role": ["role"],
            ])
        // The others have only buttons, passwords, codes, or an export whose filter is in the address of its page.
        let others = Self.guarded.filter { $0.method == .post && $0.keeps.isEmpty }.map(\.address.pattern)
        #expect(
            Set(others) == [
                "/settings/password", "/settings/two-step", "/settings/two-step/confirm", "/settings/two-step/codes",
                "/settings/two-step/off", "/settings/providers/:provider/link", "/settings/providers/link",
                "/settings/providers/:provider/unlink", "/settings/export", "/admin/users/:user/keep",
                "/admin/users/:user/reset-link", "/admin/recipes/changes/:change/confirm", "/admin/recipes/export",
                "/admin/audit/export",
            ])
    }

    @Test func `ten minutes after login these routes lead to the question and change nothing`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        site.clock.advance(by: 10 * TestClock.minute - 1)
        #expect(try await ada.get("/settings/password").status == .ok)
        site.clock.advance(by: 1)
        let before = try site.count("SELECT count(*) FROM audit")
        for route in Self.guarded {
            let answer = try await AccessTests.send(route, ada)
            #expect(answer.status == .seeOther, AccessTests.name(route))
            let next = route.method == .get ? Percent.encode(query: AccessTests.target(route)) : "%2F"
            #expect(answer.location == "/confirm?next=\(next)", AccessTests.name(route))
        }
        #expect(try site.count("SELECT count(*) FROM audit") == before)
        // A form leads back to its page.
        let answer = try await ada.post(
            "/admin/users/1/role", [("role", "admin")], headers: ["Referer": "http://toque.test/admin/users?q=alice"])
        #expect(answer.location == "/confirm?next=%2Fadmin%2Fusers%3Fq%3Dalice")
        #expect(try await ada.get("/my/recipes").status == .ok)
    }

    @Test func `the password allows them for ten minutes, in a new session`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        site.clock.advance(by: TestClock.hour)
        let old = try #require(alice.cookies["toque_session"])
        #expect(try await alice.get("/confirm?next=/settings/password").text.contains(#"action="/confirm""#))
        let wrong = try await alice.post("/confirm", [("password", "not it"), ("next", "/settings/password")])
        #expect(wrong.status == .unprocessable && wrong.hasError(at: "password"))
        #expect(wrong.text.contains(#"name="next" value="/settings/password""#))
        #expect(!wrong.text.contains("not it"))
        #expect(try await alice.get("/settings/password").status == .seeOther)
        let right = try await alice.post(
            "/confirm", [("password", Person.password), ("next", "/settings/password")])
        #expect(right.location == "/settings/password")
        #expect(try await alice.get("/settings/password").status == .ok)
        #expect(alice.cookies["toque_session"] != old)
        alice.cookies["toque_session"] = old
        #expect(try await alice.get("/my/recipes").status == .seeOther)
    }

    @Test func `with two-step login the password alone is not enough`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let phone = try await Phone.setUp(site, alice, .alice)
        site.clock.advance(by: TestClock.hour)
        let page = try await alice.get("/confirm?next=/settings/two-step").text
        #expect(page.contains(#"name="code""#) && !page.contains(#"name="password""#))
        for fields in [[("password", Person.password)], [("password", Person.password), ("code", "")], []] {
            let answer = try await alice.post("/confirm", fields)
            #expect(answer.status == .unprocessable && answer.hasError(at: "code"))
            #expect(try await alice.post("/settings/two-step/off").location?.hasPrefix("/confirm") == true)
        }
        #expect(try site.count("SELECT count(*) FROM user WHERE id = 1 AND totp_secret IS NOT NULL") == 1)
        try await alice.post("/confirm", [("password", Person.password), ("code", phone.code(site))]).expect(.seeOther)
        try await alice.post("/settings/two-step/off").expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM user WHERE id = 1 AND totp_secret IS NULL") == 1)
    }

    @Test func `a code is accepted once, and only with two-step login`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let phone = try await Phone.setUp(site, alice, .alice)
        site.clock.advance(by: TestClock.hour)
        let code = phone.code(site)
        #expect(try await alice.post("/confirm", [("code", "000000")]).hasError(at: "code"))
        #expect(try await alice.post("/confirm", [("code", code)]).status == .seeOther)
        #expect(try await alice.get("/settings/two-step").status == .ok)
        #expect(try await alice.post("/confirm", [("code", code)]).status == .unprocessable)
        let charlie = try site.client(.charlie)
        #expect(try await charlie.post("/confirm", [("code", "000000")]).hasError(at: "password"))
        #expect(try await charlie.get("/confirm").text.contains(#"name="code""#) == false)
    }

    @Test(arguments: ["//evil.test", "https://evil.test", "/\\evil.test"])
    func `the question never leads to another site`(next: String) async throws {
        let alice = try TestSite().client(.alice)
        #expect(try await alice.post("/confirm", [("password", Person.password), ("next", next)]).location == "/")
    }

    @Test func `wrong codes count towards the limit here too`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let phone = try await Phone.setUp(site, alice, .alice)
        for _ in 0..<10 { #expect(try await alice.post("/confirm", [("code", "000000")]).status == .unprocessable) }
        #expect(try await alice.post("/confirm", [("code", phone.code(site, later: 1))]).status == .tooManyRequests)
        #expect(try await alice.post("/confirm", [("password", Person.password)]).status != .seeOther)
    }

    @Test func `for ten minutes after a login link a new password needs no old one`() async throws {
        let site = try TestSite()
        try site.run("UPDATE user SET password_hash = NULL WHERE id = \(Person.ada.id)")
        func signIn(_ person: Person) async throws -> TestClient {
            let now = site.now
            let link = try site.write { try SessionStore($0).makeSignInLink(user: person.id, now: now) }
            let client = try site.visitor()
            try await client.post("/sign-in/" + link).expect(.seeOther)
            return client
        }
        let new = [("password", "wry kettle mist 7"), ("password_again", "wry kettle mist 7")]
        for person in [Person.ada, .alice] {
            let slow = try await signIn(person)
            site.clock.advance(by: 10 * TestClock.minute)
            #expect(try await slow.post("/settings/password", new).location?.hasPrefix("/confirm") == true)
            let client = try await signIn(person)
            #expect(try await client.get("/settings/password").text.contains("old_password") == false)
            #expect(try await client.post("/settings/password", new).status == .seeOther)
            // From now on the old password is needed.
            #expect(try await client.get("/settings/password").text.contains("old_password"))
            #expect(try await client.post("/settings/password", new).hasError(at: "old_password"))
            #expect(try await slow.get("/my/recipes").status == .seeOther)
        }
    }

    @Test func `an account without password and two-step login is shown how to continue`() async throws {
        let site = try TestSite()
        try site.run("UPDATE user SET password_hash = NULL WHERE id = 1")
        let alice = try site.client(.alice)
        let page = try await alice.get("/confirm")
        #expect(page.status == .ok && !page.text.contains(#"action="/confirm""#))
        #expect(try await alice.post("/confirm", [("password", "")]).status == .unprocessable)
    }
}
