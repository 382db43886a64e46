// Matches names that are spelt slightly differently from the catalogue: `brocoli`, `parmeson`, «памидоры».

/// Finds the known word that an unknown one is most similar to.
struct SpellingMatch: Sendable {
    /// The lowest similarity that counts: one letter in seven may differ. Too many shorter words are similar (`basic`,
    /// `basil`).
    static let bar = 0.85
    /// The shortest word that is compared, in letters. In words this short, only a double letter may differ from a
    /// single one (`carot`).
    static let shortest = 5

    private let words: [String]
    /// The letters of each word, with double letters written once.
    private let letters: [[Unicode.Scalar]]
    /// The hashes of `rests(of:)` with their words, sorted by hash.
    private let rests: [(hash: UInt64, word: Int32)]

    init(_ words: [String]) {
        self.words = words
        letters = words.map(Self.letters)
        var rests: [(hash: UInt64, word: Int32)] = []
        for (number, word) in words.enumerated() where Self.isComparable(word) {
            for hash in Self.rests(of: letters[number]) { rests.append((hash, Int32(number))) }
        }
        self.rests = rests.sorted { $0.hash < $1.hash }
    }

    /// The most similar word, with its similarity from 0 to 1; `nil` where two are equally similar or none is similar
    /// enough.
    func nearest(_ text: String) -> (word: String, likeness: Double)? {
        guard Self.isComparable(text), !WordList.notMisspellings.contains(text) else { return nil }
        let wanted = Self.letters(text)
        var best: (word: Int, likeness: Double)?
        var isTied = false
        for word in Set(Self.rests(of: wanted).flatMap(words(with:))) {
            let other = letters[Int(word)]
            guard other[0] == wanted[0] else { continue }
            let doubles = (
                text.unicodeScalars.count - wanted.count, words[Int(word)].unicodeScalars.count - other.count
            )
            let distance = Double(Self.distance(wanted, other)) + (doubles.0 == doubles.1 ? 0 : Self.double)
            let likeness = 1 - max(Self.double, distance) / Double(max(wanted.count, other.count))
            if likeness < Self.bar || likeness < best?.likeness ?? 0 { continue }
            isTied = likeness == best?.likeness
            best = (Int(word), likeness)
        }
        return isTied ? nil : best.map { (words[$0.word], $0.likeness) }
    }

    /// The distance of a double letter that is written once, or of a single one that is written twice.
    private static let double = 0.5

    private static func isComparable(_ word: String) -> Bool {
        let letters = word.unicodeScalars
        return letters.count >= shortest && letters.count <= 32 && letters.allSatisfy(\.properties.isAlphabetic)
    }

    private static func letters(_ word: String) -> [Unicode.Scalar] {
        var single: [Unicode.Scalar] = []
        for letter in word.unicodeScalars where letter != single.last { single.append(letter) }
        return single
    }

    private func words(with hash: UInt64) -> [Int32] {
        var (low, high) = (0, rests.count)
        while low < high {
            let middle = (low + high) / 2
            if rests[middle].hash < hash { low = middle + 1 } else { high = middle }
        }
        return rests[low...].prefix { $0.hash == hash }.map(\.word)
    }

    /// The hashes of the whole word and of the word without each of its letters. Two words that differ by one changed,
    /// missing or swapped letter have one of these in common.
    private static func rests(of letters: [Unicode.Scalar]) -> Set<UInt64> {
        var hashes: Set<UInt64> = [hash(letters, without: nil)]
        for place in letters.indices { hashes.insert(hash(letters, without: place)) }
        return hashes
    }

    /// FNV-1a over the letters.
    private static func hash(_ letters: [Unicode.Scalar], without place: Int?) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for (number, letter) in letters.enumerated() where number != place {
            hash = (hash ^ UInt64(letter.value)) &* 0x100_0000_01b3
        }
        return hash
    }

    /// The optimal string alignment distance: letters inserted, deleted or changed, and neighbours swapped.
    static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
        var (before, last) = ([Int](), Array(0...second.count))
        for i in first.indices {
            var row = [i + 1]
            for j in second.indices {
                var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (first[i] == second[j] ? 0 : 1))
                if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                    least = min(least, before[j - 1] + 1)
                }
                row.append(least)
            }
            (before, last) = (last, row)
        }
        return last[second.count]
    }
}
