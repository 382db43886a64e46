// Feature C5: what a serving holds, computed from amounts, units and the catalogue, and how much of it that covers.

/// USDA's figures per 100 g, in the order of `Nutrient`; `nil` where there is none.
struct Nutrition: Sendable {
    let number: Int
    let name: String
    let figures: [Double?]
}

/// What is counted, in the order in which figures are stored.
enum Nutrient: Int, CaseIterable, Sendable {
    case energy, protein, fat, saturates, carbohydrate, sugars, fibre, sodium

    /// The name in JSON, with its unit.
    var name: String {
        ["kcal", "protein_g", "fat_g", "sat_fat_g", "carbs_g", "sugar_g", "fiber_g", "sodium_mg"][rawValue]
    }

    /// What an adult needs a day: Regulation (EU) 1169/2011, annex XIII, which says nothing of fibre; 6 g of salt.
    var dailyReference: Double? { [2_000, 50, 70, 20, 260, 90, nil, 2_400][rawValue] }

    /// The order of labels: annex XV.
    static let onLabels: [Nutrient] = [.energy, .fat, .saturates, .carbohydrate, .sugars, .fibre, .protein, .sodium]
}

/// The sum over a recipe.
struct RecipeNutrition: Equatable, Sendable {
    /// By `Nutrient`, for the whole recipe.
    var totals = [Double](repeating: 0, count: Nutrient.allCases.count)
    /// Grams whose figures are known, and grams in all, as far as lines can be weighed.
    var knownGrams = 0.0
    var grams = 0.0
    /// Names of lines that could not be weighed or have no figures.
    var missing: [String] = []
    /// Names of lines that may be something else, or hold more, than what was counted.
    var unsure: [String] = []
    /// What some counted lines have no figure for: the total is at least as much.
    var incomplete: Set<Nutrient> = []

    /// Whether nothing in it was left out, so that it may be said without reserve.
    var isWhole: Bool { missing.isEmpty && unsure.isEmpty && (coverage ?? 0) >= 0.95 }

    /// What 100 g of that which is counted holds, as it goes into the pot; `nil` where not all of it is known.
    func perHundredGrams(_ nutrient: Nutrient) -> Double? {
        guard knownGrams > 0, !incomplete.contains(nutrient) else { return nil }
        return totals[nutrient.rawValue] / knownGrams * 100
    }

    /// The share of the weight that has figures, 0 to 1; `nil` when nothing could be weighed.
    var coverage: Double? { grams > 0 ? knownGrams / grams : nil }
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
    }

    static func sum(_ lines: [Line]) -> RecipeNutrition {
        var sum = RecipeNutrition()
        for line in lines {
            if line.isUnsure { sum.unsure.append(line.name) }
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

    /// The weight of a line: by mass, by volume and density, or by what one of it weighs.
    static func grams(_ line: Line) -> Double? {
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
