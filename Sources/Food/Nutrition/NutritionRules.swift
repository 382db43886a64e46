// Sums the nutrition of a recipe from amounts, units and the catalogue, with the share of its weight that has figures.

import Bytes
import Foundation

/// USDA's figures per 100 g, in the order of `Nutrient`; `nil` where there is none.
package struct Nutrition: Sendable {
    package let number: Int
    package let name: String
    package let figures: [Double?]

    package init(number: Int, name: String, figures: [Double?]) {
        self.number = number
        self.name = name
        self.figures = figures
    }

    /// Whether it adds only weight: no energy, and at most 10 mg of sodium per 100 g.
    var isWater: Bool {
        guard let energy = figures[Nutrient.energy.rawValue], let sodium = figures[Nutrient.sodium.rawValue] else {
            return false
        }
        return energy == 0 && sodium <= 10
    }
}

/// The nutrients that are counted, in the order in which figures are stored.
package enum Nutrient: Int, CaseIterable, Sendable {
    case energy, protein, fat, saturates, carbohydrate, sugars, fibre, sodium

    /// The name in JSON, with its unit.
    package var name: String {
        ["kcal", "protein_g", "fat_g", "sat_fat_g", "carbs_g", "sugar_g", "fiber_g", "sodium_mg"][rawValue]
    }

    /// The daily reference intake of an adult: Regulation (EU) 1169/2011, annex XIII. It has none for fibre; the sodium
    /// is that of 6 g of salt.
    package var dailyReference: Double? { [2_000, 50, 70, 20, 260, 90, nil, 2_400][rawValue] }

    /// The order of labels: annex XV.
    package static let onLabels: [Nutrient] = [
        .energy, .fat, .saturates, .carbohydrate, .sugars, .fibre, .protein, .sodium,
    ]
}

/// The nutrition of a whole recipe.
package struct RecipeNutrition: Equatable, Sendable {
    /// The amounts, by the raw value of `Nutrient`.
    package var totals = [Double](repeating: 0, count: Nutrient.allCases.count)
    /// Grams of the lines with known figures, and below, grams of all lines that could be weighed.
    package var knownGrams = 0.0
    package var grams = 0.0
    /// The part of the known grams that is certainly eaten: without water, stock, drinks, vinegar and brine, which may
    /// be poured away.
    package var solidGrams = 0.0
    /// Names of lines that could not be weighed or have no figures.
    package var missing: [String] = []
    /// Names of lines whose food or amount may differ from what was counted, and of ingredients that only a text names.
    package var unsure: [String] = []
    /// Nutrients for which some counted lines have no figure: the total is at least as much.
    package var incomplete: Set<Nutrient> = []

    /// Whether every line was counted and is certain, and at least 95% of the weight has figures, so that claims may be
    /// made.
    package var isWhole: Bool { missing.isEmpty && unsure.isEmpty && (coverage ?? 0) >= 0.95 }

    /// The amount per 100 g of the counted ingredients before cooking; `nil` where figures are missing.
    func perHundredGrams(_ nutrient: Nutrient) -> Double? {
        guard knownGrams > 0, !incomplete.contains(nutrient) else { return nil }
        return totals[nutrient.rawValue] / knownGrams * 100
    }

    /// The share of the weight that has figures, 0 to 1; `nil` when nothing could be weighed.
    package var coverage: Double? { grams > 0 ? knownGrams / grams : nil }
}

enum NutritionRules {
    /// The data of one line that weighing and counting need.
    struct Line {
        let amount: Double?
        let amountMax: Double?
        let unit: MeasuringUnit?
        /// Whether the line has an unknown unit.
        let hasStrangeUnit: Bool
        let name: String
        let entry: IngredientEntry?
        let nutrition: Nutrition?
        /// Whether it offers a choice, or its note names other ingredients that may be in it.
        var isUnsure = false
        var isOptional = false
        var note = NoteMeasures()

        /// Whether the food or the amount may differ from what is counted. A different amount of water makes no
        /// difference.
        var mayDiffer: Bool {
            isUnsure || note.saysMore || (isOptional || amountMax != nil) && !(nutrition?.isWater ?? false)
        }

