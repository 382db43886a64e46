// Every word of the index, with a number.

import Words

/// The words, their stems and the known phrases, numbered in the order in which they came. A phrase is stored as its
/// stems with spaces between; a text of a `TextFact` begins with the byte of its kind.
struct Lexicon {
    /// The bytes of all entries, and where each begins; one more start ends the last.
    private(set) var bytes: [UInt8] = []
    private(set) var starts: [UInt32] = [0]
    /// For each entry, the number of the stem of the word plus one, its own number plus one if it is its stem, or 0 if
    /// that was not asked.
    private(set) var stems: [UInt32] = []
    /// For each entry, how many bytes at its beginning all other words have that it is the stem of; 255 if there are none.
    private var common: [UInt8] = []
    /// A hash table with the numbers plus one; 0 is a free place. Its size is a power of two.
    private var table = [UInt32](repeating: 0, count: 1 << 12)
    /// The numbers of all entries up to some time, by their bytes.
    private var sorted: [UInt32] = []
    /// The numbers of the entries since then are looked through one by one.
    private static let mostUnsorted = 2_048

    var count: Int { stems.count }

    init() {}

    /// The entries of a snapshot, in the order of their numbers.
    init(bytes: [UInt8], starts: [UInt32], stems: [UInt32]) {
        (self.bytes, self.starts, self.stems) = (bytes, starts, stems)
        common = [UInt8](repeating: 255, count: stems.count)
        for (word, stem) in stems.enumerated() where stem != 0 { compare(UInt32(word), stem - 1) }
        grow(for: stems.count)
        sorted = allSorted()
    }

    func text(_ number: UInt32) -> String {
        String(decoding: bytes[Int(starts[Int(number)])..<Int(starts[Int(number) + 1])], as: UTF8.self)
    }

