// The index: parts of 65,536 documents, which queries go through one after another.

import Foundation
import Words

/// Finds, orders and counts documents by words and facts. Any number of threads may ask at the same time; while one
/// changes the index, the others wait.
///
/// Each document has a number that only grows. A changed document is added again and its old number is dead.
public final class SearchIndex: @unchecked Sendable {  // a lock guards everything that changes
    public static let highestID = 1 << 27
    /// A part has at most so many documents.
    public static let partSize = 1 << 16

    /// The kinds whose values a query can count without naming them.
    let choices: Set<UInt8>
    /// After so many documents a part is sealed.
    private let partSize: Int
    private let lock = ReadWriteLock()
    private(set) var lexicon = Lexicon()
    private var finder = PhraseFinder()
    private(set) var parts: [Part] = []
    /// For each id, the number of its document plus one.
    private(set) var numbers: [UInt32] = []
    /// Living documents, and the sum of their words.
    private(set) var living = 0
    private(set) var length = 0
    /// Dead numbers.
    private var dead = 0
    /// The facts of the kinds in `choices` that any document had.
    private(set) var chosen: Set<UInt64> = []
    private let stemmer = Stemmer()
    /// The number of the last change of the source that the index has; its user sets it.
    private(set) var position = 0

    /// `phrases` are the stems of the phrases that `WordPattern.phrase` may name later.
    public init(choices: Set<UInt8>, phrases: [[String]], partSize: Int = SearchIndex.partSize) {
        (self.choices, self.partSize) = (choices, partSize)
        for phrase in phrases where phrase.count > 1 { addPhrase(phrase) }
        lexicon.setSorted(lexicon.allSorted())
    }

    init(
        choices: Set<UInt8>, lexicon: Lexicon, phrases: [[String]], parts: [Part], position: Int, partSize: Int
    ) {
        (self.choices, self.partSize) = (choices, partSize)
        self.lexicon = lexicon
        self.position = position
        for phrase in phrases { addPhrase(phrase) }
        self.parts = parts
        for (place, part) in parts.enumerated() {
            part.live.eachDocument { document in
                setNumber(UInt32(place << 16 | document) + 1, of: Int(part.documents.ids[document]))
                living += 1
                length += Int(part.documents.lengths[document])
            }
            dead += part.documents.count - part.live.population
            part.documents.eachFact { if choices.contains(DocumentFact(key: $0).kind) { chosen.insert($0) } }
        }
    }

    /// Reads the index; many threads may do so at the same time.
    func read<T>(_ body: () throws -> T) rethrows -> T { try lock.read(body) }

    /// Whether more than a third of the numbers is dead, so that the index should be built again.
    public var isWorn: Bool { lock.read { dead > 10_000 && dead * 2 > living } }

    /// The documents that are not removed.
    public var count: Int { lock.read { living } }

    public var lastPosition: Int { lock.read { position } }

    /// Whether the index was made with these phrases, as stems, and perhaps more.
    public func knows(phrases: [[String]]) -> Bool {
        lock.read {
            phrases.allSatisfy { $0.count < 2 || finder.knows(lexicon.find(Self.key(of: $0))) }
        }
    }

    // MARK: Changing

    /// Replaces and removes documents, and sets the position. `load` runs while no other thread reads or changes the
    /// index; it gets the position and returns the changes, or `nil` if there are none.
    public func update(_ load: (_ position: Int) throws -> IndexChanges?) rethrows {
        try lock.write {
            if let changes = try load(position) { apply(changes) }
        }
    }

    /// The same for a thread that must not wait long: it changes nothing while other threads read or change the index for
    /// longer than `ReadWriteLock.tryWrite` waits, and leaves sorting words and sealing parts to `tidy`.
    public func updateIfQuick(_ load: (_ position: Int) throws -> IndexChanges?) rethrows {
        _ = try lock.tryWrite {
            guard !lexicon.needsSorting, let changes = try load(position), hasRoom(for: changes.documents.count)
            else { return }
            apply(changes)
        }
    }

    private func apply(_ changes: IndexChanges) {
        for id in changes.removed { remove(id) }
        for document in changes.documents { add(document) }
        position = changes.position
    }

