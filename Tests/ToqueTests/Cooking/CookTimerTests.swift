// Tests the timers of members: started on one device, shown and stopped on another.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

private struct TimersAnswer: Decodable {
    struct Timer: Decodable, Equatable {
        let recipe: Int
        let key: String
        let name: String
        let title: String
        let address: String
        let seconds: Int
        // swift-format-ignore: AlwaysUseLowerCamelCase
        let is_running: Bool
        let left: Int
        let over: Int
    }

    let timers: [Timer]
}

@Suite struct CookTimerTests {
    private func fields(
        _ recipe: Int, key: String = "2", _ state: String = "running", left: String = "60000",
        _ other: (String, String)...
    ) -> [(String, String)] {
        let fields = [
            ("recipe", String(recipe)), ("key", key), ("name", "Step \(key)"), ("seconds", "90"), ("state", state),
            ("left", left),
        ]
        return fields.filter { field in !other.contains { $0.0 == field.0 } } + other
    }

    private func timers(_ client: TestClient) async throws -> [TimersAnswer.Timer] {
        try await client.json("/cooking/timers", as: TimersAnswer.self).timers
    }

    @Test func `a timer runs on for every device of its member, and for nobody else`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Soup", "1 onion")
        let (phone, tablet) = (try site.client(.charlie), try site.client(.charlie))
        let answer: TimersAnswer = try await phone.post("/cooking/timers", fields(soup)).json()
        #expect(answer.timers.count == 1)
        site.clock.advance(by: 20_000)
        let seen = try #require(try await timers(tablet).first)
        #expect(
            seen
                == .init(
                    recipe: soup, key: "2", name: "Step 2", title: "Soup", address: "/recipes/\(soup)/cook?step=2",
                    seconds: 90, is_running: true, left: 40_000, over: 0))
        #expect(try await timers(site.client(.alice)).isEmpty)
        site.clock.advance(by: 50_000)
        #expect(try await timers(tablet).map { [$0.left, $0.over] } == [[0, 10_000]])
        try await tablet.post("/cooking/timers", fields(soup, "paused", left: "30000")).expect(.ok)
        site.clock.advance(by: 50_000)
        #expect(try await timers(phone).map(\.left) == [30_000])
        #expect(try await timers(phone).map(\.is_running) == [false])
        try await phone.post(
            "/cooking/timers", fields(soup, key: "own-abc", "running", left: "60000", ("name", "Eggs"))
        ).expect(.ok)
        #expect(try await timers(tablet).map(\.name) == ["Step 2", "Eggs"])
        #expect(try await timers(tablet).map(\.address).last == "/recipes/\(soup)/cook")
        try await tablet.post("/cooking/timers", fields(soup, "gone")).expect(.ok)
        #expect(try await timers(phone).map(\.name) == ["Eggs"])
        site.clock.advance(by: 2 * TestClock.day)
        #expect(try await timers(site.client(.charlie)).isEmpty)
    }

    @Test func `a timer outside the limits, or of a recipe of somebody else, is refused`() async throws {
        let site = try TestSite()
        let (soup, draft) = (try site.plant("Soup", "1 onion"), try await site.write(.vegan))
        let charlie = try site.client(.charlie)
        for wrong in [
            ("recipe", "x"), ("key", ""), ("key", "A b"), ("key", String(repeating: "x", count: 21)), ("name", " "),
            ("name", String(repeating: "x", count: 61)), ("seconds", "0"), ("seconds", "86401"), ("state", "odd"),
            ("left", "-1"), ("left", "86400001"),
        ] {
            let sent = fields(soup).filter { $0.0 != wrong.0 } + [wrong]
            #expect(try await charlie.post("/cooking/timers", sent).status == .unprocessable, "\(wrong)")
        }
        #expect(try await charlie.post("/cooking/timers", fields(draft)).status == .notFound)
        for number in 1...CookingRules.timers {
            try await charlie.post("/cooking/timers", fields(soup, key: "\(number)")).expect(.ok)
        }
        #expect(try await charlie.post("/cooking/timers", fields(soup, key: "more")).status == .conflict)
        #expect(try await timers(charlie).count == CookingRules.timers)
        #expect(try await site.visitor().send(.get, "/cooking/timers").location?.hasPrefix("/login") == true)
    }

    @Test func `timers stop with the deleted recipe, and old ones are deleted`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Soup", "1 onion")
        let charlie = try site.client(.charlie)
        try await charlie.post("/cooking/timers", fields(soup)).expect(.ok)
        try await site.client(.alice).post("/recipes/\(soup)/delete").expect(.seeOther)
        #expect(try await timers(charlie).map(\.title) == [""])
        let sweep = Retention(writer: site.site.writer, settings: site.site.settings)
        try sweep.sweep(now: site.now + CookingRules.keptTime)
        #expect(try site.count("SELECT count(*) FROM cook_timer") == 0)
    }
}
