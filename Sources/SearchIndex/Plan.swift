// A query with the words resolved, so that each part is only scanned.

/// A condition with its facts and words as numbers.
indirect enum ResolvedCondition {
    case none
    case fact(UInt64)
    case minutes(Int32)
    case words([UInt32])
    case all([ResolvedCondition])
    case any([ResolvedCondition])
    case not(ResolvedCondition)
}

/// The words of a query, as numbers of patterns in `Plan.patterns`.
struct ResolvedWords {
    var groups: [[[Int]]] = []
    var needsOne = false
    var excluded: [Int] = []
}

struct Plan {
    private(set) var patterns: [ResolvedPattern] = []
    private var known: [WordPattern: Int] = [:]
    private(set) var words: ResolvedWords?
    /// The words that titles should have, the most wanted first.
    private(set) var titles: [ResolvedWords] = []
    /// Groups of words: titles with more of them come before those with fewer.
    private(set) var named: [[[Int]]] = []
    /// The titles that come first, in this order.
    private(set) var wholeTitles: [[UInt8]] = []
    /// What the titles end with that come first of those with the words, each with a space before it.
    private(set) var endings: [[UInt8]] = []
    private(set) var conditions: [ResolvedCondition] = []
    private(set) var counts: [(changes: [(condition: Int, to: ResolvedCondition?)], facts: [UInt64], kinds: [UInt8])] =
        []
    let order: IndexQuery.Order
    let range: Range<Int>
    private(set) var demotions: [(condition: ResolvedCondition, places: Int)] = []
    /// So many of the first documents are demoted.
    let window: Int

    /// `nil` if the index does not know a phrase. Must run inside `SearchIndex.read`.
    init?(_ query: IndexQuery, _ index: SearchIndex) {
        order = query.order
        range = query.range
        window = query.demotions.isEmpty ? 0 : query.window
        do {
            words = try query.words.map { try resolve($0, index) }
            switch query.order {
            case .relevance(let wholeTitles, let endings, let typed, let named):
                self.named = try named.map { try resolve($0, index) }
                self.wholeTitles = wholeTitles.map { Array($0.utf8) }
                self.endings = endings.map { Array((" " + $0).utf8) }
                titles = [try resolve(typed, index), words ?? ResolvedWords()]
            case .newest(let named): self.named = try named.map { try resolve($0, index) }
            case .score, .minutes: break
            }
            conditions = try query.conditions.map { try Self.resolve($0, index) }
            demotions = try query.demotions.map { (try Self.resolve($0.condition, index), $0.places) }
            counts = try query.counts.map { count in
                (
                    try count.changes.map { ($0.condition, try $0.to.map { try Self.resolve($0, index) }) },
                    count.facts.map(\.key), count.kinds
                )
            }
        } catch {
            return nil
        }
    }

    private struct UnknownPhrase: Error {}

    private mutating func resolve(_ query: WordQuery, _ index: SearchIndex) throws -> ResolvedWords {
        ResolvedWords(
            groups: try query.groups.map { try resolve($0, index) },
            needsOne: query.needsOne, excluded: try query.excluded.map { try number($0, index) })
    }

    private mutating func resolve(_ group: WordQuery.Group, _ index: SearchIndex) throws -> [[Int]] {
        try group.map { try $0.map { try number($0, index) } }
    }

    private mutating func number(_ pattern: WordPattern, _ index: SearchIndex) throws -> Int {
        if let number = known[pattern] { return number }
        guard let resolved = index.resolved(pattern) else { throw UnknownPhrase() }
        patterns.append(resolved)
        known[pattern] = patterns.count - 1
        return patterns.count - 1
    }

    private static func resolve(_ condition: Condition, _ index: SearchIndex) throws -> ResolvedCondition {
        switch condition {
        case .fact(let fact): return .fact(fact.key)
        case .text(let fact):
            return index.lexicon.find(SearchIndex.entry(fact)).map { .fact(DocumentFact(kind: fact.kind, Int($0)).key) }
                ?? .none
        case .minutes(let most): return .minutes(Int32(clamping: min(most, Int(noMinutes) - 1)))
        case .words(let pattern):
            guard let resolved = index.resolved(pattern) else { throw UnknownPhrase() }
            return .words(resolved.keys)
        case .all(let parts): return .all(try parts.map { try resolve($0, index) })
        case .any(let parts): return .any(try parts.map { try resolve($0, index) })
        case .not(let part): return .not(try resolve(part, index))
        }
    }
}
