// What was chosen before the password was asked for is there again after it, for the person who chose it and nobody else.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct PendingFormTests {
    private static let cookie = "toque_kept-form"
    private static let users = "/admin/users"
    private static let role = "/admin/users/\(Person.charlie.id)/role"
    private static let note = "filled in your choices again"

    private let site: TestSite

    init() throws { site = try TestSite() }

    /// A browser in which it is too long ago that somebody logged in.
    private func late(_ person: Person) throws -> TestClient {
        let client = try site.client(person)
        site.clock.advance(by: SessionRules.recent)
        return client
    }

    private func prove(_ client: TestClient, next: String = "/") async throws {
        let answer = try await client.post("/confirm", [("password", Person.password), ("next", next)])
        #expect(answer.location == next)
    }

    /// The role that is chosen in the form of Charlie.
    private func chosen(_ page: Response) throws -> String {
        let form = try #require(page.text.range(of: #"id="role-\#(Person.charlie.id)""#))
        return String(try #require(page.text[form.upperBound...].firstMatch(of: /value="(\w+)" selected/)).1)
    }

    private func roleOfCharlie() throws -> String? {
        try site.value("SELECT role FROM user WHERE username = 'charlie'")
    }

    @Test func `a role that was chosen is chosen again, is told once, and counts when it is sent again`() async throws {
        let ada = try late(.ada)
        let asked = try await ada.post(
            Self.role, [("role", "admin"), ("q", "charlie")],
            headers: ["Referer": "http://toque.test/admin/users?q=charlie"])
        #expect(asked.location == "/confirm?next=%2Fadmin%2Fusers%3Fq%3Dcharlie")
        try await prove(ada, next: "/admin/users?q=charlie")
        #expect(try roleOfCharlie() == "member")
        let page = try await ada.get("/admin/users?q=charlie")
        #expect(try chosen(page) == "admin" && page.shows(Self.note))
        #expect(try roleOfCharlie() == "member", "looking changes nothing")
        let later = try await ada.get("/admin/users?q=charlie")
        #expect(try chosen(later) == "member" && !later.shows(Self.note))
        try await ada.post(Self.role, [("role", "admin")]).expect(.seeOther)
        #expect(try roleOfCharlie() == "admin")
    }

    @Test func `a code does as well as the password`() async throws {
        let ada = try site.client(.ada)
        let phone = try await Phone.setUp(site, ada, .ada)
        site.clock.advance(by: SessionRules.recent)
        #expect(try await ada.post(Self.role, [("role", "moderator")]).location == "/confirm?next=%2F")
        try await ada.post("/confirm", [("code", phone.code(site))]).expect(.seeOther)
        #expect(try chosen(await ada.get(Self.users)) == "moderator")
    }

    @Test func `a box that was unticked stays unticked, and a reason and an address stay typed`() async throws {
        let ada = try site.client(.ada)
        let phone = try await Phone.setUp(site, ada, .ada)
        site.clock.advance(by: SessionRules.recent)
        try site.run("UPDATE user SET totp_secret = x'00' WHERE role <> 'member' AND username <> 'ada'")
        try site.run("INSERT OR REPLACE INTO site_setting (name, is_on) VALUES ('two-step', 1)")
        try await ada.post("/admin/two-step").expect(.seeOther)
        try await ada.post("/confirm", [("code", phone.code(site))]).expect(.seeOther)
        let rule = try await ada.get("/admin")
        #expect(rule.text.contains(#"name="on" value="1">"#) && rule.shows(Self.note))
        #expect(try await ada.get("/admin").text.contains(#"name="on" value="1" checked>"#))

        site.clock.advance(by: SessionRules.recent)
        let delete = "/admin/users/1/delete"
        try await ada.post(delete, [("recipes", "withdraw"), ("reason", "It is all <b>copied</b>.")]).expect(.seeOther)
        try await ada.post("/confirm", [("code", phone.code(site)), ("next", delete)]).expect(.seeOther)
        let leaving = try await ada.get(delete)
        #expect(leaving.text.contains("It is all &lt;b&gt;copied&lt;/b&gt;.") && leaving.shows(Self.note))
        #expect(leaving.text.contains(/value="withdraw"[^>]* checked/))
    }

    @Test func `whoever leaves types the username once, and the password is not kept`() async throws {
        let alice = try late(.alice)
        let fields = [("recipes", "withdraw"), ("username", "alice"), ("password", Person.password)]
        try await alice.post("/settings/delete/confirm", fields).expect(.seeOther)
        try await prove(alice, next: "/settings/delete/confirm")
        let page = try await alice.get("/settings/delete/confirm")
        #expect(page.text.contains(#"name="recipes" value="withdraw""#) && page.text.contains(#"value="alice""#))
        #expect(!page.text.contains(Person.password))
    }

    @Test func `a new address stays where a provider proves who it is`() async throws {
        let alice = try late(.alice)
        try site.run("UPDATE user SET password_hash = NULL WHERE id = 1")
        try await alice.post("/settings/email", [("email", "a@example.net")]).expect(.seeOther)
        try site.run("UPDATE session SET verified_at = \(site.now)")
        #expect(try await alice.get("/settings/email").text.contains(#"value="a@example.net""#))
        #expect(try site.count("SELECT count(*) FROM account_link") == 0)
    }

    @Test func `of another site's form, and of one without the token, nothing is kept`() async throws {
        let ada = try late(.ada)
        let role = [("role", "admin")]
        for headers: Headers in [["Sec-Fetch-Site": "cross-site"], ["Origin": "https://evil.test"]] {
            try await ada.post(Self.role, role, headers: headers).expect(.forbidden)
        }
        for token in [[], [("csrf", "none")], [("csrf", try await site.client(.bob).token())]] {
            try await ada.postAsIs(Self.role, role + token).expect(.seeOther)
        }
        #expect(ada.cookies[Self.cookie] == nil)
        try await prove(ada)
        #expect(try chosen(await ada.get("\(Self.users)?role=admin")) == "member")
    }

    @Test func `it fills in the form that it was sent by, for its sender, for ten minutes`() async throws {
        let ada = try late(.ada)
        try await ada.post(Self.role, [("role", "admin")]).expect(.seeOther)
        let kept = try #require(ada.cookies[Self.cookie])
        #expect(!kept.contains("role") && !kept.contains("admin"))
        try await prove(ada)
        #expect(try await !ada.get("/admin/users/1/delete").shows(Self.note))
        #expect(ada.cookies[Self.cookie] == kept, "another page leaves it")
        try site.run("UPDATE user SET role = 'admin' WHERE username = 'bob'")
        let bob = try site.client(.bob)
        for (client, text) in [(bob, kept), (ada, "e30"), (ada, String(kept.dropLast(4)) + "AAAA"), (ada, "")] {
            client.cookies[Self.cookie] = text
            #expect(try chosen(await client.get(Self.users)) == "member")
        }
        site.clock.advance(by: SessionRules.recent - 1)
        ada.cookies[Self.cookie] = kept
        #expect(try chosen(await ada.get(Self.users)) == "admin")
        site.clock.advance(by: 1)
        ada.cookies[Self.cookie] = kept
        #expect(try chosen(await ada.get(Self.users)) == "member")
    }

    @Test func `what no cookie holds is asked for again`() async throws {
        let ada = try late(.ada)
        let long = [("recipes", "keep"), ("reason", String(repeating: "я", count: 4_000))]
        #expect(try await ada.post("/admin/users/1/delete", long).location?.hasPrefix("/confirm") == true)
        #expect(ada.cookies[Self.cookie] == nil)
    }
}
