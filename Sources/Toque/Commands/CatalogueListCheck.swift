// The part of `toque check` for categories, cuisines and units, and for the rows that record which recipes use them.

import Database
import Food

struct CatalogueListCheck {
    let db: Connection

    func failures() throws -> [CheckFailure] { try uses() + TermKind.allCases.flatMap(terms) + units() }

    /// Checks that the recorded uses of each revision match its text.
    private func uses() throws -> [CheckFailure] {
        var noted: [Int: [RecipeUse: Int]] = [:]
        try db.each("SELECT revision_id, kind, key, times FROM revision_use") { row in
            noted[row[0], default: [:]][RecipeUse(kind: row[1], key: row[2])] = row[3]
        }
        var failures: [CheckFailure] = []
        try db.each("SELECT id, body FROM revision") { row in
            let id: Int = row[0]
            // A body that cannot be read is reported by the hash check.
            guard let body = try? RecipeBody(encoded: row[1]) else { return }
            if body.uses != noted[id] ?? [:] {
                failures.append(CheckFailure(check: "revision", finding: "\(id) names something else than is noted"))
            }
        }
        return failures
    }

    /// Checks that merged terms refer to a listed one, and that no other term refers to any.
    private func terms(_ kind: TermKind) throws -> [CheckFailure] {
        let records = try TermStore(db).records(kind)
        let listed = Set(records.filter { $0.state == .listed }.map(\.key))
        return records.filter { record in
            record.state == .merged ? !listed.contains(record.into ?? "") : record.into != nil
        }.map { CheckFailure(check: kind.rawValue, finding: "\($0.key) stands for none that is listed") }
    }

    /// Checks that every unit has a name in both languages, and a factor that its kind allows.
    private func units() throws -> [CheckFailure] {
        try CatalogueStore(db).units().units.map(UnitRecord.init).filter {
            $0.english.isEmpty || $0.russian.isEmpty || !UnitRules.factors.contains($0.factor)
                || $0.kind == .count && $0.factor != 1
        }.map { CheckFailure(check: "units", finding: "\($0.key) cannot be written or measured") }
    }
}
