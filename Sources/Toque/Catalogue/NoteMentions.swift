// Ingredients that hide in a line's note: «pasta, cooked in chicken stock», «bread (buttered)», «or lard».

/// Looks for known names in notes, and for alternatives that nobody knows.
struct NoteMentions {
    let index: IngredientIndex

    /// What the note of a line with this name and these ingredients mentions.
    func find(in note: String, beside name: String, of owners: [IngredientEntry]) -> [UnderstoodLine.Candidate] {
        if note.isEmpty { return [] }
        var found: [UnderstoodLine.Candidate] = []
        for (_, words) in NameWords.chunks(note, at: Self.signs) {
            let named = index.mentions(in: words)
            let mentions = named.filter {
                !isBeside($0.range, words) && !isOwn($0.range, words, owners)
                    && !($0.entry?.key == "oyster" && words[$0.range.lowerBound].text == "oyster"
                        && isMushroom(note, name))
            }
            found += mentions.map {
                let written = words[$0.range].map(\.text).joined(separator: " ")
                return .init(name: $0.entry?.english.singular ?? written, entry: $0.entry)
            }
            if named.isEmpty, let generic = generic(words) { found.append(generic) }
            for word in words {
                guard let hidden = Self.hidden[word.text], let match = index.find(hidden) else { continue }
                found.append(.init(name: word.text, entry: index[match.key]))
            }
            if mentions.isEmpty, let other = unknownAlternative(words),
                !NameWords.split(note + " " + name, limit: .max).contains(where: { Self.examples.contains($0.text) })
            {
                found.append(other)
            }
        }
        return found
    }

    /// What parts a note: `,;()[]`.
    static let signs: [UInt8] = [0x2C, 0x3B, 0x28, 0x29, 0x5B, 0x5D]

    /// `соль, перец, масло`, `plus seasoning packet`: something is in it, and nobody knows what. Not where the word says what
    /// the line is for (`for the sauce`), how it looks (`ground into crumbs`) or how much there is (`about 2 cups crumbs`);
    /// that says nothing of what comes behind another preposition (`cut into cubes and dipped in batter`).
    private func generic(_ words: [NameWord]) -> UnderstoodLine.Candidate? {
        var isPurpose = false
        for (place, word) in words.enumerated() {
            if GenericNames.isPurpose(word) { isPurpose = true }
            if GenericNames.isAnother(word) { isPurpose = false }
            guard !isPurpose, GenericNames.names(word, isLast: place == words.count - 1),
                !isBeside(place..<place + 1, words)
            else { continue }
            return .init(name: word.text, entry: nil)
        }
        return nil
    }

    private func isMushroom(_ note: String, _ name: String) -> Bool {
        NameWords.split(note + " " + name, limit: .max).contains { $0.form == "mushroom" }
    }

    /// `jalapeño with seeds`, `tomatoes, seeds and cores removed`, `shrimp in shells`, `bacon cooked until crisp`, `more for seasoning`:
    /// parts and states that are called like another food.
    private func isOwn(_ range: Range<Int>, _ words: [NameWord], _ owners: [IngredientEntry]) -> Bool {
        guard range.count == 1, !owners.isEmpty else { return false }
        switch words[range.lowerBound].text {
        case "crisp": return true
        case "seasoning": return range.lowerBound > 0 && words[range.lowerBound - 1].text == "for"
        case "wafer": return words[range.upperBound...].first?.text == "thin"
        case "shell", "shells":
            return owners.allSatisfy { $0.facts[.crustaceans] == .yes || $0.facts[.molluscs] == .yes }
        case "seed", "seeds":
            let behind = words[range.upperBound...].prefix(4)
            return owners.allSatisfy { $0.facts[.spicy] == .yes }
                || owners.allSatisfy(\.facts.isPlainPlant) && behind.contains { Self.gone.contains($0.text) }
        default: return false
        }
    }

    /// Words that say that something has been put on or into it.
    private static let hidden = [
        "buttered": "butter", "creamed": "cream", "cheesy": "cheese", "floured": "flour", "breaded": "breadcrumb",
        "battered": "flour", "маслом": "сливочное масло", "honeyed": "honey",
    ]

    /// `not butter`, `the size of a walnut`, `potato masher`: named, but not in it. Only what stands directly beside the
    /// name excuses it: `dipped into honey` and `for cooking in butter` are in it.
    private func isBeside(_ range: Range<Int>, _ words: [NameWord]) -> Bool {
        let before = words[max(0, range.lowerBound - 3)..<range.lowerBound].map(\.text)
            .filter { !Self.articles.contains($0) }
        if let last = before.last, Self.before.contains(last) { return true }
        guard range.upperBound < words.count else { return false }
        let next = words[range.upperBound].text
        if Self.gone.contains(next) { return true }
        return Self.tools.contains(next) && !["in", "with", "into"].contains(before.last)
    }

    private static let articles: Set<String> = ["a", "an", "the", "of", "any"]

    private static let before: Set<String> = [
        "not", "no", "without", "never", "size", "except", "minus", "omit", "avoid", "instead", "без", "не", "размером",
        "кроме", "вместо",
    ]

    private static let gone: Set<String> = ["free", "shaped", "sized", "size", "removed", "discarded"]

    private static let tools: Set<String> = [
        "pan", "pans", "knife", "dish", "cutter", "mill", "grinder", "press", "bowl", "bowls", "grater", "masher",
        "peeler",
        "cooker", "slicer", "brush", "bag", "tin", "tins", "towel", "glass", "glasses", "ricer", "baller", "spoon",
        "mug",
        "maker", "basket", "pot", "pots", "tray", "trays", "liner", "liners", "corer",
    ]

    /// `or your favourite sauce`: an alternative of which nothing is known.
    private func unknownAlternative(_ words: [NameWord]) -> UnderstoodLine.Candidate? {
        guard let first = words.first, ["or", "или", "либо"].contains(first.text) else { return nil }
        let rest = words.dropFirst().filter { !($0.text.utf8.first.map { $0 < 0x3A } ?? true) }
        guard let next = rest.first, !Self.remarks.contains(next.text), !index.isAside(Array(rest)) else { return nil }
        return .init(name: words.dropFirst().map(\.text).joined(separator: " "), entry: nil)
    }

    private static let examples: Set<String> = ["such", "like", "try", "example", "preferably", "например"]

    private static let remarks: Set<String> = [
        "more", "less", "to", "as", "so", "enough", "until", "if", "about", "use", "however", "amount", "equal", "till",
        "wide", "thinner", "thicker", "longer", "shorter", "larger", "smaller", "at", "in", "into", "by", "with",
        "both",
        "any", "combination", "taste", "julienned", "torn", "rolled", "pureed", "sprayed", "finely", "thinly",
        "coarsely",
        "по", "больше", "меньше", "сколько", "чуть", "можно", "более", "менее",
    ]
}
