// Tests the matching of recipes with pantries against a slow reference, on random pantries.

import Testing

@testable import Food
@testable import Toque

/// Matches by the words of docs/pantry.md, one step after the other, without any index.
private struct SlowMatch {
    let items: [PantryItem]
    let staples: [Int]
    let catalogue: Catalogue
    let names: [Int: String]
    var left: [Int: Double] = [:]
    var missing: Set<Int> = []
    var notUnderstood = 0
    var short: [Int: Double] = [:]
    var unsure: Set<Int> = []
    var used: Set<Int> = []

    init(_ lines: [SlowLine], _ items: [PantryItem], staples: [Int], _ catalogue: Catalogue) {
        (self.items, self.staples, self.catalogue) = (items, staples, catalogue)
        names = Dictionary(
            uniqueKeysWithValues: catalogue.entries.map { (catalogue.ids[$0.key] ?? 0, $0.english.singular) })
        for item in items { left[item.id] = item.amount }
        for line in lines.filter({ !$0.isOptional }) + lines.filter(\.isOptional) { read(line) }
    }

    func key(_ id: Int) -> String { names[id] ?? "" }

    /// Whether food counts as `need`, by following the lines of the file.
    func counts(_ food: String, as need: String) -> Bool { food == need || Self.general[food]?.contains(need) ?? false }

    private static let general: [String: Set<String>] = {
        func all(_ food: String) -> Set<String> {
            PantryIndex.kinds.kinds.filter { $0.kinds.contains(food) }.reduce(into: []) { found, line in
                found.formUnion(all(line.general).union([line.general]))
            }
        }
        let foods = Set(PantryIndex.kinds.kinds.flatMap(\.kinds))
        return Dictionary(uniqueKeysWithValues: foods.map { ($0, all($0)) })
    }()

    func isStaple(_ need: String) -> Bool {
        staples.map(key).contains { counts($0, as: need) || counts(need, as: $0) }
            || PantryIndex.kinds.mixtures.contains { $0.name == need && $0.parts.allSatisfy(isStaple) }
    }

    func isMixture(_ need: String) -> Bool {
        PantryIndex.kinds.mixtures.contains { mixture in
            mixture.name == need
                && mixture.parts.allSatisfy { part in
                    isStaple(part) || items.contains { counts(key($0.ingredient), as: part) }
                }
        }
    }

    func isThere(_ part: NeedPart) -> Bool {
        if part.ingredient == 0 { return false }
        let need = key(Int(part.ingredient))
        return isStaple(need) || isMixture(need) || items.contains { counts(key($0.ingredient), as: need) }
    }

    mutating func read(_ line: SlowLine) {
        let fewest = line.options.map { $0.count { !isThere($0) } }.min() ?? 0
        let candidates = line.options.filter { $0.count { !isThere($0) } == fewest }
        let tried = (fewest == 0 ? candidates : [candidates[0]]).map { option -> (SlowMatch, Int) in
            var copy = self
            let short = option.count { copy.take($0, line) }
            return (copy, short)
        }
        self = tried.first { $0.1 == tried.map(\.1).min() }?.0 ?? self
        if !line.isOptional, candidates[0].contains(where: { $0.ingredient == 0 }) { notUnderstood += 1 }
    }

    /// Takes a part from the pantry; whether there is too little of it.
    mutating func take(_ part: NeedPart, _ line: SlowLine) -> Bool {
        let need = key(Int(part.ingredient))
        guard part.ingredient != 0 else { return false }
        guard isThere(part) else {
            if !line.isOptional { missing.insert(Int(part.ingredient)) }
            return false
        }
        if isStaple(need) { return false }
        var places = items.filter { key($0.ingredient) == need }.sorted(by: isFirst)
        places += items.filter { key($0.ingredient) != need && counts(key($0.ingredient), as: need) }.sorted(
            by: isFirst)
        guard let amount = part.amount else {
            if let first = places.first { note(first, line) }
            return false
        }
        if places.isEmpty {
            unsure.insert(line.number)
            return false
        }
        var (wanted, unclear) = (amount, [PantryItem]())
        for item in places where wanted > amount / 1_000 {
            guard let rest = left[item.id], let available = convert(rest, item, to: part) else {
                unclear.append(item)
                continue
            }
            let taken = min(available, wanted)
            if taken <= 0 { continue }
            note(item, line)
            wanted -= taken
            left[item.id] = available > 0 ? rest * (1 - taken / available) : 0
        }
        if wanted <= amount / 1_000 { return false }
        for item in unclear { note(item, line) }
        if unclear.isEmpty { short[line.number] = wanted } else { unsure.insert(line.number) }
        return unclear.isEmpty
    }

