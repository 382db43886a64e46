// Derives what a recipe needs from a pantry from what its lines and steps mean.

extension Catalogue {
    /// The needs of a recipe, line by line, then the ingredients that only its steps name. Equipment is no need.
    package func needs(of dish: Dish, _ understanding: RecipeUnderstanding) -> [NeedPart] {
        zip(dish.lines, understanding.lines).enumerated().flatMap { number, pair in
            needs(of: pair.0, pair.1, line: number + 1)
        } + unlistedNeeds(understanding)
    }

    private func needs(of row: RecipeLine, _ understood: UnderstoodLine, line: Int) -> [NeedPart] {
        let isOptional = understood.parsed.optional || OptionalNotes.isOptional(row)
        guard !understood.alternatives.isEmpty else {
            return [NeedPart(line: line, isOptional: isOptional, ingredient: 0)]
        }
        let options = Self.options(understood)
        if options.contains(where: { option in option.allSatisfy { !($0.entry?.isFood ?? true) } }) { return [] }
        return options.enumerated().flatMap { option, candidates in
            candidates.filter { $0.entry?.isFood ?? true }.map { candidate in
                let entry = candidate.isApproximate ? nil : candidate.entry
                let isAlone = candidates.count == 1
                return NeedPart(
                    line: line, option: option, isOptional: isOptional,
                    ingredient: entry.flatMap { ingredientID($0.key) } ?? 0,
                    amount: isAlone ? amount(row) : nil, unit: PantryAmounts.unit(row.unit),
                    grams: isAlone ? entry.flatMap { grams(row, understood, $0) } : nil)
            }
        }
    }

    /// The alternatives of a line. A row that may mean either of two foods needs one of them.
    private static func options(_ line: UnderstoodLine) -> [[UnderstoodLine.Candidate]] {
        if line.states.contains(.unclear), line.alternatives.count == 1, line.alternatives[0].count == 2 {
            return line.alternatives[0].map { [$0] }
        }
        return line.alternatives
    }

    /// The lower end of the amount; `nil` with a unit that the catalogue does not know.
    private func amount(_ row: RecipeLine) -> Double? {
        guard let amount = row.amount, amount > 0, row.unit.isEmpty || units[row.unit] != nil else { return nil }
        return amount
    }

    private func grams(_ row: RecipeLine, _ understood: UnderstoodLine, _ entry: IngredientEntry) -> Double? {
        NutritionRules.grams(
            .init(
                amount: amount(row), amountMax: nil, unit: units[row.unit], hasStrangeUnit: false, name: "",
                entry: entry, nutrition: nil, note: understood.measures))
    }

    /// The weight of each line that certainly means one ingredient and can be weighed; lines are numbered from 1.
    package func weights(of dish: Dish, _ understanding: RecipeUnderstanding) -> [LineWeight] {
        zip(dish.lines, understanding.lines).enumerated().compactMap { number, pair in
            guard let entry = pair.1.onlyEntry, entry.isFood, let grams = grams(pair.0, pair.1, entry) else {
                return nil
            }
            return LineWeight(line: number + 1, entry: entry, grams: grams)
        }
    }

    private func unlistedNeeds(_ understanding: RecipeUnderstanding) -> [NeedPart] {
        var seen: Set<String> = []
        let named = understanding.unlisted.filter { line in
            if case .step = line.place { true } else { false }
        }.flatMap(\.mentions).compactMap(\.entry).filter { $0.isFood && seen.insert($0.key).inserted }
        return named.enumerated().map { number, entry in
            NeedPart(line: -1 - number, ingredient: ingredientID(entry.key) ?? 0)
        }
    }
}

/// The weight of one line of a recipe.
package struct LineWeight: Sendable {
    package let line: Int
    package let entry: IngredientEntry
    package let grams: Double
}

/// Finds notes that make a line optional: `for serving`; `to taste`, if the line has no amount.
enum OptionalNotes {
    private static let notes = words(WordList.optionalNotes)
    private static let toTaste = words(WordList.toTasteNotes)

    private static func words(_ notes: Set<String>) -> [[String]] {
        notes.sorted().map { NameWords.split($0, limit: .max).map(\.text) }
    }

    static func isOptional(_ row: RecipeLine) -> Bool {
        [row.ingredient, row.note].contains { text in
            guard LineLimits.allow(text) else { return false }
            let words = NameWords.split(text).map(\.text)
            return !hasAmount(row) && has(words[...], toTaste) || has(withoutMore(words), notes)
        }
    }

    /// Whether a line has an amount, or a number that was not read as one.
    private static func hasAmount(_ row: RecipeLine) -> Bool {
        row.amount != nil || [row.ingredient, row.note].contains { $0.utf8.contains { $0 &- 0x30 < 10 } }
    }

    private static func has(_ words: ArraySlice<String>, _ notes: [[String]]) -> Bool {
        notes.contains { note in
            words.indices.contains { words[$0...].starts(with: note) }
        }
    }

    /// The words before those for more: of `plus more for serving`, only the added part is optional.
    private static func withoutMore(_ words: [String]) -> ArraySlice<String> {
        words.prefix { !WordList.wordsForMore.contains($0) }
    }
}
