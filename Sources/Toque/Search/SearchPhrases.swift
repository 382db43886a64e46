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
    /// A word for a dish or for how food is made that must not occur: `but not smoked`.
    case notWord(String)
    /// At most this many minutes.
    case minutes(Int)
    /// The key of a category.
    case category(String)
    /// The key of a cuisine.
    case cuisine(String)
    case claim(NutritionClaim)
    /// The phrase stays words.
    case words
    /// The phrase says nothing about a dish: `recipe for`.
    case nothing

    /// Whether it may only be the beginning of a food: `French fries`, `low-fat milk`, `seedless grapes`.
    var mayBeginName: Bool {
        switch self {
        case .cuisine, .claim, .words: true
        default: false
        }
    }
}

/// Finds the phrases by the stems of their words, so that every case and plural counts.
struct SearchPhrases: Sendable {
    /// What a phrase says about the words beside it.
    enum Role: String, Sendable {
        /// Somebody avoids the food behind it: `can't eat`.
        case avoid
        /// Somebody avoids the food before it: `egg allergy`.
        case avoided
        /// Words for the person before `avoid`: `my kid hates`.
        case person
        /// At most the time behind it: `less than`.
        case limit
    }

    static let starter = read()
    /// The phrases that state something about a dish: those for what a person avoids, and for what suits a fast, do not.
    static let claims = read(omitting: ["avoid", "avoided", "fast"])

    private let facts: [[String]: SearchFact]
    private let roles: [Role: Set<[String]>]
    /// The words that name each course and cuisine, in both languages.
    private let names: [SearchFact: [[String]]]
    /// The number of words of the longest phrase.
    let longest: Int

    private static func read(omitting kinds: Set<String> = []) -> SearchPhrases {
        SearchPhrases(StarterFiles.all.first { $0.path == "search-phrases.txt" }?.text ?? "", omitting: kinds)
    }

    /// Lines that cannot be read are left out; a test finds them.
    init(_ text: String, omitting kinds: Set<String> = []) {
        var facts: [[String]: SearchFact] = [:]
        var roles: [Role: Set<[String]>] = [:]
        var names: [SearchFact: [[String]]] = [:]
        for (_, line) in CatalogueText.lines(text) {
            let fields = CatalogueText.split(line, by: "|")
            let kind = fields[0].split(bytes: " ").first.map { String($0) } ?? ""
            guard fields.count == 2, !kinds.contains(kind) else { continue }
            for phrase in CatalogueText.split(Substring(fields[1]), by: ",").map(Words.words) {
                let stems = phrase.map(Words.stem)
                if let role = Role(rawValue: fields[0]) { roles[role, default: []].insert(stems) }
                guard let fact = Self.fact(fields[0]) else { continue }
                facts[stems] = fact
                names[fact, default: []].append(phrase)
            }
        }
        self.facts = facts
        self.roles = roles
        self.names = names.filter { fact, _ in Self.isName(fact) }.mapValues(Self.shortest)
        longest = (Array(facts.keys) + roles.values.joined()).map(\.count).max() ?? 0
    }

    private static func fact(_ text: String) -> SearchFact? {
        let words = text.split(bytes: " ").map(String.init)
        switch (words.first, words.dropFirst().first) {
        case ("diet", let value?), ("fast", let value?): return Diet(rawValue: value).map(SearchFact.diet)
        case ("minutes", let value?): return Int(value).map(SearchFact.minutes)
        case ("category", let value?): return .category(value)
        case ("cuisine", let value?): return .cuisine(value)
        case ("claim", let value?): return NutritionClaim(rawValue: value).map(SearchFact.claim)
        case ("without", let value?): return .without(value)
        case ("words", nil): return .words
        case ("drop", nil): return .nothing
        default: return nil
        }
    }

    private static func isName(_ fact: SearchFact) -> Bool {
        switch fact {
        case .category, .cuisine: true
        default: false
        }
    }

    /// The phrases without those that contain another one: a text with `for dessert` has `dessert`.
    private static func shortest(_ phrases: [[String]]) -> [[String]] {
        let all = phrases.map { $0.map(Words.stem) }
        return zip(phrases, all).filter { _, own in
            !all.contains { other in
                other.count < own.count && own.indices.contains { own[$0...].starts(with: other) }
            }
        }.map { $0.0 }
    }

    subscript(stems: ArraySlice<String>) -> SearchFact? { facts[Array(stems)] }

    /// The place behind the longest phrase with a role that begins at a place.
    func end(of role: Role, at place: Int, upTo end: Int, _ stems: [String]) -> Int? {
        guard let phrases = roles[role] else { return nil }
        return stride(from: min(end, place + longest), to: place, by: -1).first {
            phrases.contains(Array(stems[place..<$0]))
        }
    }

    var count: Int { facts.count + roles.values.reduce(0) { $0 + $1.count } }

    /// The words that name a course or cuisine, in both languages: a recipe may have one of them in its text instead.
    func words(for fact: SearchFact) -> [[String]] { names[fact] ?? [] }

    /// The stems of all of them.
    var searched: [[String]] { names.values.joined().map { $0.map(Words.stem) } }
}
