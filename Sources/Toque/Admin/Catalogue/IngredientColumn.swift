// The columns of an ingredient, each read and written as text. Form fields, table columns and the change history share
// them.

import Bytes
import Food
import Texts
import Words

/// A problem with the text of one column.
enum ColumnProblem: Error, Equatable, Sendable {
    case required, unknown, number, portion, bothFigures, sourceMissing
    /// The catalogue does not contain this ingredient.
    case noIngredient(String)
    /// The ingredient would depend on itself, or on too many others.
    case circle
    case tooLong(Int)
    case tooMany(Int)
    /// Another ingredient has the name.
    case taken(name: String, key: String)

    func message(_ language: Language) -> String {
        switch self {
        case .required: Text.columnRequired(language)
        case .unknown: Text.editorUnknown(language)
        case .number: Text.columnNumber(language)
        case .portion: Text.columnPortion(language)
        case .bothFigures: Text.columnBothFigures(language)
        case .sourceMissing: Text.columnSourceMissing(language)
        case .noIngredient(let name): Text.columnNoIngredient(language, name: name)
        case .circle: Text.columnCircle(language)
        case .tooLong(let limit): Text.editorTooLong(language, limit: String(limit))
        case .tooMany(let limit): Text.columnTooMany(language, count: limit)
        case .taken(let name, let key): Text.columnTaken(language, key: key, name: name)
        }
    }
}

struct IngredientColumn: Sendable {
    /// How many other ingredients the column refers to. People write their names, tables their keys.
    enum Naming { case one, several }

    let name: String
    var naming: Naming?
    let text: @Sendable (IngredientRecord) -> String
    let set: @Sendable (String, inout IngredientRecord) throws(ColumnProblem) -> Void

    var isList: Bool { naming == .several || name.hasPrefix(bytes: "also_") }

    func label(_ language: Language) -> String {
        let parts = name.split(bytes: ".", maxSplits: 1)
        let key =
            switch parts.first {
            case "fact": "diet.\(parts[1])"
            case "allergen": name
            default: "column.\(name)"
            }
        return Text.dynamic(key, language) ?? name
    }

    static let all: [IngredientColumn] = names + [aisle] + dependencies + facts + [usda] + figures + rest

    private static let names: [IngredientColumn] = [
        line("name_en", \.english), line("plural_en", \.englishPlural), list("also_en", \.englishAlso),
        line("name_ru", \.russian), line("plural_ru", \.russianPlural), list("also_ru", \.russianAlso),
    ]

    private static let aisle = line("aisle", \.aisle)

    private static let dependencies: [IngredientColumn] = [
        IngredientColumn(name: "parent", naming: .one) {
            $0.parent ?? ""
        } set: { text, record throws(ColumnProblem) in
            guard text.length <= CatalogueLimits.name else { throw .tooLong(CatalogueLimits.name) }
            record.parent = text.isEmpty ? nil : text
        },
        list("holds", \.holds, naming: .several, most: CatalogueLimits.parts),
        list("may_hold", \.mayHold, naming: .several, most: CatalogueLimits.parts),
    ]

    /// The word for a fact that is not stated, so that the parent's fact applies.
    static let inherited = "inherited"

    private static let facts = FactName.allCases.map { name in
        IngredientColumn(name: name.column) {
            $0.stated[name]?.word ?? inherited
        } set: { text, record throws(ColumnProblem) in
            let fact = Fact(word: text)
            guard fact != nil || text == inherited else { throw .unknown }
            record.stated[name] = fact
        }
    }

    private static let usda = IngredientColumn(name: "usda") {
        $0.usda.map(String.init) ?? ""
    } set: { text, record throws(ColumnProblem) in
        guard !text.isEmpty else {
            record.usda = nil
            return
        }
        guard let number = Int(text), number > 0 else { throw .number }
        record.usda = number
    }

    private static let figures = Nutrient.allCases.map { nutrient in
        IngredientColumn(name: nutrient.name) { record in
            record.figures.flatMap { $0.values[nutrient.rawValue] }.map(plain) ?? ""
        } set: { text, record throws(ColumnProblem) in
            let value = try amount(text, atMost: CatalogueLimits.most(nutrient))
            var figures = record.figures ?? .init(source: "", values: Nutrient.allCases.map { _ in nil })
            figures.values[nutrient.rawValue] = value
            record.figures = figures.isEmpty ? nil : figures
        }
    }

    private static let rest: [IngredientColumn] = [
        IngredientColumn(name: "source") {
            $0.figures?.source ?? ""
        } set: { text, record throws(ColumnProblem) in
            guard text.length <= CatalogueLimits.source else { throw .tooLong(CatalogueLimits.source) }
            var figures = record.figures ?? .init(source: "", values: Nutrient.allCases.map { _ in nil })
            figures.source = text
            record.figures = figures.isEmpty ? nil : figures
        },
        IngredientColumn(name: "density") {
            $0.density.map(plain) ?? ""
        } set: { text, record throws(ColumnProblem) in
            record.density = try amount(text, atMost: CatalogueLimits.density)
            if record.density == 0 { throw .number }
        },
        IngredientColumn(name: "portions") { record in
            record.portions.map { "\($0.name) \(plain($0.grams))" }.joined(separator: ", ")
        } set: { text, record throws(ColumnProblem) in
            record.portions = try portions(text)
        },
        IngredientColumn(name: "colour") {
            $0.colour
        } set: { text, record throws(ColumnProblem) in
            guard text.isEmpty || CatalogueLimits.colours.contains(text) else { throw .unknown }
            record.colour = text
        },
    ]
}