    func isFirst(_ left: PantryItem, _ right: PantryItem) -> Bool {
        left.useBy == right.useBy ? left.id < right.id : (left.useBy ?? .max) < (right.useBy ?? .max)
    }

    mutating func note(_ item: PantryItem, _ line: SlowLine) {
        if !line.isOptional, item.isSoon { used.insert(item.id) }
    }

    /// An amount of an item in the unit of a need: the same unit, another of its kind, or by weight.
    func convert(_ amount: Double, _ item: PantryItem, to need: NeedPart) -> Double? {
        if item.unit == need.unit { return amount }
        let (from, to) = (catalogue.units[item.unit], catalogue.units[need.unit])
        if let from, let to, from.kind == to.kind, from.kind != .count { return amount * from.factor / to.factor }
        guard let grams = need.grams, let wanted = need.amount,
            let entry = catalogue.entry(named: key(item.ingredient)),
            let one = weight(item.unit, entry)
        else { return nil }
        return amount * one * wanted / grams
    }

    func weight(_ unit: String, _ entry: IngredientEntry) -> Double? {
        func portion(_ name: String) -> Double? { entry.portions.first { $0.name == name }?.grams }
        if unit.isEmpty { return portion("piece") ?? portion("medium") }
        guard let known = catalogue.units[unit] else { return nil }
        switch known.kind {
        case .mass: return known.factor
        case .volume: return entry.density.map { $0 * known.factor }
        case .count: return portion(unit)
        }
    }
}

extension Catalogue {
    /// A copy with ids and only some ingredients; without a database, ingredients have no ids.
    func numbered(_ isIncluded: (IngredientEntry) -> Bool = { _ in true }) -> Catalogue {
        let entries = entries.filter(isIncluded)
        let ids = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.key, $0 + 1) })
        return with(entries: entries, ids: ids, nutrition: [:])
    }
}

@Suite struct PantryMatchTests {
    @Test func `10,000 random pantries match as the slow reference says, amounts included`() throws {
        let catalogue = try RealData.catalogue()
        // The reference looks everything up by name, so it gets a small catalogue.
        let small = RandomPantry.small(catalogue)
        #expect(small.entries.count == RandomPantry.foods.count)
        let foods = PantryFoods(small, PantryIndex.kinds, PantryIndex.substitutions)
        let ids = RandomPantry.foods.compactMap { small.ingredientID(named: $0) }
        var (dice, differences, seen) = (PantryDice(state: 42), [String](), [0, 0, 0, 0])
        for _ in 0..<10_000 {
            let lines = (1...Int.random(in: 1...6, using: &dice)).map { RandomPantry.parts($0, ids, small, &dice) }
            let items = RandomPantry.pantry(ids, &dice)
            let staples = dice.happens(30) ? [dice.one(of: ids), dice.one(of: ids)] : []
            let slow = SlowMatch(lines, items, staples: staples, small)
            let needs = lines.flatMap { $0.options.joined() }
            let matcher = PantryMatcher(PantryStock(items, staples: staples, foods))
            let fast = matcher.match(needs)
            if !Self.agree(fast, slow) || matcher.lack(needs, limit: 100)?.count != fast.missingCount {
                differences.append(Self.text(fast, slow) + " for \(lines) with \(items) and \(staples)")
            }
            seen[0] += fast.missingCount == 0 ? 1 : 0
            seen[1] += fast.short
            seen[2] += fast.usesSoon.count
            seen[3] += fast.notUnderstood
        }
        #expect(differences.isEmpty, "\(differences.prefix(2))")
        // The pantries are neither all full nor all empty.
        #expect(seen.allSatisfy { $0 > 500 }, "\(seen)")
    }

