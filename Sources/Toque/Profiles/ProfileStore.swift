// Profiles: one method a question.

import Database

/// A person as everybody may know them.
struct Cook: Sendable {
    let author: Author
    let bio: String
    let photo: String?

    var avatar: Avatar { Avatar(photo: photo, name: author.name) }
}

/// What saving a profile came to.
enum SavedProfile: Equatable, Sendable {
    /// The picture that nothing shows any more, whose files can go.
    case saved(orphan: String?)
    /// Somebody else is called so.
    case nameTaken
}

struct ProfileStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// A person's profile, empty as long as nothing was told; nil for nobody.
    func profile(of user: Int) throws -> Profile? {
        try db.first(
            """
            SELECT u.display_name, p.first_name, p.last_name, p.phone, p.bio, p.photo_id
            FROM user u LEFT JOIN profile p ON p.user_id = u.id WHERE u.id = \(user)
            """
        ) { row in
            func text(_ column: Int) -> String { (row[column] as String?) ?? "" }
            return Profile(
                displayName: text(0), firstName: text(1), lastName: text(2), phone: text(3), bio: text(4),
                photo: row[5])
        }
    }

    /// What everybody may know of a person.
    func cook(username: String, now: Int) throws -> Cook? {
        try db.first(
            """
            SELECT u.id, u.username, \(sql: AccountSQL.isLicensed("u.id", now: now)), u.display_name,
                coalesce(p.bio, ''), p.photo_id
            FROM user u LEFT JOIN profile p ON p.user_id = u.id
            WHERE u.username_key = \(AccountRules.key(username)) AND u.erased_at IS NULL
                AND \(sql: AccountSQL.isHere("u.id"))
            """
        ) { row in
            Cook(
                author: Author(id: row[0], username: row[1], isLicensed: row[2], displayName: row[3]), bio: row[4],
                photo: row[5])
        }
    }

    /// Whether a display name is, or looks like, what somebody else is called or logs in with.
    func isTaken(_ name: String, besides user: Int) throws -> Bool {
        guard !name.isEmpty else { return false }
        let (key, likenesses) = (AccountRules.key(name), NameRules.likenesses(name))
        return try db.exists(
            """
            SELECT 1 FROM user WHERE username_key = \(key) AND id <> \(user)
            UNION ALL SELECT 1 FROM user WHERE username_likeness IN \(list: likenesses) AND id <> \(user)
            UNION ALL SELECT 1 FROM user WHERE display_key IN \(list: likenesses) AND id <> \(user)
            """)
    }

    /// Saves all of a profile, or nothing.
    func save(_ profile: Profile, user: Int) throws -> SavedProfile {
        if try isTaken(profile.displayName, besides: user) { return .nameTaken }
        let old: String? = try db.value("SELECT photo_id FROM profile WHERE user_id = \(user)")
        let name = profile.displayName.isEmpty ? nil : profile.displayName
        try db.run(
            """
            UPDATE user SET display_name = \(name), display_key = \(name.map(NameRules.likeness)) WHERE id = \(user)
            """)
        try db.run(
            """
            INSERT INTO profile (user_id, first_name, last_name, phone, bio, photo_id)
            VALUES (\(user), \(profile.firstName), \(profile.lastName), \(profile.phone), \(profile.bio),
                \(profile.photo))
            ON CONFLICT (user_id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
                phone = excluded.phone, bio = excluded.bio, photo_id = excluded.photo_id
            """)
        guard let old, old != profile.photo, try MediaSweep.forget(old, db) else { return .saved(orphan: nil) }
        return .saved(orphan: old)
    }

    /// Takes parts of a profile away; gives those that were there, the profile as it was, and the picture whose files can
    /// go, or nothing where there was nothing to take.
    func clear(
        _ parts: [ProfilePart], user: Int
    ) throws -> (cleared: [ProfilePart], old: Profile, orphan: String?)? {
        guard let old = try profile(of: user) else { throw SiteError.notFound }
        var profile = old
        let cleared = profile.parts.filter(parts.contains)
        guard !cleared.isEmpty else { return nil }
        if cleared.contains(.picture) { profile.photo = nil }
        if cleared.contains(.name) { profile.displayName = "" }
        if cleared.contains(.bio) { profile.bio = "" }
        guard case .saved(let orphan) = try save(profile, user: user) else { return nil }
        return (cleared, old, orphan)
    }
}
