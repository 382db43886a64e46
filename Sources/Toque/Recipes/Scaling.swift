// Feature D7: a recipe for more or fewer people, in amounts that one can measure, and in units that one has.

import HTTP
import Texts
import Words

enum Scaling {
    /// The recipe for so many servings; as it is where its author names none.
    static func scale(_ body: RecipeBody, to servings: Int, _ units: UnitTable) -> RecipeBody {
        guard let written = body.servings, written != servings else { return body }
        let factor = Double(servings) / Double(written)
        var scaled = body
        scaled.servings = servings
        scaled.lines = body.lines.map { line in
            var line = line
            let unit = units[line.unit]
            let low = line.amount.map { round($0 * factor, unit) }
            line.amountMax = line.amountMax.map { round($0 * factor, unit) }.flatMap { $0 > low ?? 0 ? $0 : nil }
            line.amount = low
            return line
        }
        return scaled
    }

    /// To what scales, jugs and spoons can tell apart: whole grams, halves and thirds of cups and eggs.
    static func round(_ amount: Double, _ unit: MeasuringUnit?) -> Double {
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

    /// Eighths below 1, then quarters and thirds, halves from 5, whole numbers from 20; never nothing.
    private static func fraction(_ amount: Double) -> Double {
        if amount >= 20 { return amount.rounded() }
        if amount >= 5 { return nearest(amount, 0.5) }
        let (whole, rest) = (amount.rounded(.down), amount - amount.rounded(.down))
        let parts = amount < 1 ? partsBelowOne : partsOfOne
        let best = parts.min { abs($0 - rest) < abs($1 - rest) } ?? rest
        return max(0.125, ((whole + best) * 10_000).rounded() / 10_000)
    }
}

/// How a reader wants to see the amounts, as the address says.
struct ShownAmounts {
    let servings: Int?
    let units: UnitSystem?
    /// What was typed, where it is no number of servings.
    let wrong: String?
    var status: Status { wrong == nil ? .ok : .unprocessable }

    init(_ query: Parameters) {
        let typed = (query["servings"] ?? "").trimmed
        servings = Int(typed).flatMap { RecipeLimits.servings.contains($0) ? $0 : nil }
        wrong = typed.isEmpty || servings != nil ? nil : typed.cut(to: 20)
        units = query["units"].flatMap(UnitSystem.init(rawValue:))
    }

    /// The same as the end of an address: what was understood, and nothing else of what somebody typed.
    var query: String {
        let fields = [("servings", servings.map(String.init)), ("units", units?.rawValue)]
        let given = fields.compactMap { name, value in value.map { (name: name, value: $0) } }
        return given.isEmpty ? "" : "?" + Parameters(given).encoded()
    }
}

/// The form on the recipe's page that asks for other amounts.
struct ScalingForm {
    let address: String
    let servings: Field?
    let units: [Choice]
    /// Says for how many it was written.
    let note: String?

    init(_ body: RecipeBody, _ shown: ShownAmounts, units: UnitSystem, address: String, _ language: Language) {
        self.address = address
        servings = body.servings.map { written in
            var field = Field(name: "servings", label: Text.recipeServings(language))
            field.value = shown.wrong ?? String(shown.servings ?? written)
            field.type = "number"
            if shown.wrong != nil {
                let range = RecipeLimits.servings
                field.error = Text.scalingWrong(
                    language, from: String(range.lowerBound), to: String(range.upperBound))
            }
            return field
        }
        self.units = UnitSystem.allCases.map {
            Choice(
                value: $0.rawValue, label: Text.dynamic("units.\($0.rawValue)", language) ?? "", isChosen: $0 == units)
        }
        let isScaled = shown.servings != nil && shown.servings != body.servings
        note = isScaled ? body.servings.map { Text.scalingNote(language, servings: String($0)) } : nil
    }
}
