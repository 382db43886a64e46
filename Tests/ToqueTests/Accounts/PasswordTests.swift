// Tests of checking, rehashing and changing passwords.

import Database
import Foundation
import HTTP
import Security
import Testing

@testable import TestKit
@testable import Toque

@Suite struct PasswordTests {
    private static let new = "another fine pass phrase"

    private func change(
        _ client: TestClient, old: String = Person.password, new: String = Self.new, again: String? = nil
    ) async throws -> Response {
        try await client.post(
            "/settings/password", [("old_password", old), ("password", new), ("password_again", again ?? new)])
    }

    private func logIn(_ site: TestSite, _ password: String, as login: String = "alice") async throws -> Status {
        try await site.visitor().post("/login", LoginTests.fields(login, password: password)).status
    }

    @Test func `a changed password ends every other session and link, and is logged`() async throws {
        let site = try TestSite()
        let (here, there) = (try site.client(.alice), try site.client(.alice))
        let now = site.now
        let link = try site.write { try SessionStore($0).makeSignInLink(user: Person.alice.id, now: now) }
        let old = try #require(here.cookies["toque_session"])
        let answer = try await change(here)
        #expect(answer.status == .seeOther)
        #expect(answer.location == "/settings/account")
        #expect(try await here.get("/settings/account").text.contains(#"role="status""#))
        #expect(try await there.get("/my/recipes").status == .seeOther)
        #expect(try await site.visitor().get("/sign-in/" + link).status == .notFound)
        // The browser that changed it has a new session; the old one is invalid.
        let planted = try site.visitor()
        planted.cookies["toque_session"] = old
        #expect(try await planted.get("/my/recipes").status == .seeOther)
        #expect(try await logIn(site, Self.new) == .seeOther)
        #expect(try await logIn(site, Person.password) == .unprocessable)
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'password' AND object_id = 1") == 1)
    }

    @Test func `a wrong old password shows an error at its field and changes nothing`() async throws {
        let site = try TestSite()
        let (here, there) = (try site.client(.alice), try site.client(.alice))
        for old in ["", "not the old one", String(repeating: "x", count: 100_000)] {
            let answer = try await change(here, old: old)
            #expect(answer.status == .unprocessable)
            #expect(answer.hasError(at: "old_password") && !answer.hasError(at: "password"))
            #expect(!answer.text.contains(Self.new))
        }
        #expect(try await there.get("/my/recipes").status == .ok)
        #expect(try await logIn(site, Person.password) == .seeOther)
    }

    @Test(arguments: [
        ("too short", nil, "password"), (new, "another fine pass phrases", "password_again"),
        ("alice alice", nil, "password"), ("alice-alice-alice", nil, "password"), ("passwordpassword", nil, "password"),
        (String(repeating: "x", count: 129), nil, "password"),
    ])
    func `an unsuitable new password shows an error at its field`(new: String, again: String?, field: String)
        async throws
    {
        let site = try TestSite()
        let answer = try await change(site.client(.alice), new: new, again: again)
        #expect(answer.status == .unprocessable)
        #expect(answer.hasError(at: field) && !answer.hasError(at: "old_password"))
        #expect(answer.text.contains(#"role="alert""#))
        #expect(try await logIn(site, Person.password) == .seeOther)
    }

    @Test func `the page asks moderators and admins for a longer password`() async throws {
        let site = try TestSite()
        for (person, least) in [(Person.alice, "12"), (.bob, "15"), (.ada, "15")] {
            let page = try await site.client(person).get("/settings/password")
            #expect(page.text.contains("At least \(least) characters"))
            #expect(page.text.contains(#"data-least="\#(least)""#))
            let answer = try await change(site.client(person), new: "mist and kettle")
            #expect(answer.status == .seeOther)
            let short = try await change(site.client(person), old: "mist and kettle", new: "mist and kettl")
            #expect(short.status == (least == "15" ? .unprocessable : .seeOther))
        }
    }

    @Test func `a new moderator with a short password must choose a longer one`() async throws {
        let site = try TestSite()
        let visitor = try site.visitor()
        _ = try await visitor.post("/register", RegistrationTests.fields(password: "twelve chars!"))
        #expect(try await logIn(site, "twelve chars!", as: "dora") == .seeOther)
        try site.run("UPDATE user SET role = 'moderator' WHERE username = 'dora'")
        // Immediately, also in a session that began before, and on every page.
        for path in ["/", "/moderation", "/settings/email"] {
            #expect(try await visitor.get(path).location == "/settings/password")
        }
        #expect(try await visitor.post("/recipes", [("title", "Soup")]).location == "/settings/password")
        let dora = try site.visitor()
        _ = try await dora.post("/login", LoginTests.fields("dora", password: "twelve chars!"))
        #expect(try await dora.get("/").location == "/settings/password")
        for path in ["/settings/password", "/settings/two-step", "/logout"] {
            #expect(try await dora.get(path).location != "/settings/password")
        }
        #expect(try await change(dora, old: "twelve chars!", new: "thirteen chars").status == .unprocessable)
        #expect(try await change(dora, old: "twelve chars!", new: "now it has fifteen").status == .seeOther)
        #expect(try await dora.get("/moderation").status == .ok)
        #expect(try await site.client(.bob).get("/").status == .ok)
    }

