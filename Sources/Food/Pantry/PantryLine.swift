// Reads a line that somebody wrote about the food at home: `2 l milk`, `eggs`, `1 can (400 g) tomatoes`.

import Words

/// What a line adds to a pantry.
package struct PantryLine: Sendable, Equatable {
    package let key: String
    package let amount: Double?
    /// The key of the unit, empty for pieces.
    package let unit: String

    package init(key: String, amount: Double?, unit: String) {
        (self.key, self.amount, self.unit) = (key, amount, unit)
    }
}

extension Catalogue {
    /// The food of a line; `nil` if the line is not certainly understood. A line with several names (`salt and pepper`)
    /// has no amount for each, and one with alternatives (`butter or margarine`) says nothing certain.
    package func pantryLines(_ text: String) -> [PantryLine]? {
        let parsed = parse(text)
        guard !parsed.isHeading, !parsed.isUnread, parsed.amount != 0, !saysNone(text) else { return nil }
        let understood = index.understand(parsed)
        // A note may make it another food: `milk (oat)`, `cheese (vegan)`.
        guard understood.mentions.isEmpty, !DietClaims.states(parsed.note) else { return nil }
        guard understood.alternatives.count == 1, let names = understood.alternatives.first, !names.isEmpty else {
            return nil
        }
        let entries = names.compactMap { $0.isApproximate ? nil : $0.entry }.filter(\.isFood)
        guard entries.count == names.count else { return nil }
        let measure = entries.count == 1 ? pantryAmount(parsed) : nil
        return entries.map { PantryLine(key: $0.key, amount: measure?.amount, unit: measure?.unit ?? "") }
    }

    /// Whether a line says that there is none: `out of milk`, «без яиц», `butter (finished)`.
    private func saysNone(_ text: String) -> Bool {
        let words = Words.words(text)
        return words.first == "без" || words.contains(where: WordList.wordsForNone.contains)
    }

    /// The amount of a line; that of `2 cans (400 g)` is 800 g. `nil` if there is none, or its unit is unknown.
    private func pantryAmount(_ parsed: ParsedLine) -> (amount: Double, unit: String)? {
        let isCounted = parsed.unit.map { units[$0]?.kind == .count } ?? true
        if let size = parsed.size, isCounted, units[size.unit] != nil {
            let amount = (parsed.amount ?? 1) * size.amount
            return amount > 0 && amount <= Amounts.most ? (amount, size.unit) : nil
        }
        guard let amount = parsed.amount, amount > 0, amount <= Amounts.most else { return nil }
        if let unit = parsed.unit, units[unit] == nil { return nil }
        return (amount, PantryAmounts.unit(parsed.unit ?? ""))
    }
}
