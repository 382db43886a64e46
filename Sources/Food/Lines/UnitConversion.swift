// Amounts in the units that a reader knows: what the author wrote stays beside them.

/// In which units amounts are shown.
package enum UnitSystem: String, CaseIterable, Sendable {
    /// As the author has written them.
    case written
    case metric, us
}

/// An amount as it is shown in other units, or nothing where it needs none.
struct UnitConversion {
    let units: UnitTable
    let system: UnitSystem

    /// The same in units of the system, each with its upper end where there is a range; spoons and pinches are at home
    /// in both, and what is counted has no other unit.
    func convert(_ line: RecipeLine) -> (low: Double, high: Double?, unit: String)? {
        guard let amount = line.amount, let unit = units[line.unit], unit.kind != .count else { return nil }
        let metric: Set<String> = ["mg", "g", "kg", "ml", "cl", "dl", "l"]
        let us: Set<String> = ["oz", "lb", "floz", "cup", "pint", "quart", "gallon"]
        let top = max(amount, line.amountMax ?? 0) * unit.factor
        switch system {
        case .written: return nil
        case .metric:
            guard us.contains(unit.key) else { return nil }
            let isMass = unit.kind == .mass
            let target = top < 1_000 ? (isMass ? "g" : "ml") : (isMass ? "kg" : "l")
            return converted(line, amount, unit, to: target)
        case .us:
            guard metric.contains(unit.key) else { return nil }
            let target =
                unit.kind == .mass ? (top < 453 ? "oz" : "lb") : top < 14 ? "tsp" : top < 59 ? "tbsp" : "cup"
            return converted(line, amount, unit, to: target)
        }
    }

    private func converted(
        _ line: RecipeLine, _ amount: Double, _ from: MeasuringUnit, to key: String
    ) -> (low: Double, high: Double?, unit: String)? {
        guard let factor = units.factor(from: from.key, to: key) else { return nil }
        func rounded(_ value: Double) -> Double {
            let step = Self.step(value * factor, key)
            return max(step, (value * factor / step).rounded() * step)
        }
        let low = rounded(amount)
        return (low, line.amountMax.map(rounded).flatMap { $0 > low ? $0 : nil }, key)
    }

    /// To what an amount is rounded: as fine as scales and spoons are.
    private static func step(_ value: Double, _ unit: String) -> Double {
        switch unit {
        case "g", "ml": value < 10 ? 1 : value < 300 ? 5 : 10
        case "kg", "l": 0.05
        case "tsp", "cup", "lb": value < 2 ? 0.125 : 0.25
        default: value < 4 ? 0.25 : 0.5
        }
    }
}
