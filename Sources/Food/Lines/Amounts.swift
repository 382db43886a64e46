// Reads and writes amounts as people do: 1 1/2, ½, 2–3, 0,5.

import Bytes
package import Words

/// Converts amounts between numbers and text.
package enum Amounts {
    private static let fractions: [(value: Double, plain: String, glyph: String)] = [
        (0.125, "1/8", "⅛"), (0.25, "1/4", "¼"), (1.0 / 3, "1/3", "⅓"), (0.375, "3/8", "⅜"), (0.5, "1/2", "½"),
        (0.625, "5/8", "⅝"), (2.0 / 3, "2/3", "⅔"), (0.75, "3/4", "¾"), (0.875, "7/8", "⅞"),
    ]

    /// An amount for readers: `1½` or `2–3`. Rounded to hundredths, or to ten-thousandths below 0.01; empty if `low` is
    /// `nil`.
    package static func shown(_ low: Double?, _ high: Double?, _ language: Language) -> String {
        guard let low else { return "" }
        let first = shown(low, language)
        return high.map { "\(first)–\(shown($0, language))" } ?? first
    }

    /// An amount for an input field: `1 1/2` or `2-3`. `read` returns the same amount from it. Empty if `low` is `nil`.
    package static func typed(_ low: Double?, _ high: Double?) -> String {
        guard let low else { return "" }
        let first = typed(low)
        return high.map { "\(first)-\(typed($0))" } ?? first
    }

    private static func shown(_ value: Double, _ language: Language) -> String {
        let (whole, fraction) = parts(value, within: 0.004)
        if let fraction { return whole + fraction.glyph }
        let text = decimal(value, value < 0.01 ? 10_000 : 100)
        return language == .ru ? text.replacing(bytes: ".", with: ",") : text
    }

    private static func typed(_ value: Double) -> String {
        let (whole, fraction) = parts(value, within: 0.000_05)
        guard let fraction else { return decimal(value, 10_000) }
        return whole.isEmpty ? fraction.plain : "\(whole) \(fraction.plain)"
    }

    /// The whole part, empty for 0, and the common fraction that the rest is within `tolerance`, or `nil`.
    private static func parts(
        _ value: Double, within tolerance: Double
    ) -> (whole: String, fraction: (value: Double, plain: String, glyph: String)?) {
        let whole = value.rounded(.down)
        let fraction = fractions.first { abs($0.value - (value - whole)) < tolerance }
        return (whole == 0 ? "" : String(Int(exactly: whole) ?? .max), fraction)
    }

    private static func decimal(_ value: Double, _ scale: Double) -> String {
        let rounded = (value * scale).rounded() / scale
        return rounded == rounded.rounded() ? String(Int(nearest: rounded)) : String(rounded)
    }

    /// Reads one amount or a range; `nil` if the text is neither, is longer than 40 bytes or has a number above
    /// 1,000,000.
    package static func read(_ text: String) -> (low: Double, high: Double?)? {
        guard text.utf8.count <= 40 else { return nil }
        var plain = text.trimmed
        for fraction in fractions { plain = plain.replacing(bytes: fraction.glyph, with: " " + fraction.plain) }
        let parts = plain.replacing(bytes: "–", with: "-").replacing(bytes: "—", with: "-")
            .split(bytes: "-", omittingEmptySubsequences: false).map(\.trimmed)
        guard let low = number(parts[0]).map(stored), parts.count <= 2 else { return nil }
        guard parts.count == 2 else { return (low, nil) }
        if let high = number(parts[1]).map(stored), high > low { return (low, high) }
        return nil
    }

    /// Rounds to four decimals, as the line parser does, so that 1/3 is the same amount however it was typed.
    private static func stored(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }

    /// Reads `2`, `0.5`, `0,5`, `1/2` or `1 1/2`; otherwise `nil`.
    private static func number(_ text: String) -> Double? {
        let words = text.split(bytes: " ")
        switch words.count {
        case 1: return plain(words[0]) ?? fraction(words[0])
        case 2:
            guard let whole = plain(words[0]), whole == whole.rounded(), let rest = fraction(words[1]) else {
                return nil
            }
            return whole + rest
        default: return nil
        }
    }

    /// The largest amount of a line.
    package static let most = 1_000_000.0

    private static func plain(_ text: Substring) -> Double? {
        let dotted = text.replacing(bytes: ",", with: ".")
        guard dotted.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }), let value = Double(dotted),
            value <= most
        else { return nil }
        return value
    }

    private static func fraction(_ text: Substring) -> Double? {
        let parts = text.split(bytes: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let above = Int(parts[0]), let below = Int(parts[1]), above > 0,
            (1...1_000).contains(below),
            above <= 1_000
        else { return nil }
        return Double(above) / Double(below)
    }
}
