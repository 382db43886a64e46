// Tests that other programs read the site's HTML, JSON, CSV, emails and files as intended, with hostile texts.

import Bytes
import Foundation
import HTML
import HTMLReading
import HTTP
import Mail
import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

/// Written data, and what `Tests/Conformance/other_readers.py` must read from it.
private struct Case: Encodable {
    let reader: String
    let data: Data
    let expected: String

    init(_ reader: String, _ written: [UInt8], _ expected: some Encodable) throws {
        self.reader = reader
        data = Data(written)
        self.expected = String(decoding: try JSONEncoder().encode(expected), as: UTF8.self)
    }

    init(_ reader: String, _ written: String, _ expected: some Encodable) throws {
        try self.init(reader, Array(written.utf8), expected)
    }
}

@Suite struct OtherReaderTests {
    /// Scalars that form one `Character` with a delimiter next to them, or split one.
    static let neighbours = ["\u{600}", "\u{D4E}", "\u{301}", "\u{FE0F}", "\u{200D}", "\u{1F1E6}", "\r\n"]

    /// Each delimiter with each neighbour before, after and around it.
    static func texts(_ delimiters: [String]) -> [String] {
        delimiters.flatMap { delimiter in
            [delimiter] + neighbours.flatMap { [$0 + delimiter, delimiter + $0, $0 + delimiter + $0] }
        }
    }

    static func within(_ delimiters: [String]) -> [String] { texts(delimiters).map { "a" + $0 + "b" } }

    static let markup = ["<", ">", "&", "\"", "'", "`", "</p>", "<meta http-equiv=refresh>", "-->", "]]>", "&lt;"]
    static let inScripts = [
        "</script", "</script>", "<!--", "<script", "]]>", "\"", "\\", "\\u003c", "&", "\u{2028}", "{",
    ]
    static let inCells = ["\"", ",", ";", "\t", "\n", "\r", "\"\"", "=1+1", "+1", "-1", "@A1", "'", "'="]
    static let inMails = [
        ",", ";", ":", "<", ">", "\"", "(", ")", "@", "\\", "=?", "?=", "\n", "\r", "=?utf-8?B?QQ==?=",
    ]
    static let inCooklang = ["@", "#", "~", "{", "}", "%", "(", ")", "--", "[-", "-]", ">", "=", "\\", "---", ">> a:"]
    static let inCalendars = [
        ":", ";", ",", "\\", "\\n", "\"", "=", "\n", "\r", "\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\n", "\r\n ", "\u{2028}",
    ]
    static let inAddresses = ["/", "?", "#", "&", "=", "%", "+", ";", " ", "\\", "..", "//"]

    /// Fails with each line that Python's parsers read differently.
    private func check(_ cases: [Case]) throws {
        let folder = try TestFolder()
        let path = folder.path + "/cases.json"
        try JSONEncoder().encode(cases).write(to: URL(fileURLWithPath: path))
        let script = TestSite.root + "/Tests/Conformance/other_readers.py"
        let said = String(decoding: try SystemProgram.run("/usr/bin/python3", [script, path]), as: UTF8.self)
        #expect(said == "\(cases.count) cases\n")
    }

    // MARK: Writers

    @Test func `no text becomes markup, or ends a block of data`() throws {
        let values = Self.within(Self.markup)
        var out = HTMLBuffer()
        for value in values {
            out.literal("<p title=\"")
            out.attribute(value)
            out.literal("\">")
            out.text(value)
            out.literal("</p>")
        }
        let page = try #require(HTMLPage(String(decoding: out.bytes, as: UTF8.self)))
        let paragraphs = page.root.all { $0.name != "html" && $0.name != "body" }
        #expect(paragraphs.allSatisfy { $0.name == "p" })
        #expect(paragraphs.map { Array($0.source.utf8) } == values.map { Array($0.utf8) })
        #expect(paragraphs.map { Array(($0["title"] ?? "").utf8) } == values.map { Array($0.utf8) })

        let catalogue = try TestSite().catalogue()
        let data = Self.within(Self.inScripts)
        let scripts = data.map { text -> [UInt8] in
            var body = RecipeBody()
            (body.title, body.description, body.language) = (text, text, "en")
            let revision = Revision(
                id: 1, recipeID: 1, n: 1, slug: "", sha256: "", createdAt: 0, body: body, stored: body.encoded())
            return RecipeData(
                revision, author: Author(id: 1, username: "alice", isLicensed: true), diets: catalogue.diets(of: body),
                publishedAt: nil, catalogue: catalogue, site: "https://toque.example"
            ).script.bytes
        }
        try check([Case("html_text", out.bytes, values), Case("html_scripts", Array(scripts.joined()), data)])
    }

