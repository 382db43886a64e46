// Adds up what recipes and people want of one ingredient, as one line of a shopping list.

/// An amount that is wanted of an ingredient.
package struct WantedAmount: Sendable, Equatable {
    /// `nil` if none is stated: `salt, to taste`.
    package let amount: Double?
    /// The key of a unit, a unit that the catalogue does not know as typed, or empty for pieces.
    package let unit: String

    package init(amount: Double?, unit: String) {
        self.amount = amount
        self.unit = amount == nil ? "" : PantryAmounts.unit(unit)
    }
}

/// The wanted amounts of one ingredient, added up where their units convert.
package struct ShoppingTotals: Sendable, Equatable {
    /// A sum in one unit.
    package struct Sum: Sendable, Equatable {
        package let amount: Double
        package let unit: String
        /// Whether it contains amounts that were weighed by the density or the portion weights of the catalogue, which
        /// are approximate.
        package let isApproximate: Bool
    }

    /// Weights first, then volumes, then counted things by their unit.
    package let sums: [Sum]
    /// Whether some of it is wanted without an amount.
    package let hasUnmeasured: Bool

    /// Adds the amounts up, in whatever order they come. Weights are added to weights and volumes to volumes; counted
    /// things only to those of the same unit. Two or more of these become one weight where the catalogue knows what
    /// each weighs, or one volume of what is poured. Without an entry nothing is weighed.
    package init(_ wanted: [WantedAmount], _ entry: IngredientEntry?, _ units: UnitTable) {
        hasUnmeasured = wanted.contains { $0.amount == nil }
        var families: [Family: [(amount: Double, unit: String)]] = [:]
        for part in wanted {
            guard let amount = part.amount, amount > 0 else { continue }
            families[Family(part.unit, units), default: []].append((amount, part.unit))
        }
        let sums = families.keys.sorted().map { Self.sum(families[$0] ?? [], units) }
        self.sums = entry.map { Self.weighed(sums, $0, units) } ?? sums
    }

    /// The things that can be added to each other.
    private enum Family: Hashable, Comparable {
        case mass, volume
        case counted(String)

        /// Compares bytes: units are typed, and `<` of Strings normalises both each time.
        static func < (one: Family, other: Family) -> Bool {
            if case .counted(let unit) = one, case .counted(let next) = other {
                return unit.utf8.lexicographicallyPrecedes(next.utf8)
            }
            return one.rank < other.rank
        }

        private var rank: Int {
            switch self {
            case .mass: 0
            case .volume: 1
            case .counted: 2
            }
        }

        init(_ unit: String, _ units: UnitTable) {
            switch units[unit]?.kind {
            case .mass: self = .mass
            case .volume: self = .volume
            case .count, nil: self = .counted(unit)
            }
        }
    }

    /// The sum of amounts of one family: in their unit if it is the same for all, or else in grams, millilitres or the
    /// largest of their units. A thousand grams or millilitres are always a kilogram or litre, so that the lines of a list
    /// can be compared.
    private static func sum(_ amounts: [(amount: Double, unit: String)], _ units: UnitTable) -> Sum {
        // In a fixed order, so that the same amounts have the same sum.
        let amounts = amounts.sorted { one, other in
            one.unit.utf8.elementsEqual(other.unit.utf8)
                ? one.amount < other.amount : one.unit.utf8.lexicographicallyPrecedes(other.unit.utf8)
        }
        let known = Set(amounts.map(\.unit))
        let isFine = ["g", "ml"].contains(amounts[0].unit)
        guard known.count > 1 || isFine, let kind = units[amounts[0].unit]?.kind else {
            return Sum(amount: amounts.reduce(0) { $0 + $1.amount }, unit: amounts[0].unit, isApproximate: false)
        }
        let total = amounts.reduce(0) { $0 + $1.amount * (units[$1.unit]?.factor ?? 1) }
        let largest = known.compactMap { units[$0] }.max { ($0.factor, $0.key) < ($1.factor, $1.key) }
        let metric = kind == .mass ? ["g", "kg", "mg"] : ["ml", "l", "cl", "dl"]
        let unit = known.isDisjoint(with: metric) ? largest : large(total, kind, units)
        return Sum(amount: total / (unit?.factor ?? 1), unit: unit?.key ?? amounts[0].unit, isApproximate: false)
    }

    /// Kilograms or litres from a thousand grams or millilitres.
    private static func large(_ total: Double, _ kind: UnitKind, _ units: UnitTable) -> MeasuringUnit? {
        units[kind == .mass ? (total < 1_000 ? "g" : "kg") : (total < 1_000 ? "ml" : "l")]
    }

    /// One weight instead of several sums, where the catalogue knows what they weigh. What is poured is one volume if a
    /// part of it is a volume: a bottle and a litre of wine.
    private static func weighed(_ sums: [Sum], _ entry: IngredientEntry, _ units: UnitTable) -> [Sum] {
        guard sums.count > 1 else { return sums }
        let weights = sums.map { sum in PantryAmounts.grams(sum.unit, entry, units).map { $0 * sum.amount } }
        let total = weights.reduce(0) { $0 + ($1 ?? 0) }
        guard weights.count(where: { $0 != nil }) > 1 else { return sums }
        let hasVolume = sums.contains { units[$0.unit]?.kind == .volume }
        let density = hasVolume && UnitConversion.isPoured(entry) ? entry.density : nil
        let (whole, kind) = density.map { (total / $0, UnitKind.volume) } ?? (total, .mass)
        guard let unit = large(whole, kind, units) else { return sums }
        let rest = zip(sums, weights).filter { $0.1 == nil }.map(\.0)
        return [Sum(amount: whole / unit.factor, unit: unit.key, isApproximate: true)] + rest
    }
}
