// Counts requests and failed logins in memory; the counts are lost when the process ends.

import Synchronization

/// The token buckets of addresses and accounts, and the failed logins of names, devices and accounts.
final class Limiter: Sendable {
    /// The owner of a bucket or count.
    enum Payer: Hashable, Sendable {
        /// The key of a `ClientAddress`.
        case address(String)
        case account(Int)
        /// The name typed at the login, as the key that all its spellings share.
        case name(String)
        /// A browser in which an account was used, by the number in its cookie.
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

    /// Takes one token from each payer's bucket. If any is empty, takes none and returns the milliseconds to wait.
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

    /// Counts a login attempt as failed until `forgiveLogin`. Returns the milliseconds to wait if it comes too soon.
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

    /// Resets the count after a correct password.
    func forgiveLogin(_ payer: Payer) {
        state.withLock { $0.tries.set(LoginTries(), for: Self.key(.login, payer)) }
    }

    /// How often each limit has refused a request, and how many keys are remembered.
    var figures: (refused: [RateLimit: Int], keys: Int) {
        state.withLock { ($0.refused, $0.buckets.count + $0.tries.count) }
    }

    /// The memory of both tables in bytes.
    var bytes: Int { state.withLock { $0.buckets.bytes + $0.tries.bytes } }

    /// Hashes the key with a seed that differs in every process, so that nobody can choose two keys with one hash.
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
