// Tests of forms that are filled in again after the password was asked for, and only for the person who sent them.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct PendingFormTests {
    private static let cookie = "toque_kept-form"
    private static let page = "/admin/users/\(Person.charlie.id)"
    private static let role = "/admin/users/\(Person.charlie.id)/role"
    private static let note = "filled in your choices again"

    private let site: TestSite

    init() throws { site = try TestSite() }

    /// A browser whose login is too old for sensitive changes.
    private func late(_ person: Person) throws -> TestClient {
        let client = try site.client(person)
        site.clock.advance(by: SessionRules.recent)
        return client
    }

    private func prove(_ client: TestClient, next: String = "/") async throws {
        let answer = try await client.post("/confirm", [("password", Person.password), ("next", next)])
        #expect(answer.location == next)
    }

    /// The role selected in Charlie's form.
    private func chosen(_ page: Response) throws -> String {
        let form = try #require(page.text.range(of: #"id="role""#))
        return String(try #require(page.text[form.upperBound...].firstMatch(of: /value="(\w+)" selected/)).1)
    }

    private func roleOfCharlie() throws -> String? {
        try site.value("SELECT role FROM user WHERE username = 'charlie'")
    }

    @Test func `a chosen role is selected again after the password, noted once, saved when sent again`() async throws {
        let ada = try late(.ada)
        let asked = try await ada.post(
            Self.role, [("role", "admin"), ("q", "charlie")],
            headers: ["Referer": "http://toque.test/admin/users/\(Person.charlie.id)"])
        #expect(asked.location == "/confirm?next=%2Fadmin%2Fusers%2F\(Person.charlie.id)")
        try await prove(ada, next: "/admin/users/\(Person.charlie.id)")
        #expect(try roleOfCharlie() == "member")
        let page = try await ada.get("/admin/users/\(Person.charlie.id)")
        #expect(try chosen(page) == "admin" && page.shows(Self.note))
        #expect(try roleOfCharlie() == "member", "looking changes nothing")
        let later = try await ada.get("/admin/users/\(Person.charlie.id)")
        #expect(try chosen(later) == "member" && !later.shows(Self.note))
        try await ada.post(Self.role, [("role", "admin")]).expect(.seeOther)
        #expect(try roleOfCharlie() == "admin")
    }

    @Test func `a code restores the form like the password`() async throws {
        let ada = try site.client(.ada)
        let phone = try await Phone.setUp(site, ada, .ada)
        site.clock.advance(by: SessionRules.recent)
        #expect(try await ada.post(Self.role, [("role", "moderator")]).location == "/confirm?next=%2F")
        try await ada.post("/confirm", [("code", phone.code(site))]).expect(.seeOther)
        #expect(try chosen(await ada.get(Self.page)) == "moderator")
    }

    @Test func `a cleared box, a reason and an address are restored`() async throws {
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

    @Test func `a restored deletion form has the username but not the password`() async throws {
        let alice = try late(.alice)
        let fields = [("recipes", "withdraw"), ("username", "alice"), ("password", Person.password)]
        try await alice.post("/settings/delete/confirm", fields).expect(.seeOther)
        try await prove(alice, next: "/settings/delete/confirm")
        let page = try await alice.get("/settings/delete/confirm")
        #expect(page.text.contains(#"name="recipes" value="withdraw""#) && page.text.contains(#"value="alice""#))
        #expect(!page.text.contains(Person.password))
    }

    @Test func `a new address is restored after a login with a provider`() async throws {
        let alice = try late(.alice)
        try site.run("UPDATE user SET password_hash = NULL WHERE id = 1")
        try await alice.post("/settings/email", [("email", "a@example.net")]).expect(.seeOther)
        try site.run("UPDATE session SET verified_at = \(site.now)")
        #expect(try await alice.get("/settings/email").text.contains(#"value="a@example.net""#))
        #expect(try site.count("SELECT count(*) FROM account_link") == 0)
    }

    @Test func `forms from other sites or without a token are not kept`() async throws {
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
        #expect(try chosen(await ada.get("\(Self.page)?role=admin")) == "member")
    }

    @Test func `a kept form fills only its own form, for its sender, for ten minutes`() async throws {
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
            #expect(try chosen(await client.get(Self.page)) == "member")
        }
        site.clock.advance(by: SessionRules.recent - 1)
        ada.cookies[Self.cookie] = kept
        #expect(try chosen(await ada.get(Self.page)) == "admin")
        site.clock.advance(by: 1)
        ada.cookies[Self.cookie] = kept
        #expect(try chosen(await ada.get(Self.page)) == "member")
    }

    @Test func `a form too long for a cookie is not kept`() async throws {
        let ada = try late(.ada)
        let long = [("recipes", "keep"), ("reason", String(repeating: "я", count: 4_000))]
        #expect(try await ada.post("/admin/users/1/delete", long).location?.hasPrefix("/confirm") == true)
        #expect(ada.cookies[Self.cookie] == nil)
    }
}
