// Stores publishing licences. A licence is active while any grant is; each change is in the audit log.

import Database

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

    /// Revokes every active grant; `false` if there is none.
    func revoke(user: Int, by actor: Actor, now: Int) throws -> Bool {
        guard try db.exists("SELECT 1 FROM user WHERE id = \(user)") else { throw SiteError.notFound }
        guard let old = try activeUntil(user: user, now: now) else { return false }
        try db.run("UPDATE licence_grant SET revoked_at = \(now) WHERE user_id = \(user) AND revoked_at IS NULL")
        try AuditStore(db).append(
            .init(action: "licence-revoke", object: .user, id: user, from: String(old), to: ""), by: actor, at: now)
        return true
    }
}
