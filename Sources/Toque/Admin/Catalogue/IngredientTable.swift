// Writes the catalogue as a table, and reads the changes in a table.

import Bytes
import Food
import Foundation
import HTTP
import Texts
import Words

struct IngredientTable: Sendable {
    /// A line that is left out, with the reason in every language, since others than its sender may read it.
    struct Refusal: Sendable, Equatable {
        let line: Int
        private let reasons: [String: String]

        init(line: Int, _ reason: (Language) -> String) {
            self.line = line
            reasons = Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0.rawValue, reason($0)) })
        }

        /// The stored form; older rows have only the language of their sender.
        init(line: Int, encoded: String) {
            let known = try? JSONDecoder().decode([String: String].self, from: Data(encoded.utf8))
            self.line = line
            reasons = known ?? Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0.rawValue, encoded) })
        }

        func encoded() throws -> String { String(decoding: try JSONEncoder().encode(reasons), as: UTF8.self) }

        func reason(_ language: Language) -> String { reasons[language.rawValue] ?? "" }
    }

    private(set) var rows: [ChangedRow] = []
    private(set) var refusals: [Refusal] = []
    private var lines: [String: Int] = [:]

    static func write(_ catalogue: Catalogue) -> String {
        let columns = IngredientColumn.all
        let records = catalogue.entries.compactMap { catalogue.record($0.key) }
        return CSVText.write(
            [["key"] + columns.map(\.name)] + records.map { record in [record.key] + columns.map { $0.text(record) } })
    }

    /// A problem with the table as a whole.
    enum Problem: Error, Equatable {
        case notUTF8, unclosedQuote, empty, noName
        case unknownColumn(String)
        case twice(String)
        case tooManyRows, marks

        func message(_ language: Language) -> String {
            switch self {
            case .notUTF8: Text.tableNotUtf8(language)
            case .unclosedQuote: Text.tableUnclosed(language)
            case .empty: Text.tableEmpty(language)
            case .noName: Text.tableNoName(language)
            case .unknownColumn(let name): Text.tableUnknownColumn(language, name: String(name.prefix(40)))
            case .twice(let name): Text.tableTwice(language, name: name)
            case .marks: Text.marksProblem(language)
            case .tooManyRows: Text.tableTooMany(language, count: CatalogueLimits.rows)
            }
        }
    }

    /// Reads a table and compares it with the catalogue. `retired` contains keys that new ingredients may not have.
    init(
        _ bytes: [UInt8], _ catalogue: Catalogue, _ check: IngredientCheck, retired: Set<String>
    ) throws(Problem) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        guard StreamSafe.allows(text) else { throw .marks }
        guard let table = CSVText.read(text) else { throw .unclosedQuote }
        guard let head = table.first?.cells, table.count > 1 else { throw .empty }
        guard table.count - 1 <= CatalogueLimits.rows else { throw .tooManyRows }
        let columns = try Self.columns(head)
        for (line, cells) in table.dropFirst() {
            take(cells, line, columns, catalogue, retired: retired)
        }
        refuseWrong(check)
        refusals.sort { $0.line < $1.line }
    }

    /// The columns by position; `nil` for the key.
    private static func columns(_ head: [String]) throws(Problem) -> [IngredientColumn?] {
        var columns: [IngredientColumn?] = []
        var seen: Set<String> = []
        for name in head.map({ $0.lowercased() }) {
            guard seen.insert(name).inserted else { throw .twice(name) }
            let column = IngredientColumn.all.first { $0.name == name }
            if column == nil, name != "key" { throw .unknownColumn(name) }
            columns.append(column)
        }
        guard seen.contains("key") || seen.contains("name_en") else { throw .noName }
        return columns
    }

    private mutating func take(
        _ cells: [String], _ line: Int, _ columns: [IngredientColumn?], _ catalogue: Catalogue, retired: Set<String>
    ) {
        func refuse(_ reason: (Language) -> String) { refusals.append(Refusal(line: line, reason)) }
        guard cells.count <= columns.count else { return refuse { Text.tableTooManyCells($0) } }
        let keyed = zip(columns, cells).first { $0.0 == nil }?.1 ?? ""
        let before = keyed.isEmpty ? nil : catalogue.record(keyed)
        if !keyed.isEmpty, before == nil {
            return refuse { Text.tableNoSuchKey($0, key: String(keyed.prefix(100))) }
        }
        var record = before ?? IngredientRecord(key: "")
        for (column, cell) in zip(columns, cells) {
            guard let column, !(cell.isEmpty && Self.keepsWhenEmpty(column)) else { continue }
            do throws(ColumnProblem) {
                try column.set(catalogue.keyed(column, cell), &record)
            } catch { return refuse { "\(column.label($0)): \(error.message($0))" } }
        }
        record = IngredientRules.tidied(record)
        if before == nil { record.key = CatalogueText.slug(record.english) }
        let isThere = catalogue.entry(record.key) != nil || retired.contains(record.key)
        if before == nil, isThere { return refuse { Text.tableKeyThere($0, key: record.key) } }
        if lines[record.key] != nil { return refuse { Text.tableSecondRow($0, key: record.key) } }
        lines[record.key] = line
        if record == before.map(IngredientRules.tidied) { return }
        rows.append(ChangedRow(key: record.key, before: before, after: record))
    }

    /// Whether an empty cell leaves the value unchanged: facts concern people's health, and recipes are read by names,
    /// so neither is deleted by an empty cell.
    private static func keepsWhenEmpty(_ column: IngredientColumn) -> Bool {
        column.naming != nil
            || ["fact.", "allergen.", "name_", "plural_", "also_", "aisle"].contains {
                column.name.hasPrefix(bytes: $0)
            }
    }

    /// Removes rows with problems until none is left: without a refused row, another that depends on it may become
    /// wrong.
    private mutating func refuseWrong(_ check: IngredientCheck) {
        while true {
            let problems = check.problems(rows)
            if problems.isEmpty { return }
            let wrong = Dictionary(problems.map { ($0.key, $0) }) { first, _ in first }
            for (key, problem) in wrong {
                let column = IngredientColumn.all.first { $0.name == problem.column }
                refusals.append(
                    Refusal(line: lines[key] ?? 0) { "\(column?.label($0) ?? ""): \(problem.problem.message($0))" })
            }
            rows.removeAll { wrong[$0.key] != nil }
        }
    }
}
