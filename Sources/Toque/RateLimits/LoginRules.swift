// The waiting times after failed logins, which grow with every one.

enum LoginRules {
    /// Attempts without a wait: owners mistype their passwords too.
    static let freeTries = 10
    static let longestWait = 15 * Milliseconds.minute
    /// After this time without an attempt, the count starts again.
    static let memory = Milliseconds.day

    /// Milliseconds before the next attempt after this many failed ones in a row: none, then 1, 2, 4 … seconds.
    static func wait(after tries: Int) -> Int {
        guard tries >= freeTries else { return 0 }
        return min(1_000 << min(tries - freeTries, 20), longestWait)
    }
}

/// The failed logins in a row of one name, device or account.
struct LoginTries: Equatable, Sendable {
    private(set) var count = 0
    private(set) var lastAt = 0

    /// Milliseconds until the next attempt is accepted; 0 if it is accepted now.
    func wait(now: Int) -> Int {
        let tries = now - lastAt >= LoginRules.memory ? 0 : count
        let wait = LoginRules.wait(after: tries)
        // A clock that is set back must not make anyone wait longer.
        return min(max(0, lastAt + wait - now), wait)
    }

    /// Counts an attempt before its password is checked, so that simultaneous attempts count too.
    mutating func add(now: Int) {
        if now - lastAt >= LoginRules.memory { count = 0 }
        count += 1
        lastAt = now
    }
}
