// How long sessions last, and how long a proof of identity counts. All values are in milliseconds.

enum SessionRules {
    /// How long a password, code or link lets the user make sensitive changes.
    static let recent = 10 * Milliseconds.minute
    /// The shortest time between two updates of `last_seen_at`; the last use shown to users is accurate to this.
    static let touchEvery = 5 * Milliseconds.minute
    /// How long a login waits for its code.
    static let codeWait = 10 * Milliseconds.minute
    /// How long a one-time link works that an admin makes for somebody who forgot the password.
    static let resetLink = Milliseconds.hour

    /// How long a session lasts without use.
    static func idleLifetime(isKept: Bool) -> Int { isKept ? 30 * Milliseconds.day : 12 * Milliseconds.hour }
    /// How long a session lasts in total.
    static func lifetime(isKept: Bool) -> Int { isKept ? 60 * Milliseconds.day : 7 * Milliseconds.day }

    /// The wrong codes that an account allows within `codeWindow`. After that every code is refused, even a valid one,
    /// until the window ends.
    static let codeTries = 10
    static let codeWindow = Milliseconds.hour
}

extension Viewer {
    /// Whether the user gave a password, code or link within the last `SessionRules.recent` (ten minutes).
    func isRecent(at now: Int) -> Bool { now - session.verifiedAt < SessionRules.recent }
}
