// How queries read the documents of one part of the index, whether they still grow or are sealed.

/// The documents with one word, in order, and how often each has it.
struct Postings {
    let documents: UnsafePointer<UInt16>
    /// The number of times, each time by the weight of its column, at most 127; the highest bit is set if the title has
    /// the word.
    let weights: UnsafePointer<UInt8>
    let count: Int

    static let inTitle: UInt8 = 0x80
    static let mostWeight: UInt8 = 0x7F
}

/// The documents with one fact.
enum Members {
    case none
    case list(UnsafePointer<UInt16>, count: Int)
    case bits(UnsafePointer<UInt64>)

    /// Adds them to a set.
    func insert(into set: Bits) {
        switch self {
        case .none: break
        case .list(let documents, let count): for index in 0..<count { set.insert(Int(documents[index])) }
        case .bits(let words): set.formUnion(words)
        }
    }

    /// How many of them are in a set.
    func count(in set: Bits) -> Int {
        switch self {
        case .none: return 0
        case .list(let documents, let count):
            var sum = 0
            for index in 0..<count {
                let document = Int(documents[index])
                sum &+= Int(truncatingIfNeeded: set.words[document >> 6] >> UInt64(document & 63) & 1)
            }
            return sum
        case .bits(let words): return set.population(with: words)
        }
    }

    /// How many of them are in a set of few documents, which is also given as a list.
    func count(in set: Bits, _ few: [Int]) -> Int {
        guard case .bits(let words) = self else { return count(in: set) }
        var sum = 0
        for document in few { sum &+= Int(truncatingIfNeeded: words[document >> 6] >> UInt64(document & 63) & 1) }
        return sum
    }
}

/// Up to `Part.size` documents. The pointers are valid as long as the object, and until the next document is added.
protocol Documents: AnyObject {
    var count: Int { get }
    var ids: UnsafePointer<UInt32> { get }
    var published: UnsafePointer<Int64> { get }
    /// `noMinutes` where none are known.
    var minutes: UnsafePointer<Int32> { get }
    /// The number of words, at most 65,535.
    var lengths: UnsafePointer<UInt16> { get }
    /// The number of scalars of the title as it is compared.
    var titleLengths: UnsafePointer<UInt16> { get }

    /// The key of a word is twice its number; one more is the key of a stem that other words have.
    func postings(_ key: UInt32) -> Postings?
    func members(_ fact: UInt64) -> Members
    /// Calls `body` with the key of each word and stem.
    func eachKey(_ body: (UInt32) -> Void)
    /// Calls `body` with each fact that any document has.
    func eachFact(_ body: (UInt64) -> Void)
    /// Calls `body` with the words of the title of a document, as in `IndexedDocument.titleKey`.
    func withTitle<T>(_ document: Int, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T
    /// Calls `body` for each document whose title begins with some bytes, and whether that is all of it.
    func eachTitle(startingWith prefix: [UInt8], _ body: (_ document: Int, _ isWhole: Bool) -> Void)
}

let noMinutes = Int32.max
