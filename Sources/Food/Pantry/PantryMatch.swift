// Matches a recipe with a pantry: what is there, what is short, what is missing, and what would be taken.

/// How a recipe goes with a pantry.
package struct PantryMatch: Sendable, Equatable {
    /// How one ingredient of a recipe is there.
    package enum State: Sendable, Equatable {
        /// It need not be listed.
        case staple
        /// It is there, and the recipe states no amount.
        case have
        case enough
        /// It is there, but the amounts cannot be compared.
        case unsure
        /// The amount that is missing, in the unit of the recipe.
        case short(Double)
        case missing
        case notUnderstood
    }

    /// An amount of an item that would be taken; `nil` if it is unknown how much.
    package struct Taken: Sendable, Equatable {
        /// The place in the pantry's items.
        package let place: Int
        /// In the unit of the item.
        package let amount: Double?
    }

    package struct Part: Sendable, Equatable {
        package let need: NeedPart
        package let state: State
        package let taken: [Taken]

        var isShort: Bool { if case .short = state { true } else { false } }
    }

    /// The parts of the option that was chosen for each line, in the order of the recipe.
    package let parts: [Part]
    /// The ingredients that are missing, each once.
    package let missing: [Int]
    /// The number of lines that were not understood. They are never taken as present.
    package let notUnderstood: Int
    /// The number of ingredients of which there is too little.
    package let short: Int
    /// Places of the items that should be used soon and that it uses.
    package let usesSoon: [Int]

    /// The number of things without which it cannot be cooked.
    package var missingCount: Int { missing.count + notUnderstood }
}

