import Foundation
import Testing

@testable import Food
@testable import Toque

/// Tests the parser with labelled lines, and the catalogue with real recipes.
@Suite struct LineDataTests {
    struct Gold: Decodable {
        let line: String
        let quantity: String
        let unit: String
        let name: String
        let simple: Bool
    }

    struct Recipe: Decodable {
        let recipeIngredient: [String]?
    }

    static let sizes: Set<String> = [
        "large", "medium", "small", "medium-size", "medium-sized", "extra-large", "jumbo", "big", "tiny",
        "medium-large",
    ]

    @Test(
        .enabled(if: RealData.has("ingredient-lines/lines-dev.jsonl.gz"), "labelled lines or starter units are missing")
    )
    func `most simple labelled lines are parsed correctly`() throws {
        let parser = try RealData.parser()
        let labelled = try RealData.objects("ingredient-lines/lines-dev.jsonl.gz", as: Gold.self)
        let lines = RealData.sample(labelled.filter(\.simple), every: 5)
        var amounts = 0
        var units = 0
        var names = 0
        var all = 0
        for gold in lines {
            let parsed = parser.parse(gold.line)
            let amount = Self.sameAmount(gold, parsed)
            let unit = Self.unit(gold.unit, parser) == parsed.unit
            let name = Self.letters(gold.name) == Self.letters(parsed.phrase)
            amounts += amount ? 1 : 0
            units += unit ? 1 : 0
            names += name ? 1 : 0
            all += amount && unit && name ? 1 : 0
        }
        func share(_ count: Int) -> Double { Double(count) / Double(lines.count) }
        print(
            "labelled lines: \(lines.count), amount \(share(amounts)), unit \(share(units)), name \(share(names)), all \(share(all))"
        )
        #expect(share(amounts) >= 0.98)
        #expect(share(units) >= 0.97)
        #expect(share(names) >= 0.9)
        #expect(share(all) >= 0.89)
    }

    /// Whether two amounts are equal; `a pinch` counts as one in the labels and as none in the parser.
    private static func sameAmount(_ gold: Gold, _ parsed: ParsedLine) -> Bool {
        let words = [
            "half": 0.5, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "twelve": 12,
        ]
        let first = gold.quantity.lowercased().prefix { $0 != "-" && $0 != " " }
        let amount = Double(first) ?? words[String(first)]
        if amount == nil, parsed.amount == 1 { return gold.line.lowercased().hasPrefix("a") }
        guard let amount, let found = parsed.amount else { return amount == parsed.amount }
        return abs(amount - found) < 0.01
    }

    /// The key of a labelled unit. An unknown unit is returned as it is, so that missing it counts as wrong.
    private static func unit(_ unit: String, _ parser: IngredientLineParser) -> String? {
        if sizes.contains(unit.lowercased()) { return nil }
        if unit.isEmpty { return nil }
        return parser.parse("1 \(unit) of x").unit ?? unit
    }

    private static func letters(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// With `TOQUE_UNMATCHED=FILE` it reads every recipe and writes names without an ingredient to the file, by
    /// frequency.
    @Test(.enabled(if: RealData.has("recipes/recipes-dev.schema.jsonl.gz"), "recipes or starter catalogue are missing"))
    func `most lines of real recipes match the catalogue`() throws {
        let file = ProcessInfo.processInfo.environment["TOQUE_UNMATCHED"]
        let parser = try RealData.parser()
        let index = try RealData.index()
        let recipes = try RealData.objects("recipes/recipes-dev.schema.jsonl.gz", as: Recipe.self)
        var unmatched: [String: Int] = [:]
        var total = 0
        for recipe in file == nil ? RealData.sample(recipes, every: 50) : recipes {
            for line in recipe.recipeIngredient ?? [] {
                let parsed = parser.parse(line)
                if parsed.isHeading { continue }
                total += 1
                if index.understand(parsed).match == nil { unmatched[parsed.phrase.lowercased(), default: 0] += 1 }
            }
        }
        let share = 1 - Double(unmatched.values.reduce(0, +)) / Double(total)
        print("recipe lines: \(total), in the catalogue \(share)")
        if let file {
            let sorted = unmatched.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            try sorted.map { "\($0.value)\t\($0.key)\n" }.joined().write(
                toFile: file, atomically: true, encoding: .utf8)
        }
        #expect(share >= 0.8)
    }
}
