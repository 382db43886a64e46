// Tests of reading Cooklang: the language's canonical tests, real files, and the resulting recipes.

import Bytes
import Foundation
import Testing

@testable import TestKit
@testable import Toque

@Suite struct CooklangTests {
    private static let canonical = "conformance/cooklang/canonical.json"
    private static let files = "cooklang/cook-files-dev.jsonl"

    /// An item in the form of the canonical tests, where a missing quantity is `some`, one, or nothing.
    private static func fields(_ item: Cooklang.Item) -> [String: String] {
        func quantity(_ quantity: Cooklang.Quantity?, _ standard: String) -> String {
            quantity.map { $0.number.map(JSONText.number) ?? $0.text } ?? standard
        }
        return switch item {
        case .text(let text): ["type": "text", "value": text]
        case .ingredient(let name, let amount, let unit, _):
            ["type": "ingredient", "name": name, "quantity": quantity(amount, "some"), "units": unit]
        case .cookware(let name, let amount): ["type": "cookware", "name": name, "quantity": quantity(amount, "1")]
        case .timer(let name, let amount, let unit):
            ["type": "timer", "name": name, "quantity": quantity(amount, ""), "units": unit]
        }
    }

    @Test(.enabled(if: RealData.has(canonical), "Cooklang's own tests are missing: set TOQUE_TEST_DATA"))
    func `the canonical tests pass`() throws {
        let data = try Data(contentsOf: RealData.data.appending(path: Self.canonical))
        let suite = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        let tests = try #require(suite["tests"] as? [[String: Any]])
        #expect(tests.count >= 60)
        for test in tests {
            let source = Cooklang(SchemaText.text(test["source"]))
            let result = try #require(test["result"] as? [String: Any])
            let steps = (result["steps"] as? [[[String: Any]]] ?? []).map { step in
                step.map { item in
                    // Cookware has no units, although some tests name them.
                    Dictionary(
                        uniqueKeysWithValues: item.filter { item["type"] as? String != "cookware" || $0.key != "units" }
                            .map { key, value in
                                let text = value as? String ?? (value as? Double).map(JSONText.number) ?? "?"
                                return (key, text)
                            })
                }
            }
            #expect(source.steps.map { $0.items.map(Self.fields) } == steps, "\(test["name"] ?? "")")
            let metadata = (result["metadata"] as? [String: Any] ?? [:]).mapValues { SchemaText.text($0) }
            #expect(Dictionary(uniqueKeysWithValues: source.metadata) == metadata, "\(test["name"] ?? "")")
        }
    }

    @Test(.enabled(if: RealData.has(files), "real Cooklang files are missing: set TOQUE_TEST_DATA"))
    func `real files become recipes`() throws {
        let text = try String(contentsOf: RealData.data.appending(path: Self.files), encoding: .utf8)
        let rows = LenientJSON.values(text).compactMap { $0 as? [String: Any] }
        #expect(rows.count >= 39)
        var read = 0
        for row in rows {
            let recipe = try? CooklangRecipe.read(SchemaText.text(row["text"]), name: "x")
            if let recipe, !recipe.steps.isEmpty { read += 1 } else { print("not read: \(row["id"] ?? "")") }
        }
        #expect(read >= 36)
    }

    @Test(arguments: [
        ("Add @salt.", ["salt"]),
        ("Add @black pepper{} and @sea salt{1%pinch}(fine).", ["black pepper", "1 pinch sea salt, fine"]),
        ("Mix @flour{1 1/2%cups} with @@ and @ x{}", ["1 1/2 cups flour"]), ("@eggs{2}, then @eggs again", ["2 eggs"]),
        ("Mix @almond milk{200%ml}. Pour in the @milk{}.", ["200 ml almond milk", "milk"]),
        ("@peanut butter{1%tbsp} and @butter{}, more @butter", ["1 tbsp peanut butter", "butter"]),
        ("@butter{50%g}(soft), then the @butter{}", ["50 g butter, soft"]),
        ("Pour @./sauces/Red Sauce{150%g}.", ["150 g Red Sauce"]), ("No marks", []), ("@a{unclosed", ["a"]),
    ])
    func `ingredients become ingredient lines`(text: String, lines: [String]) {
        let recipe = try? CooklangRecipe.read(text, name: "x")
        #expect((recipe?.lines.map(\.text) ?? []) == lines)
    }

    @Test func `a whole file becomes a recipe`() throws {
        let text = """
            ---
            title: Onion soup
            servings: 4
            tags: [soup, winter]
            course:
              - starter
            prep time: 10 minutes
            cook time: 1 hour
            source: https://a.example/soup
            mood: good
            nonsense
            ---
            > Better on the second day.

            == Soup ==
            Slice @onions{1%kg} -- mind the eyes
            into a #large pot{}.

            Cook for ~{45%minutes}[- or more -] with @butter{50%g}.\\
            Stir.

            = Toast
            Rub @bread{4%slices} with @garlic.
            """
        let recipe = try CooklangRecipe.read(text)
        #expect(recipe.title == "Onion soup" && recipe.yields == ["4"] && recipe.keywords == ["soup", "winter"])
        #expect(recipe.categories == ["starter"] && recipe.prepMinutes == 10 && recipe.cookMinutes == 60)
        #expect(recipe.address == "https://a.example/soup" && recipe.notes == ["Better on the second day."])
        #expect(
            recipe.notUnderstood == [.init(field: "mood", text: "good"), .init(field: "metadata", text: "nonsense")])
        #expect(recipe.tools == ["large pot"])
        #expect(
            recipe.lines == [
                .init(text: "1 kg onions", group: "Soup"), .init(text: "50 g butter", group: "Soup"),
                .init(text: "4 slices bread", group: "Toast"), .init(text: "garlic", group: "Toast"),
            ])
        #expect(
            recipe.steps == [
                .init(text: "Slice onions  into a large pot.", section: "Soup"),
                .init(text: "Cook for 45 minutes with butter.\nStir.", section: "Soup", timer: 2_700),
                .init(text: "Rub bread with garlic.", section: "Toast"),
            ])
    }

    @Test func `a text of many names is read quickly, up to the limits of lists`() throws {
        let names = (1...30_000).map { "@a\($0) #b\($0)" }.joined(separator: " ")
        let began = ContinuousClock.now
        let recipe = try CooklangRecipe.read(names, name: "names")
        #expect(ContinuousClock.now - began < .seconds(60))
        #expect(recipe.lines.count == ImportLimits.lines && recipe.tools.count == ImportLimits.words)
        #expect(
            recipe.notUnderstood == [
                .init(field: "ingredients", text: "29000 more", remark: .more(29_000)),
                .init(field: "tools", text: "29800 more", remark: .more(29_800)),
            ])
    }

    @Test func `a text is recognised as Cooklang by its marks`() {
        #expect(CooklangRecipe.isLikely("Add @salt{} now") && CooklangRecipe.isLikely("wait ~{5%minutes}"))
        #expect(!CooklangRecipe.isLikely("Mail me @ example{} or #1") && !CooklangRecipe.isLikely("2 eggs\n# Notes"))
    }

    @Test func `combining marks that comments separate do not join`() {
        let marks = String(repeating: "\u{301}\u{323}", count: 15)
        let text = Cooklang("@egg{1}\n\n@x" + String(repeating: marks + "[--]", count: 100) + "{1}")
        for case .ingredient(let name, _, _, _) in text.steps.flatMap(\.items) { #expect(StreamSafe.allows(name)) }
        #expect(text.steps.count == 2)
    }
}