    /// Whether so many documents can be added without sealing a part.
    private func hasRoom(for count: Int) -> Bool {
        let growing = parts.last?.documents as? GrowingDocuments
        return (growing?.count ?? 0) + count <= partSize
    }

    /// Whether `tidy` should be called, so that searches for beginnings of words stay quick.
    public var isUntidy: Bool { lock.read { lexicon.needsSorting } }

    /// Sorts the words if many are new, and seals the last part if it has no room for `count` more documents. Other
    /// threads can search in the meantime. Only one thread may call it.
    public func tidy(for count: Int) {
        let (sorted, part, sealed) = lock.read {
            let part = hasRoom(for: min(count, partSize)) ? nil : parts.last
            return (lexicon.needsSorting ? lexicon.allSorted() : nil, part, part?.sealed())
        }
        if sorted == nil, sealed == nil { return }
        lock.write {
            if let sorted { lexicon.setSorted(sorted) }
            // Another thread may have added a document since.
            if let part, let sealed, part.documents.count == sealed.count { part.replace(by: sealed) }
        }
    }

    private func setNumber(_ number: UInt32, of id: Int) {
        if id >= numbers.count {
            numbers += [UInt32](repeating: 0, count: max(id + 1 - numbers.count, numbers.count / 2))
        }
        numbers[id] = number
    }

    private func remove(_ id: Int) {
        guard id > 0, id < numbers.count, numbers[id] != 0 else { return }
        let number = Int(numbers[id]) - 1
        let part = parts[number >> 16]
        part.live.remove(number & 0xFFFF)
        length -= Int(part.documents.lengths[number & 0xFFFF])
        living -= 1
        dead += 1
        numbers[id] = 0
    }

    private func add(_ document: IndexedDocument) {
        guard (1...Self.highestID).contains(document.id) else { return }
        remove(document.id)
        let growing = growing()
        let number = growing.add(
            id: UInt32(document.id), published: Int64(document.publishedAt),
            minutes: document.minutes.map { Int32(clamping: $0) } ?? noMinutes, title: Array(document.titleKey.utf8),
            titleLength: UInt16(clamping: document.titleKey.unicodeScalars.count))
        var words = 0
        for (column, text) in [document.title, document.ingredients, document.description].enumerated() {
            words += add(text, weight: IndexedDocument.weights[column] | (column == 0 ? Postings.inTitle : 0), growing)
        }
        growing.setLength(words)
        for fact in document.facts {
            growing.add(fact: fact.key)
            if choices.contains(fact.kind) { chosen.insert(fact.key) }
        }
        for fact in document.textFacts {
            let number = lexicon.number(Self.entry(fact))
            growing.add(fact: DocumentFact(kind: fact.kind, Int(number)).key)
        }
        parts[parts.count - 1].live.insert(Int(number))
        setNumber(UInt32((parts.count - 1) << 16 | Int(number)) + 1, of: document.id)
        living += 1
        length += Int(UInt16(clamping: words))
    }

    static func entry(_ fact: TextFact) -> String { String(UnicodeScalar(fact.kind & 0x1F)) + fact.text }

    /// The last part, with room for one more document.
    private func growing() -> GrowingDocuments {
        if let part = parts.last {
            if let growing = part.documents as? GrowingDocuments, growing.count < partSize { return growing }
            part.seal()
        }
        let growing = GrowingDocuments()
        parts.append(Part(growing))
        return growing
    }

    /// Adds the words of a column to the last document; returns how many there are.
    private func add(_ text: String, weight: UInt8, _ growing: GrowingDocuments) -> Int {
        var (text, count) = (text, 0)
        finder.begin()
        text.withUTF8 { utf8 in
            Words.forEachWord(in: utf8) { _, folded in
                count += 1
                let word = lexicon.number(folded)
                let stem = lexicon.stem(word, stemmer)
                growing.add(word: word * 2, weight: weight)
                if stem != word { growing.add(word: stem * 2 + 1, weight: weight) }
                finder.next(word, stem) { growing.add(word: $0 * 2, weight: weight) }
            }
        }
        return count
    }

