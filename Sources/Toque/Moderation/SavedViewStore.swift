// Stores the filters of the queue that moderators saved under a name.

import Database

/// A saved filter of one moderator.
struct SavedView: Sendable {
    /// A moderator has at most so many.
    static let limit = 30
    static let nameLength = 60
    static let queryLength = 500
    /// How long a deleted view can be restored, in milliseconds.
    static let undoTime = Milliseconds.day

    let id: Int
    let name: String
    let query: String
}

struct SavedViewStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    func views(of moderator: Int) throws -> [SavedView] {
        try db.all(
            """
            SELECT id, name, query FROM queue_view WHERE user_id = \(moderator) AND deleted_at IS NULL
            ORDER BY id LIMIT \(SavedView.limit)
            """
        ) { SavedView(id: $0[0], name: $0[1], query: $0[2]) }
    }

    /// Saves a filter; one with the same name is replaced. Returns false if the moderator has too many.
    func save(_ name: String, _ query: String, of moderator: Int, now: Int) throws -> Bool {
        let views = try views(of: moderator)
        if let old = views.first(where: { $0.name == name }) {
            try db.run("UPDATE queue_view SET query = \(query) WHERE id = \(old.id)")
            return true
        }
        guard views.count < SavedView.limit else { return false }
        try db.run(
            """
            INSERT INTO queue_view (user_id, name, query, created_at)
            VALUES (\(moderator), \(name), \(query), \(now))
            """)
        return true
    }

    /// Returns false if the moderator has no such view.
    func delete(_ id: Int, of moderator: Int, now: Int) throws -> Bool {
        try db.run(
            """
            UPDATE queue_view SET deleted_at = \(now)
            WHERE id = \(id) AND user_id = \(moderator) AND deleted_at IS NULL
            """) == 1
    }

    /// Returns false if the moderator deleted no such view, or too long ago. Throws a conflict if there are too many, or
    /// another one with its name.
    func restore(_ id: Int, of moderator: Int, now: Int) throws -> Bool {
        let name: String? = try db.value(
            """
            SELECT name FROM queue_view
            WHERE id = \(id) AND user_id = \(moderator) AND deleted_at > \(now - SavedView.undoTime)
            """)
        guard let name else { return false }
        let views = try views(of: moderator)
        guard !views.contains(where: { $0.name == name }) else { throw SiteError.conflict(.viewNameTaken) }
        guard views.count < SavedView.limit else { throw SiteError.conflict(.viewsFull) }
        try db.run("UPDATE queue_view SET deleted_at = NULL WHERE id = \(id)")
        return true
    }

    /// Deletes the views of all moderators that filter by an author, given as `AccountRules.key`.
    func delete(author key: String) throws {
        let views = try db.all("SELECT id, query FROM queue_view WHERE instr(query, 'author=') > 0") {
            (id: $0[0] as Int, query: $0[1] as String)
        }
        let naming = views.filter { AccountRules.key(QueueFilter(encoded: $0.query).author) == key }.map(\.id)
        try db.run("DELETE FROM queue_view WHERE id IN \(list: naming)")
    }

    func tidy(before time: Int) throws { try db.run("DELETE FROM queue_view WHERE deleted_at <= \(time)") }
}

extension ErrorReason {
    static let viewsFull = ErrorReason("views-full")
    static let viewNameTaken = ErrorReason("view-name-taken")
}
