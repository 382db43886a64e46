// Checks an author's nutrition figures against each other and against the weight of a serving.

/// Finds impossible figures, which are refused, and doubtful ones, which are only reported.
package enum FigureRules {
    /// Grams that labels may round to 0 (see `NutritionRounding`): a label may give 0 g of fat and 0.3 g of saturates.
    private static let nothing = 0.5

    /// The parts that are larger than their whole, which is impossible.
    package static func impossible(_ figures: AuthorFigures) -> [Nutrient] {
        [(Nutrient.saturates, Nutrient.fat), (.sugars, .carbohydrate)].filter { part, whole in
            guard let part = figures[part], let whole = figures[whole] else { return false }
            return part > max(whole, nothing)
        }.map(\.0)
    }

    /// A doubt that is reported and not refused: labels round, and spirits and sweeteners have energy of their own.
    package enum Doubt: Equatable, Sendable {
        /// The energy differs too much from that of protein, fat and carbohydrate, in kilocalories.
        case energy(given: Double, made: Double)
        /// The nutrients weigh more than the serving, in grams.
        case heavy(grams: Double)
        /// More energy than the same weight of pure fat.
        case rich(given: Double, grams: Double)
    }

    /// `servingGrams` is the weight of a serving before cooking; `nil` where not all of it could be weighed.
    package static func doubts(_ figures: AuthorFigures, servingGrams: Double?) -> [Doubt] {
        [energy(figures)].compactMap { $0 } + (servingGrams.map { weight(figures, $0 * tolerance) } ?? [])
    }

    /// Kilocalories per gram: Regulation (EU) 1169/2011, annex XIV.
    private static let energies: [(Nutrient, Double)] = [(.protein, 4), (.fat, 9), (.carbohydrate, 4)]
    private static let ofFibre = 2.0
    private static let ofFat = 9.0
    /// The allowed difference in energy: a fifth, plus 15 kcal for the rounding of small figures.
    private static let (share, slack) = (0.2, 15.0)
    /// The factor allowed on a serving's weight, since the catalogue's portion weights are approximate.
    private static let tolerance = 1.1

    /// The figures, raised where the others require more: fat to at least the saturates, energy to at least that of
    /// protein, fat and carbohydrate.
    static func raised(_ figures: AuthorFigures) -> AuthorFigures {
        var raised = figures
        if let saturates = figures[.saturates] { raised[.fat] = max(saturates, figures[.fat] ?? 0) }
        var parts = raised
        parts[.carbohydrate] = figures.carbohydrateWithoutFibre?.lowerBound
        let made = energies.reduce(0) { $0 + (parts[$1.0] ?? 0) * $1.1 }
        if made > 0 { raised[.energy] = max(made, figures[.energy] ?? 0) }
        return raised
    }

    private static func energy(_ figures: AuthorFigures) -> Doubt? {
        guard let given = figures[.energy] else { return nil }
        let parts = energies.compactMap { nutrient, energy in figures[nutrient].map { $0 * energy } }
        let sum = parts.reduce(0, +)
        let fibre = figures[.fibre] ?? 0
        // Carbohydrate may include fibre or exclude it.
        let (least, most) = (max(0, sum - min(fibre, figures[.carbohydrate] ?? 0) * ofFibre), sum + fibre * ofFibre)
        if given < least * (1 - share) - slack { return .energy(given: given, made: least) }
        let isWhole = parts.count == energies.count
        return isWhole && given > most * (1 + share) + slack ? .energy(given: given, made: most) : nil
    }

    private static func weight(_ figures: AuthorFigures, _ grams: Double) -> [Doubt] {
        let sum = [Nutrient.protein, .fat, .carbohydrate, .sodium].compactMap { figures[$0] }.reduce(0, +)
        let heavy = sum > grams + 1 ? Doubt.heavy(grams: grams / tolerance) : nil
        let rich = figures[.energy].flatMap { given in
            given > grams * ofFat + slack ? Doubt.rich(given: given, grams: grams / tolerance) : nil
        }
        return [heavy, rich].compactMap { $0 }
    }
}

extension RecipeNutrition {
    /// Grams of a serving before cooking; `nil` without servings, or where a line could not be weighed or is unsure.
    package func servingGrams(_ servings: Int?) -> Double? {
        servings.flatMap { missing.isEmpty && unsure.isEmpty && grams > 0 ? grams / Double($0) : nil }
    }
}
