// Compares texts by their runs of three words (shingles), and summarises them by MinHash so that similar ones are found
// without comparing all.

import Bytes
import Food
import Words

/// The shingles of a recipe's text.
struct Likeness: Sendable {
    /// A hash of each run of three words.
    let shingles: Set<UInt64>

    /// Texts with fewer shingles resemble too many others.
    static let least = 20
    /// The number of groups of minima. Two texts agree in two of them with a probability of 98 % if half of all their
    /// shingles are in both (a copy with as much text added), of 67 % at a third, and of 1 in 500,000 at a hundredth.
    static let bands = 20
    private static let rows = 2
    /// The longest text that is compared, in words.
    private static let longest = 4_000

    init(_ body: RecipeBody) {
        let texts = [body.title] + body.lines.map(\.ingredient) + body.steps.map(\.text)
        var (shingles, seen) = (Set<UInt64>(), 0)
        for text in texts where seen < Self.longest {
            let hashes = Words.words(text).prefix(Self.longest - seen).map(Self.hash)
            seen += hashes.count
            guard hashes.count >= 3 else { continue }
            for start in 0...(hashes.count - 3) {
                shingles.insert(Self.mix(Self.mix(hashes[start], hashes[start + 1]), hashes[start + 2]))
            }
        }
        self.shingles = shingles
    }

    /// One number for each band. Texts that have two numbers in common are compared in full.
    var bandNumbers: [Int] {
        guard shingles.count >= Self.least else { return [] }
        var minima = [UInt64](repeating: .max, count: Self.bands * Self.rows)
        for shingle in shingles {
            for index in minima.indices {
                let hash = Self.mix(shingle, UInt64(index) &+ 1)
                if hash < minima[index] { minima[index] = hash }
            }
        }
        return (0..<Self.bands).map { band in
            let own = minima[band * Self.rows..<(band + 1) * Self.rows]
            return Int(bitPattern: UInt(own.reduce(UInt64(band) &+ 1, Self.mix)))
        }
    }

    /// The share of the shingles of the shorter text that the other contains, from 0 to 1.
    func share(with other: Likeness) -> Double {
        let fewer = min(shingles.count, other.shingles.count)
        return fewer == 0 ? 0 : Double(shingles.intersection(other.shingles).count) / Double(fewer)
    }

    /// FNV-1a.
    private static func hash(_ word: String) -> UInt64 {
        word.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    /// The finalizer of SplitMix64 over both numbers.
    private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        var hash = (left &* 0x9e37_79b9_7f4a_7c15) ^ right
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
        return hash ^ (hash >> 31)
    }
}
