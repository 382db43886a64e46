// Stores the links between accounts here and accounts at providers.

import Database

/// An account at a provider. Only issuer and subject together identify it, never an email address.
struct Identity: Sendable, Equatable {
    let issuer: String
    let subject: String
}

/// What the provider says about the account.
struct ProviderFacts: Sendable, Equatable {
    var email = ""
    var name = ""
    /// An address with `https://`, or empty. It is kept for the profile; nothing is downloaded here.
    var picture = ""
}

/// A link as its owner sees it.
struct ProviderLinkRow: Sendable {
    let issuer: String
    let facts: ProviderFacts
    let linkedAt: Int
    let lastUsedAt: Int
}

struct ProviderLinkStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The id of the account here that is linked to the identity.
    func user(_ identity: Identity) throws -> Int? {
        try db.value(
            "SELECT user_id FROM provider_link WHERE issuer = \(identity.issuer) AND subject = \(identity.subject)")
    }

    func list(user: Int) throws -> [ProviderLinkRow] {
        try db.all(
            """
            SELECT issuer, email, name, picture, linked_at, last_used_at FROM provider_link
            WHERE user_id = \(user) ORDER BY linked_at, id
            """
        ) {
            ProviderLinkRow(
                issuer: $0[0], facts: ProviderFacts(email: $0[1], name: $0[2], picture: $0[3]), linkedAt: $0[4],
                lastUsedAt: $0[5])
        }
    }

    /// Links an account. Throws `DatabaseError.constraint` if the identity is linked already, or the user has another
    /// link with this issuer.
    func add(_ identity: Identity, _ facts: ProviderFacts, user: Int, by actor: Actor, now: Int) throws {
        try db.run(
            """
            INSERT INTO provider_link (user_id, issuer, subject, email, name, picture, linked_at, last_used_at)
            VALUES (\(user), \(identity.issuer), \(identity.subject), \(facts.email), \(facts.name),
                \(facts.picture), \(now), \(now))
            """)
        try record("link-provider", identity.issuer, user, by: actor, now: now)
    }

    /// Records when the owner last logged in with the provider.
    func use(_ identity: Identity, now: Int) throws {
        try db.run(
            """
            UPDATE provider_link SET last_used_at = \(now)
            WHERE issuer = \(identity.issuer) AND subject = \(identity.subject)
            """)
    }

    enum Removal: Sendable {
        case removed, none
        /// Refused, because the owner could not log in any more.
        case last
    }

    /// Removes the link, unless it is the last way to log in; `open` contains the issuers with which users can log in
    /// at the moment.
    func remove(issuer: String, user: Int, open: [String], by actor: Actor, now: Int) throws -> Removal {
        let links = try list(user: user).map(\.issuer)
        guard links.contains(issuer) else { return .none }
        let hasPassword = try db.exists("SELECT 1 FROM user WHERE id = \(user) AND password_hash IS NOT NULL")
        guard hasPassword || links.contains(where: { $0 != issuer && open.contains($0) }) else { return .last }
        try db.run("DELETE FROM provider_link WHERE user_id = \(user) AND issuer = \(issuer)")
        try record("unlink-provider", issuer, user, by: actor, now: now)
        return .removed
    }

    private func record(_ action: String, _ issuer: String, _ user: Int, by actor: Actor, now: Int) throws {
        try AuditStore(db).append(
            .init(action: action, object: .user, id: user, from: "", to: "", detail: issuer), by: actor, at: now)
    }
}
