// Reads the forms of the pantry: one item by its fields, or a pasted list with a line for each.

import Bytes
import Food
import HTTP
import Texts
import Words

/// The fields of one item as typed.
struct PantryItemForm {
    var ingredient = ""
    var amount = ""
    var unit = ""
    var useBy = ""
    var low = ""

    init() {}

    init(_ form: Form) {
        func text(_ name: String) -> String { (form[name] ?? "").trimmed }
        (ingredient, amount, unit) = (text("ingredient"), text("amount"), text("unit"))
        (useBy, low) = (text("use_by"), text("low"))
    }

    init(_ item: StoredPantryItem, _ entry: IngredientEntry?, _ catalogue: Catalogue, _ language: Language) {
        ingredient = entry.map { catalogue.displayName($0.key, language) } ?? item.name
        amount = Amounts.typed(item.amount, nil)
        unit = item.unit.isEmpty ? "" : catalogue.unitName(item.unit, language)
        useBy = item.useBy.map(Dates.iso) ?? ""
        low = Amounts.typed(item.low, nil)
    }

    var isEmpty: Bool { [ingredient, amount, unit, useBy, low].allSatisfy(\.isEmpty) }

    /// The item, or `nil` with an error for each wrong field.
    func item(_ catalogue: Catalogue, _ errors: inout FieldErrors, _ language: Language) -> NewPantryItem? {
        let known = found(catalogue)
        if ingredient.isEmpty {
            errors.add("ingredient", Text.pantryErrorNone(language))
        } else if known == nil {
            errors.add("ingredient", Text.pantryErrorUnknown(language, name: ingredient.cut(to: 100)))
        }
        let quantity = number(amount, "amount", &errors, language)
        let unitKey = unit.isEmpty ? "" : unit.length <= PantryRules.nameLength ? catalogue.unitKey(unit) : nil
        if unitKey == nil { errors.add("unit", Text.pantryErrorUnit(language)) }
        let day = useBy.isEmpty ? nil : Dates.endOfDay(useBy)
        if !useBy.isEmpty, day == nil { errors.add("use_by", Text.pantryErrorDate(language)) }
        let level = number(low, "low", &errors, language)
        guard errors.isEmpty, let known, let id = catalogue.ingredientID(known.key) else { return nil }
        let isTyped = quantity != nil || !unit.isEmpty
        return NewPantryItem(
            ingredient: id, amount: isTyped ? quantity : known.amount,
            unit: isTyped ? PantryAmounts.unit(unitKey ?? "") : known.unit, useBy: day, low: level)
    }

    /// The ingredient by its name, or a whole line in the field: `2 l milk`.
    private func found(_ catalogue: Catalogue) -> PantryLine? {
        guard !ingredient.isEmpty, ingredient.length <= PantryRules.nameLength else { return nil }
        if let entry = catalogue.entry(named: ingredient), entry.isFood {
            return PantryLine(key: entry.key, amount: nil, unit: "")
        }
        guard let lines = catalogue.pantryLines(ingredient), lines.count == 1 else { return nil }
        return lines[0]
    }

    private func number(
        _ text: String, _ field: String, _ errors: inout FieldErrors, _ language: Language
    ) -> Double? {
        if text.isEmpty { return nil }
        if let read = Amounts.read(text), read.low > 0, read.low <= Amounts.most, read.high == nil { return read.low }
        errors.add(field, Text.pantryErrorAmount(language))
        return nil
    }

    // MARK: Fields

    func fields(_ errors: FieldErrors, _ language: Language) -> PantryFields {
        func field(_ name: String, _ label: String, _ value: String) -> Field {
            Field(name: name, label: label, value: value, error: errors[name], autocomplete: "off")
        }
        var name = field("ingredient", Text.editorRowName(language), ingredient)
        name.maxLength = PantryRules.nameLength
        name.suggest = Address.ingredientSuggestions()
        var amount = field("amount", Text.editorAmount(language), amount)
        var low = field("low", Text.pantryLow(language), low)
        (amount.type, low.type) = ("decimal", "decimal")
        low.help = Text.pantryLowHelp(language)
        var date = field("use_by", Text.pantryUseBy(language), useBy)
        date.type = "date"
        return PantryFields(
            ingredient: name, amount: amount, unit: field("unit", Text.editorRowUnit(language), unit), useBy: date,
            low: low)
    }
}

struct PantryFields {
    let ingredient: Field
    let amount: Field
    let unit: Field
    let useBy: Field
    let low: Field
}

/// A pasted list with a line for each item.
struct PantryList {
    let text: String
    private(set) var items: [NewPantryItem] = []
    /// The lines that were not understood, as typed.
    private(set) var unknown: [String] = []
    /// Whether it is longer than the limits, and therefore was not read.
    let isTooLong: Bool

    init(_ text: String, _ catalogue: Catalogue) {
        self.text = text
        let isShort = text.length <= PantryRules.listLength
        let lines = isShort ? text.paragraphs : []
        isTooLong = !isShort || lines.count > PantryRules.lines
        if isTooLong { return }
        for line in lines {
            guard let found = catalogue.pantryLines(line) else {
                unknown.append(line)
                continue
            }
            items += found.compactMap { part in
                catalogue.ingredientID(part.key).map {
                    NewPantryItem(ingredient: $0, amount: part.amount, unit: part.unit)
                }
            }
        }
    }

    var isEmpty: Bool { text.trimmed.isEmpty }
}
