// A table in memory that has a fixed maximum size, however many clients there are.

/// A dictionary of at most `limit` entries; a new one replaces the entry that was set longest ago.
///
/// The entries are in an array and linked from the newest to the oldest. Keys are integers, so that no key needs more
/// memory than another.
struct BoundedTable<Value> {
    private struct Entry {
        var key: Int
        var value: Value
        var newer: Int32
        var older: Int32
    }

    private static var none: Int32 { -1 }

    private let limit: Int
    private var places: [Int: Int32] = [:]
    private var entries: [Entry] = []
    private var newest = Self.none
    private var oldest = Self.none

    init(limit: Int) { self.limit = limit }

    var count: Int { places.count }

    /// The allocated memory in bytes, assuming that the dictionary is half empty.
    var bytes: Int {
        entries.capacity * MemoryLayout<Entry>.stride
            + places.capacity * 2 * (MemoryLayout<Int>.stride + MemoryLayout<Int32>.stride)
    }

    func value(_ key: Int) -> Value? { places[key].map { entries[Int($0)].value } }

    /// Sets a value and makes its entry the newest.
    mutating func set(_ value: Value, for key: Int) {
        if let place = places[key] {
            entries[Int(place)].value = value
            unchain(place)
            chain(place)
        } else {
            let place = placeForNew(key, value)
            places[key] = place
            chain(place)
        }
    }

    /// The next free place, or the place of the oldest entry.
    private mutating func placeForNew(_ key: Int, _ value: Value) -> Int32 {
        let entry = Entry(key: key, value: value, newer: Self.none, older: Self.none)
        guard entries.count == limit else {
            entries.append(entry)
            return Int32(entries.count - 1)
        }
        let place = oldest
        places[entries[Int(place)].key] = nil
        unchain(place)
        entries[Int(place)] = entry
        return place
    }

    private mutating func chain(_ place: Int32) {
        entries[Int(place)].older = newest
        entries[Int(place)].newer = Self.none
        if newest != Self.none { entries[Int(newest)].newer = place }
        newest = place
        if oldest == Self.none { oldest = place }
    }

    private mutating func unchain(_ place: Int32) {
        let (newer, older) = (entries[Int(place)].newer, entries[Int(place)].older)
        if newer == Self.none { newest = older } else { entries[Int(newer)].older = older }
        if older == Self.none { oldest = newer } else { entries[Int(older)].newer = newer }
    }
}
