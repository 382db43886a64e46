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
    func item(
        _ catalogue: Catalogue, _ errors: inout FieldErrors, _ language: Language, now: Int
    ) -> NewPantryItem? {
        items(catalogue, &errors, language, now: now, allowsSeveral: false).first
    }

    /// The items, or none with an error for each wrong field. There may be several if only the ingredient is typed.
    func items(
        _ catalogue: Catalogue, _ errors: inout FieldErrors, _ language: Language, now: Int, allowsSeveral: Bool = true
    ) -> [NewPantryItem] {
        let isAlone = allowsSeveral && [amount, unit, useBy, low].allSatisfy(\.isEmpty)
        var (foods, date): ([PantryLine], Int?) = ([], nil)
        switch reading(catalogue, language, now: now) {
        case _ where ingredient.isEmpty: errors.add("ingredient", Text.pantryErrorNone(language))
        case .foods(let lines, let day) where lines.count == 1 || isAlone: (foods, date) = (lines, day)
        case .unclearDate: errors.add("ingredient", Text.pantryErrorDay(language, line: ingredient.cut(to: 100)))
        case .foods, .unknown:
            errors.add("ingredient", Text.pantryErrorUnknown(language, name: ingredient.cut(to: 100)))
        }
        let quantity = number(amount, "amount", &errors, language)
        let unitKey = unit.isEmpty ? "" : unit.length <= PantryRules.nameLength ? catalogue.unitKey(unit) : nil
        if unitKey == nil { errors.add("unit", Text.pantryErrorUnit(language)) }
        let day = useBy.isEmpty ? date : Dates.endOfDay(useBy)
        if !useBy.isEmpty, day == nil { errors.add("use_by", Text.pantryErrorDate(language)) }
        let level = number(low, "low", &errors, language)
        guard errors.isEmpty else { return [] }
        let isTyped = quantity != nil || !unit.isEmpty
        return foods.compactMap { food in
            catalogue.ingredientID(food.key).map {
                NewPantryItem(
                    ingredient: $0, amount: isTyped ? quantity : food.amount,
                    unit: isTyped ? PantryAmounts.unit(unitKey ?? "") : food.unit, useBy: day, low: level)
            }
        }
    }

    /// The ingredient by its name, or a whole line in the field: `2 l milk`.
    private func reading(_ catalogue: Catalogue, _ language: Language, now: Int) -> PantryReading {
        guard !ingredient.isEmpty, ingredient.length <= PantryRules.nameLength else { return .unknown }
        if let entry = catalogue.entry(named: ingredient), entry.isFood, !catalogue.namesTooMany(ingredient) {
            return .foods([PantryLine(key: entry.key, amount: nil, unit: "")], useBy: nil)
        }
        return PantryReading(ingredient, catalogue, language, now: now)
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

/// What a line of a list, or the field for the ingredient, says.
enum PantryReading: Equatable {
    /// `useBy` is the end of the day in UTC milliseconds.
    case foods([PantryLine], useBy: Int?)
    case unclearDate
    case unknown

    init(_ text: String, _ catalogue: Catalogue, _ language: Language, now: Int) {
        self = .unknown
        guard LineLimits.allow(text) else { return }
        let dated = DatedLine(text, language)
        let useBy = dated.day.flatMap { PantryRules.useBy($0, now: now) }
        if dated.isUnclear || dated.day != nil && useBy == nil {
            self = .unclearDate
        } else if let foods = catalogue.foodsAtHome(dated.food), useBy == nil || foods.count == 1 {
            // Nobody knows which of several foods a date is for.
            self = .foods(foods, useBy: useBy)
        }
    }
}

/// A pasted list with a line for each item.
struct PantryList {
    let text: String
    private(set) var items: [NewPantryItem] = []
    /// The lines that were not understood, as typed; with a date that is not clear, what to do.
    private(set) var unknown: [String] = []
    /// Whether it is longer than the limits, and therefore was not read.
    let isTooLong: Bool

    init(_ text: String, _ catalogue: Catalogue, _ language: Language, now: Int) {
        self.text = text
        let isShort = text.length <= PantryRules.listLength
        let lines = isShort ? text.paragraphs : []
        isTooLong = !isShort || lines.count > PantryRules.lines
        if isTooLong { return }
        for line in lines {
            switch PantryReading(line, catalogue, language, now: now) {
            case .foods(let found, let useBy):
                items += found.compactMap { part in
                    catalogue.ingredientID(part.key).map {
                        NewPantryItem(ingredient: $0, amount: part.amount, unit: part.unit, useBy: useBy)
                    }
                }
            case .unclearDate: unknown.append(Text.pantryErrorDay(language, line: line))
            case .unknown: unknown.append(line)
            }
        }
    }

    var isEmpty: Bool { text.trimmed.isEmpty }
}
