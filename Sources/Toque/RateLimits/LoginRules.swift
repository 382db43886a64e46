// How long those who guess a password have to wait: longer with every wrong one.

enum LoginRules {
    /// Mistakes that cost nothing: a forgetful owner needs a few.
    static let freeTries = 10
    static let longestWait = 15 * Milliseconds.minute
    /// After this time without a try all is forgotten.
    static let memory = Milliseconds.day

    /// The wait before the next try after so many wrong ones in a row: none, then 1, 2, 4 … seconds.
    static func wait(after tries: Int) -> Int {
        guard tries >= freeTries else { return 0 }
        return min(1_000 << min(tries - freeTries, 20), longestWait)
    }
}

/// The wrong tries in a row that stand against a name or a device.
struct LoginTries: Equatable, Sendable {
    private(set) var count = 0
    private(set) var lastAt = 0

    /// Milliseconds until the next try is taken; 0 when it is taken now.
    func wait(now: Int) -> Int {
        let tries = now - lastAt >= LoginRules.memory ? 0 : count
        let wait = LoginRules.wait(after: tries)
        // A clock that was set back makes nobody wait longer.
        return min(max(0, lastAt + wait - now), wait)
    }

    /// Counts a try before its password is looked at, so that many at once are counted too.
    mutating func add(now: Int) {
        if now - lastAt >= LoginRules.memory { count = 0 }
        count += 1
        lastAt = now
    }
}
