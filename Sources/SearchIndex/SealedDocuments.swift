// Documents that change no more, in one piece of memory that is also their form in a snapshot.

import Foundation

/// A piece of memory that is freed with the object.
final class Memory {
    let bytes: UnsafeMutableRawBufferPointer

    init(byteCount: Int) {
        let start = UnsafeMutableRawPointer.allocate(byteCount: max(byteCount, 8), alignment: 64)
        memset(start, 0, max(byteCount, 8))
        bytes = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
    }

    deinit { bytes.baseAddress?.deallocate() }
}

final class SealedDocuments: Documents {
    /// The numbers that the memory begins with; they give the place of each list.
    struct Counts {
        var documents = 0
        var titleBytes = 0
        var words = 0
        var postings = 0
        var facts = 0
        var members = 0
        var denseFacts = 0

        static let fields = 7
        var all: [Int] { [documents, titleBytes, words, postings, facts, members, denseFacts] }

        init() {}

        init(_ all: [Int]) {
            (documents, titleBytes, words, postings) = (all[0], all[1], all[2], all[3])
            (facts, members, denseFacts) = (all[4], all[5], all[6])
        }
    }

    /// The places of the lists in memory, each at a multiple of eight bytes.
    private struct Layout {
        private(set) var end = SealedDocuments.Counts.fields * 8

        mutating func take<T>(_ type: T.Type, _ count: Int) -> Int {
            let place = end
            end = (end + count * MemoryLayout<T>.stride + 7) & ~7
            return place
        }
    }

    let memory: Memory
    let count: Int
    let ids: UnsafePointer<UInt32>
    let published: UnsafePointer<Int64>
    let minutes: UnsafePointer<Int32>
    let lengths: UnsafePointer<UInt16>
    let titleLengths: UnsafePointer<UInt16>
    /// The documents by their titles.
    private let titleOrder: UnsafePointer<UInt16>
    private let titleStarts: UnsafePointer<UInt32>
    private let titleBytes: UnsafePointer<UInt8>
    private let wordKeys: UnsafePointer<UInt32>
    private let wordStarts: UnsafePointer<UInt32>
    private let documents: UnsafePointer<UInt16>
    private let weights: UnsafePointer<UInt8>
    private let factKeys: UnsafePointer<UInt64>
    private let factStarts: UnsafePointer<UInt32>
    private let factMembers: UnsafePointer<UInt16>
    private let denseKeys: UnsafePointer<UInt64>
    private let denseBits: UnsafePointer<UInt64>
    private let counts: Counts

    /// Facts that more documents than this part have are stored as bits.
    private static let denseShare = 32

    /// The documents in memory that `init(_:)` or a snapshot filled; `nil` if its size does not fit its counts.
    init?(memory: Memory) {
        guard memory.bytes.count >= Counts.fields * 8 else { return nil }
        let all = (0..<Counts.fields).map { memory.bytes.load(fromByteOffset: $0 * 8, as: Int.self) }
        guard all.allSatisfy({ (0...1 << 32).contains($0) }) else { return nil }
        let counts = Counts(all)
        var layout = Layout()
        func list<T>(_ type: T.Type, _ count: Int) -> Int { layout.take(type, count) }
        let places = [
            list(UInt32.self, counts.documents), list(Int64.self, counts.documents),
            list(Int32.self, counts.documents), list(UInt16.self, counts.documents),
            list(UInt16.self, counts.documents), list(UInt16.self, counts.documents),
            list(UInt32.self, counts.documents + 1), list(UInt8.self, counts.titleBytes),
            list(UInt32.self, counts.words), list(UInt32.self, counts.words + 1),
            list(UInt16.self, counts.postings), list(UInt8.self, counts.postings),
            list(UInt64.self, counts.facts), list(UInt32.self, counts.facts + 1),
            list(UInt16.self, counts.members), list(UInt64.self, counts.denseFacts),
            list(UInt64.self, counts.denseFacts * ((counts.documents + 63) / 64)),
        ]
        guard layout.end == memory.bytes.count, let base = memory.bytes.baseAddress else { return nil }
        func pointer<T>(_ index: Int, as type: T.Type) -> UnsafePointer<T> {
            UnsafePointer((base + places[index]).assumingMemoryBound(to: type))
        }
        self.memory = memory
        self.counts = counts
        count = counts.documents
        ids = pointer(0, as: UInt32.self)
        published = pointer(1, as: Int64.self)
        minutes = pointer(2, as: Int32.self)
        lengths = pointer(3, as: UInt16.self)
        titleLengths = pointer(4, as: UInt16.self)
        titleOrder = pointer(5, as: UInt16.self)
        titleStarts = pointer(6, as: UInt32.self)
        titleBytes = pointer(7, as: UInt8.self)
        wordKeys = pointer(8, as: UInt32.self)
        wordStarts = pointer(9, as: UInt32.self)
        documents = pointer(10, as: UInt16.self)
        weights = pointer(11, as: UInt8.self)
        factKeys = pointer(12, as: UInt64.self)
        factStarts = pointer(13, as: UInt32.self)
        factMembers = pointer(14, as: UInt16.self)
        denseKeys = pointer(15, as: UInt64.self)
        denseBits = pointer(16, as: UInt64.self)
    }

