// Remembers the last percentage that was stored, so that each is stored once.

import Synchronization

final class LastPercent: Sendable {
    private let last = Mutex(-1)

    /// Whether the percentage is a new one.
    func moves(to percent: Int) -> Bool {
        last.withLock { last in
            defer { last = percent }
            return percent != last
        }
    }
}
