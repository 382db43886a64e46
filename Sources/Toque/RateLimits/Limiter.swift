// Who has done how much of what: counted in memory, forgotten when the program ends.

import Synchronization

/// The buckets of all addresses, accounts and names, and the wrong tries to log in.
final class Limiter: Sendable {
    /// Whose bucket it is.
    enum Payer: Hashable, Sendable {
        /// The key of a `ClientAddress`.
        case address(String)
        case account(Int)
        /// What somebody typed as the name of an account, in the spelling that all spellings share.
        case name(String)
        /// A browser that an account was used from, by the number in its cookie.
        case device(String)
    }

    private struct State {
        var buckets = BoundedTable<TokenBucket>(limit: RateLimit.rememberedKeys)
        var tries = BoundedTable<LoginTries>(limit: RateLimit.rememberedKeys)
        var refused: [RateLimit: Int] = [:]
    }

    private let isOn: Bool
    private let state = Mutex(State())

    init(isOn: Bool) { self.isOn = isOn }

    /// Takes one token from everybody's bucket, or none when one of them is empty; then the milliseconds to wait.
    func take(_ limit: RateLimit, _ payers: [Payer], now: Int) -> Int? {
        guard isOn else { return nil }
        return state.withLock { state in
            let keys = payers.map { (key: Self.key(limit, $0), rate: $0.rate(limit)) }
            let buckets = keys.map { state.buckets.value($0.key) ?? TokenBucket() }
            let wait = zip(buckets, keys).map { $0.wait(now: now, $1.rate) }.max() ?? 0
            guard wait == 0 else {
                state.refused[limit, default: 0] += 1
                return wait
            }
            for (bucket, key) in zip(buckets, keys) {
                var bucket = bucket
                bucket.take(now: now, key.rate)
                state.buckets.set(bucket, for: key.key)
            }
            return nil
        }
    }

    /// Counts a try to log in as wrong until `forgive` says otherwise; the milliseconds to wait when it comes too soon.
    func beginLogin(_ payer: Payer, now: Int) -> Int? {
        guard isOn else { return nil }
        let key = Self.key(.login, payer)
        return state.withLock { state in
            var tries = state.tries.value(key) ?? LoginTries()
            let wait = tries.wait(now: now)
            guard wait == 0 else {
                state.refused[.login, default: 0] += 1
                return wait
            }
            tries.add(now: now)
            state.tries.set(tries, for: key)
            return nil
        }
    }

    /// The password was right.
    func forgiveLogin(_ payer: Payer) {
        state.withLock { $0.tries.set(LoginTries(), for: Self.key(.login, payer)) }
    }

    /// How often each limit has refused somebody, and how many keys are remembered.
    var figures: (refused: [RateLimit: Int], keys: Int) {
        state.withLock { ($0.refused, $0.buckets.count + $0.tries.count) }
    }

    /// The memory of both tables.
    var bytes: Int { state.withLock { $0.buckets.bytes + $0.tries.bytes } }

    /// A number instead of the texts, seeded anew in every process: nobody can choose two that are one.
    private static func key(_ limit: RateLimit, _ payer: Payer) -> Int {
        var hasher = Hasher()
        hasher.combine(limit)
        hasher.combine(payer)
        return hasher.finalize()
    }
}

extension Limiter.Payer {
    fileprivate func rate(_ limit: RateLimit) -> Rate {
        if case .address = self { limit.address } else { limit.account }
    }
}

extension Site {
    var limiter: Limiter { part() }
}
