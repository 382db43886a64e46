// What a report is about, as its page shows it.

import Database
import Security

/// A recipe, review or profile that is reported.
struct ReportTarget: Sendable {
    let kind: ReportKind
    let id: Int
    /// Whose it is.
    let userID: Int
    /// The title of the recipe, or the member's name.
    let title: String
    /// The words of a review, or of a profile.
    let text: String
    /// The photo of a review or profile.
    var photo: String?
    let address: String
    /// What it says now, as a hash.
    let sha256: String
    /// Whether everyone can see it.
    let isPublic: Bool
}

struct ReportTargetStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    func target(_ kind: ReportKind, _ id: Int) throws -> ReportTarget? {
        switch kind {
        case .recipe: try recipe(id)
        case .review: try review(id)
        case .user: try user(id)
        }
    }

    /// The text that was approved, also while it is hidden.
    private func recipe(_ id: Int) throws -> ReportTarget? {
        try db.first(
            """
            SELECT r.author_id, v.title, v.slug, v.sha256, p.recipe_id IS NOT NULL
            FROM recipe r JOIN revision v ON v.id = r.live_revision_id LEFT JOIN public_recipe p ON p.recipe_id = r.id
            WHERE r.id = \(id)
            """
        ) { row in
            ReportTarget(
                kind: .recipe, id: id, userID: row[0], title: row[1], text: "",
                address: Address.recipe(Slug.segment(id, row[2])), sha256: row[3], isPublic: row[4])
        }
    }

    private func review(_ id: Int) throws -> ReportTarget? {
        try db.first(
            """
            SELECT w.user_id, v.title, w.text || iif(w.changes = '', '', char(10) || w.changes), w.stars, w.recipe_id,
                w.deleted_at IS NULL AND p.recipe_id IS NOT NULL, w.photo_id, coalesce(w.cooked, '')
            FROM review w JOIN recipe r ON r.id = w.recipe_id JOIN revision v ON v.id = r.live_revision_id
            LEFT JOIN public_recipe p ON p.recipe_id = r.id
            WHERE w.id = \(id)
            """
        ) { row in
            let (text, stars, photo, way) = (row[2] as String, row[3] as Int, row[6] as String?, row[7] as String)
            return ReportTarget(
                kind: .review, id: id, userID: row[0], title: row[1], text: "\(stars) ★ \(text)",
                photo: photo, address: Address.recipe(row[4] as Int),
                sha256: SHA256.hex("\(stars)\n\(way)\n\(photo ?? "")\n\(text)"), isPublic: row[5])
        }
    }

    private func user(_ id: Int) throws -> ReportTarget? {
        try db.first(
            """
            SELECT u.username, coalesce(u.display_name, u.username), coalesce(p.bio, ''), coalesce(p.photo_id, ''),
                u.erased_at IS NULL AND \(sql: AccountSQL.isHere("u.id"))
            FROM user u LEFT JOIN profile p ON p.user_id = u.id WHERE u.id = \(id)
            """
        ) { row in
            let (username, name, bio, photo) = (row[0] as String, row[1] as String, row[2] as String, row[3] as String)
            return ReportTarget(
                kind: .user, id: id, userID: id, title: name, text: bio, photo: photo.isEmpty ? nil : photo,
                address: Address.cook(username),
                sha256: SHA256.hex([username, name, bio, photo].joined(separator: "\n")), isPublic: row[4])
        }
    }
}
