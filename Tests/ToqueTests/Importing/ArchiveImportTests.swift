// Tests of importing archives of other programs, and of the limits on decompressed files.

import Archive
import Compression
import Foundation
import Testing

@testable import TestKit
@testable import Toque

@Suite struct ArchiveImportTests {
    /// An archive of these files.
    static func archive(_ files: [(String, [UInt8])]) throws -> [UInt8] {
        let folder = try TestFolder()
        try ZipFile.write(files.map { .bytes(name: $0.0, $0.1) }, to: folder.path + "/a.zip")
        return try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.zip")))
    }

    private static func read(_ bytes: [UInt8]) throws -> ImportPreview {
        try ImportPreview.read(bytes, name: "a.zip", StartingPoint.made.get().catalogue)
    }

    private static let picture = TestPicture.png()

    @Test func `an archive of Paprika contains compressed recipes with their pictures`() throws {
        let photo = Data(Self.picture).base64EncodedString()
        func recipe(_ name: String) -> [UInt8] {
            TestGzip.file(
                Array(
                    #"{"uid":"\#(name)","name":"\#(name)","ingredients":"1 egg\n2 g salt","directions":"Boil.","photo_data":"\#(photo)"}"#
                        .utf8))
        }
        let reading = try Self.read(
            Self.archive([("Egg.paprikarecipe", recipe("Egg")), ("Other.paprikarecipe", recipe("Other"))]))
        #expect(reading.recipes.map(\.body.title) == ["Egg", "Other"])
        #expect(reading.recipes.map(\.picture) == [Self.picture, Self.picture])
        #expect(reading.recipes[0].body.lines.count == 2 && reading.unread.isEmpty)
    }

    @Test func `an archive of Tandoor contains archives`() throws {
        let json =
            #"{"name":"Bread","working_time":20,"waiting_time":60,"steps":[{"name":"","instruction":"Knead.","ingredients":[{"food":{"name":"flour"},"unit":{"name":"g"},"amount":500.0}]}]}"#
        let one = try Self.archive([("recipe.json", Array(json.utf8)), ("image.jpeg", Self.picture)])
        let reading = try Self.read(Self.archive([("1.zip", one), ("2.zip", one)]))
        #expect(reading.recipes.map(\.body.title) == ["Bread", "Bread"])
        #expect(reading.recipes.allSatisfy { $0.picture == Self.picture && $0.body.lines.count == 1 })
        // Archives one level deeper are not read.
        let deep = try Self.read(Self.archive([("all.zip", Self.archive([("1.zip", one)])), ("1.zip", one)]))
        #expect(deep.recipes.count == 1 && deep.unread.count == 1)
    }

    @Test func `the limit of files applies to all inner archives together`() throws {
        let inner = try Self.archive((1...ImportLimits.archive.files / 2).map { ("\($0).jpg", []) })
        let bytes = try Self.archive([("1.zip", inner), ("2.zip", inner), ("3.txt", Array("Soup".utf8))])
        let document = try RecipeDocument(catalogue: StartingPoint.made.get().catalogue)
        let archive = try RecipeArchive(RecipeArchive.open(bytes), document)
        let refusals = archive.texts.prefix(2).map { item -> ImportRefusal? in
            if case .failure(let unread) = archive.entries(of: item).first { return unread.refusal }
            return nil
        }
        #expect(refusals == [.noRecipe, .archive(.tooManyFiles)])
    }

    @Test func `an export of Mealie has a folder for each recipe, its backup a dump of tables`() throws {
        let recipe =
            #"{"id":"0b0e-11","name":"Dal","recipeIngredient":[{"note":"1 cup lentils"}],"recipeInstructions":[{"text":"Simmer."}]}"#
        let export = try Self.read(
            Self.archive([("dal/dal.json", Array(recipe.utf8)), ("dal/images/original.webp", Self.picture)]))
        #expect(export.recipes.map(\.body.title) == ["Dal"] && export.recipes[0].picture == Self.picture)
        let dump = """
            {"recipes":[{"id":"aaaabbbbcccc","name":"Dal","recipe_yield":"2"},{"id":"ddddeeeeffff","name":"Rice"}],
            "recipes_ingredients":[{"recipe_id":"aaaabbbbcccc","position":1,"note":"","food_id":"f","unit_id":"u","quantity":2.0},
            {"recipe_id":"aaaabbbbcccc","position":0,"note":"1 onion"},{"recipe_id":"ddddeeeeffff","position":0,"note":"200 g rice"}],
            "recipe_instructions":[{"recipe_id":"aaaabbbbcccc","position":1,"text":"Eat."},
            {"recipe_id":"aaaabbbbcccc","position":0,"text":"Simmer."},{"recipe_id":"ddddeeeeffff","position":0,"text":"Boil."}],
            "ingredient_foods":[{"id":"f","name":"lentils"}],"ingredient_units":[{"id":"u","name":"cup"}],"notes":[]}
            """
        let backup = try Self.read(
            Self.archive([
                ("database.json", Array(dump.utf8)), ("data/recipes/dddd-eeee-ffff/images/original.webp", Self.picture),
                ("data/recipes/dddd-eeee-ffff/images/tiny.webp", [1]),
            ]))
        #expect(backup.recipes.map(\.body.title) == ["Dal", "Rice"])
        #expect(backup.recipes[0].written == ["1 onion", "2 cup lentils"])
        #expect(backup.recipes[0].body.steps == ["Simmer.", "Eat."])
        #expect(backup.recipes.map(\.picture) == [nil, Self.picture])
    }

