// Reads a line that somebody wrote about the food at home: `2 l milk`, `eggs`, `1 can (400 g) tomatoes`.

import Bytes
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
        let kind = kind(parsed)
        guard understood.mentions.allSatisfy({ $0.entry?.key == kind?.key && kind != nil }),
            !DietClaims.states(parsed.note), !namesTooMany(parsed.phrase)
        else { return nil }
        guard understood.alternatives.count == 1, let names = understood.alternatives.first, !names.isEmpty else {
            return nil
        }
        var entries = names.compactMap { $0.isApproximate ? nil : $0.entry }.filter(\.isFood)
        guard entries.count == names.count else { return nil }
        if entries.count == 1, let kind { entries = [kind] }
        let measure = entries.count == 1 ? pantryAmount(parsed, text) : nil
        return entries.map { PantryLine(key: $0.key, amount: measure?.amount, unit: measure?.unit ?? "") }
    }

    /// Whether a name means so many foods that it says none: `vegetables`, but not `frozen vegetables`.
    package func namesTooMany(_ name: String) -> Bool {
        let words = NameWords.split(name)
        return words.contains { Self.manyFoods.contains($0.form) }
            && words.allSatisfy { Self.manyFoods.contains($0.form) || index.isOnlyModifiers([$0]) }
            && (words.count == 1 || index.findWhole(words) == nil)
    }

    private static let manyFoods = NameWords.forms(WordList.foodsToAskAbout)

    /// The kind that a note names: basmati rice of `rice (basmati)`, black beans of `beans, black`. A preparation is
    /// none: `tomatoes, chopped` are no can of chopped tomatoes.
    private func kind(_ parsed: ParsedLine) -> IngredientEntry? {
        let words = Words.words(parsed.note)
        guard !words.isEmpty, words.count <= 2, !words.contains(where: WordList.preparations.contains) else {
            return nil
        }
        // Russian also has the kind behind: «рис басмати». In English, `eggs, white` are not the white of eggs.
        let isRussian = NameWords.split(parsed.name).contains(where: \.isRussian)
        let names = ["\(parsed.note) \(parsed.name)"] + (isRussian ? ["\(parsed.name) \(parsed.note)"] : [])
        return names.lazy.compactMap { self.index.findWhole($0) }.first.flatMap { entry($0.key) }.flatMap {
            $0.isFood ? $0 : nil
        }
    }

    /// Whether a line says that there is none: `out of milk`, «без яиц», `butter (finished)`.
    func saysNone(_ text: String) -> Bool {
        let words = Words.words(text)
        return words.first == "без" || words.contains(where: WordList.wordsForNone.contains)
    }

    /// The amount of a line; that of `2 cans (400 g)` is 800 g. `nil` if there is none, or its unit is unknown.
    private func pantryAmount(_ parsed: ParsedLine, _ text: String) -> (amount: Double, unit: String)? {
        let isCounted = parsed.unit.map { units[$0]?.kind == .count } ?? true
        if let size = parsed.size, isCounted, units[size.unit] != nil {
            let amount = (parsed.amount ?? 1) * size.amount
            return amount > 0 && amount <= Amounts.most ? (amount, size.unit) : nil
        }
        guard let amount = parsed.amount ?? oneUnit(parsed, text), amount > 0, amount <= Amounts.most else {
            return nil
        }
        if let unit = parsed.unit, units[unit] == nil { return nil }
        return (amount, PantryAmounts.unit(parsed.unit ?? ""))
    }

    /// 1 if a line begins with its unit in the singular: «стакан риса», `bag of rice`.
    private func oneUnit(_ parsed: ParsedLine, _ text: String) -> Double? {
        guard let unit = parsed.unit.flatMap({ units[$0] }), let word = Words.words(text).first else { return nil }
        let english = unit.english.first.map { [$0] } ?? []
        let isOne =
            (english + unit.russian.prefix(1)).map(Words.fold).contains(word)
            || unit.english.contains(word) && !word.hasSuffix(bytes: "s")
        return isOne ? 1 : nil
    }
}
