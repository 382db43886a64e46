// Reads nutrition figures that people type or that imported pages contain, and formats them for pages.

import Bytes
package import Words

/// Reads `12`, `1,5 g`, `500 mg`, `24 grams fat`, `240 kcal`, `1004 kJ (240 kcal)`.
package enum FigureText {
    /// The longest text that is read, in code points; a longer one is not a figure.
    package static let longest = 60

    /// Kilocalories for energy or grams for other nutrients, rounded; `nil` for any other text and from 10 million on.
    /// A number without a unit is in the unit of labels.
    package static func amount(_ text: String, _ nutrient: Nutrient) -> Double? {
        exact(text, nutrient).map { rounded($0, nutrient) }.flatMap { $0 < tooMuch ? $0 : nil }
    }

    /// Rounds to a tenth of a kilocalorie or to a milligram, so that the printed number is read again as the same
    /// value.
    package static func rounded(_ amount: Double, _ nutrient: Nutrient) -> Double {
        let scale = nutrient == .energy ? 10.0 : 1_000
        return (amount * scale).rounded() / scale
    }

    /// The first amount with more digits than are read.
    private static let tooMuch = 1e7

    /// The amount without rounding, so that a small one does not become 0. With `needsUnit`, a bare number is `nil`.
    package static func exact(_ text: String, _ nutrient: Nutrient, needsUnit: Bool = false) -> Double? {
        guard text.utf8.count <= 4 * longest, text.length <= longest else { return nil }
        let pieces = text.lowercased().replacing("\u{a0}", with: " ").split { "()/;".contains($0) }.map(\.trimmed)
            .filter { !$0.isEmpty && $0.wholeMatch(of: patterns.percent) == nil }
        let read = pieces.compactMap { piece(Substring($0), nutrient, needsUnit) }
        guard read.count == pieces.count, let first = read.first, nutrient == .energy || read.count == 1 else {
            return nil
        }
        return (read.first { $0.isPreferred } ?? first).amount
    }

    /// A number with the decimal sign of the language.
    package static func text(_ amount: Double, _ language: Language) -> String {
        let number = JSONText.number(amount)
        return language == .ru ? number.replacing(".", with: ",") : number
    }

    private static func piece(
        _ text: Substring, _ nutrient: Nutrient, _ needsUnit: Bool
    ) -> (amount: Double, isPreferred: Bool)? {
        guard let match = text.wholeMatch(of: patterns.amount) else { return nil }
        let word = match.2.map { String($0) } ?? ""
        let tail = match.3?.split(separator: " ") ?? []
        guard !word.isEmpty || !needsUnit, let unit = word.isEmpty ? Unit.bare(nutrient) : units[word],
            tail.allSatisfy({ WordList.wordsAfterAFigure.contains(String($0)) }),
            unit.isEnergy == (nutrient == .energy),
            let number = number(match.1, unit, groupsWithCommas: word.first?.isASCII == true)
        else { return nil }
        return (number * unit.factor, unit == .kilocalorie)
    }

    private enum Unit {
        case kilocalorie, kilojoule, gram, milligram

        static func bare(_ nutrient: Nutrient) -> Unit { nutrient == .energy ? .kilocalorie : .gram }

        var isEnergy: Bool { self == .kilocalorie || self == .kilojoule }
        /// The factor that converts to kilocalories or grams.
        var factor: Double {
            switch self {
            case .kilocalorie, .gram: 1
            case .kilojoule: 1 / NutritionRounding.joules
            case .milligram: 0.001
            }
        }
    }

    /// Reads a number. In kilocalories, kilojoules and milligrams a space before three digits separates thousands, and
    /// so does a comma if the unit is in Latin letters. Any other comma or point before exactly three digits is
    /// ambiguous there: `nil`.
    private static func number(_ text: Substring, _ unit: Unit, groupsWithCommas: Bool) -> Double? {
        let groups = groupsWithCommas ? patterns.groups : patterns.groupsWithSpaces
        if unit != .gram, text.wholeMatch(of: groups) != nil {
            return Double(text.filter { $0 != "," && $0 != " " })
        }
        guard text.wholeMatch(of: patterns.decimal) != nil,
            unit == .gram || text.wholeMatch(of: patterns.ambiguous) == nil
        else { return nil }
        return Double(text.replacing(",", with: "."))
    }

    /// Made once, because making a pattern takes longer than matching a figure.
    private struct Patterns: @unchecked Sendable {  // a `Regex` never changes; its compiled form is stored atomically
        let percent = /[0-9.,]+ ?% ?\p{L}*/
        let amount = /([0-9][0-9., ]*?) ?(?:(\p{L}+)\.?( [\p{L} ]+)?)?/
        let groups = /[0-9]{1,3}(?:[, ][0-9]{3})+/
        let groupsWithSpaces = /[0-9]{1,3}(?: [0-9]{3})+/
        let decimal = /[0-9]{1,7}([.,][0-9]{1,20})?/
        let ambiguous = /[0-9]+[.,][0-9]{3}/
    }

    private static let patterns = Patterns()

    private static let units: [String: Unit] = [
        (Unit.kilocalorie, "kcal kcals cal cals calorie calories kilocalorie kilocalories"),
        (.kilocalorie, "ккал кал калорий калории калория"),
        (.kilojoule, "kj kilojoule kilojoules кдж"), (.gram, "g gr gram grams г гр грамм грамма граммов"),
        (.milligram, "mg milligram milligrams мг"),
    ].reduce(into: [:]) { table, row in
        for word in row.1.split(separator: " ") { table[String(word)] = row.0 }
    }
}
