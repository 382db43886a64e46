// Stores the recipes that members looked at, once each, with the last time.

import Database

/// What a member selected to remove.
struct SelectedHistory {
    var recipes: [Int] = []
    /// Keys of earlier searches.
    var searches: [String] = []
}

struct HistoryStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Adds views, unless the member switched the history off. Recipes and accounts that were erased since are passed
    /// over, or one of them would keep all others from being written.
    func add(_ views: [SeenRecipe: Int]) throws {
        for (seen, at) in views {
            try db.run(
                """
                INSERT INTO seen_recipe (user_id, recipe_id, seen_at)
                SELECT u.id, r.id, \(at) FROM user u JOIN recipe r ON r.id = \(seen.recipe)
                WHERE u.id = \(seen.user) AND u.erased_at IS NULL
                    AND NOT EXISTS (SELECT 1 FROM history_off o WHERE o.user_id = u.id)
                ON CONFLICT (user_id, recipe_id) DO UPDATE SET seen_at = max(seen_at, excluded.seen_at)
                """)
        }
        for user in Set(views.keys.map(\.user)) { try drop(user: user) }
    }

    /// Drops the oldest beyond the limit.
    private func drop(user: Int) throws {
        try db.run(
            """
            DELETE FROM seen_recipe WHERE user_id = \(user) AND (seen_at, recipe_id) <= (
                SELECT seen_at, recipe_id FROM seen_recipe WHERE user_id = \(user)
                ORDER BY seen_at DESC, recipe_id DESC LIMIT 1 OFFSET \(HistoryRules.kept))
            """)
    }

    /// The latest recipes that the member may read now.
    func latest(_ count: Int, user: Int, offset: Int = 0) throws -> [Int] {
        try db.all(
            """
            SELECT s.recipe_id FROM seen_recipe s
            WHERE s.user_id = \(user) AND \(sql: RecipeStore.isReadable("s.recipe_id", by: user))
            ORDER BY s.seen_at DESC, s.recipe_id DESC LIMIT \(count) OFFSET \(offset)
            """
        ) { $0[0] as Int }
    }

    func count(user: Int) throws -> Int {
        try db.value(
            """
            SELECT count(*) FROM seen_recipe s
            WHERE s.user_id = \(user) AND \(sql: RecipeStore.isReadable("s.recipe_id", by: user))
            """) ?? 0
    }

    /// Removes recipes and searches, or all if `selected` is `nil`. Returns the number of the step that undoes it; `nil`
    /// if there was nothing to remove.
    func remove(_ selected: SelectedHistory?, user: Int, now: Int) throws -> Int? {
        let condition: SQL = selected.map { " AND recipe_id IN \(list: $0.recipes)" } ?? ""
        let removed = try db.all(
            "DELETE FROM seen_recipe WHERE user_id = \(user)\(sql: condition) RETURNING recipe_id, seen_at"
        ) { UndoStep.Seen(recipe: $0[0], at: $0[1]) }
        let searches = try EarlierSearchStore(db).remove(selected?.searches, user: user)
        if removed.isEmpty && searches.isEmpty { return nil }
        return try UndoStore(db).add(UndoStep(seen: removed, searches: searches), .history, user: user, now: now)
    }

    /// Restores what a step recorded; `false` if there is nothing to undo any more.
    func undo(_ step: Int, user: Int, now: Int) throws -> Bool {
        guard let step = try UndoStore(db).take(step, .history, user: user, now: now) else { return false }
        for row in step.seen ?? [] {
            try db.run(
                """
                INSERT INTO seen_recipe (user_id, recipe_id, seen_at)
                SELECT \(user), r.id, \(row.at) FROM recipe r WHERE r.id = \(row.recipe)
                ON CONFLICT (user_id, recipe_id) DO NOTHING
                """)
        }
        try drop(user: user)
        try EarlierSearchStore(db).restore(step.searches ?? [], user: user)
        return true
    }

    func isOff(user: Int) throws -> Bool { try db.exists("SELECT 1 FROM history_off WHERE user_id = \(user)") }

    /// Switches recording on or off; what was recorded stays.
    func set(isOn: Bool, user: Int, now: Int) throws {
        try db.run(
            isOn
                ? "DELETE FROM history_off WHERE user_id = \(user)"
                : "INSERT INTO history_off (user_id, since) VALUES (\(user), \(now)) ON CONFLICT (user_id) DO NOTHING")
    }
}
