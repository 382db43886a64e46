// Converts the lines of a recipe to text for readers, and parsed lines to lines of a recipe.

package import Words

extension Catalogue {
    /// The amount for readers: “1½ cups”, or “355 ml (1½ cups)” if the reader uses other units.
    /// In metric units, what is not poured is weighed: “250 g (2 cups)” of flour. `food` is the ingredient of the line, if
    /// it can only mean one.
    package func amountText(
        _ line: RecipeLine, _ language: Language, _ system: UnitSystem = .written, of food: IngredientEntry? = nil
    ) -> String {
        if let other = UnitConversion(units: units, system: system).convert(line, of: food) {
            let amount = Amounts.shown(other.low, other.high, language)
            let unit = unitForm(other.unit, amount: other.high ?? other.low, language)
            return "\(amount)\u{a0}\(unit) (\(amountText(line, language)))"
        }
        let amount = Amounts.shown(line.amount, line.amountMax, language)
        if line.unit.isEmpty { return amount }
        let unit = unitForm(line.unit, amount: line.amountMax ?? line.amount ?? 1, language)
        return amount.isEmpty ? unit : "\(amount)\u{a0}\(unit)"
    }

    /// The whole line for readers: amount, ingredient and note.
    package func lineText(_ line: RecipeLine, _ language: Language) -> String {
        let text = [amountText(line, language), line.ingredient].filter { !$0.isEmpty }.joined(separator: " ")
        return line.note.isEmpty ? text : "\(text), \(line.note)"
    }

    /// Converts a parsed line to a line of a recipe. If the parser found no name, the whole text becomes the
    /// ingredient.
    package func line(_ parsed: ParsedLine, group: String = "") -> RecipeLine {
        var line = RecipeLine()
        line.amount = parsed.amount
        line.amountMax = parsed.amountMax
        line.unit = parsed.unit ?? ""
        line.ingredient = parsed.phrase.isEmpty ? parsed.line : parsed.phrase
        line.note = parsed.note
        // `cooked rice` and `minced beef` are other ingredients than rice and beef. With the word in the note, it would
        // be unclear whether it is bought or made that way.
        if parsed.prepared != parsed.phrase, index.findWritten(parsed.prepared) != nil {
            (line.ingredient, line.note) = (parsed.prepared, parsed.noteBehind)
        }
        let startsWithNumber = parsed.note.unicodeScalars.first?.properties.numericType != nil
        if parsed.size != nil, parsed.unit == nil, (parsed.amount ?? 1) > 1, startsWithNumber {
            // For `2 x 1 kg potatoes`, only the note can say that 1 kg is the weight of each.
            line.note = (parsed.line.contains { ("а"..."я").contains($0) } ? "по " : "each ") + parsed.note
        }
        line.group = group
        return line
    }
}
