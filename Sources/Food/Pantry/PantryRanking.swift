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

/// Counts what purchases would open.
package struct PurchaseCounter: Sendable {
    /// For each single ingredient, and each pair (the lower id in the upper half), the number of recipes.
    private var counts = KeyCounts()

    package init() {}

    /// Adds a recipe of which every line was understood, with what it misses. Only one or two ingredients matter.
    package mutating func add(_ missing: [Int32]) {
        if missing.count == 1 { counts.add(Self.key(0, missing[0])) }
        if missing.count == 2 { counts.add(Self.key(min(missing[0], missing[1]), max(missing[0], missing[1]))) }
    }

    private static func key(_ first: Int32, _ second: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
    }

    /// The single ingredients that open the most recipes.
    package func best(_ count: Int) -> [Purchase] {
        Self.best(count) { offer in
            counts.each { key, recipes in if key >> 32 == 0 { offer(recipes, key) } }
        }.map { Purchase(ingredients: [Int($0.key)], recipes: $0.recipes) }
    }

    /// The pairs that open the most recipes, with those that one of the two opens alone. A pair counts only if together
    /// they open a recipe that neither opens alone.
    package func bestPairs(_ count: Int) -> [Purchase] {
        Self.best(count) { offer in
            counts.each { key, recipes in
                if key >> 32 != 0 { offer(recipes + counts[key >> 32] + counts[key & 0xFFFF_FFFF], key) }
            }
        }.map { Purchase(ingredients: [Int($0.key >> 32), Int($0.key & 0xFFFF_FFFF)], recipes: $0.recipes) }
    }

    /// Those with the most recipes; among equals, those with the lowest ids come first.
    private static func best(
        _ count: Int, _ all: (_ offer: (Int, UInt64) -> Void) -> Void
    ) -> [(recipes: Int, key: UInt64)] {
        var best: [(recipes: Int, key: UInt64)] = []
        all { recipes, key in
            if best.count == count, let last = best.last, (last.recipes, key) >= (recipes, last.key) { return }
            let place = best.firstIndex { ($0.recipes, key) < (recipes, $0.key) } ?? best.count
            best.insert((recipes, key), at: place)
            if best.count > count { best.removeLast() }
        }
        return best
    }
}

/// Counts by key, with open addressing: a dictionary takes five times as long.
private struct KeyCounts: Sendable {
    private var keys = [UInt64](repeating: 0, count: 1_024)
    private var values = [Int](repeating: 0, count: 1_024)
    private var count = 0

    /// Keys are not 0.
    private func place(_ key: UInt64) -> Int {
        var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 24) & (keys.count - 1)
        while keys[place] != 0, keys[place] != key { place = (place + 1) & (keys.count - 1) }
        return place
    }

    subscript(key: UInt64) -> Int { values[place(key)] }

    mutating func add(_ key: UInt64, _ number: Int = 1) {
        var place = place(key)
        if keys[place] == 0 {
            if count * 2 > keys.count {
                grow()
                place = self.place(key)
            }
            keys[place] = key
            count += 1
        }
        values[place] += number
    }

    private mutating func grow() {
        let (oldKeys, oldValues) = (keys, values)
        keys = [UInt64](repeating: 0, count: oldKeys.count * 4)
        values = [Int](repeating: 0, count: oldKeys.count * 4)
        for (key, value) in zip(oldKeys, oldValues) where key != 0 {
            let place = place(key)
            (keys[place], values[place]) = (key, value)
        }
    }

    func each(_ body: (UInt64, Int) -> Void) {
        for (key, value) in zip(keys, values) where key != 0 { body(key, value) }
    }
}
