// What `toque check` verifies of categories, cuisines and units, and of the rows that tell which recipes name them.

import Database
import Food

struct CatalogueListCheck {
    let db: Connection

    func failures() throws -> [CheckFailure] { try uses() + TermKind.allCases.flatMap(terms) + units() }

    /// What a text is noted to name is what it names.
    private func uses() throws -> [CheckFailure] {
        var noted: [Int: [RecipeUse: Int]] = [:]
        try db.each("SELECT revision_id, kind, key, times FROM revision_use") { row in
            noted[row[0], default: [:]][RecipeUse(kind: row[1], key: row[2])] = row[3]
        }
        var failures: [CheckFailure] = []
        try db.each("SELECT id, body FROM revision") { row in
            let id: Int = row[0]
            // One that cannot be read is told by its hash.
            guard let body = try? RecipeBody(encoded: row[1]) else { return }
            if body.uses != noted[id] ?? [:] {
                failures.append(CheckFailure(check: "revision", finding: "\(id) names something else than is noted"))
            }
        }
        return failures
    }

    /// What was merged stands for one that is listed, and nothing else stands for any.
    private func terms(_ kind: TermKind) throws -> [CheckFailure] {
        let records = try TermStore(db).records(kind)
        let listed = Set(records.filter { $0.state == .listed }.map(\.key))
        return records.filter { record in
            record.state == .merged ? !listed.contains(record.into ?? "") : record.into != nil
        }.map { CheckFailure(check: kind.rawValue, finding: "\($0.key) stands for none that is listed") }
    }

    /// Every unit can be written in both languages, and has a factor that its kind may have.
    private func units() throws -> [CheckFailure] {
        try CatalogueStore(db).units().units.map(UnitRecord.init).filter {
            $0.english.isEmpty || $0.russian.isEmpty || !UnitRules.factors.contains($0.factor)
                || $0.kind == .count && $0.factor != 1
        }.map { CheckFailure(check: "units", finding: "\($0.key) cannot be written or measured") }
    }
}
