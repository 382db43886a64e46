// Counts the recipes that use a category, a cuisine or a unit, for lists and before one is removed.

import Database
import Food

struct RecipeUseStore {
    struct Count: Sendable {
        var recipes = 0
        /// Recipe lines, for units only.
        var lines = 0
    }

    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Units in the newest revisions of recipes that are not deleted, by key.
    func units() throws -> [String: Count] {
        try counts(
            """
            SELECT t.key, count(*), sum(u.times)
            FROM unit t CROSS JOIN revision_use u ON u.kind = 'unit' AND u.key = t.key
            CROSS JOIN recipe r ON r.id = u.recipe_id AND r.head_revision_id = u.revision_id
            WHERE r.deleted_at IS NULL GROUP BY t.key
            """)
    }

    /// The same for categories or cuisines; a merged one counts for its target.
    func terms(_ kind: TermKind) throws -> [String: Count] {
        try counts(
            """
            SELECT coalesce(m.key, t.key), count(*), 0
            FROM \(raw: kind.rawValue) t CROSS JOIN revision_use u ON u.kind = \(kind) AND u.key = t.key
            CROSS JOIN recipe r ON r.id = u.recipe_id AND r.head_revision_id = u.revision_id
            LEFT JOIN \(raw: kind.rawValue) m ON m.id = t.merged_into
            WHERE r.deleted_at IS NULL GROUP BY 1
            """)
    }

    /// Public recipes by category or cuisine.
    func published(_ kind: TermKind) throws -> [String: Count] {
        try counts(
            """
            SELECT t.key, count(*), 0
            FROM \(raw: kind.rawValue) t CROSS JOIN public_recipe p ON p.\(raw: kind.rawValue)_id = t.id GROUP BY t.key
            """)
    }

    /// The number of recipes that use the entry: in public, submitted or newest revisions, including deleted recipes,
    /// which may be restored; and those for which an admin has set it.
    func recipes(naming use: RecipeUse) throws -> Int {
        try db.value(
            """
            SELECT count(*) FROM (
                SELECT u.recipe_id FROM revision_use u CROSS JOIN recipe r ON r.id = u.recipe_id
                WHERE u.kind = \(use.kind) AND u.key = \(use.key)
                    AND (u.revision_id = r.head_revision_id OR u.revision_id = r.live_revision_id
                        OR EXISTS (SELECT 1 FROM submission s WHERE s.revision_id = u.revision_id AND s.state = 'queued'))
                UNION
                SELECT recipe_id FROM recipe_term WHERE kind = \(use.kind) AND value = \(use.key))
            """) ?? 0
    }

    /// The condition for public recipes whose text, or an admin's value, has one of these terms or one merged into
    /// them.
    static func names(_ keys: [String], _ kind: TermKind) -> SQL {
        let all: SQL = """
            SELECT t.key FROM \(raw: kind.rawValue) t LEFT JOIN \(raw: kind.rawValue) m ON m.id = t.merged_into
            WHERE t.key IN \(list: keys) OR m.key IN \(list: keys)
            """
        return """
            (revision_id IN (SELECT revision_id FROM revision_use WHERE kind = \(kind) AND key IN (\(sql: all)))
                OR recipe_id IN (SELECT recipe_id FROM recipe_term WHERE kind = \(kind) AND value IN (\(sql: all))))
            """
    }

    private func counts(_ sql: SQL) throws -> [String: Count] {
        let rows = try db.all(sql) { ($0[0] as String, Count(recipes: $0[1], lines: $0[2])) }
        return Dictionary(rows) { first, _ in first }
    }
}
