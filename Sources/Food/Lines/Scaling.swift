// Scales amounts for more or fewer servings, rounded to what a cook can measure.

/// Multiplies and rounds amounts.
package enum Scaling {
    /// The line with its amounts multiplied by a factor and rounded; a range whose ends become equal is one amount.
    package static func scale(_ line: RecipeLine, by factor: Double, _ units: UnitTable) -> RecipeLine {
        var line = line
        let unit = units[line.unit]
        let low = line.amount.map { round($0 * factor, unit) }
        line.amountMax = line.amountMax.map { round($0 * factor, unit) }.flatMap { $0 > low ?? 0 ? $0 : nil }
        line.amount = low
        return line
    }

    /// Rounds to what scales, jugs and spoons can measure: whole grams, halves and thirds of cups and eggs.
    package static func round(_ amount: Double, _ unit: MeasuringUnit?) -> Double {
        switch unit?.key {
        case "mg", "g", "ml": amount < 5 ? nearest(amount, 0.5) : amount < 100 ? nearest(amount, 1) : nearest(amount, 5)
        case "cl", "dl": nearest(amount, 0.5)
        case "kg", "l": nearest(amount, 0.05)
        default: fraction(amount)
        }
    }

    private static func nearest(_ amount: Double, _ step: Double) -> Double {
        let rounded = max(step, (amount / step).rounded() * step)
        return (rounded * 10_000).rounded() / 10_000
    }

    private static let partsOfOne: [Double] = [0, 0.25, 1.0 / 3, 0.5, 2.0 / 3, 0.75, 1]
    private static let partsBelowOne: [Double] = [0, 0.125, 0.25, 1.0 / 3, 0.5, 2.0 / 3, 0.75, 1]

    /// Rounds to an eighth, quarters and thirds below 1, then to quarters and thirds, to halves from 5 and to whole
    /// numbers from 20. Never less than 1/8.
    private static func fraction(_ amount: Double) -> Double {
        if amount >= 20 { return amount.rounded() }
        if amount >= 5 { return nearest(amount, 0.5) }
        let (whole, rest) = (amount.rounded(.down), amount - amount.rounded(.down))
        let parts = amount < 1 ? partsBelowOne : partsOfOne
        let best = parts.min { abs($0 - rest) < abs($1 - rest) } ?? rest
        return max(0.125, ((whole + best) * 10_000).rounded() / 10_000)
    }
}
