// Stores first reviews of new members that wait for a moderator.

import Bytes
import Database

/// A review that waits, with what the pre-screen found.
struct HeldReview: Equatable, Sendable {
    let id: Int
    let recipe: Int
    let title: String
    let username: String
    let name: String
    let stars: Int
    let text: String
    let changes: String
    let photo: String?
    let findings: [Finding]
    let heldAt: Int
}

struct HeldReviewStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    func count() throws -> Int { try db.value("SELECT count(*) FROM review WHERE held_at IS NOT NULL") ?? 0 }

    /// A page of the reviews that wait, oldest first.
    func page(_ page: Int) throws -> [HeldReview] {
        try db.all(
            """
            \(sql: Self.select) ORDER BY r.held_at, r.id LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
            """, Self.row)
    }

    func review(_ id: Int) throws -> HeldReview? { try db.first("\(sql: Self.select) AND r.id = \(id)", Self.row) }

    private static let select: SQL = """
        SELECT r.id, r.recipe_id, coalesce(p.title, ''), u.username, coalesce(u.display_name, u.username), r.stars,
            r.text, r.changes, r.photo_id, r.findings, r.held_at
        FROM review r JOIN user u ON u.id = r.user_id LEFT JOIN public_recipe p ON p.recipe_id = r.recipe_id
        WHERE r.held_at IS NOT NULL
        """

    private static func row(_ row: Row) -> HeldReview {
        HeldReview(
            id: row[0], recipe: row[1], title: row[2], username: row[3], name: row[4], stars: row[5], text: row[6],
            changes: row[7], photo: row[8],
            findings: (row[9] as String).split(bytes: "\n").compactMap { Finding(encoded: $0) },
            heldAt: row[10])
    }

    /// Publishes a review of somebody else. Returns its recipe and member; `nil` if none waits.
    func approve(_ id: Int, by moderator: Int) throws -> (recipe: Int, user: Int)? {
        try db.first(
            """
            UPDATE review SET held_at = NULL, deleted_at = NULL, findings = ''
            WHERE id = \(id) AND held_at IS NOT NULL AND user_id <> \(moderator) RETURNING recipe_id, user_id
            """
        ) { (recipe: $0[0], user: $0[1]) }
    }

    /// Removes a review of somebody else. Its findings stay, so that it waits again if that is undone.
    func reject(_ id: Int, by moderator: Int, now: Int) throws -> (recipe: Int, user: Int)? {
        try db.first(
            """
            UPDATE review SET held_at = NULL, deleted_at = \(now), removed_at = \(now)
            WHERE id = \(id) AND held_at IS NOT NULL AND user_id <> \(moderator) RETURNING recipe_id, user_id
            """
        ) { (recipe: $0[0], user: $0[1]) }
    }
}
