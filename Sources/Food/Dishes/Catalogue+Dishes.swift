// Diets, allergens and nutrition of one recipe, calculated from what its lines and texts mean.

extension Catalogue {
    /// The nutrition of a recipe, summed over its lines. An ingredient that only a heading, step or tip names makes it
    /// unsure.
    package func nutrition(of dish: Dish, _ understanding: RecipeUnderstanding) -> RecipeNutrition {
        var sum = NutritionRules.sum(
            Self.foods(dish, understanding).map { line, understood in
                let (entry, unit) = (understood.entry, units[line.unit])
                let food = entry.flatMap { nutrition(of: $0) }
                return NutritionRules.Line(
                    amount: understood.sharesAmount(line.ingredient) ? nil : line.amount, amountMax: line.amountMax,
                    unit: unit,
                    hasStrangeUnit: !line.unit.isEmpty && units[line.unit] == nil, name: line.ingredient, entry: entry,
                    nutrition: understood.hasFigures(unit: unit, line.ingredient + " " + line.note, nutrition(of:))
                        ? food : nil,
                    isUnsure: understood.mayBeMore || understood.weighsLiquid(unit),
                    isOptional: understood.parsed.optional,
                    note: understood.weighsLiquid(unit) ? NoteMeasures() : understood.measures)
            })
        let headings = understanding.headings.filter { !understanding.unlistedMentions(of: $0).isEmpty }
        sum.unsure += headings.map(\.parsed.line)
        let unlisted = Self.foodMentions(understanding).filter { mention in
            !(mention.entry.flatMap { nutrition(of: $0) }?.isWater ?? false)
        }
        sum.unsure += unlisted.map(\.label)
        return sum
    }

    /// The diets and allergens that are derived from a recipe's lines and texts.
    package func diets(of dish: Dish, _ understanding: RecipeUnderstanding) -> DerivedDiets {
        let counted = Self.foods(dish, understanding).map { line, understood in
            CarbohydrateRules.Line(
                amount: line.amount, amountMax: line.amountMax, unit: units[line.unit],
                hasStrangeUnit: !line.unit.isEmpty && units[line.unit] == nil, understood: understood,
                isStateKnown: understood.hasCarbohydrate(unit: units[line.unit], nutrition(of:)),
                note: understood.measures)
        }
        var carbohydrate = CarbohydrateRules.range(
            CarbohydrateRules.range(counted) { nutrition(of: $0)?.carbohydrateWithoutFibre },
            with: understanding.headings.flatMap(understanding.unlistedMentions) + Self.foodMentions(understanding)
        ) { nutrition(of: $0)?.carbohydrateWithoutFibre }
        carbohydrate.given = dish.figures?.carbohydrateWithoutFibre
        return DietRules.derive(understanding.asked, carbohydrate: carbohydrate, servings: dish.servings)
    }

    /// The lines that list food; parchment paper and canning jars have no figures to count.
    private static func foods(
        _ dish: Dish, _ understanding: RecipeUnderstanding
    ) -> [(RecipeLine, UnderstoodLine)] {
        zip(dish.lines, understanding.lines).filter { $0.1.entry?.isFood ?? true }
    }

    private static func foodMentions(_ understanding: RecipeUnderstanding) -> [UnderstoodLine.Candidate] {
        understanding.unlisted.flatMap(\.mentions).filter { $0.entry?.isFood ?? true }
    }
}
