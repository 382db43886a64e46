// Tests of the admin page of a user: sessions can be ended and links made, but no password set.

import Database
import HTTP
import Mail
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct UserPageTests {
    @Test func `an admin sees a user’s sessions and ends one or all of them`() async throws {
        let site = try TestSite()
        let (phone, laptop, ada) = (try site.client(.alice), try site.client(.alice), try site.client(.ada))
        let page = try await ada.get("/admin/users/1")
        #expect(page.shows("alice@example.org"))
        #expect(page.text.matches(of: /name="session"/).count == 2)
        let session = try found(phone.cookies["toque_session"]?.split(separator: ".").first)
        let action = "/admin/users/1/sessions/end"
        #expect(try await ada.post(action, [("session", String(session))]).location == "/admin/users/1")
        #expect(try await phone.get("/my/recipes").status == .seeOther)
        #expect(try await laptop.get("/my/recipes").status == .ok)
        #expect(try await ada.post("/admin/users/1/sessions/end").status == .seeOther)
        #expect(try await laptop.get("/my/recipes").status == .seeOther)
        #expect(try await ada.get("/admin/users/1").shows(Text.userSessionsNone(.en)))
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'end-sessions' AND object_id = 1") == 2)
        // Without a session to end nothing is logged.
        _ = try await ada.post("/admin/users/1/sessions/end")
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'end-sessions'") == 2)
        #expect(try await ada.get("/admin/users").text.contains("href=\"/admin/users/1\""))
    }

    @Test func `the form of one user cannot end a session of another`() async throws {
        let site = try TestSite()
        let (bob, ada) = (try site.client(.bob), try site.client(.ada))
        let session = try found(bob.cookies["toque_session"]?.split(separator: ".").first)
        _ = try await ada.post("/admin/users/1/sessions/end", [("session", String(session))])
        #expect(try await bob.get("/my/recipes").status == .ok)
    }

    @Test func `a link works once within an hour and leads to choosing a new password`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        let page = try await ada.post("/admin/users/1/reset-link")
        #expect(page.status == .ok)
        let link = try found(page.text.firstMatch(of: /<code>[^<]*(\/sign-in\/[^<]+)<\/code>/)).1
        #expect(link.hasSuffix("?next=%2Fsettings%2Fpassword"))
        #expect(try await ada.get("/admin/users/1").text.contains("/sign-in/") == false)
        let alice = try site.visitor()
        #expect(try await alice.get(String(link)).text.contains(#"name="next" value="/settings/password""#))
        let path = String(link.prefix { $0 != "?" })
        let answer = try await alice.post(path, [("next", "/settings/password")])
        #expect(answer.location == "/settings/password")
        let new = [("password", "wry kettle mist"), ("password_again", "wry kettle mist")]
        #expect(try await alice.post("/settings/password", new).status == .seeOther)
        #expect(try await site.visitor().get(path).status == .notFound)
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'reset-link' AND actor_name = 'ada'") == 1)

        let late = try await ada.post("/admin/users/1/reset-link")
        let other = try found(late.text.firstMatch(of: /<code>[^<]*(\/sign-in\/[^<?]+)/)).1
        site.clock.advance(by: TestClock.hour)
        #expect(try await site.visitor().post(String(other)).status == .notFound)
    }

    @Test func `with a confirmed address the link goes to the owner, and the admin does not see it`() async throws {
        let site = try TestSite(folder: .filled(), clock: TestClock()) {
            $0.smtp = try? SMTPServer(url: "smtp://127.0.0.1:1", certificates: nil, seconds: 1)
        }
        let ada = try site.client(.ada)
        #expect(try await ada.post("/admin/users/1/reset-link").text.contains("/sign-in/"))
        try site.run("UPDATE user SET email_confirmed_at = 1 WHERE id = 1")
        _ = try site.mails()
        let answer = try await ada.post("/admin/users/1/reset-link")
        #expect(answer.location == "/admin/users/1")
        let mails = try site.mails()
        #expect(mails.map(\.to.text) == ["alice@example.org"])
        #expect(mails.first?.link?.contains("/reset/") == true)
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'reset-link' AND detail = 'mail'") == 1)
    }

    @Test func `a newer link, another password or another address ends older links`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        func link() async throws -> String {
            let page = try await ada.post("/admin/users/1/reset-link")
            return String(try found(page.text.firstMatch(of: /<code>[^<]*(\/sign-in\/[^<?]+)/)).1)
        }
        func works(_ link: String) async throws -> Bool { try await site.visitor().get(link).status == .ok }
        let first = try await link()
        let second = try await link()
        #expect(try await works(first) == false)
        #expect(try await works(second))
        let alice = try site.client(.alice)
        _ = try site.mails()
        let change = [("email", "new@example.org"), ("password", Person.password)]
        try await alice.post("/settings/email", change).expect(.seeOther)
        #expect(try await works(second))
        try await alice.get(site.link()).expect(.seeOther)
        try await alice.post("/confirm-email").expect(.seeOther)
        #expect(try await works(second) == false)
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'email' AND actor_name = 'alice'") == 1)
    }

    @Test func `no form of an admin sets another person’s password`() async throws {
        let site = try TestSite()
        let before: String? = try site.value("SELECT password_hash FROM user WHERE id = 1")
        let ada = try site.client(.ada)
        let fields = [("user", "1"), ("password", "wry kettle mist"), ("password_again", "wry kettle mist")]
        for action in ["role", "licence", "suspend", "sessions/end", "reset-link"] {
            _ = try await ada.post("/admin/users/1/\(action)", fields + [("role", "member"), ("until", "2027-12-31")])
        }
        _ = try await ada.post("/settings/password", fields + [("old_password", Person.password), ("id", "1")])
        #expect(try site.value("SELECT password_hash FROM user WHERE id = 1") == before)
    }

    @Test(arguments: ["999", "0", "x", "-1"])
    func `an unknown user has no page, sessions or link`(id: String) async throws {
        let site = try TestSite()
        let (ada, before) = (try site.client(.ada), try site.count("SELECT count(*) FROM audit"))
        #expect(try await ada.get("/admin/users/\(id)").status == .notFound)
        #expect(try await ada.post("/admin/users/\(id)/sessions/end").status == .notFound)
        #expect(try await ada.post("/admin/users/\(id)/reset-link").status == .notFound)
        #expect(try site.count("SELECT count(*) FROM audit") == before)
    }
}
