// The newest documents, to which more can be added.

import Foundation

/// A list of numbers in memory of its own, so that its address stays the same between additions.
struct GrowingList<Element: BitwiseCopyable> {
    private(set) var elements: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        elements = .allocate(capacity: capacity)
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        (elements + count).initialize(to: element)
        count += 1
    }

    private mutating func grow() {
        capacity = max(4, capacity * 2)
        let more = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        more.initialize(from: elements, count: count)
        elements.deallocate()
        elements = more
    }

    func free() { elements.deallocate() }
}

final class GrowingDocuments: Documents {
    struct WordList {
        let key: UInt32
        var documents = GrowingList<UInt16>(capacity: 2)
        var weights = GrowingList<UInt8>(capacity: 2)
    }

    private(set) var count = 0
    private var idList = GrowingList<UInt32>(capacity: 16)
    private var publishedList = GrowingList<Int64>(capacity: 16)
    private var minuteList = GrowingList<Int32>(capacity: 16)
    private var lengthList = GrowingList<UInt16>(capacity: 16)
    private var titleLengthList = GrowingList<UInt16>(capacity: 16)
    private(set) var titles: [[UInt8]] = []
    private(set) var words: [WordList] = []
    /// For each key of a word, the place of its list plus one.
    private var places: [UInt32] = []
    private(set) var facts: [UInt64: GrowingList<UInt16>] = [:]

    var ids: UnsafePointer<UInt32> { UnsafePointer(idList.elements) }
    var published: UnsafePointer<Int64> { UnsafePointer(publishedList.elements) }
    var minutes: UnsafePointer<Int32> { UnsafePointer(minuteList.elements) }
    var lengths: UnsafePointer<UInt16> { UnsafePointer(lengthList.elements) }
    var titleLengths: UnsafePointer<UInt16> { UnsafePointer(titleLengthList.elements) }

    init() {}

    deinit {
        idList.free()
        publishedList.free()
        minuteList.free()
        lengthList.free()
        titleLengthList.free()
        for list in words {
            list.documents.free()
            list.weights.free()
        }
        for list in facts.values { list.free() }
    }

    /// Adds a document without words and facts, which the next calls add; returns its number.
    func add(id: UInt32, published: Int64, minutes: Int32, title: [UInt8], titleLength: UInt16) -> UInt16 {
        idList.append(id)
        publishedList.append(published)
        minuteList.append(minutes)
        lengthList.append(0)
        titleLengthList.append(titleLength)
        titles.append(title)
        count += 1
        return UInt16(count - 1)
    }

    func setLength(_ length: Int) { lengthList.elements[count - 1] = UInt16(clamping: length) }

    /// Adds a word to the last document.
    func add(word key: UInt32, weight: UInt8) {
        let document = UInt16(count - 1)
        reserve(key)
        var place = Int(places[Int(key)])
        if place == 0 {
            words.append(WordList(key: key))
            place = words.count
            places[Int(key)] = UInt32(place)
        }
        place -= 1
        let last = words[place].documents.count - 1
        if last >= 0, words[place].documents.elements[last] == document {
            let old = words[place].weights.elements[last]
            let sum = UInt16(old & Postings.mostWeight) + UInt16(weight & Postings.mostWeight)
            words[place].weights.elements[last] =
                UInt8(min(sum, UInt16(Postings.mostWeight))) | (old | weight) & Postings.inTitle
        } else {
            words[place].documents.append(document)
            words[place].weights.append(weight)
        }
    }

    /// Adds a fact to the last document.
    func add(fact key: UInt64) {
        let document = UInt16(count - 1)
        facts[key, default: GrowingList(capacity: 4)].append(document)
    }

    /// Adds a word to documents that have none of it yet.
    func add(word key: UInt32, _ postings: Postings) {
        var list = WordList(key: key)
        for index in 0..<postings.count {
            list.documents.append(postings.documents[index])
            list.weights.append(postings.weights[index])
        }
        reserve(key)
        words.append(list)
        places[Int(key)] = UInt32(words.count)
    }

    /// Adds a fact to documents that do not have it yet.
    func add(fact key: UInt64, _ documents: [UInt16]) {
        var list = GrowingList<UInt16>(capacity: documents.count)
        for document in documents { list.append(document) }
        facts[key] = list
    }

    private func reserve(_ key: UInt32) {
        if Int(key) >= places.count {
            places += [UInt32](repeating: 0, count: max(Int(key) + 1 - places.count, places.count / 2))
        }
    }

    func postings(_ key: UInt32) -> Postings? {
        guard Int(key) < places.count, places[Int(key)] != 0 else { return nil }
        let list = words[Int(places[Int(key)]) - 1]
        return Postings(
            documents: list.documents.elements, weights: list.weights.elements, count: list.documents.count)
    }

    func members(_ fact: UInt64) -> Members {
        facts[fact].map { .list($0.elements, count: $0.count) } ?? .none
    }

    func eachKey(_ body: (UInt32) -> Void) { for word in words { body(word.key) } }

    func eachFact(_ body: (UInt64) -> Void) { for key in facts.keys { body(key) } }

    func withTitle<T>(_ document: Int, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
        titles[document].withUnsafeBufferPointer(body)
    }

    func eachTitle(startingWith prefix: [UInt8], _ body: (_ document: Int, _ isWhole: Bool) -> Void) {
        for (document, title) in titles.enumerated()
        where title.count >= prefix.count && memcmp(title, prefix, prefix.count) == 0 {
            body(document, title.count == prefix.count)
        }
    }
}
