// Compares texts word by word and matches similar rows. Words are split as people read them but compared by their
// bytes, so that a text that only looks the same counts as different.

import Food

/// A word that is equal to another one only if all bytes are the same.
struct ComparedWord: Hashable, Sendable {
    let text: Substring

    static func == (first: ComparedWord, second: ComparedWord) -> Bool {
        first.text.utf8.elementsEqual(second.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isDone == nil { for byte in text.utf8 { hasher.combine(byte) } }
    }
}

enum WordDifference {
    /// The maximum number of words compared for one text. Beyond it both texts are shown whole, because comparing must
    /// take a limited time, and texts with so little in common are not easier to read in pieces.
    static let effort = 400_000

    /// The same for each of several texts, so that all together take a limited time.
    static func effort(each texts: Int) -> Int { min(effort, 6_000_000 / max(1, texts)) }

    /// The pieces that turn one text into the other. A word is a run of letters or digits, or one other character.
    static func spans(
        _ old: String, _ new: String, effort: Int = effort, work: WorkCounter? = nil
    ) -> [TextSpan] {
        let (first, second) = (words(old), words(new))
        guard let change = ShortestEdit.between(first, second, effort: effort, work: work) else {
            return [TextSpan(kind: .removed, text: old), TextSpan(kind: .added, text: new)]
        }
        var spans: [(kind: TextSpan.Kind, text: String)] = []
        func append(_ kind: TextSpan.Kind, _ word: Substring) {
            // Appends in place: a copy of the span for each word would take time in the square of their number.
            if spans.last?.kind == kind {
                spans[spans.count - 1].text += word
            } else {
                spans.append((kind, String(word)))
            }
        }
        var (i, j) = (0, 0)
        while i < first.count || j < second.count {
            if i < first.count, change.removed[i] {
                append(.removed, first[i].text)
                i += 1
            } else if j < second.count, change.added[j] {
                append(.added, second[j].text)
                j += 1
            } else {
                append(.same, second[j].text)
                i += 1
                j += 1
            }
        }
        return spans.map { TextSpan(kind: $0.kind, text: $0.text) }
    }

    /// Splits a text into runs of letters or digits, and every other character by itself.
    static func words(_ text: String) -> [ComparedWord] {
        var words: [ComparedWord] = []
        var start = text.startIndex
        while start < text.endIndex {
            var end = text.index(after: start)
            if text[start].isLetter || text[start].isNumber {
                while end < text.endIndex, text[end].isLetter || text[end].isNumber { end = text.index(after: end) }
            }
            words.append(ComparedWord(text: text[start..<end]))
            start = end
        }
        return words
    }
}

/// A row of one list and the matching row of another list; `nil` if there is none.
struct RowPair: Equatable {
    let old: Int?
    let new: Int?
    /// Whether its order relative to other unchanged rows is different now.
    var isMoved = false
}

enum RowMatch {
    /// A row for matching: compared by its bytes, then by its words, and only with rows of its kind.
    struct Row {
        let bytes: [UInt8]
        let text: String
        var isHeading = false
    }

    /// Matches equal rows, then rows that have at least half of their words in common. The pairs have the order of the
    /// new list; removed rows come last.
    static func pairs(_ old: [Row], _ new: [Row], work: WorkCounter? = nil) -> [RowPair] {
        var partner = stayedInOrder(old.map(\.bytes), new.map(\.bytes))
        var free = Set(old.indices).subtracting(partner.values)
        for j in new.indices where partner[j] == nil {
            if let i = free.sorted().first(where: { old[$0].bytes == new[j].bytes }) {
                partner[j] = i
                free.remove(i)
            }
        }
        var words = RowWords(old, free)
        for j in new.indices where partner[j] == nil {
            guard let best = words.likest(new[j], work) else { continue }
            partner[j] = best
            words.free.remove(best)
            free.remove(best)
        }
        let staying = longestRising(new.indices.compactMap { partner[$0] })
        let pairs = new.indices.map { j in
            RowPair(old: partner[j], new: j, isMoved: partner[j].map { !staying.contains($0) } ?? false)
        }
        return pairs + free.sorted().map { RowPair(old: $0, new: nil) }
    }

    /// Equal rows in the longest common order: new index to old index.
    private static func stayedInOrder(_ old: [[UInt8]], _ new: [[UInt8]]) -> [Int: Int] {
        let change = new.difference(from: old)
        var removed = Set<Int>()
        var added = Set<Int>()
        for step in change {
            switch step {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        let pairs = zip(new.indices.filter { !added.contains($0) }, old.indices.filter { !removed.contains($0) })
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0, $1) })
    }

    /// The longest increasing subsequence of the numbers. A quadratic search is enough, because a recipe has a few
    /// hundred rows at most.
    private static func longestRising(_ numbers: [Int]) -> Set<Int> {
        var length = Array(repeating: 1, count: numbers.count)
        var before: [Int?] = Array(repeating: nil, count: numbers.count)
        for i in numbers.indices {
            for j in 0..<i where numbers[j] < numbers[i] && length[j] + 1 > length[i] {
                (length[i], before[i]) = (length[j] + 1, j)
            }
        }
        var rising: Set<Int> = []
        var last = length.indices.max { (length[$0], -$0) < (length[$1], -$1) }
        while let index = last {
            rising.insert(numbers[index])
            last = before[index]
        }
        return rising
    }

    /// The different words of a row, at most 200, so that comparing a hundred long steps with a hundred others stays
    /// fast.
    static func wordSet(_ row: String) -> Set<ComparedWord> {
        var set: Set<ComparedWord> = []
        for word in WordDifference.words(row.lowercased()) {
            set.insert(word)
            if set.count == 200 { break }
        }
        return set
    }

    /// The share of words in common, from 0 to 1.
    static func likeness(_ first: Set<ComparedWord>, _ second: Set<ComparedWord>) -> Double {
        let (small, large) = first.count < second.count ? (first, second) : (second, first)
        // They cannot have half of their words in common.
        if small.count * 2 < large.count { return 0 }
        let common = small.reduce(0) { large.contains($1) ? $0 + 1 : $0 }
        let union = first.count + second.count - common
        return union == 0 ? 1 : Double(common) / Double(union)
    }
}

/// The words of the old rows that have no partner yet, with the rows that have each word: rows without a word in common
/// are never compared.
private struct RowWords {
    let old: [RowMatch.Row]
    var free: Set<Int>
    private var rows: [ComparedWord: [Int]] = [:]
    private var counts: [Int: Int] = [:]

    init(_ old: [RowMatch.Row], _ free: Set<Int>) {
        (self.old, self.free) = (old, free)
        for index in free.sorted() {
            let words = RowMatch.wordSet(old[index].text)
            counts[index] = words.count
            for word in words { rows[word, default: []].append(index) }
        }
    }

    /// The free row with the largest share of words in common, at least half of all words of both; the first of
    /// several.
    func likest(_ row: RowMatch.Row, _ work: WorkCounter?) -> Int? {
        let words = RowMatch.wordSet(row.text)
        var common = [Int](repeating: 0, count: old.count)
        for word in words {
            let rows = rows[word] ?? []
            work?.add(1 + rows.count)
            for index in rows { common[index] += 1 }
        }
        var best: (index: Int, likeness: Double)?
        for index in free.sorted() where old[index].isHeading == row.isHeading {
            let union = (counts[index] ?? 0) + words.count - common[index]
            let likeness = union == 0 ? 1 : Double(common[index]) / Double(union)
            if likeness >= 0.5, likeness > best?.likeness ?? 0 { best = (index, likeness) }
        }
        return best?.index
    }
}
