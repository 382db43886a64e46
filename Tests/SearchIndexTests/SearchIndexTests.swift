// Tests of the index alone: words, filters, order, changes and snapshots.

import Foundation
import Testing
import Words

@testable import SearchIndex

@Suite struct SearchIndexTests {
    static func document(
        _ id: Int, _ title: String, _ ingredients: String = "", minutes: Int? = nil, facts: [DocumentFact] = []
    ) -> IndexedDocument {
        IndexedDocument(
            id: id, title: title, ingredients: ingredients, description: "", titleKey: Words.key(title),
            publishedAt: id, minutes: minutes, facts: facts)
    }

    static let vegan = DocumentFact(kind: 1, 0)

    static func index() -> SearchIndex {
        let index = SearchIndex(choices: [6], phrases: [["cream", "chees"]])
        let documents = [
            document(1, "Tomato soup", "4 tomatoes\nsalt", minutes: 30, facts: [vegan, DocumentFact(kind: 6, 1)]),
            document(2, "Cheese cake", "cream cheese\nsugar", minutes: 60, facts: [DocumentFact(kind: 6, 2)]),
            document(3, "Soup", "tomatoes and cream, cheese", facts: [DocumentFact(kind: 6, 1)]),
            document(4, "Toast", "bread\ntomato paste", minutes: 5, facts: [vegan]),
        ]
        index.update { _ in IndexChanges(removed: [], documents: documents, position: 1) }
        return index
    }

    static func find(_ index: SearchIndex, _ groups: WordQuery.Group..., conditions: [Condition] = []) -> [Int]? {
        let words = WordQuery(groups: groups)
        return index.search(
            IndexQuery(
                words: groups.isEmpty ? nil : words, conditions: conditions,
                order: groups.isEmpty
                    ? .newest(named: []) : .relevance(titles: ["soup"], endings: [], typed: words, named: groups),
                range: 0..<10))?.ids
    }

    @Test func `a word finds every form, the title itself and titles first`() {
        let index = Self.index()
        #expect(Self.find(index, [[.word("tomatoes")]]) == [3, 1, 4])
        #expect(Self.find(index, [[.word("soup")]]) == [3, 1])
        #expect(Self.find(index, [[.beginning("toma")]]) == [3, 1, 4])
        #expect(Self.find(index, [[.word("nothing")]]) == [])
    }

    @Test func `a phrase is found where its words follow each other, and only if the index was made with it`() {
        let index = Self.index()
        #expect(Self.find(index, [[.phrase(["cream", "cheese"])]]) == [3, 2])
        #expect(Self.find(index, [[.phrase(["cheese", "cream"])]]) == nil)
        #expect(index.knows(phrases: [["cream", "chees"]]) && !index.knows(phrases: [["red", "wine"]]))
    }

    @Test func `conditions filter and counts can leave one out`() {
        let index = Self.index()
        #expect(Self.find(index, conditions: [.fact(Self.vegan)]) == [4, 1])
        #expect(Self.find(index, conditions: [.not(.fact(Self.vegan)), .minutes(atMost: 60)]) == [2])
        let answer = index.search(
            IndexQuery(
                words: nil, conditions: [.fact(Self.vegan)],
                counts: [.init(facts: [Self.vegan], kinds: [6]), .init(changes: [(0, nil)], kinds: [6])],
                order: .minutes, range: 0..<1))
        #expect(answer?.total == 2 && answer?.ids == [4])
        #expect(answer?.counts[0].facts == [2] && answer?.counts[0].kinds == [[1: 1]])
        #expect(answer?.counts[1].total == 4 && answer?.counts[1].kinds == [[1: 2, 2: 1]])
    }

    @Test func `a single letter behind other words begins a word of the title`() {
        let index = SearchIndex(choices: [], phrases: [])
        let titles = [
            "Soup of beans", "Bean soup", "Soup", "Granny’s soup “beet”", "Soup, abba", "Суп и борщ", "Борщ (суп)",
            "Soup ’b", "Soup-bowl", "Soup 2b",
        ]
        index.update { _ in
            IndexChanges(
                removed: [], documents: titles.enumerated().map { Self.document($0 + 1, $1) }, position: 1)
        }
        func found(_ word: String, _ letter: String) -> [Int] {
            let words = WordQuery(groups: [[[.word(word)]], [[.word(letter)], [.beginning(letter)]]])
            return (index.titles(like: word + " " + letter, words, [], limit: 20) ?? []).sorted()
        }
        #expect(found("soup", "b") == [1, 2, 4, 8, 9])
        #expect(found("soup", "s") == [1, 2, 3, 4, 5, 8, 9, 10])
        #expect(found("суп", "б") == [6, 7])
        #expect(found("granny", "“") == [])
    }

