// The computed nutrition of a recipe as JSON, with the amounts that its page shows.

import Food
import Words

/// The nutrition of a serving, or of the whole recipe if its author gave no servings.
struct NutritionJSON: Encodable {
    private enum Key: String, CodingKey { case per, atLeast, coverage, missing, unsure }

    let amounts: FiguresJSON
    /// `serving` or `recipe`.
    let per: String
    /// The names of amounts that some counted ingredients have no figure for.
    let atLeast: [String]
    /// The share of the weight that is counted, 0 to 1.
    let coverage: Double
    /// Lines that are not counted.
    let missing: [String]
    /// Lines whose food or amount may differ from what is counted, and foods that only a text names.
    let unsure: [String]

    /// `nil` if no part of the weight is counted.
    init?(_ body: RecipeBody, _ catalogue: Catalogue) {
        let (sum, servings) = (catalogue.nutrition(of: body), body.servings)
        guard let share = sum.coverage, share > 0 else { return nil }
        amounts = FiguresJSON { nutrient in
            let amount = sum.totals[nutrient.rawValue] / Double(servings ?? 1)
            let rounded =
                nutrient == .energy
                ? NutritionRounding.energy(amount) : NutritionRounding.grams(amount, nutrient)
            return Double(rounded)
        }
        per = servings == nil ? "recipe" : "serving"
        atLeast = Nutrient.onLabels.filter(sum.incomplete.contains).map(Self.name)
        coverage = (share * 100).rounded(.down) / 100
        missing = sum.missing
        unsure = sum.unsure.map { name in
            UnlistedIngredient(name: name).map { catalogue.text(of: $0, .en) } ?? name
        }
    }

    private static func name(_ nutrient: Nutrient) -> String {
        switch nutrient {
        case .energy: "kcal"
        case .protein: "protein_g"
        case .fat: "fat_g"
        case .saturates: "saturates_g"
        case .carbohydrate: "carbohydrate_g"
        case .sugars: "sugars_g"
        case .fibre: "fibre_g"
        case .sodium: "salt_g"
        }
    }

    func encode(to encoder: any Encoder) throws {
        try amounts.encode(to: encoder)
        var more = encoder.container(keyedBy: Key.self)
        try more.encode(per, forKey: .per)
        try more.encode(atLeast, forKey: .atLeast)
        try more.encode(coverage, forKey: .coverage)
        try more.encode(missing, forKey: .missing)
        try more.encode(unsure, forKey: .unsure)
    }
}
