// A token bucket: allows a burst, and then one more after each interval.

/// A token bucket stored as one number: the time when it will be full.
struct TokenBucket: Equatable, Sendable {
    private(set) var fullAt = 0

    /// Milliseconds until a token is available; 0 if one is.
    func wait(now: Int, _ rate: Rate) -> Int {
        max(0, missing(now, rate) + rate.interval - rate.span)
    }

    /// Takes a token, after `wait` returned 0.
    mutating func take(now: Int, _ rate: Rate) {
        fullAt = now + missing(now, rate) + rate.interval
    }

    /// Milliseconds until the bucket is full. If the clock was set back, at most the time to fill an empty bucket.
    private func missing(_ now: Int, _ rate: Rate) -> Int { min(max(fullAt - now, 0), rate.span) }
}
