// Which public recipes changed, for everything else that is kept in memory.

import Database

extension IndexedRecipeStore {
    /// The recipes that changed after a change, at most `limit`; `nil` if that is no longer known, because a snapshot of
    /// the search index contains some of the changes.
    func changed(after position: Int, limit: Int) throws -> [Int]? {
        try db.readNow { db in
            if try IndexedRecipeStore(db).source().deleted > position { return nil }
            return try db.all("SELECT recipe_id FROM search_change WHERE id > \(position) ORDER BY id LIMIT \(limit)") {
                $0[0]
            }
        }
    }
}
