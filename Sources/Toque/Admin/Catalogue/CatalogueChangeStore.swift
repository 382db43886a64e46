// Stores catalogue changes: drafts, their effects on recipes, and applied changes.

import Database

struct CatalogueChangeStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    // MARK: Reading

    func change(_ id: Int) throws -> CatalogueChange? {
        try db.first(Self.columns + "WHERE c.id = \(id)", Self.read)
    }

    /// Drafts that wait for a confirmation, oldest first.
    func open() throws -> [CatalogueChange] {
        try db.all(Self.columns + "WHERE c.applied_at IS NULL ORDER BY c.id", Self.read)
    }

    func countOpen() throws -> Int {
        try db.value("SELECT count(*) FROM catalogue_change WHERE applied_at IS NULL") ?? 0
    }

    /// One page of the applied changes, newest first.
    func applied(page: Int) throws -> (total: Int, changes: [CatalogueChange]) {
        let total: Int = try db.value("SELECT count(*) FROM catalogue_change WHERE applied_at IS NOT NULL") ?? 0
        let changes = try db.all(
            Self.columns
                + "WHERE c.applied_at IS NOT NULL ORDER BY c.id DESC LIMIT \(Paging.size) OFFSET \(Paging.offset(page))",
            Self.read)
        return (total, changes)
    }

    /// The applied changes of one entry, newest first.
    func history(
        of subject: ChangeSubject, _ key: String, limit: Int = 20
    ) throws -> [(change: CatalogueChange, row: ChangedRows)] {
        try db.all(
            """
            SELECT \(sql: Self.fields), r.key, r.before, r.after
            FROM catalogue_change_row r JOIN catalogue_change c ON c.id = r.change_id LEFT JOIN user u ON u.id = c.by_id
            WHERE r.key = \(key) AND c.subject = \(subject) AND c.applied_at IS NOT NULL
            ORDER BY r.change_id DESC LIMIT \(limit)
            """
        ) { (try Self.read($0), ChangedRows(subject, [Self.row($0, from: 14)])) }
    }

    func rows(_ change: CatalogueChange) throws -> ChangedRows {
        ChangedRows(
            change.subject,
            try db.all(
                "SELECT key, before, after FROM catalogue_change_row WHERE change_id = \(change.id) ORDER BY key"
            ) { Self.row($0, from: 0) })
    }

    /// The number of recipes for each combination of effects.
    func effects(_ change: Int) throws -> [(effect: RecipeEffect, count: Int)] {
        try db.all(
            """
            SELECT \(sql: Self.bits), count(*) FROM catalogue_effect WHERE change_id = \(change)
            GROUP BY \(sql: Self.bits)
            """
        ) { (RecipeEffect($0, from: 0), $0[6] as Int) }
    }

    /// One page of the affected recipes; those that lose a diet or a certainty come first.
    func recipes(_ change: Int, page: Int) throws -> [(id: Int, slug: String, title: String, effect: RecipeEffect)] {
        try db.all(
            """
            SELECT \(sql: Self.bits), p.recipe_id, p.slug, p.title
            FROM catalogue_effect e JOIN public_recipe p ON p.recipe_id = e.recipe_id
            WHERE e.change_id = \(change)
            ORDER BY diets_lost = 0, free_lost = 0, held_gained = 0, diets_gained = 0, p.recipe_id LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
            """
        ) { ($0[6], $0[7], $0[8], RecipeEffect($0, from: 0)) }
    }

    // MARK: Two admins

    /// Whether the change merges entries. The reverse of an undone merge does so too.
    func merges(_ change: CatalogueChange) throws -> Bool {
        guard change.kind == .undo else { return change.kind == .merge }
        guard let undone = try change.undoes.flatMap(self.change), undone.kind == .undo,
            let first = try undone.undoes.flatMap(self.change)
        else { return false }
        return try merges(first)
    }

    /// The admins one of whom has to confirm the draft instead of this one. Empty if this admin may confirm: it merges
    /// nothing, somebody else drafted it, or there is no other admin who can act.
    func confirmers(of change: CatalogueChange, insteadOf admin: Int, now: Int) throws -> [Int] {
        guard change.byID == admin, try merges(change) else { return [] }
        return try AccountStore(db).admins(now: now).filter { $0 != admin }
    }

    // MARK: Drafts

    /// Stores a change until somebody confirms or discards it; `nil` if too many wait already.
    func draft(
        _ kind: CatalogueChange.Kind, _ rows: ChangedRows, refusals: [IngredientTable.Refusal] = [],
        undoes: Int? = nil, by user: Int, now: Int
    ) throws -> Int? {
        if try countOpen() >= CatalogueLimits.drafts { return nil }
        try db.run(
            """
            INSERT INTO catalogue_change (kind, subject, by_id, undoes_id, created_at)
            VALUES (\(kind), \(rows.subject), \(user), \(undoes), \(now))
            """)
        let id: Int = try db.value("SELECT last_insert_rowid()") ?? 0
        for row in rows.encoded {
            try db.run(
                """
                INSERT INTO catalogue_change_row (change_id, key, before, after)
                VALUES (\(id), \(row.key), \(row.before), \(row.after))
                """)
        }
        for refusal in refusals {
            try db.run(
                """
                INSERT INTO catalogue_change_refusal (change_id, line, reason)
                VALUES (\(id), \(refusal.line), \(try refusal.encoded())) ON CONFLICT (change_id, line) DO NOTHING
                """)
        }
        return id
    }

    /// Lines of the table that were left out.
    func refusals(_ change: Int) throws -> [IngredientTable.Refusal] {
        try db.all("SELECT line, reason FROM catalogue_change_refusal WHERE change_id = \(change) ORDER BY line") {
            .init(line: $0[0], encoded: $0[1])
        }
    }

    /// Deletes a draft; `false` if there was none.
    func discard(_ id: Int) throws -> Bool {
        try db.run("DELETE FROM catalogue_change WHERE id = \(id) AND applied_at IS NULL") > 0
    }

    /// Deletes drafts that were created before `moment`.
    func tidy(before moment: Int) throws {
        try db.run("DELETE FROM catalogue_change WHERE applied_at IS NULL AND created_at < \(moment)")
    }

    // MARK: Impact preview

    func nextToCalculate() throws -> CatalogueChange? {
        try db.first(
            Self.columns + "WHERE c.applied_at IS NULL AND c.state = 'calculating' ORDER BY c.id LIMIT 1", Self.read)
    }

    /// Starts the preview again, against another edition.
    func restart(_ id: Int, edition: Int, total: Int) throws {
        try db.run("DELETE FROM catalogue_effect WHERE change_id = \(id)")
        try db.run(
            """
            UPDATE catalogue_change SET state = 'calculating', edition = \(edition), total = \(total), cursor = 0, calculated = 0
            WHERE id = \(id) AND applied_at IS NULL
            """)
    }

    /// Records the effects on some recipes; an empty list means that no recipes are left.
    func note(_ effects: [(recipe: Int, effect: RecipeEffect?)], of change: CatalogueChange) throws {
        // Discarded, or started again, in the meantime.
        guard let now = try self.change(change.id), now.state == .calculating, now.edition == change.edition else {
            return
        }
        guard let last = effects.last?.recipe else {
            try db.run("UPDATE catalogue_change SET state = 'ready' WHERE id = \(change.id) AND state = 'calculating'")
            return
        }
        for (recipe, effect) in effects {
            guard let effect, try db.exists("SELECT 1 FROM recipe WHERE id = \(recipe)") else { continue }
            try db.run(
                """
                INSERT INTO catalogue_effect (change_id, recipe_id, diets_lost, diets_gained, free_lost, free_gained,
                    held_lost, held_gained)
                VALUES (\(change.id), \(recipe), \(effect.dietsLost), \(effect.dietsGained), \(effect.freeLost),
                    \(effect.freeGained), \(effect.heldLost), \(effect.heldGained))
                ON CONFLICT (change_id, recipe_id) DO UPDATE SET diets_lost = excluded.diets_lost,
                    diets_gained = excluded.diets_gained, free_lost = excluded.free_lost,
                    free_gained = excluded.free_gained, held_lost = excluded.held_lost,
                    held_gained = excluded.held_gained
                """)
        }
        try db.run(
            """
            UPDATE catalogue_change SET cursor = \(last), calculated = calculated + \(effects.count) WHERE id = \(change.id)
            """)
    }

    func markApplied(_ id: Int, by user: Int?, now: Int) throws {
        try db.run(
            """
            UPDATE catalogue_change SET state = 'applied', applied_at = \(now), by_id = \(user) WHERE id = \(id)
            """)
    }

    // MARK: Columns

    private static let bits: SQL = "diets_lost, diets_gained, free_lost, free_gained, held_lost, held_gained"

    private static let fields: SQL =
        """
        c.id, c.kind, c.state, u.username, c.undoes_id,
        (SELECT max(b.id) FROM catalogue_change b WHERE b.undoes_id = c.id AND b.applied_at IS NOT NULL),
        c.edition, c.cursor, c.total, c.calculated, c.created_at, c.applied_at,
        c.subject, c.by_id
        """

    private static let columns: SQL =
        "SELECT \(sql: fields) FROM catalogue_change c LEFT JOIN user u ON u.id = c.by_id "

    private static func read(_ row: Row) throws -> CatalogueChange {
        CatalogueChange(
            id: row[0], kind: row[1], subject: row[12], state: row[2], byID: row[13], by: row[3], undoes: row[4],
            undoneBy: row[5], edition: row[6], cursor: row[7],
            total: row[8], calculated: row[9], createdAt: row[10], appliedAt: row[11])
    }

    private static func row(_ row: Row, from column: Int) -> EncodedRow {
        EncodedRow(key: row[column], before: row[column + 1], after: row[column + 2])
    }
}
