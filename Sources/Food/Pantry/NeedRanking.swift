// Orders the recipes that a pantry allows, by matching only those with amounts that can reach the page.

/// Orders recipes that miss the same number of things.
struct NeedRanking {
    let lists: NeedLists
    let matcher: PantryMatcher
    private let hasSoon: Bool
    private let hasAmounts: Bool

    init(lists: NeedLists, matcher: PantryMatcher) {
        (self.lists, self.matcher) = (lists, matcher)
        hasSoon = matcher.stock.items.contains(where: \.isSoon)
        hasAmounts = matcher.stock.items.contains { $0.amount != nil }
    }

    /// Whether counting decides, and nothing need be matched, because the pantry has no amounts and dates.
    var isCounted: Bool { !hasSoon && !hasAmounts }

    /// The ids in a range of the order.
    func recipes(_ places: [UInt32], _ range: Range<Int>) -> [Int] {
        let uses = usesByShape()
        let keys = isCounted ? counted(places, uses, range.upperBound) : matched(places, uses, range.upperBound)
        return keys[range].map { Int(UInt32.max - UInt32($0 & 0xFFFF_FFFF)) }
    }

    /// A number that is lower the earlier a recipe comes: what uses up most of what spoils soon, then what uses most
    /// foods of the pantry, then what is short of least, then the newest.
    private static func key(soon: Int, uses: Int, short: Int, _ recipe: UInt32) -> UInt64 {
        let (soon, uses) = (UInt64(1_023 - min(soon, 1_023)), UInt64(2_047 - min(uses, 2_047)))
        return soon << 54 | uses << 43 | shortBits(short) | UInt64(UInt32.max - recipe)
    }

    private static func shortBits(_ short: Int) -> UInt64 { UInt64(min(short, 2_047)) << 32 }

    /// The keys of the first recipes, in their order, if nothing need be matched.
    private func counted(_ places: [UInt32], _ uses: [UInt8], _ count: Int) -> [UInt64] {
        var (kept, last) = ([UInt64](), UInt64.max)
        for place in places.reversed() {
            let key = Self.key(soon: 0, uses: foods(Int(place), uses), short: 0, lists.recipes[Int(place)])
            if key >= last { continue }
            kept.append(key)
            if kept.count >= 2 * count + 64 {
                kept.sort()
                kept.removeSubrange(count...)
                last = kept.last ?? .max
            }
        }
        kept.sort()
        return Array(kept.prefix(count))
    }

    // MARK: Foods of the pantry

    private func isItem(_ ingredient: Int32) -> Bool { ingredient > 0 && matcher.stock[Int(ingredient)] == .item }

    /// For each shape, how many ingredients of the option that a line takes are there as items, each once.
    private func usesByShape() -> [UInt8] {
        (0..<lists.shapeEnds.count).map { shape in
            let option = lists.chosenOption(UInt32(shape), matcher.stock)
            let used = option.count { place in
                isItem(lists.ingredients[place])
                    && !lists.ingredients[option.lowerBound..<place].contains(lists.ingredients[place])
            }
            return UInt8(min(used, 255))
        }
    }

    /// How many ingredients of a recipe are there as items, each once; staples are none.
    private func foods(_ place: Int, _ uses: [UInt8]) -> Int {
        if lists.isIncomplete[place] { return foodsOfLines(place) }
        var sum = 0
        for number in 0..<NeedTable.head { sum += Int(uses[Int(lists.heads[place * NeedTable.head + number])]) }
        for shape in lists.tails[lists.tailEnds.range(place)] { sum += Int(uses[Int(shape)]) }
        return sum
    }

    private func foodsOfLines(_ place: Int) -> Int {
        var found: [Int32] = []
        for line in lists.lines[lists.lineEnds.range(place)] {
            for part in lists.chosenOption(lists.lineShapes[Int(line)], matcher.stock) {
                let ingredient = lists.ingredients[part]
                if isItem(ingredient), !found.contains(ingredient) { found.append(ingredient) }
            }
        }
        return found.count
    }

    // MARK: With amounts and dates

