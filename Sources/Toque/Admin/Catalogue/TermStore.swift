// Stores categories and cuisines, and checks changes of them.

import Bytes
import Database
import Food

struct TermStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// All terms of a kind in their order, in every state.
    func records(_ kind: TermKind) throws -> [TermRecord] {
        try db.all(
            """
            SELECT t.key, t.name_en, t.name_ru, t.state, m.key, t.position
            FROM \(raw: kind.rawValue) t LEFT JOIN \(raw: kind.rawValue) m ON m.id = t.merged_into
            ORDER BY t.position, t.key
            """
        ) {
            TermRecord(key: $0[0], english: $0[1], russian: $0[2], state: $0[3], into: $0[4], position: $0[5])
        }
    }

    /// Writes the rows, and moves public recipes to the terms that they then belong to.
    func write(_ rows: [ChangedTerm], _ kind: TermKind) throws {
        let table = kind.rawValue
        for term in rows.compactMap(\.after).sorted(by: { $0.into == nil && $1.into != nil }) {
            try db.run(
                """
                INSERT INTO \(raw: table) (key, name_en, name_ru, position, state, merged_into)
                VALUES (\(term.key), \(term.english), \(term.russian), \(term.position), \(term.state),
                    (SELECT id FROM \(raw: table) WHERE key = \(term.into)))
                ON CONFLICT (key) DO UPDATE SET name_en = excluded.name_en, name_ru = excluded.name_ru,
                    position = excluded.position, state = excluded.state, merged_into = excluded.merged_into
                """)
        }
        for gone in rows where gone.after == nil { try db.run("DELETE FROM \(raw: table) WHERE key = \(gone.key)") }
        try point(kind, rows.filter(TermRules.isTold).map(\.key))
    }

    /// Updates the term of public recipes that have one of these keys, in their text or set by an admin; merged terms
    /// are followed.
    private func point(_ kind: TermKind, _ keys: [String]) throws {
        let table = kind.rawValue
        try db.run(
            """
            UPDATE public_recipe SET \(raw: table)_id =
                (SELECT CASE t.state WHEN 'merged' THEN t.merged_into ELSE t.id END FROM \(raw: table) t
                WHERE t.key = coalesce(
                    (SELECT s.value FROM recipe_term s WHERE s.recipe_id = public_recipe.recipe_id AND s.kind = \(kind)),
                    (SELECT u.key FROM revision_use u
                        WHERE u.revision_id = public_recipe.revision_id AND u.kind = \(kind))))
            WHERE revision_id IN (SELECT revision_id FROM revision_use WHERE kind = \(kind) AND key IN \(list: keys))
                OR recipe_id IN (SELECT recipe_id FROM recipe_term WHERE kind = \(kind) AND value IN \(list: keys))
            """)
    }
}

/// Checks whether the categories or cuisines of a change are valid.
struct TermCheck {
    let kind: TermKind
    let all: [TermRecord]
    private let db: Connection

    init(_ kind: TermKind, _ db: Connection) throws {
        self.kind = kind
        self.db = db
        all = try TermStore(db).records(kind)
    }

    func record(_ key: String) -> TermRecord? { all.first { $0.key == key } }

    /// The problems by key and field.
    func problems(_ rows: [ChangedTerm]) throws -> [(key: String, field: String, problem: TermProblem)] {
        let changed = Set(rows.map(\.key))
        let others = all.filter { !changed.contains($0.key) }
        let later = others + rows.compactMap(\.after)
        return try rows.flatMap { row in
            let problems: [(String, TermProblem)] =
                try names(row, beside: later) + target(row, among: later) + uses(row, among: later)
            return problems.map { (row.key, $0.0, $0.1) }
        } + (later.count > max(TermRules.most, all.count) ? [(rows.first?.key ?? "", "name_en", .tooMany)] : [])
    }

    private func names(_ row: ChangedTerm, beside all: [TermRecord]) -> [(String, TermProblem)] {
        guard let after = row.after else { return [] }
        let fields = [("name_en", after.english, row.before?.english), ("name_ru", after.russian, row.before?.russian)]
        return fields.compactMap { field, name, before in
            if name == before { return nil }
            if name.length > TermRules.nameLength { return (field, .tooLong) }
            let folded = StarterRules.folded(name)
            if folded.isEmpty { return (field, .required) }
            let owner = all.first {
                $0.key != row.key && ($0.names.map(StarterRules.folded) + [$0.key]).contains(folded)
            }
            return owner.map { (field, .taken(name: name, by: $0.english)) }
        }
    }

    private func target(_ row: ChangedTerm, among all: [TermRecord]) -> [(String, TermProblem)] {
        guard let after = row.after, after.state == .merged else { return [] }
        let isThere = all.contains { $0.key == after.into && $0.state == .listed && $0.key != row.key }
        return isThere ? [] : [("into", .noTarget)]
    }

    /// Refuses to remove a term that recipes use, or into which others are merged.
    private func uses(_ row: ChangedTerm, among all: [TermRecord]) throws -> [(String, TermProblem)] {
        let isOff = row.after == nil || row.after?.state == .refused && row.before?.state != .refused
        guard isOff else { return [] }
        if all.contains(where: { $0.into == row.key }) { return [("state", .noTarget)] }
        let use = RecipeUse(kind: kind == .category ? .category : .cuisine, key: row.key)
        let count = try RecipeUseStore(db).recipes(naming: use)
        return count > 0 ? [("state", .used(count))] : []
    }
}
