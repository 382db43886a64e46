// Tests that exported recipes are the same after an import.

import Archive
import Bytes
import Database
import Foundation
import HTTP
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct RoundTripTests {
    /// Texts that careless parsers misread.
    private static let odd = [
        "a <b> c & d", "&lt;script&gt;", "</script><!--", "1 < 2 > 0", "\\u003cb\\u003e \\\\ \"quoted\"",
        "@salt{1%g} ~{5%min}",
        "line\nbreak", "ё й \u{301} 🍲 \u{2028} \u{202E}", "a\u{a0}b  c", "---", "= x", "{{t a}}", "%41%", "“„’",
    ]

    private static func body(_ number: Int) -> RecipeBody {
        func text(_ offset: Int) -> String { odd[(number + offset) % odd.count] }
        var body = RecipeBody()
        body.title = "Dish \(number) \(text(0))".lines.joined(separator: " ")
        body.description = number % 3 == 0 ? "" : text(1)
        body.language = number % 2 == 0 ? "en" : "ru"
        body.category = [nil, "main", "soup", "dessert"][number % 4]
        body.cuisine = [nil, "greek", "international"][number % 3]
        body.servings = number % 5 == 0 ? nil : number % 12 + 1
        body.prepMinutes = number % 4 == 0 ? nil : number % 90
        body.cookMinutes = number % 7 == 0 ? nil : number
        body.difficulty = [nil, .easy, .medium, .hard][number % 4]
        body.lines = (0..<number % 6 + 1).map { row in
            var line = RecipeLine()
            line.amount = [nil, 1, 0.5, 1.0 / 3, 2.25, 0][(number + row) % 6]
            line.amountMax = line.amount.flatMap { row % 3 == 0 ? $0 + 1 : nil }
            line.unit = ["", "g", "tbsp", "heaps <of>"][(number + row) % 4]
            line.ingredient = "onion " + text(row)
            line.note = row % 2 == 0 ? "" : text(row + 2)
            line.group = row < 2 ? "" : "For the " + text(row)
            return line
        }
        body.steps = (0..<number % 4 + 1).map { RecipeStep(text: "Step \($0): " + text($0 + 3)) }
        body.tips = number % 2 == 0 ? "" : "Tip\n" + text(4)
        if number % 4 == 1 {
            body.figures = FigureTextTests.figures([.energy: Double(number), .fat: 0.125, .sodium: 1.2])
        }
        body.source = number % 3 == 0 ? "https://a.example/?a=b&c=<d>" : number % 3 == 1 ? "Aunt " + text(5) : ""
        return body
    }

    private func plant(_ count: Int, _ site: TestSite, photo: String? = nil) throws -> [String] {
        let texts = (1...count).map { number in
            var body = Self.body(number)
            body.photo = number % 100 == 0 ? photo : nil
            return RevisionText(body)
        }
        let now = site.now
        try site.write { db in
            for text in texts { _ = try RecipeStore(db).create(text, author: Person.alice.id, now: now) }
        }
        return texts.map(\.encoded)
    }

    private func download(_ site: TestSite, as person: Person = .alice) async throws -> [UInt8] {
        let answer = try await site.client(person).get("/my/recipes/all.zip")
        try answer.expect(.ok)
        #expect(answer.headers["Content-Type"] == "application/zip")
        guard case .stream(let stream) = answer.body else { throw StepFailed(description: "no stream") }
        var bytes: [UInt8] = []
        while let piece = try await stream.next() { bytes += piece }
        return bytes
    }

    private func bodies(_ site: TestSite) throws -> [String] {
        try site.read { try $0.all("SELECT body FROM revision ORDER BY id") { $0[0] as String } }
    }

    private func withoutPhoto(_ body: String) -> String { body.replacing(/"photo":"[^"]*"/, with: #""photo":null"#) }

    @Test func `an archive repeats media up to a limit, and each member makes one at a time`() async throws {
        let site = try TestSite()
        for (name, size) in [("a", 10), ("b", 10), ("c", 100)] {
            try Data(repeating: 0, count: size).write(to: URL(fileURLWithPath: "\(site.folder.path)/\(name)"))
        }
        var media = ArchivedMedia(repeated: 25)
        let taken = ["a", "b", "a", "a", "b", "c", "a"].map { media.takes("\(site.folder.path)/\($0)") }
        #expect(taken == [true, true, true, true, false, true, false])
        #expect(site.site.importTurns.begin(Person.alice.id))
        #expect(try await site.client(.alice).get("/my/recipes/all.zip").status == .tooManyRequests)
        site.site.importTurns.end(Person.alice.id)
        _ = try await download(site)
        _ = try await download(site)
    }

    @Test func `a thousand recipes are the same after export and import`() async throws {
        let site = try TestSite()
        let file = (name: "photo", filename: "photo.png", bytes: TestPicture.png())
        try await site.client(.alice).upload("/recipes", RecipeFields.vegan.fields, file: file).expect(.seeOther)
        let photo: String? = try site.value("SELECT photo_id FROM revision")
        let written = try [found(bodies(site).first)] + plant(1_000, site, photo: photo)
        let archive = try await download(site)
        let other = try TestSite()
        let path = other.folder.path + "/all.zip"
        try Data(archive).write(to: URL(fileURLWithPath: path))
        let report = try await ImportCommand.run([path], other.site.configuration, author: "charlie", publishes: false)
        #expect(report.taken == 1_001 && report.refused == 0 && report.known == 0)
        let back = try bodies(other)
        #expect(back.count == 1_001)
        #expect(back.map(withoutPhoto) == written.map(withoutPhoto))
        #expect(zip(back, written).allSatisfy { $0.contains(#""photo":null"#) == $1.contains(#""photo":null"#) })
        #expect(try other.count("SELECT count(*) FROM photo") == 11)
        #expect(try other.failures() == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.site.settings.spoolPath) == [])
    }

    @Test func `recipes are the same after export and import on the page`() async throws {
        let site = try TestSite()
        let written = try plant(30, site)
        let archive = try await download(site)
        let charlie = try site.client(.charlie)
        let answer = try await charlie.upload("/recipes/import", [], file: ("file", "all.zip", archive))
        try answer.expect(.seeOther)
        let chosen = (1...30).map { ("recipe", String($0)) }
        try await charlie.post(found(answer.location), chosen).expect(.seeOther)
        #expect(try Array(bodies(site).dropFirst(30)) == written)
    }

    @Test func `a file of one recipe reads back the same, also when pasted`() async throws {
        let site = try TestSite()
        let written = try plant(1, site)
        let file = try await site.client(.alice).get("/recipes/1.jsonld").text
        let address = try await found(site.client(.charlie).post("/recipes/import", [("text", file)]).location)
        try await site.client(.charlie).post(address, [("recipe", "1")]).expect(.seeOther)
        #expect(try bodies(site).last == written[0])
    }

    @Test func `changes made by hand in an exported file are imported`() async throws {
        let site = try TestSite()
        _ = try plant(1, site)
        let file = try await site.client(.alice).get("/recipes/1.jsonld").text
        let object = try #require(LenientJSON.values(file).first as? [String: Any])
        #expect(RecipeDocument.recipe(object)?.exact != nil)
        for (name, value) in [
            ("name", "Other"), ("description", "Other"),
            ("recipeIngredient", ["1 egg", "2 eggs", "3", "4", "5", "6", "7"]),
            ("recipeInstructions", [["@type": "HowToStep", "text": "Other"]]),
        ] as [(String, Any)] {
            var bent = object
            bent[name] = value
            #expect(RecipeDocument.recipe(bent)?.exact == nil, "\(name)")
        }
    }

    @Test(arguments: [
        #""title":"""#, #""servings":0"#, #""servings":1001"#, #""prepMinutes":-1"#, #""language":"xx""#,
        #""difficulty":"x""#, #""tips":"Nul \u0000""#, #""tips":"\u001b[31m""#, #""amount":1e19"#, #""amount":1000001"#,
        #""fat":1001"#, #""energy":-1"#,
    ])
    func `an invalid exact text is ignored`(bent: String) throws {
        var body = Self.body(1)
        body.servings = 4
        body.prepMinutes = 5
        let name = try found(bent.split(separator: ":").first)
        let text = body.encoded().replacing(try Regex("\(name):(\"[^\"]*\"|[^,]*)"), with: bent)
        let object: [String: Any] = [
            "@type": "Recipe", "name": name == "\"title\"" ? "" : body.title, "description": body.description,
            "recipeIngredient": body.lines.map(\.ingredient),
            "recipeInstructions": body.steps.map { ["text": $0.text] },
            "encoding": ["encodingFormat": RecipeData.exactFormat, "text": text],
        ]
        #expect(ExactRecipe.read(object) == nil)
    }

    @Test func `the archive contains only the member’s own recipes, without deleted ones`() async throws {
        let site = try TestSite()
        _ = try plant(3, site)
        try await site.client(.alice).post("/recipes/2/delete").expect(.seeOther)
        let names = try await ZipReader(download(site)).items.map(\.name)
        #expect(
            names.filter { $0.hasSuffix(".jsonld") }.count == 2 && names.filter { $0.hasSuffix(".cook") }.count == 2)
        #expect(try await ZipReader(download(site, as: .charlie)).items.map(\.name) == [RecipeArchive.readme])
        #expect(try await site.visitor().get("/my/recipes/all.zip").location?.hasPrefix("/login") == true)
    }
}
