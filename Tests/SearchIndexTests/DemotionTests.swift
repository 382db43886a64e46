// Tests of documents that go down some places: which of them, how far, and page after page.

import Testing
import Words

@testable import SearchIndex

@Suite struct DemotionTests {
    private static let disliked = DocumentFact(kind: 9, 1)
    private static let common = DocumentFact(kind: 9, 2)
    private static let count = 120
    private static let window = 40

    private static func isDisliked(_ id: Int) -> Bool { id % 3 == 0 }

    /// Soups: one is called so, thirty others have the word in the title. Two parts are sealed, and the last one grows.
    private static func index() -> SearchIndex {
        let index = SearchIndex(choices: [], phrases: [], partSize: 50)
        let documents = (1...count).map { id in
            let title = id == 3 ? "Soup" : id % 4 == 0 ? "Soup number \(id)" : "Stew number \(id)"
            return SearchIndexTests.document(
                id, title, "soup", minutes: id % 5 == 0 ? nil : id % 7 * 10,
                facts: isDisliked(id) ? [disliked] : [common])
        }
        index.update { _ in IndexChanges(removed: [], documents: documents, position: 1) }
        return index
    }

    private static func ids(
        _ index: SearchIndex, _ range: Range<Int>, _ demotions: [Demotion], window: Int = window
    ) -> [Int] {
        let words = WordQuery(groups: [[[.word("soup")]]])
        var query = IndexQuery(
            words: words, conditions: [], order: .relevance(titles: ["soup"], endings: ["soup"], typed: words),
            range: range)
        (query.demotions, query.window) = (demotions, window)
        return index.search(query)?.ids ?? []
    }

    @Test func `a document goes down some places, but never out of its group`() {
        let documents = [(1, 0, 20), (2, 0, 0), (3, 1, 3), (4, 1, 0), (5, 1, 0), (6, 1, 0), (7, 1, 0), (8, 2, 0)]
        let placed = documents.map { PlacedDocument(id: $0.0, group: $0.1, places: $0.2) }
        #expect(PlacedDocument.demoted(placed) == [2, 1, 4, 5, 3, 6, 7, 8])
        #expect(PlacedDocument.demoted([]) == [])
    }

    @Test func `pages go on where the last one ended, and nothing is lost, doubled or hidden`() {
        let index = Self.index()
        let demotions = [Demotion(.fact(Self.disliked), places: 20)]
        let plain = Self.ids(index, 0..<Self.count, [])
        for size in [7, 10, 20, 60] {
            let pages = stride(from: 0, to: Self.count, by: size).flatMap {
                Self.ids(index, $0..<min($0 + size, Self.count), demotions)
            }
            #expect(pages == Self.ids(index, 0..<Self.count, demotions), "\(size)")
            #expect(pages.sorted() == Array(1...Self.count) && pages != plain)
            #expect(pages.dropFirst(Self.window) == plain.dropFirst(Self.window))
        }
    }

    @Test func `the title itself stays first, titles stay before texts, and the disliked go down`() throws {
        let index = Self.index()
        let plain = Self.ids(index, 0..<Self.count, [])
        let ranked = Self.ids(index, 0..<Self.count, [Demotion(.fact(Self.disliked), places: 20)])
        #expect(plain.first == 3 && ranked.first == 3 && Self.isDisliked(3))
        #expect(Set(ranked.prefix(31)) == Set(plain.prefix(31)))
        for id in plain {
            let (before, after) = (try #require(plain.firstIndex(of: id)), try #require(ranked.firstIndex(of: id)))
            #expect(Self.isDisliked(id) ? (before...before + 20).contains(after) : after <= before, "\(id)")
        }
    }

    @Test func `without demotions, and behind the window, the order is the plain one`() {
        let index = Self.index()
        let plain = Self.ids(index, 0..<Self.count, [])
        #expect(Self.ids(index, 0..<30, []) == Array(plain.prefix(30)))
        #expect(Self.ids(index, 0..<Self.count, [Demotion(.fact(Self.disliked), places: 20)], window: 0) == plain)
        #expect(Self.ids(index, 0..<Self.count, [Demotion(.fact(Self.disliked), places: 0)]) == plain)
    }

    @Test func `those go down that a filter with the same condition finds`() throws {
        let index = Self.index()
        let conditions: [Condition] = [
            .fact(Self.disliked), .fact(Self.common), .fact(DocumentFact(kind: 9, 3)), .minutes(atMost: 20),
            .minutes(atMost: .max), .all([.minutes(atMost: .max), .not(.minutes(atMost: 30))]), .any([]),
            .not(.any([.fact(Self.disliked), .minutes(atMost: 0)])), .words(.word("stews")),
            .text(TextFact(kind: TextFact.firstKind, "none")),
        ]
        let plain = Self.newest(index, [])
        #expect(plain == Array((1...Self.count).reversed()))
        for condition in conditions {
            let fitting = Set(try #require(index.ids([condition])))
            let expected = plain.filter { !fitting.contains($0) } + plain.filter(fitting.contains)
            #expect(Self.newest(index, [Demotion(condition, places: 1_000)]) == expected, "\(condition)")
        }
    }

    private static func newest(_ index: SearchIndex, _ demotions: [Demotion]) -> [Int] {
        var query = IndexQuery(words: nil, conditions: [], order: .newest(named: []), range: 0..<count)
        (query.demotions, query.window) = (demotions, count)
        return index.search(query)?.ids ?? []
    }
}
