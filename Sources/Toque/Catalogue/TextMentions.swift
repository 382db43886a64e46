// Ingredients that only a recipe's title, a step or a tip names: what no line accounts for may be in the dish all the same.

import Bytes
import Words

/// Where a text of a recipe stands.
enum TextPlace: Hashable, Sendable {
    case title, tips
    /// From 1.
    case step(Int)
}

extension TextPlace {
    /// For programs, and in stored reasons: `step 4`.
    var words: String {
        switch self {
        case .title: "title"
        case .tips: "tips"
        case .step(let number): "step \(number)"
        }
    }

    init?(words: Substring) {
        switch words {
        case "title": self = .title
        case "tips": self = .tips
        default:
            guard words.hasPrefix(bytes: "step "), let number = Int(words.dropFirst(5)) else { return nil }
            self = .step(number)
        }
    }
}

/// An ingredient that a text names and no line accounts for.
struct UnlistedIngredient: Equatable, Sendable {
    let key: String
    let place: TextPlace

    init(key: String, place: TextPlace) { (self.key, self.place) = (key, place) }

    /// What it is called among the stored reasons: `step 4: butter`.
    var name: String { "\(place.words): \(key)" }

    init?(name: String) {
        let halves = name.split(bytes: ": ", maxSplits: 1)
        guard halves.count == 2, let place = TextPlace(words: halves[0]) else { return nil }
        self.init(key: String(halves[1]), place: place)
    }
}

/// Looks for ingredients of the catalogue in the texts of a recipe; each text is gone through once.
struct TextMentions {
    private let index: IngredientIndex
    private let listed: ListedIngredients
    /// Keys of what its author says is no part of it.
    private let notInDish: Set<String>
    /// Whether a name is one that no line accounts for, once that was asked.
    private var answers: [String: Bool] = [:]
    /// Keys of what was found so far, and of what was found with an amount.
    private var seen: Set<String> = []
    private var measured: Set<String> = []

    init(index: IngredientIndex, listed: ListedIngredients, notInDish: String) {
        (self.index, self.listed) = (index, listed)
        self.notInDish = Set(NameWords.pieces(notInDish).compactMap { index.findWhole($0.words)?.key })
    }

    /// What a text names and no line accounts for: each ingredient once in all texts, and once more where a later text says
    /// how much of it there is.
    mutating func find(in text: String, isTitle: Bool) -> [(entry: IngredientEntry, hasAmount: Bool)] {
        var found: [(entry: IngredientEntry, hasAmount: Bool)] = []
        for words in Self.clauses(text) {
            for (entry, range) in named(words) where !notInDish.contains(entry.key) {
                let phrase = MentionPhrase(words: words, range: range)
                guard isNew(entry, phrase.hasAmount), isNamed(phrase, isTitle: isTitle), isUnlisted(entry, words[range])
                else { continue }
                if phrase.hasAmount { measured.insert(entry.key) }
                seen.insert(entry.key)
                found.append((entry, phrase.hasAmount))
            }
        }
        return found
    }

    private func isNew(_ entry: IngredientEntry, _ hasAmount: Bool) -> Bool {
        !measured.contains(entry.key) && (hasAmount || !seen.contains(entry.key))
    }

    /// The words of a text between its signs and the ends of its sentences.
    private static func clauses(_ text: String) -> [[NameWord]] {
        var sentences: [Substring] = []
        var rest = text[...]
        while let end = rest.unicodeScalars.firstIndex(where: { ends.contains($0) }) {
            sentences.append(rest[..<end])
            rest = rest[rest.unicodeScalars.index(after: end)...]
        }
        return (sentences + [rest]).flatMap { NameWords.pieces(String($0)).flatMap { runs($0.words) } }
    }

    /// Each word is looked at beside those of its run: without a bound a text of one sentence costs its length squared.
    private static func runs(_ words: [NameWord]) -> [[NameWord]] {
        stride(from: 0, to: words.count, by: longestRun).map { Array(words[$0..<min($0 + longestRun, words.count)]) }
    }

    /// In words.
    private static let longestRun = 64

    /// What ends a sentence; a full stop may also end `tbsp.`, and parts words as a sign does.
    private static let ends: Set<Unicode.Scalar> = ["\n", "\r", "!", "?", ";", ":"]

    /// Names of ingredients, and what a word hides: `in a buttered tin`.
    private func named(_ words: [NameWord]) -> [(IngredientEntry, Range<Int>)] {
        var named: [(IngredientEntry, Range<Int>)] = []
        for mention in index.mentions(in: words) {
            if let entry = mention.entry { named.append((entry, mention.range)) }
        }
        for (place, word) in words.enumerated() {
            guard let name = Self.hidden[word.text], let match = index.findWhole(name), let entry = index[match.key]
            else {
                continue
            }
            named.append((entry, place..<place + 1))
        }
        return named
    }

    private static let hidden = ["buttered": "butter", "маслом": "сливочное масло"]

    /// Whether a name is meant and no line accounts for it.
    private mutating func isUnlisted(_ entry: IngredientEntry, _ words: ArraySlice<NameWord>) -> Bool {
        let name = words.map(\.text).joined(separator: " ")
        if let known = answers[name] { return known }
        let isUnlisted = !listed.account(for: entry, named: Array(words)) && isCalled(entry, words)
        answers[name] = isUnlisted
        return isUnlisted
    }

    /// Whether one word is a name or its plural, and not only alike in its form as `pat` and `pate` are, or `shade` and `shad`.
    private func isCalled(_ entry: IngredientEntry, _ words: ArraySlice<NameWord>) -> Bool {
        guard words.count == 1, let word = words.first?.text, words.first?.isRussian == false,
            Self.hidden[word] == nil
        else { return true }
        for name in entry.english.all.map(Words.fold) where !name.contains(" ") {
            let stem = name.hasSuffix("y") || name.hasSuffix("f") ? String(name.dropLast()) : name
            if [name, name + "s", name + "es", stem + "ies", stem + "ves"].contains(word) || name == word + "s" {
                return true
            }
        }
        return false
    }

    /// Whether these words mean that it is in the dish.
    private func isNamed(_ phrase: MentionPhrase, isTitle: Bool) -> Bool {
        if phrase.isPurpose || phrase.isVerb || phrase.isDenied || phrase.isMock(anywhere: isTitle) || phrase.isCompound
            || phrase.isCompared
        {
            return false
        }
        return isTitle ? !phrase.isOfTitle : !phrase.isMade
    }
}

extension IngredientIndex {
    /// One for each text that names something which no line accounts for; `listed` are the lines and headings.
    func unlisted(
        _ texts: [(text: String, place: TextPlace)], notInDish: String = "",
        beside listed: [UnderstoodLine]
    ) -> [UnderstoodLine] {
        var mentions = TextMentions(
            index: self, listed: ListedIngredients(listed, self), notInDish: notInDish)
        return texts.compactMap { text, place in
            let found = mentions.find(in: text, isTitle: place == .title)
            return found.isEmpty ? nil : UnderstoodLine(unlisted: found, in: place)
        }
    }
}