    /// The stems of a phrase.
    func phrase(_ number: UInt32) -> [String] {
        bytes[Int(starts[Int(number)])..<Int(starts[Int(number) + 1])].split(separator: UInt8(ascii: " ")).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    func find(_ text: String) -> UInt32? {
        var text = text
        return text.withUTF8 { find($0) }
    }

    mutating func number(_ text: String) -> UInt32 {
        var text = text
        return text.withUTF8 { number($0) }
    }

    func find(_ word: UnsafeBufferPointer<UInt8>) -> UInt32? {
        let place = place(of: word)
        return table[place] == 0 ? nil : table[place] - 1
    }

    /// The number of a word, which is added if it is new.
    mutating func number(_ word: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var place = place(of: word)
        if table[place] != 0 { return table[place] - 1 }
        let number = UInt32(stems.count)
        bytes.append(contentsOf: word)
        starts.append(UInt32(bytes.count))
        stems.append(0)
        common.append(255)
        if stems.count * 2 > table.count {
            grow(for: stems.count)
            place = self.place(of: word)
        }
        table[place] = number + 1
        return number
    }

    /// The number of a word's stem, which may be its own.
    mutating func stem(_ number: UInt32, _ stemmer: Stemmer) -> UInt32 {
        let known = stems[Int(number)]
        if known != 0 { return known - 1 }
        let word = Array(bytes[Int(starts[Int(number)])..<Int(starts[Int(number) + 1])])
        let stem = word.withUnsafeBufferPointer { Array(stemmer.stem($0)) }
        let found = stem.withUnsafeBufferPointer { self.number($0) }
        stems[Int(number)] = found + 1
        compare(number, found)
        return found
    }

    private mutating func compare(_ word: UInt32, _ stem: UInt32) {
        if word == stem { return }
        let (own, other) = (prefix(word, .max), prefix(stem, .max))
        let same = zip(own, other).prefix { $0 == $1 }.count
        common[Int(stem)] = min(common[Int(stem)], UInt8(clamping: same))
    }

    /// Whether every word with this stem begins with so many bytes of the stem, so that a search for the beginning finds
    /// the words themselves.
    func isCovered(_ stem: UInt32, beginning length: Int) -> Bool { Int(common[Int(stem)]) >= length }

    private static func hash(_ word: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in word { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return (hash ^ hash >> 29) &* 0x9E37_79B9_7F4A_7C15
    }

    /// The place of a word in the table, or the free place where it belongs.
    private func place(of word: UnsafeBufferPointer<UInt8>) -> Int {
        let mask = table.count - 1
        var place = Int(Self.hash(word) >> 20) & mask
        return table.withUnsafeBufferPointer { table in
            while table[place] != 0, !isEntry(table[place] - 1, word) { place = (place + 1) & mask }
            return place
        }
    }

    private func isEntry(_ number: UInt32, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
        let (start, end) = (Int(starts[Int(number)]), Int(starts[Int(number) + 1]))
        guard end - start == word.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            for index in 0..<word.count where bytes[start + index] != word[index] { return false }
            return true
        }
    }

    private mutating func grow(for entries: Int) {
        var size = table.count
        while size < entries * 4 { size *= 2 }
        table = [UInt32](repeating: 0, count: size)
        for number in 0..<UInt32(entries) {
            let (start, end) = (Int(starts[Int(number)]), Int(starts[Int(number) + 1]))
            let free = bytes.withUnsafeBufferPointer { place(of: UnsafeBufferPointer(rebasing: $0[start..<end])) }
            table[free] = number + 1
        }
    }

    // MARK: Beginnings

    /// Whether so many entries came since the last time that `numbers(startingWith:)` is slow.
    var needsSorting: Bool { count - sorted.count > Self.mostUnsorted }

    /// The numbers of all entries by their bytes: the new ones are sorted, and merged with those that were.
    func allSorted() -> [UInt32] {
        bytes.withUnsafeBufferPointer { bytes in
            starts.withUnsafeBufferPointer { starts in
                let precedes = { (first: UInt32, second: UInt32) in
                    Self.precedes(bytes, starts, Int(first), Int(second))
                }
                let new = (UInt32(sorted.count)..<UInt32(count)).sorted(by: precedes)
                var merged: [UInt32] = []
                merged.reserveCapacity(count)
                var next = 0
                for number in sorted {
                    while next < new.count, precedes(new[next], number) {
                        merged.append(new[next])
                        next += 1
                    }
                    merged.append(number)
                }
                return merged + new[next...]
            }
        }
    }

    /// Uses the numbers that `allSorted` returned; there may be more entries since.
    mutating func setSorted(_ numbers: [UInt32]) { sorted = numbers }

    private static func precedes(
        _ bytes: UnsafeBufferPointer<UInt8>, _ starts: UnsafeBufferPointer<UInt32>, _ first: Int, _ second: Int
    ) -> Bool {
        var (left, right) = (Int(starts[first]), Int(starts[second]))
        let (leftEnd, rightEnd) = (Int(starts[first + 1]), Int(starts[second + 1]))
        while left < leftEnd, right < rightEnd {
            if bytes[left] != bytes[right] { return bytes[left] < bytes[right] }
            (left, right) = (left + 1, right + 1)
        }
        return leftEnd - left < rightEnd - right
    }

    /// The numbers of all words that begin with a text, and of no phrases.
    func numbers(startingWith text: String) -> [UInt32] {
        let prefix = Array(text.utf8)
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if self.prefix(sorted[middle], prefix.count).lexicographicallyPrecedes(prefix) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        var found: [UInt32] = []
        while low < sorted.count, self.prefix(sorted[low], prefix.count).elementsEqual(prefix) {
            found.append(sorted[low])
            low += 1
        }
        for number in UInt32(sorted.count)..<UInt32(max(sorted.count, count))
        where self.prefix(number, prefix.count).elementsEqual(prefix) {
            found.append(number)
        }
        return found.filter { !isPhrase($0) }
    }

    private func prefix(_ number: UInt32, _ length: Int) -> ArraySlice<UInt8> {
        let start = Int(starts[Int(number)])
        let end = Int(starts[Int(number) + 1])
        return bytes[start..<start + min(length, end - start)]
    }

    private func isPhrase(_ number: UInt32) -> Bool {
        bytes[Int(starts[Int(number)])..<Int(starts[Int(number) + 1])].contains(UInt8(ascii: " "))
    }
}
