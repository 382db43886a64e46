// What a serving holds by its author's word, which stands beside what is computed and is never mixed with it.

import Bytes

/// Figures of one serving from a packet or an author's own reckoning; each may be left out.
package struct AuthorFigures: Equatable, Sendable {
    private var amounts: [Nutrient: Double] = [:]

    package init() {}

    /// Kilocalories of energy, else grams as labels have them: in the place of sodium stands salt.
    package subscript(nutrient: Nutrient) -> Double? {
        get { amounts[nutrient] }
        set { amounts[nutrient] = newValue }
    }

    package var isEmpty: Bool { amounts.isEmpty }
    /// `nil` where nothing is given, as a recipe keeps it.
    package var ifGiven: AuthorFigures? { isEmpty ? nil : self }

    /// Grams of carbohydrate that are digested. Packets in Europe leave fibre out of carbohydrate and others count it in;
    /// nobody knows which is given, so it is something between both, and no less than the sugars. Of sugars alone it is
    /// what they are: they can be too much by themselves, and say nothing of the rest.
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
    /// The end of its keys in the locale files, and its name in forms and revisions: that of labels.
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
    /// A figure with its unit by schema.org's name, which has sodium in milligrams.
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
    /// The sum where of every figure the worse of both holds: less protein and fibre, more of all else. What the author
    /// says may so take a claim away, and makes none; neither stands what the author's other figures refute.
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
