// Tests that moderators don't learn who reported them, or who else reported what they reported.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct ReporterNamesTests {
    private let json: Headers = ["Accept": "application/json"]

    /// An answer as HTML and as JSON.
    private func both(_ site: TestSite, _ person: Person, _ path: String) async throws -> [Response] {
        [
            try await site.client(person).get(path),
            try await site.client(person).send(.get, path, headers: json),
        ]
    }

    @Test func `a moderator finds no issue about themself`() async throws {
        let site = try TestSite()
        try await site.report("user", Person.bob.id).expect(.seeOther)
        for answer in try await both(site, .bob, "/moderation/reports/1") { #expect(answer.status == .notFound) }
        for state in ["", "?state=closed"] {
            for answer in try await both(site, .bob, "/moderation/reports\(state)") {
                #expect(answer.status == .ok && !answer.text.contains("/moderation/reports/1"))
            }
        }
        let lists = try await [
            site.client(.bob).json("/moderation/reports", as: ListAnswer<IssueAnswer>.self).total,
            site.client(.bella).json("/moderation/reports", as: ListAnswer<IssueAnswer>.self).total,
        ]
        #expect(lists == [0, 1])
        #expect(try await site.client(.bella).get("/moderation/reports/1").shows("charlie"))
        try await site.decide(1, "warn", by: .bella).expect(.seeOther)
        for answer in try await both(site, .bob, "/moderation/reports/1") { #expect(answer.status == .notFound) }
        #expect(try site.failures().isEmpty)
    }

    @Test func `a moderator who reported sees only their own reports`() async throws {
        let site = try TestSite()
        try await site.report("user", Person.alice.id, text: "He sells knives.").expect(.seeOther)
        try await site.report("user", Person.alice.id, as: .bella).expect(.seeOther)
        for answer in try await both(site, .bella, "/moderation/reports/1") {
            #expect(answer.text.contains("It is an advert.") && !answer.text.contains("knives"))
            #expect(!answer.text.contains("charlie"))
        }
        try await site.decide(1, "warn").expect(.seeOther)
        for answer in try await both(site, .bella, "/moderation/reports/1") {
            #expect(answer.text.contains("It is an advert.") && !answer.text.contains("charlie"))
        }
        let others = try await site.client(.bob).get("/moderation/reports/1")
        #expect(others.shows("charlie") && others.shows("bella"))
    }

    @Test func `the sides of an appeal don't find it, and the first moderator reads no names`() async throws {
        let site = try TestSite()
        try await site.report("user", Person.bob.id).expect(.seeOther)
        try await site.report("user", Person.bob.id, as: .bella).expect(.seeOther)
        try await site.decide(1, "dismiss", by: .ada).expect(.seeOther)
        try await site.client(.charlie).post("/appeals/report/1", [("text", "He does sell.")]).expect(.seeOther)
        let fields = [("outcome", "uphold"), ("text", "No.")]
        for side in [Person.bob, .bella] {
            for answer in try await both(site, side, "/moderation/appeals/1") { #expect(answer.status == .notFound) }
            for answer in try await both(site, side, "/moderation/appeals") {
                #expect(answer.status == .ok && !answer.text.contains("/moderation/appeals/1"))
                #expect(!answer.text.contains("charlie"))
            }
            #expect(try await site.client(side).post("/moderation/appeals/1", fields).status == .notFound)
        }
        for path in ["/moderation/appeals/1", "/moderation/appeals"] {
            for answer in try await both(site, .ada, path) {
                #expect(answer.status == .ok && answer.shows("bob") && !answer.text.contains("charlie"))
            }
        }
        #expect(try await site.client(.ada).get("/moderation/appeals/1").shows("He does sell."))
        #expect(try await site.client(.ada).post("/moderation/appeals/1", fields).status == .forbidden)
        #expect(try site.count("SELECT count(*) FROM appeal WHERE outcome IS NULL") == 1)
    }

    @Test func `the timeline of a recipe shows a moderator who reported it nobody else who did`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.report(recipe).expect(.seeOther)
        try await site.report(recipe, as: .bella, reason: "offensive").expect(.seeOther)
        for answer in try await both(site, .bella, "/moderation/submissions/1") {
            #expect(answer.status == .ok && !answer.text.contains("charlie"))
        }
        try await site.decide(1, "dismiss").expect(.seeOther)
        try await site.client(.charlie).post("/appeals/report/1", [("text", "It is one.")]).expect(.seeOther)
        for answer in try await both(site, .bella, "/moderation/submissions/1") {
            #expect(answer.status == .ok && !answer.text.contains("charlie"))
        }
        for answer in try await both(site, .ada, "/moderation/submissions/1") {
            #expect(answer.text.contains("charlie"))
        }
    }
}
