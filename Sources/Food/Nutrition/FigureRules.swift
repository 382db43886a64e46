// What an author's figures of nutrition have to agree in: with each other, and with what a serving weighs.

package enum FigureRules {
    /// What labels still call 0 (see `NutritionRounding`): a packet may give 0 g of fat and 0.3 g of saturates.
    private static let nothing = 0.5

    /// The parts that are more than their whole, which cannot be.
    package static func impossible(_ figures: AuthorFigures) -> [Nutrient] {
        [(Nutrient.saturates, Nutrient.fat), (.sugars, .carbohydrate)].filter { part, whole in
            guard let part = figures[part], let whole = figures[whole] else { return false }
            return part > max(whole, nothing)
        }.map(\.0)
    }

    /// What is told and not refused: packets round, and spirits and sweeteners have energy of their own.
    package enum Doubt: Equatable, Sendable {
        /// The energy is far from what protein, fat and carbohydrate make, in kilocalories.
        case energy(given: Double, made: Double)
        /// More than a serving weighs, in grams.
        case heavy(grams: Double)
        /// More energy than pure fat of that weight has.
        case rich(given: Double, grams: Double)
    }

    /// `servingGrams` is what a serving weighs before cooking, where all of it is weighed.
    package static func doubts(_ figures: AuthorFigures, servingGrams: Double?) -> [Doubt] {
        [energy(figures)].compactMap { $0 } + (servingGrams.map { weight(figures, $0 * tolerance) } ?? [])
    }

    /// Kilocalories in a gram: Regulation (EU) 1169/2011, annex XIV.
    private static let energies: [(Nutrient, Double)] = [(.protein, 4), (.fat, 9), (.carbohydrate, 4)]
    private static let ofFibre = 2.0
    private static let ofFat = 9.0
    /// A fifth, and what rounding of small figures makes.
    private static let (share, slack) = (0.2, 15.0)
    /// Portions of the catalogue weigh about what they say.
    private static let tolerance = 1.1

    /// Figures of which none is less than the others need: fat than its saturates, energy than what is given of the rest
    /// makes.
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
        // Fibre may be among the carbohydrate or beside it.
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
    /// Grams of a serving before cooking; `nil` where anything could not be weighed or may be something else.
    package func servingGrams(_ servings: Int?) -> Double? {
        servings.flatMap { missing.isEmpty && unsure.isEmpty && grams > 0 ? grams / Double($0) : nil }
    }
}
