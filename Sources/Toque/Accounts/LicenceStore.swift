// Stores publishing licences. A licence is active while any grant is; each change is in the audit log.

import Database

/// A licence of a member's history.
struct LicenceGrant: Sendable {
    let grantedAt: Int
    let until: Int
    let note: String
    let revokedAt: Int?
    let revokeReason: String
    /// Whether the member ended it.
    let isGivenUp: Bool
}

struct LicenceStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// When the user's publishing licence ends, in UTC milliseconds, or `nil`.
    func activeUntil(user: Int, now: Int) throws -> Int? {
        try db.value("SELECT \(sql: AccountSQL.licensedUntil("\(user)", now: now))")
    }

    /// Returns the number of the grant.
    @discardableResult
    func grant(user: Int, until: Int, note: String, by actor: Actor, now: Int) throws -> Int {
        guard try db.exists("SELECT 1 FROM user WHERE id = \(user)") else { throw SiteError.notFound }
        let old = try activeUntil(user: user, now: now)
        try db.run(
            """
            INSERT INTO licence_grant (user_id, until, note, granted_by, granted_at)
            VALUES (\(user), \(until), \(note), \(actor.id), \(now))
            """)
        let id = db.lastInsertID
        try AuditStore(db).append(
            .init(
                action: "licence-grant", object: .user, id: user, from: old.map(String.init) ?? "",
                to: String(until), detail: note), by: actor, at: now)
        return id
    }

    /// The last licences of a member, newest first.
    func history(user: Int) throws -> [LicenceGrant] {
        try db.all(
            """
            SELECT granted_at, until, note, revoked_at, revoke_reason, given_up FROM licence_grant
            WHERE user_id = \(user) ORDER BY id DESC LIMIT 50
            """
        ) {
            LicenceGrant(
                grantedAt: $0[0], until: $0[1], note: $0[2], revokedAt: $0[3], revokeReason: $0[4], isGivenUp: $0[5])
        }
    }

    /// Revokes every active grant; `false` if there is none. Members give up their own.
    func revoke(user: Int, reason: String, by actor: Actor, now: Int) throws -> Bool {
        guard try db.exists("SELECT 1 FROM user WHERE id = \(user)") else { throw SiteError.notFound }
        guard let old = try activeUntil(user: user, now: now) else { return false }
        let isOwn = actor.id == user
        try db.run(
            """
            UPDATE licence_grant SET revoked_at = \(now), revoke_reason = \(reason), given_up = \(isOwn)
            WHERE user_id = \(user) AND revoked_at IS NULL AND until > \(now)
            """)
        try AuditStore(db).append(
            .init(
                action: isOwn ? "licence-give-up" : "licence-revoke", object: .user, id: user, from: String(old),
                to: "", detail: reason), by: actor, at: now)
        return true
    }
}
