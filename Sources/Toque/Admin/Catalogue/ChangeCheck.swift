// Whether a change may be made of the catalogue as it is now, and which change would take one back.

import Database
import Food

struct ChangeCheck {
    let catalogue: Catalogue
    let db: Connection

    /// Whether everything is as the change found it, and may be as the change leaves it.
    func isRight(_ rows: ChangedRows) throws -> Bool {
        switch rows {
        case .ingredients(let rows):
            return try rows.allSatisfy { catalogue.record($0.key) == $0.before }
                && IngredientCheck(catalogue, db).problems(rows).isEmpty
        case .units(let rows):
            return try rows.allSatisfy { catalogue.unitRecord($0.key) == $0.before }
                && UnitCheck(catalogue, db).problems(rows).isEmpty
        case .terms(let kind, let rows):
            let check = try TermCheck(kind, db)
            return try rows.allSatisfy { check.record($0.key) == $0.before } && check.problems(rows).isEmpty
        }
    }

    /// The way back of what was done; nil where it is barred. Of a table each ingredient goes its own way, what else a
    /// change did belongs together.
    func back(of change: CatalogueChange, _ rows: ChangedRows) throws -> ChangedRows? {
        var back = rows.reversed
        if case .ingredients(let rows) = back, change.kind == .table {
            back = .ingredients(rows.filter { catalogue.record($0.key) == $0.before })
        }
        return try !back.isEmpty && isRight(back) ? back : nil
    }
}
