// Tests of the import command: recipes are imported once, refusals reported, and starter recipes fully read.

import Content
import Database
import Foundation
import HTTP
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct ImportTests {
    /// A schema.org/Recipe as JSON text.
    static func recipe(_ name: String, _ more: String = "", ingredients: String = #"["2 onions","1 tsp salt"]"#)
        -> String
    {
        #"{"@context":"https://schema.org","@type":"Recipe","@id":"https://example.org/\#(name)","name":"\#(name)","#
            + #""recipeIngredient":\#(ingredients),"recipeInstructions":"Cook it."\#(more.isEmpty ? "" : ",\(more)")}"#
    }

    /// Imports a file with this content, as the command does.
    private func take(
        _ content: Data, _ site: TestSite, name: String = "recipes.jsonl", publishes: Bool = true
    ) async throws -> ImportReport {
        let path = site.folder.path + "/" + name
        try content.write(to: URL(fileURLWithPath: path))
        return try await ImportCommand.run([path], site.site.configuration, author: "alice", publishes: publishes)
    }

    private func take(_ lines: [String], _ site: TestSite, publishes: Bool = true) async throws -> ImportReport {
        try await take(Data((lines.joined(separator: "\n") + "\n").utf8), site, publishes: publishes)
    }

    /// The text of the only recipe.
    private func body(_ site: TestSite) throws -> RecipeBody {
        try RecipeBody(encoded: found(site.value("SELECT body FROM revision ORDER BY id DESC LIMIT 1")))
    }

    @Test func `published recipes are public immediately and pass the check`() async throws {
        let site = try TestSite()
        let report = try await take([Self.recipe("Soup"), Self.recipe("Stew")], site)
        #expect(report.taken == 2 && report.refused == 0 && report.known == 0)
        #expect(report.lines == 4 && report.matchedLines == 4)
        let found = try await site.visitor().json("/search?q=onion", as: ListAnswer<CardAnswer>.self)
        #expect(Set(found.items.map(\.title)) == ["Soup", "Stew"])
        #expect(try site.count("SELECT count(*) FROM decision WHERE kind = 'import'") == 2)
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'import'") == 2)
        #expect(try site.failures() == [])
    }

    @Test func `without publishing they are private drafts of their author`() async throws {
        let site = try TestSite()
        _ = try await take([Self.recipe("Soup")], site, publishes: false)
        #expect(try site.count("SELECT count(*) FROM public_recipe") == 0)
        let own = try await site.client(.alice).json("/my/recipes", as: ListAnswer<OwnRecipeAnswer>.self)
        #expect(own.items.map(\.title) == ["Soup"])
        #expect(try await site.visitor().get("/recipes/1").status == .notFound)
        #expect(try site.failures() == [])
    }

    @Test func `a repeated import adds only new recipes and continues where it stopped`() async throws {
        let site = try TestSite()
        let lines = (1...600).map { Self.recipe("Soup \($0)") }
        let first = try await take(Array(lines.prefix(250)), site)
        #expect(first.taken == 250)
        let second = try await take(lines, site)
        #expect(second.taken == 350 && second.known == 250)
        let third = try await take(lines, site)
        #expect(third.taken == 0 && third.known == 600)
        #expect(try site.count("SELECT count(*) FROM recipe") == 600)
        #expect(try site.count("SELECT count(*) FROM revision") == 600)
    }

    @Test func `every object of a file is counted once: imported, known or refused`() async throws {
        let site = try TestSite()
        let lines = [
            Self.recipe("Soup"), Self.recipe("Soup"), "{", #"{"@type":"Person","name":"Bob"}"#, Self.recipe("Stew"), "",
            "  ",
            Self.recipe("Soup"), "null", "[]",
        ]
        let report = try await take(lines, site)
        #expect(report.taken == 2)
        #expect(report.known == 2)
        #expect(report.refused == 4)
    }

    @Test(arguments: [
        (#"{"@type":"Recipe","recipeIngredient":["salt"]}"#, ImportNote.noTitle),
        (#"{"@type":"Recipe","name":"Air","recipeInstructions":"Breathe."}"#, .noIngredients),
        (#"{"@type":"NewsArticle","name":"News"}"#, .notARecipe), (#"{"name":"No type"}"#, .notARecipe),
        ("{\"a\":", .notJSON),
        (
            #"{"@type":"Recipe","name":"\#(String(repeating: "x", count: RecipeLimits.title + 1))","recipeIngredient":["salt"]}"#,
            .tooLong
        ),
    ])
    func `a refused line is reported with its reason`(line: String, note: ImportNote) async throws {
        let report = try await take([Self.recipe("Soup"), line], TestSite())
        #expect(report.taken == 1 && report.refused == 1)
        #expect(report.notes[note]?.count == 1)
        #expect(report.description.contains(note.rawValue))
        #expect(JSONSerialization.isValidJSONObject(report.json))
    }

    @Test(arguments: RecipeLimitNames.allCases)
    func `a recipe at a limit is imported, one beyond it is refused`(limit: RecipeLimitNames) async throws {
        for (excess, taken) in [(0, 1), (1, 0)] {
            let report = try await take([limit.recipe(excess)], TestSite())
            #expect(report.taken == taken && report.refused == 1 - taken, "\(limit) \(excess)")
        }
    }

    @Test func `a file may be compressed, a list, one object or a page’s graph`() async throws {
        let soups = [Self.recipe("Soup"), Self.recipe("Stew")]
        let list = "[\n\(soups.joined(separator: ",\n"))\n]"
        let graph =
            #"{"@context":"https://schema.org","@graph":[{"@type":"WebPage"},\#(soups.joined(separator: ","))]}"#
        let pretty = try JSONSerialization.data(
            withJSONObject: JSONSerialization.jsonObject(with: Data(soups[0].utf8)), options: .prettyPrinted)
        for (content, count) in [
            (Data(list.utf8), 2), (Data(graph.utf8), 2), (pretty, 1), (Data(soups[0].utf8), 1),
            (Data((soups.joined(separator: "\r\n") + "\r\n").utf8), 2),
            (Data(TestGzip.file(Array(soups.joined(separator: "\n").utf8))), 2),
            (Data(TestGzip.file(Array(list.utf8))), 2),
        ] {
            let report = try await take(content, TestSite())
            let start = String(decoding: content.prefix(60), as: UTF8.self)
            #expect(report.taken == count && report.refused == 0, "\(start)")
        }
    }

    @Test func `every field is read in the forms that pages use`() async throws {
        let site = try TestSite()
        let more = """
            "description":" Hot. ","recipeYield":["4","4 servings"],"prepTime":"PT10M","cookTime":"PT1H","recipeCategory":["Dinner","x"],
            "recipeCuisine":"Italian","author":{"@type":"Person","name":"Eve"},"url":"https://example.org/x","license":"CC BY 4.0",
            "inLanguage":"en-GB"
            """.replacing("\n", with: "")
        let steps =
            #"[{"@type":"HowToSection","name":"Base","itemListElement":[{"@type":"HowToStep","text":"Mix."},{"text":"Bake."}]},"Eat."]"#
        let line = Self.recipe("Pie", more, ingredients: #"["For the base:","1 1/2 cups flour, sifted"]"#)
            .replacing(#""recipeInstructions":"Cook it.""#, with: #""recipeInstructions":\#(steps)"#)
        #expect(try await take([line], site).taken == 1)
        let body = try body(site)
        #expect(body.description == "Hot." && body.servings == 4 && body.prepMinutes == 10 && body.cookMinutes == 60)
        #expect(body.category == "main" && body.cuisine == "italian" && body.language == "en")
        #expect(body.steps == ["Base: Mix.", "Bake.", "Eat."])
        #expect(body.lines.map(\.group) == ["For the base"])
        #expect(
            body.lines.first?.amount == 1.5 && body.lines.first?.unit == "cup" && body.lines.first?.note == "sifted")
        #expect(body.source == "Eve · https://example.org/x" && body.licence == .by)
    }

    @Test(
        arguments: [
            (#""recipeYield":6"#, 6), (#""recipeYield":"6.0""#, 6), (#""recipeYield":"Serves 4–6""#, 4),
            (#""recipeYield":"a lot""#, nil),
            (#""recipeYield":"0""#, nil), (#""recipeYield":{"@type":"QuantitativeValue","value":8}"#, 8),
            (#""recipeYield":99999"#, nil),
            (#""recipeYield":"750 ml""#, nil), (#""recipeYield":"Makes about 500g""#, nil),
            (#""recipeYield":"1½ l""#, nil), (#""recipeYield":"1.5 kg""#, nil), (#""recipeYield":"6 to 8 cups""#, nil),
            (#""recipeYield":"2 стакана""#, nil), (#""recipeYield":["750 ml","4"]"#, 4),
            (#""recipeYield":"4 servings (200 g each)""#, 4), (#""recipeYield":"12 large cookies""#, 12),
        ] as [(String, Int?)])
    func `servings are a number in range, or the yield is reported`(more: String, servings: Int?) async throws {
        let site = try TestSite()
        let report = try await take([Self.recipe("Pie", more)], site)
        #expect(try body(site).servings == servings)
        #expect((report.notes[.unknownYield] == nil) == (servings != nil))
    }

    @Test(
        arguments: [
            (#""totalTime":"PT1H""#, nil, 60), (#""prepTime":"PT20M","totalTime":"PT1H""#, 20, 40),
            (#""prepTime":"soon""#, nil, nil),
            (#""prepTime":"PT2H","totalTime":"PT1H""#, 120, 0), (#""cookTime":"P30000D""#, nil, nil),
        ] as [(String, Int?, Int?)])
    func `times are minutes in range`(more: String, prep: Int?, cook: Int?) async throws {
        let site = try TestSite()
        _ = try await take([Self.recipe("Pie", more)], site)
        #expect(try body(site).prepMinutes == prep)
        #expect(try body(site).cookMinutes == cook)
    }

    @Test func `markup from other sites is shown as text`() async throws {
        let site = try TestSite()
        let line = Self.recipe("Soup", #""description":"<img src=x onerror=alert(1)>","url":"javascript:alert(1)""#)
        _ = try await take([line], site)
        let page = try await site.visitor().get("/recipes/1")
        #expect(!page.text.contains("<img src=x"))
        #expect(!page.text.contains("href=\"javascript:"))
    }

    @Test func `the command proposes courses and times, and reports them`() async throws {
        let site = try TestSite()
        let timed = Self.recipe("Leek soup").replacing("Cook it.", with: "Boil it for 25 minutes.")
        let report = try await take([timed, Self.recipe("Leeks", #""keywords":"Side dish""#)], site)
        #expect(report.notes[.titleCategory]?.examples == ["Leek soup"])
        #expect(report.notes[.keywordCategory]?.examples == ["Side dish"])
        #expect(report.notes[.statedTimes]?.examples == ["25 min"])
        #expect(try site.count("SELECT count(*) FROM public_recipe WHERE category_id IS NOT NULL") == 2)
        #expect(try site.count("SELECT count(*) FROM public_recipe WHERE total_minutes = 25") == 1)
        #expect(try site.failures() == [])
    }

    @Test func `an unknown ingredient is reported and not created`() async throws {
        let site = try TestSite()
        let count = try site.count("SELECT count(*) FROM ingredient")
        let report = try await take([Self.recipe("Soup", ingredients: #"["2 g frobnium","salt"]"#)], site)
        #expect(report.lines == 2 && report.matchedLines == 1)
        #expect(report.notes[.unknownIngredient]?.examples == ["frobnium"])
        #expect(try site.count("SELECT count(*) FROM ingredient") == count)
    }

    @Test func `importing again does not restore a deleted recipe`() async throws {
        let site = try TestSite()
        _ = try await take([Self.recipe("Soup")], site)
        _ = try await site.client(.alice).post("/recipes/1/delete")
        #expect(try await take([Self.recipe("Soup")], site).known == 1)
        #expect(try site.count("SELECT count(*) FROM public_recipe") == 0)
    }

    @Test func `a recipe without an id is recognised by its text`() async throws {
        let site = try TestSite()
        let line = Self.recipe("Soup").replacing(#""@id":"https://example.org/Soup","#, with: "")
        #expect(try await take([line], site).taken == 1)
        #expect(try await take([line], site).known == 1)
    }
}

/// Tests of the starter recipes, which are part of the program.
@Suite struct StarterRecipeTests {
    @Test func `every starter recipe is read, and every line matches the catalogue`() throws {
        let catalogue = try StartingPoint.made.get().catalogue
        let files = StarterFiles.all.filter { $0.path.hasPrefix("Recipes/") }
        #expect(files.count >= 30)
        for file in files {
            let body = try StarterRecipe.parse(file.text, file: file.path, catalogue)
            #expect(RecipeLimits.allow(body), "\(file.path)")
            for (line, understood) in zip(body.lines, catalogue.understood(body)) {
                #expect(!understood.keys.isEmpty, "\(file.path): \(line.ingredient)")
            }
            #expect(body.category.flatMap(catalogue.categoryID) != nil, "\(file.path)")
            #expect(body.cuisine.flatMap(catalogue.cuisineID) != nil, "\(file.path)")
            #expect(body.servings != nil && body.totalMinutes != nil && !body.description.isEmpty, "\(file.path)")
            #expect(catalogue.understood(body).flatMap(\.unknownNames) == [], "\(file.path)")
            #expect(body.steps.allSatisfy { $0.offeredTimer == nil }, "\(file.path): times in steps are timers")
        }
    }

    @Test func `starter recipes are imported once and are public`() async throws {
        let site = try TestSite()
        let count = StarterFiles.all.filter { $0.path.hasPrefix("Recipes/") }.count
        let report = try await ImportCommand.run([], site.site.configuration, author: "alice", publishes: true)
        #expect(report.taken == count && report.refused == 0)
        #expect(report.matchedLines == report.lines)
        let again = try await ImportCommand.run([], site.site.configuration, author: "alice", publishes: true)
        #expect(again.taken == 0 && again.known == count)
        #expect(try site.failures() == [])
        #expect(try await site.visitor().get("/").text.contains("recipe-card"))
    }

    @Test(arguments: [
        "Title: X\n", "Title: X\nColour: red\n## Ingredients\n- salt\n## Steps\n1. Eat.",
        "Title: X\n## Ingredients\nsalt\n## Steps\n1. Eat.",
        "Title: X\n## Ingredients\n- salt\n## Steps\nEat.",
        "Title: X\nServings: four\n## Ingredients\n- salt\n## Steps\n1. Eat.",
        "Title: X\n## Ingredients\n- salt\n## Stories\nOnce.", "",
    ])
    func `the error for an invalid starter file names the file`(text: String) throws {
        let catalogue = try StartingPoint.made.get().catalogue
        #expect { try StarterRecipe.parse(text, file: "x.txt", catalogue) } throws: { "\($0)".contains("x.txt") }
    }
}

/// The limits that an imported recipe can exceed.
enum RecipeLimitNames: CaseIterable, Sendable {
    case title, description, lines, line, steps, step

    /// A recipe at the limit, or `excess` beyond it.
    func recipe(_ excess: Int) -> String {
        func text(_ count: Int) -> String { String(repeating: "x", count: count + excess) }
        func list(_ count: Int) -> String {
            "[" + Array(repeating: #""salt""#, count: count + excess).joined(separator: ",") + "]"
        }
        switch self {
        case .title: return ImportTests.recipe(text(RecipeLimits.title))
        case .description: return ImportTests.recipe("A", #""description":"\#(text(RecipeLimits.description))""#)
        case .lines: return ImportTests.recipe("A", ingredients: list(RecipeLimits.lines))
        case .line: return ImportTests.recipe("A", ingredients: #"["\#(text(RecipeLimits.text))"]"#)
        case .steps:
            return ImportTests.recipe("A").replacing(#""Cook it.""#, with: list(RecipeLimits.steps))
        case .step: return ImportTests.recipe("A").replacing("Cook it.", with: text(RecipeLimits.step))
        }
    }
}
