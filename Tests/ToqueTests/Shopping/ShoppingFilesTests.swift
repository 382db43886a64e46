// Tests the shopping list as text, CSV and to-dos, also with text that could break out of its place.

import Bytes
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct ShoppingFilesTests {
    @Test func `text, table and to-dos have every item`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        try await site.want("2 l milk\nnapkins, red")
        let milk = try #require(try await site.shopping().first { $0.title == "milk" })
        try await charlie.post("/shopping/items/\(milk.id)/tick").expect(.seeOther)
        let text = try await charlie.get("/shopping.txt")
        #expect(text.text == "Other\n- napkins, red\n")
        let table = try await charlie.get("/shopping.csv").text
        #expect(
            table.contains("item,amount,aisle,ticked,recipes\r\n") && table.contains("\"napkins, red\",,Other,0,\r\n"))
        #expect(table.contains("milk,2\u{a0}l,,1,\r\n"))
        let calendar = try await charlie.get("/shopping.ics")
        #expect(calendar.headers["Content-Type"]?.hasPrefix("text/calendar") == true)
        #expect(calendar.text.contains("SUMMARY:napkins\\, red\r\n") && calendar.text.contains("STATUS:COMPLETED\r\n"))
    }

    /// The properties of a calendar, read by RFC 5545 without the site's own functions: lines are unfolded by their
    /// bytes, and the first colon ends the name.
    private func properties(_ calendar: String) -> [(name: String, value: String)] {
        var lines: [[UInt8]] = [[]]
        let bytes = Array(calendar.utf8)
        var place = 0
        while place < bytes.count {
            if bytes[place...].starts(with: [13, 10, 32]) {
                place += 3
            } else if bytes[place...].starts(with: [13, 10]) {
                lines.append([])
                place += 2
            } else {
                lines[lines.count - 1].append(bytes[place])
                place += 1
            }
        }
        return lines.filter { !$0.isEmpty }.map { line in
            let colon = line.firstIndex(of: 58) ?? line.endIndex
            return (
                String(decoding: line[..<colon], as: UTF8.self),
                String(decoding: line[colon...].dropFirst(), as: UTF8.self)
            )
        }
    }

    private func unescaped(_ value: String) -> String {
        var (text, isEscaped) = ([UInt8](), false)
        for byte in value.utf8 {
            if isEscaped {
                text.append(byte == UInt8(ascii: "n") ? 10 : byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    @Test func `no text adds a property or a component to a calendar`() {
        let marks = ["", "\u{600}", "\u{D4E}", "\u{301}", "\u{FE0F}", "\u{200D}", "\u{1F1E6}", "\r\n", "\n", "\r"]
        let delimiters = [":", ";", ",", "\\", "\r\nEND:VTODO\r\nBEGIN:VEVENT\r\n", "\r\n ", "\"", "="]
        for mark in marks {
            for delimiter in delimiters {
                let text = "a\(mark)\(delimiter)\(mark)b" + String(repeating: "é\(mark)", count: 60)
                var calendar = CalendarText()
                calendar.add("VTODO", [(name: "SUMMARY", value: text), (name: "STATUS", value: "COMPLETED")])
                let read = properties(String(decoding: calendar.finished, as: UTF8.self))
                let names = ["BEGIN", "VERSION", "PRODID", "BEGIN", "SUMMARY", "STATUS", "END", "END"]
                #expect(read.map(\.name) == names)
                let lines = text.lines.map { String($0) }.joined(separator: "\n")
                #expect(unescaped(read[4].value).utf8.elementsEqual(lines.utf8))
                #expect(calendar.finished.split(separator: 10).allSatisfy { $0.count <= 76 })
            }
        }
    }
}
