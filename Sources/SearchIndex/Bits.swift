// Sets of documents as bits, 64 to a word.

/// A set of the documents of one part, one bit for each. The memory is allocated by `make` and freed by `free`.
struct Bits {
    let words: UnsafeMutablePointer<UInt64>
    let count: Int

    /// An empty set for at most `documents` documents.
    static func make(documents: Int) -> Bits {
        let count = (documents + 63) / 64
        let words = UnsafeMutablePointer<UInt64>.allocate(capacity: max(count, 1))
        words.initialize(repeating: 0, count: max(count, 1))
        return Bits(words: words, count: count)
    }

    func free() { words.deallocate() }

    func clear() { words.update(repeating: 0, count: count) }

    func fill() { words.update(repeating: .max, count: count) }

    func contains(_ document: Int) -> Bool { words[document >> 6] & (1 << UInt64(document & 63)) != 0 }

    func insert(_ document: Int) { words[document >> 6] |= 1 << UInt64(document & 63) }

    func remove(_ document: Int) { words[document >> 6] &= ~(1 << UInt64(document & 63)) }

    func copy(_ other: UnsafePointer<UInt64>) { words.update(from: other, count: count) }

    func formUnion(_ other: UnsafePointer<UInt64>) { for index in 0..<count { words[index] |= other[index] } }

    func formIntersection(_ other: UnsafePointer<UInt64>) { for index in 0..<count { words[index] &= other[index] } }

    func subtract(_ other: UnsafePointer<UInt64>) { for index in 0..<count { words[index] &= ~other[index] } }

    func invert() { for index in 0..<count { words[index] = ~words[index] } }

    /// The number of documents. The loops add up in vectors; a bit count for each word would not.
    var population: Int {
        var sum: UInt64 = 0
        for index in 0..<count { sum &+= UInt64(truncatingIfNeeded: words[index].nonzeroBitCount) }
        return Int(sum)
    }

    /// The number of documents that are in both.
    func population(with other: UnsafePointer<UInt64>) -> Int {
        var sum: UInt64 = 0
        for index in 0..<count { sum &+= UInt64(truncatingIfNeeded: (words[index] & other[index]).nonzeroBitCount) }
        return Int(sum)
    }

    /// Calls `body` for each document, in order.
    @inline(__always)
    func forEach(_ body: (Int) -> Void) {
        for index in 0..<count {
            var rest = words[index]
            while rest != 0 {
                body(index << 6 | rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
    }
}
