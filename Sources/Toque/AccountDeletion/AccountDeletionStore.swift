// Stores accounts that wait for their deletion: hidden from others immediately, and restorable until the erasure
// begins.

import Database
import Food

/// An account that waits for its deletion.
struct ScheduledDeletion: Sendable {
    let username: String
    let displayName: String?
    let askedAt: Int
    let eraseAt: Int
    let choice: PublicRecipesChoice
    let reason: String
    /// Whether the erasure has begun, so that it can no longer be cancelled.
    let hasBegun: Bool
}

/// The content that an account would lose.
struct AccountSummary: Sendable {
    let recipes: Int
    let published: Int
    let pictures: Int
}

struct AccountDeletionStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    func row(_ user: Int) throws -> ScheduledDeletion? {
        try db.first(
            """
            SELECT username, asked_at, erase_at, withdraws, reason, begun_at IS NOT NULL, display_name FROM leaving
            WHERE user_id = \(user)
            """
        ) {
            ScheduledDeletion(
                username: $0[0], displayName: $0[6], askedAt: $0[1], eraseAt: $0[2],
                choice: ($0[3] as Bool) ? .withdraw : .keep,
                reason: $0[4], hasBegun: $0[5])
        }
    }

    func summary(_ user: Int) throws -> AccountSummary {
        try db.first(
            """
            SELECT (SELECT count(*) FROM recipe WHERE author_id = \(user) AND deleted_at IS NULL),
                (SELECT count(*) FROM public_recipe WHERE author_id = \(user)),
                (SELECT count(*) FROM photo WHERE owner_id = \(user))
            """
        ) { AccountSummary(recipes: $0[0], published: $0[1], pictures: $0[2]) }
            ?? AccountSummary(recipes: 0, published: 0, pictures: 0)
    }

    /// Begins the 14 days: ends sessions and links, and hides the name and, with `withdraw`, the public recipes.
    /// Returns `false` if they have already begun. `open` contains the issuers with which users can log in.
    func begin(
        _ user: Int, _ choice: PublicRecipesChoice, reason: String = "", open providers: [String], by actor: Actor,
        _ mailer: Mailer, now: Int
    ) throws -> Bool {
        let accounts = AccountStore(db)
        guard let role = try accounts.role(user), let owner = try accounts.recipient(user) else {
            throw SiteError.notFound
        }
        guard try row(user) == nil else { return false }
        if role == .admin, try accounts.isLastAdmin(user, open: providers, now: now) {
            throw SiteError.conflict(.lastAdminStays)
        }
        let eraseAt = now + AccountDeletionRules.grace
        try db.run(
            """
            INSERT INTO leaving (user_id, username, display_name, asked_at, erase_at, withdraws, reason)
            SELECT id, username, display_name, \(now), \(eraseAt), \(choice == .withdraw), \(reason)
            FROM user WHERE id = \(user)
            """)
        // The name keys stay, so that nobody else can register the names, and the owner can log in.
        let name = FormerMember.name(user)
        try db.run(
            """
            UPDATE user SET username = \(name), display_name = iif(display_name IS NULL, NULL, \(name))
            WHERE id = \(user)
            """)
        _ = try SessionStore(db).endAll(user: user)
        for table in ["sign_in_link", "account_link"] {
            try db.run("DELETE FROM \(raw: table) WHERE user_id = \(user)")
        }
        for table in ["claim", "assignment"] {
            try db.run("DELETE FROM \(raw: table) WHERE moderator_id = \(user)")
        }
        try deleteNotifications(naming: user)
        if choice == .withdraw {
            let published = try db.all("SELECT recipe_id FROM public_recipe WHERE author_id = \(user)") { $0[0] as Int }
            for recipe in published { try PublicRecipeStore(db).remove(recipe) }
        }
        try AuditStore(db).append(
            .init(action: "leave", object: .user, id: user, from: "", to: "leaving", detail: reason), by: actor, at: now
        )
        try mailer.notifyDeletion(owner, eraseAt: eraseAt, reason: reason, db: db, now: now)
        return true
    }

    /// Restores the account; returns `false` if it is not being deleted, or the erasure has begun.
    func stop(_ user: Int, by actor: Actor, catalogue: Catalogue, now: Int) throws -> Bool {
        guard let row = try row(user), !row.hasBegun else { return false }
        try db.run(
            """
            UPDATE user SET (username, display_name) = (SELECT username, display_name FROM leaving WHERE user_id = id)
            WHERE id = \(user)
            """)
        try db.run("DELETE FROM leaving WHERE user_id = \(user)")
        if row.choice == .withdraw {
            let live = try db.all(
                """
                SELECT r.live_revision_id FROM recipe r
                WHERE r.author_id = \(user) AND r.live_revision_id IS NOT NULL AND \(sql: RecipeStore.mayBePublic)
                """
            ) { $0[0] as Int }
            for revision in try live.compactMap(RecipeStore(db).revision) {
                try PublicRecipeStore(db).write(revision, author: user, catalogue: catalogue)
            }
        }
        try AuditStore(db).append(
            .init(action: "stay", object: .user, id: user, from: "leaving", to: ""), by: actor, at: now)
        return true
    }

    /// Deletes the notifications of others that name the person.
    func deleteNotifications(naming user: Int) throws {
        try db.run("DELETE FROM notification WHERE id IN (\(sql: Self.events(naming: user, in: "notification")))")
    }

    /// The rows of a table with events that name the person: shared recipes, and requests for a licence.
    static func events(naming user: Int, in table: SQL) -> SQL {
        """
        SELECT e.id FROM (SELECT 'recipe-shared-' || id AS name FROM recipe WHERE author_id = \(user)
            UNION ALL SELECT 'licence-asked-' || id FROM licence_request WHERE user_id = \(user)) named
        JOIN \(sql: table) e ON e.event BETWEEN named.name || '-' AND named.name || '.'
        """
    }

    /// Schedules the immediate erasure, without 14 days and without an email, of accounts that were never confirmed,
    /// own nothing and have long been unused: the address may be somebody else's. An ended session leaves only its
    /// login in the audit log, so it counts as if it had been used for its whole lifetime. The house account is
    /// excluded, since nobody confirms or uses it.
    func forgetUnconfirmed(now: Int) throws {
        let since = now - AccountDeletionRules.unconfirmed - SessionRules.lifetime(isKept: true)
        try db.run(
            """
            INSERT INTO leaving (user_id, username, display_name, asked_at, erase_at, withdraws, reason)
            SELECT id, username, display_name, \(now), \(now), TRUE, '' FROM user u
            WHERE email_confirmed_at IS NULL AND erased_at IS NULL AND role = 'member' AND created_at <= \(since)
                AND username_key <> \(AccountRules.houseAccount)
                AND \(sql: AccountSQL.isHere("u.id"))
                AND NOT EXISTS (SELECT 1 FROM session s WHERE s.user_id = u.id)
                AND NOT EXISTS (SELECT 1 FROM audit a WHERE a.actor_id = u.id AND a.at > \(since))
                AND NOT EXISTS (SELECT 1 FROM recipe r WHERE r.author_id = u.id)
                AND NOT EXISTS (SELECT 1 FROM draft d WHERE d.author_id = u.id)
                AND NOT EXISTS (SELECT 1 FROM bug_report b WHERE b.reporter_id = u.id)
                AND NOT EXISTS (SELECT 1 FROM licence_grant g WHERE g.user_id = u.id)
                AND NOT EXISTS (SELECT 1 FROM provider_link p WHERE p.user_id = u.id)
            LIMIT 100
            """)
    }

    /// The accounts whose 14 days are over, and those whose erasure was interrupted.
    func due(now: Int) throws -> [Int] {
        try db.all("SELECT user_id FROM leaving WHERE erase_at <= \(now) ORDER BY erase_at") { $0[0] }
    }
}
