// Setting up, logging in with a code, recovery codes, and the site that asks it of those who keep it.

import Database
import Foundation
import HTTP
import Security
import Testing

@testable import TestKit
@testable import Toque

/// Somebody's authenticator app.
struct Phone {
    let secret: [UInt8]
    let recovery: [String]

    /// The code of now, or of so many steps later.
    func code(_ site: TestSite, later: Int = 0) -> String {
        OneTimeCode.code(secret: secret, step: site.now / OneTimeCode.step + later)
    }

    /// Sets two-step sign-in up as a person does.
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
    /// Gives the password, and returns the browser that is then asked for a code.
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

    @Test func `it is set up by a picture or by typing, confirmed by a code, and ten recovery codes are shown once`()
        async throws
    {
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
        // The same form sent again shows nothing and changes nothing.
        #expect(try await alice.post("/settings/two-step/confirm", [("code", phone.code(site))]).status == .seeOther)
        #expect(try await alice.post("/settings/two-step").status == .seeOther)
        #expect(try site.count("SELECT count(*) FROM user WHERE totp_pending IS NOT NULL") == 0)
    }

    @Test func `after the right password nobody is logged in until the code is right, too`() async throws {
        let site = try TestSite()
        let phone = try await Phone.setUp(site, site.client(.alice), .alice)
        site.clock.advance(by: 2 * OneTimeCode.step)
        let client = try await password(site)
        #expect(client.cookies["toque_session"] == nil)
        #expect(try await client.get("/my/recipes").status == .seeOther)
        // The cookie of the wait is no session either.
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

    @Test func `a code works once, also for two browsers at once`() async throws {
        let site = try TestSite()
        let phone = try await Phone.setUp(site, site.client(.alice), .alice)
        // The code that confirmed is used up.
        #expect(try await send(phone.code(site), password(site)).status == .unprocessable)
        site.clock.advance(by: OneTimeCode.step)
        let code = phone.code(site)
        let statuses = try await withThrowingTaskGroup(of: Status.self) { group in
            for _ in 0..<4 { group.addTask { try await send(code, password(site)).status } }
            return try await group.reduce(into: [Status]()) { $0.append($1) }
        }
        #expect(statuses.count { $0 == .seeOther } == 1)
        // Nor does the one before it, though its time is not over.
        #expect(try await send(phone.code(site, later: -1), password(site)).status == .unprocessable)
        #expect(try await send(phone.code(site, later: 1), password(site)).status == .seeOther)
    }

    @Test func `a recovery code works once, in any writing, and new ones end the old ones`() async throws {
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
        // Another's code is nobody's.
        let bob = try await Phone.setUp(site, site.client(.bob), .bob)
        #expect(try await send(bob.recovery[0], password(site)).status == .unprocessable)
    }

    @Test func `after ten wrong codes not even the right one works, for an hour`() async throws {
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

    @Test func `the wait for a code ends after ten minutes, and with a new password`() async throws {
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

    @Test func `staying logged in is remembered across the second page, and a link needs the code, too`() async throws {
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

    @Test func `turned off, the password alone is enough, and nothing of it stays`() async throws {
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

    @Test func `secrets and recovery codes lie in no file in clear`() async throws {
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

    @Test func `an admin may ask it of those who keep the site, and take that back`() async throws {
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

    @Test func `where the site asks it, moderators and admins set it up before anything else`() async throws {
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