extension IngredientColumn {
    private static func line(
        _ name: String, _ path: any WritableKeyPath<IngredientRecord, String> & Sendable
    ) -> IngredientColumn {
        IngredientColumn(name: name) {
            $0[keyPath: path]
        } set: { text, record throws(ColumnProblem) in
            guard text.length <= CatalogueLimits.name else { throw .tooLong(CatalogueLimits.name) }
            record[keyPath: path] = text.inOneLine
        }
    }

    private static func list(
        _ name: String, _ path: any WritableKeyPath<IngredientRecord, [String]> & Sendable, naming: Naming? = nil,
        most: Int = CatalogueLimits.synonyms
    ) -> IngredientColumn {
        IngredientColumn(name: name, naming: naming) {
            $0[keyPath: path].joined(separator: ", ")
        } set: { text, record throws(ColumnProblem) in
            let names = items(text)
            guard names.count <= most else { throw .tooMany(most) }
            guard names.allSatisfy({ $0.length <= CatalogueLimits.name }) else { throw .tooLong(CatalogueLimits.name) }
            record[keyPath: path] = names
        }
    }

    /// The items of a list separated by commas or line ends, without duplicates.
    static func items(_ text: String) -> [String] {
        var seen: Set<String> = []
        return text.split(anyOf: ",\r\n")
            .map(\.inOneLine)
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// A typed number, with a decimal comma or point; `nil` if the text is empty.
    static func amount(_ text: String, atMost most: Double) throws(ColumnProblem) -> Double? {
        if text.isEmpty { return nil }
        guard text.length <= 20, let number = Double(text.replacing(bytes: ",", with: ".")), number.isFinite,
            number >= 0,
            number <= most
        else { throw .number }
        return number
    }

    private static func portions(_ text: String) throws(ColumnProblem) -> [IngredientRecord.Portion] {
        var portions: [IngredientRecord.Portion] = []
        let items = items(text)
        guard items.count <= CatalogueLimits.portions else { throw .tooMany(CatalogueLimits.portions) }
        for item in items {
            guard let space = item.lastIndex(ofByte: " "),
                let grams = Double(item[space...].trimmed), grams > 0, grams <= CatalogueLimits.portionGrams
            else { throw .portion }
            let name = item[..<space].trimmed
            guard name.length <= CatalogueLimits.portionName, !portions.contains(where: { $0.name == name }) else {
                throw .portion
            }
            portions.append(.init(name: name, grams: grams))
        }
        return portions.sorted { $0.name < $1.name }
    }

    /// A number without unnecessary digits: `110`, `0.68`.
    static func plain(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : String(number)
    }
}

extension FactName {
    /// The name of the fact's column and field.
    var column: String {
        switch self {
        case .diet(let diet): "fact.\(diet.rawValue)"
        case .allergen(let allergen): "allergen.\(allergen.rawValue)"
        }
    }
}

extension Catalogue {
    /// The text of a column for people: ingredients by name, if the name means only that ingredient.
    func shown(_ column: IngredientColumn, _ record: IngredientRecord?, _ language: Language) -> String {
        guard let record else { return "" }
        let text = column.text(record)
        if column.naming == nil { return text }
        return IngredientColumn.items(text).map { key in
            let name = displayName(key, language)
            return name.contains(bytes: ",") || self.key(meant: name) != key ? key : name
        }.joined(separator: ", ")
    }

    /// The text of a column for storage: ingredients by key.
    func keyed(_ column: IngredientColumn, _ text: String) -> String {
        switch column.naming {
        case nil: text
        case .one: text.isEmpty ? "" : key(meant: text)
        case .several:
            // More than the limit are refused later, so they need not be looked up.
            IngredientColumn.items(text).enumerated().map { $0 < CatalogueLimits.synonyms ? key(meant: $1) : $1 }
                .joined(separator: ", ")
        }
    }

    /// The key of the ingredient with this key or name; the text itself if there is none.
    private func key(meant text: String) -> String {
        if let entry = entry(text) { return entry.key }
        // A text beyond the limit is not a name, and searching for it would be slow.
        return text.length > CatalogueLimits.name ? text : index.findWhole(text)?.key ?? text
    }
}

extension IngredientRecord.NutritionValues {
    var isEmpty: Bool { source.isEmpty && values.allSatisfy { $0 == nil } }
}

/// Limits for catalogue entries.
enum CatalogueLimits {
    static let name = 100
    static let synonyms = 200
    /// The most code points of a form field: as many names as fit in a list.
    static let field = synonyms * (name + 2)
    /// The most ingredients that one contains, and the most that it may contain.
    static let parts = 50
    static let source = 200
    static let density = 25.0
    static let portions = 30
    static let portionName = 40
    static let portionGrams = 100_000.0
    /// Rows and bytes of a table that can be imported.
    static let rows = 5_000
    static let bytes = 2 << 20
    /// Draft changes of all admins together.
    static let drafts = 50

    /// The highest value per 100 g.
    static func most(_ nutrient: Nutrient) -> Double {
        switch nutrient {
        case .energy: 1_000
        case .sodium: 50_000
        default: 100
        }
    }

    static let colours: Set<String> = [
        "red", "orange", "yellow", "green", "dark-green", "white", "cream", "brown", "dark-brown", "pink", "purple",
        "black", "grey", "blue",
    ]
}
