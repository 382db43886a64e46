// Stores sessions and one-time login links. The browser has "id.secret", the database only the secret's hash.

import Bytes
import Database
import Security

/// A session that has just begun.
struct NewSession: Sendable {
    /// The value of the session cookie.
    let cookie: String
    /// Seconds for which the browser keeps the cookie; `nil` means until it closes.
    let maxAge: Int?
}

/// The properties with which a session begins.
struct SessionStart: Sendable {
    var origin = SessionOrigin.unknown
    /// Whether the browser keeps the cookie when it closes.
    var isKept = false
    var isByLink = false
    var awaitsCode = false
    /// When the user proved who they are, in UTC milliseconds; `nil` means now.
    var verifiedAt: Int?
}

/// A session as its owner sees it in a list.
struct SessionRow: Sendable {
    let id: String
    let origin: SessionOrigin
    let createdAt: Int
    let lastSeenAt: Int
}

/// A login that waits for its code.
struct AwaitedLogin: Sendable {
    let sessionID: String
    let user: Int
    let isKept: Bool
    let isByLink: Bool
}

struct SessionStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The user of the session cookie, or `nil` if the cookie is wrong or the session has expired.
    func viewer(cookie: String, from address: ClientAddress, now: Int) throws -> Viewer? {
        guard let (id, secret) = Self.parts(cookie) else { return nil }
        let found = try db.first(
            """
            SELECT s.secret_hash, u.id, u.username, u.role, u.suspended_until, u.suspension_reason,
                \(sql: AccountSQL.isLicensed("u.id", now: now)),
                u.totp_secret IS NOT NULL, s.last_seen_at, s.verified_at, s.is_kept, s.is_by_link,
                \(sql: AccountSQL.isBeingDeleted("u.id")), u.display_name, u.has_long_password IS 0,
                u.role <> 'member' AND \(sql: SiteSettings.asksForTwoStep),
                (SELECT count(*) FROM notification n WHERE n.user_id = u.id AND n.seen_at IS NULL),
                coalesce((SELECT p.switches FROM preferences p WHERE p.user_id = u.id), 0)
            FROM session s JOIN user u ON u.id = s.user_id
            WHERE s.id = \(id) AND s.expires_at > \(now) AND s.awaits_code = 0 AND u.erased_at IS NULL
            """
        ) { row in
            (
                hash: row[0] as [UInt8],
                viewer: Viewer(
                    id: row[1], username: row[2], role: Role(rawValue: row[3]) ?? .member, sessionID: id,
                    address: address, suspendedUntil: row[4], suspensionReason: row[5], isLicensed: row[6],
                    hasTwoStep: row[7],
                    isAskedForTwoStep: row[15], hasShortPassword: row[14],
                    isBeingDeleted: row[12], unread: row[16], switches: row[17],
                    session: .init(lastSeenAt: row[8], verifiedAt: row[9], isKept: row[10], isByLink: row[11]),
                    displayName: row[13])
            )
        }
        guard let found, constantTimeEqual(found.hash, SHA256.digest(secret)) else { return nil }
        return found.viewer
    }

    /// The login with a correct password that waits for its code, from its cookie.
    func awaitedLogin(cookie: String, now: Int) throws -> AwaitedLogin? {
        guard let (id, secret) = Self.parts(cookie) else { return nil }
        let found = try db.first(
            """
            SELECT secret_hash, user_id, is_kept, is_by_link FROM session
            WHERE id = \(id) AND expires_at > \(now) AND awaits_code = 1
            """
        ) { row in
            (
                hash: row[0] as [UInt8],
                login: AwaitedLogin(sessionID: id, user: row[1], isKept: row[2], isByLink: row[3])
            )
        }
        guard let found, constantTimeEqual(found.hash, SHA256.digest(secret)) else { return nil }
        return found.login
    }

    func begin(user: Int, _ start: SessionStart, now: Int) throws -> NewSession {
        let id = Random.token(bytes: 16)
        let secret = Random.token(bytes: 32)
        let idle = start.awaitsCode ? SessionRules.codeWait : SessionRules.idleLifetime(isKept: start.isKept)
        let lifetime = start.awaitsCode ? SessionRules.codeWait : SessionRules.lifetime(isKept: start.isKept)
        try db.run(
            """
            INSERT INTO session (id, secret_hash, user_id, created_at, expires_at, ends_at, last_seen_at, verified_at,
                is_kept, is_by_link, awaits_code, browser, network)
            VALUES (\(id), \(SHA256.digest(secret)), \(user), \(now), \(now + idle), \(now + lifetime), \(now),
                \(start.verifiedAt ?? now), \(start.isKept), \(start.isByLink), \(start.awaitsCode), \(start.origin.browser),
                \(start.origin.network))
            """)
        return NewSession(cookie: "\(id).\(secret)", maxAge: start.isKept ? lifetime / 1000 : nil)
    }

    /// Records that the session is in use, and extends its idle lifetime.
    func touch(_ viewer: Viewer, now: Int) throws {
        let idle = SessionRules.idleLifetime(isKept: viewer.session.isKept)
        try db.run(
            """
            UPDATE session SET last_seen_at = \(now), expires_at = min(\(now + idle), ends_at)
            WHERE id = \(viewer.sessionID)
            """)
    }

    /// Throws if the session has ended since the request began. All sessions end when the password changes, and then
    /// what was proved with it no longer counts.
    func demand(_ viewer: Viewer) throws {
        guard try db.exists("SELECT 1 FROM session WHERE id = \(viewer.sessionID) AND user_id = \(viewer.id)") else {
            throw SiteError.loginRequired
        }
    }

    func end(_ id: String) throws {
        try db.run("DELETE FROM session WHERE id = \(id)")
    }

    /// Ends a session of this user; `false` if there is none.
    func end(_ id: String, user: Int) throws -> Bool {
        try db.run("DELETE FROM session WHERE id = \(id) AND user_id = \(user)") > 0
    }

    /// Makes the user's other sessions prove again who the user is before sensitive changes.
    func forgetProofs(user: Int, except kept: String) throws {
        try db.run("UPDATE session SET verified_at = 0 WHERE user_id = \(user) AND id <> \(kept)")
    }

    /// Ends all sessions of a user except one, including logins that wait for a code. Returns how many were in use.
    func endAll(user: Int, but kept: String? = nil) throws -> Int {
        let ended = try db.all(
            "DELETE FROM session WHERE user_id = \(user) AND id IS NOT \(kept) RETURNING awaits_code"
        ) { $0[0] as Bool }
        return ended.count { !$0 }
    }

    /// The active sessions of a user, last used first.
    func list(user: Int, now: Int) throws -> [SessionRow] {
        try db.all(
            """
            SELECT id, browser, network, created_at, last_seen_at FROM session
            WHERE user_id = \(user) AND expires_at > \(now) AND awaits_code = 0
            ORDER BY last_seen_at DESC, created_at DESC, id
            """
        ) { row in
            var origin = SessionOrigin.unknown
            origin.browser = row[1]
            origin.network = row[2]
            return SessionRow(id: row[0], origin: origin, createdAt: row[3], lastSeenAt: row[4])
        }
    }

    /// Makes a link that logs the user in once, replacing older links, and returns its token. The lifetime is in
    /// milliseconds.
    func makeSignInLink(user: Int, lifetime: Int = 24 * Milliseconds.hour, now: Int) throws -> String {
        let token = Random.token()
        try endLinks(of: user)
        try db.run(
            """
            INSERT INTO sign_in_link (token_hash, user_id, expires_at)
            VALUES (\(SHA256.digest(token)), \(user), \(now + lifetime))
            """)
        return token
    }

    func endLinks(of user: Int) throws { try db.run("DELETE FROM sign_in_link WHERE user_id = \(user)") }

    /// The id of the user whom the link would log in, or `nil`. This does not use the link up.
    func owner(ofSignInLink token: String, now: Int) throws -> Int? {
        try db.value(
            "SELECT user_id FROM sign_in_link WHERE token_hash = \(SHA256.digest(token)) AND expires_at > \(now)")
    }

    /// Uses the link up; `false` if another request already has.
    func useSignInLink(_ token: String, now: Int) throws -> Bool {
        let used: Int? = try db.value(
            """
            DELETE FROM sign_in_link WHERE token_hash = \(SHA256.digest(token)) AND expires_at > \(now)
            RETURNING user_id
            """)
        return used != nil
    }

    func tidy(now: Int) throws {
        try db.run("DELETE FROM session WHERE expires_at <= \(now)")
        try db.run("DELETE FROM sign_in_link WHERE expires_at <= \(now)")
    }

    private static func parts(_ cookie: String) -> (id: String, secret: String)? {
        let parts = cookie.split(bytes: ".", omittingEmptySubsequences: false)
        return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
}