    @Test func `an archive without recipes or with too many is reported`() throws {
        #expect(throws: ImportRefusal.self) { try Self.read(Self.archive([("a.png", Self.picture)])) }
        let none = try Self.read(Self.archive([("README.md", Array("Hello".utf8))]))
        #expect(none.recipes.isEmpty && none.unread.map(\.key) == ["noRecipe"])
        let many =
            "[" + (0...ImportLimits.recipes).map { ImportTests.recipe("Soup \($0)") }.joined(separator: ",") + "]"
        let json = try Self.read(Array(many.utf8))
        #expect(json.recipes.count == ImportLimits.recipes && json.unread.map(\.key) == ["tooMany"])
    }

    @Test func `the command reads an inner archive to its end, the page up to its limit`() throws {
        let many =
            "[" + (0...ImportLimits.recipes).map { ImportTests.recipe("Soup \($0)") }.joined(separator: ",") + "]"
        let inner = try Self.archive([("soups.json", Array(many.utf8))])
        let outer = try Self.archive([("inner.zip", inner)])
        let catalogue = try StartingPoint.made.get().catalogue
        #expect(try RecipeDocument(catalogue: catalogue).read(outer, name: "").count == ImportLimits.recipes + 1)
        let page = try Self.read(outer)
        #expect(page.recipes.count == ImportLimits.recipes && page.unread.map(\.key) == ["tooMany"])
    }

    @Test func `a file of an inner archive without recipes is reported with its path`() throws {
        let inner = try Self.archive([("a.json", Array(ImportTests.recipe("Soup").utf8)), ("b.txt", [65])])
        let page = try Self.read(Self.archive([("one.zip", inner), ("two.zip", Self.archive([("c.png", [1])]))]))
        #expect(page.recipes.map(\.body.title) == ["Soup"])
        #expect(page.unread.map(\.name) == ["one.zip/b.txt", "two.zip"])
        #expect(page.unread.map(\.key) == ["noRecipe", "noRecipe"])
    }

    @Test func `the command imports archives with their pictures`() async throws {
        let site = try TestSite()
        let path = site.folder.path + "/a.zip"
        let archive = try Self.archive([
            ("a.json", Array(ImportTests.recipe("Soup").utf8)), ("a.png", Self.picture), ("b.txt", [65]),
        ])
        try Data(archive).write(to: URL(fileURLWithPath: path))
        let report = try await ImportCommand.run([path], site.site.configuration, author: "alice", publishes: false)
        #expect(report.taken == 1 && report.refused == 1 && report.notes[.unread]?.count == 1)
        let body = try found(site.read { try RecipeStore($0).own(1, viewer: Person.alice.id) }).head.body
        let photo = try #require(body.photo)
        #expect(FileManager.default.fileExists(atPath: "\(site.site.settings.mediaPath)/\(photo)/640.jpg"))
        #expect(try site.failures() == [])
    }

    @Test func `the decompressed size of a file is limited`() throws {
        let folder = try TestFolder()
        let lines = Array((ImportTests.recipe("Soup") + String(repeating: "\n", count: 100_000)).utf8)
        let packed = try #require(Gzip.compress(lines, level: 9))
        #expect(packed.count < 1_000)
        try Data(packed).write(to: URL(fileURLWithPath: folder.path + "/a.gz"))
        let catalogue = try StartingPoint.made.get().catalogue
        #expect(try ImportFile(path: folder.path + "/a.gz", catalogue: catalogue, limit: lines.count).count > 1)
        #expect(throws: (any Error).self) {
            try ImportFile(path: folder.path + "/a.gz", catalogue: catalogue, limit: lines.count - 1)
        }
        #expect(ImportLimits.unpacked <= 1 << 30)
    }

    @Test func `an older page is read in the encoding that it names`() throws {
        let page =
            #"<meta charset="windows-1251"><script type="application/ld+json">{"@type":"Recipe","name":"Борщ","recipeIngredient":["2 свёклы"],"recipeInstructions":"Варить."}</script>"#
        let bytes = try #require(page.data(using: .windowsCP1251))
        let reading = try ImportPreview.read(Array(bytes), name: "", StartingPoint.made.get().catalogue)
        #expect(reading.recipes.map(\.body.title) == ["Борщ"])
    }
}
