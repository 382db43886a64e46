// The word lists of the pre-screen, from `Starter/screening-words.txt`.

import Bytes
import Content
import Food
import Words

/// Beginnings of words and phrases, found by their first letter.
struct WordPatterns: Sendable {
    private struct Pattern: Sendable {
        let words: [String]
        let isWhole: Bool
    }

    private let byFirst: [Unicode.Scalar: [Pattern]]

    init(_ text: some StringProtocol) {
        var byFirst: [Unicode.Scalar: [Pattern]] = [:]
        for part in String(text).split(bytes: ",").map({ String($0).trimmed }) {
            let words = Words.words(part)
            guard let first = words.first?.unicodeScalars.first else { continue }
            byFirst[first, default: []].append(Pattern(words: words, isWhole: part.hasPrefix(bytes: "\"")))
        }
        self.byFirst = byFirst
    }

    /// The last word of a phrase that begins at this word; `nil` if none does.
    func end(at index: Int, _ text: ScreenedText) -> Int? {
        guard let first = text.tokens[index].word.unicodeScalars.first, let patterns = byFirst[first] else {
            return nil
        }
        for pattern in patterns {
            let last = index + pattern.words.count - 1
            guard last < text.tokens.count else { continue }
            let found = zip(pattern.words.dropLast(), text.tokens[index...]).allSatisfy { $0.isSame(as: $1.word) }
            guard found, let end = pattern.words.last else { continue }
            let word = text.tokens[last].word
            if pattern.isWhole ? word.isSame(as: end) : word.hasPrefix(bytes: end) { return last }
        }
        return nil
    }

    func matches(_ index: Int, _ text: ScreenedText) -> Bool { end(at: index, text) != nil }

    func first(in range: Range<Int>, _ text: ScreenedText) -> Int? { range.first { matches($0, text) } }

    func occurs(in range: Range<Int>, _ text: ScreenedText) -> Bool { first(in: range, text) != nil }
}

/// A way to cook with the longest time that people use it for.
struct CookingWay: Sendable {
    let name: String
    let most: Int
    let words: WordPatterns
}

/// All lists of the file by their names.
struct ScreeningWords: Sendable {
    static let starter = ScreeningWords(StarterFiles.all.first { $0.path == "screening-words.txt" }?.text ?? "")

    private let lists: [String: WordPatterns]
    let ways: [CookingWay]
    /// Foods that cook quickly, by the way of cooking.
    let quickFoods: [CookingWay]

    init(_ text: String) {
        var (lists, ways, foods) = ([String: WordPatterns](), [CookingWay](), [CookingWay]())
        for (_, line) in CatalogueText.lines(text) {
            let fields = CatalogueText.split(line, by: "|")
            guard fields.count == 2 else { continue }
            let name = fields[0].split(bytes: " ").map(String.init)
            let words = WordPatterns(fields[1])
            guard name.count == 2, let most = Int(name[1]) else {
                lists[String(fields[0])] = words
                continue
            }
            let way = CookingWay(name: name[0], most: most, words: words)
            if ways.contains(where: { $0.name == way.name }) { foods.append(way) } else { ways.append(way) }
        }
        (self.lists, self.ways, quickFoods) = (lists, ways, foods)
    }

    /// The list with this name; a test holds the names against the file.
    subscript(name: String) -> WordPatterns { lists[name] ?? WordPatterns("") }
}
