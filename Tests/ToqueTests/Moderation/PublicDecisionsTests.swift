// Tests of the public page of moderation: figures and decisions, without names and texts.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct PublicDecisionsTests {
    private struct Answer: Decodable {
        struct Item: Decodable {
            let kind: String
            let reasons: [String]
            let at: String
            // swift-format-ignore: AlwaysUseLowerCamelCase
            let waited_seconds: Int?
            // swift-format-ignore: AlwaysUseLowerCamelCase
            let is_taken_back: Bool
        }

        struct Percentiles: Decodable { let p50, p90, p99: Int }

        struct Figures: Decodable {
            let waiting: Int
            let age: Percentiles?
            // swift-format-ignore: AlwaysUseLowerCamelCase
            let time_to_decision: Percentiles?
            let kinds: [String: Int]
            let reasons: [String: Int]
            let measures: [String: Int]
            let rules: [String: Int]
            let overturned: Int
            // swift-format-ignore: AlwaysUseLowerCamelCase
            let overturned_by_reason: [String: Int]
        }

        let total: Int
        let page: Int
        let items: [Item]
        let figures: Figures
    }

    private let site: TestSite

    init() throws { site = try TestSite() }

    @Test func `everyone sees decisions, reasons and times, and no names or texts`() async throws {
        let first = try await site.submit(site.write(.vegan))
        site.clock.advance(by: 2 * TestClock.hour)
        try await site.approve(first)
        let second = try await site.submit(site.write(.honey))
        site.clock.advance(by: TestClock.hour)
        try await site.reject(second)
        _ = try await site.submit(site.write(RecipeFields.vegan.with("title", "Waiting soup")))
        site.clock.advance(by: TestClock.minute)
        try site.plant("Imported", "1 onion")
        let visitor = try site.visitor()
        let answer = try await visitor.json("/moderation/decisions", as: Answer.self)
        #expect(answer.total == 2 && answer.items.map(\.kind) == ["reject", "approve"])
        #expect(answer.items.map(\.reasons) == [["NOT_A_RECIPE"], []])
        #expect(answer.items.map(\.waited_seconds) == [3_600, 7_200])
        #expect(answer.figures.waiting == 1 && answer.figures.age?.p50 == TestClock.minute)
        #expect(answer.figures.time_to_decision?.p50 == TestClock.hour)
        #expect(answer.figures.time_to_decision?.p99 == 2 * TestClock.hour)
        #expect(answer.figures.kinds == ["approve": 1, "reject": 1, "request-changes": 0])
        #expect(answer.figures.reasons == ["NOT_A_RECIPE": 1] && answer.figures.overturned == 0)
        let page = try await visitor.get("/moderation/decisions")
        #expect(page.shows("1 submission is waiting.") && page.shows("not a recipe"))
        for word in ["alice", "bob", "Lentil", "Honey", "This is a poem", "Waiting soup", "Imported"] {
            #expect(!page.text.contains(word), "\(word)")
        }
    }

    @Test func `measures count too, and how many an appeal overturned, by reason`() async throws {
        for person in [Person.charlie, .alice] {
            let fields = [("until", "2026-12-31"), ("rule", "spam"), ("reason", "Adverts for knives.")]
            try await site.client(.ada).post("/admin/users/\(person.id)/suspend", fields).expect(.seeOther)
        }
        let appeal = [("text", "It was somebody else.")]
        try await site.client(.charlie).post("/appeals/measure/1", appeal).expect(.seeOther)
        let overturn = [("outcome", "overturn"), ("text", "It was indeed.")]
        try await site.client(.bella).post("/moderation/appeals/1", overturn).expect(.seeOther)
        let visitor = try site.visitor()
        let answer = try await visitor.json("/moderation/decisions", as: Answer.self)
        #expect(answer.items.map(\.kind) == ["suspend", "suspend"])
        #expect(answer.items.allSatisfy { $0.waited_seconds == nil })
        #expect(answer.figures.measures == ["suspend": 2] && answer.figures.rules == ["spam": 2])
        #expect(answer.figures.overturned == 1 && answer.figures.overturned_by_reason == ["spam": 1])
        #expect(answer.figures.time_to_decision == nil)
        let page = try await visitor.get("/moderation/decisions")
        #expect(page.shows("account suspended") && page.shows("2, overturned on appeal: 1 (50%)"))
        #expect(!page.shows("charlie") && !page.shows("knives"))
    }

    @Test func `a decision that was taken back is marked and does not count by kind and reason`() async throws {
        try await site.reject(site.submit(site.write(.vegan)))
        try await site.client(.bob).post("/moderation/decisions/1/take-back").expect(.seeOther)
        try await site.approve(2)
        let visitor = try site.visitor()
        let answer = try await visitor.json("/moderation/decisions", as: Answer.self)
        let marks = Dictionary(answer.items.map { ($0.kind, $0.is_taken_back) }) { first, _ in first }
        #expect(marks == ["approve": false, "reject": true])
        #expect(answer.figures.kinds == ["approve": 1, "reject": 0, "request-changes": 0])
        #expect(answer.figures.reasons == [:])
        #expect(try await visitor.get("/moderation/decisions").shows("decision taken back"))
        let russian = try await visitor.get("/moderation/decisions", headers: ["Accept-Language": "ru"])
        #expect(russian.shows("решение отменено"))
    }

    @Test func `nobody waited for an approval after a won appeal`() async throws {
        let first = try await site.submit(site.write(.vegan))
        site.clock.advance(by: 3 * TestClock.hour)
        try await site.reject(first)
        try await site.client(.alice).post("/appeals/decision/1", [("text", "It is.")]).expect(.seeOther)
        site.clock.advance(by: TestClock.hour)
        let overturn = [("outcome", "overturn"), ("text", "It is a recipe.")]
        try await site.client(.bella).post("/moderation/appeals/1", overturn).expect(.seeOther)
        let answer = try await site.visitor().json("/moderation/decisions", as: Answer.self)
        #expect(answer.items.map(\.kind) == ["approve", "reject"])
        #expect(answer.items.map(\.waited_seconds) == [nil, 3 * 3_600])
        #expect(answer.figures.time_to_decision?.p50 == 3 * TestClock.hour)
        let second = try await site.submit(site.write(.honey))
        let median: Int? = try site.read { db in
            let store = SubmissionStore(db)
            return try store.submission(second).flatMap { try store.wait(for: $0).median }
        }
        #expect(median == 3 * TestClock.hour)
    }

    @Test func `a dismissal that a reporter’s appeal overturned counts`() async throws {
        let recipe = try await site.publish(.vegan)
        try await site.report(recipe).expect(.seeOther)
        try await site.decide(1, "dismiss").expect(.seeOther)
        try await site.client(.charlie).post("/appeals/report/1", [("text", "It sells knives.")]).expect(.seeOther)
        let overturn = [("outcome", "overturn"), ("text", "It does.")]
        try await site.client(.bella).post("/moderation/appeals/1", overturn).expect(.seeOther)
        let answer = try await site.visitor().json("/moderation/decisions", as: Answer.self)
        #expect(answer.figures.measures == ["dismiss": 1] && answer.figures.overturned == 1)
    }

    @Test func `a site without decisions says so`() async throws {
        let page = try await site.visitor().get("/moderation/decisions")
        #expect(page.status == .ok && page.shows("No decision has been made yet.") && page.shows("Nothing is waiting."))
    }

    @Test func `percentiles are the nearest rank`() {
        #expect(ModerationFigures.Percentiles([]) == nil)
        let hundred = ModerationFigures.Percentiles(Array((1...100).reversed()))
        #expect(hundred?.p50 == 50 && hundred?.p90 == 90 && hundred?.p99 == 99)
        let one = ModerationFigures.Percentiles([7])
        #expect(one?.p50 == 7 && one?.p99 == 7)
    }
}
