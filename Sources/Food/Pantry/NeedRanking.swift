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

    /// Whether only the ids decide, because the pantry has no amounts and dates.
    var isByAge: Bool { !hasSoon && !hasAmounts }

    /// The ids in a range of the order.
    func recipes(_ places: [UInt32], _ range: Range<Int>) -> [Int] {
        if isByAge {
            return greatest(range.upperBound, places)[range].map { Int($0) }
        }
        return matched(places, range.upperBound)[range].map { Int(UInt32.max - UInt32($0 & 0xFFFF_FFFF)) }
    }

    /// The greatest ids, in falling order. The last places have the highest ids, but for changed recipes.
    private func greatest(_ count: Int, _ places: [UInt32]) -> [UInt32] {
        var (kept, least) = ([UInt32](), UInt32(0))
        for place in places.reversed() {
            let id = lists.recipes[Int(place)]
            if id <= least { continue }
            kept.append(id)
            if kept.count >= 2 * count + 64 {
                kept.sort(by: >)
                kept.removeSubrange(count...)
                least = kept.last ?? 0
            }
        }
        kept.sort(by: >)
        return Array(kept.prefix(count))
    }

    // MARK: With amounts and dates

    /// A number that is lower the earlier a recipe comes: what uses up most of what spoils soon, then what is short of
    /// least, then the newest.
    private static func key(soon: Int, short: Int, _ recipe: UInt32) -> UInt64 {
        let (soon, short) = (UInt64(0xFFFF - min(soon, 0xFFFF)), UInt64(min(short, 0xFFFF)))
        return soon << 48 | short << 32 | UInt64(UInt32.max - recipe)
    }

    /// The keys of the first recipes, in their order. Matching with amounts is slow, so recipes are matched in the order
    /// of keys that are at best as low: with everything that spoils soon and that their ingredients can use up, and short
    /// only of what is short for a line alone. What other lines take before can only make it worse.
    private func matched(_ places: [UInt32], _ count: Int) -> [UInt64] {
        let soon = soonByShape()
        var waiting = KeyHeap(
            places.map { place in
                let uses = hasSoon ? soonAtMost(Int(place), soon) : 0
                return .init(key: Self.key(soon: uses, short: 0, lists.recipes[Int(place)]), place: place)
            })
        var shorts = ShortLines(lists, matcher)
        var found: [UInt64] = []
        while let best = waiting.popFirst() {
            if found.count == count, let last = found.last, best.key > last { break }
            if hasAmounts, !best.isShortKnown {
                let short = shorts.atLeast(Int(best.place))
                if short > 0 {
                    var worse = best
                    worse.key += UInt64(min(short, 0xFFFF)) << 32
                    worse.isShortKnown = true
                    waiting.insert(worse)
                    continue
                }
            }
            let match = matcher.match(lists.needs(Int(best.place)))
            let key = Self.key(soon: match.usesSoon.count, short: match.short, lists.recipes[Int(best.place)])
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
