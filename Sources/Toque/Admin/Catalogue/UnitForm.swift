// The form values of a unit, and the fields that show them.

import Bytes
import Food
import HTTP
import Texts
import Words

struct UnitForm: Sendable {
    private var key = ""
    private var english = ""
    private var russian = ""
    private var kind = UnitKind.volume.rawValue
    private var factor = ""

    init() {}

    /// The form that adds one.
    init(_ form: Form) {
        key = (form["key"] ?? "").trimmed
        kind = form["kind"] ?? ""
        take(form)
    }

    init(_ record: UnitRecord) {
        (key, kind, factor) = (record.key, record.kind.rawValue, IngredientColumn.plain(record.factor))
        (english, russian) = (record.english.joined(separator: ", "), record.russian.joined(separator: ", "))
    }

    /// Values that the form does not contain stay unchanged.
    init(_ form: Form, over record: UnitRecord) {
        self.init(record)
        take(form)
    }

    private mutating func take(_ form: Form) {
        english = form[UnitField.english.rawValue]?.typed ?? english
        russian = form[UnitField.russian.rawValue]?.typed ?? russian
        factor = form[UnitField.factor.rawValue]?.trimmed ?? factor
    }

    /// The unit from the form, with the problems by field. Key and kind of an existing unit stay unchanged.
    func read(over before: UnitRecord?) -> (record: UnitRecord, problems: [(field: String, problem: UnitProblem)]) {
        var problems: [(field: String, problem: UnitProblem)] = []
        let kind = before?.kind ?? UnitKind(rawValue: kind)
        if kind == nil { problems.append((UnitField.kind.rawValue, .required)) }
        func forms(_ field: UnitField, _ typed: String) -> [String] {
            guard typed.length <= UnitRules.typedLength else {
                problems.append((field.rawValue, .tooLong(UnitRules.typedLength)))
                return []
            }
            return IngredientColumn.items(typed)
        }
        var record = UnitRecord(
            key: before?.key ?? key, english: forms(.english, english), russian: forms(.russian, russian),
            kind: kind ?? .count, factor: 1)
        if before?.kind == .count || kind == .count && factor.isEmpty { return (record, problems) }
        do throws(ColumnProblem) {
            guard let number = try IngredientColumn.amount(factor, atMost: UnitRules.factors.upperBound) else {
                throw .number
            }
            record.factor = number
        } catch { problems.append((UnitField.factor.rawValue, .number)) }
        return (record, problems)
    }

    func key(_ errors: FieldErrors, _ language: Language) -> Field {
        Field(
            name: "key", label: Text.unitKey(language), value: key, error: errors["key"],
            help: Text.unitKeyHelp(language),
            autocomplete: "off", isRequired: true, maxLength: UnitRules.keyLength)
    }

    /// The fields. The kind of an existing unit is only shown; `now` contains the values that somebody else saved in
    /// the meantime.
    func fields(
        _ errors: FieldErrors, _ record: UnitRecord?, now: UnitForm? = nil, _ language: Language
    ) -> UnitFields {
        func forms(_ field: UnitField, _ value: KeyPath<UnitForm, String>, _ help: String) -> Field {
            var shown = Field(
                name: field.rawValue, label: field.label(language), value: self[keyPath: value],
                error: errors[field.rawValue], help: help, isRequired: true, rows: 3)
            shown.setBeside(now?[keyPath: value], language)
            return shown
        }
        let kinds = Field(
            name: UnitField.kind.rawValue, label: UnitField.kind.label(language), error: errors["kind"],
            choices: UnitKind.allCases.map {
                Choice(value: $0.rawValue, label: $0.label(language), isChosen: $0.rawValue == kind)
            })
        var factor = Field(
            name: UnitField.factor.rawValue, label: UnitField.factor.label(language), value: factor,
            error: errors["factor"], help: Text.unitFactorHelp(language), autocomplete: "off", maxLength: 20)
        factor.setBeside(now?.factor, language)
        return UnitFields(
            forms: [
                forms(.english, \.english, Text.unitFormsEnHelp(language)),
                forms(.russian, \.russian, Text.unitFormsRuHelp(language)),
            ], kind: record == nil ? kinds : nil, factor: record?.kind == .count ? nil : factor)
    }
}

struct UnitFields {
    let forms: [Field]
    let kind: Field?
    /// `nil` for counted units.
    let factor: Field?
}
