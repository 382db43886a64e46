import Bytes
import Foundation
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

/// Tests that the answers for a stored row promise no more than those for its line; they may promise less.
@Suite struct StoredLineTests {
    /// What readers rely on: free from, suits, not spicy. Keto and low-carb depend on amounts instead.
    private static func promises(_ diets: DerivedDiets) -> Set<String> {
        let suits = Diet.allCases.filter { ![.keto, .lowCarb].contains($0) }.filter {
            diets[$0] == ($0 == .spicy ? .no : .yes)
        }.map(\.rawValue)
        return Set(suits + Allergen.allCases.filter { diets[$0] == .no }.map(\.rawValue))
    }

    /// The promises of a line's row that the line itself does not make.
    private static func excess(_ text: String, _ catalogue: Catalogue) -> Set<String> {
        let parsed = catalogue.parse(text)
        if parsed.isHeading { return [] }
        // A row drops the rest of an amount in the name (`of a pound of butter`), which is not another food.
        let row = catalogue.line(parsed)
        if catalogue.index.match(parsed) == nil, catalogue.parse(row.ingredient).phrase != row.ingredient { return [] }
        let direct = catalogue.dietsCommand.derive([text])
        return promises(stored(text, catalogue)).subtracting(promises(direct))
    }

    static func stored(_ text: String, _ catalogue: Catalogue) -> DerivedDiets {
        var body = RecipeBody()
        body.lines = [catalogue.line(catalogue.parse(text))]
        return catalogue.diets(of: body)
    }

    @Test(arguments: TrapNameTests.traps.map(\.line))
    func `the row of a difficult line promises no more than the line`(line: String) throws {
        #expect(Self.excess(line, try RealData.catalogue()) == [])
    }

    @Test(arguments: [
        ("1 cup mashed potatoes", "milk"), ("8 ounces cooked pasta", "eggs"), ("2 cans chicken breast", "gluten"),
        ("1 can tuna", "soy"), ("6-ounce can tuna", "soy"), ("1 jar chickpeas", "sulphites"),
        ("1 банка тунца", "soy"), ("1 банка фасоли", "sulphites"), ("1 (15 ounce) can chili", "gluten"),
    ])
    func `an unknown answer of a line is unknown for its row`(line: String, allergen: String) throws {
        let (catalogue, allergen) = (try RealData.catalogue(), try #require(Allergen(rawValue: allergen)))
        #expect(catalogue.dietsCommand.derive([line])[allergen] == .unknown)
        #expect(Self.stored(line, catalogue)[allergen] == .unknown)
    }

    @Test func `a can is recognised by its unit, and a harmless preparation adds no doubt`() throws {
        let catalogue = try RealData.catalogue()
        #expect(Self.stored("400 g tomatoes, chopped", catalogue)[.vegan] == .yes)
        #expect(Self.stored("1 can black beans", catalogue)[.vegan] == .yes)
        var row = RecipeLine()
        row.ingredient = "tuna"
        #expect(StoredLine(catalogue, row).understood.keys == ["tuna"])
        row.unit = "can"
        #expect(StoredLine(catalogue, row).understood.keys == ["canned-tuna"])
        (row.unit, row.note) = ("oz", "large can")
        #expect(StoredLine(catalogue, row).understood.keys == ["canned-tuna"])
        (row.unit, row.note) = ("", "as much as you can")
        #expect(StoredLine(catalogue, row).understood.keys == ["tuna"])
        (row.unit, row.ingredient, row.note) = ("loaf", "dates", "")
        #expect(StoredLine(catalogue, row).understood.unknownNames == ["dates loaf"])
        (row.unit, row.ingredient) = ("loaf", "bread")
        #expect(StoredLine(catalogue, row).understood.keys == ["bread"])
    }

    /// A choice in brackets becomes a note when the line is parsed, but it can also be typed into any cell of the row.
    @Test(arguments: [
        ("soy yogurt", "or crème fraîche"), ("oat milk", "or milk"), ("margarine", "or butter"),
        ("olive oil", "or the fat of your choice"), ("tofu", "or gibberish"), ("соевый йогурт", "или сметана"),
    ])
    func `a row with a choice promises no more than its line, however it is written`(
        name: String, choice: String
    ) throws {
        let catalogue = try RealData.catalogue()
        let line = "1 cup \(name) (\(choice))"
        #expect(Self.excess(line, catalogue) == [])
        let direct = Self.promises(catalogue.dietsCommand.derive([line]))
        for (ingredient, note) in [
            ("\(name) (\(choice))", ""), ("\(name) (\(choice))", "cold"), (name, choice), (name, "(\(choice))"),
            (name, "cold, \(choice)"), ("\(name), \(choice)", ""), ("\(name) \(choice)", "cold"),
        ] {
            var row = RecipeLine()
            (row.amount, row.unit, row.ingredient, row.note) = (1, "cup", ingredient, note)
            var body = RecipeBody()
            body.lines = [row]
            let diets = catalogue.diets(of: body)
            #expect(Self.promises(diets).subtracting(direct) == [], "\(ingredient) | \(note)")
            #expect(diets[.vegan] != .yes, "\(ingredient) | \(note)")
            #expect(StoredLine(catalogue, row).understood.mayBeMore, "\(ingredient) | \(note)")
        }
    }

    @Test func `filters use the stored row`() async throws {
        let site = try TestSite()
        let mash = try await site.publish(RecipeFields("Mash", ingredients: "1 cup mashed potatoes"))
        let meat = try await site.publish(RecipeFields("Hash", ingredients: "2 cans chicken breast"))
        let plain = try await site.publish(RecipeFields("Boiled", ingredients: "4 potatoes"))
        let free = try await site.visitor().json("/search?free_from=milk", as: ListAnswer<CardAnswer>.self).items.map(
            \.id)
        #expect(free.contains(plain) && !free.contains(mash) && !free.contains(meat))
    }

    struct Recipe: Decodable { let ingredients: [String] }

    @Test(.enabled(if: RealData.has("recipes/recipes-dev.jsonl.gz"), "recipes/recipes-dev.jsonl.gz is missing"))
    func `the rows of real lines promise no more than the lines`() throws {
        let catalogue = try RealData.catalogue()
        let recipes = try RealData.objects("recipes/recipes-dev.jsonl.gz", as: Recipe.self)
        let lines = Set(RealData.sample(recipes, every: 8).flatMap(\.ingredients)).filter { !$0.trimmed.isEmpty }
        #expect(lines.count > 1_000)
        let excess = lines.sorted().compactMap { line in
            let found = Self.excess(line, catalogue)
            return found.isEmpty ? nil : "\(line): \(found.sorted().joined(separator: " "))"
        }
        #expect(excess.isEmpty, "\(excess.count) of \(lines.count):\n\(excess.prefix(40).joined(separator: "\n"))")
    }
}
