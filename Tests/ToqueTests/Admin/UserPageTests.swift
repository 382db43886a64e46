// Feature N1: an admin sees and ends somebody's sessions, and makes a link; nobody chooses another's password.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct UserPageTests {
    @Test func `an admin sees where a person is logged in, and ends one session or all`() async throws {
        let site = try TestSite()
        let (phone, desk, ada) = (try site.client(.alice), try site.client(.alice), try site.client(.ada))
        let page = try await ada.get("/admin/users/1")
        #expect(page.shows("alice@example.org"))
        #expect(page.text.matches(of: /name="session"/).count == 2)
        let session = try found(phone.cookies["toque_session"]?.split(separator: ".").first)
        let action = "/admin/users/1/sessions/end"
        #expect(try await ada.post(action, [("session", String(session))]).location == "/admin/users/1")
        #expect(try await phone.get("/my/recipes").status == .seeOther)
        #expect(try await desk.get("/my/recipes").status == .ok)
        #expect(try await ada.post("/admin/users/1/sessions/end").status == .seeOther)
        #expect(try await desk.get("/my/recipes").status == .seeOther)
        #expect(try await ada.get("/admin/users/1").shows("This person is logged in nowhere."))
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'end-sessions' AND object_id = 1") == 2)
        // Nothing to end is nothing to record.
        _ = try await ada.post("/admin/users/1/sessions/end")
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'end-sessions'") == 2)
        #expect(try await ada.get("/admin/users").text.contains("href=\"/admin/users/1\""))
    }

    @Test func `a session of somebody else is not ended by this person's form`() async throws {
        let site = try TestSite()
        let (bob, ada) = (try site.client(.bob), try site.client(.ada))
        let session = try found(bob.cookies["toque_session"]?.split(separator: ".").first)
        _ = try await ada.post("/admin/users/1/sessions/end", [("session", String(session))])
        #expect(try await bob.get("/my/recipes").status == .ok)
    }

    @Test func `a link works once within an hour, and leads its owner to a new password`() async throws {
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

    @Test func `no form of an admin sets somebody's password`() async throws {
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
    func `nobody who is not there has a page, sessions or a link`(id: String) async throws {
        let site = try TestSite()
        let (ada, before) = (try site.client(.ada), try site.count("SELECT count(*) FROM audit"))
        #expect(try await ada.get("/admin/users/\(id)").status == .notFound)
        #expect(try await ada.post("/admin/users/\(id)/sessions/end").status == .notFound)
        #expect(try await ada.post("/admin/users/\(id)/reset-link").status == .notFound)
        #expect(try site.count("SELECT count(*) FROM audit") == before)
    }
}
