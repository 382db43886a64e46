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

    /// Derives the likeness of every username and display name again, for example after the rules changed. Where another
    /// user has that display key already, both keep their names, and the older key stays.
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

    /// People beside whose names something else stands than what they look like.
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

    /// Who is leaving has the name that others do not see.
    private func names() throws -> [Names] {
        try db.all(
            """
            SELECT u.id, coalesce(l.username, u.username), coalesce(l.display_name, u.display_name)
            FROM user u LEFT JOIN leaving l ON l.user_id = u.id ORDER BY u.id
            """
        ) { Names(user: $0[0], username: $0[1], displayName: $0[2]) }
    }
}