    /// The bytes that documents need.
    private static func size(_ counts: Counts) -> Int {
        var layout = Layout()
        for (stride, count) in [
            (4, counts.documents), (8, counts.documents), (4, counts.documents), (2, counts.documents),
            (2, counts.documents), (2, counts.documents), (4, counts.documents + 1), (1, counts.titleBytes),
            (4, counts.words), (4, counts.words + 1), (2, counts.postings), (1, counts.postings), (8, counts.facts),
            (4, counts.facts + 1), (2, counts.members), (8, counts.denseFacts),
            (8, counts.denseFacts * ((counts.documents + 63) / 64)),
        ] {
            _ = layout.take(UInt8.self, stride * count)
        }
        return layout.end
    }

    // MARK: Sealing

    /// The same documents as `growing`.
    static func sealed(_ growing: GrowingDocuments) -> SealedDocuments? {
        let words = growing.words.sorted { $0.key < $1.key }
        let facts = growing.facts.sorted { $0.key < $1.key }
        let isDense = { (list: GrowingList<UInt16>) in list.count * Self.denseShare >= max(growing.count, 1_024) }
        let (dense, sparse) = (facts.filter { isDense($0.value) }, facts.filter { !isDense($0.value) })
        var counts = Counts()
        counts.documents = growing.count
        counts.titleBytes = growing.titles.reduce(0) { $0 + $1.count }
        counts.words = words.count
        counts.postings = words.reduce(0) { $0 + $1.documents.count }
        counts.facts = sparse.count
        counts.members = sparse.reduce(0) { $0 + $1.value.count }
        counts.denseFacts = dense.count
        let memory = Memory(byteCount: size(counts))
        for (index, value) in counts.all.enumerated() {
            memory.bytes.storeBytes(of: value, toByteOffset: index * 8, as: Int.self)
        }
        guard let sealed = SealedDocuments(memory: memory) else { return nil }
        sealed.fill(growing)
        sealed.fill(words)
        sealed.fill(sparse: sparse.map { ($0.key, $0.value) }, dense: dense.map { ($0.key, $0.value) })
        return sealed
    }

    private func fill(_ growing: GrowingDocuments) {
        UnsafeMutablePointer(mutating: ids).update(from: growing.ids, count: count)
        UnsafeMutablePointer(mutating: published).update(from: growing.published, count: count)
        UnsafeMutablePointer(mutating: minutes).update(from: growing.minutes, count: count)
        UnsafeMutablePointer(mutating: lengths).update(from: growing.lengths, count: count)
        UnsafeMutablePointer(mutating: titleLengths).update(from: growing.titleLengths, count: count)
        let (starts, bytes) = (UnsafeMutablePointer(mutating: titleStarts), UnsafeMutablePointer(mutating: titleBytes))
        var end = 0
        for (document, title) in growing.titles.enumerated() {
            starts[document] = UInt32(end)
            for byte in title {
                bytes[end] = byte
                end += 1
            }
        }
        starts[count] = UInt32(end)
        let order = (0..<count).sorted { growing.titles[$0].lexicographicallyPrecedes(growing.titles[$1]) }
        let places = UnsafeMutablePointer(mutating: titleOrder)
        for (place, document) in order.enumerated() { places[place] = UInt16(document) }
    }

    private func fill(_ words: [GrowingDocuments.WordList]) {
        let (keys, starts) = (UnsafeMutablePointer(mutating: wordKeys), UnsafeMutablePointer(mutating: wordStarts))
        let (documents, weights) = (
            UnsafeMutablePointer(mutating: documents), UnsafeMutablePointer(mutating: weights)
        )
        var end = 0
        for (place, word) in words.enumerated() {
            keys[place] = word.key
            starts[place] = UInt32(end)
            (documents + end).update(from: word.documents.elements, count: word.documents.count)
            (weights + end).update(from: word.weights.elements, count: word.weights.count)
            end += word.documents.count
        }
        starts[words.count] = UInt32(end)
    }

