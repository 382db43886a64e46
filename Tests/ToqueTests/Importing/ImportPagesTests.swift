// Tests of the import pages: input, preview, and saving what the member chooses.

import Archive
import Bytes
import Database
import Fetching
import Foundation
import HTTP
import HTTPServer
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct ImportPagesTests {
    static let soup =
        "Nettle soup\nServes 4\n200 g nettles\n1 onion, chopped\n2 pinches of frobnium\nBoil it for an hour."

    /// The given number of recipes as JSON.
    static func soups(_ count: Int) -> String {
        "[" + (1...count).map { ImportTests.recipe("Soup \($0)") }.joined(separator: ",") + "]"
    }

    static let page = """
        <html lang="en"><body><script type="application/ld+json">{"@type":"Recipe","name":"Borscht","author":"Olha",
        "image":"/b.png","recipeYield":"4","recipeIngredient":["2 beetroots","1 tsp salt"],"keywords":"red",
        "recipeInstructions":"Boil."}</script></body></html>
        """

    static func web(_ more: [String: [UInt8]] = [:]) throws -> TestSite {
        var web = FakeWeb(pages: ["https://a.example/borscht": Array(page.utf8)])
        web.pages.merge(more) { _, new in new }
        return try TestSite(folder: .filled(), clock: TestClock(), web: web)
    }

    @Test func `the form may tick as many recipes as one import may have`() async throws {
        let site = try Self.web()
        let ticked = (1...ImportLimits.recipes).map { ("recipe", String($0)) }
        // There is no such import: the form was read.
        #expect(try await site.client(.alice).post("/recipes/import/none", ticked).status == .notFound)
    }

    private func read(_ site: TestSite, _ fields: [(String, String)], as person: Person = .alice) async throws -> String
    {
        let answer = try await site.client(person).post("/recipes/import", fields)
        try answer.expect(.seeOther)
        return try found(answer.location)
    }

    @Test func `only members see the form, with its three inputs`() async throws {
        let site = try TestSite()
        let page = try await site.client(.charlie).get("/recipes/import")
        #expect(page.status == .ok)
        for name in ["address", "text", "file"] { #expect(page.text.contains("name=\"\(name)\"")) }
        #expect(try await site.visitor().get("/recipes/import").status == .seeOther)
    }

    @Test func `a pasted text is previewed line by line and saved as a private draft on request`() async throws {
        let site = try TestSite()
        let address = try await read(site, [("text", Self.soup)])
        #expect(try site.count("SELECT count(*) FROM recipe") == 0)
        let alice = try site.client(.alice)
        let page = try await alice.get(address)
        #expect(page.status == .ok)
        #expect(page.text.contains("2 pinches of frobnium") && page.text.contains("Boil it for an hour."))
        #expect(page.text.contains("not known"))
        let saved = try await alice.post(address, [("recipe", "1")])
        try saved.expect(.seeOther)
        #expect(saved.location == "/recipes/1")
        let own = try found(site.read { try RecipeStore($0).own(1, viewer: Person.alice.id) })
        #expect(own.head.body.title == "Nettle soup" && own.head.body.lines.count == 3)
        #expect(own.liveRevisionID == nil)
        #expect(try await site.visitor().get("/recipes/1").status == .notFound)
        #expect(try await alice.get(address).status == .notFound)
        #expect(try await alice.post(address, [("recipe", "1")]).status == .notFound)
        #expect(try site.failures() == [])
    }

    @Test func `imports are not read on the threads that check passwords`() async throws {
        let site = try TestSite()
        let address = try await site.withFullPool { try await read(site, [("text", Self.soup)]) }
        #expect(address.hasPrefix("/recipes/import/"))
    }

    @Test func `a page is fetched by its address, with its picture and source`() async throws {
        let site = try Self.web(["https://a.example/b.png": TestPicture.png()])
        let address = try await read(site, [("address", "https://a.example/borscht")])
        let page = try await site.client(.alice).get(address).text
        #expect(page.contains("https://a.example/borscht") && page.contains("/media/"))
        #expect(page.contains("Tags"))
        #expect(!page.contains(Text.importNotePictures(.en)))
        try await site.client(.alice).post(address, [("recipe", "1")]).expect(.seeOther)
        let body = try found(site.read { try RecipeStore($0).own(1, viewer: Person.alice.id) }).head.body
        #expect(body.source == "Olha · https://a.example/borscht")
        #expect(body.photo != nil)
        #expect(try site.count("SELECT count(*) FROM photo WHERE owner_id = 1") == 1)
    }

    @Test func `a missing or invalid picture is reported and the recipe imported`() async throws {
        for more in [[:], ["https://a.example/b.png": Array("<svg>".utf8)]] as [[String: [UInt8]]] {
            let site = try Self.web(more)
            let address = try await read(site, [("address", "https://a.example/borscht")])
            #expect(try await site.client(.alice).get(address).text.contains(Text.importNotePictures(.en)))
            #expect(try site.count("SELECT count(*) FROM photo") == 0)
        }
    }

    @Test func `the member chooses among several recipes, earlier imports are not selected`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        var address = try await read(site, [("text", Self.soups(3))])
        let list = try await alice.get(address).text
        #expect(list.matches(of: /name="recipe" value="\d" checked/).count == 3)
        #expect(try await alice.get(address + "?recipe=2").text.contains("Soup 2"))
        #expect(try await alice.get(address + "?recipe=9").status == .notFound)
        let saved = try await alice.post(address, [("recipe", "1"), ("recipe", "3"), ("recipe", "3"), ("recipe", "x")])
        #expect(saved.location == "/my/recipes")
        let titles = try site.read { try $0.all("SELECT title FROM revision ORDER BY id") { $0[0] as String } }
        #expect(titles == ["Soup 1", "Soup 3"])
        address = try await read(site, [("text", Self.soups(3))])
        let again = try await alice.get(address).text
        #expect(again.matches(of: /name="recipe" value="\d" checked/).count == 1)
        #expect(again.contains(Text.importKnown(.en)))
        // Another member has imported none of them.
        let other = try await read(site, [("text", Self.soups(3))], as: .charlie)
        #expect(try await !site.client(.charlie).get(other).text.contains(Text.importKnown(.en)))
    }

    @Test func `nothing is saved while another import of the member runs`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let address = try await read(site, [("text", Self.soups(3))])
        #expect(site.site.importTurns.begin(Person.alice.id))
        let refused = try await alice.post(address, [("recipe", "2")])
        #expect(refused.status == .unprocessable && refused.shows(Text.importBusy(.en)))
        #expect(try site.count("SELECT count(*) FROM recipe") == 0)
        site.site.importTurns.end(Person.alice.id)
        #expect(try await alice.post(address, [("recipe", "2")]).status == .seeOther)
    }

    @Test func `one of several recipes is saved and the others stay in the preview`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let address = try await read(site, [("text", Self.soups(3))])
        #expect(try await alice.post(address, [("recipe", "2")]).location == address)
        let left = try await alice.get(address)
        #expect(left.status == .ok && left.text.matches(of: /name="recipe" value="[13]"/).count == 2)
        #expect(try await alice.post(address, [("recipe", "2")]).status == .unprocessable)
        #expect(try await alice.post(address, [("recipe", "1"), ("recipe", "3")]).location == "/my/recipes")
        #expect(try await alice.get(address).status == .notFound)
        #expect(try site.count("SELECT count(*) FROM recipe") == 3)
    }

    @Test func `a total time is in the reader’s language`() async throws {
        let site = try TestSite()
        let address = try await read(site, [("text", ImportTests.recipe("Soup", #""totalTime":"PT40M""#))])
        let page = try await site.client(.alice).get(address, headers: ["Accept-Language": "ru"])
        #expect(!page.text.contains("40 min"))
        #expect(try await site.client(.alice).get(address).text.contains("40 min"))
    }

    @Test func `saving without a choice shows an error at the list`() async throws {
        let site = try TestSite()
        let address = try await read(site, [("text", Self.soups(2))])
        let answer = try await site.client(.alice).post(address, [])
        #expect(answer.status == .unprocessable)
        #expect(answer.text.contains("id=\"recipe-error\"") && answer.text.contains("role=\"alert\""))
        #expect(try site.count("SELECT count(*) FROM recipe") == 0)
    }

    @Test func `other members cannot open a preview, and forms of other sites cannot save it`() async throws {
        let site = try TestSite()
        let address = try await read(site, [("text", Self.soup)])
        for person in [Person.charlie, .bob, .ada] {
            #expect(try await site.client(person).get(address).status == .notFound)
            let answer = try await site.client(person).post("/recipes/import/1", [("recipe", "1")])
            #expect(address == "/recipes/import/1" && answer.status == .notFound)
        }
        #expect(try await site.visitor().get(address).location?.hasPrefix("/login") == true)
        let foreign = try await site.client(.alice).post(
            address, [("recipe", "1")], headers: ["Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"])
        #expect(foreign.status == .forbidden)
        #expect(try site.count("SELECT count(*) FROM recipe") == 0)
    }

    @Test func `a preview stays for half a day, at most five per member`() async throws {
        let site = try TestSite()
        var addresses: [String] = []
        for _ in 0...ImportStore.most { addresses.append(try await read(site, [("text", Self.soup)])) }
        let alice = try site.client(.alice)
        #expect(try await alice.get(addresses[0]).status == .notFound)
        #expect(try await alice.get(addresses[1]).status == .ok)
        site.clock.advance(by: ImportStore.lifetime)
        #expect(try await site.client(.alice).get(addresses[1]).status == .notFound)
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM recipe_import") == 0)
        #expect(try site.count("SELECT count(*) FROM recipe_import_item") == 0)
    }

    @Test(arguments: [
        ([("address", ""), ("text", " ")], "address"), ([("address", "a.example"), ("text", "kept")], "text"),
        ([("address", "ftp://a.example/")], "address"), ([("address", "http://a:b@a.example/")], "address"),
        ([("address", "http://a.example:22/")], "address"), ([("address", "https://b.example/")], "address"),
        ([("text", "Nothing of a recipe")], "text"), ([("text", "{\"@type\":\"Recipe\",\"name\":\"x\"}")], "text"),
        ([("text", "<html><p>No recipe")], "text"),
    ])
    func `unreadable input shows an error at its field and is kept`(
        fields: [(String, String)], field: String
    ) async throws {
        let answer = try await Self.web().client(.alice).post("/recipes/import", fields)
        #expect(answer.status == .unprocessable)
        #expect(answer.text.contains("id=\"\(field)-error\"") && answer.text.contains("role=\"alert\""))
        for (_, value) in fields where !value.trimmed.isEmpty {
            #expect(answer.text.contains(value.escapedForHTML), "\(value)")
        }
    }

    @Test func `the length of a pasted text is limited`() async throws {
        let site = try TestSite()
        let recipe = Self.soup + "\n"
        let long = recipe + String(repeating: "x", count: ImportForm.textLimit - recipe.count)
        let limit = Text.editorTooLong(.en, limit: String(ImportForm.textLimit))
        #expect(try await site.client(.alice).post("/recipes/import", [("text", long + "x")]).text.contains(limit))
        #expect(try await !site.client(.alice).post("/recipes/import", [("text", long)]).text.contains(limit))
        let fits = recipe + String(repeating: "y ", count: 2_000)
        #expect(try await site.client(.alice).post("/recipes/import", [("text", fits)]).status == .seeOther)
    }

    @Test func `every failure of a fetch has a text in both languages`() {
        let failures: [WebFailure] = [
            .address(.form), .address(.credentials), .address(.port), .inside, .redirects, .tooLong, .tooSlow,
            .status(404), .unreachable,
        ]
        let refusals: [ImportRefusal] = [
            .noRecipe, .tooLong, .damaged(""), .archive(.encrypted), .archive(.tooManyFiles), .archive(.tooLarge),
        ]
        for language in Language.allCases {
            for failure in failures { #expect(Text.dynamic("import.web.\(failure.key)", language) != nil) }
            for refusal in refusals { #expect(Text.dynamic("import.problem.\(refusal.key)", language) != nil) }
            for kind in [ImportNote.noTitle, .noIngredients, .notARecipe, .unread, .notJSON] {
                #expect(Text.dynamic("import.problem.\(kind)", language) != nil)
            }
            for kind in [
                ImportNote.noSteps, .unreadAmount, .unknownYield, .totalTimeOnly, .unknownTime, .unknownCategory,
                .unknownCuisine, .keywords, .nutrition, .pictures, .tools, .otherField, .keywordCategory,
                .titleCategory, .keywordCuisine, .statedTimes,
            ] { #expect(Text.dynamic("import.note.\(kind)", language) != nil, "\(kind)") }
        }
    }

    @Test func `an archive is imported with pictures, and unreadable files are listed`() async throws {
        let site = try TestSite()
        let archive = try ArchiveImportTests.archive([
            ("a/soup.json", Array(ImportTests.recipe("Soup").utf8)), ("a/soup.png", TestPicture.png()),
            ("b/stew.jsonld", Array(ImportTests.recipe("Stew").utf8)), ("c/settings.json", Array("{}".utf8)),
        ])
        let alice = try site.client(.alice)
        let answer = try await alice.upload("/recipes/import", [], file: ("file", "all.zip", archive))
        try answer.expect(.seeOther)
        let address = try found(answer.location)
        let page = try await alice.get(address).text
        #expect(page.contains("Soup") && page.contains("Stew") && page.contains("c/settings.json"))
        try await alice.post(address, [("recipe", "1"), ("recipe", "2")]).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM revision WHERE photo_id IS NOT NULL") == 1)
        for (name, bytes) in [("a.zip", Array(archive.dropLast(40))), ("a.zip", [0x50, 0x4B, 3, 4])] {
            let refused = try await alice.upload("/recipes/import", [], file: ("file", name, bytes))
            #expect(refused.status == .unprocessable && refused.text.contains("id=\"file-error\""))
        }
    }

    @Test func `a preview parses its lines on a worker, one at a time for each member`() async throws {
        let site = try TestSite()
        let address = try await read(site, [("text", Self.soup)])
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        async let other: Void = site.site.factWorkers.run(for: Person.alice.id) {
            begin.finish()
            gate.wait()
        }
        for await _ in began {}
        let answer = try await site.client(.alice).get(address)
        gate.signal()
        try await other
        try answer.expect(.tooManyRequests)
        try await site.client(.alice).get(address).expect(.ok)
    }

    @Test func `marks hidden in double escapes do not pass the limits of an exact text`() {
        var body = RecipeBody()
        body.title = "Soup" + String(repeating: "\u{301}", count: 31)
        #expect(!RecipeLimits.allow(body))
        body.title = "Soup" + String(repeating: "\u{301}", count: 30)
        #expect(RecipeLimits.allow(body))
    }
}
