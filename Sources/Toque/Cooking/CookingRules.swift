// The limits of cook mode.

enum CookingRules {
    /// How long a recipe can be continued, and how long a timer is shown after its end, in milliseconds.
    static let resumeTime = Milliseconds.day
    /// When rows of cooking are deleted, in milliseconds after their last change.
    static let keptTime = 3 * Milliseconds.day
    /// The most recipes that a member cooks at a time, and those that the home page offers to continue.
    static let sessions = 20
    static let offered = 3
    /// The most timers of a member.
    static let timers = 20
    /// In code points.
    static let timerName = 60
    static let timerKey = 20
    /// The longest timer, in milliseconds.
    static let longestTimer = RecipeLimits.timer.upperBound * Milliseconds.second

    /// The most devices of a member that ring when a timer ends.
    static let devices = 10
    /// How long after the end of a timer devices are still sent it, in milliseconds: the same as on pages.
    static let latestRing = 15 * Milliseconds.minute
    /// The most ended timers that are read at a time.
    static let ringsAtATime = 200
    /// After more messages in a row that its push service did not accept, a device is deleted.
    static let deviceFailures = 10

    /// How long a device is sent nothing after this many failures in a row, in milliseconds.
    static func rest(afterFailures count: Int) -> Int { 15 * Milliseconds.second << min(count - 1, 8) }

    /// The step of an address or form: 1 is the first, and the number after the last is the end.
    static func step(_ typed: String?, of steps: Int) -> Int? {
        typed.flatMap { Int($0) }.flatMap { (1...steps + 1).contains($0) ? $0 : nil }
    }

    static func isKey(_ key: String) -> Bool {
        (1...timerKey).contains(key.utf8.count)
            && key.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }
}

extension ErrorReason {
    static let timersFull = ErrorReason("timers-full")
}
