// Tests of exporting and importing the catalogue as a table.

import Database
import Foundation
import HTTP
import Testing
import Texts
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct TableTests {
    private func send(_ site: TestSite, _ table: String) async throws -> Response {
        let file = (name: "table", filename: "t.csv", bytes: Array(table.utf8))
        let answer = try await site.client(.ada).upload("/admin/catalogue/import", [], file: file)
        site.site.backgroundWorker.work()
        return answer
    }

    @Test func `an exported table changes nothing when it is imported, in the format of any spreadsheet`() async throws
    {
        let site = try TestSite()
        let file = try await site.client(.ada).get("/admin/catalogue/ingredients.csv")
        #expect(file.headers["Content-Type"]?.hasPrefix("text/csv; charset=utf-8") == true)
        #expect(file.headers["Content-Disposition"]?.hasPrefix("attachment") == true)
        let rows = try #require(CSVText.read(file.text))
        #expect(rows.count == (try site.catalogue().entries.count) + 1)
        #expect(try await send(site, file.text).location == "/admin/catalogue/import")
        #expect(try site.count("SELECT count(*) FROM catalogue_change") == 0)
    }

    @Test func `the preview of a table shows new, changed and refused lines`() async throws {
        let site = try TestSite()
        let tea = try site.plant("Tea of frobnium", "2 g frobnium\n1 onion")
        let answer = try await send(
            site,
            #"""
            key;name_en;name_ru;aisle;fact.vegan;also_en
            onion;;;;no;"tearbulb, ""glorbulb"""
            ;frobnium;фробний;drinks;yes;
            unicorn;x;y;drinks;yes;
            ;glorb;глорб;moon;yes;
            ;honey;мёд;drinks;yes;
            carrot;;;;perhaps;
            onion;;;;yes;
            """#)
        let address = try found(answer.location)
        let page = try await site.client(.ada).get(address)
        #expect(page.shows("1 added, 1 changed."))
        for line in [4, 5, 6, 7, 8] { #expect(page.shows("Line \(line)"), "\(line)") }
        #expect(page.shows(Text.tableNoSuchKey(.en, key: "unicorn")))
        #expect(page.shows(Text.tableKeyThere(.en, key: "honey")))
        try await site.confirm(address)
        #expect(try site.ingredients(of: tea) == ["frobnium", "onion"])
        let onion = try #require(try site.catalogue().record("onion"))
        #expect(
            onion.englishAlso == ["tearbulb", "\"glorbulb\""] && onion.stated[.diet(.vegan)] == .no
                && onion.english == "onion")
        #expect(try site.failures() == [])
        try await site.undo(address)
        #expect(try site.ingredients(of: tea) == ["onion"])
        #expect(try site.failures() == [])
    }

    @Test func `empty cells of names change nothing`() async throws {
        let site = try TestSite()
        let before = try #require(try site.catalogue().record("onion"))
        #expect(!before.englishAlso.isEmpty && !before.russianAlso.isEmpty)
        let sent = try await send(site, "key,also_en,also_ru,plural_en,density\nonion,,,,0.51\n")
        try await site.confirm(found(sent.location))
        let after = try #require(try site.catalogue().record("onion"))
        #expect(after.englishAlso == before.englishAlso && after.russianAlso == before.russianAlso)
        #expect(after.englishPlural == before.englishPlural && after.density == 0.51)
    }

    @Test func `reasons for refused lines are in the language of the reader`() async throws {
        let site = try TestSite()
        let address = try found(
            try await send(site, "key,density,aisle\nonion,0.51,\nunicorn,1,\ncarrot,,moon\n").location)
        let english = try await site.client(.ada).get(address)
        #expect(english.shows("No ingredient has the key “unicorn”."))
        let russian = try await site.client(.ada).get(address, headers: ["Accept-Language": "ru"])
        #expect(!russian.shows("No ingredient has the key") && russian.shows("unicorn"))
        #expect(!russian.shows("Aisle:") && russian.shows("Line 3") == false)
        // Stored by an older version, in the sender's language.
        try site.run("UPDATE catalogue_change_refusal SET reason = 'Old words.'")
        #expect(try await site.client(.ada).get(address).shows("Old words."))
    }

    @Test func `undoing a table keeps ingredients that changed later`() async throws {
        let site = try TestSite()
        let sent = try found(try await send(site, "key,density\nonion,0.51\ncarrot,0.52\n").location)
        try await site.confirm(sent)
        try await site.change("/admin/ingredients/carrot", ("density", "0.9"))
        try await site.undo(sent)
        #expect(try site.catalogue().entry("carrot")?.density == 0.9)
        #expect(try site.catalogue().entry("onion")?.density != 0.51)
    }

    private static let wrong: [(String, String)] = [
        ("", "Choose a file."), ("key,name_en\n", "There are no lines"),
        ("key,unicorn\nonion,1\n", "Unknown column “unicorn”"), ("key,key\nonion,x\n", "appears twice"),
        ("aisle\ndrinks\n", "has to be “key” or “name_en”"), ("key,name_en\nonion,\"x\n", "never closed"),
        ("key,aisle\nonion,moon\n", "No line could be imported"),
        ("key\n" + String(repeating: "x\n", count: 5_001), "At most 5000 lines."),
        ("key\n" + String(repeating: "x", count: 2 << 20), "At most 2048 KB."),
        ("key,aisle\nonion,drinks,more\n", "more cells than columns"),
    ]

    @Test(arguments: wrong)
    func `an unreadable table shows the reason`(table: String, words: String) async throws {
        let site = try TestSite()
        let answer = try await send(site, table)
        #expect(answer.status == .unprocessable && answer.hasError(at: "table") && answer.shows(words), "\(words)")
    }

    @Test func `a table that is not UTF-8 is refused`() async throws {
        let site = try TestSite()
        let bytes = Array("key,name_ru\nonion,".utf8) + [0xEB, 0xF3, 0xEA] + Array("\n".utf8)
        let file = (name: "table", filename: "t.csv", bytes: bytes)
        let answer = try await site.client(.ada).upload("/admin/catalogue/import", [], file: file)
        #expect(answer.status == .unprocessable && answer.shows(Text.tableNotUtf8(.en)))
    }

    @Test(arguments: ["=1+1", "+1", "-1", "@x", "'=x", "plain", "a \"quote\", and; more", "two\nlines", "'quoted'"])
    func `no cell becomes a formula, and each reads back unchanged`(text: String) throws {
        let written = CSVText.write([["head", "x"], [text, "x"]])
        let rows = try #require(CSVText.read(written))
        #expect(rows[1].cells[0] == text && rows[1].line == 2)
        let cell = written.split(separator: "\r\n")[1].drop { $0 == "\"" }
        #expect(!["=", "+", "-", "@"].contains(cell.first))
    }
}
