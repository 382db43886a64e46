// What was made once, kept in memory for as long as what it was made from is the same.

import Synchronization

/// Values by their key, each with the version of everything it shows: compared whenever it is asked for, so that no
/// change has to say what it makes untrue.
final class VersionCache<Key: Hashable & Sendable, Version: Equatable & Sendable, Value: Sendable>: Sendable {
    private let limit: Int
    private let kept = Mutex<[Key: (version: Version, value: Value)]>([:])

    /// A cache of at most so many values; one more empties it.
    init(limit: Int) { self.limit = limit }

    var count: Int { kept.withLock { $0.count } }

    /// The value of a key, made when it is not known or not true any more.
    func value(_ key: Key, _ version: Version, make: () throws -> Value) rethrows -> Value {
        if let known = kept.withLock({ $0[key] }), known.version == version { return known.value }
        let fresh = try make()
        kept.withLock { kept in
            if kept.count >= limit { kept.removeAll(keepingCapacity: true) }
            kept[key] = (version, fresh)
        }
        return fresh
    }
}
