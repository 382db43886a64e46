// Finds what to buy so that a pantry allows more recipes.

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

    /// Adds a recipe of which every line was understood, and that misses one ingredient, or two: then neither is 0.
    mutating func add(_ first: Int32, _ second: Int32) {
        counts.add(Self.key(min(first, second), max(first, second)))
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
    private struct Entry {
        /// 0 if the entry is free.
        var key: UInt64 = 0
        var count = 0
    }

    private var entries = [Entry](repeating: Entry(), count: 1_024)
    private var used = 0

    private func place(_ key: UInt64) -> Int {
        var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 24) & (entries.count - 1)
        while entries[place].key != 0, entries[place].key != key { place = (place + 1) & (entries.count - 1) }
        return place
    }

    subscript(key: UInt64) -> Int { entries[place(key)].count }

    mutating func add(_ key: UInt64) {
        let place = place(key)
        if entries[place].key == 0 {
            entries[place].key = key
            used += 1
        }
        entries[place].count += 1
        if used * 2 > entries.count { grow() }
    }

    private mutating func grow() {
        let old = entries
        entries = [Entry](repeating: Entry(), count: old.count * 4)
        for entry in old where entry.key != 0 { entries[place(entry.key)] = entry }
    }

    func each(_ body: (UInt64, Int) -> Void) {
        for entry in entries where entry.key != 0 { body(entry.key, entry.count) }
    }
}
