// SQL conditions about accounts that many stores use in their own queries.

import Database

/// SQL conditions about one account; `user` is the column with its id.
enum AccountSQL {
    static func isBeingDeleted(_ user: SQL) -> SQL {
        "EXISTS (SELECT 1 FROM leaving WHERE leaving.user_id = \(sql: user))"
    }

    /// Whether the account is not being deleted, so that others see it and its content.
    static func isHere(_ user: SQL) -> SQL { "NOT \(sql: isBeingDeleted(user))" }

    /// Whether the account has an active publishing licence.
    static func isLicensed(_ user: SQL, now: Int) -> SQL { "EXISTS (SELECT 1 \(sql: licences(user, now)))" }

    /// When the publishing licence ends, in UTC milliseconds, or NULL.
    static func licensedUntil(_ user: SQL, now: Int) -> SQL { "(SELECT max(g.until) \(sql: licences(user, now)))" }

    private static func licences(_ user: SQL, _ now: Int) -> SQL {
        "FROM licence_grant g WHERE g.user_id = \(sql: user) AND g.until > \(now) AND g.revoked_at IS NULL"
    }
}
