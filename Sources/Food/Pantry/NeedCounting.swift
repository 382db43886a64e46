// Finds the recipes of a table that one pantry allows, counts them, and orders those of one page.

/// The recipes that a pantry allows.
package struct PantryCount: Sendable {
    /// How many recipes miss nothing, one thing, two …, up to the limit.
    package var counts: [Int] = []
    /// The ids of the recipes in the wanted range, in their order.
    package var recipes: [Int] = []
    package var purchases = PurchaseCounter()
}

/// What is asked of a table.
package struct PantryQuestion: Sendable {
    /// The most things that a recipe may miss.
    package let limit: Int
    /// The recipes wanted of the ordered list.
    package let range: Range<Int>
    package let countsPurchases: Bool
    /// The ids of the recipes that fit filters, as bits; `nil` for all.
    package let among: [UInt64]?

    package init(limit: Int, range: Range<Int>, countsPurchases: Bool = false, among: [UInt64]? = nil) {
        (self.limit, self.range, self.countsPurchases, self.among) = (limit, range, countsPurchases, among)
    }
}

extension NeedTable {
    package func find(_ matcher: PantryMatcher, _ question: PantryQuestion) -> PantryCount {
        var search = NeedSearch(self, matcher.stock, question)
        search.run()
        var found = PantryCount()
        found.counts = search.levels.map(\.count)
        found.purchases = search.purchases
        let ranking = NeedRanking(table: self, matcher: matcher)
        var start = 0
        for places in search.levels {
            let own = question.range.clamped(to: start..<start + places.count)
            if !own.isEmpty {
                found.recipes += ranking.recipes(places, own.lowerBound - start..<own.upperBound - start)
            }
            start += places.count
        }
        return found
    }
}

/// Counts what each recipe misses.
private struct NeedSearch {
    private let table: NeedTable
    private let stock: PantryStock
    private let question: PantryQuestion
    /// How many things may be missing for a recipe to matter: for purchases two, whatever the limit is.
    private let most: Int
    /// For each shape, how many things a line of it misses.
    private let states: [UInt8]
    /// For each number of missing things, the places of the recipes.
    private(set) var levels: [[UInt32]]
    private(set) var purchases = PurchaseCounter()
    /// What one recipe misses.
    private var missing: [Int32] = []
    private var notUnderstood = 0

    init(_ table: NeedTable, _ stock: PantryStock, _ question: PantryQuestion) {
        (self.table, self.stock, self.question) = (table, stock, question)
        most = question.countsPurchases ? max(question.limit, 2) : question.limit
        levels = [[UInt32]](repeating: [], count: question.limit + 1)
        states = table.states(stock)
    }

    /// Most recipes are ruled out by their rarest needs. The pointers are used within their lists: `heads` has `head`
    /// entries for each recipe, and `tailEnds` are places in `tails`.
    mutating func run() {
        let (most, table, states) = (most, table, states)
        table.recipes.withUnsafeBufferPointer { ids in
            table.heads.withUnsafeBufferPointer { heads in
                table.tails.withUnsafeBufferPointer { tails in
                    table.tailEnds.withUnsafeBufferPointer { ends in
                        states.withUnsafeBufferPointer { states in
                            for place in 0..<ids.count {
                                let head = place &* NeedTable.head
                                var sum = Int(states[Int(heads[head])]) &+ Int(states[Int(heads[head &+ 1])])
                                sum &+= Int(states[Int(heads[head &+ 2])]) &+ Int(states[Int(heads[head &+ 3])])
                                if sum > most || !isAllowed(ids[place]) { continue }
                                var next = place == 0 ? 0 : Int(ends[place &- 1])
                                let end = Int(ends[place])
                                while next < end, sum <= most {
                                    sum &+= Int(states[Int(tails[next])])
                                    next &+= 1
                                }
                                if sum <= most { add(place, sum) }
                            }
                        }
                    }
                }
            }
        }
    }

    @inline(__always)
    private func isAllowed(_ recipe: UInt32) -> Bool {
        guard let among = question.among else { return true }
        let word = Int(recipe >> 6)
        return word < among.count && among[word] & (1 << UInt64(recipe & 63)) != 0
    }

    /// Adds a recipe whose counted lines miss so many things.
    private mutating func add(_ place: Int, _ sum: Int) {
        var count = sum
        let needsNames = question.countsPurchases && sum <= 2
        if table.isIncomplete[place] || needsNames && sum > 0 {
            missing.removeAll(keepingCapacity: true)
            notUnderstood = 0
            if table.isIncomplete[place] {
                for index in table.range(table.lineEnds, place) { collect(table.lineShapes[Int(table.lines[index])]) }
            } else {
                for index in 0..<NeedTable.head { collect(UInt32(table.heads[place * NeedTable.head + index])) }
                for index in table.range(table.tailEnds, place) { collect(UInt32(table.tails[index])) }
            }
            count = missing.count + notUnderstood
            if question.countsPurchases, notUnderstood == 0 { purchases.add(missing) }
        }
        if count <= question.limit { levels[count].append(UInt32(place)) }
    }

