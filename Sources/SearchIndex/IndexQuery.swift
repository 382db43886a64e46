// What can be asked of the index, and its answer.

/// What a word of a query matches.
public enum WordPattern: Hashable, Sendable {
    /// Every form of a folded word.
    case word(String)
    /// Every word that begins with a folded text.
    case beginning(String)
    /// Folded words directly behind each other; one of the phrases that the index was made with.
    case phrase([String])
}

/// The words of a query.
public struct WordQuery: Sendable {
    /// Ways to have a group: all patterns of one of them.
    public typealias Group = [[WordPattern]]

    public var groups: [Group]
    /// Whether one group is enough.
    public var needsOne: Bool
    /// Patterns that a document must not have.
    public var excluded: [WordPattern]

    public init(groups: [Group], needsOne: Bool = false, excluded: [WordPattern] = []) {
        self.groups = groups
        self.needsOne = needsOne
        self.excluded = excluded
    }
}

/// A condition on documents.
public indirect enum Condition: Sendable {
    case fact(DocumentFact)
    case text(TextFact)
    /// At most so many minutes; a document without minutes does not fit.
    case minutes(atMost: Int)
    case words(WordPattern)
    case all([Condition])
    case any([Condition])
    case not(Condition)
}

public struct IndexQuery: Sendable {
    public enum Order: Sendable {
        /// By the words: each of `titles` as the whole title, titles with the words of `typed`, titles with the words of
        /// the query, then by bm25. Of titles with the words, those come first that end with one of `endings`, then
        /// those with the fewest words. In both, titles with more of `named` come before those with fewer.
        case relevance(titles: [String], endings: [String], typed: WordQuery, named: [WordQuery.Group] = [])
        /// By the words, by bm25 only.
        case score
        /// The titles with most of `named` first, then the newest.
        case newest(named: [WordQuery.Group])
        case minutes
    }

    /// A count of documents, with some conditions replaced or left out.
    public struct Count: Sendable {
        /// By the number of the condition; `nil` leaves it out.
        public var changes: [(condition: Int, to: Condition?)]
        /// The documents with each of these are counted.
        public var facts: [DocumentFact]
        /// The documents with each value of these kinds are counted, if the index knows the kind as a choice.
        public var kinds: [UInt8]

        public init(changes: [(condition: Int, to: Condition?)] = [], facts: [DocumentFact] = [], kinds: [UInt8] = []) {
            (self.changes, self.facts, self.kinds) = (changes, facts, kinds)
        }
    }

    public var words: WordQuery?
    public var conditions: [Condition]
    public var counts: [Count]
    public var order: Order
    /// The documents wanted of the ordered list.
    public var range: Range<Int>
    /// At most so many found documents are also listed.
    public var listed = 0
    /// What puts some of the first `window` documents later, behind others that match alike: a document never leaves the
    /// titles of its kind, or those without any. So another range of the same query continues the same list.
    public var demotions: [Demotion] = []
    public var window = 0

    public init(
        words: WordQuery?, conditions: [Condition], counts: [Count] = [], order: Order, range: Range<Int>
    ) {
        self.words = words
        self.conditions = conditions
        self.counts = counts
        self.order = order
        self.range = range
    }
}

public struct IndexAnswer: Sendable {
    public struct Counted: Sendable {
        public var total = 0
        /// In the order of the facts that were asked for.
        public var facts: [Int] = []
        /// For each kind that was asked for, the number of documents by value; none with 0.
        public var kinds: [[Int: Int]] = []
    }

    public var total = 0
    /// The ids of the documents in the wanted range.
    public var ids: [Int] = []
    public var counts: [Counted] = []
    /// The ids of all found documents, in no particular order; empty if there are more than were to be listed.
    public var listed: [Int] = []
}
