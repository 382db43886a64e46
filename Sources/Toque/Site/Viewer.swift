// The viewer of a request, read from the session with each request.

/// A logged-in user.
struct Viewer: Sendable {
    let id: Int
    let username: String
    let role: Role
    let sessionID: String
    /// The address that this request comes from.
    let address: ClientAddress
    /// UTC milliseconds; `nil` when not suspended.
    let suspendedUntil: Int?
    let suspensionReason: String
    /// Whether the publishing licence is active at the time of this request.
    let isLicensed: Bool
    /// Whether two-step login is set up.
    var hasTwoStep = false
    /// Whether the user's role requires it, because an admin turned the rule on.
    var isAskedForTwoStep = false
    /// Whether the password is known to be too short for moderators and admins.
    var hasShortPassword = false
    /// Whether the account will be deleted: nothing is open but cancelling that.
    var isBeingDeleted = false
    /// The number of notifications that the user has not read.
    var unread = 0
    /// As stored in the preferences: a bit for each switch that differs from its default.
    var switches = 0
    var session = ViewerSession()
    /// The name to show instead of the username.
    var displayName: String?

    var name: String { displayName ?? username }
    var isModerator: Bool { role != .member }
    var isAdmin: Bool { role == .admin }

    func isSuspended(at now: Int) -> Bool { suspendedUntil.map { $0 > now } ?? false }
}

/// The properties of the session; times in UTC milliseconds.
struct ViewerSession: Sendable {
    var lastSeenAt = 0
    var verifiedAt = 0
    /// Whether the browser keeps the cookie when it closes.
    var isKept = false
    /// Whether it began with a one-time link instead of a password.
    var isByLink = false
}

/// The roles of users; each may do everything that the ones before may.
public enum Role: String, CaseIterable, Sendable {
    case member, moderator, admin
}