/// Matches recipes with one pantry.
package struct PantryMatcher: Sendable {
    /// A part of an amount that counts as none: what conversions lose.
    private static let tolerance = 0.001
    /// The most items of one line whose amounts cannot be compared; those after them are not looked at. A pantry may have
    /// 500 cheeses without an amount, and a recipe 150 lines of cheese.
    package static let unsure = 20

    package let stock: PantryStock
    private let units: UnitTable

    package init(_ stock: PantryStock) {
        self.stock = stock
        units = stock.foods.catalogue.units
    }

    // MARK: Lines and options

    func lineEnd(_ parts: [NeedPart], from start: Int) -> Int {
        var end = start + 1
        while end < parts.count, parts[end].line == parts[start].line { end += 1 }
        return end
    }

    /// The ranges of the options of a line.
    func options(_ parts: [NeedPart], _ start: Int, _ end: Int) -> [Range<Int>] {
        var (options, place) = ([Range<Int>](), start)
        while place < end {
            var next = place + 1
            while next < end, parts[next].option == parts[place].option { next += 1 }
            options.append(place..<next)
            place = next
        }
        return options
    }

    func missingParts(_ parts: [NeedPart], _ option: Range<Int>) -> Int {
        parts[option].count { !stock.has(Int($0.ingredient)) }
    }

    // MARK: Matching

    /// What the recipe needs and has, with amounts. Lines take from the pantry in their order, optional ones last.
    package func match(_ parts: [NeedPart]) -> PantryMatch {
        var left = stock.items.map(\.amount)
        var found: [(start: Int, parts: [PantryMatch.Part])] = []
        for takesOptional in [false, true] {
            var place = 0
            while place < parts.count {
                let end = lineEnd(parts, from: place)
                if parts[place].isOptional == takesOptional {
                    found.append((place, line(parts, place, end, &left)))
                }
                place = end
            }
        }
        return summary(found.sorted { $0.start < $1.start }.flatMap(\.parts))
    }

    /// The option that a line takes: the first with the fewest missing parts; if several lack nothing, the first with
    /// the fewest short ones.
    private func line(
        _ parts: [NeedPart], _ start: Int, _ end: Int, _ left: inout [Double?]
    ) -> [PantryMatch.Part] {
        let options = options(parts, start, end)
        let missing = options.map { missingParts(parts, $0) }
        let fewest = missing.min() ?? 0
        var best: (parts: [PantryMatch.Part], left: [Double?], short: Int)?
        for (option, count) in zip(options, missing) where count == fewest {
            var rest = left
            let evaluated = parts[option].map { part($0, &rest) }
            let short = evaluated.count(where: \.isShort)
            if best.map({ short < $0.short }) ?? true { best = (evaluated, rest, short) }
            if fewest > 0 || short == 0 { break }
        }
        left = best?.left ?? left
        return best?.parts ?? []
    }

    private func part(_ need: NeedPart, _ left: inout [Double?]) -> PantryMatch.Part {
        func result(_ state: PantryMatch.State, _ taken: [PantryMatch.Taken] = []) -> PantryMatch.Part {
            PantryMatch.Part(need: need, state: state, taken: taken)
        }
        if !need.isUnderstood { return result(.notUnderstood) }
        let id = Int(need.ingredient)
        switch stock[id] {
        case .absent: return result(.missing)
        case .staple: return result(.staple)
        case .mixture: return result(need.amount == nil ? .have : .unsure)
        case .item: break
        }
        let places = stock.places(for: id)
        guard let amount = need.amount else {
            return result(.have, places.prefix(1).map { PantryMatch.Taken(place: $0, amount: nil) })
        }
        return taking(amount, need, from: places, &left, result)
    }

    /// Whether there is too little of a part, even if nothing else takes from the pantry.
    func isShort(_ need: NeedPart) -> Bool {
        let id = Int(need.ingredient)
        guard let amount = need.amount, need.isUnderstood, stock[id] == .item else { return false }
        var wanted = amount
        for place in stock.places(for: id) where wanted > amount * Self.tolerance {
            let item = stock.items[place]
            guard let rest = item.amount,
                let factor = stock.foods.entry(item.ingredient).flatMap({
                    PantryAmounts.factor(from: item.unit, of: $0, to: need, units)
                })
            else { return false }
            wanted -= max(0, min(rest * factor, wanted))
        }
        return wanted > amount * Self.tolerance
    }

    private func taking(
        _ amount: Double, _ need: NeedPart, from places: [Int], _ left: inout [Double?],
        _ result: (PantryMatch.State, [PantryMatch.Taken]) -> PantryMatch.Part
    ) -> PantryMatch.Part {
        var (wanted, taken, unsure) = (amount, [PantryMatch.Taken](), [PantryMatch.Taken]())
        for place in places {
            if wanted <= amount * Self.tolerance || unsure.count == Self.unsure { break }
            let item = stock.items[place]
            guard let rest = left[place],
                let factor = stock.foods.entry(item.ingredient).flatMap({
                    PantryAmounts.factor(from: item.unit, of: $0, to: need, units)
                })
            else {
                unsure.append(PantryMatch.Taken(place: place, amount: nil))
                continue
            }
            let used = min(rest * factor, wanted)
            if used <= 0 { continue }
            wanted -= used
            left[place] = used < rest * factor ? rest - used / factor : 0
            taken.append(PantryMatch.Taken(place: place, amount: used / factor))
        }
        if wanted <= amount * Self.tolerance { return result(.enough, taken) }
        return unsure.isEmpty ? result(.short(wanted), taken) : result(.unsure, taken + unsure)
    }

    private func summary(_ parts: [PantryMatch.Part]) -> PantryMatch {
        var (missing, unknown, short): ([Int], Set<Int32>, Int) = ([], [], 0)
        var (seen, soon): (Set<Int32>, Set<Int>) = ([], [])
        for part in parts where !part.need.isOptional {
            switch part.state {
            case .missing:
                if seen.insert(part.need.ingredient).inserted { missing.append(Int(part.need.ingredient)) }
            case .notUnderstood: unknown.insert(part.need.line)
            case .short: short += 1
            case .staple, .have, .enough, .unsure: break
            }
            soon.formUnion(part.taken.map(\.place).filter { stock.items[$0].isSoon })
        }
        return PantryMatch(
            parts: parts, missing: missing, notUnderstood: unknown.count, short: short, usesSoon: soon.sorted())
    }
}
