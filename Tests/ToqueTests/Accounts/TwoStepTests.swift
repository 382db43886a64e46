// Tests of two-step login: setup, codes, recovery codes, and the setting that requires it of moderators and admins.

import Database
import Foundation
import HTTP
import Security
import Testing

@testable import TestKit
@testable import Toque

/// A person's authenticator app.
struct Phone {
    let secret: [UInt8]
    let recovery: [String]

    /// The present code, or one some steps later.
    func code(_ site: TestSite, later: Int = 0) -> String {
        OneTimeCode.code(secret: secret, step: site.now / OneTimeCode.step + later)
    }

    /// Turns on two-step login through the pages.
    static func setUp(_ site: TestSite, _ client: TestClient, _ person: Person) async throws -> Phone {
        try await client.post("/settings/two-step").expect(.seeOther)
        let key = site.site.key(for: "totp")
        let secret = try found(site.read { try TwoStepStore($0, key: key).pendingSecret(user: person.id) })
        let code = OneTimeCode.code(secret: secret, step: site.now / OneTimeCode.step)
        let page = try await client.post("/settings/two-step/confirm", [("code", code)])
        try page.expect(.ok)
        return Phone(secret: secret, recovery: codes(page))
    }

    static func codes(_ page: Response) -> [String] {
        page.text.matches(of: /<code>([a-z2-7]{4}(?:-[a-z2-7]{4}){3})<\/code>/).map { String($0.1) }
    }
}

@Suite struct TwoStepTests {
    /// Logs in with the password; returns a browser that must now give a code.
    private func password(
        _ site: TestSite, _ person: Person = .alice, more: [(String, String)] = []
    ) async throws -> TestClient {
        let client = try site.visitor()
        let answer = try await client.post("/login", LoginTests.fields(person.name, next: "/my/recipes") + more)
        #expect(answer.location == "/login/code?next=%2Fmy%2Frecipes")
        return client
    }

    private func send(_ code: String, _ client: TestClient) async throws -> Response {
        try await client.post("/login/code", [("code", code), ("next", "/my/recipes")])
    }

