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

    /// The number of documents.
    var population: Int { population(with: words) }

    /// The number of documents that are in both. Processors of the lowest kind that Toque runs on cannot count bits, so
    /// full adders sum up 32 words to one before their bits are counted (Harley-Seal): a third of the time.
    func population(with other: UnsafePointer<UInt64>) -> Int {
        let blocks = count / 32
        var total = 0
        let (left, right) = (UnsafeRawPointer(words), UnsafeRawPointer(other))
        var (ones, twos, fours) = (Lane.zero, Lane.zero, Lane.zero)
        var eights = 0
        for block in 0..<blocks {
            @inline(__always) func lane(_ number: Int) -> Lane {
                let place = block * 256 + number * 32
                return left.loadUnaligned(fromByteOffset: place, as: Lane.self)
                    & right.loadUnaligned(fromByteOffset: place, as: Lane.self)
            }
            let (twos1, twos2) = (Self.add(&ones, lane(0), lane(1)), Self.add(&ones, lane(2), lane(3)))
            let fours1 = Self.add(&twos, twos1, twos2)
            let (twos3, twos4) = (Self.add(&ones, lane(4), lane(5)), Self.add(&ones, lane(6), lane(7)))
            let fours2 = Self.add(&twos, twos3, twos4)
            eights += Self.count(Self.add(&fours, fours1, fours2))
        }
        total = 8 * eights + 4 * Self.count(fours) + 2 * Self.count(twos) + Self.count(ones)
        for index in blocks * 32..<count { total += (words[index] & other[index]).nonzeroBitCount }
        return total
    }

    private typealias Lane = SIMD4<UInt64>

    /// Adds two words to a sum, bit by bit; returns the carries.
    @inline(__always)
    private static func add(_ sum: inout Lane, _ first: Lane, _ second: Lane) -> Lane {
        let half = sum ^ first
        let carry = (sum & first) | (half & second)
        sum = half ^ second
        return carry
    }

    @inline(__always)
    private static func count(_ lane: Lane) -> Int {
        lane[0].nonzeroBitCount + lane[1].nonzeroBitCount + lane[2].nonzeroBitCount + lane[3].nonzeroBitCount
    }

    /// Calls `body` for each document, in order.
    @inline(__always)
    func eachDocument(_ body: (Int) -> Void) {
        for index in 0..<count {
            var rest = words[index]
            while rest != 0 {
                body(index << 6 | rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
    }
}
