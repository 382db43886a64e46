// Caches values in memory for as long as their source is unchanged.

import Synchronization

/// Values by key, each with the version of everything it shows. The version is compared at each access, so nothing has
/// to invalidate entries.
final class VersionCache<Key: Hashable & Sendable, Version: Equatable & Sendable, Value: Sendable>: Sendable {
    private let limit: Int
    private let kept = Mutex<[Key: (version: Version, value: Value)]>([:])

    /// A cache of at most `limit` values; adding one more empties it.
    init(limit: Int) { self.limit = limit }

    var count: Int { kept.withLock { $0.count } }

    /// The cached value of a key, if there is one of this version.
    func known(_ key: Key, _ version: Version) -> Value? {
        kept.withLock { $0[key] }.flatMap { $0.version == version ? $0.value : nil }
    }

    /// The cached value of a key, or a new one if there is none or its version differs.
    func value(_ key: Key, _ version: Version, make: () throws -> Value) rethrows -> Value {
        if let known = known(key, version) { return known }
        let fresh = try make()
        kept.withLock { kept in
            if kept.count >= limit { kept.removeAll(keepingCapacity: true) }
            kept[key] = (version, fresh)
        }
        return fresh
    }
}
