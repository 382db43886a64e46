// One-use links that come by mail: for a forgotten password, and for an address that is to be confirmed.

import Database
import Security

enum LinkPurpose: String, Sendable {
    case reset, email
}

/// What a link is good for.
struct AccountLink: Sendable {
    let user: Int
    /// The address that the link was sent to.
    let email: String
}

struct AccountLinkStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    static let lifetime = Milliseconds.hour

    /// Makes a link to an account as it is now; an older one for the same purpose ends.
    func add(_ purpose: LinkPurpose, user: Int, email: String, token: String, now: Int) throws {
        guard let state = try state(of: user) else { throw SiteError.notFound }
        try db.run("DELETE FROM account_link WHERE user_id = \(user) AND purpose = \(purpose.rawValue)")
        try db.run(
            """
            INSERT INTO account_link (token_hash, purpose, user_id, account_state, email, expires_at)
            VALUES (\(SHA256.digest(token)), \(purpose.rawValue), \(user), \(state), \(email), \(now + Self.lifetime))
            """)
    }

    /// What the link would be good for now; looking does not use it up.
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

    /// Uses the link up and says what it was good for.
    func use(_ purpose: LinkPurpose, token: String, now: Int) throws -> AccountLink? {
        guard let link = try find(purpose, token: token, now: now),
            try db.run("DELETE FROM account_link WHERE token_hash = \(SHA256.digest(token))") == 1
        else { return nil }
        return link
    }

    /// The address that a person was asked to confirm, if the link still works.
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

    /// Ends what a person was sent for a purpose; false where there is nothing.
    func end(_ purpose: LinkPurpose, user: Int) throws -> Bool {
        try db.run("DELETE FROM account_link WHERE user_id = \(user) AND purpose = \(purpose.rawValue)") > 0
    }

    /// Forgets links that have ended.
    func tidy(now: Int) throws { try db.run("DELETE FROM account_link WHERE expires_at <= \(now)") }

    /// Changes whenever password or address do, so that links made before end.
    private func state(of user: Int) throws -> [UInt8]? {
        try db.first("SELECT coalesce(password_hash, ''), email_key FROM user WHERE id = \(user)") {
            SHA256.digest("\($0[0] as String)\n\($0[1] as String)")
        }
    }
}
