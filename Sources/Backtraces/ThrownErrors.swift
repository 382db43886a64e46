// Records where errors are thrown. Swift keeps no frames of an error, so they are recorded at the moment of the throw.

internal import CElfutils
internal import Synchronization

/// The places where the last errors were thrown, in any thread.
public enum ThrownErrors {
    /// The number of remembered errors, and of frames for each. An error that is answered with 500 is looked up
    /// immediately.
    private static let kept = 8_192
    private static let depth = 20

    private static let places = Mutex(ThrownPlaces(kept: kept))

    /// Records the frames of every error from now on, in about a microsecond each. The runtime does not report typed
    /// throws, so they have no frames.
    public static func watch() {
        // The first call of `backtrace` loads a library, which takes long.
        var first: UnsafeMutableRawPointer?
        _ = backtrace(&first, 1)
        _swift_setWillThrowHandler { error in ThrownErrors.note(UInt(bitPattern: error)) }
    }

    private static func note(_ error: UInt) {
        withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: depth) { frames in
            let count = Int(backtrace(frames.baseAddress!, Int32(depth)))
            places.withLock { $0.add(error, frames.prefix(count).lazy.map { UInt(bitPattern: $0) }) }
        }
    }

    /// The functions of this program that an error passed through, such as `Toque.RecipeStore.save`, beginning with the
    /// one that threw it. Empty if it was thrown before `watch` or long ago.
    public static func frames(of error: any Error, most: Int) -> [String] {
        let box = unsafeBitCast(error as any Error, to: UInt.self)  // one pointer, as the runtime reported it
        // The runtime reports a second throw where a task waited for another task's error.
        for addresses in places.withLock({ $0.find(box) }) {
            let names = Symbols.names(of: addresses, most: most)
            if !names.isEmpty { return names }
        }
        return []
    }
}

/// The last errors by their address in memory, with the return addresses of their frames. No other error has the
/// address of one that still exists, so thousands of short-lived errors do not replace its entry.
struct ThrownPlaces {
    /// The number of errors that share a part of the table, and how many of these may have the same address.
    private static let ways = 16
    private static let most = 4

    private struct Entry {
        var error: UInt = 0
        var turn = 0
        var addresses: [UInt] = []
    }

    private var entries: [Entry]
    private var turn = 0

    init(kept: Int) { entries = Array(repeating: Entry(), count: max(1, kept / Self.ways) * Self.ways) }

    private func part(of error: UInt) -> Range<Int> {
        let start = Int((error &* 0x9E37_79B9_7F4A_7C15) >> 40) % (entries.count / Self.ways) * Self.ways
        return start..<start + Self.ways
    }

    mutating func add(_ error: UInt, _ addresses: some Collection<UInt>) {
        turn += 1
        let part = part(of: error)
        let isFull = part.count { entries[$0].error == error } >= Self.most
        var oldest: Int?
        for place in part where !isFull || entries[place].error == error {
            if oldest.map({ entries[place].turn < entries[$0].turn }) ?? true { oldest = place }
        }
        guard let place = oldest else { return }
        entries[place].error = error
        entries[place].turn = turn
        entries[place].addresses.removeAll(keepingCapacity: true)
        entries[place].addresses.append(contentsOf: addresses)
    }

    /// The entries of an address, newest first, because the memory of a freed error is used again.
    func find(_ error: UInt) -> [[UInt]] {
        part(of: error).map { entries[$0] }.filter { $0.error == error }.sorted { $0.turn > $1.turn }.map(\.addresses)
    }
}
