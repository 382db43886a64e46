// Stores users who were sent to a provider, and those who came back without an account here.

import Database
import Security

/// Why a user was sent to a provider.
enum ProviderPurpose: String, Sendable {
    case signIn = "sign-in"
    case link, confirm
}

/// A user who was sent to a provider.
struct ProviderRequest: Sendable {
    let provider: String
    let purpose: ProviderPurpose
    /// The session that must come back; `nil` if none is needed.
    let session: String?
    let next: String
    let beganAt: Int
}

/// A user who came back from a provider.
struct ProviderArrival: Sendable {
    let identity: Identity
    let facts: ProviderFacts
    let isEmailVerified: Bool
    /// When they logged in at the provider, in UTC milliseconds, if the provider says so.
    let authenticatedAt: Int?
    var next = "/"
}

struct ProviderStore {
    /// Milliseconds to come back in, and again to decide in.
    static let lifetime = 10 * Milliseconds.minute

    let db: Connection

    init(_ db: Connection) { self.db = db }

    func add(_ request: ProviderRequest, state: String) throws {
        try tidy(now: request.beganAt)
        try db.run(
            """
            INSERT INTO provider_request (state_hash, provider, purpose, session_id, next, began_at, expires_at)
            VALUES (\(SHA256.digest(state)), \(request.provider), \(request.purpose.rawValue), \(request.session),
                \(request.next), \(request.beganAt), \(request.beganAt + Self.lifetime))
            """)
    }

    /// The request with this state, or `nil`. It is used up, whatever happens next.
    func use(state: String, now: Int) throws -> ProviderRequest? {
        try db.first(
            """
            DELETE FROM provider_request WHERE state_hash = \(SHA256.digest(state)) AND expires_at > \(now)
            RETURNING provider, purpose, session_id, next, began_at
            """
        ) {
            ProviderRequest(
                provider: $0[0], purpose: ProviderPurpose(rawValue: $0[1]) ?? .signIn, session: $0[2], next: $0[3],
                beganAt: $0[4])
        }
    }

    func add(_ arrival: ProviderArrival, token: String, now: Int) throws {
        let (identity, facts) = (arrival.identity, arrival.facts)
        try db.run(
            """
            INSERT INTO provider_arrival (token_hash, issuer, subject, email, is_email_verified, name, picture,
                authenticated_at, next, expires_at)
            VALUES (\(SHA256.digest(token)), \(identity.issuer), \(identity.subject), \(facts.email),
                \(arrival.isEmailVerified), \(facts.name), \(facts.picture), \(arrival.authenticatedAt),
                \(arrival.next), \(now + Self.lifetime))
            """)
    }

    /// The user who came back with this token, or `nil`. This does not use it up.
    func arrival(token: String, now: Int) throws -> ProviderArrival? {
        try db.first(
            """
            SELECT issuer, subject, email, name, picture, is_email_verified, authenticated_at, next
            FROM provider_arrival WHERE token_hash = \(SHA256.digest(token)) AND expires_at > \(now)
            """
        ) {
            ProviderArrival(
                identity: Identity(issuer: $0[0], subject: $0[1]),
                facts: ProviderFacts(email: $0[2], name: $0[3], picture: $0[4]), isEmailVerified: $0[5],
                authenticatedAt: $0[6], next: $0[7])
        }
    }

    /// Uses the arrival up; `false` if another request already has.
    func useArrival(token: String) throws -> Bool {
        try db.run("DELETE FROM provider_arrival WHERE token_hash = \(SHA256.digest(token))") == 1
    }

    /// Deletes expired requests and arrivals.
    func tidy(now: Int) throws {
        try db.run("DELETE FROM provider_request WHERE expires_at <= \(now)")
        try db.run("DELETE FROM provider_arrival WHERE expires_at <= \(now)")
    }
}
