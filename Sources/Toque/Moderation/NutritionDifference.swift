// The effects of a change on nutrition: the energy of a serving, and the claims that are made.

import Bytes
import Food
import Texts
import Words

extension Difference {
    /// A smaller change of the energy, as a share of the greater one, is not worth a line.
    private static let leastEnergy = 0.1

    static func nutrition(
        of old: RecipeBody, _ new: RecipeBody, _ catalogue: Catalogue, _ language: Language
    ) -> [Consequence] {
        let (before, after) = (catalogue.nutrition(of: old), catalogue.nutrition(of: new))
        let claims = (old: NutritionLabel.claims(before, old), new: NutritionLabel.claims(after, new))
        func name(_ claim: NutritionClaim) -> String { Text.dynamic("claim.\(claim.rawValue)", language) ?? "" }
        // A claim that is new may be wrong; one that is lost harms nobody.
        let gained = claims.new.filter { !claims.old.contains($0) }.map {
            Consequence(text: Text.differenceClaimGained(language, claim: name($0)), isCareful: true)
        }
        let lost = claims.old.filter { !claims.new.contains($0) }.map {
            Consequence(text: Text.differenceClaimLost(language, claim: name($0)), isCareful: false)
        }
        return [energy(of: (before, old), (after, new), catalogue, language)].compactMap(\.self) + gained + lost
    }

    private static func energy(
        of old: (sum: RecipeNutrition, body: RecipeBody), _ new: (sum: RecipeNutrition, body: RecipeBody),
        _ catalogue: Catalogue, _ language: Language
    ) -> Consequence? {
        guard let before = energy(old), let after = energy(new), abs(before - after) > leastEnergy * max(before, after)
        else { return nil }
        let label = NutritionLabel(catalogue: catalogue, language: language)
        return Consequence(
            text: Text.differenceEnergy(
                language, after: label.text(after, .energy), before: label.text(before, .energy)), isCareful: false)
    }

    /// In kcal, of a serving; `nil` without a number of servings.
    private static func energy(_ recipe: (sum: RecipeNutrition, body: RecipeBody)) -> Double? {
        recipe.body.servings.map { servings in
            let sum = recipe.body.figures.map { recipe.sum.heeding($0, servings: servings) } ?? recipe.sum
            return sum.totals[Nutrient.energy.rawValue] / Double(servings)
        }
    }
}
