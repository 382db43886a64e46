// Tests of session cookies, their end, and one-time login links.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct SessionTests {
    @Test func `a session id that was planted before login is not used`() async throws {
        let site = try TestSite()
        let client = try site.visitor()
        let planted = "planted-session-id.planted-secret"
        let visitor = "a-visitor-of-the-attacker"
        client.cookies = ["toque_session": planted, "toque_visitor": visitor]
        let fields = LoginTests.fields("alice") + [("csrf", site.site.formToken(for: visitor))]
        #expect(try await client.postAsIs("/login", fields).status == .seeOther)
        let cookie = try #require(client.cookies["toque_session"])
        #expect(cookie != planted)
        #expect(try site.count("SELECT count(*) FROM session WHERE id = 'planted-session-id'") == 0)
    }

    @Test func `another login makes a new session and ends the old one`() async throws {
        let site = try TestSite()
        let client = try site.visitor()
        _ = try await client.post("/login", LoginTests.fields("alice"))
        let old = try #require(client.cookies["toque_session"])
        _ = try await client.post("/login", LoginTests.fields("charlie"))
        #expect(client.cookies["toque_session"] != old)
        #expect(try site.count("SELECT count(*) FROM session") == 1)
        client.cookies["toque_session"] = old
        #expect(try await client.get("/my/recipes").status == .seeOther)
    }

    @Test func `the session cookie is hidden from scripts and other sites, persistent only on request`() async throws {
        let site = try TestSite()
        let plain = try await site.visitor().post("/login", LoginTests.fields("alice")).cookie("toque_session")
        #expect(plain?.contains("; Path=/; HttpOnly; SameSite=Lax") == true)
        #expect(plain?.contains("Max-Age") == false && plain?.contains("Domain") == false)
        let fields = LoginTests.fields("alice") + [("remember", "1")]
        let kept = try await site.visitor().post("/login", fields).cookie("toque_session")
        #expect(kept?.contains("Max-Age=5184000") == true)
    }

    @Test func `over HTTPS the cookie is bound to the host and to encryption`() async throws {
        let folder = try TestFolder.filled()
        var configuration = TestSite.configuration(folder)
        configuration.baseURL = "https://toque.test"
        let secure = try Site(configuration: configuration) { TestClock.start }
        defer { secure.close() }
        let visitor = "a-visitor-cookie-of-the-test"
        let body = Parameters([
            ("login", "alice"), ("password", Person.password), ("csrf", secure.formToken(for: visitor)),
        ]).encoded()
        let request = try Request(
            method: .post, target: "/login",
            headers: [
                "Host": "toque.test", "Content-Type": "application/x-www-form-urlencoded",
                "Cookie": "__Host-toque_visitor=\(visitor)",
            ], body: Array(body.utf8))
        let answer = await secure.respond(to: request, reader: try secure.openReader())
        let cookie = try #require(answer.cookie("__Host-toque_session"))
        #expect(cookie.contains("; Secure") && cookie.contains("; Path=/") && !cookie.contains("Domain"))
    }

    @Test func `sessions and forms of open pages survive a restart of the server`() async throws {
        let first = try TestSite()
        let before = try first.visitor()
        _ = try await before.post("/login", LoginTests.fields("alice") + [("remember", "1")])
        let token = try await before.token()
        first.site.close()
        let second = try TestSite(folder: first.folder, clock: first.clock)
        let after = try second.visitor()
        after.cookies = before.cookies
        #expect(try await after.get("/my/recipes").status == .ok)
        let fields = RecipeFields.vegan.fields + [("csrf", token)]
        #expect(try await after.postAsIs("/recipes", fields).status == .seeOther)
    }

    @Test func `a forged or mixed cookie belongs to no one`() async throws {
        let site = try TestSite()
        let alice = try #require(try site.client(.alice).cookies["toque_session"]).split(separator: ".").map(
            String.init)
        let ada = try #require(try site.client(.ada).cookies["toque_session"]).split(separator: ".").map(String.init)
        for cookie in [
            "\(ada[0]).\(alice[1])", ada[0], "\(ada[0]).", ".\(ada[1])", "\(ada[0]).\(ada[1]).x", "' OR 1=1 --.x", ".",
            "",
        ] {
            let client = try site.visitor()
            client.cookies["toque_session"] = cookie
            #expect(try await client.get("/admin").status == .seeOther, "\(cookie)")
        }
    }

    @Test func `logging out asks first and ends the session on the server`() async throws {
        let site = try TestSite()
        let client = try site.client(.alice)
        let session = client.cookies["toque_session"]
        let page = try await client.get("/logout")
        #expect(page.status == .ok)
        #expect(page.text.contains(#"action="/logout""#))
        #expect(try await client.get("/my/recipes").status == .ok)

        let answer = try await client.post("/logout")
        #expect(answer.status == .seeOther)
        #expect(client.cookies["toque_session"] == nil)
        #expect(try site.count("SELECT count(*) FROM session") == 0)
        client.cookies["toque_session"] = session
        #expect(try await client.get("/my/recipes").status == .seeOther)
    }

    @Test func `logging out ends only this session`() async throws {
        let site = try TestSite()
        let (phone, laptop) = (try site.client(.alice), try site.client(.alice))
        _ = try await phone.post("/logout")
        #expect(try await laptop.get("/my/recipes").status == .ok)
    }

    @Test func `a new password ends all sessions and links`() async throws {
        let site = try TestSite()
        let client = try site.client(.alice)
        let now = site.now
        let link = try site.write { db in
            let link = try SessionStore(db).makeSignInLink(user: Person.alice.id, now: now)
            try AccountStore(db).setPassword(.init(hash: "other", isLong: true), user: Person.alice.id)
            return link
        }
        #expect(try await client.get("/my/recipes").status == .seeOther)
        #expect(try await site.visitor().get("/sign-in/" + link).status == .notFound)
    }

    @Test func `the database contains no secret in clear, and only its owner can read the secret file`() async throws {
        let site = try TestSite()
        let client = try site.visitor()
        let password = "a very telling pass phrase"
        _ = try await client.post("/register", RegistrationTests.fields(password: password))
        let now = site.now
        let link = try site.write { try SessionStore($0).makeSignInLink(user: 1, now: now) }
        let secret = try #require(client.cookies["toque_session"]).split(separator: ".")[1]
        let token = try await client.token()
        site.site.close()
        for name in try FileManager.default.contentsOfDirectory(atPath: site.folder.path) where name.hasPrefix("toque")
        {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: site.folder.path + "/" + name))
            for clear in [password, link, String(secret), token] {
                #expect(bytes.firstRange(of: Data(clear.utf8)) == nil, "\(name)")
            }
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: site.folder.path + "/secret")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}

