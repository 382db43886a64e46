// Who logged in, as rows of the audit log.

import Database

enum LoginRecord {
    /// Written in the transaction that begins the session. Of the address only its network is kept, since these rows
    /// stay for good; the access log has the rest.
    static func add(user: Int, from origin: SessionOrigin, _ db: Connection, at now: Int) throws {
        let name: String = try db.value("SELECT username FROM user WHERE id = \(user)") ?? ""
        try AuditStore(db).append(
            .init(action: "login", object: .user, id: user, from: "", to: "", detail: origin.network),
            by: Actor(id: user, name: name), at: now)
    }
}
