// A confirmed change becomes the catalogue: all of it in one transaction, and the recipes that it concerns wait to be
// derived anew.

import Database

struct ChangeApplication {
    enum Outcome: Sendable, Equatable {
        case applied
        /// The catalogue moved meanwhile: recipes are weighed anew, and somebody looks at it again.
        case weighedAnew
        /// What was to be changed is not as it was, or a name went to another ingredient.
        case outdated
    }

    let db: Connection
    let catalogue: Catalogue
    let now: Int

    func run(_ id: Int, by viewer: Viewer) throws -> Outcome {
        let store = CatalogueChangeStore(db)
        guard let change = try store.change(id), change.state != .applied else { throw SiteError.notFound }
        guard change.state == .ready else { throw SiteError.conflict(.changedMeanwhile) }
        let rows = try store.rows(id)
        guard try isStillRight(rows) else { return .outdated }
        if change.edition != catalogue.edition {
            try store.restart(id, edition: -1, total: 0)
            return .weighedAnew
        }
        for row in rows { try write(row) }
        if change.kind == .merge { try follow(rows) }
        try CatalogueStore(db).moveEdition()
        try AuditStore(db).append(entry(change, rows), by: viewer.actor, at: now)
        let derivation = DerivationStore(db)
        try derivation.mark(using: rows.compactMap { catalogue.ingredientID($0.key) })
        try derivation.mark(listedBy: "SELECT recipe_id FROM catalogue_effect WHERE change_id = \(id)")
        try store.markApplied(id, by: viewer.id, now: now)
        try ProposalStore(db).settle(
            id, change.kind == .add ? .approved : .merged, key: rows.first?.key ?? "", now: now)
        if let undone = change.undoes { try ProposalStore(db).reopen(undone) }
        return .applied
    }

    private func isStillRight(_ rows: [ChangedRow]) throws -> Bool {
        let isUntouched = rows.allSatisfy { catalogue.record($0.key) == $0.before }
        guard isUntouched else { return false }
        return try IngredientCheck(catalogue, db).problems(rows).isEmpty
    }

    private func write(_ row: ChangedRow) throws {
        guard let after = row.after else {
            try db.run("UPDATE ingredient SET is_retired = 1, updated_at = \(now) WHERE key = \(row.key)")
            return
        }
        var bare = after
        bare.figures = nil
        let starter = StarterStore(db)
        try starter.write(bare.entry(id: 0), now: now)
        guard let id = try starter.ids(of: [row.key]).first, let food = after.ownNutrition(id: id) else { return }
        try starter.write(food)
        try db.run("UPDATE ingredient SET usda = \(food.number) WHERE id = \(id)")
    }

    /// Who dislikes what was merged dislikes what it became.
    private func follow(_ rows: [ChangedRow]) throws {
        guard let kept = rows.first(where: { $0.after != nil }).flatMap({ catalogue.ingredientID($0.key) }) else {
            return
        }
        for gone in rows.filter({ $0.after == nil }).compactMap({ catalogue.ingredientID($0.key) }) {
            try PreferenceStore(db).dislike(kept, whereDisliked: gone)
        }
    }

    /// Facts of one ingredient are told as they always were, so that the log can be read through.
    private func entry(_ change: CatalogueChange, _ rows: [ChangedRow]) -> AuditEntry {
        if rows.count == 1, let before = rows[0].before, let after = rows[0].after, before.facts != after.facts {
            return AuditEntry(
                action: "facts", object: .catalogue, id: catalogue.ingredientID(rows[0].key) ?? 0, from: before.facts,
                to: after.facts, detail: rows[0].key)
        }
        let keys = rows.map(\.key).joined(separator: ", ")
        return AuditEntry(
            action: "ingredients-\(change.kind.rawValue)", object: .catalogue, id: change.id, from: "", to: "",
            detail: String(keys.prefix(500)))
    }
}

/// Whether ingredients may stand in the catalogue as a change would have them.
struct IngredientCheck: Sendable {
    private let catalogue: Catalogue
    private let aisles: Set<String>

    init(_ catalogue: Catalogue, _ db: Connection) throws {
        self.catalogue = catalogue
        aisles = Set(try StarterStore(db).terms(.aisle).map(\.key))
    }

    /// What is wrong, by ingredient and column. A name that two had already is nobody's mistake now.
    func problems(_ rows: [ChangedRow]) -> [(key: String, column: String, problem: ColumnProblem)] {
        let owners = owners(rows)
        return rows.flatMap { row -> [(key: String, column: String, problem: ColumnProblem)] in
            guard let after = row.after else { return [] }
            let had = Set(row.before?.names ?? [])
            return IngredientRules.problems(
                after, aisles: aisles, foods: Set(catalogue.nutrition.keys.filter { $0 > 0 }), names: owners
            ).filter { if case .taken(let name, _) = $0.problem { !had.contains(name) } else { true } }
                .map { (row.key, $0.column, $0.problem) }
        }
    }

    /// Whose each name would be; to fold all of them takes a while, so only where a name is new.
    private func owners(_ rows: [ChangedRow]) -> [String: String] {
        let isNamedAnew = rows.contains { row in
            !Set(row.after?.names ?? []).isSubset(of: row.before?.names ?? [])
        }
        if !isNamedAnew { return [:] }
        let changed = Set(rows.map(\.key))
        let others = catalogue.entries.filter { !changed.contains($0.key) }.map { IngredientRecord($0, nil) }
        return IngredientRules.owners(others + rows.compactMap(\.after))
    }
}
