// A unit as admins change it, and the rules for units; without the database.

import Bytes
import Food
import Texts
import Words

struct UnitRecord: CatalogueRecord {
    let key: String
    /// Singular, plural, others.
    var english: [String]
    /// The forms for 1, 2 and 5, then others.
    var russian: [String]
    var kind: UnitKind
    /// In grams or millilitres; 1 for counted units.
    var factor: Double

    var forms: [String] { english + russian }

    var unit: MeasuringUnit {
        MeasuringUnit(key: key, english: english, russian: russian, kind: kind, factor: factor)
    }

    func text(_ field: UnitField, _ language: Language) -> String {
        switch field {
        case .english: english.joined(separator: ", ")
        case .russian: russian.joined(separator: ", ")
        case .kind: kind.label(language)
        case .factor: IngredientColumn.plain(factor)
        }
    }
}

extension UnitRecord {
    init(_ unit: MeasuringUnit) {
        self.init(key: unit.key, english: unit.english, russian: unit.russian, kind: unit.kind, factor: unit.factor)
    }
}

/// The fields of a unit that a change can show.
enum UnitField: String, CaseIterable {
    case english = "forms_en"
    case russian = "forms_ru"
    case kind, factor

    var isList: Bool { self == .english || self == .russian }

    func label(_ language: Language) -> String { Text.dynamic("unit.\(rawValue)", language) ?? rawValue }
}

extension UnitKind {
    func label(_ language: Language) -> String { Text.dynamic("unit.kind.\(rawValue)", language) ?? rawValue }
}

/// A problem with a unit.
enum UnitProblem: Error, Equatable, Sendable {
    case required, key, number, countFactor
    case tooLong(Int)
    case tooMany(Int)
    case letters(String)
    /// Another unit has the form or the key.
    case taken(form: String, key: String)
    /// The name of an ingredient contains the form.
    case ingredient(form: String, name: String)
    /// The parser of recipe lines uses the word.
    case word(String)
    case starter
    case used(Int)

    func message(_ language: Language) -> String {
        switch self {
        case .required: Text.columnRequired(language)
        case .key: Text.unitKeyWrong(language)
        case .number: Text.columnNumber(language)
        case .countFactor: Text.unitCountFactor(language)
        case .tooLong(let limit): Text.editorTooLong(language, limit: String(limit))
        case .tooMany(let limit): Text.columnTooMany(language, count: limit)
        case .letters(let form): Text.unitLetters(language, form: form)
        case .taken(let form, let key): Text.unitTaken(language, form: form, key: key)
        case .ingredient(let form, let name): Text.unitIngredient(language, form: form, name: name)
        case .word(let form): Text.unitWord(language, form: form)
        case .starter: Text.unitStarter(language)
        case .used(let count): Text.unitUsed(language, count: count)
        }
    }
}

enum UnitRules {
    static let keyLength = 30
    static let formLength = 40
    /// The most forms in one language.
    static let forms = 60
    /// The most code points of the forms in one language as they are typed.
    static let typedLength = forms * (formLength + 2)
    static let most = 300
    static let factors = 0.0001...1_000_000.0

    /// The form for comparisons: without case, accents and dots.
    static func folded(_ form: String) -> String { StarterRules.folded(form) }

    /// The problems of the unit alone, by field. Forms that it already had are not checked again.
    static func problems(_ unit: UnitRecord, before: UnitRecord?) -> [(field: String, problem: UnitProblem)] {
        var problems: [(field: String, problem: UnitProblem)] = []
        if before == nil, !isKey(unit.key) { problems.append(("key", .key)) }
        for (field, forms) in [(UnitField.english, unit.english), (.russian, unit.russian)] {
            if forms.isEmpty { problems.append((field.rawValue, .required)) }
            if forms.count > Self.forms { problems.append((field.rawValue, .tooMany(Self.forms))) }
            for form in forms where before?.forms.contains(form) != true {
                if form.length > formLength { problems.append((field.rawValue, .tooLong(formLength))) }
                if !isForm(form) { problems.append((field.rawValue, .letters(form))) }
            }
        }
        if unit.kind == .count, unit.factor != 1 { problems.append(("factor", .countFactor)) }
        if !factors.contains(unit.factor) { problems.append(("factor", .number)) }
        return problems
    }

    /// For example `coffee-spoon`; recipes refer to it.
    private static func isKey(_ key: String) -> Bool {
        key.utf8.count <= keyLength
            && key.utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } == true
            && key.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }

    /// One or two words of letters, with or without dots, which the line parser can recognise.
    private static func isForm(_ form: String) -> Bool {
        (1...2).contains(form.split(anyOf: " .").count)
            && form.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == " " || $0 == "." }
    }
}

extension UnitTable {
    /// The units after the change; new ones come last.
    func applying(_ rows: [ChangedUnit]) -> UnitTable {
        let changed = Dictionary(rows.map { ($0.key, $0.after?.unit) }) { first, _ in first }
        let known = Set(units.map(\.key))
        let kept = units.compactMap { unit in changed[unit.key] ?? unit }
        return UnitTable(kept + rows.filter { !known.contains($0.key) }.compactMap { $0.after?.unit })
    }
}

extension Catalogue {
    func unitRecord(_ key: String) -> UnitRecord? { units[key].map(UnitRecord.init) }
}
