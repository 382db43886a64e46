// Who logged in, as rows of the audit log.

import Database

enum LoginRecord {
    /// Written in the transaction that begins the session, with the provider that vouched where the password did not.
    /// Of the address only its network is kept, since rows of the log stay for good; the access log has the rest.
    static func add(
        user: Int, from origin: SessionOrigin, issuer: String? = nil, _ db: Connection, at now: Int
    ) throws {
        let name: String = try db.value("SELECT username FROM user WHERE id = \(user)") ?? ""
        try AuditStore(db).append(
            .init(action: "login", object: .user, id: user, from: "", to: "", detail: issuer ?? ""),
            by: Actor(id: user, name: name, network: origin.network), at: now)
    }
}
