// Lines of a recipe and the texts that people read and write for them.

package import Words

extension Catalogue {
    /// "1½ cups", or "355 ml (1½ cups)" for a reader of other units.
    package func amountText(_ line: RecipeLine, _ language: Language, _ system: UnitSystem = .written) -> String {
        if let other = UnitConversion(units: units, system: system).convert(line) {
            let amount = Amounts.shown(other.low, other.high, language)
            let unit = unitForm(other.unit, amount: other.high ?? other.low, language)
            return "\(amount)\u{a0}\(unit) (\(amountText(line, language)))"
        }
        let amount = Amounts.shown(line.amount, line.amountMax, language)
        if line.unit.isEmpty { return amount }
        let unit = unitForm(line.unit, amount: line.amountMax ?? line.amount ?? 1, language)
        return amount.isEmpty ? unit : "\(amount)\u{a0}\(unit)"
    }

    /// The line as one reads it.
    package func lineText(_ line: RecipeLine, _ language: Language) -> String {
        let text = [amountText(line, language), line.ingredient].filter { !$0.isEmpty }.joined(separator: " ")
        return line.note.isEmpty ? text : "\(text), \(line.note)"
    }

    /// A parsed line as a recipe keeps it; what was not understood stays whole as the ingredient.
    package func line(_ parsed: ParsedLine, group: String = "") -> RecipeLine {
        var line = RecipeLine()
        line.amount = parsed.amount
        line.amountMax = parsed.amountMax
        line.unit = parsed.unit ?? ""
        line.ingredient = parsed.phrase.isEmpty ? parsed.line : parsed.phrase
        line.note = parsed.note
        // `cooked rice`, `minced beef`: another thing than rice or beef. With the word in its note nobody would know any
        // more whether it was bought so or is made so.
        if parsed.prepared != parsed.phrase, index.findWritten(parsed.prepared) != nil {
            (line.ingredient, line.note) = (parsed.prepared, parsed.noteBehind)
        }
        let startsWithNumber = parsed.note.unicodeScalars.first?.properties.numericType != nil
        if parsed.size != nil, parsed.unit == nil, (parsed.amount ?? 1) > 1, startsWithNumber {
            // Of `2 x 1 kg potatoes` the row has only the note to say that each is so much.
            line.note = (parsed.line.contains { ("а"..."я").contains($0) } ? "по " : "each ") + parsed.note
        }
        line.group = group
        return line
    }
}
