// Differences word by word, and rows matched by likeness: pure rules.

enum WordDifference {
    /// Texts longer than this many words are shown whole, old then new, so that comparing costs a bounded time.
    static let limit = 2_000

    /// The pieces that turn one text into the other: words are runs of letters or digits, or one other character.
    static func spans(_ old: String, _ new: String) -> [TextSpan] {
        let (first, second) = (words(old), words(new))
        guard first.count <= limit, second.count <= limit else {
            return [TextSpan(kind: .removed, text: old), TextSpan(kind: .added, text: new)]
        }
        let change = second.difference(from: first)
        var removed = Set<Int>()
        var added = Set<Int>()
        for step in change {
            switch step {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var spans: [TextSpan] = []
        var (i, j) = (0, 0)
        while i < first.count || j < second.count {
            if i < first.count, removed.contains(i) {
                append(.removed, first[i], to: &spans)
                i += 1
            } else if j < second.count, added.contains(j) {
                append(.added, second[j], to: &spans)
                j += 1
            } else {
                append(.same, first[i], to: &spans)
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
        for j in new.indices where partner[j] == nil {
            let best = free.map { (index: $0, likeness: likeness(old[$0], new[j])) }
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

    /// The share of words in common, 0 to 1.
    private static func likeness(_ first: String, _ second: String) -> Double {
        let (left, right) = (
            Set(WordDifference.words(first.lowercased())), Set(WordDifference.words(second.lowercased()))
        )
        let union = left.union(right).count
        return union == 0 ? 1 : Double(left.intersection(right).count) / Double(union)
    }
}
