// What a serving holds, computed from amounts, units and the catalogue, and how much of it that covers.

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

    /// Whether it adds nothing but weight.
    var isWater: Bool {
        guard let energy = figures[Nutrient.energy.rawValue], let sodium = figures[Nutrient.sodium.rawValue] else {
            return false
        }
        return energy == 0 && sodium <= 10
    }
}

/// What is counted, in the order in which figures are stored.
package enum Nutrient: Int, CaseIterable, Sendable {
    case energy, protein, fat, saturates, carbohydrate, sugars, fibre, sodium

    /// The name in JSON, with its unit.
    package var name: String {
        ["kcal", "protein_g", "fat_g", "sat_fat_g", "carbs_g", "sugar_g", "fiber_g", "sodium_mg"][rawValue]
    }

    /// What an adult needs a day: Regulation (EU) 1169/2011, annex XIII, which says nothing of fibre; 6 g of salt.
    package var dailyReference: Double? { [2_000, 50, 70, 20, 260, 90, nil, 2_400][rawValue] }

    /// The order of labels: annex XV.
    package static let onLabels: [Nutrient] = [
        .energy, .fat, .saturates, .carbohydrate, .sugars, .fibre, .protein, .sodium,
    ]
}

/// The sum over a recipe.
package struct RecipeNutrition: Equatable, Sendable {
    /// By `Nutrient`, for the whole recipe.
    package var totals = [Double](repeating: 0, count: Nutrient.allCases.count)
    /// Grams whose figures are known, and grams in all, as far as lines can be weighed.
    package var knownGrams = 0.0
    package var grams = 0.0
    /// Of the known grams what is certainly eaten: without water, stock, drinks and vinegar, which may be poured away.
    package var solidGrams = 0.0
    /// Names of lines that could not be weighed or have no figures.
    package var missing: [String] = []
    /// Names of lines that may be something else, or more or less, than what was counted, and of what only a text names.
    package var unsure: [String] = []
    /// What some counted lines have no figure for: the total is at least as much.
    package var incomplete: Set<Nutrient> = []

    /// Whether nothing in it was left out, so that it may be said without reserve.
    package var isWhole: Bool { missing.isEmpty && unsure.isEmpty && (coverage ?? 0) >= 0.95 }

    /// What 100 g of that which is counted holds, as it goes into the pot; `nil` where not all of it is known.
    func perHundredGrams(_ nutrient: Nutrient) -> Double? {
        guard knownGrams > 0, !incomplete.contains(nutrient) else { return nil }
        return totals[nutrient.rawValue] / knownGrams * 100
    }

    /// The share of the weight that has figures, 0 to 1; `nil` when nothing could be weighed.
    package var coverage: Double? { grams > 0 ? knownGrams / grams : nil }
}

enum NutritionRules {
    /// What one line needs to be weighed and counted.
    struct Line {
        let amount: Double?
        let amountMax: Double?
        let unit: MeasuringUnit?
        /// Whether a unit was written that nobody knows.
        let hasStrangeUnit: Bool
        let name: String
        let entry: IngredientEntry?
        let nutrition: Nutrition?
        /// Whether it offers a choice, or its note names what may be in it as well.
        var isUnsure = false
        var isOptional = false
        var note = NoteMeasures()

        /// Whether it may be something else, or more or less, than what is counted. Of water it makes no difference.
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
            guard let grams = grams(line) else {
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

    /// The weight of a line: by mass, by volume and density, or by what one of it weighs: the note's word where it has
    /// one (`2 x 400 g`, `1 (3-pound)`), else the catalogue's.
    static func grams(_ line: Line) -> Double? {
        guard line.unit == nil || line.unit?.kind == .count, let entry = line.entry, !line.hasStrangeUnit,
            let amount = line.amount, let said = line.note.grams(of: entry).first
        else { return usualGrams(line) }
        guard let said else { return nil }
        let each = (line.amountMax.map { (amount + $0) / 2 } ?? amount) * said
        if amount == 1, line.amountMax == nil { return said }
        if line.note.isEach || line.unit.map({ containers.contains($0.key) }) ?? false { return each }
        // `3 onions (about 500 g)` are that together, `3 cans (400 g)` each: what the catalogue knows decides, or the can.
        guard let usual = usualGrams(line) else { return line.unit == nil ? nil : each }
        return abs(log(each / usual)) < abs(log(said / usual)) ? each : said
    }

    private static let containers: Set<String> = ["can", "jar", "package", "sachet", "bottle", "punnet"]

    /// All that a line may weigh, by its amount and by its note; `nil` where a part of that is not known.
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
