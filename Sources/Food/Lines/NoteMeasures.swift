// What a note says of amounts: `400 g` of `2 x 400 g`, `about 1 kg`, `plus more for dusting`.

/// The weights and volumes in a line's note, and whether there is more than the amount says.
package struct NoteMeasures: Sendable {
    /// What one of them holds, or all together, or the same amount said otherwise.
    package var measures: [(amount: Double, unit: MeasuringUnit)] = []
    /// Whether the first of them is what each holds.
    var isEach = false
    /// `plus more`, `plus 2 cups for dusting`, «и ещё для посыпки».
    var saysMore = false

    package init() {}

    package init(_ note: String, _ parser: IngredientLineParser) {
        if note.isEmpty { return }
        guard LineLimits.allow(note) else {
            saysMore = true
            return
        }
        for (_, words) in NameWords.chunks(note, at: NoteMentions.signs) {
            saysMore = saysMore || Self.isMore(words)
        }
        saysMore = saysMore || note.utf8.contains(UInt8(ascii: "+"))
        guard note.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return }
        isEach = note.hasPrefix("each ") || note.hasPrefix("по ")
        for part in note.split(whereSeparator: { ",;()[]=".contains($0) }) {
            let parsed = parser.parse(Self.withoutLead(part))
            let units = parser.lexicon.units
            guard let amount = parsed.amountMax ?? parsed.amount, let unit = parsed.unit.flatMap({ units[$0] }),
                unit.kind != .count
            else { continue }
            measures.append((amount, unit))
        }
    }

    private static func isMore(_ words: [NameWord]) -> Bool {
        for (place, word) in words.enumerated() {
            if mores.contains(word.text) { return true }
            let next = place + 1 < words.count ? words[place + 1].text : ""
            if word.text == "extra" || word.text == "additional", ["", "for", "to", "if", "as"].contains(next) {
                return true
            }
        }
        return false
    }

    private static let mores: Set<String> = ["plus", "more", "плюс", "еще", "больше", "дополнительно"]

    /// `or about 1 cup` begins with its amount then.
    private static func withoutLead(_ text: Substring) -> String {
        let words = text.split(separator: " ")
        return words.drop { leads.contains($0.lowercased()) }.joined(separator: " ")
    }

    private static let leads: Set<String> = [
        "or", "each", "about", "approximately", "approx", "approx.", "total", "weighing", "up", "to", "или", "около",
        "примерно", "по", "всего", "до", "весом", "общим",
    ]

    /// Grams of an ingredient that each measure stands for; `nil` where one has no known weight.
    package func grams(of entry: IngredientEntry) -> [Double?] {
        measures.map { amount, unit in
            unit.kind == .mass ? amount * unit.factor : entry.density.map { amount * unit.factor * $0 }
        }
    }
}
