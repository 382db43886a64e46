// Tests the fast loop over the needs of many recipes against the slow way: one recipe after the other.

import Testing

@testable import Food
@testable import Toque

/// The recipes that a pantry allows, found by matching and sorting all of them.
private struct SlowSearch {
    var counts: [Int]
    var order: [Int] = []
    private var singles: [Int: Int] = [:]
    private var pairs: [[Int]: Int] = [:]

    init(_ recipes: [Int: String], _ matcher: PantryMatcher, limit: Int, among: Set<Int>?) {
        counts = [Int](repeating: 0, count: limit + 1)
        var ranked: [(recipe: Int, missing: Int, soon: Int, foods: Int, short: Int)] = []
        for (recipe, text) in recipes where among?.contains(recipe) ?? true {
            let needs = NeedPart.decoded(text)
            guard let lack = matcher.lack(needs, limit: max(limit, 2)) else { continue }
            add(lack)
            if lack.count > limit || needs.isEmpty { continue }
            let match = matcher.match(needs)
            ranked.append((recipe, lack.count, match.usesSoon.count, matcher.foods(needs), match.short))
            counts[lack.count] += 1
        }
        order =
            ranked.sorted {
                ($0.missing, -$0.soon, -$0.foods, $0.short, -$0.recipe)
                    < ($1.missing, -$1.soon, -$1.foods, $1.short, -$1.recipe)
            }.map(\.recipe)
    }

    /// The first recipes. Without amounts and dates, only of the newest that miss nothing, if there are enough of them.
    func first(_ count: Int, _ matcher: PantryMatcher) -> [Int] {
        let complete = order.prefix(counts[0])
        let isCounted = matcher.stock.items.allSatisfy { $0.amount == nil && !$0.isSoon }
        if !isCounted || complete.count < 4 * count { return Array(order.prefix(count)) }
        let newest = Set(complete.sorted(by: >).prefix(4 * count))
        return Array(complete.filter(newest.contains).prefix(count))
    }

    private mutating func add(_ lack: PantryLack) {
        guard lack.notUnderstood == 0 else { return }
        let missing = lack.ingredients.sorted()
        if missing.count == 1 { singles[missing[0], default: 0] += 1 }
        if missing.count == 2 { pairs[missing, default: 0] += 1 }
    }

    func purchases(_ count: Int) -> [Purchase] {
        sorted(singles.map { Purchase(ingredients: [$0.key], recipes: $0.value) }, count)
            + sorted(
                pairs.map { pair, recipes in
                    Purchase(ingredients: pair, recipes: recipes + pair.reduce(0) { $0 + (singles[$1] ?? 0) })
                }, count)
    }

    private func sorted(_ purchases: [Purchase], _ count: Int) -> [Purchase] {
        Array(
            purchases.sorted {
                ($0.recipes, $1.ingredients[0], $1.ingredients.last ?? 0)
                    > ($1.recipes, $0.ingredients[0], $0.ingredients.last ?? 0)
            }.prefix(count))
    }
}

@Suite struct NeedTableTests {
    private let foods: PantryFoods
    private let catalogue: Catalogue
    private let ids: [Int]

    init() throws {
        catalogue = RandomPantry.small(try RealData.catalogue())
        foods = PantryFoods(catalogue, PantryIndex.kinds, PantryIndex.substitutions)
        ids = RandomPantry.foods.compactMap { [catalogue] in catalogue.ingredientID(named: $0) }
    }

    private func recipe(_ dice: inout PantryDice) -> String {
        let lines = (1...Int.random(in: 1...8, using: &dice)).map { RandomPantry.parts($0, ids, catalogue, &dice) }
        return NeedPart.encoded(lines.flatMap { $0.options.joined() })
    }

    /// A table after random changes, and what it should have.
    private func table(_ dice: inout PantryDice) -> (NeedTable, [Int: String]) {
        let table = NeedTable()
        var (recipes, row) = ([Int: String](), 0)
        for _ in 0..<150 {
            let id = Int.random(in: 1...120, using: &dice)
            row += 1
            if dice.happens(10) {
                table.remove(id)
                recipes[id] = nil
            } else {
                recipes[id] = recipe(&dice)
                table.set(id, row: row, recipes[id] ?? "")
            }
            if dice.happens(2) { table.arrange() }
        }
        return (table, recipes)
    }

