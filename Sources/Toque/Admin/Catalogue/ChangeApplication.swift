// Applies a confirmed change to the catalogue in one transaction, and marks the affected recipes to be derived again.

import Database
import Food

struct ChangeApplication {
    enum Outcome: Sendable, Equatable {
        case applied
        /// The catalogue has changed in the meantime: the preview runs again, and an admin must confirm it again.
        case recalculated
        /// An entry has changed since the draft, or another ingredient has taken a name.
        case outdated
        /// The admin drafted this merge, and another admin can confirm it.
        case needsAnother
    }

    let db: Connection
    let catalogue: Catalogue
    let now: Int

    func run(_ id: Int, by viewer: Viewer) throws -> Outcome {
        let store = CatalogueChangeStore(db)
        guard let change = try store.change(id), change.state != .applied else { throw SiteError.notFound }
        guard change.state == .ready else { throw SiteError.conflict(.changedMeanwhile) }
        guard try store.confirmers(of: change, insteadOf: viewer.id, now: now).isEmpty else { return .needsAnother }
        let rows = try store.rows(change)
        guard try ChangeCheck(catalogue: catalogue, db: db).isRight(rows) else { return .outdated }
        if change.edition != catalogue.edition {
            try store.restart(id, edition: -1, total: 0)
            return .recalculated
        }
        switch rows {
        case .ingredients(let rows): try write(rows, of: change)
        case .units(let rows): try UnitStore(db).write(rows)
        case .terms(let kind, let rows): try TermStore(db).write(rows, kind)
        }
        try CatalogueStore(db).moveEdition()
        for entry in try entries(change, rows, by: viewer.id) {
            try AuditStore(db).append(entry, by: viewer.actor, at: now)
        }
        // Diets depend on ingredients and units. Categories and cuisines need no marks, since `TermStore.write` has
        // updated the public rows.
        if change.subject.terms == nil {
            try DerivationStore(db).mark(listedBy: "SELECT recipe_id FROM catalogue_effect WHERE change_id = \(id)")
        }
        try store.markApplied(id, by: viewer.id, now: now)
        try ProposalStore(db).settle(
            id, change.kind == .add ? .approved : .merged, key: rows.all.first?.key ?? "", now: now)
        if let undone = change.undoes { try ProposalStore(db).reopen(undone) }
        return .applied
    }

    private func write(_ rows: [ChangedRow], of change: CatalogueChange) throws {
        for row in ordered(rows) { try write(row) }
        if change.kind == .merge { try follow(rows, of: change) }
        if let undone = change.undoes { try PreferenceStore(db).forgetDislikes(copiedBy: undone) }
        let reach = ChangeReach(
            Set(rows.map(\.key)), from: catalogue.entries,
            to: IngredientGraph.resolved(catalogue.entries(applying: rows)))
        try DerivationStore(db).mark(using: reach.keys.compactMap { catalogue.ingredientID($0) })
    }

    /// Sorts ingredients so that those that others depend on are written first.
    private func ordered(_ rows: [ChangedRow]) -> [ChangedRow] {
        let keys = IngredientGraph.ordered(rows.compactMap { $0.after?.entry(id: 0) }).map(\.key)
        let places = Dictionary(keys.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        return rows.sorted { places[$0.key] ?? -1 < places[$1.key] ?? -1 }
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

    /// Members who dislike a merged ingredient also dislike the one that it was merged into.
    private func follow(_ rows: [ChangedRow], of change: CatalogueChange) throws {
        for gone in rows where gone.after == nil {
            let kept = rows.first { $0.after?.names.contains(gone.before?.english ?? "") == true }
            guard let kept = kept.flatMap({ catalogue.ingredientID($0.key) }),
                let gone = catalogue.ingredientID(gone.key)
            else { continue }
            try PreferenceStore(db).dislike(kept, whereDisliked: gone, by: change.id)
        }
    }

    /// The audit entries: the change, and for each ingredient the facts stated before and after.
    private func entries(
        _ change: CatalogueChange, _ rows: ChangedRows, by admin: Int
    ) throws -> [AuditEntry] {
        let facts = if case .ingredients(let rows) = rows { rows.compactMap(stated) } else { [AuditEntry]() }
        if change.kind == .edit, !facts.isEmpty { return facts }
        let keys = rows.all.map(\.key).joined(separator: ", ")
        let whole = AuditEntry(
            action: "\(change.subject.plural)-\(change.kind.rawValue)", object: .catalogue, id: change.id, from: "",
            to: "", detail: String(keys.prefix(500)) + (try drafted(change, by: admin)))
        return [whole] + facts
    }

    /// Who drafted a merge, for the audit log; names are numbers, because accounts can be erased.
    private func drafted(_ change: CatalogueChange, by admin: Int) throws -> String {
        guard try CatalogueChangeStore(db).merges(change), let first = change.byID else { return "" }
        return first == admin ? " alone" : " drafted by account \(first)"
    }

    private func stated(_ row: ChangedRow) -> AuditEntry? {
        guard let before = row.before?.statement, let after = row.after?.statement, before != after else { return nil }
        return AuditEntry(
            action: "facts", object: .catalogue, id: catalogue.ingredientID(row.key) ?? 0, from: before, to: after,
            detail: row.key)
    }
}

extension ChangeSubject {
    /// The name in the audit log.
    fileprivate var plural: String { self == .category ? "categories" : rawValue + "s" }
}

/// Checks whether the ingredients of a change may be in the catalogue.
struct IngredientCheck: Sendable {
    private let catalogue: Catalogue
    private let aisles: Set<String>

    init(_ catalogue: Catalogue, _ db: Connection) throws {
        self.catalogue = catalogue
        aisles = Set(try StarterStore(db).terms(.aisle).map(\.key))
    }

    /// The problems by ingredient and column. Names that two ingredients already shared before the change are allowed.
    func problems(_ rows: [ChangedRow]) -> [(key: String, column: String, problem: ColumnProblem)] {
        let owners = owners(rows)
        return rows.flatMap { row -> [(key: String, column: String, problem: ColumnProblem)] in
            guard let after = row.after else { return [] }
            let had = Set(row.before?.names ?? [])
            return IngredientRules.problems(
                after, aisles: aisles, foods: Set(catalogue.nutrition.keys.filter { $0 > 0 }), names: owners
            ).filter { if case .taken(let name, _) = $0.problem { !had.contains(name) } else { true } }
                .map { (row.key, $0.column, $0.problem) }
        } + IngredientGraphCheck.problems(rows) { catalogue.entries(applying: rows) }
    }

    /// The owner of each name after the change. Folding all names is slow, so this is done only if a name is new.
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