    private static func text(_ fast: PantryMatch, _ slow: SlowMatch) -> String {
        """
        missing \(fast.missing) and \(slow.missing), not understood \(fast.notUnderstood) and \(slow.notUnderstood), \
        short \(fast.parts.filter(\.isShort).map(\.need.line)) and \(slow.short), unsure \
        \(fast.parts.filter { $0.state == .unsure }.map(\.need.line)) and \(slow.unsure), \
        uses \(fast.usesSoon.map { slow.items[$0].id }) and \(slow.used)
        """
    }

    private static func agree(_ fast: PantryMatch, _ slow: SlowMatch) -> Bool {
        var short: [Int: Double] = [:]
        var unsure: Set<Int> = []
        for part in fast.parts {
            if case .short(let amount) = part.state { short[Int(part.need.line)] = amount }
            if part.state == .unsure { unsure.insert(Int(part.need.line)) }
        }
        let soon = Set(fast.usesSoon.map { slow.items[$0].id })
        let isSameShort =
            short.keys == slow.short.keys && short.allSatisfy { abs($0.value - (slow.short[$0.key] ?? 0)) < 1e-6 }
        return Set(fast.missing) == slow.missing && fast.notUnderstood == slow.notUnderstood && isSameShort
            && unsure == slow.unsure && soon == slow.used
    }

    @Test func `needs survive being stored`() {
        let parts = [
            NeedPart(line: 1, ingredient: 7, amount: 1.0 / 3, unit: "cup", grams: 80),
            NeedPart(line: 2, option: 1, isOptional: true, ingredient: 8, amount: 2),
            NeedPart(line: -1, ingredient: 9), NeedPart(line: 3, ingredient: 0),
        ]
        #expect(NeedPart.decoded(NeedPart.encoded(parts)) == parts)
        #expect(NeedPart.decoded("").isEmpty)
        #expect(NeedPart.decoded("1 0 0 5 - - \nx y").map(\.isUnderstood) == [true, false])
    }

    @Test func `two lines take from the same item, one after the other`() throws {
        let catalogue = try RealData.catalogue().numbered()
        let foods = PantryFoods(catalogue, PantryIndex.kinds, PantryIndex.substitutions)
        let butter = try #require(catalogue.ingredientID(named: "butter"))
        let needs = (1...2).map { NeedPart(line: $0, ingredient: butter, amount: 100, unit: "g", grams: 100) }
        func states(_ amount: Double) -> [PantryMatch.State] {
            let item = PantryItem(id: 1, ingredient: butter, amount: amount, unit: "g")
            return PantryMatcher(PantryStock([item], staples: [], foods)).match(needs).parts.map(\.state)
        }
        #expect(states(200) == [.enough, .enough])
        #expect(states(150) == [.enough, .short(50)])
        #expect(states(100) == [.enough, .short(100)])
    }

    @Test func `of many items without an amount a line takes 20, and what has an amount comes before`() throws {
        let catalogue = try RealData.catalogue().numbered()
        let foods = PantryFoods(catalogue, PantryIndex.kinds, PantryIndex.substitutions)
        let butter = try #require(catalogue.ingredientID(named: "butter"))
        let needs = (1...150).map { NeedPart(line: $0, ingredient: butter, amount: 100, unit: "g", grams: 100) }
        let unknown = (2...500).map { PantryItem(id: $0, ingredient: butter, useBy: 9) }
        let known = PantryItem(id: 1, ingredient: butter, amount: 100, unit: "g", useBy: 1)
        let match = PantryMatcher(PantryStock([known] + unknown, staples: [], foods)).match(needs)
        #expect(match.parts.count == 150 && match.parts[0].state == .enough && match.parts[0].taken.count == 1)
        for part in match.parts.dropFirst() {
            #expect(part.state == .unsure && part.taken.map(\.place) == Array(1...PantryMatcher.unsure))
        }
    }
}
