// The clock of the tests.

import Synchronization

/// A clock that stands still until a test moves it; UTC milliseconds.
final class TestClock: Sendable {
    static let minute = 60_000
    static let hour = 60 * minute
    static let day = 24 * hour
    /// Wednesday, 18 November 2026, 10:00 UTC.
    static let start = 1_794_996_000_000

    private let time = Mutex(start)

    var now: Int { time.withLock { $0 } }

    func advance(by milliseconds: Int) { time.withLock { $0 += milliseconds } }
}