    private func matcher(_ dice: inout PantryDice) -> PantryMatcher {
        var items = RandomPantry.pantry(ids, &dice)
        if dice.happens(30) { items = items.map { PantryItem(id: $0.id, ingredient: $0.ingredient) } }
        let staples = dice.happens(50) ? (0..<6).map { _ in dice.one(of: ids) } : []
        return PantryMatcher(PantryStock(items, staples: staples, foods))
    }

    @Test func `random pantries and filters find what one recipe after the other finds`() {
        var (dice, differences, seen) = (PantryDice(state: 7), [String](), [0, 0, 0])
        for _ in 0..<25 {
            let (table, recipes) = table(&dice)
            #expect(table.count == recipes.count && Set(table.all) == Set(recipes.keys))
            for _ in 0..<25 {
                let (matcher, limit) = (matcher(&dice), Int.random(in: 0...5, using: &dice))
                let among = dice.happens(50) ? Set(recipes.keys.filter { _ in dice.happens(60) }) : nil
                let slow = SlowSearch(recipes, matcher, limit: limit, among: among)
                let start = dice.happens(30) ? Int.random(in: 0...40, using: &dice) : 0
                let range = start..<start + Int.random(in: 1...30, using: &dice)
                let bits = among.map {
                    $0.reduce(into: [UInt64](repeating: 0, count: 2)) { $0[$1 / 64] |= 1 << ($1 % 64) }
                }
                let fast = table.find(
                    matcher, PantryQuestion(limit: limit, range: range, countsPurchases: true, among: bits))
                let page = Array(slow.order[range.clamped(to: 0..<slow.order.count)])
                let purchases = fast.purchases.best(4) + fast.purchases.bestPairs(4)
                if fast.counts != slow.counts || fast.recipes != page || purchases != slow.purchases(4) {
                    differences.append("\(fast.counts) \(slow.counts) \(fast.recipes) \(page) \(limit) \(range)")
                }
                let first = table.first(range.count, matcher, limit: limit, among: bits)
                if first != slow.first(range.count, matcher) {
                    differences.append("first \(first) \(slow.order) \(range.count)")
                }
                seen[0] += fast.recipes.count
                seen[1] += purchases.count
                seen[2] += slow.counts.last ?? 0
            }
        }
        #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(3))")
        #expect(seen.allSatisfy { $0 > 1_000 }, "\(seen)")
    }

    @Test func `rows that cannot be read count as not understood`() {
        let table = NeedTable()
        table.set(1, row: 1, "1 0 0 5 - - \nx y")
        table.set(2, row: 2, "")
        table.set(3, row: 3, "1 0 1 5 - - ")
        #expect(table.all == [1, 3] && table.has(3, row: 3) && !table.has(2, row: 2))
        let stock = PantryStock([PantryItem(id: 1, ingredient: 5)], staples: [], foods)
        let found = table.find(PantryMatcher(stock), PantryQuestion(limit: 2, range: 0..<10))
        #expect(found.counts == [1, 1, 0] && found.recipes == [3, 1])
    }

    @Test func `a recipe with thousands of equal lines is counted once for each that was not understood`() {
        let table = NeedTable()
        let odd = (1...3_000).map { NeedPart(line: $0, ingredient: 0) }
        let plain = (1...3_000).map { NeedPart(line: $0, ingredient: ids[0], amount: Double($0)) }
        table.set(1, row: 1, NeedPart.encoded(odd))
        table.set(2, row: 2, NeedPart.encoded(plain))
        let found = table.find(
            PantryMatcher(PantryStock([], staples: [], foods)), PantryQuestion(limit: 5, range: 0..<10))
        #expect(found.counts == [0, 1, 0, 0, 0, 0] && found.recipes == [2])
    }
}
