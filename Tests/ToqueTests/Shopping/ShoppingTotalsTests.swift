// Tests how amounts of one ingredient are added up: against a slow sum, in any order, and across units.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

/// Random numbers that are the same at every run.
private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

@Suite struct ShoppingTotalsTests {
    private static func totals(_ parts: [(Double?, String)], of name: String? = nil) throws -> ShoppingTotals {
        let catalogue = try RealData.catalogue()
        return ShoppingTotals(
            parts.map { WantedAmount(amount: $0.0, unit: $0.1) }, name.flatMap { catalogue.entry(named: $0) },
            catalogue.units)
    }

    /// `1 kg, 3 clove`.
    private static func text(_ totals: ShoppingTotals) -> String {
        totals.sums.map { sum in
            let number = (sum.amount * 1_000).rounded() / 1_000
            return
                "\(sum.isApproximate ? "~" : "")\(number == number.rounded() ? "\(Int(number))" : "\(number)") \(sum.unit)"
        }.joined(separator: ", ")
    }

    @Test func `any list keeps the total of each family of units, in any order`() throws {
        let units = try RealData.catalogue().units
        let names = ["g", "kg", "oz", "lb", "ml", "l", "tsp", "tbsp", "cup", "", "clove", "can", "heap"]
        var dice = Dice(state: 7)
        for _ in 0..<2_000 {
            let parts = (0..<Int.random(in: 1...30, using: &dice)).map { _ in
                WantedAmount(
                    amount: Int.random(in: 0..<8, using: &dice) == 0
                        ? nil : Double(Int.random(in: 1...4_000, using: &dice)) / 4,
                    unit: names.randomElement(using: &dice)!)
            }
            var expected: [String: Double] = [:]
            for part in parts {
                guard let amount = part.amount else { continue }
                switch units[part.unit]?.kind {
                case .mass: expected["mass", default: 0] += amount * units[part.unit]!.factor
                case .volume: expected["volume", default: 0] += amount * units[part.unit]!.factor
                default: expected[part.unit, default: 0] += amount
                }
            }
            let totals = ShoppingTotals(parts, nil, units)
            #expect(totals == ShoppingTotals(parts.shuffled(using: &dice), nil, units))
            #expect(totals.sums.count == expected.count)
            #expect(totals.hasUnmeasured == parts.contains { $0.amount == nil })
            for sum in totals.sums {
                let kind = units[sum.unit].flatMap { $0.kind == .count ? nil : $0.kind }
                let total = sum.amount * (kind == nil ? 1 : units[sum.unit]!.factor)
                let wanted = try #require(expected[kind?.rawValue ?? sum.unit])
                #expect(abs(total - wanted) <= wanted * 1e-9 && !sum.isApproximate)
            }
        }
    }

    @Test func `any list of any food keeps its weight and what has none, in any order`() throws {
        let catalogue = try RealData.catalogue()
        let units = catalogue.units
        let names = ["g", "kg", "oz", "ml", "tsp", "cup", "", "clove", "can", "stick", "heap"]
        var dice = Dice(state: 11)
        var weighed = 0
        for _ in 0..<2_000 {
            let entry = try #require(catalogue.entries.randomElement(using: &dice))
            func weight(_ amount: Double, _ unit: String) -> Double? {
                PantryAmounts.grams(unit, entry, units).map { $0 * amount }
            }
            let parts = (0..<Int.random(in: 1...12, using: &dice)).map { _ in
                WantedAmount(
                    amount: Double(Int.random(in: 1...400, using: &dice)) / 4, unit: names.randomElement(using: &dice)!)
            }
            let totals = ShoppingTotals(parts, entry, units)
            #expect(totals == ShoppingTotals(parts.shuffled(using: &dice), entry, units))
            let grams = parts.compactMap { part in part.amount.flatMap { weight($0, part.unit) } }.reduce(0, +)
            let kept = totals.sums.compactMap { weight($0.amount, $0.unit) }.reduce(0, +)
            #expect(abs(kept - grams) <= grams * 1e-9, "\(entry.key): \(parts)")
            for unit in names where weight(1, unit) == nil && units[unit]?.kind != .volume {
                let wanted = parts.filter { $0.unit == unit }.compactMap(\.amount).reduce(0, +)
                #expect(totals.sums.filter { $0.unit == unit }.map(\.amount).reduce(0, +) == wanted)
            }
            if totals.sums.contains(where: \.isApproximate) { weighed += 1 }
        }
        #expect(weighed > 500)
    }

    @Test func `the same unit stays, others become the larger one`() throws {
        #expect(try Self.text(Self.totals([(200, "g"), (300, "g")])) == "500 g")
        #expect(try Self.text(Self.totals([(1, "kg"), (300, "g")])) == "1.3 kg")
        #expect(try Self.text(Self.totals([(0.25, "kg"), (300, "g")])) == "550 g")
        #expect(try Self.text(Self.totals([(1, "cup"), (1, "cup")])) == "2 cup")
        #expect(try Self.text(Self.totals([(2, "tbsp"), (3, "tsp")])) == "3 tbsp")
        #expect(try Self.text(Self.totals([(2, "lb"), (8, "oz")])) == "2.5 lb")
        #expect(try Self.text(Self.totals([(2, ""), (3, "piece")])) == "5 ")
    }

    @Test func `from a thousand grams or millilitres on, a sum is in kilograms or litres`() throws {
        #expect(try Self.text(Self.totals([(1_350, "g")])) == "1.35 kg")
        #expect(try Self.text(Self.totals([(600, "ml"), (400, "ml")])) == "1 l")
        #expect(try Self.text(Self.totals([(999, "ml")])) == "999 ml")
        #expect(try Self.text(Self.totals([(0.5, "kg")])) == "0.5 kg")
    }

    @Test func `what does not convert stays apart, and what has no amount is not added`() throws {
        let totals = try Self.totals([(2, "can"), (400, "g"), (nil, "g")])
        #expect(Self.text(totals) == "400 g, 2 can" && totals.hasUnmeasured)
        #expect(try Self.totals([(nil, "")]).sums.isEmpty)
    }

    @Test func `what is poured stays a volume if some of it is one`() throws {
        let wine = try Self.totals([(1, "bottle"), (1_000, "ml")], of: "red wine")
        let litres = try #require(wine.sums.first)
        #expect(wine.sums.count == 1 && litres.unit == "l" && litres.isApproximate)
        #expect((1.7...1.8).contains(litres.amount))
        let milk = try Self.totals([(1, "cup"), (100, "g")], of: "milk")
        #expect(milk.sums.map(\.unit) == ["ml"])
        // Honey is spooned.
        #expect(try Self.totals([(1, "cup"), (100, "g")], of: "honey").sums.map(\.unit) == ["g"])
    }

    @Test func `density and portion weights make one weight, which is approximate`() throws {
        let flour = try Self.totals([(1, "cup"), (100, "g")], of: "flour")
        let grams = try #require(flour.sums.first)
        #expect(flour.sums.count == 1 && grams.unit == "g" && grams.isApproximate && (200...260).contains(grams.amount))
        let onions = try Self.totals([(2, ""), (100, "g")], of: "onion")
        #expect(onions.sums.count == 1 && onions.sums[0].isApproximate && onions.sums[0].amount > 200)
        // Where nothing is a volume, what is poured is weighed too.
        #expect(try Self.totals([(1, "bottle"), (100, "g")], of: "red wine").sums.map(\.unit) == ["g"])
        // A heap weighs nothing that the catalogue knows.
        #expect(try Self.text(Self.totals([(1, "heap"), (100, "g")], of: "onion")) == "100 g, 1 heap")
    }
}