/// Tests of the one-time login links that the command line prints.
@Suite struct SignInLinkTests {
    private func link(_ site: TestSite) throws -> String {
        let now = site.now
        return try site.write { try "/sign-in/" + SessionStore($0).makeSignInLink(user: Person.ada.id, now: now) }
    }

    @Test func `opening the link changes nothing, using it works once`() async throws {
        let site = try TestSite()
        let link = try link(site)
        let client = try site.visitor()
        for _ in 0..<3 {
            let page = try await client.get(link)
            #expect(page.status == .ok)
            #expect(page.text.contains(#"action="\#(link)""#))
        }
        #expect(try await client.get("/admin").status == .seeOther)
        #expect(try await client.post(link).status == .seeOther)
        #expect(try await client.get("/admin").status == .ok)

        let other = try site.visitor()
        #expect(try await other.get(link).status == .notFound)
        #expect(try await other.post(link).status == .notFound)
        #expect(try await other.get("/admin").status == .seeOther)
    }

    @Test func `a login link works for a day`() async throws {
        let site = try TestSite()
        let link = try link(site)
        site.clock.advance(by: TestClock.day - 1)
        #expect(try await site.visitor().get(link).status == .ok)
        site.clock.advance(by: 1)
        #expect(try await site.visitor().get(link).status == .notFound)
        #expect(try await site.visitor().post(link).status == .notFound)
    }

    @Test func `of several simultaneous uses of a link only one logs in`() async throws {
        let site = try TestSite()
        let link = try link(site)
        let statuses = try await withThrowingTaskGroup(of: Status.self) { group in
            for _ in 0..<4 { group.addTask { try await site.visitor().post(link).status } }
            return try await group.reduce(into: [Status]()) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == .seeOther }.count == 1)
        #expect(try site.count("SELECT count(*) FROM session") == 1)
    }
}
