// Reads the amounts in a line's note: `400 g` of `2 x 400 g`, `about 1 kg`, `plus more for dusting`.

import Bytes

/// The weights and volumes in a line's note, and whether the dish may need more than the line's amount.
package struct NoteMeasures: Sendable {
    /// The contents of one item, the total, or the same amount in another unit.
    package var measures: [(amount: Double, unit: MeasuringUnit)] = []
    /// Whether the first measure is that of each item.
    var isEach = false
    /// Whether the note adds to the amount: `plus more`, `plus 2 cups for dusting`, «и ещё для посыпки». Also true for
    /// a note beyond `LineLimits`.
    var saysMore = false

    package init() {}

    package init(_ note: String, _ parser: IngredientLineParser) {
        if note.isEmpty { return }
        guard LineLimits.allow(note) else {
            saysMore = true
            return
        }
        let note = Self.withoutLooseMarks(note)
        for (_, words) in NameWords.chunks(note, at: NoteMentions.signs) {
            saysMore = saysMore || Self.isMore(words)
        }
        saysMore = saysMore || note.utf8.contains(UInt8(ascii: "+"))
        guard note.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return }
        isEach = note.hasPrefix(bytes: "each ") || note.hasPrefix(bytes: "по ")
        for part in note.split(anyOf: ",;()[]=") {
            let parsed = parser.parse(Self.withoutLead(part))
            let units = parser.lexicon.units
            guard let amount = parsed.amountMax ?? parsed.amount, let unit = parsed.unit.flatMap({ units[$0] }),
                unit.kind != .count
            else { continue }
            measures.append((amount, unit))
        }
    }

    /// Removes combining marks that do not follow a letter, and invisible characters. On a comma or a digit a mark is
    /// not part of any word.
    private static func withoutLooseMarks(_ note: String) -> String {
        if note.utf8.allSatisfy({ $0 < 0x80 }) { return note }
        var kept = String.UnicodeScalarView()
        for scalar in note.unicodeScalars {
            let isMark = scalar.properties.canonicalCombiningClass != .notReordered
            let isLoose = isMark && kept.last?.properties.isAlphabetic != true
            if !isLoose, scalar.properties.generalCategory != .format { kept.append(scalar) }
        }
        return String(kept)
    }

    private static func isMore(_ words: [NameWord]) -> Bool {
        for (place, word) in words.enumerated() {
            if WordList.wordsForMore.contains(word.text) { return true }
            let next = place + 1 < words.count ? words[place + 1].text : ""
            if word.text == "extra" || word.text == "additional", ["", "for", "to", "if", "as"].contains(next) {
                return true
            }
        }
        return false
    }

    /// Removes words before the amount: `or about 1 cup` becomes `1 cup`.
    private static func withoutLead(_ text: Substring) -> String {
        let words = text.split(bytes: " ")
        return words.drop { WordList.wordsBeforeAMeasure.contains($0.lowercased()) }.joined(separator: " ")
    }

    /// The weight of each measure of an ingredient, in grams; `nil` for a volume if the density is unknown.
    package func grams(of entry: IngredientEntry) -> [Double?] {
        measures.map { amount, unit in
            unit.kind == .mass ? amount * unit.factor : entry.density.map { amount * unit.factor * $0 }
        }
    }
}
