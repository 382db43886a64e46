// Formats the nutrition of a serving like a food label, in the reader's language.

import Bytes
import Food
import Texts
import Words

/// Builds a `NutritionPart`.
struct NutritionLabel {
    let catalogue: Catalogue
    let language: Language

    /// The author's values and the computed ones; `nil` if there are neither.
    func part(_ body: RecipeBody) -> NutritionPart? {
        let (given, computed) = (body.figures.map(given), view(body))
        if given == nil, computed == nil { return nil }
        let isWhole = body.servings == nil && given == nil
        return NutritionPart(
            heading: isWhole ? Text.nutritionWhole(language) : Text.nutritionServing(language), given: given,
            computed: computed)
    }

    private func given(_ figures: AuthorFigures) -> [NutritionView.Row] {
        Nutrient.onLabels.compactMap { nutrient in
            figures[nutrient].map { amount in
                let value =
                    nutrient == .energy
                    ? text(amount, nutrient) : FigureText.text(amount, language) + Self.gap + Text.unitG(language)
                let need = nutrient.dailyReference.map {
                    nutrient == .sodium ? $0 * NutritionRounding.saltInSodium / 1_000 : $0
                }
                return row(nutrient, value: value, hundred: "", share: need.map { amount / $0 })
            }
        }
    }

    /// The computed values, or `nil` if they cover none of the weight.
    func view(_ body: RecipeBody) -> NutritionView? {
        let sum = catalogue.nutrition(of: body)
        guard let coverage = sum.coverage, coverage > 0 else { return nil }
        return NutritionView(
            portion: body.servings == nil ? Text.nutritionPerWhole(language) : Text.nutritionPerServing(language),
            rows: Nutrient.onLabels.map { row($0, sum, servings: Double(body.servings ?? 1)) },
            coverage: Text.nutritionCoverage(language, percent: String(Int(nearest: (coverage * 100).rounded(.down)))),
            missing: sum.missing.isEmpty
                ? nil : Text.nutritionMissing(language, names: sum.missing.joined(separator: ", ")),
            unsure: sum.unsure.isEmpty
                ? nil : Text.nutritionUnsure(language, names: sum.unsure.map(shown).joined(separator: ", ")),
            claims: Self.claims(sum, body).map { claim in
                NutritionView.ClaimLine(
                    name: Text.dynamic("claim.\(claim.rawValue)", language) ?? claim.rawValue,
                    threshold: Text.dynamic("claim.\(claim.rawValue).limit", language) ?? "")
            })
    }

    /// A line's name as its author wrote it; an ingredient that only a text names, with the place of the text.
    private func shown(_ unsure: String) -> String {
        UnlistedIngredient(name: unsure).map { catalogue.text(of: $0, language) } ?? unsure
    }

    /// The claims that are true by the ingredients and that the author's values do not contradict.
    static func claims(_ sum: RecipeNutrition, _ body: RecipeBody) -> [NutritionClaim] {
        guard let figures = body.figures else { return NutritionClaims.of(sum, isSolid: isSolid(body)) }
        guard let servings = body.servings else { return [] }
        return NutritionClaims.of(sum.heeding(figures, servings: servings), isSolid: isSolid(body))
    }

    /// Whether the limits for solid food apply. Drinks, soups and sauces have other limits. A recipe without one of the
    /// starter's categories may be one, and so may one whose title names one: a smoothie for breakfast.
    static func isSolid(_ body: RecipeBody) -> Bool {
        body.category.map(solid.contains) == true
            && !Words.words(body.title).map(Words.stem).contains(where: liquid.contains)
    }

    private static let solid: Set<String> = [
        "breakfast", "starter", "salad", "main", "side", "bread", "baking", "dessert", "snack", "preserve",
    ]
    private static let liquid = Set(WordList.liquidDishes.map(Words.stem))

    private func row(_ nutrient: Nutrient, _ sum: RecipeNutrition, servings: Double) -> NutritionView.Row {
        let total = sum.totals[nutrient.rawValue]
        func shown(_ amount: Double) -> String {
            let text = text(amount, nutrient)
            return sum.incomplete.contains(nutrient) ? Text.nutritionAtLeast(language, amount: text) : text
        }
        return row(
            nutrient, value: shown(total / servings), hundred: shown(total / sum.knownGrams * 100),
            share: nutrient.dailyReference.map { total / servings / $0 })
    }

    private func row(_ nutrient: Nutrient, value: String, hundred: String, share: Double?) -> NutritionView.Row {
        let percent = share.map { Int(nearest: $0 * 100) }
        return NutritionView.Row(
            label: Text.dynamic("nutrient.\(nutrient.word)", language) ?? nutrient.word,
            isPart: nutrient == .saturates || nutrient == .sugars, value: value, hundred: hundred,
            share: percent.map { NutritionView.Share(percent: "\($0)\u{a0}%", bar: String(min($0, 100))) })
    }

    func text(_ amount: Double, _ nutrient: Nutrient) -> String {
        if nutrient == .energy {
            let joules = NutritionRounding.energy(amount * NutritionRounding.joules) + Self.gap + Text.unitKj(language)
            return joules + " / " + NutritionRounding.energy(amount) + Self.gap + Text.unitKcal(language)
        }
        let number = NutritionRounding.grams(amount, nutrient)
        return (language == .ru ? number.replacing(bytes: ".", with: ",") : number) + Self.gap + Text.unitG(language)
    }

    private static let gap = "\u{a0}"
}
