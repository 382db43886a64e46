// Stores favourites and their folders. The member is part of every WHERE clause.

import Database

/// A folder with the number of its recipes that the member may read now.
struct FavouriteFolder: Sendable, Equatable {
    let id: Int
    let name: String
    let count: Int
}

/// A part of the favourites.
enum FavouritePart: Equatable, Sendable {
    case all, unfiled
    case folder(Int)
}

/// Where favourites are moved.
enum FavouritePlace: Equatable, Sendable {
    case unfiled
    case folder(Int)
}

struct FavouriteStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    // Favourites

    /// Adds a favourite, and returns the number of the step that undoes it; `nil` if it was one already.
    func add(_ recipe: Int, user: Int, now: Int) throws -> Int? {
        guard try RecipeStore(db).isReadable(recipe, by: user) else { throw SiteError.notFound }
        if try isFavourite(recipe, user: user) { return nil }
        try db.run("INSERT INTO favourite (user_id, recipe_id, added_at) VALUES (\(user), \(recipe), \(now))")
        try checkLimit(user: user)
        return try UndoStore(db).add(UndoStep(added: recipe), .favourites, user: user, now: now)
    }

    /// Adds the recipes that the member may read; those that are favourites already move, if a folder is named. Returns
    /// the number of the step that undoes it; `nil` if nothing changed.
    func add(_ recipes: [Int], to place: FavouritePlace, user: Int, now: Int) throws -> Int? {
        let folder = try number(of: place, user: user)
        let added = try db.all(
            """
            INSERT INTO favourite (user_id, recipe_id, folder_id, added_at)
            SELECT \(user), r.id, \(folder), \(now) FROM recipe r
            WHERE r.id IN \(list: recipes) AND \(sql: RecipeStore.isReadable("r.id", by: user))
            ON CONFLICT (user_id, recipe_id) DO NOTHING RETURNING recipe_id
            """
        ) { $0[0] as Int }
        try checkLimit(user: user)
        let moved = folder == nil ? [] : try moved(recipes, to: folder, user: user)
        if added.isEmpty, moved.isEmpty { return nil }
        let step = UndoStep(favourites: moved.isEmpty ? nil : moved, addedFavourites: added)
        return try UndoStore(db).add(step, .favourites, user: user, now: now)
    }

    func isFavourite(_ recipe: Int, user: Int) throws -> Bool {
        try db.exists("SELECT 1 FROM favourite WHERE user_id = \(user) AND recipe_id = \(recipe)")
    }

    /// The limit counts recipes that are not public at the moment too, since they may come back.
    private func checkLimit(user: Int) throws {
        let count: Int = try db.value("SELECT count(*) FROM favourite WHERE user_id = \(user)") ?? 0
        if count > FavouriteRules.favourites { throw SiteError.conflict(.favouritesFull) }
    }

    /// Removes favourites, and returns the number of the step that undoes it; `nil` if none of them was one.
    func remove(_ recipes: [Int], user: Int, now: Int) throws -> Int? {
        let removed = try db.all(
            """
            DELETE FROM favourite WHERE user_id = \(user) AND recipe_id IN \(list: recipes)
            RETURNING recipe_id, folder_id, added_at
            """, Self.row)
        return try keep(removed, user: user, now: now)
    }

    /// Moves favourites into a folder, or out of all folders. Returns the number of the step that undoes it; `nil` if
    /// nothing moved.
    func move(_ recipes: [Int], to place: FavouritePlace, user: Int, now: Int) throws -> Int? {
        try keep(moved(recipes, to: number(of: place, user: user), user: user), user: user, now: now)
    }

    /// The id of a folder of the member; `nil` for favourites in none.
    private func number(of place: FavouritePlace, user: Int) throws -> Int? {
        guard case .folder(let id) = place else { return nil }
        guard try folder(id, user: user) != nil else { throw SiteError.notFound }
        return id
    }

    /// Moves favourites, and returns those that were elsewhere, as they were.
    private func moved(_ recipes: [Int], to folder: Int?, user: Int) throws -> [UndoStep.Favourite] {
        let condition: SQL =
            "user_id = \(user) AND recipe_id IN \(list: recipes) AND folder_id IS NOT \(folder)"
        let moved = try db.all("SELECT recipe_id, folder_id, added_at FROM favourite WHERE \(sql: condition)", Self.row)
        try db.run("UPDATE favourite SET folder_id = \(folder) WHERE \(sql: condition)")
        return moved
    }

    private func keep(_ rows: [UndoStep.Favourite], user: Int, now: Int) throws -> Int? {
        if rows.isEmpty { return nil }
        return try UndoStore(db).add(UndoStep(favourites: rows), .favourites, user: user, now: now)
    }

    private static func row(_ row: Row) -> UndoStep.Favourite {
        UndoStep.Favourite(recipe: row[0], folder: row[1], at: row[2])
    }

    /// The recipes of a page, newest first; recipes that the member may not read at the moment are left out.
    func page(_ part: FavouritePart, user: Int, page: Int) throws -> [Int] {
        let condition: SQL =
            switch part {
            case .all: "f.user_id = \(user)"
            case .unfiled: "f.user_id = \(user) AND f.folder_id IS NULL"
            case .folder(let id): "f.folder_id = \(id) AND f.user_id = \(user)"
            }
        return try db.all(
            """
            SELECT f.recipe_id FROM favourite f
            WHERE \(sql: condition) AND \(sql: RecipeStore.isReadable("f.recipe_id", by: user))
            ORDER BY f.added_at DESC, f.recipe_id DESC LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
            """
        ) { $0[0] as Int }
    }

    /// The latest favourites, newest first.
    func latest(_ count: Int, user: Int) throws -> [Int] {
        try db.all(
            """
            SELECT recipe_id FROM favourite WHERE user_id = \(user) ORDER BY added_at DESC, recipe_id DESC LIMIT \(count)
            """
        ) { $0[0] }
    }

    /// The numbers of favourites that the member may read, by folder; `nil` is those in none.
    func counts(user: Int) throws -> [Int?: Int] {
        let rows = try db.all(
            """
            SELECT f.folder_id, count(*) FROM favourite f
            WHERE f.user_id = \(user) AND \(sql: RecipeStore.isReadable("f.recipe_id", by: user))
            GROUP BY f.folder_id
            """
        ) { (folder: $0[0] as Int?, count: $0[1] as Int) }
        return Dictionary(rows.map { ($0.folder, $0.count) }) { first, _ in first }
    }

    // Folders

    func folders(user: Int, counts: [Int?: Int]) throws -> [FavouriteFolder] {
        try db.all("SELECT id, name FROM favourite_folder WHERE user_id = \(user) ORDER BY name_key") {
            FavouriteFolder(id: $0[0], name: $0[1], count: counts[$0[0] as Int] ?? 0)
        }
    }

    func folder(_ id: Int, user: Int) throws -> String? {
        try db.value("SELECT name FROM favourite_folder WHERE id = \(id) AND user_id = \(user)")
    }

    /// Returns the folder's number; `nil` if the member has one with this name already.
    func createFolder(_ name: String, user: Int, now: Int) throws -> Int? {
        if try folder(called: name, user: user) != nil { return nil }
        try db.run(
            """
            INSERT INTO favourite_folder (user_id, name, name_key, created_at)
            VALUES (\(user), \(name), \(FavouriteRules.key(name)), \(now))
            """)
        let id = db.lastInsertID
        let count: Int = try db.value("SELECT count(*) FROM favourite_folder WHERE user_id = \(user)") ?? 0
        if count > FavouriteRules.folders { throw SiteError.conflict(.foldersFull) }
        return id
    }

    private func folder(called name: String, user: Int) throws -> Int? {
        try db.value(
            "SELECT id FROM favourite_folder WHERE user_id = \(user) AND name_key = \(FavouriteRules.key(name))")
    }

    /// Returns the number of the step that undoes it; `nil` if another folder of the member has this name.
    func renameFolder(_ id: Int, to name: String, user: Int, now: Int) throws -> Int? {
        guard let old = try oldFolder(id, user: user) else { throw SiteError.notFound }
        if let other = try folder(called: name, user: user), other != id { return nil }
        try setName(name, folder: id, user: user)
        return try UndoStore(db).add(UndoStep(folder: old), .favourites, user: user, now: now)
    }

    /// `false` if the member has no such folder.
    @discardableResult private func setName(_ name: String, folder: Int, user: Int) throws -> Bool {
        try db.run(
            """
            UPDATE favourite_folder SET name = \(name), name_key = \(FavouriteRules.key(name))
            WHERE id = \(folder) AND user_id = \(user)
            """) > 0
    }

    private func oldFolder(_ id: Int, user: Int) throws -> UndoStep.Folder? {
        try db.first("SELECT id, name, created_at FROM favourite_folder WHERE id = \(id) AND user_id = \(user)") {
            UndoStep.Folder(id: $0[0], name: $0[1], at: $0[2])
        }
    }

    /// Deletes a folder; its recipes stay favourites. Returns the number of the step that undoes it.
    func deleteFolder(_ id: Int, user: Int, now: Int) throws -> Int {
        guard let old = try oldFolder(id, user: user) else { throw SiteError.notFound }
        let recipes = try db.all("SELECT recipe_id FROM favourite WHERE folder_id = \(id) AND user_id = \(user)") {
            $0[0] as Int
        }
        try db.run("DELETE FROM favourite_folder WHERE id = \(id) AND user_id = \(user)")
        return try UndoStore(db).add(
            UndoStep(folder: old, inFolder: recipes), .favourites, user: user, now: now)
    }

    // Undo

    /// Restores what a step recorded; `false` if there is nothing to undo any more.
    func undo(_ step: Int, user: Int, now: Int) throws -> Bool {
        guard let step = try UndoStore(db).take(step, .favourites, user: user, now: now) else { return false }
        if let recipe = step.added {
            try db.run("DELETE FROM favourite WHERE user_id = \(user) AND recipe_id = \(recipe)")
        }
        if let recipes = step.addedFavourites {
            try db.run("DELETE FROM favourite WHERE user_id = \(user) AND recipe_id IN \(list: recipes)")
        }
        for row in step.favourites ?? [] { try restore(row, user: user) }
        if step.favourites != nil { try checkLimit(user: user) }
        if let folder = step.folder { try restore(folder, step.inFolder, user: user) }
        return true
    }

    /// Recipes that were erased since stay away, and a folder that was deleted since counts as none.
    private func restore(_ row: UndoStep.Favourite, user: Int) throws {
        try db.run(
            """
            INSERT INTO favourite (user_id, recipe_id, folder_id, added_at)
            SELECT \(user), r.id, (SELECT id FROM favourite_folder WHERE id = \(row.folder) AND user_id = \(user)),
                \(row.at) FROM recipe r WHERE r.id = \(row.recipe)
            ON CONFLICT (user_id, recipe_id) DO UPDATE SET folder_id = excluded.folder_id, added_at = excluded.added_at
            """)
    }

    /// A deleted folder comes back with the recipes that are in no other folder since. If the member has given another
    /// folder its name, that one is used.
    private func restore(_ old: UndoStep.Folder, _ recipes: [Int]?, user: Int) throws {
        let other = try folder(called: old.name, user: user)
        guard let recipes else {
            guard other == nil || other == old.id else { throw SiteError.conflict(.changedMeanwhile) }
            guard try setName(old.name, folder: old.id, user: user) else { throw SiteError.notFound }
            return
        }
        guard let folder = try other ?? createFolder(old.name, user: user, now: old.at) else { return }
        for recipe in recipes {
            try db.run(
                """
                UPDATE favourite SET folder_id = \(folder)
                WHERE user_id = \(user) AND recipe_id = \(recipe) AND folder_id IS NULL
                """)
        }
    }
}
