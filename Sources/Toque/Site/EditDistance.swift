// The edit distance between two spellings, for search words and misspelt settings.

/// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours.
enum EditDistance {
    /// The distance when it is at most `limit`.
    static func within(_ limit: Int, _ first: String, _ second: String) -> Int? {
        let (a, b) = (Array(first.unicodeScalars), Array(second.unicodeScalars))
        guard abs(a.count - b.count) <= limit else { return nil }
        var before: [Int] = []
        var previous = Array(0...b.count)
        for i in a.indices {
            var current = [i + 1]
            for j in b.indices {
                var cost = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
                current.append(cost)
            }
            if (current.min() ?? 0) > limit { return nil }
            before = previous
            previous = current
        }
        return previous[b.count] <= limit ? previous[b.count] : nil
    }
}
