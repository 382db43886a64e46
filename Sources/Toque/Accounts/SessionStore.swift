// Sessions and one-time sign-in links: the browser holds "id.secret", the database only the secret's hash.

import Database
import Security

/// A session that was just begun.
struct NewSession: Sendable {
    /// The cookie's value.
    let cookie: String
    /// Seconds that the browser keeps it, or `nil` until it closes.
    let maxAge: Int?
}

struct SessionStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    static let hour = 3_600_000
    /// A session the browser keeps lasts 60 days, another 12 hours.
    static let rememberedLifetime = 60 * 24 * hour
    static let lifetime = 12 * hour

    /// The person whose session the cookie names, if it is right and has not expired.
    func viewer(cookie: String, now: Int) throws -> Viewer? {
        let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let id = String(parts[0])
        let found = try db.first(
            """
            SELECT s.secret_hash, u.id, u.username, u.role, u.suspended_until, u.suspension_reason,
                EXISTS (SELECT 1 FROM licence_grant g
                    WHERE g.user_id = u.id AND g.until > \(now) AND g.revoked_at IS NULL)
            FROM session s JOIN user u ON u.id = s.user_id
            WHERE s.id = \(id) AND s.expires_at > \(now)
            """
        ) { row in
            (
                hash: row[0] as [UInt8],
                viewer: Viewer(
                    id: row[1], username: row[2], role: Role(rawValue: row[3]) ?? .member, sessionID: id,
                    suspendedUntil: row[4], suspensionReason: row[5], isLicensed: row[6])
            )
        }
        guard let found, constantTimeEqual(found.hash, Self.hash(parts[1])) else { return nil }
        return found.viewer
    }

    /// Begins a session; expired ones of the same person go.
    func begin(user: Int, remembered: Bool, now: Int) throws -> NewSession {
        let id = Random.token(bytes: 16)
        let secret = Random.token(bytes: 32)
        let lifetime = remembered ? Self.rememberedLifetime : Self.lifetime
        try db.run("DELETE FROM session WHERE user_id = \(user) AND expires_at <= \(now)")
        try db.run(
            """
            INSERT INTO session (id, secret_hash, user_id, created_at, expires_at)
            VALUES (\(id), \(Self.hash(secret[...])), \(user), \(now), \(now + lifetime))
            """)
        return NewSession(cookie: "\(id).\(secret)", maxAge: remembered ? lifetime / 1000 : nil)
    }

    func end(_ id: String) throws {
        try db.run("DELETE FROM session WHERE id = \(id)")
    }

    /// Makes a link that signs a person in once within a day, and returns its token.
    func makeSignInLink(user: Int, now: Int) throws -> String {
        let token = Random.token()
        try db.run("DELETE FROM sign_in_link WHERE expires_at <= \(now)")
        try db.run(
            """
            INSERT INTO sign_in_link (token_hash, user_id, expires_at)
            VALUES (\(Self.hash(token[...])), \(user), \(now + 24 * Self.hour))
            """)
        return token
    }

    /// Whether the link would work now; looking does not use it up.
    func signInLinkWorks(_ token: String, now: Int) throws -> Bool {
        try db.exists(
            "SELECT 1 FROM sign_in_link WHERE token_hash = \(Self.hash(token[...])) AND expires_at > \(now)")
    }

    /// Uses the link up and returns whose it is.
    func useSignInLink(_ token: String, now: Int) throws -> Int? {
        try db.value(
            """
            DELETE FROM sign_in_link WHERE token_hash = \(Self.hash(token[...])) AND expires_at > \(now)
            RETURNING user_id
            """)
    }

    private static func hash(_ secret: Substring) -> [UInt8] { SHA256.digest(Array(secret.utf8)) }
}
