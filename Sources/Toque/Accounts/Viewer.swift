// Who asks: what the session says of the person, read with each request.

/// A signed-in person.
struct Viewer: Sendable {
    let id: Int
    let username: String
    let role: Role
    let sessionID: String
    /// UTC milliseconds; `nil` when not suspended.
    let suspendedUntil: Int?
    let suspensionReason: String
    /// Whether a licence to publish is active at this request.
    let isLicensed: Bool

    var isModerator: Bool { role != .member }
    var isAdmin: Bool { role == .admin }
    var actor: Actor { Actor(id: id, name: username) }

    func isSuspended(at now: Int) -> Bool { suspendedUntil.map { $0 > now } ?? false }
}

/// What a person may do on the site; each includes the ones before.
public enum Role: String, CaseIterable, Sendable {
    case member, moderator, admin
}

/// Who is written into the audit log: a person by id and the name of that day, or the system.
public struct Actor: Sendable {
    let id: Int?
    let name: String

    public static let system = Actor(id: nil, name: "system")
}