    @Test func `an account without a known password length is asked for one after login, unless two-step login is on`()
        async throws
    {
        let site = try TestSite()
        let hash = try PasswordHash.make("twelve chars!", cost: TestSite.passwordCost)
        try site.run("UPDATE user SET password_hash = \(hash), has_long_password = NULL WHERE id = \(Person.bob.id)")
        #expect(try await site.client(.bob).get("/").status == .ok)
        let bob = try site.visitor()
        _ = try await bob.post("/login", LoginTests.fields("bob", password: "twelve chars!"))
        #expect(try await bob.get("/").location == "/settings/password")
        try site.run("UPDATE user SET totp_secret = x'00' WHERE id = \(Person.bob.id)")
        #expect(try await bob.get("/").status == .ok)
    }

    @Test func `passwords are not truncated, trimmed or folded`() async throws {
        let site = try TestSite()
        let password = String(repeating: "Zx9 ", count: 25)
        #expect(try await change(site.client(.alice), new: password).status == .seeOther)
        for wrong in [
            String(password.prefix(72)), String(password.dropLast()), password + " ", password.lowercased(),
            " " + password,
        ] {
            #expect(try await logIn(site, wrong) == .unprocessable)
        }
        #expect(try await logIn(site, password) == .seeOther)
        // A form that contains a NUL is refused, so that no text after it is ever ignored.
        #expect(try await logIn(site, password + "\u{0}") == .badRequest)
        #expect(try await change(site.client(.alice), old: password, new: "before\u{0}after it").status == .badRequest)
    }

    @Test func `a password is the same however its accents are composed`() async throws {
        let site = try TestSite()
        #expect(try await change(site.client(.alice), new: "caf\u{e9} cr\u{e8}me at noon").status == .seeOther)
        #expect(try await logIn(site, "cafe\u{301} cre\u{300}me at noon") == .seeOther)
        #expect(try await logIn(site, "cafe creme at noon") == .unprocessable)
    }

    @Test func `an unknown name costs a hash like a wrong password, an impossible password none`() async throws {
        let site = try TestSite()
        try site.run("UPDATE user SET password_hash = NULL WHERE id = \(Person.charlie.id)")
        func hashes(_ login: String, _ password: String) async throws -> Int {
            let before = site.site.passwords.computed
            #expect(try await logIn(site, password, as: login) == .unprocessable)
            return site.site.passwords.computed - before
        }
        #expect(try await hashes("alice", "not the password") == 1)
        #expect(try await hashes("nobody", "not the password") == 1)
        #expect(try await hashes("nobody@example.org", "not the password") == 1)
        #expect(try await hashes("charlie", "not the password") == 1)
        let long = String(repeating: "é", count: 500_000)
        #expect(try await hashes("alice", long) == 0)
        #expect(try await hashes("nobody", long) == 0)
        let before = site.site.passwords.computed
        let answer = try await site.visitor().post("/register", RegistrationTests.fields(password: "short"))
        #expect(answer.status == .unprocessable && site.site.passwords.computed == before)
    }

    @Test func `a hash with an old cost is renewed at the next successful login`() async throws {
        let site = try TestSite()
        let old = try PasswordHash.make(Person.password, cost: PasswordCost(memory: 32, passes: 1))
        try site.run("UPDATE user SET password_hash = \(old) WHERE id = 1")
        func hash() throws -> String? { try site.value("SELECT password_hash FROM user WHERE id = 1") }
        let other = try site.client(.alice)
        #expect(try await logIn(site, "not the password") == .unprocessable)
        #expect(try hash() == old)
        #expect(try await logIn(site, Person.password) == .seeOther)
        let renewed = try #require(try hash())
        #expect(renewed.hasPrefix("$argon2id$v=19$m=64,t=1,p=1$"))
        #expect(try await other.get("/my/recipes").status == .ok)
        #expect(try await logIn(site, Person.password) == .seeOther)
        #expect(try hash() == renewed)
    }

    @Test func `the address for password managers redirects to the page`() async throws {
        #expect(try await TestSite().visitor().get("/.well-known/change-password").location == "/settings/password")
    }

    @Test func `the word list is read from the configured file`() async throws {
        let folder = try TestFolder.filled()
        let path = folder.path + "/words"
        _ = FileManager.default.createFile(atPath: path, contents: Data("hippopotamus\n".utf8))
        let site = try TestSite(folder: folder, clock: TestClock()) { $0.passwordWords = path }
        let answer = try await change(site.client(.alice), new: "hippopotamus1")
        #expect(answer.status == .unprocessable && answer.hasError(at: "password"))
        #expect(try await change(TestSite().client(.alice), new: "hippopotamus1").status == .seeOther)
    }
}
