// Tests that lines are parsed once, when a recipe is saved, and the result is stored with the text.

import Database
import HTTP
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct UnderstandingTests {
    /// A site with its own catalogue, so that lines parsed by other tests are not counted.
    private static func site() throws -> TestSite {
        let site = try TestSite()
        let known = try site.catalogue()
        let own = known.with(entries: known.entries, ids: known.ids, nutrition: known.nutrition)
        return try TestSite(folder: site.folder, clock: site.clock, catalogue: own)
    }

    private static let fields = RecipeFields.vegan.replacing(
        [
            ("title", "Soup of many things"), ("language", "en"), ("servings", "4"), ("category", "soup"),
            ("amount", "2"), ("unit", "tbsp"), ("ingredient", "butter or oil or lard"), ("note", "about 30 g"),
            ("group", "For the peanut sauce"), ("amount", "1"), ("unit", "can"), ("ingredient", "beans"),
            ("note", "with their liquid"), ("group", ""), ("amount", "200"), ("unit", "g"), ("ingredient", "brocoli"),
            ("note", "optional"), ("group", ""), ("step", "Cook the beans with the brocoli for 10 minutes."),
        ])

    /// The number of lines that were parsed or matched to ingredients.
    private static func work(_ site: TestSite) throws -> Int {
        let catalogue = try site.catalogue()
        return catalogue.parser.work.count + catalogue.index.work.count
    }

    @Test func `a transaction that reads texts again ends after a long one`() async throws {
        let site = try Self.site()
        let steps = Array(repeating: ("step", String(repeating: "Stir the soup. ", count: 500)), count: 10)
        for _ in 1...2 { _ = try await site.write(Self.fields.replacing(Self.fields.fields + steps)) }
        let catalogue = try site.catalogue()
        let counts = try site.write { db in
            try UnderstandingStore(db).moveEdition()
            return try (1...3).map { _ in try UnderstandingStore(db).readNext(50, catalogue: catalogue) }
        }
        #expect(counts == [1, 1, 0])
    }

    @Test func `pages of a saved recipe do not parse its lines again`() async throws {
        let site = try Self.site()
        let before = try Self.work(site)
        let recipe = try await site.write(Self.fields)
        let read = try Self.work(site)
        #expect(read > before)
        let submission = try await site.submit(recipe)
        let drawing = try site.count("SELECT head_revision_id FROM recipe WHERE id = \(recipe)")
        for path in ["/moderation/submissions/\(submission)", "/pictures/\(drawing).svg"] {
            try await site.client(.bob).get(path).expect(.ok)
        }
        try await site.approve(submission)
        #expect(try Self.work(site) == read)
        let address = "/recipes/\(recipe)"
        for person in [nil, Person.alice, .bob] {
            let client = try person.map(site.client) ?? site.visitor()
            for query in ["", "?servings=2", "?servings=9", "?units=metric", "?lang=ru"] {
                try await client.get(address + query).expect(.ok)
            }
            try await client.get("/recipes/\(recipe)/print").expect(.ok)
            try await client.get("/recipes/\(recipe).jsonld").expect(.ok)
            try await client.get("/recipes/\(recipe).cook").expect(.ok)
            for path in ["/", "/recipes", "/search?q=soup", "/search?without=butter", "/pictures/\(drawing).svg"] {
                try await client.get(path).expect(.ok)
            }
            _ = try await client.get(address, headers: ["Accept": "application/json"])
        }
        for path in ["/recipes/\(recipe)/edit", "/my/recipes", "/my/recipes/all.zip", "/recipes/\(recipe)/draft"] {
            _ = try await site.client(.alice).get(path)
        }
        try await site.client(.bob).get("/recipes/\(recipe)/diets").expect(.ok)
        try await site.client(.ada).get("/admin/recipes/\(recipe)").expect(.ok)
        #expect(try Self.work(site) == read)
    }

    @Test func `the stored result equals parsing the text again`() throws {
        let catalogue = try RealData.catalogue()
        var body = RecipeBody()
        body.servings = 4
        body.lines = catalogue.lines(
            pasted: """
                2 x 400 g cans beans
                1 cup butter or margarine, plus more for the pan
                For the peanut sauce:
                200 g brocoli, optional
                1 kg unobtainium
                salt and pepper to taste
                1 банка фасоли
                Для кляра с пивом:
                2 яйца или 100 г майонеза
                """)
        body.lines.append(RecipeLine(amount: 1, unit: "heaps", ingredient: "potatoes", note: "mashed"))
        let read = catalogue.read(body)
        var kept = body
        kept.understanding = KeptUnderstanding(read.encoded, edition: 0, of: body.dish)
        let again = catalogue.understanding(of: kept)
        #expect(again.encoded == read.encoded)
        #expect(catalogue.diets(of: kept) == catalogue.diets(of: body))
        #expect(catalogue.nutrition(of: kept) == catalogue.nutrition(of: body))
        #expect(!read.headings.isEmpty)
    }

    @Test func `lines that differ from the parsed ones are parsed again`() throws {
        let catalogue = try RealData.catalogue()
        var body = RecipeBody()
        body.lines = catalogue.lines(pasted: "2 apples")
        body.understanding = KeptUnderstanding(catalogue.read(body).encoded, edition: 0, of: body.dish)
        body.lines[0].ingredient = "eggs"
        #expect(catalogue.diets(of: body)[.vegan] == .no)
        body.lines.append(RecipeLine(ingredient: "apples"))
        #expect(catalogue.understood(body).count == 2)
    }

    @Test func `an imported text does not bring a stored result`() throws {
        var body = RecipeBody()
        body.lines = [RecipeLine(ingredient: "eggs")]
        var apples = RecipeBody()
        apples.lines = try RealData.catalogue().lines(pasted: "apples")
        body.understanding = KeptUnderstanding("apples", edition: 0, of: apples.dish)
        #expect(!body.encoded().contains("apples"))
        let other = #"{"understanding":{"encoded":"{}","lines":[],"edition":9},"# + body.encoded().dropFirst()
        #expect(try RecipeBody(encoded: other).understanding.edition == -1)
    }

    @Test func `after a change of the catalogue every text is parsed again, also drafts and older ones`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(Self.fields)
        try await site.save(recipe, Self.fields.with("title", "Soup of other things"))
        let edition = try site.count("SELECT number FROM edition WHERE name = 'lines'")
        #expect(try site.count("SELECT count(*) FROM revision_lines WHERE edition = \(edition)") == 2)
        try await site.change("/admin/ingredients/broccoli", ("also_en", "brocoli"))
        let newer = try site.count("SELECT number FROM edition WHERE name = 'lines'")
        #expect(newer > edition)
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM revision_lines WHERE edition = \(newer)") == 2)
        #expect(try site.count("SELECT count(*) FROM revision_lines WHERE lines LIKE '%isLikely%'") == 0)
    }

    @Test(arguments: [
        "DELETE FROM revision_lines", "UPDATE revision_lines SET lines = ''",
        "UPDATE revision_lines SET lines = replace(lines, 'butter', 'olive-oil')",
    ])
    func `check finds wrong stored results, and reindex repairs them`(damage: String) async throws {
        let site = try TestSite()
        _ = try await site.publish(.honey)
        _ = try await site.write(Self.fields)
        func failures() throws -> [String] {
            try site.write { db in
                try UnderstandingStore(db).stale(CatalogueStore(db).load()).map(String.init)
            }
        }
        #expect(try failures().isEmpty)
        try site.write { try $0.script(damage) }
        #expect(try !failures().isEmpty)
        _ = try site.write { try Reindex(db: $0).run() }
        #expect(try failures().isEmpty)
    }

    @Test func `a page is the same with stored and with parsed lines`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(Self.fields)
        try await site.approve(site.submit(recipe))
        let address = "/recipes/\(recipe)"
        func pages() async throws -> [String] {
            let fresh = try TestSite(folder: site.folder, clock: site.clock)
            var texts: [String] = []
            for path in [address, address + "?servings=7", "/recipes/\(recipe).jsonld", "/recipes/\(recipe).cook"] {
                texts.append(try await fresh.visitor().get(path).text)
            }
            return texts
        }
        let kept = try await pages()
        try site.run("UPDATE revision_lines SET lines = ''")
        #expect(try await pages() == kept)
    }
}