    /// Adds what a line of a shape misses.
    private mutating func collect(_ shape: UInt32) {
        if states[Int(shape)] == 0 { return }
        let option = table.chosenOption(shape, stock)
        var isUnderstood = true
        for place in option {
            let ingredient = table.shapeIngredients[place]
            if ingredient == 0 {
                isUnderstood = false
            } else if !stock.has(Int(ingredient)), !missing.contains(ingredient) {
                missing.append(ingredient)
            }
        }
        if !isUnderstood { notUnderstood += 1 }
    }
}

extension NeedTable {
    /// For each shape, how many things a line of it misses: its ingredients, each once, and one if it was not understood.
    fileprivate func states(_ stock: PantryStock) -> [UInt8] {
        var states = [UInt8](repeating: 0, count: shapeEnds.count)
        for shape in states.indices {
            let own = range(shapeEnds, shape)
            if own.count == 1 {
                states[shape] = stock.has(Int(shapeIngredients[own.lowerBound])) ? 0 : 1
                continue
            }
            let option = chosenOption(UInt32(shape), stock)
            let absent = option.count { place in
                let ingredient = shapeIngredients[place]
                return !stock.has(Int(ingredient)) && !shapeIngredients[option.lowerBound..<place].contains(ingredient)
            }
            // More than any limit is enough.
            states[shape] = UInt8(min(absent, 254))
        }
        (states[Int(Self.nothing)], states[Int(Self.never)]) = (0, 255)
        return states
    }

    /// The places of the parts of the option that a line takes: the first with the fewest missing parts.
    fileprivate func chosenOption(_ shape: UInt32, _ stock: PantryStock) -> Range<Int> {
        let own = range(shapeEnds, Int(shape))
        if own.count < 2 { return own }
        var (best, fewest, start) = (own, Int.max, own.lowerBound)
        while start < own.upperBound {
            var (end, absent) = (start, 0)
            while end < own.upperBound, shapeOptions[end] == shapeOptions[start] {
                if !stock.has(Int(shapeIngredients[end])) { absent += 1 }
                end += 1
            }
            if absent < fewest { (best, fewest) = (start..<end, absent) }
            start = end
        }
        return best
    }
}

/// Orders recipes that miss the same number of things.
private struct NeedRanking {
    let table: NeedTable
    let matcher: PantryMatcher
    private let hasSoon: Bool
    private let hasAmounts: Bool

    init(table: NeedTable, matcher: PantryMatcher) {
        (self.table, self.matcher) = (table, matcher)
        hasSoon = matcher.stock.items.contains(where: \.isSoon)
        hasAmounts = matcher.stock.items.contains { $0.amount != nil }
    }

    /// The ids in a range of the order. Without amounts and dates, only the ids decide.
    func recipes(_ places: [UInt32], _ range: Range<Int>) -> [Int] {
        if !hasSoon && !hasAmounts {
            let newest = Self.greatest(range.upperBound, places.lazy.reversed().map { table.recipes[Int($0)] })
            return newest[range].map { Int($0) }
        }
        return matched(places, range.upperBound)[range].map { Int(UInt32.max - UInt32($0 & 0xFFFF_FFFF)) }
    }

    /// The greatest numbers, in falling order.
    private static func greatest(_ count: Int, _ numbers: some Sequence<UInt32>) -> [UInt32] {
        var (kept, least) = ([UInt32](), UInt32(0))
        for number in numbers where number > least {
            kept.append(number)
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
                return .init(key: Self.key(soon: uses, short: 0, table.recipes[Int(place)]), place: place)
            })
        var shorts = [UInt8](repeating: 0, count: hasAmounts ? table.lineShapes.count : 0)
        var found: [UInt64] = []
        while let best = waiting.popFirst() {
            if found.count == count, let last = found.last, best.key > last { break }
            if hasAmounts, !best.isShortKnown {
                let short = shortAtLeast(Int(best.place), &shorts)
                if short > 0 {
                    var worse = best
                    worse.key += UInt64(min(short, 0xFFFF)) << 32
                    worse.isShortKnown = true
                    waiting.insert(worse)
                    continue
                }
            }
            let match = matcher.match(table.needs(Int(best.place)))
            let key = Self.key(
                soon: match.usesSoon.count, short: match.short, table.recipes[Int(best.place)])
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
        return table.shapeEnds.indices.map { shape in
            table.shapeIngredients[table.range(table.shapeEnds, shape)].reduce(0) { sum, ingredient in
                guard ingredient > 0, stock[Int(ingredient)] == .item else { return sum }
                return UInt16(
                    min(60_000, Int(sum) + stock.places(for: Int(ingredient)).count { stock.items[$0].isSoon }))
            }
        }
    }

    private func soonAtMost(_ place: Int, _ soon: [UInt16]) -> Int {
        table.lines[table.range(table.lineEnds, place)].reduce(0) { $0 + Int(soon[Int(table.lineShapes[Int($1)])]) }
    }

    /// The number of parts that are short even if no other line takes from the pantry. `known` keeps it for each
    /// different line, plus one.
    private func shortAtLeast(_ place: Int, _ known: inout [UInt8]) -> Int {
        var sum = 0
        for line in table.lines[table.range(table.lineEnds, place)]
        where table.lineShapes[Int(line)] != NeedTable.nothing {
            if known[Int(line)] == 0 {
                known[Int(line)] = UInt8(min(254, matcher.match(table.parts(line, numbered: 1)).short)) + 1
            }
            sum += Int(known[Int(line)]) - 1
        }
        return sum
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
