// When notifications are sent, and how long they are kept.

enum NotificationRules {
    /// A licence that runs out is announced this long before its end.
    static let notice = 14 * Milliseconds.day
    /// An end of a licence is not announced later than this, for example after the site was off.
    static let latestNotice = 30 * Milliseconds.day
    /// Read notifications are deleted after this time, longer than the worker looks back.
    static let kept = 180 * Milliseconds.day
    /// The most notifications of a member; older ones are deleted, read or not.
    static let most = 1_000
    /// The most items that a digest names; further ones are only counted.
    static let listed = 30
    /// Digests are sent from six in the morning, UTC; weekly ones on Mondays.
    private static let hour = 6 * Milliseconds.hour

    /// The next digest names what happened before this time, the last at which one was due.
    static func digestTime(_ frequency: MailFrequency, now: Int) -> Int {
        switch frequency {
        case .immediately, .never: return now
        case .daily: return last(every: Milliseconds.day, from: hour, now)
        // 1 January 1970 was a Thursday.
        case .weekly: return last(every: 7 * Milliseconds.day, from: 4 * Milliseconds.day + hour, now)
        }
    }

    private static func last(every period: Int, from first: Int, _ now: Int) -> Int {
        now < first ? 0 : now - (now - first) % period
    }
}
