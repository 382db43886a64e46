// What an admin typed about an ingredient, and the fields that show it.

import HTTP
import Security

struct TypedIngredient: Sendable {
    /// By the name of the column.
    private(set) var texts: [String: String]

    init(_ record: IngredientRecord) {
        texts = Dictionary(IngredientColumn.all.map { ($0.name, $0.text(record)) }) { first, _ in first }
    }

    /// What the form does not hold stays as it is.
    init(_ form: Form, over record: IngredientRecord) {
        self.init(record)
        for column in IngredientColumn.all { if let text = form[column.name] { texts[column.name] = text.typed } }
    }

    /// The ingredient as it is meant, with what could not be understood, by column.
    func read(over record: IngredientRecord) -> (
        record: IngredientRecord, problems: [(column: String, problem: ColumnProblem)]
    ) {
        var record = record
        var problems: [(column: String, problem: ColumnProblem)] = []
        for column in IngredientColumn.all {
            guard let text = texts[column.name], text != column.text(record) else { continue }
            do throws(ColumnProblem) {
                try column.set(text, &record)
            } catch { problems.append((column.name, error)) }
        }
        return (IngredientRules.tidied(record), problems)
    }
}

extension IngredientRecord {
    /// Changes with every letter of it; the facts stand in front.
    var seen: String { "\(facts).\(SHA256.hex(encoded).prefix(16))" }
}

/// The form of an ingredient.
struct IngredientFields {
    let names: [Field]
    let also: [Field]
    let aisle: Field
    let facts: [FactField]
    let allergens: [FactField]
    let usda: Field
    let figures: [Field]
    let source: Field
    let measures: [Field]
    let colour: Field

    init(_ typed: TypedIngredient, _ errors: FieldErrors, aisles: [CatalogueTerm], _ language: Language) {
        func field(_ name: String, help: String? = nil) -> Field {
            let column = IngredientColumn.all.first { $0.name == name }
            return Field(
                name: name, label: column?.label(language) ?? name, value: typed.texts[name] ?? "",
                error: errors[name], help: help)
        }
        func long(_ name: String) -> Field {
            var field = field(name, help: Text.columnListHelp(language))
            field.rows = 3
            return field
        }
        func name(_ name: String, isRequired: Bool = false) -> Field {
            var field = field(name)
            (field.isRequired, field.maxLength) = (isRequired, CatalogueLimits.name)
            return field
        }
        func choice(_ name: String, _ choices: [(value: String, label: String)]) -> Field {
            var field = field(name)
            field.choices = choices.map {
                Choice(value: $0.value, label: $0.label, isChosen: $0.value == typed.texts[name])
            }
            return field
        }
        func fact(_ name: String) -> FactField {
            FactField(field(name), language)
        }
        names = [
            name("name_en", isRequired: true), name("plural_en"), name("name_ru", isRequired: true), name("plural_ru"),
        ]
        also = [long("also_en"), long("also_ru")]
        aisle = choice("aisle", aisles.map { ($0.key, language == .ru ? $0.russian : $0.english) })
        facts = DietFact.allCases.map { fact("fact.\($0.rawValue)") }
        allergens = Allergen.allCases.map { fact("allergen.\($0.rawValue)") }
        usda = field("usda", help: Text.columnUsdaHelp(language))
        figures = Nutrient.allCases.map { field($0.name) }
        source = field("source", help: Text.columnSourceHelp(language))
        measures = [
            field("density", help: Text.columnDensityHelp(language)),
            field("portions", help: Text.columnPortionsHelp(language)),
        ]
        let colours = CatalogueLimits.colours.sorted().map {
            ($0, Text.dynamic("colour.\($0)", language) ?? $0)
        }
        colour = choice("colour", [("", Text.editorNotChosen(language))] + colours)
    }
}

/// A fact with its three answers as radio buttons.
struct FactField {
    let name: String
    let label: String
    let choices: [Choice]
    let error: String?
    let errorID: String
    var isWrong: Bool { error != nil }

    init(_ field: Field, _ language: Language) {
        name = field.name
        label = field.label
        error = field.error
        errorID = field.errorID
        choices = [Fact.yes, .no, .unknown].map {
            Choice(
                value: $0.word, label: Text.dynamic("fact.\($0.word)", language) ?? $0.word,
                isChosen: $0.word == field.value)
        }
    }
}