    @Test func `of titles with the words, those that end with them come first, then those with fewer words`() {
        let index = SearchIndex(choices: [], phrases: [])
        let titles = [
            "Easy apple pie cake", "Apple-pie bars", "Our old apple pie", "Apple pies", "Pie, apple", "Apple pie!",
        ]
        index.update { _ in
            IndexChanges(
                removed: [], documents: titles.enumerated().map { Self.document($0 + 1, $1) }, position: 1)
        }
        let words = WordQuery(groups: [[[.word("apple")]], [[.word("pie")]]])
        let order = IndexQuery.Order.relevance(
            titles: ["the apple pie", "apple pie"], endings: ["apple pie", "apple pies"], typed: words)
        let found = index.search(IndexQuery(words: words, conditions: [], order: order, range: 0..<10))?.ids
        #expect(found == [6, 4, 3, 5, 2, 1])
    }

    @Test func `titles with more of the named words come first`() {
        let index = SearchIndex(choices: [], phrases: [])
        let recipes = [
            ("Soup of the day", "lentils\nbacon"), ("Lentil soup", "bacon"), ("Bacon and lentil soup", "salt"),
            ("Stew", "soup bones\nlentils\nbacon"), ("Bacon stew", "soup bones\nlentils"),
        ]
        index.update { _ in
            IndexChanges(
                removed: [], documents: recipes.enumerated().map { Self.document($0 + 1, $1.0, $1.1) }, position: 1)
        }
        func found(_ words: WordQuery?, _ order: IndexQuery.Order) -> [Int]? {
            index.search(IndexQuery(words: words, conditions: [], order: order, range: 0..<10))?.ids
        }
        let named: [WordQuery.Group] = [[[.word("lentil")]], [[.word("bacon")]]]
        let words = WordQuery(groups: [[[.word("soup")]]])
        let relevance = found(words, .relevance(titles: [], endings: [], typed: words, named: words.groups + named))
        #expect(relevance == [3, 2, 1, 5, 4])
        #expect(found(nil, .newest(named: named)) == [3, 5, 2, 4, 1])
    }

    @Test func `a word of a title counts as it is written, a stem that no title has does not`() {
        let index = SearchIndex(choices: [], phrases: [])
        let titles = ["Berries", "Berries and cream", "Cream"]
        index.update { _ in
            IndexChanges(
                removed: [2], documents: titles.enumerated().map { Self.document($0 + 1, $1, "cherries") }, position: 1)
        }
        #expect(index.titleFrequency(of: "berries") == 2 && index.titleFrequency(of: "berri") == 0)
        #expect(index.titleFrequency(of: "cherries") == 0 && index.frequency(of: "cherries") == 3)
    }

    @Test func `a changed document is found by its new words, a removed one no more`() {
        let index = Self.index()
        index.update { position in
            position == 1
                ? IndexChanges(removed: [3], documents: [Self.document(1, "Beetroot soup")], position: 2) : nil
        }
        #expect(Self.find(index, [[.word("soup")]]) == [1])
        #expect(Self.find(index, [[.word("tomato")]]) == [4])
        #expect(index.count == 3 && index.lastPosition == 2)
    }

