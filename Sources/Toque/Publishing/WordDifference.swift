// Differences word by word, and rows matched by likeness: pure rules.

enum WordDifference {
    /// How many words may be looked at for one text: beyond it both are shown whole, old then new. Texts that have so
    /// little in common are no easier to read in pieces, and comparing has to cost a bounded time.
    static let effort = 400_000

    /// The pieces that turn one text into the other: words are runs of letters or digits, or one other character.
    static func spans(_ old: String, _ new: String) -> [TextSpan] {
        let (first, second) = (words(old), words(new))
        guard let change = ShortestEdit.between(first, second, effort: effort) else {
            return [TextSpan(kind: .removed, text: old), TextSpan(kind: .added, text: new)]
        }
        var spans: [TextSpan] = []
        var (i, j) = (0, 0)
        while i < first.count || j < second.count {
            if i < first.count, change.removed[i] {
                append(.removed, first[i], to: &spans)
                i += 1
            } else if j < second.count, change.added[j] {
                append(.added, second[j], to: &spans)
                j += 1
            } else {
                append(.same, second[j], to: &spans)
                i += 1
                j += 1
            }
        }
        return spans
    }

    private static func append(_ kind: TextSpan.Kind, _ word: Substring, to spans: inout [TextSpan]) {
        if let last = spans.last, last.kind == kind {
            spans[spans.count - 1] = TextSpan(kind: kind, text: last.text + word)
        } else {
            spans.append(TextSpan(kind: kind, text: String(word)))
        }
    }

    /// Runs of letters or digits, and every other character by itself.
    static func words(_ text: String) -> [Substring] {
        var words: [Substring] = []
        var start = text.startIndex
        while start < text.endIndex {
            var end = text.index(after: start)
            if text[start].isLetter || text[start].isNumber {
                while end < text.endIndex, text[end].isLetter || text[end].isNumber { end = text.index(after: end) }
            }
            words.append(text[start..<end])
            start = end
        }
        return words
    }
}

/// How a row of one list is found in another.
enum RowMatch: Equatable {
    case same(String)
    case moved(String)
    case changed(String, String)
    case added(String)
    case removed(String)

    /// Matches rows that are equal, then rows that are at least half alike; the order is that of the new list.
    static func between(_ old: [String], _ new: [String]) -> [RowMatch] {
        let stayed = stayedInOrder(old, new)
        var partner = stayed
        var free = Set(old.indices).subtracting(stayed.values)
        for j in new.indices where partner[j] == nil {
            if let i = free.sorted().first(where: { old[$0] == new[j] }) {
                partner[j] = i
                free.remove(i)
            }
        }
        let (oldWords, newWords) = (old.map(wordSet), new.map(wordSet))
        for j in new.indices where partner[j] == nil {
            let best = free.map { (index: $0, likeness: likeness(oldWords[$0], newWords[j])) }
                .filter { $0.likeness >= 0.5 }.max { ($0.likeness, -$0.index) < ($1.likeness, -$1.index) }
            if let best {
                partner[j] = best.index
                free.remove(best.index)
            }
        }
        let matches = new.indices.map { j -> RowMatch in
            guard let i = partner[j] else { return .added(new[j]) }
            if old[i] != new[j] { return .changed(old[i], new[j]) }
            return stayed[j] == nil ? .moved(new[j]) : .same(new[j])
        }
        return matches + free.sorted().map { .removed(old[$0]) }
    }

    /// Equal rows in the longest common order: new index to old index.
    private static func stayedInOrder(_ old: [String], _ new: [String]) -> [Int: Int] {
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

    static func wordSet(_ row: String) -> Set<Substring> { Set(WordDifference.words(row.lowercased())) }

    /// The share of words in common, 0 to 1.
    static func likeness(_ first: Set<Substring>, _ second: Set<Substring>) -> Double {
        let (small, large) = first.count < second.count ? (first, second) : (second, first)
        // Not half alike whatever they hold.
        if small.count * 2 < large.count { return 0 }
        let common = small.reduce(0) { large.contains($1) ? $0 + 1 : $0 }
        let union = first.count + second.count - common
        return union == 0 ? 1 : Double(common) / Double(union)
    }
}
