// Checks whether a change fits the current catalogue, and finds the change that reverses one.

import Database
import Food

struct ChangeCheck {
    let catalogue: Catalogue
    let db: Connection

    /// Whether all entries are still as they were when the change was drafted, and valid as it leaves them.
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

    /// The reverse of an applied change, or `nil` if it is not possible. From an imported table, each ingredient that
    /// is unchanged since is reversed on its own; all other changes are reversed as a whole.
    func back(of change: CatalogueChange, _ rows: ChangedRows) throws -> ChangedRows? {
        var back = rows.reversed
        if case .ingredients(let rows) = back, change.kind == .table {
            back = .ingredients(rows.filter { catalogue.record($0.key) == $0.before })
        }
        return try !back.isEmpty && isRight(back) ? back : nil
    }
}
