// Decides keto and low-carb by the carbohydrate without fibre in a serving, as far as amounts are known.

import Bytes

/// Grams of carbohydrate without fibre in a whole recipe: the certain minimum and the possible maximum.
package struct CarbohydrateRange: Equatable, Sendable {
    /// Nothing is known.
    static let open = CarbohydrateRange(most: nil)

    var least = 0.0
    /// `nil` where something has no known weight or no figures.
    var most: Double? = 0
    /// Keys of the ingredients that contribute to it, or the words of the line where it has none; the largest first.
    var sources: [String] = []
    /// Ingredients that could not be counted: keys, or the words of the line.
    var uncounted: [String] = []
    /// Grams in a serving as the author states them. They can make an answer worse, never better.
    var given: ClosedRange<Double>?
}

package enum CarbohydrateRules {
    /// The limit in grams per serving, at about five meals a day: low-carb diets stay below 130 g a day and ketogenic
    /// ones below 50 g (Feinman et al., Nutrition 31, 2015, p. 1–13).
    package static func limit(_ diet: Diet) -> Double { diet == .keto ? 10 : 26 }

    /// The data of one recipe line that counting needs.
    package struct Line {
        package let amount: Double?
        package let amountMax: Double?
        package let unit: MeasuringUnit?
        package let hasStrangeUnit: Bool
        package let understood: UnderstoodLine
        /// Whether the figures apply to its state: figures of raw fruit do not apply to dried fruit.
        package var isStateKnown = true
        package var note = NoteMeasures()

        package init(
            amount: Double?, amountMax: Double?, unit: MeasuringUnit?, hasStrangeUnit: Bool,
            understood: UnderstoodLine, isStateKnown: Bool = true, note: NoteMeasures = NoteMeasures()
        ) {
            self.amount = amount
            self.amountMax = amountMax
            self.unit = unit
            self.hasStrangeUnit = hasStrangeUnit
            self.understood = understood
            self.isStateKnown = isStateKnown
            self.note = note
        }
    }

    /// The sum over the lines. `figure` returns an ingredient's grams per 100 g.
    package static func range(_ lines: [Line], figure: (IngredientEntry) -> Double?) -> CarbohydrateRange {
        var sum = CarbohydrateRange()
        var brought: [String: Double] = [:]
        for line in lines where !line.understood.parsed.isHeading {
            let (least, most) = bounds(line, figure)
            let key = line.understood.alternatives.first?.first?.label ?? line.understood.parsed.name
            if most == nil { sum.uncounted.append(key) }
            sum.least += least
            sum.most = sum.most.flatMap { sum in most.map { sum + $0 } }
            brought[key, default: 0] += most ?? least
        }
        sum.sources = brought.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        return sum
    }

    /// The range with the ingredients that only headings and texts name, whose amounts are unknown. An ingredient with
    /// at most 3 g in 100 g (butter, cheese) does not change the answer, unless a text gives an amount: `2 kg of
    /// mushrooms` are more than a trace. Nor do herbs and spices without figures, unlike other food without them.
    package static func range(
        _ range: CarbohydrateRange, with unlisted: [UnderstoodLine.Candidate], figure: (IngredientEntry) -> Double?
    ) -> CarbohydrateRange {
        let counted = unlisted.filter { candidate in
            let hasAmount = candidate.isUnlisted && candidate.confidence == 1
            if let entry = candidate.entry, !entry.isFood { return false }
            if let figure = candidate.entry.flatMap(figure) { return figure > (hasAmount ? 0 : trace) }
            return candidate.confidence == 1
                || candidate.isUnlisted && candidate.entry?.aisle != "herbs-and-spices"
        }
        var range = range
        if !counted.isEmpty { range.most = nil }
        range.uncounted += counted.map(\.label)
        return range
    }

    /// Grams per 100 g that do not count where the amount is unknown.
    private static let trace = 3.0

    /// The answer for one diet, with the ingredients that decide it: the worse of the counted answer and the author's.
    /// An answer by the author's figures has no ingredients.
    package static func answer(_ diet: Diet, _ range: CarbohydrateRange, servings: Int?) -> (Fact, [String]) {
        let (fact, names) = counted(diet, range, servings)
        guard let said = range.given.map({ answer(diet, given: $0) }), said != fact, said != .yes, fact != .no else {
            return (fact, names)
        }
        return (said, [])
    }

    /// The answer for one diet by the author's figures alone.
    package static func answer(_ diet: Diet, given: ClosedRange<Double>) -> Fact {
        let limit = limit(diet)
        return given.upperBound <= limit ? .yes : given.lowerBound > limit ? .no : .unknown
    }

    /// The answer by the ingredients. Without servings, it is yes only if the whole recipe is within the limit.
    private static func counted(_ diet: Diet, _ range: CarbohydrateRange, _ servings: Int?) -> (Fact, [String]) {
        let limit = limit(diet)
        if let most = range.most, most / Double(servings ?? 1) <= limit { return (.yes, []) }
        guard let servings else { return (.unknown, range.uncounted) }
        if range.least / Double(servings) > limit { return (.no, Array(range.sources.prefix(3))) }
        return (.unknown, range.uncounted)
    }

    /// The least and the most grams of a line: the smallest minimum and the largest maximum of its alternatives. Where
    /// several ingredients share one amount, each may be all of it.
    private static func bounds(_ line: Line, _ figure: (IngredientEntry) -> Double?) -> (Double, Double?) {
        let alternatives = line.understood.alternatives
        guard !alternatives.isEmpty else { return (0, nil) }
        var (least, most) = (Double.infinity, Double?.some(0))
        for alternative in alternatives {
            var (low, high) = (0.0, Double?.some(0))
            for candidate in alternative {
                let (some, all) = candidate.entry.map { bounds(line, $0, figure) } ?? (0, nil)
                low += alternative.count == 1 && !candidate.isApproximate ? some : 0
                high = candidate.isApproximate ? nil : high.flatMap { high in all.map { high + $0 } }
            }
            least = min(least, low)
            most = most.flatMap { most in high.map { max(most, $0) } }
        }
        let mayHoldMore = line.understood.mentions.contains { $0.entry.flatMap(figure) != 0 }
        return (line.understood.parsed.optional ? 0 : least, mayHoldMore ? nil : most)
    }

    private static func bounds(
        _ line: Line, _ entry: IngredientEntry, _ figure: (IngredientEntry) -> Double?
    ) -> (Double, Double?) {
        guard let figure = figure(entry) else { return (0, nil) }
        if figure == 0 { return (0, 0) }
        guard line.isStateKnown else { return (0, nil) }
        let weighed = NutritionRules.Line(
            amount: line.amount, amountMax: line.amountMax, unit: line.unit, hasStrangeUnit: line.hasStrangeUnit,
            name: "", entry: entry, nutrition: nil, note: line.note)
        guard let grams = NutritionRules.possibleGrams(weighed) else { return (0, nil) }
        return (grams.lowerBound * figure / 100, grams.upperBound * figure / 100)
    }
}

