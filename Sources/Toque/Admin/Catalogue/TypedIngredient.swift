// The form values of an ingredient, and the fields that show them.

import Bytes
import Food
import HTTP
import Texts
import Words

struct TypedIngredient: Sendable {
    /// By column name.
    private(set) var texts: [String: String]

    let catalogue: Catalogue
    private let language: Language

    init(_ record: IngredientRecord, _ catalogue: Catalogue, _ language: Language) {
        self.catalogue = catalogue
        self.language = language
        texts = Dictionary(
            IngredientColumn.all.map { ($0.name, catalogue.shown($0, record, language)) }
        ) { first, _ in first }
    }

    /// Values that the form does not contain stay unchanged.
    init(_ form: Form, over record: IngredientRecord, _ catalogue: Catalogue, _ language: Language) {
        self.init(record, catalogue, language)
        for column in IngredientColumn.all { if let text = form[column.name] { texts[column.name] = text.typed } }
    }

    /// The ingredient from the form, with the problems by column.
    func read(over record: IngredientRecord) -> (
        record: IngredientRecord, problems: [(column: String, problem: ColumnProblem)]
    ) {
        var record = record
        var problems: [(column: String, problem: ColumnProblem)] = []
        for column in IngredientColumn.all {
            guard let text = texts[column.name] else { continue }
            guard text.length <= CatalogueLimits.field else {
                problems.append((column.name, .tooLong(CatalogueLimits.field)))
                continue
            }
            guard text != catalogue.shown(column, record, language) else { continue }
            do throws(ColumnProblem) {
                try column.set(catalogue.keyed(column, text), &record)
            } catch { problems.append((column.name, error)) }
        }
        return (IngredientRules.tidied(record), problems)
    }
}

extension IngredientRecord {
    /// A value that changes with the ingredient; it begins with the stated facts.
    var seen: String { "\(statement).\(digest)" }
}

/// The form of an ingredient.
struct IngredientFields {
    let names: [Field]
    let also: [Field]
    let aisle: Field
    let parent: Field
    let parts: [Field]
    let facts: [FactField]
    let allergens: [FactField]
    let usda: Field
    let figures: [Field]
    let source: Field
    let measures: [Field]
    let colour: Field

    /// `known` contains the resolved facts; `overruled` the stated facts that do not count; `now` the values that
    /// somebody else saved in the meantime.
    init(
        _ typed: TypedIngredient, _ errors: FieldErrors, known: IngredientFacts?, overruled: [OverruledFact] = [],
        now: TypedIngredient? = nil,
        aisles: [CatalogueTerm], _ language: Language
    ) {
        func field(_ name: String, help: String? = nil) -> Field {
            let column = IngredientColumn.all.first { $0.name == name }
            var field = Field(
                name: name, label: column?.label(language) ?? name, value: typed.texts[name] ?? "",
                error: errors[name], help: help)
            field.setBeside(now?.texts[name], language)
            return field
        }
        func long(_ name: String, help: String? = nil) -> Field {
            var field = field(name, help: help ?? Text.columnListHelp(language))
            field.rows = 3
            return field
        }
        func name(_ name: String, isRequired: Bool = false) -> Field {
            var field = field(name)
            (field.isRequired, field.maxLength) = (isRequired, CatalogueLimits.name)
            return field
        }
        func choice(_ name: String, _ choices: [(value: String, label: String)]) -> Field {
            var field = Field(name: name, label: field(name).label, error: errors[name])
            field.choices = choices.map {
                Choice(value: $0.value, label: $0.label, isChosen: $0.value == typed.texts[name])
            }
            field.setBeside(now?.texts[name], language)
            return field
        }
        func fact(_ name: FactName) -> FactField {
            var fact = FactField(field(name.column), known?[name], now: now?.texts[name.column], language)
            let found = overruled.first { $0.name == name && $0.stated.word == typed.texts[name.column] }
            fact.overruled = found?.text(typed.catalogue, language)
            return fact
        }
        names = [
            name("name_en", isRequired: true), name("plural_en"), name("name_ru", isRequired: true), name("plural_ru"),
        ]
        also = [long("also_en"), long("also_ru")]
        aisle = choice("aisle", aisles.map { ($0.key, language == .ru ? $0.russian : $0.english) })
        var parent = field("parent", help: Text.columnParentHelp(language))
        (parent.autocomplete, parent.maxLength, parent.suggest) = (
            "off", CatalogueLimits.name, Address.ingredientSuggestions()
        )
        self.parent = parent
        parts = [
            long("holds", help: Text.columnHoldsHelp(language)),
            long("may_hold", help: Text.columnMayHoldHelp(language)),
        ]
        facts = DietFact.allCases.map { fact(.diet($0)) }
        allergens = Allergen.allCases.map { fact(.allergen($0)) }
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

/// A fact with its three answers and “not stated”, as radio buttons.
struct FactField {
    let name: String
    let label: String
    let choices: [Choice]
    /// The resolved answer, if it differs from the stated one.
    let known: String?
    /// Why the stated answer does not count.
    var overruled: String?
    let error: String?
    let errorID: String
    var isWrong: Bool { error != nil }

    init(_ field: Field, _ known: Fact?, now: String? = nil, _ language: Language) {
        func word(_ value: String) -> String { Text.dynamic("fact.\(value)", language) ?? value }
        name = field.name
        label = field.label
        error = field.error
        errorID = field.errorID
        choices = (([.yes, .no, .unknown] as [Fact]).map(\.word) + [IngredientColumn.inherited]).map {
            Choice(value: $0, label: word($0), isChosen: $0 == field.value)
        }
        self.known = (now ?? known?.word).flatMap { $0 == field.value ? nil : word($0) }
    }
}
