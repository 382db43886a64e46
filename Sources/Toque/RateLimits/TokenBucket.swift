// How often something may be done: so many times at once, and then again and again after a while.

/// A bucket of tokens in one number: the moment at which it is full again.
struct TokenBucket: Equatable, Sendable {
    private(set) var fullAt = 0

    /// Milliseconds until it gives a token; 0 when it has one.
    func wait(now: Int, _ rate: Rate) -> Int {
        max(0, missing(now, rate) + rate.interval - rate.span)
    }

    /// Takes a token, which `wait` has to have said is there.
    mutating func take(now: Int, _ rate: Rate) {
        fullAt = now + missing(now, rate) + rate.interval
    }

    /// The time that the tokens which are out take to come back; a clock that was set back makes it no longer than that.
    private func missing(_ now: Int, _ rate: Rate) -> Int { min(max(fullAt - now, 0), rate.span) }
}
