// Where errors were thrown. Swift keeps no frames of one, so they are taken down while it is thrown.

internal import CElfutils
internal import Synchronization

/// The places of the last errors that were thrown, in any thread.
public enum ThrownErrors {
    /// Errors remembered, and frames of each. One that is answered with 500 is asked about at once.
    private static let kept = 1_024
    private static let depth = 20

    private static let places = Mutex(ThrownPlaces(kept: kept))

    /// Takes down the frames of every error from now on, in about a microsecond each. Those of typed throws are not
    /// told by the runtime, and have none.
    public static func watch() {
        // What collects frames is loaded at its first use, which takes long.
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

    /// The functions of this program that an error came through, the one that threw it first: as
    /// `Toque.RecipeStore.save`. None where it was thrown before `watch` or long ago.
    public static func frames(of error: any Error, most: Int) -> [String] {
        let box = unsafeBitCast(error as any Error, to: UInt.self)  // one pointer, as the runtime told it
        // The runtime throws it once more where a task waited for another's.
        for addresses in places.withLock({ $0.find(box) }) {
            let names = Symbols.names(of: addresses, most: most)
            if !names.isEmpty { return names }
        }
        return []
    }
}

/// A ring of the last errors with the addresses that their frames return to.
struct ThrownPlaces {
    private var entries: [(error: UInt, addresses: [UInt])]
    private var next = 0

    init(kept: Int) { entries = Array(repeating: (0, []), count: kept) }

    mutating func add(_ error: UInt, _ addresses: some Collection<UInt>) {
        entries[next].error = error
        entries[next].addresses.removeAll(keepingCapacity: true)
        entries[next].addresses.append(contentsOf: addresses)
        next = (next + 1) % entries.count
    }

    /// The newest first, since memory of an error that is gone is used for others.
    func find(_ error: UInt) -> [[UInt]] {
        (entries[next...] + entries[..<next]).reversed().lazy.filter { $0.error == error }.map(\.addresses)
    }
}
