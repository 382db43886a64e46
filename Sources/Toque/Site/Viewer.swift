// Who asks: what the session says of the person, read with each request.

/// A signed-in person.
struct Viewer: Sendable {
    let id: Int
    let username: String
    let role: Role
    let sessionID: String
    /// Where this request comes from.
    let address: ClientAddress
    /// UTC milliseconds; `nil` when not suspended.
    let suspendedUntil: Int?
    let suspensionReason: String
    /// Whether a licence to publish is active at this request.
    let isLicensed: Bool
    /// Whether logging in takes a code, too.
    var hasTwoStep = false
    /// Whether the role and an administrator's rule ask for that.
    var isAskedForTwoStep = false
    /// Whether the password is known to be too short for moderators and administrators.
    var hasShortPassword = false
    /// Whether the account is to be deleted: nothing is open but the way back.
    var isBeingDeleted = false
    var session = ViewerSession()
    /// What the person wants to be called, if not by the username.
    var displayName: String?

    var name: String { displayName ?? username }
    var isModerator: Bool { role != .member }
    var isAdmin: Bool { role == .admin }

    func isSuspended(at now: Int) -> Bool { suspendedUntil.map { $0 > now } ?? false }
}

/// What the session itself says; UTC milliseconds.
struct ViewerSession: Sendable {
    var lastSeenAt = 0
    var verifiedAt = 0
    /// Whether the browser keeps it when it closes.
    var isKept = false
    /// Whether it began with a one-time link instead of a password.
    var isByLink = false
}

/// What a person may do on the site; each includes the ones before.
public enum Role: String, CaseIterable, Sendable {
    case member, moderator, admin
}
