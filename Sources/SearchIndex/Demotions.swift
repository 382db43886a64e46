// Puts documents some places later, among those that match alike.

/// What puts documents later.
public struct Demotion: Sendable {
    let condition: Condition
    let places: Int

    /// A document that fits the condition goes down by so many places.
    public init(_ condition: Condition, places: Int) { (self.condition, self.places) = (condition, places) }
}

/// A document at its place in an order.
public struct PlacedDocument: Sendable {
    let id: Int
    let group: Int
    let places: Int

    /// Documents of one group match alike, and groups follow each other in the order. The document goes down by so many
    /// places.
    public init(id: Int, group: Int, places: Int) { (self.id, self.group, self.places) = (id, group, places) }

    /// The ids of documents that are given in their order, each at its new place. No document leaves its group.
    public static func demoted(_ documents: [PlacedDocument]) -> [Int] {
        documents.enumerated().map { place, document in
            (key: (document.group, place + document.places, place), id: document.id)
        }
        .sorted { $0.key < $1.key }.map(\.id)
    }
}

extension PartSearch {
    /// How many places a document goes down.
    func places(_ document: Int, _ demotions: [(condition: ResolvedCondition, places: Int)]) -> Int {
        demotions.reduce(0) { $0 + (fits($1.condition, document) ? $1.places : 0) }
    }

    /// Whether one document fits a condition. For few documents that is quicker than the set of all that fit.
    private func fits(_ condition: ResolvedCondition, _ document: Int) -> Bool {
        switch condition {
        case .none: false
        case .fact(let fact): documents.members(fact).contains(document)
        case .minutes(let most): documents.minutes[document] <= most
        case .words(let keys): keys.contains { documents.postings($0)?.contains(document) ?? false }
        case .all(let parts): parts.allSatisfy { fits($0, document) }
        case .any(let parts): parts.contains { fits($0, document) }
        case .not(let part): !fits(part, document)
        }
    }
}

extension Members {
    fileprivate func contains(_ document: Int) -> Bool {
        switch self {
        case .none: false
        case .list(let documents, let count): SealedDocuments.find(UInt16(document), in: documents, count) != nil
        case .bits(let words): words[document >> 6] & (1 << UInt64(document & 63)) != 0
        }
    }
}

extension Postings {
    fileprivate func contains(_ document: Int) -> Bool {
        SealedDocuments.find(UInt16(document), in: documents, count) != nil
    }
}
