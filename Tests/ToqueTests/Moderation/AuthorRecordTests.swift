// Tests of what moderators see about an author beside a submission.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct AuthorRecordTests {
    private struct Answer: Decodable {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        struct Record: Decodable {
            let licensed_until: String?
            let suspended_until: String?
            let strikes: Int
            let approved: Int
            let changes_requested: Int
            let rejected: Int
            let recipes: [String]
        }
        let author: Record
    }

    private func record(_ site: TestSite, _ submission: Int) async throws -> Answer.Record {
        try await site.client(.bob).json("/moderation/submissions/\(submission)", as: Answer.self).author
    }

    @Test func `the record counts decisions, strikes and public recipes`() async throws {
        let site = try TestSite()
        let first = try await site.publish(.vegan)
        try await site.reject(site.submit(site.write(.honey)))
        try await site.requestChanges(site.submit(site.write(.unknown)))
        try await site.report("user", Person.alice.id).expect(.seeOther)
        try await site.decide(1, "warn", adding: [("strike", "1")]).expect(.seeOther)
        let submission = try await site.submit(site.write(RecipeFields.vegan.with("title", "Onion soup")))
        let found = try await record(site, submission)
        #expect(found.approved == 1 && found.changes_requested == 1 && found.rejected == 1)
        #expect(found.strikes == 1 && found.licensed_until != nil && found.suspended_until == nil)
        #expect(try found.recipes == [site.address(of: first)])
        let page = try await site.client(.bob).get("/moderation/submissions/\(submission)")
        #expect(page.shows("1 strike") && page.text.contains(#"href="/cooks/alice""#))
        #expect(page.text.contains(#"href="\#(try site.address(of: first))""#))
        #expect(!page.shows("no active licence"))
    }

    @Test func `a decision that was taken back does not count`() async throws {
        let site = try TestSite()
        try await site.reject(site.submit(site.write(.vegan)))
        try await site.client(.bob).post("/moderation/decisions/1/take-back").expect(.seeOther)
        #expect(try await record(site, 2).rejected == 0)
    }

    @Test func `an ended licence and a suspension are on the page before the decision`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        let until = site.now + 366 * TestClock.day + TestClock.hour
        try site.run("UPDATE user SET suspended_until = \(until) WHERE id = \(Person.alice.id)")
        site.clock.advance(by: 366 * TestClock.day)
        let page = try await site.client(.bob).get("/moderation/submissions/\(submission)")
        #expect(page.shows("The author has no active licence, so this recipe can’t be approved now."))
        #expect(page.shows("The author is suspended until"))
        let found = try await record(site, submission)
        #expect(found.licensed_until == nil && found.suspended_until != nil)
        site.clock.advance(by: TestClock.day)
        #expect(try await record(site, submission).suspended_until == nil)
    }
}