    private func fill(sparse: [(UInt64, GrowingList<UInt16>)], dense: [(UInt64, GrowingList<UInt16>)]) {
        let (keys, starts) = (UnsafeMutablePointer(mutating: factKeys), UnsafeMutablePointer(mutating: factStarts))
        let members = UnsafeMutablePointer(mutating: factMembers)
        var end = 0
        for (place, fact) in sparse.enumerated() {
            keys[place] = fact.0
            starts[place] = UInt32(end)
            (members + end).update(from: fact.1.elements, count: fact.1.count)
            end += fact.1.count
        }
        starts[sparse.count] = UInt32(end)
        let (denseKeys, size) = (UnsafeMutablePointer(mutating: denseKeys), (count + 63) / 64)
        for (place, fact) in dense.enumerated() {
            denseKeys[place] = fact.0
            let bits = Bits(words: UnsafeMutablePointer(mutating: denseBits) + place * size, count: size)
            for index in 0..<fact.1.count { bits.insert(Int(fact.1.elements[index])) }
        }
    }

    // MARK: Reading

    func postings(_ key: UInt32) -> Postings? {
        guard let place = Self.find(key, in: wordKeys, counts.words) else { return nil }
        let start = Int(wordStarts[place])
        return Postings(
            documents: documents + start, weights: weights + start, count: Int(wordStarts[place + 1]) - start)
    }

    func members(_ fact: UInt64) -> Members {
        if let place = Self.find(fact, in: denseKeys, counts.denseFacts) {
            return .bits(denseBits + place * ((count + 63) / 64))
        }
        guard let place = Self.find(fact, in: factKeys, counts.facts) else { return .none }
        let start = Int(factStarts[place])
        return .list(factMembers + start, count: Int(factStarts[place + 1]) - start)
    }

    /// The place of a key in a sorted list.
    static func find<T: Comparable>(_ key: T, in keys: UnsafePointer<T>, _ count: Int) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) >> 1
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low < count && keys[low] == key ? low : nil
    }

    func title(_ document: Int) -> UnsafeBufferPointer<UInt8> {
        let start = Int(titleStarts[document])
        return UnsafeBufferPointer(start: titleBytes + start, count: Int(titleStarts[document + 1]) - start)
    }

    func withTitle<T>(_ document: Int, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T { body(title(document)) }

    func eachTitle(startingWith prefix: [UInt8], _ body: (_ document: Int, _ isWhole: Bool) -> Void) {
        let start = titlePlace { compare(title($0), prefix) < 0 }
        let end = titlePlace { compare(title($0), prefix) <= 0 }
        for place in start..<max(start, end) {
            let document = Int(titleOrder[place])
            body(document, Int(titleStarts[document + 1] - titleStarts[document]) == prefix.count)
        }
    }

    /// The number of titles for which a condition is true; it is true for the first ones only.
    private func titlePlace(_ isBefore: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) >> 1
            if isBefore(Int(titleOrder[middle])) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Less than 0 if the title comes before all titles that begin with the prefix, 0 if it is one of them.
    private func compare(_ title: UnsafeBufferPointer<UInt8>, _ prefix: [UInt8]) -> Int32 {
        guard let start = title.baseAddress else { return prefix.isEmpty ? 0 : -1 }
        let order = memcmp(start, prefix, min(title.count, prefix.count))
        return order == 0 && title.count < prefix.count ? -1 : order
    }

    func eachKey(_ body: (UInt32) -> Void) { for place in 0..<counts.words { body(wordKeys[place]) } }

    func eachFact(_ body: (UInt64) -> Void) {
        for place in 0..<counts.facts { body(factKeys[place]) }
        for place in 0..<counts.denseFacts { body(denseKeys[place]) }
    }

    // MARK: Opening again

    /// The same documents, to which more can be added.
    func unsealed() -> GrowingDocuments {
        let growing = GrowingDocuments()
        for document in 0..<count {
            _ = growing.add(
                id: ids[document], published: published[document], minutes: minutes[document],
                title: Array(title(document)), titleLength: titleLengths[document])
            growing.setLength(Int(lengths[document]))
        }
        for place in 0..<counts.words {
            let (start, end) = (Int(wordStarts[place]), Int(wordStarts[place + 1]))
            growing.add(
                word: wordKeys[place],
                Postings(documents: documents + start, weights: weights + start, count: end - start))
        }
        for place in 0..<counts.facts {
            let (start, end) = (Int(factStarts[place]), Int(factStarts[place + 1]))
            growing.add(fact: factKeys[place], (start..<end).map { factMembers[$0] })
        }
        let size = (count + 63) / 64
        for place in 0..<counts.denseFacts {
            var members: [UInt16] = []
            Bits(words: UnsafeMutablePointer(mutating: denseBits) + place * size, count: size)
                .eachDocument { members.append(UInt16($0)) }
            growing.add(fact: denseKeys[place], members)
        }
        return growing
    }
}
