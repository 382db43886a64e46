// Writes logins to the audit log.

import Database

enum LoginRecord {
    /// Appends a row in the transaction that begins the session, with the provider's issuer if one was used. Keeps only
    /// the network of the address, since audit rows stay for good; the access log has the full address.
    static func add(
        user: Int, from origin: SessionOrigin, issuer: String? = nil, _ db: Connection, at now: Int
    ) throws {
        let name: String = try db.value("SELECT username FROM user WHERE id = \(user)") ?? ""
        try AuditStore(db).append(
            .init(action: "login", object: .user, id: user, from: "", to: "", detail: issuer ?? ""),
            by: Actor(id: user, name: name, network: origin.network), at: now)
    }
}