        var isSolid: Bool {
            guard let entry else { return true }
            return entry.aisle != "drinks" && entry.aisle != "stock-and-soup"
                && !entry.key.hasSuffix(bytes: "vinegar") && !entry.key.hasSuffix(bytes: "brine")
        }
    }

    static func sum(_ lines: [Line]) -> RecipeNutrition {
        var sum = RecipeNutrition()
        for line in lines {
            if line.mayDiffer { sum.unsure.append(line.name) }
            guard let grams = grams(line), grams <= mostGrams else {
                sum.missing.append(line.name)
                continue
            }
            sum.grams += grams
            guard let nutrition = line.nutrition else {
                sum.missing.append(line.name)
                continue
            }
            sum.knownGrams += grams
            if line.isSolid { sum.solidGrams += grams }
            for nutrient in Nutrient.allCases {
                guard let figure = nutrition.figures[nutrient.rawValue] else {
                    if grams > 0 { sum.incomplete.insert(nutrient) }
                    continue
                }
                sum.totals[nutrient.rawValue] += figure * grams / 100
            }
        }
        return sum
    }

    /// The weight of a line in grams: by mass, by volume and density, or by the weight of one piece. That is from the
    /// note if it gives one (`2 x 400 g`, `1 (3-pound)`), else from the catalogue. `nil` where the weight is unknown.
    static func grams(_ line: Line) -> Double? {
        guard line.unit == nil || line.unit?.kind == .count, let entry = line.entry, !line.hasStrangeUnit,
            let amount = line.amount, let said = line.note.grams(of: entry).first
        else { return usualGrams(line) }
        guard let said else { return nil }
        let each = (line.amountMax.map { (amount + $0) / 2 } ?? amount) * said
        if amount == 1, line.amountMax == nil { return said }
        if line.note.isEach || line.unit.map({ containers.contains($0.key) }) ?? false { return each }
        // `3 onions (about 500 g)` is the total, `3 cans (400 g)` the weight of each. The reading closer to the
        // catalogue's weight counts. If there is none, the weight is that of each with a unit, and unknown without.
        guard let usual = usualGrams(line) else { return line.unit == nil ? nil : each }
        return abs(log(each / usual)) < abs(log(said / usual)) ? each : said
    }

    /// A line of more than a tonne is a slip of the pen, and counts as a line of unknown weight.
    private static let mostGrams = 1_000_000.0

    private static let containers: Set<String> = ["can", "jar", "package", "sachet", "bottle", "punnet"]

    /// The range of grams that a line may weigh, by its amount and its note; `nil` where a part of that is unknown.
    static func possibleGrams(_ line: Line) -> ClosedRange<Double>? {
        guard let entry = line.entry, let amount = line.amount, !line.note.saysMore, !line.hasStrangeUnit else {
            return nil
        }
        func usual(_ amount: Double?) -> Double? {
            usualGrams(
                .init(
                    amount: amount, amountMax: nil, unit: line.unit, hasStrangeUnit: false, name: "", entry: entry,
                    nutrition: nil))
        }
        let said = line.note.grams(of: entry)
        let counts = line.unit == nil || line.unit?.kind == .count
        var all = [usual(amount), usual(line.amountMax ?? amount)]
        if counts, !said.isEmpty { all.removeAll { $0 == nil } }
        all += said
        if counts { all += said.map { $0.map { $0 * (line.amountMax ?? amount) } } }
        let known = all.compactMap(\.self)
        guard known.count == all.count, let least = known.min(), let most = known.max() else { return nil }
        return least...most
    }

    private static func usualGrams(_ line: Line) -> Double? {
        guard let entry = line.entry, let low = line.amount, !line.hasStrangeUnit else { return nil }
        let amount = line.amountMax.map { (low + $0) / 2 } ?? low
        func portion(_ names: [String]) -> Double? {
            names.lazy.compactMap { name in entry.portions.first { $0.name == name }?.grams }.first
        }
        guard let unit = line.unit else { return portion(["piece", "medium"]).map { $0 * amount } }
        switch unit.kind {
        case .mass: return amount * unit.factor
        case .volume: return entry.density.map { amount * unit.factor * $0 }
        case .count: return portion([unit.key]).map { $0 * amount }
        }
    }
}
