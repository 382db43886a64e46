// Finds which lines of a recipe's list each of its steps uses, so that cook mode shows them next to the step.

import Words

extension Catalogue {
    /// The places of the lines that each step names, in the order of the list. Each name in a step is looked up once, so
    /// the cost grows with the words and the lines, not with their product.
    package func lines(in steps: [String], of lines: [UnderstoodLine]) -> [[Int]] {
        let names = ListedNames(lines, index)
        // Next to a step that names more, a cook reads the whole list. It also keeps pages small.
        let mostLines = 30
        return steps.map { step in
            var (found, seen): (Set<Int>, Set<String>) = ([], [])
            for run in TextRuns.sentences(step).joined() {
                names.add(to: &found, whatNames: run.words, notIn: &seen, index)
            }
            return found.count > mostLines ? [] : found.sorted()
        }
    }
}

/// The names of a recipe's lines, to look for them in its steps.
private struct ListedNames {
    /// Lines by the keys of their ingredients, and by what these are a type of: Parmesan is a cheese.
    private var byKey: [String: [Int]] = [:]
    private var byKind: [String: [Int]] = [:]
    /// Lines by the form of each word that can mean them alone, and the forms of all words of a line.
    private var byHead: [String: [Int]] = [:]
    private var forms: [Set<String>] = []

    init(_ lines: [UnderstoodLine], _ index: IngredientIndex) {
        for (place, line) in lines.enumerated() {
            for key in Set(line.keys) {
                byKey[key, default: []].append(place)
                var (kind, depth) = (index[key]?.parent, 0)
                while let key = kind, depth < IngredientGraph.depth {
                    byKind[key, default: []].append(place)
                    (kind, depth) = (index[key]?.parent, depth + 1)
                }
            }
            let words = NameWords.split(line.parsed.phrase.isEmpty ? line.parsed.line : line.parsed.phrase)
            for head in Set(Self.heads(words).map(\.form)) { byHead[head, default: []].append(place) }
            forms.append(Set(words.map(\.form)))
        }
    }

    /// The words of a name that can mean it alone: the last in English, the first and last in Russian («лук репчатый»).
    private static func heads(_ words: [NameWord]) -> [NameWord] {
        guard let last = words.last else { return [] }
        return last.isRussian ? [words[0], last].filter { $0.text.utf8.count > 4 } : [last]
    }

    /// Adds the lines that the words name. `seen` contains the names that were looked up before.
    func add(
        to found: inout Set<Int>, whatNames words: [NameWord], notIn seen: inout Set<String>, _ index: IngredientIndex
    ) {
        var end = 0
        func alone(_ range: Range<Int>) {
            for place in range where seen.insert(words[place].form).inserted {
                found.formUnion(byHead[words[place].form] ?? [])
            }
        }
        for mention in index.mentions(in: words) {
            alone(end..<mention.range.lowerBound)
            end = mention.range.upperBound
            let named = Array(words[mention.range])
            if seen.insert("= " + named.map(\.text).joined(separator: " ")).inserted {
                found.formUnion(lines(named: named, mention.entry))
            }
        }
        alone(end..<words.count)
    }

    /// The lines that a name means: those of exactly this ingredient, else those whose names contain its words, else its
    /// kinds, else those that its last word means.
    private func lines(named words: [NameWord], _ entry: IngredientEntry?) -> [Int] {
        if let key = entry?.key, let lines = byKey[key] { return lines }
        let (own, head) = (Set(words.map(\.form)), words.last?.form ?? "")
        let called = (byHead[head] ?? []).filter { own.isSubset(of: forms[$0]) }
        if !called.isEmpty { return called }
        if let key = entry?.key, let lines = byKind[key] { return lines }
        return words.count > 1 ? Self.heads(words).flatMap { byHead[$0.form] ?? [] } : []
    }
}
