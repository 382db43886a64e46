// Tests of recognising documents by their content, and of the commands that read them.

import Compression
import Database
import Foundation
import Testing

@testable import TestKit
@testable import Toque

@Suite struct RecipeDocumentTests {
    private static let paprika = #"{"name":"Toast","ingredients":"1 slice bread","directions":"Toast it."}"#
    private static let page =
        #"<html><script type="application/ld+json">{"@type":"Recipe","name":"Toast","recipeIngredient":["1 slice bread"],"recipeInstructions":"Toast it."}</script>"#

    private func read(_ bytes: [UInt8], name: String = "") throws -> [ImportedRecipe] {
        try RecipeDocument(catalogue: StartingPoint.made.get().catalogue).read(bytes, name: name)
    }

    @Test(arguments: [
        page, "  \n" + paprika, "[\(paprika)]",
        #"{"@type":"Recipe","name":"Toast","recipeIngredient":"1 slice bread"}"#,
        "Pasted: " + page, "---\ntitle: Toast\n---\nToast @bread{1%slice}.",
        "Toast\n1 slice bread\nToast it until it is brown all over.",
    ])
    func `every format is recognised by its content`(text: String) throws {
        let recipes = try read(Array(text.utf8))
        #expect(recipes.map(\.title) == ["Toast"])
        #expect(recipes.first?.lines.map(\.text) == ["1 slice bread"])
        #expect(try read(TestGzip.file(Array(text.utf8))) == recipes)
    }

    @Test func `a Cooklang recipe without a title has the name of its file`() throws {
        #expect(try read(Array("Boil @water.".utf8), name: "/a/Hot water.cook").map(\.title) == ["Hot water"])
    }

    @Test func `the error for an unreadable document gives the reason`() {
        func refusal(_ bytes: [UInt8]) -> String? {
            (#expect(throws: ImportRefusal.self) { try read(bytes) })?.description
        }
        #expect(refusal([]) == "no recipe found in it")
        #expect(refusal(Array(#"{"a":1}"#.utf8)) == "no recipe found in it")
        #expect(refusal(Array("{".utf8)) == "no recipe found in it")
        #expect(refusal(Array("[[[nope".utf8) + [0xff]) == "it cannot be read as JSON")
        #expect(refusal([0x1f, 0x8b, 0]) == "the compressed file is damaged or too long")
        #expect(refusal(TestGzip.file(TestGzip.file([1]))) == "it is compressed more than once")
        let long = [UInt8](repeating: 32, count: ImportLimits.document + 1)
        #expect(refusal(long) == "longer than a document or a recipe may be")
        let bomb = Gzip.compress(long, level: 9) ?? []
        #expect(refusal(bomb) == "the compressed file is damaged or too long")
    }

    @Test func `import reads every format and reports unreadable files`() async throws {
        let site = try TestSite()
        var paths: [String] = []
        let files = [
            "a.html": Self.page.replacing("Toast", with: "Page"), "b.paprikarecipe": Self.paprika,
            "c.cook": "---\ntitle: Tea\n---\nBoil @water{1%l}.",
            "d.txt": "Egg\n1 egg\nBoil the egg for six whole minutes.",
            "e.html": "<p>Nothing here", "f.json": #"{"name":"No recipe"}"#,
        ]
        for (name, text) in files.sorted(by: { $0.key < $1.key }) {
            paths.append(site.folder.path + "/" + name)
            try Data(text.utf8).write(to: URL(fileURLWithPath: site.folder.path + "/" + name))
        }
        let report = try await ImportCommand.run(
            paths, site.site.configuration, author: "alice", publishes: false)
        #expect(report.taken == 4 && report.refused == 2)
        #expect(report.notes[.unread]?.examples == ["e.html: no recipe found in it"])
        #expect(report.notes[.notARecipe]?.count == 1)
        let titles: String? = try site.value(
            "SELECT group_concat(title, ',') FROM (SELECT json_extract(body, '$.title') AS title FROM revision ORDER BY 1)"
        )
        #expect(titles == "Egg,Page,Tea,Toast")
        #expect(try site.failures() == [])
    }

    @Test func `the command reads a document to its end, the page up to its limit`() throws {
        let catalogue = try StartingPoint.made.get().catalogue
        let titles = (0...ImportLimits.recipes + 1).map { "Soup \($0)" }
        let recipes = titles.map { ImportTests.recipe($0) }
        for text in ["[" + recipes.joined(separator: ",") + "]", recipes.joined(separator: "\n")] {
            let read = try RecipeDocument(catalogue: catalogue).read(Array(text.utf8), name: "soups.json")
            #expect(read.map(\.title) == titles)
            let page = try ImportPreview.read(Array(text.utf8), name: "soups.json", catalogue)
            #expect(page.recipes.count == ImportLimits.recipes && page.unread.map(\.key) == ["tooMany"])
        }
    }

    @Test func `read exits with an error when there is no recipe`() async throws {
        let folder = try TestFolder()
        for (text, status) in [(Self.page, Int32(0)), ("<p>none", 1)] {
            let path = folder.path + "/page.html"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            #expect(await CommandLineTool.run(["read", path, "--data", folder.path], environment: [:]) == status)
        }
        #expect(await CommandLineTool.run(["read", "--data", folder.path], environment: [:]) == 2)
        #expect(
            await CommandLineTool.run(["read", folder.path + "/none", "--data", folder.path], environment: [:]) == 1)
    }
}
