// Tests of dates and times on pages, in UTC.

import Foundation
import HTML
import Testing
import Texts
import Words

@testable import Toque

@Suite struct DatesTests {
    @Test(arguments: [
        ("1970-01-01", 86_399_999), ("2000-02-29", 951_868_799_999), ("2026-11-18", 1_795_046_399_999),
        ("9999-12-31", 253_402_300_799_999),
    ])
    func `a day ends with its last millisecond`(text: String, end: Int) {
        #expect(Dates.endOfDay(text) == end)
        #expect(Dates.iso(end) == text)
        #expect(Dates.iso(end + 1) != text)
    }

    @Test(arguments: [
        "", "2026", "2026-11", "2026-02-29", "2100-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "2026-04-31",
        "26-01-01",
        "1969-12-31", "10000-01-01", "2026-1-1-1", "18.11.2026", "2026-11-18T10:00", "-2026-11-18", "2026-11-018",
        " 2026-11-18",
    ])
    func `an invalid date has no end`(text: String) { #expect(Dates.endOfDay(text) == nil) }

    @Test func `dates of four centuries agree with the calendar of Foundation`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        for day in stride(from: 0, to: 146_097, by: 13) {
            let moment = day * 86_400_000 + 43_200_000
            let parts = calendar.dateComponents(
                [.year, .month, .day], from: Date(timeIntervalSince1970: Double(moment) / 1000))
            let (year, month, number) = try (#require(parts.year), #require(parts.month), #require(parts.day))
            let expected = "\(year)-\(month < 10 ? "0" : "")\(month)-\(number < 10 ? "0" : "")\(number)"
            #expect(Dates.iso(moment) == expected)
        }
    }

    @Test(arguments: [0, 951_868_799_999, 1_794_996_060_123, 253_402_300_799_999])
    func `JSON times have the format of Foundation`(moment: Int) {
        #expect(Dates.time(moment) == Date(timeIntervalSince1970: Double(moment / 1_000)).formatted(.iso8601))
    }

    @Test func `a moment has a date in words and a time`() {
        #expect(Dates.moment(1_794_996_060_000, .en) == "18 November 2026, 10:01")
        #expect(Dates.day(1_794_996_060_000, .ru).contains("2026"))
        #expect(Dates.day(0, .en) == "1 January 1970")
    }

    @Test func `a moment on a page is a time element in UTC`() {
        let moment = Moment(1_794_996_060_123, .en)
        let time = #"<time datetime="2026-11-18T10:01:00Z">18 November 2026, 10:01 UTC</time>"#
        #expect(moment.html == HTML(safe: time))
        #expect(moment.html { Text.sessionsLastSeen(.en, time: $0) } == HTML(safe: "last used \(time)"))
        #expect(moment.html { "until \($0)." } == HTML(safe: "until \(time)."))
        let first = #"<time datetime="1970-01-01T00:00:00Z">1 января 1970, 00:00 UTC</time>"#
        #expect(Moment(0, .ru).html == HTML(safe: first))
    }

    @Test func `the sentence around a moment is escaped`() {
        let sentence = Moment(1_794_996_060_123, .en).html { Text.dietsBy(.en, at: $0, name: "<b>A & B</b>") }
        #expect(String(decoding: sentence.bytes, as: UTF8.self).hasPrefix("&lt;b&gt;A &amp; B&lt;/b&gt;, <time "))
        #expect(Moment(0, .en).html { _ in "a < b" } == HTML(safe: "a &lt; b"))
    }
}
