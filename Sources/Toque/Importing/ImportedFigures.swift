// Reads the nutrition of a serving from an imported recipe, in the form that authors enter it here.

import Bytes
import Food

/// The values that were understood, and the texts that were not: "cholesterolContent: 20 mg".
struct ImportedFigures {
    private(set) var figures = AuthorFigures()
    private(set) var left: [String] = []

    /// Reads values by schema.org's names, in any case and also with underscores.
    init(_ nutrition: [String: String]) {
        let given = nutrition.sorted { $0.key < $1.key }
        let isOfOther = given.contains { Self.plain($0.key) == "servingsize" && !Self.isOneServing($0.value) }
        for (name, text) in given where isOfOther || !take(name, text) { left.append("\(name): \(text)") }
        for part in FigureRules.impossible(figures) {
            left.append("\(part.schemaName): \(JSONText.number(figures[part] ?? 0)) g")
            figures[part] = nil
        }
    }

    /// Whether the value was understood or is empty.
    private mutating func take(_ name: String, _ text: String) -> Bool {
        let name = Self.plain(name)
        if name == "servingsize" { return true }
        // Not a schema.org name, but many sites write it whose labels show salt.
        if name == "saltcontent" { return set(.sodium, FigureText.amount(text, .sodium)) }
        let known = Nutrient.allCases.first { $0.schemaName.lowercased() == name }
        guard let nutrient = known else { return false }
        if nutrient != .sodium { return set(nutrient, FigureText.amount(text, nutrient)) }
        return set(.sodium, Self.salt(ofSodium: text))
    }

    private mutating func set(_ nutrient: Nutrient, _ amount: Double?) -> Bool {
        guard let amount, RecipeLimits.figure(nutrient).contains(amount), figures[nutrient] == nil else { return false }
        figures[nutrient] = amount
        return true
    }

    /// Grams of salt from sodium. Without a unit, sodium may be anything. A few milligrams are probably grams of salt
    /// under the wrong name, and a reader who must avoid salt must not be shown none.
    private static func salt(ofSodium text: String) -> Double? {
        guard let sodium = FigureText.exact(text, .sodium, needsUnit: true), sodium == 0 || sodium >= least else {
            return nil
        }
        return FigureText.rounded(sodium * NutritionRounding.saltInSodium, .sodium)
    }

    /// The sodium in grams per 100 g below which food is "salt-free" (Regulation (EC) 1924/2006).
    private static let least = 0.005

    /// Whether the values are for one serving. How many servings "2 cookies" or 50 g are is unknown.
    private static func isOneServing(_ text: String) -> Bool {
        text.wholeMatch(of: patterns.oneServing) != nil
    }

    /// Whether a text says that the values are for 100 g or 100 ml, and so not for a serving.
    private static func isOfWeight(_ text: String) -> Bool { text.contains(patterns.hundred) }

    /// Whether words that are not a value say that the values are for anything other than a serving.
    private static func saysOther(_ line: String) -> Bool {
        line.lowercased().replacing(patterns.perServing, with: "").contains(patterns.ofOther)
    }

    /// Made once, because making a pattern takes longer than matching a line.
    private struct Patterns: @unchecked Sendable {  // a `Regex` never changes; its compiled form is stored atomically
        let oneServing = /\s*(?:1(?: (?:serving|portion|порция))?)?\s*/.ignoresCase()
        let hundred =
            /(?:^|[^0-9.,])100[\s-]*(?:gr?|grams?|ml|milli?l\p{L}*|гр?|грамм\p{L}*|мл|милл?ил\p{L}*)\b/.ignoresCase()
        let perServing = /\b(?:per|на) (?:(?:1|one|одну) )?(?:serving|portion|порцию)\b/
        let ofOther = /\b(?:100|whole|entire|recipe|batch|per|всё|все|весь|всю|всего|рецепт|на)\b/
        let named = /([\p{L} ]+?) ?[:=–-]? ?([0-9].*)/
        let letter = /\p{L}/
    }

    private static let patterns = Patterns()

    private static func plain(_ name: String) -> String { name.lowercased().replacing(bytes: "_", with: "") }

    /// Parses lines such as "Fat: 12 g", also several separated by commas, as some programs store them. `left` contains
    /// the rest, or everything if any part says that the values are not for a serving, or if the text has more than
    /// `ImportLimits.figureText` bytes or `ImportLimits.figures` parts.
    static func lines(_ text: String) -> (figures: [String: String], left: [String]) {
        guard text.utf8.count <= ImportLimits.figureText else { return ([:], text.paragraphs) }
        let lines = text.split(whereSeparator: { $0.isNewline || "•|;".contains($0) }).flatMap(parts)
        guard lines.count <= ImportLimits.figures else { return ([:], text.paragraphs) }
        var found: [String: String] = [:]
        var left: [String] = []
        for line in lines {
            let match = line.wholeMatch(of: patterns.named)
            let name = match.flatMap { words[$0.1.trimmed.lowercased()] }
            if let match, let name, found[name] == nil {
                found[name] = String(match.2)
            } else if let energy = bareEnergy(line), found["calories"] == nil {
                found["calories"] = energy
            } else {
                left.append(line)
            }
        }
        return isOfWeight(text) || left.contains(where: saysOther) ? ([:], text.paragraphs) : (found, left)
    }

    /// Splits a line at commas followed by a space; a comma within a number does not split it.
    private static func parts(_ line: Substring) -> [String] {
        line.split(bytes: ", ").map(\.trimmed).filter { !$0.isEmpty }
    }

    /// The line if it is only an energy, such as "300 kcal".
    private static func bareEnergy(_ line: String) -> String? {
        line.contains(patterns.letter) && FigureText.amount(line, .energy) != nil ? line : nil
    }

    private static let words: [String: String] = [
        "calories": "calories energy kcal калорийность энергия калории", "fatContent": "fat total_fat жиры жир",
        "saturatedFatContent": "saturates saturated_fat of_which_saturates насыщенные_жиры из_них_насыщенные",
        "carbohydrateContent": "carbohydrate carbohydrates carbs total_carbohydrate углеводы",
        "sugarContent": "sugar sugars of_which_sugars сахар сахара из_них_сахара",
        "fiberContent": "fibre fiber dietary_fiber клетчатка пищевые_волокна",
        "proteinContent": "protein proteins белки белок", "sodiumContent": "sodium натрий", "saltContent": "salt соль",
    ].reduce(into: [:]) { table, row in
        for word in row.value.split(bytes: " ") { table[String(word).replacing(bytes: "_", with: " ")] = row.key }
    }
}
