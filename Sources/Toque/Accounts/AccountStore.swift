// Reads and changes accounts: login data, roles, suspensions, and the search on the admin pages.

import Bytes
import Database
import Words

/// The columns that logging in needs.
struct Credentials: Sendable {
    let id: Int
    let passwordHash: String?
    let owner: PasswordOwner
}

/// The columns that the account page and related pages show.
struct AccountRow: Sendable {
    let username: String
    let email: String
    let passwordHash: String?
    let role: Role
    let createdAt: Int
    let licensedUntil: Int?
    let suspendedUntil: Int?
    let hasTwoStep: Bool
    let displayName: String?

    var owner: PasswordOwner { PasswordOwner(username: username, email: email, role: role, hasTwoStep: hasTwoStep) }
}

/// A user as admins see them.
struct UserRow: Sendable {
    let id: Int
    let username: String
    let email: String
    let role: Role
    let createdAt: Int
    let licensedUntil: Int?
    let suspendedUntil: Int?
    let recipes: Int
    let displayName: String?
    /// When the account will be erased, in UTC milliseconds, or `nil`. Until then admins see it under its names.
    let eraseAt: Int?
}

/// A moderator or admin, to choose from.
struct StaffName: Sendable {
    let id: Int
    let username: String
}

struct AccountStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Whether the name is somebody's username, or looks like somebody's username or display name.
    func isTaken(username: String) throws -> Bool {
        let likenesses = NameRules.likenesses(username)
        return try db.exists(
            """
            SELECT 1 FROM user WHERE username_key = \(AccountRules.key(username))
            UNION ALL SELECT 1 FROM user WHERE username_likeness IN \(list: likenesses)
            UNION ALL SELECT 1 FROM user WHERE display_key IN \(list: likenesses)
            """)
    }

    func isTaken(email: String) throws -> Bool {
        try db.exists("SELECT 1 FROM user WHERE email_key = \(AccountRules.key(email))")
    }

    /// Adds an account and returns its id. Throws `DatabaseError.constraint` if the username, one that looks like it,
    /// or the email address already exists.
    func add(
        username: String, email: String, password: HashedPassword?, role: Role = .member, language: Language = .en,
        now: Int
    ) throws -> Int {
        try db.run(
            """
            INSERT INTO user (username, username_key, username_likeness, email, email_key, password_hash,
                has_long_password, role, language, created_at)
            VALUES (\(username), \(AccountRules.key(username)), \(NameRules.likeness(username)), \(email),
                \(AccountRules.key(email)), \(password?.hash), \(password?.isLong), \(role.rawValue),
                \(language.rawValue), \(now))
            """)
        return db.lastInsertID
    }

    /// Finds an account by username or email address.
    func credentials(login: String) throws -> Credentials? {
        let key = AccountRules.key(login)
        return try db.first(
            """
            SELECT id, password_hash, totp_secret IS NOT NULL, username, email, role
            FROM user WHERE username_key = \(key) AND erased_at IS NULL
            UNION ALL
            SELECT id, password_hash, totp_secret IS NOT NULL, username, email, role
            FROM user WHERE email_key = \(key) AND erased_at IS NULL
            LIMIT 1
            """
        ) { row in
            let owner = PasswordOwner(
                username: row[3], email: row[4], role: Role(rawValue: row[5]) ?? .member, hasTwoStep: row[2])
            return Credentials(id: row[0], passwordHash: row[1], owner: owner)
        }
    }

    func account(_ user: Int, now: Int) throws -> AccountRow? {
        try db.first(
            """
            SELECT username, email, password_hash, role, created_at, suspended_until, totp_secret IS NOT NULL,
                \(sql: AccountSQL.licensedUntil("user.id", now: now)), display_name
            FROM user WHERE id = \(user) AND erased_at IS NULL
            """
        ) { row in
            AccountRow(
                username: row[0], email: row[1], passwordHash: row[2], role: Role(rawValue: row[3]) ?? .member,
                createdAt: row[4], licensedUntil: row[7], suspendedUntil: row[5], hasTwoStep: row[6],
                displayName: row[8])
        }
    }

    func id(username: String) throws -> Int? {
        try db.value("SELECT id FROM user WHERE username_key = \(AccountRules.key(username))")
    }

    /// The moderators and admins who are not suspended, by name. Sorted here, because SQLite would otherwise go through
    /// all users by name.
    func moderators(now: Int) throws -> [StaffName] {
        try db.all(
            """
            SELECT id, username FROM user
            WHERE role <> 'member' AND coalesce(suspended_until, 0) <= \(now) AND \(sql: AccountSQL.isHere("user.id"))
            """
        ) { StaffName(id: $0[0], username: $0[1]) }.sorted { $0.username < $1.username }
    }

    func setPassword(_ password: HashedPassword, user: Int) throws {
        try db.run(
            """
            UPDATE user SET password_hash = \(password.hash), has_long_password = \(password.isLong) WHERE id = \(user)
            """)
        try db.run("DELETE FROM session WHERE user_id = \(user)")
        try db.run("DELETE FROM sign_in_link WHERE user_id = \(user)")
    }

    /// Records whether the password just typed is long enough for every role.
    func note(isLong: Bool, user: Int) throws {
        try db.run(
            "UPDATE user SET has_long_password = \(isLong) WHERE id = \(user) AND has_long_password IS NOT \(isLong)")
    }

    /// Whether the account still has this password hash.
    func hasHash(_ hash: String, user: Int) throws -> Bool {
        try db.exists("SELECT 1 FROM user WHERE id = \(user) AND password_hash = \(hash)")
    }

    func hasTwoStep(_ user: Int) throws -> Bool {
        try db.exists("SELECT 1 FROM user WHERE id = \(user) AND totp_secret IS NOT NULL")
    }

    /// Replaces the hash that was checked with a hash of the same password at another cost; does nothing if the hash
    /// has changed in the meantime.
    func renewHash(_ hash: String, of old: String, user: Int) throws {
        try db.run("UPDATE user SET password_hash = \(hash) WHERE id = \(user) AND password_hash = \(old)")
    }

    func setAppearance(_ appearance: Appearance, user: Int) throws {
        try db.run(
            """
            UPDATE user SET language = \(appearance.language.rawValue), theme = \(appearance.theme.rawValue) WHERE id = \(user)
            """)
    }

    func appearance(_ user: Int) throws -> Appearance {
        try db.first("SELECT language, theme FROM user WHERE id = \(user)") {
            Appearance(language: Language(rawValue: $0[0]) ?? .en, theme: Theme(rawValue: $0[1]) ?? .system)
        } ?? Appearance()
    }

    func role(_ user: Int) throws -> Role? {
        let role: String? = try db.value("SELECT role FROM user WHERE id = \(user) AND erased_at IS NULL")
        return role.flatMap(Role.init(rawValue:))
    }

    /// The usernames of some users.
    func usernames(_ ids: [Int]) throws -> [Int: String] {
        let rows = try db.all("SELECT id, username FROM user WHERE id IN \(list: ids)") {
            ($0[0] as Int, $0[1] as String)
        }
        return Dictionary(rows) { first, _ in first }
    }

    /// The admins who may act now and have a password or a linked provider. The admin that the first start creates often
    /// has neither.
    func admins(now: Int) throws -> [Int] {
        try db.all(
            """
            SELECT u.id FROM user u WHERE u.role = 'admin' AND u.erased_at IS NULL
                AND coalesce(u.suspended_until, 0) <= \(now) AND \(sql: AccountSQL.isHere("u.id"))
                AND (u.password_hash IS NOT NULL OR EXISTS (SELECT 1 FROM provider_link p WHERE p.user_id = u.id))
            LIMIT 50
            """
        ) { $0[0] }
    }

    /// Whether no other admin could log in. Another admin counts if they have a password, a linked provider that is
    /// configured or an unexpired one-time link, and are not suspended and not leaving. The admin that the first start
    /// creates often has none of these any more.
    func isLastAdmin(_ user: Int, open providers: [String], now: Int) throws -> Bool {
        try !db.exists(
            """
            SELECT 1 FROM user u WHERE u.role = 'admin' AND u.id <> \(user) AND u.erased_at IS NULL
                AND coalesce(u.suspended_until, 0) <= \(now) AND \(sql: AccountSQL.isHere("u.id"))
                AND (u.password_hash IS NOT NULL
                    OR EXISTS (SELECT 1 FROM provider_link p WHERE p.user_id = u.id AND p.issuer IN \(list: providers))
                    OR EXISTS (SELECT 1 FROM sign_in_link l WHERE l.user_id = u.id AND l.expires_at > \(now)))
            """)
    }

    /// Changes a role and records it in the audit log. A lost role ends claims and assignments. Refuses to demote the
    /// last admin who can log in, and to promote a suspended user. `open` contains the issuers with which users can log in at the moment.
    func setRole(_ role: Role, user: Int, open providers: [String], by actor: Actor, now: Int) throws {
        guard let old = try self.role(user) else { throw SiteError.notFound }
        if old == role { return }
        if old == .admin, try isLastAdmin(user, open: providers, now: now) { throw SiteError.conflict(.lastAdmin) }
        if old == .member || role == .admin,
            try db.exists("SELECT 1 FROM user WHERE id = \(user) AND suspended_until > \(now)")
        {
            throw SiteError.conflict(.suspendedRole)
        }
        try db.run("UPDATE user SET role = \(role.rawValue) WHERE id = \(user)")
        if role == .member {
            try db.run("DELETE FROM claim WHERE moderator_id = \(user)")
            try db.run("DELETE FROM assignment WHERE moderator_id = \(user)")
        }
        try AuditStore(db).append(
            .init(action: "role", object: .user, id: user, from: old.rawValue, to: role.rawValue), by: actor, at: now)
    }

    /// Suspends until a time in UTC milliseconds, or ends a suspension with `nil`; returns `false` if that changes
    /// nothing. Throws a conflict for admins.
    func suspend(until: Int?, reason: String, user: Int, by actor: Actor, now: Int) throws -> Bool {
        guard let role = try role(user) else { throw SiteError.notFound }
        if role == .admin, until != nil { throw SiteError.conflict(.lastAdmin) }
        let old: Int? = try db.value("SELECT suspended_until FROM user WHERE id = \(user)")
        if old == nil, until == nil { return false }
        if try db.exists(
            "SELECT 1 FROM user WHERE id = \(user) AND suspended_until = \(until) AND suspension_reason = \(reason)")
        {
            return false
        }
        try db.run(
            """
            UPDATE user SET suspended_until = \(until), suspension_reason = \(until == nil ? "" : reason)
            WHERE id = \(user)
            """)
        try AuditStore(db).append(
            .init(
                action: "suspend", object: .user, id: user, from: old.map(String.init) ?? "",
                to: until.map(String.init) ?? "", detail: reason), by: actor, at: now)
        return true
    }

    /// One page of the users whose names or email address contain the words, newest first, and the total number.
    func search(_ filter: UserFilter, page: Int, now: Int) throws -> (total: Int, users: [UserRow]) {
        let words = filter.words
        func pattern(_ words: String) -> String {
            let escaped = words.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "%", with: "\\%")
            return "%" + escaped.replacing(bytes: "_", with: "\\_") + "%"
        }
        let (typed, key) = (pattern(words), pattern(AccountRules.key(words)))
        // LIKE ignores letter case only in ASCII; the keys are folded for all letters. A leaving user is also found by
        // the old name.
        let found: SQL = """
            FROM user u LEFT JOIN leaving l ON l.user_id = u.id
            WHERE \(sql: filter.condition(now: now))
                AND (u.username_key LIKE \(key) ESCAPE '\\' OR u.email_key LIKE \(key) ESCAPE '\\'
                    OR u.display_key LIKE \(pattern(NameRules.likeness(words))) ESCAPE '\\'
                    OR u.display_name LIKE \(typed) ESCAPE '\\' OR l.username LIKE \(typed) ESCAPE '\\')
            """
        let total: Int = try db.value("SELECT count(*) \(sql: found)") ?? 0
        let users = try db.all(
            """
            SELECT u.id, coalesce(l.username, u.username), u.email, u.role, u.created_at, u.suspended_until,
                \(sql: AccountSQL.licensedUntil("u.id", now: now)),
                (SELECT count(*) FROM recipe r WHERE r.author_id = u.id AND r.deleted_at IS NULL),
                iif(l.user_id IS NULL, u.display_name, l.display_name), l.erase_at
            \(sql: found)
            ORDER BY u.id DESC LIMIT \(Paging.size) OFFSET \(Paging.offset(page))
            """
        ) {
            UserRow(
                id: $0[0], username: $0[1], email: $0[2], role: Role(rawValue: $0[3]) ?? .member, createdAt: $0[4],
                licensedUntil: $0[6], suspendedUntil: $0[5], recipes: $0[7], displayName: $0[8], eraseAt: $0[9])
        }
        return (total, users)
    }
}
