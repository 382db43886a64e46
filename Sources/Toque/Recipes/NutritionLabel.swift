// Feature C5: what a serving holds, as the label on a packet says it, in the reader's language.

/// Fills a `NutritionView`.
struct NutritionLabel {
    let catalogue: Catalogue
    let language: Language

    func view(_ body: RecipeBody) -> NutritionView? {
        let sum = catalogue.nutrition(of: body)
        guard let coverage = sum.coverage, coverage > 0 else { return nil }
        return NutritionView(
            heading: body.servings == nil ? Text.nutritionWhole(language) : Text.nutritionServing(language),
            portion: body.servings == nil ? Text.nutritionPerWhole(language) : Text.nutritionPerServing(language),
            rows: Nutrient.onLabels.map { row($0, sum, servings: Double(body.servings ?? 1)) },
            coverage: Text.nutritionCoverage(language, percent: String(Int((coverage * 100).rounded(.down)))),
            missing: sum.missing.isEmpty
                ? nil : Text.nutritionMissing(language, names: sum.missing.joined(separator: ", ")),
            unsure: sum.unsure.isEmpty
                ? nil : Text.nutritionUnsure(language, names: sum.unsure.joined(separator: ", ")),
            claims: NutritionClaims.of(sum, isSolid: Self.isSolid(body)).map { claim in
                NutritionView.ClaimLine(
                    name: Text.dynamic("claim.\(claim.rawValue)", language) ?? claim.rawValue,
                    threshold: Text.dynamic("claim.\(claim.rawValue).limit", language) ?? "")
            })
    }

    /// Whether limits for solid food hold: what is drunk or eaten with a spoon has others, and so may what is of no
    /// category.
    static func isSolid(_ body: RecipeBody) -> Bool {
        body.category.map { !["drink", "soup", "sauce"].contains($0) } ?? false
    }

    private func row(_ nutrient: Nutrient, _ sum: RecipeNutrition, servings: Double) -> NutritionView.Row {
        let total = sum.totals[nutrient.rawValue]
        let percent = nutrient.dailyReference.map { Int((total / servings / $0 * 100).rounded()) }
        func shown(_ amount: Double) -> String {
            let text = text(amount, nutrient)
            return sum.incomplete.contains(nutrient) ? Text.nutritionAtLeast(language, amount: text) : text
        }
        let name = nutrient == .sodium ? "salt" : "\(nutrient)"
        return NutritionView.Row(
            label: Text.dynamic("nutrient.\(name)", language) ?? name,
            isPart: nutrient == .saturates || nutrient == .sugars, value: shown(total / servings),
            hundred: shown(total / sum.knownGrams * 100),
            share: percent.map { NutritionView.Share(percent: "\($0)\u{a0}%", bar: String(min($0, 100))) })
    }

    private func text(_ amount: Double, _ nutrient: Nutrient) -> String {
        let gap = "\u{a0}"
        if nutrient == .energy {
            let joules = NutritionRounding.energy(amount * NutritionRounding.joules) + gap + Text.unitKj(language)
            return joules + " / " + NutritionRounding.energy(amount) + gap + Text.unitKcal(language)
        }
        let number = NutritionRounding.grams(amount, nutrient)
        return (language == .ru ? number.replacing(".", with: ",") : number) + gap + Text.unitG(language)
    }
}
