// Finds where steps name ingredients, for recipes written as Cooklang.

/// The words of some texts, and which of them are already part of a name.
struct NamedPlaces {
    /// A range within one of the texts.
    struct Place {
        let text: Int
        let range: Range<String.Index>
    }

    /// The limit of word comparisons for one recipe: a hundred times what long recipes need. Names beyond it are not
    /// found.
    private static let comparisons = 200_000

    private let texts: [String]
    private let words: [[Substring]]
    private let lowercased: [[String]]
    private var isTaken: [[Bool]]
    /// The positions of each word, in the order of the texts.
    private var places: [String: [(text: Int, word: Int)]] = [:]
    private(set) var left = comparisons

    init(_ texts: [String]) {
        self.texts = texts
        words = texts.map(Self.words)
        lowercased = words.map { $0.map { $0.lowercased() } }
        isTaken = words.map { $0.map { _ in false } }
        for (text, words) in lowercased.enumerated() {
            for (word, letters) in words.enumerated() { places[letters, default: []].append((text, word)) }
        }
    }

    /// Marks the words of a range as used, so that no name is found there.
    mutating func take(_ range: Range<String.Index>, of text: Int) {
        for (index, word) in words[text].enumerated() where range.overlaps(word.startIndex..<word.endIndex) {
            isTaken[text][index] = true
        }
    }

    /// Marks and returns the first place that contains one of the names as whole words, ignoring case.
    mutating func takeFirst(of names: [String]) -> Place? {
        var first: (text: Int, words: Range<Int>)?
        for name in names {
            guard let found = find(name) else { continue }
            if let known = first, (known.text, known.words.lowerBound) <= (found.text, found.words.lowerBound) {
                continue
            }
            first = found
        }
        guard let first else { return nil }
        for index in first.words { isTaken[first.text][index] = true }
        let found = words[first.text][first.words]
        guard let start = found.first?.startIndex, let end = found.last?.endIndex else { return nil }
        return Place(text: first.text, range: start..<end)
    }

    private mutating func find(_ name: String) -> (text: Int, words: Range<Int>)? {
        let parts = Self.words(name)
        guard let start = parts.first?.startIndex, let end = parts.last?.endIndex else { return nil }
        let (letters, whole) = (parts.map { $0.lowercased() }, name[start..<end].lowercased())
        for place in places[letters[0]] ?? [] {
            let range = place.word..<place.word + letters.count
            guard range.upperBound <= words[place.text].count else { continue }
            left -= letters.count
            guard left > 0 else { return nil }
            guard !isTaken[place.text][range].contains(true), lowercased[place.text][range].elementsEqual(letters),
                let first = words[place.text][range].first, let last = words[place.text][range].last
            else { continue }
            // The characters between the words have to match too. In another case a text has at most three times the bytes.
            let found = texts[place.text][first.startIndex..<last.endIndex]
            guard found.utf8.count <= 3 * whole.utf8.count, found.lowercased() == whole else { continue }
            return (place.text, range)
        }
        return nil
    }

    private static func words(_ text: String) -> [Substring] {
        text.split { !$0.isLetter && !$0.isNumber }
    }
}
