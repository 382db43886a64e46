// The hash table in which words and names are looked up, many times for each line.

/// A table whose keys are hashes already. Hashing them again would cost more than everything else, and 64 bits are
/// enough to distinguish about ten thousand words and names without storing them.
struct PrehashedTable<Value: Sendable>: Sendable {
    /// 0 marks an empty place.
    private var hashes: [UInt64]
    private var values: [Value]
    private var count = 0
    private let blank: Value

    /// `blank` fills the empty places and is never returned.
    init(blank: Value) {
        self.blank = blank
        hashes = Array(repeating: 0, count: 1024)
        values = Array(repeating: blank, count: 1024)
    }

    subscript(hash: UInt64) -> Value? {
        get {
            let place = place(of: hash)
            return hashes[place] == 0 ? nil : values[place]
        }
        set {
            guard let newValue else { preconditionFailure("nothing is ever taken out") }
            if count * 2 >= hashes.count { grow() }
            let place = place(of: hash)
            if hashes[place] == 0 { count += 1 }
            hashes[place] = max(hash, 1)
            values[place] = newValue
        }
    }

    /// The place of a hash, or the empty place where it would be stored.
    private func place(of hash: UInt64) -> Int {
        let (hash, mask) = (max(hash, 1), hashes.count - 1)
        var place = Int(truncatingIfNeeded: hash ^ hash >> 32) & mask
        while hashes[place] != 0, hashes[place] != hash { place = (place + 1) & mask }
        return place
    }

    private mutating func grow() {
        let (oldHashes, oldValues) = (hashes, values)
        hashes = Array(repeating: 0, count: oldHashes.count * 2)
        values = Array(repeating: blank, count: oldHashes.count * 2)
        for (hash, value) in zip(oldHashes, oldValues) where hash != 0 {
            let place = place(of: hash)
            hashes[place] = hash
            values[place] = value
        }
    }
}
