// Texts that came from elsewhere: they are published only by authors who said that they may, and when is kept.

import Database

struct ImportedTextStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    func add(recipe: Int, origin: String, now: Int) throws {
        try db.run("INSERT INTO imported_text (recipe_id, origin, imported_at) VALUES (\(recipe), \(origin), \(now))")
    }

    /// Whether the author still has to say that they may publish the text.
    func needsPublishingRights(_ recipe: Int) throws -> Bool {
        try db.exists("SELECT 1 FROM imported_text WHERE recipe_id = \(recipe) AND may_publish_at IS NULL")
    }

    /// Keeps when the author said so first.
    func state(_ recipe: Int, now: Int) throws {
        try db.run(
            "UPDATE imported_text SET may_publish_at = \(now) WHERE recipe_id = \(recipe) AND may_publish_at IS NULL")
    }
}
