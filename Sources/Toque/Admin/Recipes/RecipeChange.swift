// A change of recipes: drafted, previewed, confirmed, and possibly undone by another change.

import Database

struct RecipeChange: Sendable {
    let id: Int
    let action: RecipeAction
    let reason: ChangeReason
    /// The rule that a takedown names.
    let rule: ReportReason
    /// The admin who confirmed it, or drafted it; `nil` if the account was deleted.
    let by: String?
    let byID: Int?
    let undoes: Int?
    /// The change that undid this one.
    let undoneBy: Int?
    /// The number of recipes found beyond the limit of one change.
    let beyond: Int
    /// UTC milliseconds.
    let createdAt: Int
    let appliedAt: Int?
}

/// One recipe of a change.
struct RecipeChangeRow: Sendable {
    let recipe: Int
    /// The key to set; `nil` for what the text says, and for actions that set nothing.
    let value: String?
    /// The revision that others than the author could read when the change was drafted.
    var shown: Int?
    /// The key that was set before; known once the change is applied.
    var before: String?
    /// The result, once the change is applied.
    var outcome: Outcome?

    enum Outcome: Sendable, Equatable {
        case done
        case refused(RecipeRefusal)

        init?(_ text: String) {
            if text == "done" {
                self = .done
            } else if let refusal = RecipeRefusal(rawValue: text) {
                self = .refused(refusal)
            } else {
                return nil
            }
        }

        var text: String {
            switch self {
            case .done: "done"
            case .refused(let refusal): refusal.rawValue
            }
        }
    }
}

struct RecipeChangeStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    func change(_ id: Int) throws -> RecipeChange? {
        try db.first(Self.columns + "WHERE c.id = \(id)", Self.read)
    }

    /// One page of the applied changes, newest first.
    func applied(page: Int) throws -> (total: Int, changes: [RecipeChange]) {
        let total: Int = try db.value("SELECT count(*) FROM recipe_change WHERE applied_at IS NOT NULL") ?? 0
        let changes = try db.all(
            Self.columns
                + "WHERE c.applied_at IS NOT NULL ORDER BY c.id DESC LIMIT \(Paging.size) OFFSET \(Paging.offset(page))",
            Self.read)
        return (total, changes)
    }

    /// The applied changes of one recipe, newest first.
    func history(of recipe: Int) throws -> [RecipeChange] {
        try db.all(
            Self.columns
                + """
                WHERE c.applied_at IS NOT NULL AND c.id IN
                    (SELECT change_id FROM recipe_change_row WHERE recipe_id = \(recipe) AND outcome = 'done')
                ORDER BY c.id DESC LIMIT \(RecipeAdminLimits.history)
                """, Self.read)
    }

    /// The number of recipes that each of these changes has changed.
    func counts(_ changes: [Int]) throws -> [Int: Int] {
        let rows = try db.all(
            """
            SELECT change_id, count(*) FROM recipe_change_row WHERE change_id IN \(list: changes) AND outcome = 'done'
            GROUP BY change_id
            """
        ) { ($0[0] as Int, $0[1] as Int) }
        return Dictionary(rows) { first, _ in first }
    }

    func rows(_ change: Int) throws -> [RecipeChangeRow] {
        try db.all(
            """
            SELECT recipe_id, value, shown_revision_id, before, outcome FROM recipe_change_row WHERE change_id = \(change)
            ORDER BY recipe_id
            """
        ) { row in
            RecipeChangeRow(
                recipe: row[0], value: row[1], shown: row[2], before: row[3],
                outcome: (row[4] as String?).flatMap(RecipeChangeRow.Outcome.init))
        }
    }

    /// The titles that others than the author may read, by recipe.
    func titles(_ recipes: [Int]) throws -> [Int: String] {
        let rows = try db.all(
            """
            SELECT r.id, v.title FROM recipe r JOIN revision v ON v.id = r.shown_revision_id
            WHERE r.id IN \(list: recipes) AND \(sql: RecipeAdminStore.isHere)
            """
        ) { ($0[0] as Int, $0[1] as String) }
        return Dictionary(rows) { first, _ in first }
    }

    /// Stores a change until somebody confirms it or it expires.
    func draft(
        _ action: RecipeAction, _ rows: [RecipeChangeRow], reason: String, rule: ReportReason = .other, beyond: Int = 0,
        undoes: Int? = nil, by admin: Int, now: Int
    ) throws -> Int {
        try db.run(
            """
            INSERT INTO recipe_change (deed, reason, rule, by_id, undoes_id, beyond, created_at)
            VALUES (\(action.rawValue), \(reason), \(rule.rawValue), \(admin), \(undoes), \(beyond), \(now))
            """)
        let id = db.lastInsertID
        for row in rows {
            try db.run(
                """
                INSERT INTO recipe_change_row (change_id, recipe_id, value, shown_revision_id)
                SELECT \(id), id, \(row.value), shown_revision_id FROM recipe WHERE id = \(row.recipe)
                ON CONFLICT (change_id, recipe_id) DO NOTHING
                """)
        }
        try db.run(
            """
            DELETE FROM recipe_change WHERE applied_at IS NULL AND (
                created_at <= \(now - RecipeAdminLimits.draftLifetime) OR id NOT IN (
                    SELECT id FROM recipe_change WHERE applied_at IS NULL ORDER BY id DESC LIMIT \(RecipeAdminLimits.drafts)))
            """)
        return id
    }

    func note(_ outcome: RecipeChangeRow.Outcome, before: String?, recipe: Int, change: Int) throws {
        try db.run(
            """
            UPDATE recipe_change_row SET outcome = \(outcome.text), before = \(before)
            WHERE change_id = \(change) AND recipe_id = \(recipe)
            """)
    }

    /// Records the admin who confirmed the change as its author; `false` if it was applied before.
    func markApplied(_ id: Int, by admin: Int, now: Int) throws -> Bool {
        try db.run(
            "UPDATE recipe_change SET applied_at = \(now), by_id = \(admin) WHERE id = \(id) AND applied_at IS NULL")
            == 1
    }

    private static let columns: SQL = """
        SELECT c.id, c.deed, c.reason, coalesce(u.display_name, u.username), c.undoes_id,
            (SELECT max(o.id) FROM recipe_change o WHERE o.undoes_id = c.id AND o.applied_at IS NOT NULL), c.beyond,
            c.created_at, c.applied_at, c.rule, c.by_id
        FROM recipe_change c LEFT JOIN user u ON u.id = c.by_id

        """

    private static func read(_ row: Row) throws -> RecipeChange {
        RecipeChange(
            id: row[0], action: RecipeAction(rawValue: row[1]) ?? .category,
            reason: ChangeReason(written: row[2], undoes: row[4]),
            rule: ReportReason(rawValue: row[9]) ?? .other, by: row[3], byID: row[10],
            undoes: row[4], undoneBy: row[5], beyond: row[6], createdAt: row[7], appliedAt: row[8])
    }
}
