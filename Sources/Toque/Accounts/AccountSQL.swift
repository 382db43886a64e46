// What many stores ask of accounts inside their own SQL, said once.

import Database

/// `user` is the column that names the account.
enum AccountSQL {
    static func isBeingDeleted(_ user: SQL) -> SQL {
        "EXISTS (SELECT 1 FROM leaving WHERE leaving.user_id = \(sql: user))"
    }

    /// Whether others see the account, and what is its own alone.
    static func isHere(_ user: SQL) -> SQL { "NOT \(sql: isBeingDeleted(user))" }

    /// Whether a licence to publish is active.
    static func isLicensed(_ user: SQL, now: Int) -> SQL { "EXISTS (SELECT 1 \(sql: licences(user, now)))" }

    /// Until when, or NULL.
    static func licensedUntil(_ user: SQL, now: Int) -> SQL { "(SELECT max(g.until) \(sql: licences(user, now)))" }

    private static func licences(_ user: SQL, _ now: Int) -> SQL {
        "FROM licence_grant g WHERE g.user_id = \(sql: user) AND g.until > \(now) AND g.revoked_at IS NULL"
    }
}
