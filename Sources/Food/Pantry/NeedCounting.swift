// Finds the recipes of a table that one pantry allows, counts them, and orders those of one page.

/// The recipes that a pantry allows.
package struct PantryCount: Sendable {
    /// How many recipes miss nothing, one thing, two …, up to the limit.
    package let counts: [Int]
    /// The ids of the recipes in the wanted range, in their order.
    package fileprivate(set) var recipes: [Int] = []
    package let purchases: PurchaseCounter

    fileprivate init(counts: [Int], purchases: PurchaseCounter) { (self.counts, self.purchases) = (counts, purchases) }
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
    /// Counts all recipes that the pantry allows, and lists some of them.
    package func find(_ matcher: PantryMatcher, _ question: PantryQuestion) -> PantryCount {
        // The lists are valid as long as the table.
        withExtendedLifetime(self) {
            var search = NeedSearch(lists, matcher.stock, question)
            search.run()
            var found = PantryCount(counts: search.levels.map(\.count), purchases: search.purchases)
            let ranking = NeedRanking(lists: lists, matcher: matcher)
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

    /// Only the first recipes of the list. Without amounts and dates in the pantry it takes the newest that miss nothing,
    /// four times as many as are wanted, and orders those: few recipes need to be visited.
    package func first(_ count: Int, _ matcher: PantryMatcher, limit: Int, among: [UInt64]?) -> [Int] {
        let ranking = NeedRanking(lists: lists, matcher: matcher)
        if !ranking.isCounted {
            return find(matcher, PantryQuestion(limit: limit, range: 0..<count, among: among)).recipes
        }
        let newest = withExtendedLifetime(self) {
            var search = NeedSearch(lists, matcher.stock, PantryQuestion(limit: 0, range: 0..<count, among: among))
            return search.findNewest(4 * count) ? ranking.recipes(search.levels[0], 0..<count) : nil
        }
        return newest ?? find(matcher, PantryQuestion(limit: limit, range: 0..<count, among: among)).recipes
    }
}

/// Counts what each recipe misses.
private struct NeedSearch {
    private let lists: NeedLists
    private let stock: PantryStock
    private let question: PantryQuestion
    /// How many things may be missing for a recipe to matter: for purchases two, whatever the limit is.
    private let most: Int
    private let among: [UInt64]?
    /// For each number of missing things, the places of the recipes.
    private(set) var levels: [[UInt32]]
    private(set) var purchases = PurchaseCounter()
    /// What one recipe misses.
    private var missing: [Int32] = []
    private var notUnderstood = 0

    init(_ lists: NeedLists, _ stock: PantryStock, _ question: PantryQuestion) {
        (self.lists, self.stock, self.question) = (lists, stock, question)
        most = question.countsPurchases ? max(question.limit, 2) : question.limit
        among = question.among
        levels = [[UInt32]](repeating: [], count: question.limit + 1)
    }

    /// Visits all recipes; if few fit the filters, only those.
    mutating func run() {
        let states = lists.states(stock)
        let few = among.flatMap { among in
            among.reduce(0) { $0 + $1.nonzeroBitCount } < lists.recipes.count / 4 ? among : nil
        }
        states.withUnsafeBufferPointer { states in
            if let few {
                for (number, bits) in few.enumerated() { visit(bits, number << 6, states) }
            } else {
                for place in 0..<lists.recipes.count { visit(place, states) }
            }
        }
    }

    /// Visits the recipes of the bits that are set; `id` is that of the lowest.
    private mutating func visit(_ bits: UInt64, _ id: Int, _ states: UnsafeBufferPointer<UInt8>) {
        var left = bits
        while left != 0 {
            let recipe = id | left.trailingZeroBitCount
            left &= left - 1
            if recipe < lists.places.count, lists.places[recipe] != 0 { visit(Int(lists.places[recipe]) - 1, states) }
        }
    }

    /// Visits recipes from the newest on, until `count` of them miss nothing; returns whether there are so many.
    mutating func findNewest(_ count: Int) -> Bool {
        let (states, places) = (lists.states(stock), lists.places)
        return states.withUnsafeBufferPointer { states in
            for id in (0..<places.count).reversed() where places[id] != 0 {
                visit(Int(places[id]) - 1, states)
                if levels[0].count == count { return true }
            }
            return false
        }
    }

    /// Most recipes are ruled out by their rarest needs. All shapes in `heads` and `tails` have a state.
    @inline(__always)
    private mutating func visit(_ place: Int, _ states: UnsafeBufferPointer<UInt8>) {
        let head = place &* NeedTable.head
        var sum = 0
        for number in 0..<NeedTable.head / 2 { sum &+= Int(states[Int(lists.heads[head &+ number])]) }
        if sum > most { return }
        for number in NeedTable.head / 2..<NeedTable.head { sum &+= Int(states[Int(lists.heads[head &+ number])]) }
        if sum > most { return }
        if let among {
            let recipe = lists.recipes[place]
            let word = Int(recipe >> 6)
            if word >= among.count || among[word] & (1 << UInt64(recipe & 63)) == 0 { return }
        }
        for shape in lists.tails[lists.tailEnds.range(place)] { sum &+= Int(states[Int(shape)]) }
        if sum > most { return }
        if lists.isIncomplete[place] {
            addIncomplete(place, states)
        } else {
            if sum <= question.limit { levels[sum].append(UInt32(truncatingIfNeeded: place)) }
            if question.countsPurchases, sum == 1 || sum == 2 { countPurchase(place, sum, states) }
        }
    }

    /// Adds a recipe whose lines must be counted one by one.
    private mutating func addIncomplete(_ place: Int, _ states: UnsafeBufferPointer<UInt8>) {
        missing.removeAll(keepingCapacity: true)
        notUnderstood = 0
        for line in lists.lines[lists.lineEnds.range(place)] {
            let shape = lists.lineShapes[Int(line)]
            if states[Int(shape)] != 0 { collect(shape) }
            if missing.count + notUnderstood > most { return }
        }
        let count = missing.count + notUnderstood
        if count <= question.limit { levels[count].append(UInt32(place)) }
        countMissing()
    }

    /// Counts what to buy for a recipe that misses one thing or two. They are often among its rarest.
    private mutating func countPurchase(_ place: Int, _ sum: Int, _ states: UnsafeBufferPointer<UInt8>) {
        var (first, left) = (Int32(0), sum)
        missing.removeAll(keepingCapacity: true)
        notUnderstood = 0
        for number in 0..<NeedTable.head &+ lists.tailEnds.range(place).count {
            let shape =
                number < NeedTable.head
                ? lists.heads[place &* NeedTable.head &+ number]
                : lists.tails[lists.tailEnds.range(place).lowerBound &+ number &- NeedTable.head]
            let state = Int(states[Int(shape)])
            if state == 0 { continue }
            let parts = lists.shapeEnds.range(Int(shape))
            if parts.count == 1, missing.isEmpty {
                let ingredient = lists.ingredients[parts.lowerBound]
                if ingredient == 0 { return }
                if left == 1 { return purchases.add(first, ingredient) }
                first = ingredient
            } else {
                if first != 0 { missing.append(first) }
                first = 0
                collect(UInt32(shape))
                if notUnderstood > 0 { return }
            }
            left -= state
            if left == 0 { return countMissing() }
        }
    }

    private mutating func countMissing() {
        if !question.countsPurchases || notUnderstood > 0 { return }
        if missing.count == 1 { purchases.add(0, missing[0]) }
        if missing.count == 2 { purchases.add(missing[0], missing[1]) }
    }

    /// Adds what a line of a shape misses.
    private mutating func collect(_ shape: UInt32) {
        var isUnderstood = true
        for place in lists.chosenOption(shape, stock) {
            let ingredient = lists.ingredients[place]
            if ingredient == 0 {
                isUnderstood = false
            } else if !stock.has(Int(ingredient)), !missing.contains(ingredient) {
                missing.append(ingredient)
            }
        }
        if !isUnderstood { notUnderstood += 1 }
    }
}

extension NeedLists {
    /// For each shape, how many things a line of it misses: its ingredients, each once, and one if it was not understood.
    fileprivate func states(_ stock: PantryStock) -> [UInt8] {
        var states = [UInt8](repeating: 0, count: shapeEnds.count)
        for shape in states.indices {
            let option = chosenOption(UInt32(shape), stock)
            let absent = option.count { place in
                !stock.has(Int(ingredients[place]))
                    && !ingredients[option.lowerBound..<place].contains(ingredients[place])
            }
            // More than any limit is enough.
            states[shape] = UInt8(min(absent, 254))
        }
        (states[Int(NeedTable.nothing)], states[Int(NeedTable.never)]) = (0, 255)
        return states
    }

    /// The places of the parts of the option that a line takes: the first with the fewest missing parts.
    func chosenOption(_ shape: UInt32, _ stock: PantryStock) -> Range<Int> {
        let own = shapeEnds.range(Int(shape))
        if own.count < 2 { return own }
        var (best, fewest, start) = (own, Int.max, own.lowerBound)
        while start < own.upperBound {
            var (end, absent) = (start, 0)
            while end < own.upperBound, options[end] == options[start] {
                if !stock.has(Int(ingredients[end])) { absent += 1 }
                end += 1
            }
            if absent < fewest { (best, fewest) = (start..<end, absent) }
            start = end
        }
        return best
    }
}
