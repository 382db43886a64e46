// Tests that ended sessions and links stay ended when the machine's clock is set back.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct ClockTests {
    @Test func `setting the clock back revives no ended session and no used link`() async throws {
        let site = try TestSite()
        let now = site.now
        let token = try site.write { try SessionStore($0).makeSignInLink(user: Person.alice.id, now: now) }
        let client = try site.visitor()
        try await client.post("/sign-in/\(token)").expect(.seeOther)
        let cookies = client.cookies
        try await client.post("/logout").expect(.seeOther)
        site.clock.advance(by: -TestClock.hour)
        let again = try site.visitor()
        #expect(try await again.get("/sign-in/\(token)").status == .notFound)
        again.cookies = cookies
        #expect(try await again.get("/my/recipes").status == .seeOther)
    }

    @Test func `setting the clock back revives no expired session or link`() async throws {
        let site = try TestSite()
        let now = site.now
        let token = try site.write { try SessionStore($0).makeSignInLink(user: Person.alice.id, now: now) }
        try site.write {
            try AccountLinkStore($0).add(
                .reset, user: Person.alice.id, email: "alice@example.org", token: "token", now: now)
        }
        let client = try site.client(.bob)
        site.clock.advance(by: 30 * TestClock.day)
        try site.site.mailSender.deliverDue()
        site.clock.advance(by: -30 * TestClock.day)
        let visitor = try site.visitor()
        #expect(try await visitor.get("/sign-in/\(token)").status == .notFound)
        #expect(try site.read { try AccountLinkStore($0).find(.reset, token: "token", now: site.now) } == nil)
        #expect(try await client.get("/my/recipes").status == .seeOther)
    }

    @Test func `setting the clock back logs no one out and keeps the log in order`() async throws {
        let site = try TestSite.limited()
        let alice = try site.client(.alice)
        site.clock.advance(by: -TestClock.hour)
        try await alice.get("/my/recipes").expect(.ok)
        try await site.visitor().post("/login", LoginTests.fields("bob")).expect(.seeOther)
        try await alice.post("/recipes", RecipeFields.vegan.fields).expect(.seeOther)
        #expect(try site.failures().isEmpty)
    }
}
