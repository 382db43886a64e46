// How long sessions last, and for how long somebody counts as just recognised.

enum SessionRules {
    /// For how long a password, code or link lets somebody change what would be worth stealing.
    static let recent = 10 * Milliseconds.minute
    /// How often use is written down; the last use that people see is right to within this time.
    static let touchEvery = 5 * Milliseconds.minute
    /// For how long a log-in waits for its code.
    static let codeWait = 10 * Milliseconds.minute
    /// For how long the link works that an admin makes for somebody who forgot the password.
    static let resetLink = Milliseconds.hour

    /// Without use.
    static func idleLifetime(isKept: Bool) -> Int { isKept ? 30 * Milliseconds.day : 12 * Milliseconds.hour }
    /// However much it is used.
    static func lifetime(isKept: Bool) -> Int { isKept ? 60 * Milliseconds.day : 7 * Milliseconds.day }

    /// Wrong codes that an account bears in `codeWindow`; then none counts, right or wrong, until the time is over.
    static let codeTries = 10
    static let codeWindow = Milliseconds.hour
}

extension Viewer {
    /// Whether the person gave a password or code in the last minutes.
    func isRecent(at now: Int) -> Bool { now - session.verifiedAt < SessionRules.recent }
}
