// Caches values in memory for as long as their source is unchanged.

import Synchronization

/// Values by key, each with the version of everything it shows. The version is compared at each access, so nothing has
/// to invalidate entries.
///
/// What was not used for longest goes first: the entries are in two halves, and when the recent half is full, it takes
/// the place of the older one. An entry that is used moves to the recent half.
final class VersionCache<Key: Hashable & Sendable, Version: Equatable & Sendable, Value: Sendable>: Sendable {
    private struct Half {
        var entries: [Key: (version: Version, value: Value)] = [:]
        var cost = 0

        mutating func remove(_ key: Key, cost: (Value) -> Int) {
            if let removed = entries.removeValue(forKey: key) { self.cost -= cost(removed.value) }
        }
    }

    private struct State {
        var recent = Half()
        var older = Half()
    }

    private let limit: Int
    private let cost: @Sendable (Value) -> Int
    private let state = Mutex(State())

    /// A cache whose values cost at most `limit` together. Without `cost`, each counts as one.
    init(limit: Int, cost: @escaping @Sendable (Value) -> Int = { _ in 1 }) {
        (self.limit, self.cost) = (limit, cost)
    }

    var count: Int { state.withLock { $0.recent.entries.count + $0.older.entries.count } }

    /// The cached value of a key, if there is one of this version.
    func known(_ key: Key, _ version: Version) -> Value? {
        state.withLock { state in
            if let entry = state.recent.entries[key] { return entry.version == version ? entry.value : nil }
            guard let entry = state.older.entries[key], entry.version == version else { return nil }
            keep(entry.value, key, version, in: &state)
            return entry.value
        }
    }

    /// The cached value of a key, or a new one if there is none or its version differs.
    func value(_ key: Key, _ version: Version, make: () throws -> Value) rethrows -> Value {
        if let known = known(key, version) { return known }
        let fresh = try make()
        state.withLock { keep(fresh, key, version, in: &$0) }
        return fresh
    }

    private func keep(_ value: Value, _ key: Key, _ version: Version, in state: inout State) {
        state.recent.remove(key, cost: cost)
        state.older.remove(key, cost: cost)
        let added = cost(value)
        if added > limit / 2 { return }
        if state.recent.cost + added > limit / 2 {
            state.older = state.recent
            state.recent = Half()
        }
        state.recent.entries[key] = (version, value)
        state.recent.cost += added
    }
}
