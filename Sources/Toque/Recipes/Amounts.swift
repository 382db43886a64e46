// Amounts as people write and read them: 1 1/2, ½, 2–3, 0,5.

enum Amounts {
    private static let fractions: [(value: Double, plain: String, glyph: String)] = [
        (0.125, "1/8", "⅛"), (0.25, "1/4", "¼"), (1.0 / 3, "1/3", "⅓"), (0.375, "3/8", "⅜"), (0.5, "1/2", "½"),
        (0.625, "5/8", "⅝"), (2.0 / 3, "2/3", "⅔"), (0.75, "3/4", "¾"), (0.875, "7/8", "⅞"),
    ]

    /// `1½` or `2–3`, for readers.
    static func shown(_ low: Double?, _ high: Double?, _ language: Language) -> String {
        guard let low else { return "" }
        let first = one(low, glyphs: true, language)
        return high.map { "\(first)–\(one($0, glyphs: true, language))" } ?? first
    }

    /// `1 1/2` or `2-3`, for an input.
    static func typed(_ low: Double?, _ high: Double?) -> String {
        guard let low else { return "" }
        let first = one(low, glyphs: false, .en)
        return high.map { "\(first)-\(one($0, glyphs: false, .en))" } ?? first
    }

    private static func one(_ value: Double, glyphs: Bool, _ language: Language) -> String {
        let whole = value.rounded(.down)
        let rest = value - whole
        let lead = whole == 0 ? "" : String(Int(exactly: whole) ?? .max)
        if rest < 0.004 { return lead.isEmpty ? "0" : lead }
        if let fraction = fractions.first(where: { abs($0.value - rest) < 0.004 }) {
            return lead + (glyphs || lead.isEmpty ? "" : " ") + (glyphs ? fraction.glyph : fraction.plain)
        }
        let hundredths = (value * 100).rounded() / 100
        let text = hundredths == hundredths.rounded() ? String(Int(hundredths)) : String(hundredths)
        return language == .ru ? text.replacing(".", with: ",") : text
    }

    /// What was typed as one amount or a range; `nil` when it is none. At most a million.
    static func read(_ text: String) -> (low: Double, high: Double?)? {
        guard text.utf8.count <= 40 else { return nil }
        var plain = text.trimmed
        for fraction in fractions { plain = plain.replacing(fraction.glyph, with: " " + fraction.plain) }
        let parts = plain.replacing("–", with: "-").replacing("—", with: "-")
            .split(separator: "-", omittingEmptySubsequences: false).map(\.trimmed)
        guard let low = number(parts[0]), parts.count <= 2 else { return nil }
        guard parts.count == 2 else { return (low, nil) }
        if let high = number(parts[1]), high > low { return (low, high) }
        return nil
    }

    /// `2`, `0.5`, `0,5`, `1/2`, `1 1/2`.
    private static func number(_ text: String) -> Double? {
        let words = text.split(separator: " ")
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

    private static func plain(_ text: Substring) -> Double? {
        let dotted = text.replacing(",", with: ".")
        guard dotted.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }), let value = Double(dotted),
            value <= 1_000_000
        else { return nil }
        return value
    }

    private static func fraction(_ text: Substring) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let above = Int(parts[0]), let below = Int(parts[1]), above > 0,
            (1...1_000).contains(below),
            above <= 1_000
        else { return nil }
        return Double(above) / Double(below)
    }
}
