// Stores import previews until they are saved or expire. Every query filters by the user in its WHERE clause.

import Bytes
import Database
import Food
import Foundation

/// A preview as its page shows it.
struct StoredImport: Sendable {
    let id: Int
    let name: String
    let document: String
    let unread: [ImportPreview.Unread]
    let items: [ImportSummary]
}

/// A recipe of a preview, as lists show it.
struct ImportSummary: Sendable {
    let n: Int
    let title: String
    let lines: Int
    let steps: Int
    let notes: Int
    /// The recipe that was saved from the same source before, if any.
    let known: Int?
}

/// A note on content that was left out or changed.
struct StoredNote: Codable, Sendable {
    let key: String
    let example: String
}

/// One recipe of a preview in full.
struct ImportDetail: Sendable {
    let n: Int
    let body: RecipeBody
    let origin: String
    let written: [String]
    let notes: [StoredNote]
    /// The understanding of its lines, computed just before it is saved.
    private(set) var understood: UnderstoodText?

    func understood(by catalogue: Catalogue, edition: Int) -> ImportDetail {
        var item = self
        item.understood = UnderstoodText(catalogue.read(body), edition: edition)
        return item
    }
}

struct ImportStore {
    /// How long a preview is stored, in milliseconds: less than an unused picture.
    static let lifetime = 12 * Milliseconds.hour
    /// The maximum stored previews of one user; beyond it the oldest are deleted.
    static let most = 5

    let db: Connection

    init(_ db: Connection) { self.db = db }

    func add(_ reading: ImportPreview, user: Int, now: Int) throws -> Int {
        try db.run(
            """
            INSERT INTO recipe_import (user_id, name, document, unread, created_at)
            VALUES (\(user), \(reading.name), \(reading.document), \(Self.json(reading.unread)), \(now))
            """)
        let id = db.lastInsertID
        for (index, recipe) in reading.recipes.enumerated() {
            let notes = recipe.notes.prefix(ImportLimits.leftovers).map {
                StoredNote(key: "\($0.kind)", example: $0.example.cut(to: ImportLimits.example))
            }
            try db.run(
                """
                INSERT INTO recipe_import_item (import_id, n, body, origin, written, notes, title, line_count,
                    step_count, note_count)
                VALUES (\(id), \(index + 1), \(recipe.body.encoded()), \(recipe.origin), \(Self.json(recipe.written)),
                    \(Self.json(notes)), \(recipe.body.title), \(recipe.body.lines.count), \(recipe.body.steps.count),
                    \(notes.count))
                """)
        }
        try db.run(
            """
            DELETE FROM recipe_import WHERE user_id = \(user) AND id NOT IN (
                SELECT id FROM recipe_import WHERE user_id = \(user) ORDER BY id DESC LIMIT \(Self.most))
            """)
        return id
    }

    func reading(_ id: Int, user: Int, now: Int) throws -> StoredImport? {
        let found = try db.first(
            """
            SELECT name, document, unread FROM recipe_import
            WHERE id = \(id) AND user_id = \(user) AND created_at > \(now - Self.lifetime)
            """
        ) { (name: $0[0] as String, document: $0[1] as String, unread: $0[2] as String) }
        guard let found else { return nil }
        let items = try db.all(
            """
            SELECT n, title, line_count, step_count, note_count, (
                SELECT max(r.id) FROM imported_text t JOIN recipe r ON r.id = t.recipe_id
                WHERE t.origin = i.origin AND r.author_id = \(user) AND r.deleted_at IS NULL)
            FROM recipe_import_item i WHERE import_id = \(id) ORDER BY n
            """
        ) { row in
            ImportSummary(n: row[0], title: row[1], lines: row[2], steps: row[3], notes: row[4], known: row[5])
        }
        return StoredImport(
            id: id, name: found.name, document: found.document, unread: Self.read(found.unread) ?? [], items: items)
    }

    /// One recipe of the user's preview.
    func item(_ n: Int, of reading: StoredImport) throws -> ImportDetail? {
        try db.first(
            """
            SELECT n, body, origin, written, notes FROM recipe_import_item
            WHERE import_id = \(reading.id) AND n = \(n)
            """
        ) { row in
            ImportDetail(
                n: row[0], body: try RecipeBody(encoded: row[1]), origin: row[2], written: Self.read(row[3]) ?? [],
                notes: Self.read(row[4]) ?? [])
        }
    }

    /// Creates a private recipe; `nil` if it is already saved. Its picture may have been deleted in the meantime.
    func save(_ item: ImportDetail, of reading: Int, user: Int, now: Int) throws -> CreatedRecipe? {
        let removed = try db.run("DELETE FROM recipe_import_item WHERE import_id = \(reading) AND n = \(item.n)")
        guard removed == 1 else { return nil }
        var body = item.body
        if let photo = body.photo,
            try !db.exists("SELECT 1 FROM photo WHERE id = \(photo) AND owner_id = \(user)")
        {
            body.photo = nil
        }
        let own = try VideoStore(db).own(body.stepMedia, owner: user)
        body.steps = body.steps.map { own[$0.media] == nil ? $0.bare : $0 }
        let created = try RecipeStore(db).create(RevisionText(body, item.understood), author: user, now: now)
        try ImportedTextStore(db).add(recipe: created.id, origin: item.origin, now: now)
        return created
    }

    /// Deletes a preview whose recipes have all been saved. Returns whether it did.
    func removeIfDone(_ id: Int, user: Int) throws -> Bool {
        try db.run(
            """
            DELETE FROM recipe_import WHERE id = \(id) AND user_id = \(user)
                AND NOT EXISTS (SELECT 1 FROM recipe_import_item WHERE import_id = \(id))
            """) > 0
    }

    func tidy(now: Int) throws {
        try db.run("DELETE FROM recipe_import WHERE created_at <= \(now - Self.lifetime)")
    }

    private static func json(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    private static func read<T: Decodable>(_ text: String) -> T? {
        try? JSONDecoder().decode(T.self, from: Data(text.utf8))
    }
}
