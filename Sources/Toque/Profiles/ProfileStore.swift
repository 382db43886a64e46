// Stores profiles.

import Database

/// The public part of a member's profile.
struct Cook: Sendable {
    let author: Author
    let bio: String
    let photo: String?

    var avatar: Avatar { Avatar(photo: photo, name: author.name) }
}

/// The result of saving a profile.
enum SavedProfile: Equatable, Sendable {
    /// Saved; `orphan` is the photo that is no longer used, whose files can be deleted.
    case saved(orphan: String?)
    /// Another member has this name, or one that looks like it.
    case nameTaken
}

struct ProfileStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// A user's profile, with empty fields if nothing was saved; `nil` if the user does not exist.
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

    /// The public profile of a user; `nil` if there is none, or the account is being deleted or erased.
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

    /// Whether a display name is, or looks like, another user's display name or username.
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

    /// Saves the whole profile, or nothing.
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

    /// Removes parts of a profile. Returns the parts that were not empty, the old profile, and the photo whose files
    /// can be deleted; `nil` if there was nothing to remove.
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
