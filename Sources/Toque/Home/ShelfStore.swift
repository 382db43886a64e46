// Finds the candidates for shelves of suggested recipes.

import Database
import Food

struct ShelfStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Recipes that at least two members other than the author saved or opened, best first. What is older counts less,
    /// and a heart counts four times as much as a look.
    func popular(now: Int) throws -> [Int] {
        func weight(_ at: SQL) -> SQL {
            """
            CASE WHEN \(sql: at) > \(now - 7 * Milliseconds.day) THEN 8
                WHEN \(sql: at) > \(now - 30 * Milliseconds.day) THEN 4
                WHEN \(sql: at) > \(now - 90 * Milliseconds.day) THEN 2 ELSE 1 END
            """
        }
        return try db.all(
            """
            SELECT recipe_id FROM (
                SELECT f.recipe_id, f.user_id, 4 * \(sql: weight("f.added_at")) AS weight FROM favourite f
                UNION ALL SELECT s.recipe_id, s.user_id, \(sql: weight("s.seen_at")) FROM seen_recipe s
            ) JOIN public_recipe p USING (recipe_id) WHERE user_id <> p.author_id
            GROUP BY recipe_id HAVING count(DISTINCT user_id) >= \(ShelfRules.people)
            ORDER BY sum(weight) DESC, p.published_at DESC LIMIT \(ShelfRules.popular)
            """
        ) { $0[0] }
    }

    /// How many recipes use each ingredient.
    func ingredientUses() throws -> [Int: Int] {
        let rows = try db.all(
            """
            SELECT ingredient_id, count(*) FROM public_recipe_ingredient WHERE is_mentioned = 0 GROUP BY ingredient_id
            """
        ) { ($0[0] as Int, $0[1] as Int) }
        return Dictionary(rows) { first, _ in first }
    }

    /// What the rules need to know of recipes that suit the filters, in the order of `ids`.
    func candidates(_ ids: [Int], fitting filters: DefaultFilters, disliked: [Int]) throws -> [ShelfRecipe] {
        let rows = try db.all(
            """
            SELECT p.recipe_id, p.category_id, p.author_id, p.total_minutes, p.claims,
                EXISTS (SELECT 1 FROM public_recipe_ingredient i WHERE i.recipe_id = p.recipe_id
                    AND i.ingredient_id IN \(list: disliked))
            FROM public_recipe p WHERE p.recipe_id IN \(list: ids)
                AND p.diet_yes & \(filters.dietBits) = \(filters.dietBits)
                AND p.allergen_no & \(filters.allergenBits) = \(filters.allergenBits)
            """
        ) { row in
            ShelfRecipe(
                id: row[0], category: row[1], author: row[2], minutes: row[3], claims: row[4], hasDisliked: row[5])
        }
        let found = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { found[$0] }
    }

    /// The public recipes that the shelves of a member resemble: the one that they cooked last and liked, and their
    /// latest favourite. A member who has neither gets the one of somebody else that they looked at last. Dismissed
    /// recipes are left out.
    func models(user: Int) throws -> [(reason: ShelfReason, recipe: Int)] {
        func first(_ source: SQL, _ reason: (String) -> ShelfReason) throws -> (reason: ShelfReason, recipe: Int)? {
            try db.first("SELECT p.recipe_id, p.title \(sql: source) LIMIT 1") {
                (reason: reason($0[1]), recipe: $0[0] as Int)
            }
        }
        let isWanted: SQL = "p.recipe_id NOT IN (SELECT recipe_id FROM dismissed_recipe WHERE user_id = \(user))"
        let cooked = try first(
            """
            FROM review v JOIN public_recipe p ON p.recipe_id = v.recipe_id
            WHERE v.user_id = \(user) AND v.deleted_at IS NULL AND v.cooked IS NOT NULL
                AND v.stars >= \(ShelfRules.likedStars) AND \(sql: isWanted)
            ORDER BY v.changed_at DESC, v.id DESC
            """, ShelfReason.cooked)
        let saved = try first(
            """
            FROM favourite f JOIN public_recipe p ON p.recipe_id = f.recipe_id
            WHERE f.user_id = \(user) AND \(sql: isWanted) ORDER BY f.added_at DESC, f.recipe_id DESC
            """, ShelfReason.saved)
        let models = [cooked, saved?.recipe == cooked?.recipe ? nil : saved].compactMap { $0 }
        if !models.isEmpty { return models }
        let seen = try first(
            """
            FROM seen_recipe s JOIN public_recipe p ON p.recipe_id = s.recipe_id
            WHERE s.user_id = \(user) AND p.author_id <> \(user) AND \(sql: isWanted)
            ORDER BY s.seen_at DESC, s.recipe_id DESC
            """, ShelfReason.seen)
        return [seen].compactMap { $0 }
    }

    /// The recipes that a member reviewed and did not like.
    func rejected(user: Int) throws -> [Int] {
        try db.all(
            """
            SELECT recipe_id FROM review
            WHERE user_id = \(user) AND stars <= \(ShelfRules.rejectedStars) AND deleted_at IS NULL
            """
        ) { $0[0] }
    }

    /// The ingredients of a public recipe.
    func ingredients(of recipe: Int) throws -> [Int] {
        try db.all(
            "SELECT ingredient_id FROM public_recipe_ingredient WHERE recipe_id = \(recipe) AND is_mentioned = 0"
        ) { $0[0] }
    }

    /// A text that changes when the member's favourites, pantry, staples or reviews change.
    func version(user: Int) throws -> String {
        try db.value(
            """
            SELECT coalesce(max(id), 0) || ' ' || count(*) || ' '
                || coalesce((SELECT ingredients FROM pantry_staples WHERE user_id = \(user)), '') || ' '
                || (SELECT coalesce(max(changed_at), 0) || ' ' || count(*) FROM review
                    WHERE user_id = \(user) AND deleted_at IS NULL)
            FROM undo_step WHERE user_id = \(user)
            """) ?? ""
    }
}
