// Stores one-use links that are sent by email: to reset a password, and to confirm an email address.

import Database
import Security

enum LinkPurpose: String, Sendable {
    case reset, email
}

/// The account and email address that a link belongs to.
struct AccountLink: Sendable {
    let user: Int
    /// The email address that the link was sent to.
    let email: String
}

struct AccountLinkStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    static let lifetime = Milliseconds.hour

    /// Adds a link bound to the account's current password and email address; it replaces an older one for the same
    /// purpose.
    func add(_ purpose: LinkPurpose, user: Int, email: String, token: String, now: Int) throws {
        guard let state = try state(of: user) else { throw SiteError.notFound }
        try db.run("DELETE FROM account_link WHERE user_id = \(user) AND purpose = \(purpose.rawValue)")
        try db.run(
            """
            INSERT INTO account_link (token_hash, purpose, user_id, account_state, email, expires_at)
            VALUES (\(SHA256.digest(token)), \(purpose.rawValue), \(user), \(state), \(email), \(now + Self.lifetime))
            """)
    }

    /// The account and email address of a valid link, or `nil`. This does not use the link up.
    func find(_ purpose: LinkPurpose, token: String, now: Int) throws -> AccountLink? {
        let found = try db.first(
            """
            SELECT user_id, email, account_state FROM account_link
            WHERE token_hash = \(SHA256.digest(token)) AND purpose = \(purpose.rawValue) AND expires_at > \(now)
            """
        ) { (link: AccountLink(user: $0[0], email: $0[1]), state: $0[2] as [UInt8]) }
        guard let found, try state(of: found.link.user) == found.state else { return nil }
        return found.link
    }

    /// Uses the link up and returns its account and email address; `nil` if it is not valid.
    func use(_ purpose: LinkPurpose, token: String, now: Int) throws -> AccountLink? {
        guard let link = try find(purpose, token: token, now: now),
            try db.run("DELETE FROM account_link WHERE token_hash = \(SHA256.digest(token))") == 1
        else { return nil }
        return link
    }

    /// The email address that the user was asked to confirm, or `nil` if no such link is valid.
    func pendingEmail(user: Int, now: Int) throws -> String? {
        let found = try db.first(
            """
            SELECT email, account_state FROM account_link
            WHERE user_id = \(user) AND purpose = 'email' AND expires_at > \(now)
            """
        ) { (email: $0[0] as String, state: $0[1] as [UInt8]) }
        guard let found, try state(of: user) == found.state else { return nil }
        return found.email
    }

    /// Deletes the user's link for a purpose; `false` if there is none.
    func end(_ purpose: LinkPurpose, user: Int) throws -> Bool {
        try db.run("DELETE FROM account_link WHERE user_id = \(user) AND purpose = \(purpose.rawValue)") > 0
    }

    /// Deletes expired links.
    func tidy(now: Int) throws { try db.run("DELETE FROM account_link WHERE expires_at <= \(now)") }

    /// A digest that changes with the password or the email address, so that earlier links stop working.
    private func state(of user: Int) throws -> [UInt8]? {
        try db.first("SELECT coalesce(password_hash, ''), email_key FROM user WHERE id = \(user)") {
            SHA256.digest("\($0[0] as String)\n\($0[1] as String)")
        }
    }
}
