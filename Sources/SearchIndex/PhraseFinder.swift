// Finds known phrases in the words of a text, so that they are indexed like words.

struct PhraseFinder {
    private struct Node {
        var next: [UInt32: Int] = [:]
        /// The number of the phrase that ends here.
        var phrase: UInt32?
    }

    private var nodes = [Node()]
    private(set) var all: Set<UInt32> = []
    /// The nodes of the phrases that have begun.
    private var open: [Int] = []

    /// Adds a phrase: the numbers of its stems, and its own.
    mutating func add(_ stems: [UInt32], number: UInt32) {
        var node = 0
        for stem in stems {
            if let known = nodes[node].next[stem] {
                node = known
            } else {
                nodes.append(Node())
                nodes[node].next[stem] = nodes.count - 1
                node = nodes.count - 1
            }
        }
        all.insert(number)
        nodes[node].phrase = number
    }

    func knows(_ number: UInt32?) -> Bool { number.map { all.contains($0) } ?? false }

    /// Begins a text.
    mutating func begin() { open.removeAll(keepingCapacity: true) }

    /// Goes on to the next word; calls `body` with each phrase that ends with it.
    mutating func next(_ word: UInt32, _ stem: UInt32, _ body: (UInt32) -> Void) {
        let old = open
        open.removeAll(keepingCapacity: true)
        for node in old { step(from: node, word, stem, body) }
        step(from: 0, word, stem, body)
    }

    private mutating func step(from node: Int, _ word: UInt32, _ stem: UInt32, _ body: (UInt32) -> Void) {
        // A query has stems, and a stem may also be written as a word.
        step(from: node, word, body)
        if stem != word { step(from: node, stem, body) }
    }

    private mutating func step(from node: Int, _ token: UInt32, _ body: (UInt32) -> Void) {
        guard let found = nodes[node].next[token] else { return }
        if !nodes[found].next.isEmpty { open.append(found) }
        if let phrase = nodes[found].phrase { body(phrase) }
    }
}
