// Stores units, and checks changes of them.

import Bytes
import Database
import Food

struct UnitStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    func write(_ rows: [ChangedUnit]) throws {
        for row in rows {
            if let after = row.after {
                try StarterStore(db).write(after.unit)
            } else {
                try db.run("DELETE FROM unit WHERE key = \(row.key)")
            }
        }
    }

    /// Whether the unit comes from the starter files, so that code may refer to its key.
    func isStarter(_ key: String) throws -> Bool { try StarterStore(db).loaded(.unit)[key] != nil }
}

/// Checks whether the units of a change are valid.
struct UnitCheck {
    private let catalogue: Catalogue
    private let db: Connection

    init(_ catalogue: Catalogue, _ db: Connection) {
        self.catalogue = catalogue
        self.db = db
    }

    /// The problems by key and field.
    func problems(_ rows: [ChangedUnit]) throws -> [(key: String, field: String, problem: UnitProblem)] {
        let later = catalogue.units.applying(rows).units
        return try rows.flatMap { row in
            let problems = try row.after.map { self.problems($0, row.before, later) } ?? removal(row)
            return problems.map { (row.key, $0.field, $0.problem) }
        }
            + (later.count > max(UnitRules.most, catalogue.units.units.count)
                ? [(rows.first?.key ?? "", "key", .tooMany(UnitRules.most))] : [])
    }

    /// Comparing the forms with every name of the catalogue is slow, so their number and length are checked first.
    private func problems(
        _ unit: UnitRecord, _ before: UnitRecord?, _ later: [MeasuringUnit]
    ) -> [(field: String, problem: UnitProblem)] {
        let problems = UnitRules.problems(unit, before: before)
        return problems.isEmpty ? forms(unit, before, later) : problems
    }

    private func removal(_ row: ChangedUnit) throws -> [(field: String, problem: UnitProblem)] {
        if try UnitStore(db).isStarter(row.key) { return [("remove", .starter)] }
        let count = try RecipeUseStore(db).recipes(naming: RecipeUse(kind: .unit, key: row.key))
        return count > 0 ? [("remove", .used(count))] : []
    }

    /// Checks that a form belongs to one unit only, and is not a word of an ingredient or of the line parser.
    private func forms(
        _ unit: UnitRecord, _ before: UnitRecord?, _ later: [MeasuringUnit]
    ) -> [(field: String, problem: UnitProblem)] {
        var owners: [String: String] = [:]
        for other in later where other.key != unit.key {
            for form in [other.key] + other.english + other.russian { owners[UnitRules.folded(form)] = other.key }
        }
        var problems: [(field: String, problem: UnitProblem)] = []
        if before == nil, let other = owners[UnitRules.folded(unit.key)] {
            problems.append(("key", .taken(form: unit.key, key: other)))
        }
        let had = Set((before?.forms ?? []).map(UnitRules.folded))
        let new = [(UnitField.english, unit.english), (.russian, unit.russian)].flatMap { field, forms in
            forms.filter { !had.contains(UnitRules.folded($0)) }.map { (field: field.rawValue, form: $0) }
        }
        // Splitting every name of the catalogue into words is slow.
        let words = new.isEmpty ? nil : UnitWords(catalogue)
        for (field, form) in new {
            if let other = owners[UnitRules.folded(form)] {
                problems.append((field, .taken(form: form, key: other)))
            } else if let problem = words?.problem(form) {
                problems.append((field, problem))
            }
        }
        return problems
    }
}

/// Words that already have another meaning in recipe lines.
private struct UnitWords {
    private let names: NamesInWords
    private let lexicon = LineLexicon(units: UnitTable([]))

    init(_ catalogue: Catalogue) { names = NamesInWords(catalogue.entries) }

    func problem(_ form: String) -> UnitProblem? {
        if let name = names.first(containing: form) { return .ingredient(form: form, name: name) }
        let parts = form.split(anyOf: " .")
        guard parts.count == 1, let part = parts.first else { return nil }
        return lexicon.knows(part) ? .word(form) : nil
    }
}