extension AuthorFigures {
    /// The author's figure that decides an answer which no ingredient decides: sugars if the answer would differ
    /// without them, else carbohydrate.
    package func worsening(_ diet: Diet, in diets: DerivedDiets) -> Nutrient? {
        func makes(_ figures: AuthorFigures) -> Bool {
            figures.carbohydrateWithoutFibre.map { CarbohydrateRules.answer(diet, given: $0) } == diets[diet]
        }
        guard [.keto, .lowCarb].contains(diet), diets[diet] != .yes, diets.reason(for: diet).isEmpty, makes(self)
        else { return nil }
        var bare = self
        bare[.sugars] = nil
        return makes(bare) ? .carbohydrate : .sugars
    }

    /// The same as English sentences for programs: "not keto: 40 g of carbohydrate, as the author says".
    package func because(_ diets: DerivedDiets) -> [String] {
        [Diet.keto, .lowCarb].compactMap { diet in
            guard let nutrient = worsening(diet, in: diets), let amount = self[nutrient] else { return nil }
            let answer = diets[diet] == .no ? "not \(diet.rawValue)" : "\(diet.rawValue) unknown"
            return "\(answer): \(JSONText.number(amount)) g of \(nutrient.word), as the author says"
        }
    }
}

extension Nutrition {
    /// Digestible grams per 100 g; `nil` where USDA has no figure. Missing fibre counts as 0.
    package var carbohydrateWithoutFibre: Double? {
        figures[Nutrient.carbohydrate.rawValue].map { max(0, $0 - (figures[Nutrient.fibre.rawValue] ?? 0)) }
    }
}
