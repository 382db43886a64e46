// Tests of the charts for admins: values by day, drawn and as tables, and response times.

import Database
import HTTP
import HTTPServer
import Testing
import Words

@testable import TestKit
@testable import Toque

@Suite struct ActivityTests {
    private static func values(_ site: TestSite, _ kind: ActivityKind, days: Int = 30) throws -> [Int] {
        try site.read { try ActivityStore($0).series(days: days, now: site.now) }[kind.rawValue].values
    }

    @Test func `days are counted in UTC, and days outside the period are left out`() throws {
        let site = try TestSite()
        let today = site.now / Milliseconds.day * Milliseconds.day
        try site.run("UPDATE user SET created_at = 0")
        let firstDay = today - 29 * Milliseconds.day
        let joined: [(person: Person, at: Int)] = [
            (.alice, today), (.bob, today - 1), (.charlie, firstDay), (.ada, firstDay - 1),
        ]
        for (person, at) in joined { try site.run("UPDATE user SET created_at = \(at) WHERE id = \(person.id)") }
        let month = try Self.values(site, .signUps)
        #expect(month.count == 30 && month.reduce(0, +) == 3)
        #expect(month[29] == 1 && month[28] == 1 && month[0] == 1)
        #expect(try Self.values(site, .signUps, days: 90).reduce(0, +) == 4)
    }

    @Test func `a decision counts with the hours that its author waited, an import does not`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        site.clock.advance(by: 5 * Milliseconds.hour - Milliseconds.minute)
        try await site.approve(submission)
        #expect(try Self.values(site, .decisions).reduce(0, +) == 1)
        #expect(try Self.values(site, .waits).max() == 5)
        let published = try Self.values(site, .published).reduce(0, +)
        try site.plant("Lentil soup", "300 g red lentils")
        #expect(try site.count("SELECT count(*) FROM decision WHERE kind = 'import'") > 0)
        #expect(try Self.values(site, .decisions).reduce(0, +) == 1)
        #expect(try Self.values(site, .published).reduce(0, +) == published + 1)
    }

    @Test func `the age of the queue and the response times are kept by day`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        site.clock.advance(by: 3 * Milliseconds.hour - Milliseconds.minute)
        site.site.backgroundWorker.work()
        #expect(try Self.values(site, .oldest).last == 3)
        #expect(try Self.values(site, .latency).last ?? 0 > 0)
        try await site.approve(submission)
        for (milliseconds, count) in [(2, 90), (40, 10)] {
            var times = Histogram()
            for _ in 0..<count { times.add(Double(milliseconds) / 1_000) }
            let (now, measured) = (site.now + Milliseconds.day, times)
            try site.write { try ActivityStore($0).note(measured, now: now) }
        }
        site.clock.advance(by: Milliseconds.day)
        // The second note adds to the first, and the queue is empty.
        #expect(try Self.values(site, .latency).last == 50)
        #expect(try Self.values(site, .oldest).suffix(2) == [3, 0])
        let later = site.now + 90 * Milliseconds.day
        try site.write { try ActivityStore($0).note(Histogram(), now: later) }
        #expect(try site.count("SELECT count(*) FROM site_day") == 1)
    }

    @Test func `errors are counted by day, and days before the period are deleted`() throws {
        let site = try TestSite()
        let kind = ErrorKind(method: "GET", route: "/", type: "T", frames: "", message: "")
        let days: [(at: Int, count: Int)] = [
            (site.now - 90 * Milliseconds.day, 4), (site.now - Milliseconds.day, 3), (site.now, 1), (site.now, 1),
        ]
        for (at, count) in days {
            var seen = ErrorCount()
            for _ in 0..<count { seen.add(ErrorSample(at: at, status: 500, request: "r")) }
            let errors = [kind: seen]
            try site.write { _ = try ErrorStore($0).add(errors) }
        }
        #expect(try Self.values(site, .errors).suffix(2) == [3, 2])
        #expect(try site.count("SELECT count(*) FROM error_day") == 2)
    }

    @Test func `the highest day fills the chart, and a small value can still be seen`() {
        var series = ActivitySeries(.signUps, today: 100, days: 3)
        series.set(1, day: 98)
        series.set(1_000, day: 100)
        series.set(7, day: 97)
        series.set(7, day: 101)
        #expect(series.values == [1, 0, 1_000])
        #expect(series.path == "M1 100v-2h8v2zM21 100v-100h8v100z")
        #expect(ActivitySeries(.errors, today: 100, days: 3).path == "")
    }

    @Test func `the overview has a chart and a table, for a period of the list`() async throws {
        let site = try TestSite()
        try site.run("UPDATE user SET created_at = \(site.now)")
        let ada = try site.client(.ada)
        let page = try await ada.get("/admin")
        #expect(page.text.contains("<svg role=\"img\" aria-label=\"Sign-ups by day. Total: "))
        #expect(page.text.contains("<th scope=\"row\">\(Dates.day(site.now, .en))</th>"))
        #expect(page.text.contains("viewBox=\"0 0 300 100\"") && page.shows("None in this period."))
        #expect(try await ada.get("/admin?days=90").text.contains("viewBox=\"0 0 900 100\""))
        for days in ["91", "-1", "9999999999999999999", "x"] {
            #expect(try await ada.get("/admin?days=\(days)").text.contains("viewBox=\"0 0 300 100\""), "\(days)")
        }
        #expect(try await ada.get("/admin").shows("GET /admin"))
    }

    @Test func `the slowest routes come first, and statuses are added up`() {
        let times = RequestTimes()
        for (route, status, seconds) in [
            ("/quick", 200, 0.002), ("/slow", 200, 0.3), ("/slow", 404, 0.001), ("/endless", 200, 60.0),
        ] { times.add(.init(method: "GET", route: route, status: status), seconds: seconds) }
        times.add(.init(method: "any", route: "none", status: 404), seconds: 60)
        let rows = times.slowest(2)
        #expect(rows.map(\.route) == ["/endless", "/slow"])
        #expect(rows[1].histogram.count == 2)
        #expect(rows[1].histogram.bound(ofPercent: 50) == 0.001 && rows[1].histogram.bound(ofPercent: 95) == 0.5)
        #expect(rows[0].histogram.bound(ofPercent: 50) == nil)
        let shown = rows.map { ResponseTimeRow($0, .en) }
        #expect(shown[0].most == "over 10 s" && shown[1].half == "1 ms" && shown[1].most == "500 ms")
    }
}
