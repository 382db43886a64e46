// Stores the recipes that members do not want to be suggested.

import Database

struct DismissalStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// All of a member's, also those that are not public at the moment.
    func recipes(of user: Int) throws -> Set<Int> {
        Set(try db.all("SELECT recipe_id FROM dismissed_recipe WHERE user_id = \(user)") { $0[0] as Int })
    }

    /// Adds a recipe that the member may read, and drops the oldest beyond the limit.
    func add(_ recipe: Int, user: Int, now: Int) throws {
        guard try RecipeStore(db).isReadable(recipe, by: user) else { throw SiteError.notFound }
        try db.run(
            """
            INSERT INTO dismissed_recipe (user_id, recipe_id, dismissed_at) VALUES (\(user), \(recipe), \(now))
            ON CONFLICT (user_id, recipe_id) DO NOTHING
            """)
        try db.run(
            """
            DELETE FROM dismissed_recipe WHERE user_id = \(user) AND (dismissed_at, recipe_id) <= (
                SELECT dismissed_at, recipe_id FROM dismissed_recipe WHERE user_id = \(user)
                ORDER BY dismissed_at DESC, recipe_id DESC LIMIT 1 OFFSET \(ShelfRules.dismissed))
            """)
    }

    /// Removes a recipe, also one that the member may not read any more.
    func remove(_ recipe: Int, user: Int) throws {
        let removed = try db.run("DELETE FROM dismissed_recipe WHERE user_id = \(user) AND recipe_id = \(recipe)")
        guard try removed > 0 || RecipeStore(db).isReadable(recipe, by: user) else { throw SiteError.notFound }
    }

    /// A page of those that the member may read now, the latest first.
    func page(_ page: Int, user: Int) throws -> [Int] {
        try db.all(
            """
            SELECT d.recipe_id FROM dismissed_recipe d
            WHERE d.user_id = \(user) AND \(sql: RecipeStore.isReadable("d.recipe_id", by: user))
            ORDER BY d.dismissed_at DESC, d.recipe_id DESC LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
            """
        ) { $0[0] as Int }
    }

    func count(user: Int) throws -> Int {
        try db.value(
            """
            SELECT count(*) FROM dismissed_recipe d
            WHERE d.user_id = \(user) AND \(sql: RecipeStore.isReadable("d.recipe_id", by: user))
            """) ?? 0
    }
}

extension Context {
    /// The recipes that the viewer does not want to be suggested; none for visitors.
    func dismissedRecipes() throws -> Set<Int> {
        try viewer.map { try DismissalStore(reader).recipes(of: $0.id) } ?? []
    }
}
