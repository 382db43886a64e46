// The nutrition figures of a serving that the author states, apart from the calculated ones.

import Bytes

/// Figures of one serving, from a label or the author's own calculation; each may be missing.
package struct AuthorFigures: Equatable, Sendable {
    private var amounts: [Nutrient: Double] = [:]

    package init() {}

    /// Kilocalories for energy, else grams as on labels: salt in place of sodium.
    package subscript(nutrient: Nutrient) -> Double? {
        get { amounts[nutrient] }
        set { amounts[nutrient] = newValue }
    }

    package var isEmpty: Bool { amounts.isEmpty }
    /// `nil` when no figure is given, as recipes store it.
    package var ifGiven: AuthorFigures? { isEmpty ? nil : self }

    /// Digestible carbohydrate in grams. European labels exclude fibre from carbohydrate and others include it. Which
    /// one is meant is unknown, so this is a range between both, and not less than the sugars. With sugars alone the
    /// range is the sugars: they can be too much by themselves, and say nothing about the rest.
    package var carbohydrateWithoutFibre: ClosedRange<Double>? {
        guard let carbohydrate = self[.carbohydrate] else { return self[.sugars].map { $0...$0 } }
        let sugars = self[.sugars] ?? 0
        return max(0, carbohydrate - (self[.fibre] ?? 0), sugars)...max(carbohydrate, sugars)
    }

    /// Canonical JSON, in the order of labels.
    package var encoded: String {
        var json = JSONText()
        for nutrient in Nutrient.onLabels { if let amount = self[nutrient] { json.add(nutrient.word, amount) } }
        return json.object
    }
}

extension AuthorFigures: Decodable {
    package init(from decoder: any Decoder) throws {
        let given = try decoder.singleValueContainer().decode([String: Double].self)
        for nutrient in Nutrient.allCases { self[nutrient] = given[nutrient.word] }
    }
}

extension Nutrient {
    /// Its name in forms and revisions, and the end of its keys in the locale files: salt for sodium, as on labels.
    package var word: String { self == .sodium ? "salt" : "\(self)" }

    /// The property of schema.org's NutritionInformation.
    package var schemaName: String {
        switch self {
        case .energy: "calories"
        case .protein: "proteinContent"
        case .fat: "fatContent"
        case .saturates: "saturatedFatContent"
        case .carbohydrate: "carbohydrateContent"
        case .sugars: "sugarContent"
        case .fibre: "fiberContent"
        case .sodium: "sodiumContent"
        }
    }
}

extension AuthorFigures {
    /// A figure with its unit for schema.org, which expects sodium in milligrams; `nil` where none is given.
    package func schemaText(_ nutrient: Nutrient) -> String? {
        self[nutrient].map { amount in
            switch nutrient {
            case .energy: JSONText.number(amount) + " kcal"
            case .sodium:
                JSONText.number((amount / NutritionRounding.saltInSodium * 1e6).rounded() / 1_000) + " mg"
            default: JSONText.number(amount) + " g"
            }
        }
    }
}

extension RecipeNutrition {
    /// The sum with the worse of the calculated and the author's figures: less protein and fibre, more of all others.
    /// So the author can remove a claim but not add one. Author's figures that are too low for the others are raised
    /// first.
    package func heeding(_ figures: AuthorFigures, servings: Int) -> RecipeNutrition {
        var sum = self
        let figures = FigureRules.raised(figures)
        for nutrient in Nutrient.allCases {
            guard let given = figures[nutrient] else { continue }
            let total = given * Double(servings) * (nutrient == .sodium ? 1_000 / NutritionRounding.saltInSodium : 1)
            let isGood = nutrient == .protein || nutrient == .fibre
            sum.totals[nutrient.rawValue] = (isGood ? min : max)(total, sum.totals[nutrient.rawValue])
        }
        return sum
    }
}