    @Test func `no text adds anything to JSON`() throws {
        let values = Self.within(Self.inScripts + ["}", "[", "]", ",", ":", "\n", "\u{0}"])
        var json = JSONText()
        for (number, text) in values.enumerated() { json.add(String(number), text) }
        let fields = Dictionary(uniqueKeysWithValues: values.enumerated().map { (String($0.offset), $0.element) })
        try check([
            Case("json_texts", json.object, values), Case("json_texts", JSONAnswer.bytes(fields), values),
        ])
    }

    @Test func `no text becomes another cell or a formula in a table`() throws {
        let values = Self.texts(Self.inCells) + Self.within(Self.inCells)
        let rows = values.map { [$0, "second", $0] }
        try check([Case("csv_rows", CSVText.write(rows), rows)])
        let read = try #require(CSVText.read(CSVText.write(rows)))
        #expect(read.map { $0.cells.map { Array($0.utf8) } } == rows.map { $0.map { Array($0.trimmed.utf8) } })
    }

    private struct MailExpected: Encodable {
        var headers = [
            "Auto-Submitted", "Content-Language", "Content-Type", "Date", "From", "MIME-Version", "Message-ID",
            "Subject", "To",
        ]
        let subject: String
        var from = "toque@example.org"
        let name: String
        let text: String
    }

    @Test func `no text adds a header, address or part to an email`() throws {
        let id = try #require(MailAddress("1@example.org"))
        let someone = try #require(MailAddress("vic@example.org"))
        var cases: [Case] = []
        func add(_ to: MailAddress, _ name: String, _ subject: String, _ text: String) throws {
            let from = try #require(Mailbox("\(name) <toque@example.org>"))
            let message = Message(
                id: id, from: from, to: to, date: 0, subject: try #require(HeaderText(subject)),
                language: try #require(HeaderText("en")), text: text, html: text)
            let expected = MailExpected(subject: subject, name: from.name.text, text: text)
            cases.append(try Case("mail", message.bytes, expected))
        }
        for value in Self.within(Self.inMails) {
            let isName = Mailbox("\(value) <toque@example.org>") != nil
            let isHeader = HeaderText(value) != nil
            // A text with a line break is never a header, whatever precedes the break.
            #expect(!isHeader || !value.utf8.contains { $0 == 10 || $0 == 13 })
            try add(someone, isName ? value : "Toque", isHeader ? value : "Words", value)
            if let address = MailAddress("vic\(value)@example.org") { try add(address, "Toque", "Words", "Words") }
        }
        try check(cases)
    }

    @Test func `an accepted address has one @ for every program`() {
        for value in Self.texts(["@", ",", "<", ">", ";", " ", "\n"]) {
            for address in ["vic\(value)tim@example.org", "vic@\(value)example.org", "vic@example.org\(value)"] {
                #expect(MailAddress(address) == nil, "\(address.unicodeScalars.map(\.value))")
            }
        }
    }

    @Test func `no accepted subtitle text begins a cue or a tag`() throws {
        var cases: [Case] = []
        for text in Self.within(["-->", "<", "<c>", "</c>", "<00:01.000>", "&", "\n\n", "\n-->\n", "\r\r", "<b>"]) {
            let file = "WEBVTT\n\n00:00.000 --> 00:01.000\n\(text)\n"
            let isTaken = WebVTT.problem(in: file, milliseconds: 10_000) == nil
            if text.utf8.contains(UInt8(ascii: "<")) || text.utf8.contains(UInt8(ascii: ">")) {
                #expect(
                    !isTaken
                        || text.unicodeScalars.split(separator: "<").last?.starts(with: "b>".unicodeScalars) == true)
            }
            if isTaken { cases.append(try Case("web_vtt", file, 1)) }
        }
        #expect(cases.count > 10)
        try check(cases)
    }

    private struct CooklangExpected: Encodable {
        let ingredients = 1
        let title: String
    }

    @Test func `no text becomes a mark, comment or heading of Cooklang`() throws {
        let catalogue = try TestSite().catalogue()
        let cases = try Self.within(Self.inCooklang).map { text in
            var body = RecipeBody()
            var line = RecipeLine()
            (line.ingredient, line.amount, line.note) = (text, 1, text)
            (body.title, body.description, body.language, body.lines) = (text, text, "en", [line])
            body.steps = [RecipeStep(text: text), RecipeStep(text: "Then\n" + text.dropFirst())]
            let written = CooklangText(body, author: "alice", catalogue: catalogue).text
            let read = try CooklangRecipe.read(written)
            #expect(read.lines.count == 1 && read.steps.count == 2, "\(written)")
            #expect(Array(read.title.utf8) == Array(text.inOneLine.utf8))
            return try Case("cooklang", written, CooklangExpected(title: text))
        }
        try check(cases)
    }

    private struct CalendarExpected: Encodable {
        let names: [String]
        let summaries: [String]

        init(_ component: [String], _ texts: [String]) {
            names =
                ["BEGIN", "VERSION", "PRODID"] + texts.flatMap { _ in ["BEGIN"] + component + ["END"] } + ["END"]
            summaries = texts.map { $0.lines.joined(separator: "\n") }
        }
    }

