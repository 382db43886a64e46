// What the catalogue makes of a recipe: its lines as they are read, what they mean, diets and nutrition.

import Words

extension Catalogue {
    /// "1½ cups", or "355 ml (1½ cups)" for a reader of other units.
    func amountText(_ line: RecipeLine, _ language: Language, _ system: UnitSystem = .written) -> String {
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
    func lineText(_ line: RecipeLine, _ language: Language) -> String {
        let text = [amountText(line, language), line.ingredient].filter { !$0.isEmpty }.joined(separator: " ")
        return line.note.isEmpty ? text : "\(text), \(line.note)"
    }

    /// A pasted block, line by line; a heading names the group of what follows.
    func lines(pasted text: String) -> [RecipeLine] {
        let texts = text.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
        // More than a recipe may hold, headings included, is refused: none of it need be understood.
        if texts.count > 2 * RecipeLimits.lines { return texts.map { line(ParsedLine(unread: $0)) } }
        return grouped(texts.map { ListedLine(text: $0) }).map { line(parse($0.text), group: $0.group) }
    }

    /// A parsed line as a recipe keeps it; what was not understood stays whole as the ingredient.
    func line(_ parsed: ParsedLine, group: String = "") -> RecipeLine {
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
        if parsed.size != nil, parsed.unit == nil, (parsed.amount ?? 1) > 1, parsed.note.first?.isNumber == true {
            // Of `2 x 1 kg potatoes` the row has only the note to say that each is so much.
            line.note = (parsed.line.contains { ("а"..."я").contains($0) } ? "по " : "each ") + parsed.note
        }
        line.group = group
        return line
    }

    /// What each line of a recipe means.
    func understood(_ body: RecipeBody) -> [UnderstoodLine] { understanding(of: body).lines }

    /// All that its diets are asked of: its lines in order, then its headings, then what only its texts name.
    func asked(_ body: RecipeBody) -> [UnderstoodLine] { understanding(of: body).asked }

    /// What a recipe holds, summed over its lines.
    func nutrition(of body: RecipeBody) -> RecipeNutrition {
        NutritionRules.sum(
            zip(body.lines, understood(body)).map { line, understood in
                let (entry, unit) = (understood.entry, units[line.unit])
                let food = entry.flatMap { nutrition(of: $0) }
                return NutritionRules.Line(
                    amount: line.amount, amountMax: line.amountMax, unit: unit,
                    hasStrangeUnit: !line.unit.isEmpty && units[line.unit] == nil, name: line.ingredient, entry: entry,
                    nutrition: understood.hasFigures(unit: unit, nutrition(of:)) ? food : nil,
                    isUnsure: understood.mayBeMore,
                    note: understood.measures)
            })
    }

    func diets(of body: RecipeBody) -> DerivedDiets { diets(of: body, understanding(of: body)) }

    /// The same for a text that is understood already.
    func diets(of body: RecipeBody, _ understanding: RecipeUnderstanding) -> DerivedDiets {
        let counted = zip(body.lines, understanding.lines).map { line, understood in
            CarbohydrateRules.Line(
                amount: line.amount, amountMax: line.amountMax, unit: units[line.unit],
                hasStrangeUnit: !line.unit.isEmpty && units[line.unit] == nil, understood: understood,
                isStateKnown: understood.hasFigures(unit: units[line.unit], nutrition(of:)), note: understood.measures)
        }
        var carbohydrate = CarbohydrateRules.range(
            CarbohydrateRules.range(counted) { nutrition(of: $0)?.carbohydrateWithoutFibre },
            with: understanding.unlisted.flatMap(\.mentions)
        ) { nutrition(of: $0)?.carbohydrateWithoutFibre }
        carbohydrate.given = body.figures?.carbohydrateWithoutFibre
        return DietRules.derive(understanding.asked, carbohydrate: carbohydrate, servings: body.servings)
    }
}