    // MARK: Words

    private func addPhrase(_ stems: [String]) {
        let number = lexicon.number(Self.key(of: stems))
        finder.add(stems.map { lexicon.number($0) }, number: number)
    }

    static func key(of stems: [String]) -> String { stems.joined(separator: " ") }

    /// The stems of the phrases that it knows.
    public var phrases: [[String]] {
        read { finder.all.map(lexicon.phrase) }
    }

    var phraseNumbers: Set<UInt32> { finder.all }

    /// The keys of the posting lists of a pattern; `nil` for a phrase that the index does not know.
    func resolved(_ pattern: WordPattern) -> ResolvedPattern? {
        switch pattern {
        case .word(let word):
            let keys = lexicon.find(Words.stem(word)).map { [$0 * 2, $0 * 2 + 1] } ?? []
            return ResolvedPattern(keys: keys, isBeginning: false)
        case .beginning(let text):
            let numbers = lexicon.numbers(startingWith: text)
            // A stem counts only where its word does not begin alike: `berri` of `berry`.
            let stems = numbers.filter { !lexicon.isCovered($0, beginning: text.utf8.count) }
            return ResolvedPattern(keys: numbers.map { $0 * 2 } + stems.map { $0 * 2 + 1 }, isBeginning: true)
        case .phrase(let words) where words.count == 1: return resolved(.word(words[0]))
        case .phrase(let words):
            guard let number = lexicon.find(Self.key(of: words.map(Words.stem))), finder.knows(number) else {
                return nil
            }
            return ResolvedPattern(keys: [number * 2], isBeginning: false)
        }
    }
}

/// The posting lists of a pattern: a document matches if one of them has it.
struct ResolvedPattern {
    let keys: [UInt32]
    let isBeginning: Bool
}

/// What changed in the source of an index.
public struct IndexChanges: Sendable {
    public var removed: [Int]
    /// New and changed documents.
    public var documents: [IndexedDocument]
    /// The position after these changes.
    public var position: Int

    public init(removed: [Int], documents: [IndexedDocument], position: Int) {
        (self.removed, self.documents, self.position) = (removed, documents, position)
    }
}

/// Up to 65,536 documents, and which of them are alive.
final class Part {
    static let size = SearchIndex.partSize

    private(set) var documents: any Documents
    /// With room for `size` documents.
    let live: Bits

    init(_ documents: any Documents, live: Bits = Bits.make(documents: Part.size)) {
        (self.documents, self.live) = (documents, live)
    }

    deinit { live.free() }

    func seal() { if let sealed = sealed() { replace(by: sealed) } }

    /// The documents in one piece of memory; `nil` if they are already.
    func sealed() -> SealedDocuments? { (documents as? GrowingDocuments).flatMap(SealedDocuments.sealed) }

    func replace(by sealed: SealedDocuments) { documents = sealed }
}

/// Lets many read or one write.
public final class ReadWriteLock: @unchecked Sendable {  // the functions of the lock may be called by every thread
    private let lock: UnsafeMutablePointer<pthread_rwlock_t>

    public init() {
        lock = .allocate(capacity: 1)
        pthread_rwlock_init(lock, nil)
    }

    deinit {
        pthread_rwlock_destroy(lock)
        lock.deallocate()
    }

    public func read<T>(_ body: () throws -> T) rethrows -> T {
        pthread_rwlock_rdlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }

    public func write<T>(_ body: () throws -> T) rethrows -> T {
        pthread_rwlock_wrlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }

    /// `nil` if other threads still read or write after five milliseconds.
    func tryWrite<T>(_ body: () throws -> T) rethrows -> T? {
        var end = timespec()
        clock_gettime(CLOCK_REALTIME, &end)
        end.tv_nsec += 5_000_000
        if end.tv_nsec >= 1_000_000_000 { (end.tv_sec, end.tv_nsec) = (end.tv_sec + 1, end.tv_nsec - 1_000_000_000) }
        guard pthread_rwlock_timedwrlock(lock, &end) == 0 else { return nil }
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }
}
