// Tests of the emails that an account's owner gets about changes to the account.

import HTTP
import Mail
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct AccountEventTests {
    private let site: TestSite

    init() throws { site = try TestSite() }

    private func subjects() throws -> [String] { try site.mails().map { "\($0.to.text): \($0.subject.text)" } }

    @Test func `the owner gets an email when two-step login is turned on, changed or turned off`() async throws {
        let alice = try site.client(.alice)
        _ = try await Phone.setUp(site, alice, .alice)
        #expect(try subjects() == ["alice@example.org: Two-step login was turned on"])
        try await alice.post("/settings/two-step/codes").expect(.ok)
        #expect(try subjects() == ["alice@example.org: You have new recovery codes"])
        try await alice.post("/settings/two-step/off").expect(.seeOther)
        #expect(try subjects() == ["alice@example.org: Two-step login was turned off"])
    }

    @Test func `an action without effect sends no email`() async throws {
        let alice = try site.client(.alice)
        try await alice.post("/settings/two-step").expect(.seeOther)
        try await alice.post("/settings/two-step/confirm", [("code", "000000")]).expect(.unprocessable)
        try await alice.post("/settings/two-step/codes").expect(.seeOther)
        try await alice.post("/settings/two-step/off").expect(.seeOther)
        try await site.client(.ada).post("/admin/users/\(Person.charlie.id)/sessions/end").expect(.seeOther)
        #expect(try subjects().isEmpty)
    }

    @Test func `the owner gets an email about an admin’s action, with a way to respond`() async throws {
        _ = try site.client(.charlie)
        let ada = try site.client(.ada)
        try await ada.post("/admin/users/\(Person.charlie.id)/sessions/end").expect(.seeOther)
        try await ada.post("/admin/users/\(Person.charlie.id)/reset-link").expect(.ok)
        let mails = try site.mails()
        #expect(mails.map(\.to.text) == ["charlie@example.org", "charlie@example.org"])
        #expect(
            mails.map(\.subject.text) == [
                "You were logged out by an admin", Text.mailEventResetLinkMade(.en),
            ])
        #expect(mails.allSatisfy { $0.link == "http://127.0.0.1:8080/forgot" && $0.unsubscribe == nil })
        #expect(!mails[1].text.contains("/sign-in/"))
    }

    @Test(arguments: AccountEvent.allCases)
    func `every event has a text in both languages`(event: AccountEvent) {
        for language in Language.allCases {
            #expect(event.title(language) != event.rawValue && !event.text(language).isEmpty)
        }
    }

    @Test func `a suspended member can still secure the account`() async throws {
        let alice = try site.client(.alice)
        let other = try site.client(.alice)
        let later = site.now + TestClock.day
        let now = site.now
        _ = try site.write {
            try AccountStore($0).suspend(
                until: later, reason: "", user: Person.alice.id, by: .system, now: now)
        }
        try await alice.post("/settings/sessions/end-others").expect(.seeOther)
        #expect(try await other.get("/settings/account").location?.hasPrefix("/login") == true)
        _ = try await Phone.setUp(site, alice, .alice)
        try await alice.post("/recipes", [("title", "Soup")]).expect(.forbidden)
    }
}