    @Test func `a snapshot loads as the same index, and goes on`() throws {
        let path = NSTemporaryDirectory() + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (index, origin) = (Self.index(), SnapshotOrigin(rules: 1, token: 2))
        try index.snapshot()?.write(to: path, origin: origin)
        let again = try SearchIndex.load(path, origin: origin, choices: [6])
        again.update { _ in IndexChanges(removed: [], documents: [Self.document(5, "Cold soup")], position: 2) }
        #expect(Self.find(again, [[.word("soup")]]) == [3, 5, 1])
        #expect(Self.find(again, [[.phrase(["cream", "cheese"])]]) == [3, 2])
        #expect(throws: SnapshotError.foreign) {
            try SearchIndex.load(path, origin: SnapshotOrigin(rules: 1, token: 3), choices: [6])
        }
        #expect(throws: SnapshotError.missing) { try SearchIndex.load(path + "x", origin: origin, choices: [6]) }
    }

    @Test func `a snapshot with any damaged byte is refused`() throws {
        let path = NSTemporaryDirectory() + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let origin = SnapshotOrigin(rules: 1, token: 2)
        try Self.index().snapshot()?.write(to: path, origin: origin)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for place in stride(from: 0, to: whole.count - 32, by: 97) {
            var damaged = whole
            damaged[place] ^= 0x10
            try damaged.write(to: URL(fileURLWithPath: path))
            let isWhole = (try? SearchIndex.load(path, origin: origin, choices: [6])).map {
                Self.find($0, [[.word("soup")]])
            }
            // A bit of the zeros between two sections has no meaning.
            #expect(isWhole == nil || isWhole == [3, 1], "\(place)")
        }
        // A length of a section beyond the end of the file needs no memory.
        var long = whole
        long[12] = 1
        try long.write(to: URL(fileURLWithPath: path))
        #expect(throws: SnapshotError.damaged(section: "toqindex")) {
            try SearchIndex.load(path, origin: origin, choices: [6])
        }
        try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))
        #expect(throws: SnapshotError.self) { try SearchIndex.load(path, origin: origin, choices: [6]) }
    }

    @Test func `a thread that must not wait neither sorts words nor seals a part, and leaves both to tidy`() {
        let index = SearchIndex(choices: [], phrases: [], partSize: 4)
        func add(_ documents: [IndexedDocument]) -> Bool {
            index.updateIfQuick { IndexChanges(removed: [], documents: documents, position: $0 + 1) }
            return index.numbers.indices.contains(documents[0].id) && index.numbers[documents[0].id] != 0
        }
        let soups = (1...4).map { Self.document($0, "Soup") }
        #expect(add(soups) && !add([Self.document(5, "Soup")]))
        #expect(index.parts.count == 1 && index.parts[0].documents is GrowingDocuments && index.lastPosition == 1)
        index.tidy(for: 1)
        #expect(index.parts[0].documents is SealedDocuments)
        let words = (0...2_048).map { "w\(String($0, radix: 36))" }.joined(separator: " ")
        #expect(add([Self.document(5, "Stew", words)]) && index.parts.count == 2)
        #expect(index.isUntidy && !add([Self.document(6, "Soup")]))
        index.tidy(for: 1)
        #expect(!index.isUntidy && add([Self.document(6, "Soup")]))
        #expect(Self.find(index, [[.beginning("ste")]]) == [5] && Self.find(index, [[.beginning("w9")]]) == [5])
        #expect(Self.find(index, [[.word("soup")]])?.sorted() == [1, 2, 3, 4, 6])
    }

    @Test func `while another thread reads, a thread that must not wait adds nothing`() {
        let index = Self.index()
        let load = { (position: Int) in
            IndexChanges(removed: [], documents: [Self.document(5, "Stew")], position: position + 1)
        }
        index.read { index.updateIfQuick(load) }
        #expect(index.count == 4 && index.lastPosition == 1)
        index.updateIfQuick(load)
        #expect(index.count == 5 && index.lastPosition == 2)
    }

    @Test func `new words are merged with the sorted ones`() {
        var (lexicon, random) = (Lexicon(), SystemRandomNumberGenerator())
        for _ in 0..<3 {
            for _ in 0..<500 { _ = lexicon.number(String(UInt32.random(in: 0...99_999, using: &random), radix: 7)) }
            lexicon.setSorted(lexicon.allSorted())
            let texts = lexicon.allSorted().map(lexicon.text)
            #expect(texts == Set(texts).sorted() && texts.count == lexicon.count)
        }
    }

    @Test func `parts are sealed and searched like the newest one`() {
        let index = SearchIndex(choices: [], phrases: [])
        let count = Part.size + 100
        index.update { _ in
            IndexChanges(
                removed: [],
                documents: (1...count).map { Self.document($0, $0 % 2 == 0 ? "even" : "odd", minutes: $0 % 7) },
                position: 1)
        }
        #expect(index.parts.count == 2 && index.parts[0].documents is SealedDocuments)
        let answer = index.search(
            IndexQuery(
                words: WordQuery(groups: [[[.word("even")]]]), conditions: [.minutes(atMost: 0)],
                order: .newest(named: []), range: 0..<2))
        #expect(answer?.total == count / 14)
        #expect(answer?.ids == [count / 14 * 14, count / 14 * 14 - 14])
    }
}
