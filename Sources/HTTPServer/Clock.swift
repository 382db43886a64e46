// The two clocks of a server: one for deadlines, one for the `Date` header.

import Foundation

/// Milliseconds of the monotonic clock.
enum Clock {
    static let never = UInt64.max

    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
    }

    /// Seconds since some fixed moment, with a finer resolution than `now`.
    static func seconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }

    static func milliseconds(_ seconds: Double) -> UInt64 { UInt64(max(0, seconds) * 1000) }
}