    /// The keys of the first recipes, in their order. Matching with amounts is slow, so recipes are matched in the order
    /// of keys that are at best as low: with everything that spoils soon and that their ingredients can use up, and short
    /// only of what is short for a line alone. What other lines take before can only make it worse.
    private func matched(_ places: [UInt32], _ uses: [UInt8], _ count: Int) -> [UInt64] {
        let soon = soonByShape()
        var waiting = KeyHeap(
            places.map { place in
                let most = hasSoon ? soonAtMost(Int(place), soon) : 0
                let foods = foods(Int(place), uses)
                return .init(key: Self.key(soon: most, uses: foods, short: 0, lists.recipes[Int(place)]), place: place)
            })
        var shorts = ShortLines(lists, matcher)
        var found: [UInt64] = []
        while let best = waiting.popFirst() {
            if found.count == count, let last = found.last, best.key > last { break }
            if hasAmounts, !best.isShortKnown {
                let short = shorts.atLeast(Int(best.place))
                if short > 0 {
                    var worse = best
                    worse.key += Self.shortBits(short)
                    worse.isShortKnown = true
                    waiting.insert(worse)
                    continue
                }
            }
            let match = matcher.match(lists.needs(Int(best.place)))
            let key = Self.key(
                soon: match.usesSoon.count, uses: foods(Int(best.place), uses), short: match.short,
                lists.recipes[Int(best.place)])
            var place = found.count
            while place > 0, found[place - 1] > key { place -= 1 }
            found.insert(key, at: place)
            if found.count > count { found.removeLast() }
        }
        return found
    }

    /// For each shape, how many items that spoil soon its ingredients can use up.
    private func soonByShape() -> [UInt16] {
        guard hasSoon else { return [] }
        let stock = matcher.stock
        return (0..<lists.shapeEnds.count).map { shape in
            lists.parts(ofShape: UInt32(shape)).reduce(0) { sum, ingredient in
                guard ingredient > 0, stock[Int(ingredient)] == .item else { return sum }
                let soon = stock.places(for: Int(ingredient)).count { stock.items[$0].isSoon }
                return UInt16(min(60_000, Int(sum) + soon))
            }
        }
    }

    private func soonAtMost(_ place: Int, _ soon: [UInt16]) -> Int {
        lists.lines[lists.lineEnds.range(place)].reduce(0) { $0 + Int(soon[Int(lists.lineShapes[Int($1)])]) }
    }
}

/// For how many parts of each line there is too little, even if no other line takes from the pantry. Worked out for a
/// line when it is first asked for.
private struct ShortLines {
    private let lists: NeedLists
    private let matcher: PantryMatcher
    /// For each shape, whether a line of it can be short.
    private let canBeShort: [Bool]
    /// For each different line, the number plus one.
    private var known: [UInt8]

    init(_ lists: NeedLists, _ matcher: PantryMatcher) {
        (self.lists, self.matcher) = (lists, matcher)
        let stock = matcher.stock
        canBeShort = (0..<lists.shapeEnds.count).map { shape in
            lists.parts(ofShape: UInt32(shape)).contains { ingredient in
                ingredient > 0 && stock[Int(ingredient)] == .item
                    && stock.places(for: Int(ingredient)).allSatisfy { stock.items[$0].amount != nil }
            }
        }
        known = [UInt8](repeating: 0, count: lists.lineShapes.count)
    }

    /// The sum over the lines of a recipe.
    mutating func atLeast(_ place: Int) -> Int {
        var sum = 0
        for line in lists.lines[lists.lineEnds.range(place)] where canBeShort[Int(lists.lineShapes[Int(line)])] {
            if known[Int(line)] == 0 { known[Int(line)] = UInt8(min(254, short(line))) + 1 }
            sum += Int(known[Int(line)]) - 1
        }
        return sum
    }

    private func short(_ line: UInt32) -> Int {
        let parts = lists.parts(line, numbered: 1)
        if parts.count == 1 { return matcher.isShort(parts[0]) ? 1 : 0 }
        return matcher.match(parts).short
    }
}

/// Recipes that wait to be matched, the one with the lowest key first.
private struct KeyHeap {
    struct Entry {
        var key: UInt64
        let place: UInt32
        var isShortKnown = false
    }

    private var entries: [Entry]

    init(_ entries: [Entry]) {
        self.entries = entries
        for place in (0..<entries.count / 2).reversed() { sink(place) }
    }

    mutating func popFirst() -> Entry? {
        guard let first = entries.first, let last = entries.popLast() else { return nil }
        if !entries.isEmpty {
            entries[0] = last
            sink(0)
        }
        return first
    }

    mutating func insert(_ entry: Entry) {
        entries.append(entry)
        var place = entries.count - 1
        while place > 0, entries[place].key < entries[(place - 1) / 2].key {
            entries.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink(_ start: Int) {
        var place = start
        while true {
            var first = place
            for child in [2 * place + 1, 2 * place + 2]
            where child < entries.count && entries[child].key < entries[first].key {
                first = child
            }
            if first == place { return }
            entries.swapAt(place, first)
            place = first
        }
    }
}
