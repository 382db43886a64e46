// Stores what each name looks like (`NameRules.likeness`) next to the name, so that queries can find look-alikes.

import Database

struct NameLikenessStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    private struct Names {
        let user: Int
        let username: String
        let displayName: String?

        var likeness: String { NameRules.likeness(username) }
        var displayKey: String? { displayName.map(NameRules.likeness) }
    }

    /// Recalculates what every username and display name looks like, for example after the rules changed. If another
    /// account already has the same display key, both keep their names and this one keeps its old key.
    func deriveAll() throws {
        for names in try names() {
            try db.run("UPDATE user SET username_likeness = \(names.likeness) WHERE id = \(names.user)")
            try db.run(
                """
                UPDATE OR IGNORE user SET display_key = \(names.displayKey)
                WHERE id = \(names.user) AND display_key IS NOT \(names.displayKey)
                """)
        }
    }

    /// The accounts whose stored values differ from what their names look like.
    func stale() throws -> [Int] {
        try names().filter { names in
            try !db.exists(
                """
                SELECT 1 FROM user WHERE id = \(names.user) AND username_likeness = \(names.likeness)
                    AND (display_key IS \(names.displayKey)
                        OR EXISTS (SELECT 1 FROM user o WHERE o.display_key = \(names.displayKey) AND o.id <> user.id))
                """)
        }.map(\.user)
    }

    /// Reads usernames and display names. For a user who is leaving, these are the names that others no longer see.
    private func names() throws -> [Names] {
        try db.all(
            """
            SELECT u.id, coalesce(l.username, u.username), coalesce(l.display_name, u.display_name)
            FROM user u LEFT JOIN leaving l ON l.user_id = u.id ORDER BY u.id
            """
        ) { Names(user: $0[0], username: $0[1], displayName: $0[2]) }
    }
}
