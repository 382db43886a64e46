// Tests of the limits on the work of one import, counted in size of the input and not in time.

import Archive
import Foundation
import HTTP
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct ImportBudgetTests {
    private static let marks = String(repeating: "\u{301}", count: 31)

    private static func read(
        _ bytes: [UInt8], name: String = "", budget: ImportBudget = ImportBudget()
    ) throws -> ImportPreview {
        try ImportPreview.read(bytes, name: name, StartingPoint.made.get().catalogue, budget: budget)
    }

    @Test(arguments: ["soup.cook", "soup.txt"])
    func `a text with too many lines is refused before it is parsed`(name: String) {
        let text = "Boil @water{1%l}.\n\n" + String(repeating: "Stir.\n\n", count: 150_000)
        #expect(throws: ImportRefusal.tooLong) { try Self.read(Array(text.utf8), name: name) }
        let long = "Boil @water{1%l}.\n" + String(repeating: "Stir it. ", count: 150_000)
        #expect(throws: ImportRefusal.tooLong) { try Self.read(Array(long.utf8), name: name) }
    }

    @Test func `JSON with too many values is refused before it is parsed`() {
        let many = "[" + String(repeating: "[],", count: 200_000) + ImportTests.recipe("Soup") + "]"
        #expect(throws: ImportRefusal.tooLong) { try Self.read(Array(many.utf8)) }
    }

    @Test func `an import that costs too much keeps the recipes so far and reports the rest once`() throws {
        let files = (1...6).map { ("\($0).json", Array(ImportTests.recipe("Soup \($0)").utf8)) }
        let budget = ImportBudget(read: 3 * (files.first?.1.count ?? 0))
        let reading = try Self.read(ArchiveImportTests.archive(files), budget: budget)
        #expect(reading.recipes.count == 3)
        #expect(reading.unread.map(\.key) == ["tooMuch"])
        for language in Language.allCases {
            #expect(
                Text.dynamic("import.problem.tooMuch", language) != nil
                    && Text.dynamic("import.problem.marks", language) != nil)
        }
    }

    @Test func `the limit of lines applies to all recipes together`() throws {
        let soups = Array(ImportPagesTests.soups(10).utf8)
        let whole = try Self.read(soups).recipes
        let each = try found(whole.first).body.lines.count + found(whole.first).body.steps.count
        let reading = try Self.read(soups, budget: ImportBudget(lines: 4 * each))
        #expect(whole.count == 10 && reading.recipes.count == 4)
        #expect(reading.unread.map(\.key) == ["tooMuch"])
    }

    @Test func `lines of plain text count, also in texts without a recipe`() throws {
        let text = Array(("Soup\n" + String(repeating: "w x y z\n", count: 99)).utf8)
        let files = (1...4).map { ("\($0).txt", text) }
        func read(_ lines: Int) throws -> [String] {
            try Self.read(ArchiveImportTests.archive(files), budget: ImportBudget(plainLines: lines)).unread.map(\.key)
        }
        #expect(try Set(read(4 * 101)) == ["noRecipe"])
        #expect(try read(4 * 101 - 1).contains("tooMuch"))
    }

    @Test func `markup in texts costs its bytes and 64, in all documents together`() throws {
        let soup = #"{"@type":"Recipe","name":"Soup","recipeIngredient":["1 egg"],"tool":["#
        let tools = Array(repeating: #""&a""#, count: 100).joined(separator: ",")
        let files = (1...4).map { ("\($0).json", Array("\(soup)\(tools)]}".utf8)) }
        let cost = 100 * (64 + 2)
        func count(_ markup: Int) throws -> Int {
            let reading = try Self.read(ArchiveImportTests.archive(files), budget: ImportBudget(markup: markup))
            #expect(reading.recipes.count == 4 || reading.unread.map(\.key) == ["tooMuch"])
            return reading.recipes.count
        }
        #expect(try count(4 * cost) == 4)
        #expect(try count(4 * cost - 1) == 3)
        #expect(try count(2 * cost) == 2)
        let plain = Array("\(soup)\"pan\"]}".utf8)
        #expect(try Self.read(plain, budget: ImportBudget(markup: 0)).recipes.count == 1)
    }

    @Test func `an author that many recipes of a page refer to is read once`() throws {
        let recipes = (1...200).map {
            #"{"@type":"Recipe","name":"Soup \#($0)","recipeIngredient":["1 egg"],"author":{"@id":"x"}}"#
        }
        let name = String(repeating: "&amp;", count: 10)
        let graph = (recipes + [#"{"@id":"x","name":"\#(name)"}"#]).joined(separator: ",")
        let page = "<html><script type=\"application/ld+json\">[\(graph)]</script></html>"
        func read(_ markup: Int) throws -> ImportPreview {
            try Self.read(Array(page.utf8), budget: ImportBudget(markup: markup))
        }
        #expect(try read(64 + name.utf8.count).recipes.map(\.body.title) == ["Soup 1"])
        #expect(throws: ImportRefusal.tooMuch) { try read(64 + name.utf8.count - 1) }
    }

    @Test func `at most as many pictures are decompressed as are kept`() throws {
        let picture = TestPicture.png()
        let files = (1...30).flatMap { number in
            [("\(number).json", Array(ImportTests.recipe("Soup \(number)").utf8)), ("\(number).png", picture)]
        }
        let reading = try Self.read(ArchiveImportTests.archive(files))
        #expect(reading.recipes.count == 30)
        #expect(reading.recipes.count { $0.picture != nil } == ImportPages.pictures)
    }

    @Test func `an import stops when its client has disconnected`() throws {
        let presence = ClientPresence()
        let budget = ImportBudget { presence.isGone }
        let soup = Array(ImportTests.recipe("Soup").utf8)
        #expect(try Self.read(soup, budget: budget).recipes.count == 1)
        presence.leave()
        #expect(throws: ImportRefusal.givenUp) { try Self.read(soup, budget: budget) }
        let archive = try ArchiveImportTests.archive([("a.json", soup)])
        #expect(throws: ImportRefusal.givenUp) { try Self.read(archive, budget: budget) }
    }

    @Test func `a member has one import at a time and does not delay others`() async throws {
        let site = try TestSite()
        let fields = [("text", ImportPagesTests.soup)]
        #expect(site.site.importTurns.begin(Person.alice.id))
        let refused = try await site.client(.alice).post("/recipes/import", fields)
        #expect(refused.status == .unprocessable && refused.hasError(at: "text"))
        #expect(refused.shows(Text.importBusy(.en)) && refused.shows("2 pinches of frobnium"))
        #expect(try await site.client(.charlie).post("/recipes/import", fields).status == .seeOther)
        site.site.importTurns.end(Person.alice.id)
        for _ in 1...2 { #expect(try await site.client(.alice).post("/recipes/import", fields).status == .seeOther) }
    }

    @Test(arguments: [
        marks, String(repeating: #"\u0301"#, count: 31), String(repeating: "&#x301;", count: 31),
    ])
    func `a document with a long run of combining marks is refused, however they are written`(marks: String) {
        let json = #"{"@type":"Recipe","name":"Soup\#(marks)","recipeIngredient":["salt"]}"#
        for text in [json, "<html><script type=\"application/ld+json\">\(json)</script></html>", "Soup\(marks)\n1 egg"]
        {
            #expect(throws: ImportRefusal.marks) { try Self.read(Array(text.utf8)) }
        }
    }

    @Test func `combining marks that join when tags are removed are refused`() {
        let half = String(repeating: "\u{301}", count: 20)
        let page =
            "<html itemscope itemtype='https://schema.org/Recipe'><p itemprop='name'>Soup\(half)<i></i>\(half)</p>"
            + "<p itemprop='recipeIngredient'>salt</p></html>"
        #expect(throws: ImportRefusal.marks) { try Self.read(Array(page.utf8)) }
        #expect(SchemaText.clean("Soup\(half)<i></i>\(half)").unicodeScalars.count == 34)
        #expect(SchemaText.clean("Soup\(half)\u{AD}\(half)").unicodeScalars.count == 34)
    }

    @Test(arguments: ["&#x301;", "&#0000000000000000769;"])
    func `combining marks in an attribute are refused, however they are written`(mark: String) {
        let title = "Soup" + String(repeating: mark, count: 31)
        let page =
            "<html itemscope itemtype='https://schema.org/Recipe'><meta itemprop='name' content='\(title)'>"
            + "<p itemprop='recipeIngredient'>salt</p></html>"
        #expect(throws: ImportRefusal.marks) { try Self.read(Array(page.utf8)) }
    }

    @Test func `a name with a long run of combining marks in an archive is refused`() throws {
        let archive = try ArchiveImportTests.archive([
            ("a\(Self.marks).json", Array(ImportTests.recipe("Soup").utf8))
        ])
        #expect(throws: ImportRefusal.archive(.name)) { try Self.read(archive) }
    }

    @Test func `of two recipes with the same id in a dump the first gets the rows`() throws {
        let dump = """
            {"recipes":[{"id":"a","name":"Dal"},{"id":"a","name":"Rice"}],
            "recipes_ingredients":[{"recipe_id":"a","position":0,"note":"1 onion"}],"recipe_instructions":[]}
            """
        #expect(try Self.read(Array(dump.utf8)).recipes.map(\.body.title) == ["Dal"])
    }
}
