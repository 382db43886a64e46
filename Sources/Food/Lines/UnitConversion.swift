// Converts amounts to the units that a reader prefers; pages show the author's amount after them.

import Bytes

/// The units in which amounts are shown.
package enum UnitSystem: String, CaseIterable, Sendable {
    /// As the author wrote them.
    case written
    case metric, us
}

/// Converts the amounts of lines to another system of units.
struct UnitConversion {
    let units: UnitTable
    let system: UnitSystem

    /// The amount in units of the system, with the upper end of a range; `nil` if it needs no conversion. Spoons and
    /// pinches are used in both systems, and counted things have no other unit.
    func convert(
        _ line: RecipeLine, of food: IngredientEntry? = nil
    ) -> (low: Double, high: Double?, unit: String)? {
        if system == .metric, let weight = weight(line, of: food) { return weight }
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

    /// The weight of cups and sticks of food that is not poured; `nil` if the catalogue does not know it.
    private func weight(
        _ line: RecipeLine, of food: IngredientEntry?
    ) -> (low: Double, high: Double?, unit: String)? {
        let weighed: Set<String> = ["cup", "pint", "quart", "gallon", "floz", "stick"]
        guard let food, let amount = line.amount, weighed.contains(line.unit), !Self.isPoured(food),
            let one = PantryAmounts.grams(line.unit, food, units)
        else { return nil }
        let isHeavy = max(amount, line.amountMax ?? 0) * one >= 1_000
        func rounded(_ amount: Double) -> Double {
            let grams = amount * one
            if isHeavy { return max(0.05, (grams / 50).rounded() / 20) }
            let step: Double = grams < 200 ? 1 : 5
            return max(1, (grams / step).rounded() * step)
        }
        let low = rounded(amount)
        return (low, line.amountMax.map(rounded).flatMap { $0 > low ? $0 : nil }, isHeavy ? "kg" : "g")
    }

    /// Whether a food is measured in a jug: milk, oil, wine, stock.
    static func isPoured(_ food: IngredientEntry) -> Bool {
        let isLiquid = (food.density ?? 0) >= 0.85
        if food.aisle == "drinks" || food.aisle == "stock-and-soup" { return isLiquid }
        let last = food.key.split(bytes: "-").last.map(String.init) ?? food.key
        return isLiquid && WordList.pouredFoods.contains(last)
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

    /// The step to which an amount is rounded, as fine as scales and spoons measure.
    private static func step(_ value: Double, _ unit: String) -> Double {
        switch unit {
        case "g", "ml": value < 10 ? 1 : value < 300 ? 5 : 10
        case "kg", "l": 0.05
        case "tsp", "cup", "lb": value < 2 ? 0.125 : 0.25
        default: value < 4 ? 0.25 : 0.5
        }
    }
}
