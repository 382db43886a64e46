// Stores which texts were imported. Authors must state that they may publish such a text, and the time of the statement
// is kept.

import Database

struct ImportedTextStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    func add(recipe: Int, origin: String, now: Int) throws {
        try db.run("INSERT INTO imported_text (recipe_id, origin, imported_at) VALUES (\(recipe), \(origin), \(now))")
    }

    /// Whether the author has yet to state that they may publish the text.
    func needsPublishingRights(_ recipe: Int) throws -> Bool {
        try db.exists("SELECT 1 FROM imported_text WHERE recipe_id = \(recipe) AND may_publish_at IS NULL")
    }

    /// Records the statement with the time at which it was first made.
    func state(_ recipe: Int, now: Int) throws {
        try db.run(
            "UPDATE imported_text SET may_publish_at = \(now) WHERE recipe_id = \(recipe) AND may_publish_at IS NULL")
    }
}
