// Finds amounts that are out of proportion, such as 500 g of salt in a soup.

import Bytes
import Food

enum ProportionRules {
    /// The most that recipes use of a kind of ingredient. A line is out of proportion if it exceeds both limits.
    private struct Limit: Sendable {
        /// Whether it counts for an ingredient.
        let counts: @Sendable (IngredientEntry) -> Bool
        /// In grams.
        let perServing: Double
        /// As a share of the weight of all lines.
        let share: Double
    }

    private static let limits = [
        Limit(counts: { has($0, ["salt", "sea-salt", "kosher-salt", "himalayan-salt"]) }, perServing: 12, share: 0.05),
        Limit(
            counts: {
                has(
                    $0,
                    [
                        "baking-soda", "baking-powder", "cream-of-tartar", "dry-yeast", "gelatine", "gelatin",
                        "xanthan-gum", "agar",
                    ])
            },
            perServing: 7, share: 0.03),
        Limit(counts: { has($0, ["fresh-yeast"]) }, perServing: 15, share: 0.08),
        Limit(counts: { $0.key.hasSuffix(bytes: "-extract") }, perServing: 15, share: 0.04),
        Limit(
            counts: { $0.aisle == "herbs-and-spices" && !isFreshHerb($0) && !has($0, ["salt"]) }, perServing: 20,
            share: 0.06),
        Limit(counts: { has($0, ["garlic", "ginger", "horseradish", "wasabi"]) }, perServing: 120, share: 0.3),
        Limit(counts: { has($0, ["egg", "eggs", "egg-yolk", "egg-white"]) }, perServing: 450, share: 0.3),
        Limit(counts: { $0.aisle == "oils-and-fats" || has($0, ["butter", "ghee"]) }, perServing: 300, share: 0.35),
        Limit(
            counts: { has($0, ["mustard", "soy-sauce", "fish-sauce", "worcestershire-sauce"]) }, perServing: 150,
            share: 0.3),
    ]

    /// A serving of more than this many grams of one ingredient is a slip of the pen.
    private static let mostPerServing = 3_000.0
    /// Assumed where the author gave no number.
    private static let usualServings = 8

    /// The lines that are out of proportion, by their numbers.
    static func lines(_ weights: [LineWeight], servings: Int?) -> [Int] {
        let total = weights.reduce(0) { $0 + $1.grams }
        let servings = Double(max(1, servings ?? usualServings))
        return weights.filter { weight in
            if weight.grams / servings > mostPerServing, !isWater(weight.entry) { return true }
            // Deep-frying needs a lot of oil, which is poured away.
            return limits.contains { limit in
                guard limit.counts(weight.entry), weight.grams / servings > limit.perServing else { return false }
                return weight.grams / total > limit.share || weight.grams / servings > limit.perServing * 10
            }
        }.map(\.line)
    }

    private static func has(_ entry: IngredientEntry, _ keys: Set<String>) -> Bool { keys.contains(entry.key) }

    private static func isWater(_ entry: IngredientEntry) -> Bool { entry.key == "water" || entry.aisle == "drinks" }

    private static let freshHerbs: Set<String> = [
        "parsley", "basil", "coriander", "cilantro", "mint", "dill", "chives", "chive", "thyme", "rosemary", "sage",
        "tarragon", "lemongrass", "ginger", "garlic", "vanilla-bean", "watercress", "sorrel", "chervil",
    ]

    private static func isFreshHerb(_ entry: IngredientEntry) -> Bool {
        freshHerbs.contains(entry.key) || entry.key.hasPrefix(bytes: "fresh-") || entry.key.hasSuffix(bytes: "-leaves")
            || entry.key.hasSuffix(bytes: "-leaf")
    }
}
