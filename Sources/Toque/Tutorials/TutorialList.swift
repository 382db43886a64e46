// The published tutorials in memory: a few dozen, which pages search and recipe steps link to.

import Database
import Synchronization
import Words

/// The published tutorials in their order, ready to be searched.
final class TutorialList: Sendable {
    /// Changes with every change of a tutorial.
    let edition: Int
    let all: [Tutorial]
    private let byID: [Int: Tutorial]
    private let matchers: [Language: TechniqueMatcher]
    /// The folded words and the stems of each tutorial in both languages.
    private let words: [Set<String>]
    private let stems: [Set<String>]
    /// The stems of the titles of each tutorial.
    private let titles: [[Set<String>]]
    /// The tutorials of the steps of each revision, which never changes.
    private let steps = VersionCache<Int, Int, [[Int]]>(limit: 4_096)

    init(_ tutorials: [Tutorial], edition: Int) {
        (all, self.edition) = (tutorials, edition)
        byID = Dictionary(tutorials.map { ($0.id, $0) }) { first, _ in first }
        matchers = Dictionary(
            uniqueKeysWithValues: Language.allCases.map { language in
                (language, TechniqueMatcher(tutorials.map { ($0.id, $0.texts[language]?.phrases ?? []) }))
            })
        words = tutorials.map { tutorial in
            Set(
                tutorial.texts.values.flatMap {
                    Words.words([$0.title, $0.summary, $0.steps, $0.techniques].joined(separator: "\n"))
                })
        }
        stems = words.map { Set($0.map(Words.stem)) }
        titles = tutorials.map { tutorial in tutorial.texts.values.map { Set(Words.words($0.title).map(Words.stem)) } }
    }

    subscript(id: Int) -> Tutorial? { byID[id] }

    /// The tutorials that a search names, then those that contain every word of it, or words that begin like it, in
    /// either language. A search without words finds nothing.
    func search(_ query: String) -> [Tutorial] {
        let typed = Set(Words.words(query).prefix(TutorialRules.searchWords)).map { (word: $0, stem: Words.stem($0)) }
        if typed.isEmpty { return [] }
        let places = all.indices.filter { place in
            typed.allSatisfy { one in
                stems[place].contains(one.stem)
                    || one.word.utf8.count >= 3 && words[place].contains { $0.hasPrefix(one.word) }
            }
        }
        let first = named(by: query)
        let known = Set(first.map(\.id))
        return first + places.map { all[$0] }.filter { !known.contains($0.id) }
    }

    /// The tutorials that a search names: by a technique, or by two or more words that are all in the title.
    func named(by query: String) -> [Tutorial] {
        let typed = Words.words(query).prefix(TutorialRules.searchWords).map(Words.stem)
        let found = Set(tutorials(in: query).map(\.id))
        return zip(all, titles).filter { tutorial, titles in
            found.contains(tutorial.id) || typed.count > 1 && titles.contains { $0.isSuperset(of: typed) }
        }.map(\.0)
    }

    /// The tutorials whose techniques a text in any language names.
    func tutorials(in text: String) -> [Tutorial] {
        let found = Set(matchers.values.flatMap { $0.tutorials(in: text) })
        return all.filter { found.contains($0.id) }
    }

    /// For each step of a revision the tutorials to link to; each tutorial only at the first step that uses it.
    func links(_ texts: [String], revision: Int, written: String, _ language: Language) -> [[TutorialLink]] {
        let found = steps.value(revision, edition) {
            var seen: Set<Int> = []
            guard let matcher = Language(rawValue: written).flatMap({ matchers[$0] }) else { return [] }
            return texts.map { text in matcher.tutorials(in: text).filter { seen.insert($0).inserted } }
        }
        return found.map { $0.compactMap { self[$0] }.map { TutorialLink($0, language) } }
    }
}

/// A link to a tutorial, with the language of its title.
struct TutorialLink {
    let title: String
    let language: String
    let address: String

    init(_ tutorial: Tutorial, _ reader: Language) {
        let (text, language) = tutorial.text(reader)
        (title, self.language, address) = (text.title, language.rawValue, tutorial.address)
    }
}

/// Keeps the published tutorials until one of them changes. Only this process changes them.
final class TutorialCache: Sendable {
    private struct State {
        var edition = 0
        var known: TutorialList?
    }

    private let state = Mutex(State())

    func current(_ reader: Connection) throws -> TutorialList {
        let (edition, known) = state.withLock { ($0.edition, $0.known) }
        if let known { return known }
        let fresh = TutorialList(try TutorialStore(reader).all().filter(\.isPublished), edition: edition)
        // Not if one changed since it was read.
        state.withLock { if $0.edition == edition { $0.known = fresh } }
        return fresh
    }

    /// Has the tutorials read again, after a transaction that changed one.
    func forget() {
        state.withLock { $0 = State(edition: $0.edition + 1) }
    }
}

extension Site {
    var tutorials: TutorialCache { part() }
}
