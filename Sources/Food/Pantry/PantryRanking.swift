// Orders the recipes that a pantry allows, and finds what to buy so that it allows more.

/// A recipe with what decides its place.
package struct RankedRecipe: Sendable {
    package let recipe: Int
    package let missing: Int
    package let soon: Int
    package let short: Int

    /// What misses least comes first, then what uses up most of what spoils soon, then what is short of least, then the
    /// newest.
    package static func isBefore(_ left: RankedRecipe, _ right: RankedRecipe) -> Bool {
        (left.missing, -left.soon, left.short, -left.recipe) < (right.missing, -right.soon, right.short, -right.recipe)
    }
}

/// One or two ingredients, and the number of recipes that lack nothing once they are bought.
package struct Purchase: Sendable, Equatable {
    package let ingredients: [Int]
    package let recipes: Int
}

extension PantryMatcher {
    /// The recipe with what decides its place; `nil` if it needs nothing. `lack` is what it misses.
    package func ranked(_ recipe: Int, _ needs: [NeedPart], _ lack: PantryLack) -> RankedRecipe? {
        guard !needs.isEmpty else { return nil }
        let match = match(needs)
        return RankedRecipe(recipe: recipe, missing: lack.count, soon: match.usesSoon.count, short: match.short)
    }
}

/// Counts what purchases would open.
package struct PurchaseCounter: Sendable {
    private var singles: [Int: Int] = [:]
    private var pairs: [[Int]: Int] = [:]

    package init() {}

    /// Adds a recipe that misses one or two ingredients, and of which every line was understood.
    package mutating func add(_ lack: PantryLack) {
        guard lack.notUnderstood == 0 else { return }
        let missing = lack.ingredients.sorted()
        if missing.count == 1 { singles[missing[0], default: 0] += 1 }
        if missing.count == 2 { pairs[missing, default: 0] += 1 }
    }

    /// The single ingredients that open the most recipes.
    package func best(_ count: Int) -> [Purchase] {
        Self.sorted(singles.map { Purchase(ingredients: [$0.key], recipes: $0.value) }, count)
    }

    /// The pairs that open the most recipes, with those that one of the two opens alone. A pair counts only if together
    /// they open a recipe that neither opens alone.
    package func bestPairs(_ count: Int) -> [Purchase] {
        Self.sorted(
            pairs.map { pair, recipes in
                Purchase(ingredients: pair, recipes: recipes + pair.reduce(0) { $0 + (singles[$1] ?? 0) })
            }, count)
    }

    private static func sorted(_ purchases: [Purchase], _ count: Int) -> [Purchase] {
        Array(
            purchases.sorted {
                ($0.recipes, $1.ingredients[0], $1.ingredients.last ?? 0)
                    > ($1.recipes, $0.ingredients[0], $0.ingredients.last ?? 0)
            }.prefix(count))
    }
}
