// The phrases of `Starter/search-phrases.txt` that state a filter, in both languages.

import Bytes
import Content
import Food
import Words

/// A filter that a typed phrase states.
enum SearchFact: Hashable, Sendable {
    case diet(Diet)
    case with(String)
    case without(String)
    /// At most this many minutes.
    case minutes(Int)
    /// The key of a category.
    case category(String)
    /// The phrase stays words.
    case words
    /// The phrase says nothing about a dish: `recipe for`.
    case nothing
}

/// Finds the phrases by the stems of their words, so that every case and plural counts.
struct SearchPhrases: Sendable {
    static let starter = SearchPhrases(StarterFiles.all.first { $0.path == "search-phrases.txt" }?.text ?? "")

    private let facts: [[String]: SearchFact]
    /// The number of words of the longest phrase.
    let longest: Int

    /// Lines that cannot be read are left out; a test finds them.
    init(_ text: String) {
        var facts: [[String]: SearchFact] = [:]
        for (_, line) in CatalogueText.lines(text) {
            let fields = CatalogueText.split(line, by: "|")
            guard fields.count == 2, let fact = Self.fact(fields[0]) else { continue }
            for phrase in CatalogueText.split(Substring(fields[1]), by: ",") {
                facts[Words.words(phrase).map(Words.stem)] = fact
            }
        }
        self.facts = facts
        longest = facts.keys.map(\.count).max() ?? 0
    }

    private static func fact(_ text: String) -> SearchFact? {
        let words = text.split(bytes: " ").map(String.init)
        switch (words.first, words.dropFirst().first) {
        case ("diet", let value?): return Diet(rawValue: value).map(SearchFact.diet)
        case ("minutes", let value?): return Int(value).map(SearchFact.minutes)
        case ("category", let value?): return .category(value)
        case ("without", let value?): return .without(value)
        case ("words", nil): return .words
        case ("drop", nil): return .nothing
        default: return nil
        }
    }

    subscript(stems: ArraySlice<String>) -> SearchFact? { facts[Array(stems)] }

    var count: Int { facts.count }

    /// The stems of the phrases that name a course.
    var courses: [[String]] {
        facts.compactMap { phrase, fact in
            if case .category = fact { phrase } else { nil }
        }
    }
}