    @Test func `setup shows a picture and a text, needs a code, and shows ten recovery codes once`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        #expect(try await alice.get("/settings/two-step").text.contains(#"action="/settings/two-step""#))
        try await alice.post("/settings/two-step").expect(.seeOther)
        let page = try await alice.get("/settings/two-step")
        let typed = try #require(page.text.firstMatch(of: /<code>([A-Z2-7 ]+)<\/code>/)).1
        #expect(typed.replacing(" ", with: "").count == 32)
        #expect(page.text.contains("<svg class=\"qr\""))
        for wrong in ["", "000000", "not a code"] {
            let answer = try await alice.post("/settings/two-step/confirm", [("code", wrong)])
            #expect(answer.status == .unprocessable && answer.hasError(at: "code"))
            #expect(answer.text.contains(typed))
        }
        let phone = try await Phone.setUp(site, alice, .alice)
        #expect(phone.recovery.count == 10 && Set(phone.recovery).count == 10)
        let after = try await alice.get("/settings/two-step")
        #expect(!after.text.contains("<svg class=\"qr\"") && Phone.codes(after).isEmpty)
        #expect(after.shows("You have 10 recovery codes left."))
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'two-step' AND to_state = 'on'") == 1)
        // Sending the same form again shows and changes nothing.
        #expect(try await alice.post("/settings/two-step/confirm", [("code", phone.code(site))]).status == .seeOther)
        #expect(try await alice.post("/settings/two-step").status == .seeOther)
        #expect(try site.count("SELECT count(*) FROM user WHERE totp_pending IS NOT NULL") == 0)
    }

    @Test func `after the password a correct code is needed to log in`() async throws {
        let site = try TestSite()
        let phone = try await Phone.setUp(site, site.client(.alice), .alice)
        site.clock.advance(by: 2 * OneTimeCode.step)
        let client = try await password(site)
        #expect(client.cookies["toque_session"] == nil)
        #expect(try await client.get("/my/recipes").status == .seeOther)
        // The cookie that waits for a code is not a session.
        client.cookies["toque_session"] = client.cookies["toque_code"]
        #expect(try await client.get("/my/recipes").status == .seeOther)
        client.cookies["toque_session"] = nil
        #expect(try await client.get("/login/code").status == .ok)
        let wrong = try await send("000000", client)
        #expect(wrong.status == .unprocessable && wrong.hasError(at: "code"))
        #expect(wrong.text.contains(#"name="next" value="/my/recipes""#))
        let right = try await send(" " + phone.code(site).prefix(3) + " " + phone.code(site).suffix(3), client)
        #expect(right.status == .seeOther && right.location == "/my/recipes")
        #expect(client.cookies["toque_code"] == nil)
        #expect(try await client.get("/my/recipes").status == .ok)
    }

    @Test func `a code works once, also for two browsers at the same time`() async throws {
        let site = try TestSite()
        let phone = try await Phone.setUp(site, site.client(.alice), .alice)
        // The code of the setup is used up.
        #expect(try await send(phone.code(site), password(site)).status == .unprocessable)
        site.clock.advance(by: OneTimeCode.step)
        let code = phone.code(site)
        let statuses = try await withThrowingTaskGroup(of: Status.self) { group in
            for _ in 0..<4 { group.addTask { try await send(code, password(site)).status } }
            return try await group.reduce(into: [Status]()) { $0.append($1) }
        }
        #expect(statuses.count { $0 == .seeOther } == 1)
        // The code before it no longer works either, although its time is not over.
        #expect(try await send(phone.code(site, later: -1), password(site)).status == .unprocessable)
        #expect(try await send(phone.code(site, later: 1), password(site)).status == .seeOther)
    }

    @Test func `a recovery code works once in any spelling, and new codes replace the old`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let phone = try await Phone.setUp(site, alice, .alice)
        let code = phone.recovery[3]
        #expect(try await send(code.uppercased().replacing("-", with: " "), password(site)).status == .seeOther)
        #expect(try await send(code, password(site)).status == .unprocessable)
        #expect(try await send(phone.recovery[4].replacing("-", with: ""), password(site)).status == .seeOther)
        #expect(try await alice.get("/settings/two-step").shows("You have 8 recovery codes left."))
        let page = try await alice.post("/settings/two-step/codes")
        #expect(Phone.codes(page).count == 10)
        #expect(try await send(phone.recovery[0], password(site)).status == .unprocessable)
        #expect(try await send(Phone.codes(page)[0], password(site)).status == .seeOther)
        // A recovery code of another member does not work.
        let bob = try await Phone.setUp(site, site.client(.bob), .bob)
        #expect(try await send(bob.recovery[0], password(site)).status == .unprocessable)
    }

    @Test func `after ten wrong codes no code works for an hour`() async throws {
        let site = try TestSite()
        let phone = try await Phone.setUp(site, site.client(.alice), .alice)
        site.clock.advance(by: TestClock.minute)
        for _ in 0..<10 { #expect(try await send("000000", password(site)).status == .unprocessable) }
        for code in [phone.code(site), phone.recovery[0], "000000"] {
            let answer = try await send(code, password(site))
            #expect(answer.status == .tooManyRequests)
            #expect(answer.headers["Retry-After"] != nil)
        }
        site.clock.advance(by: TestClock.hour - 1)
        #expect(try await send(phone.code(site), password(site)).status == .tooManyRequests)
        site.clock.advance(by: 1)
        #expect(try await send(phone.code(site), password(site)).status == .seeOther)
    }

    @Test func `the wait for a code ends after ten minutes or with a new password`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let phone = try await Phone.setUp(site, alice, .alice)
        let slow = try await password(site)
        site.clock.advance(by: 10 * TestClock.minute)
        #expect(try await send(phone.code(site), slow).location == "/login?next=%2Fmy%2Frecipes")
        #expect(try await slow.get("/login/code").location == "/login?next=%2F")
        let waiting = try await password(site)
        try site.write { try AccountStore($0).setPassword(.init(hash: "other", isLong: true), user: Person.alice.id) }
        #expect(try await send(phone.code(site), waiting).location == "/login?next=%2Fmy%2Frecipes")
        #expect(try await site.visitor().get("/login/code").status == .seeOther)
    }

    @Test func `staying logged in survives the code page, and a login link needs a code too`() async throws {
        let site = try TestSite()
        let phone = try await Phone.setUp(site, site.client(.alice), .alice)
        let kept = try await send(phone.recovery[0], password(site, more: [("remember", "1")]))
        #expect(kept.cookie("toque_session")?.contains("Max-Age=5184000") == true)
        #expect(try await send(phone.recovery[1], password(site)).cookie("toque_session")?.contains("Max-Age") == false)
        let now = site.now
        let link = try site.write { try SessionStore($0).makeSignInLink(user: Person.alice.id, now: now) }
        let client = try site.visitor()
        #expect(try await client.post("/sign-in/" + link).location == "/login/code?next=%2F")
        #expect(try await client.get("/my/recipes").status == .seeOther)
        #expect(try await send(phone.recovery[2], client).status == .seeOther)
        #expect(try await client.get("/my/recipes").status == .ok)
    }

    @Test func `after turning it off the password is enough and no secret is stored`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        _ = try await Phone.setUp(site, alice, .alice)
        #expect(try await alice.post("/settings/two-step/off").status == .seeOther)
        #expect(try await site.visitor().post("/login", LoginTests.fields("alice")).location == "/")
        #expect(try site.count("SELECT count(*) FROM user WHERE totp_secret IS NOT NULL") == 0)
        #expect(try site.count("SELECT count(*) FROM recovery_code") == 0)
        #expect(try await alice.post("/settings/two-step/codes").status == .seeOther)
        #expect(try site.count("SELECT count(*) FROM recovery_code") == 0)
    }

    @Test func `no file contains secrets or recovery codes in clear`() async throws {
        let site = try TestSite()
        let phone = try await Phone.setUp(site, site.client(.alice), .alice)
        let sealed: [UInt8]? = try site.value("SELECT totp_secret FROM user WHERE id = 1")
        #expect(sealed?.count == OneTimeCode.secretLength + 28)
        site.site.close()
        for name in try FileManager.default.contentsOfDirectory(atPath: site.folder.path) where name.hasPrefix("toque")
        {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: site.folder.path + "/" + name))
            #expect(bytes.firstRange(of: Data(phone.secret)) == nil)
            for code in phone.recovery {
                #expect(bytes.firstRange(of: Data(code.utf8)) == nil)
                #expect(bytes.firstRange(of: Data(code.replacing("-", with: "").utf8)) == nil)
            }
        }
    }

    @Test func `an admin can require two-step login of moderators and admins, and undo that`() async throws {
        let site = try TestSite()
        let (ada, bob) = (try site.client(.ada), try site.client(.bob))
        #expect(try await ada.get("/admin").text.contains(#"name="on" value="1">"#))
        try await ada.post("/admin/two-step", [("on", "1")]).expect(.seeOther)
        for client in [ada, bob] { #expect(try await client.get("/").location == "/settings/two-step") }
        #expect(try await site.client(.alice).get("/").status == .ok)
        _ = try await Phone.setUp(site, ada, .ada)
        #expect(try await ada.get("/admin").text.contains(#"name="on" value="1" checked>"#))
        #expect(try await ada.post("/settings/two-step/off").status == .conflict)
        #expect(try await site.client(.alice).post("/admin/two-step").status == .forbidden)
        #expect(try await bob.post("/admin/two-step").status == .forbidden)
        #expect(try await bob.get("/").location == "/settings/two-step")
        try await ada.post("/admin/two-step").expect(.seeOther)
        try await ada.post("/admin/two-step").expect(.seeOther)
        #expect(try await bob.get("/").status == .ok)
        let rows: String? = try site.value(
            "SELECT group_concat(from_state || to_state) FROM audit WHERE action = 'two-step-rule'")
        #expect(rows == "offon,onoff")
    }

    @Test func `where it is required, moderators and admins must set it up first`() async throws {
        let site = try TestSite(folder: .filled(), clock: TestClock()) { $0.requiresTwoStep = true }
        #expect(try await site.client(.bob).get("/forgot").status == .ok, "the way for who has no password")
        for person in [Person.bob, .ada] {
            let client = try site.client(person)
            for path in ["/", "/my/recipes", "/moderation", "/settings/account"] {
                #expect(try await client.get(path).location == "/settings/two-step", "\(path)")
            }
            #expect(try await client.post("/my/recipes/delete").location == "/settings/two-step")
            #expect(try await client.get("/settings/two-step").status == .ok)
            #expect(try await client.get("/logout").status == .ok)
            _ = try await Phone.setUp(site, client, person)
            #expect(try await client.get("/moderation").status == .ok)
            #expect(try await client.post("/settings/two-step/off").status == .conflict)
            #expect(try await client.get("/settings/two-step").text.contains("/settings/two-step/off") == false)
        }
        #expect(try await site.client(.alice).get("/my/recipes").status == .ok)
        #expect(try await site.visitor().get("/").status == .ok)
    }
}