    @Test func `no text adds a property or a component to a calendar`() async throws {
        let values = Self.within(Self.inCalendars) + [String(repeating: "🍲;é\u{301},", count: 40)]
        var calendar = CalendarText()
        for value in values { calendar.add("VTODO", [("SUMMARY", value), ("STATUS", "COMPLETED")]) }
        let site = try TestSite()
        let today = PlanRules.day(site.now)
        try site.write { db in
            for (number, value) in values.enumerated() {
                let entry = NewPlanEntry(day: today + number / PlanRules.entriesOfDay, note: value)
                _ = try PlanStore(db).add(entry, user: Person.charlie.id, now: site.now)
            }
        }
        let charlie = try site.client(.charlie)
        try await charlie.post("/plan/feed").expect(.seeOther)
        let page = try await charlie.get("/plan").text
        let path = try #require(page.firstMatch(of: /\/plan\/feed\/[^"]+\.ics/)).output
        let feed = try await site.visitor().get(String(path))
        try check([
            Case("icalendar", calendar.finished, CalendarExpected(["SUMMARY", "STATUS"], values)),
            Case("icalendar", feed.bytes, CalendarExpected(["UID", "DTSTAMP", "DTSTART", "SUMMARY"], values)),
        ])
    }

    private struct FeedExpected: Encodable {
        let titles: [String]
        let summaries: [String]
    }

    @Test func `no text adds an element to the feed`() async throws {
        let texts = Self.within(["<", "&", "]]>", "</title>", "&lt;", "\""])
        var cases: [Case] = []
        for start in stride(from: 0, to: texts.count, by: 20) {
            let site = try TestSite()
            let part = Array(texts[start..<min(start + 20, texts.count)])
            for text in part {
                site.clock.advance(by: TestClock.minute)
                try site.plant(text, "1 onion", description: text)
            }
            let read = Array(part.reversed())
            try await cases.append(
                Case("atom", site.visitor().get("/feed.atom").bytes, FeedExpected(titles: read, summaries: read)))
        }
        try check(cases)
    }

    @Test func `no text adds a part to an address`() throws {
        let values = Self.within(Self.inAddresses)
        let path = values.map { "/" + Percent.encode(segment: $0) }.joined()
        let query = Parameters(values.map { (name: "q", value: $0) }).encoded()
        var out = HTMLBuffer()
        for value in values {
            out.literal("/")
            out.urlPart(value)
        }
        let written = String(decoding: out.bytes, as: UTF8.self)
        try check([Case("address", path + "?" + query, values), Case("address", written + "?" + query, values)])
    }

    // MARK: Real pages

    static let hostile = neighbours.map {
        "\($0)</script \($0)><meta http-equiv=refresh content=0;url=//evil.example \($0)><!--\($0)<script \($0)\"\($0)&\($0)"
    }.joined(separator: " ")
    static let title = "Soup\"\u{301},=1+1"

    private struct PageExpected: Encodable {
        let plain: Data
        let fields: [String: String]
    }

    private func page(_ title: String, _ description: String) async throws -> (
        page: [UInt8], data: String, cook: String
    ) {
        let site = try TestSite()
        let id = try site.plant(title, "1 onion", description: description)
        let visitor = try site.visitor()
        return try await (
            Array(visitor.get(site.address(of: id)).text.utf8), visitor.get("/recipes/\(id).jsonld").text,
            visitor.get("/recipes/\(id).cook").text
        )
    }

    @Test func `other readers see the same page when the description is hostile`() async throws {
        let plain = Self.hostile.unicodeScalars.map { "<>&\"".unicodeScalars.contains($0) ? "x" : $0 }
        let read = try await page(Self.title, Self.hostile)
        let other = try await page("Soup", String(String.UnicodeScalarView(plain)))
        let fields = ["name": Self.title, "description": Self.hostile]
        try check([
            Case("html_page", read.page, PageExpected(plain: Data(other.page), fields: fields)),
            Case("json_fields", read.data, fields), Case("cooklang", read.cook, CooklangExpected(title: Self.title)),
        ])
    }

    private func export(_ site: TestSite, _ format: String) async throws -> [UInt8] {
        let answer = try await site.client(.ada).post("/admin/recipes/export", [("format", format), ("filter", "")])
        try answer.expect(.ok)
        guard case .stream(let stream) = answer.body else { throw StepFailed(description: "no stream") }
        var bytes: [UInt8] = []
        while let piece = try await stream.next() { bytes += piece }
        return bytes
    }

    @Test func `an exported table has a cell for each column, and JSON an object for each recipe`() async throws {
        let site = try TestSite()
        let titles = [Self.title, "Plain"] + Self.neighbours.map { "Soup\"\($0),\($0)\"=1" }
        for title in titles { try site.plant(title, "1 onion") }
        try await check([
            Case("csv_titles", export(site, "csv"), titles), Case("json_titles", export(site, "json"), titles),
        ])
    }
}
