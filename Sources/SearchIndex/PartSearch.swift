// Finds the documents of one part that match a plan, as sets of bits.

/// The sets of one part during one query; freed together.
final class PartSearch {
    let part: Part
    let documents: any Documents
    private var sets: [Bits] = []
    /// For each pattern of the plan, the documents that have it, and those that have it in the title.
    private(set) var having: [Bits] = []
    private(set) var titled: [Bits] = []
    /// The documents that match words and conditions.
    private(set) var found: Bits
    /// For each of `Plan.wholeTitles`, those with this title, and for each of `Plan.titles`, those whose title has the
    /// words.
    private(set) var wholes: [Bits] = []
    private(set) var titles: [Bits] = []
    /// For each of `Plan.named`, the documents whose title has one of its ways.
    private(set) var named: [Bits] = []

    init(_ part: Part) {
        (self.part, documents) = (part, part.documents)
        found = Bits.make(documents: part.documents.count)
        sets.append(found)
    }

    deinit { for set in sets { set.free() } }

    func set() -> Bits {
        let set = Bits.make(documents: documents.count)
        sets.append(set)
        return set
    }

    /// Finds the documents, and counts those that the plan wants counted.
    func run(_ plan: Plan, choices: [UInt8: [UInt64]], _ counted: inout [IndexAnswer.Counted]) {
        for pattern in plan.patterns { find(pattern, isInTitles: !plan.titles.isEmpty || !plan.named.isEmpty) }
        let base = set()
        base.copy(part.live.words)
        if let words = plan.words {
            base.formIntersection(matches(words, having).words)
            for excluded in words.excluded { base.subtract(having[excluded].words) }
        }
        let conditions = plan.conditions.map { condition in
            let fitting = set()
            evaluate(condition, into: fitting)
            return fitting
        }
        found.copy(base.words)
        for condition in conditions { found.formIntersection(condition.words) }
        count(plan, base, conditions, choices, &counted)
        titles = plan.titles.map { words in
            let matching = matches(words, titled)
            matching.formIntersection(found.words)
            return matching
        }
        named = plan.named.map { one($0, titled) }
        wholes = plan.wholeTitles.map { title in
            let whole = set()
            documents.eachTitle(startingWith: title) { document, isWhole in
                if isWhole && found.contains(document) { whole.insert(document) }
            }
            return whole
        }
    }

    private func find(_ pattern: ResolvedPattern, isInTitles: Bool, isInTexts: Bool = true) {
        let (all, inTitle) = (set(), set())
        for key in pattern.keys {
            guard let postings = documents.postings(key) else { continue }
            if isInTexts { Self.insert(postings, all) }
            if isInTitles { Self.insertTitled(postings, inTitle) }
        }
        having.append(all)
        titled.append(inTitle)
    }

    /// Adds the documents of a list to a set. The bits of one word are gathered before they are written.
    static func insert(_ postings: Postings, _ set: Bits) {
        guard postings.count > 0 else { return }
        var place = Int(postings.documents[0]) >> 6
        var bits: UInt64 = 0
        for index in 0..<postings.count {
            let document = Int(postings.documents[index])
            if document >> 6 != place {
                set.words[place] |= bits
                place = document >> 6
                bits = 0
            }
            bits |= 1 &<< UInt64(truncatingIfNeeded: document)
        }
        set.words[place] |= bits
    }

    /// Few titles have a word that many texts have, so eight documents without are passed over in one step.
    static func insertTitled(_ postings: Postings, _ set: Bits) {
        let weights = UnsafeRawPointer(postings.weights)
        var index = 0
        while index < postings.count {
            if index + 8 <= postings.count,
                weights.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            {
                index += 8
                continue
            }
            let end = min(index + 8, postings.count)
            while index < end {
                if postings.weights[index] & Postings.inTitle != 0 { set.insert(Int(postings.documents[index])) }
                index += 1
            }
        }
    }

    /// The documents whose titles have the words.
    func titled(_ plan: Plan, _ words: ResolvedWords) -> Bits {
        for pattern in plan.patterns { find(pattern, isInTitles: true, isInTexts: false) }
        return matches(words, titled)
    }

    /// How many of `Plan.named` a title lacks.
    func lacking(_ document: Int) -> Int { named.reduce(0) { $0 + ($1.contains(document) ? 0 : 1) } }

    /// The place of a title among those with the words: the number of its words less one; 1,000 more if it does not end
    /// with one of `endings`.
    func place(_ document: Int, _ endings: [[UInt8]]) -> Int {
        documents.withTitle(document) { title in
            var words = 0
            for byte in title where byte == UInt8(ascii: " ") { words += 1 }
            let ends = endings.contains {
                title.suffix($0.count).elementsEqual($0) || title.elementsEqual($0.dropFirst())
            }
            return words + (ends ? 0 : 1_000)
        }
    }

    /// The documents that have the words, with each pattern as in `having`.
    private func matches(_ words: ResolvedWords, _ having: [Bits]) -> Bits {
        let matching = set()
        if !words.needsOne { matching.fill() }
        for group in words.groups {
            let one = one(group, having)
            if words.needsOne {
                matching.formUnion(one.words)
            } else {
                matching.formIntersection(one.words)
            }
        }
        return matching
    }

    /// The documents that have one of the ways.
    private func one(_ group: [[Int]], _ having: [Bits]) -> Bits {
        let one = set()
        for way in group { one.formUnion(self.way(way, having).words) }
        return one
    }

    /// The documents that have all patterns.
    func way(_ patterns: [Int], _ having: [Bits]) -> Bits {
        if patterns.count == 1 { return having[patterns[0]] }
        let all = set()
        all.fill()
        for pattern in patterns { all.formIntersection(having[pattern].words) }
        return all
    }

    private func evaluate(_ condition: ResolvedCondition, into set: Bits) {
        switch condition {
        case .none: break
        case .fact(let fact): documents.members(fact).insert(into: set)
        case .minutes(let most):
            let minutes = documents.minutes
            for document in 0..<documents.count where minutes[document] <= most { set.insert(document) }
        case .words(let keys):
            for key in keys {
                if let postings = documents.postings(key) { Self.insert(postings, set) }
            }
        case .any(let parts): for part in parts { evaluate(part, into: set) }
        case .all(let parts):
            let all = self.set()
            all.fill()
            for part in parts {
                let one = self.set()
                evaluate(part, into: one)
                all.formIntersection(one.words)
            }
            set.formUnion(all.words)
        case .not(let part):
            let fitting = self.set()
            evaluate(part, into: fitting)
            fitting.invert()
            set.formUnion(fitting.words)
        }
    }

    // MARK: Counting

    /// So few documents are looked up one by one.
    private static let mostFew = 256

    private func count(
        _ plan: Plan, _ base: Bits, _ conditions: [Bits], _ choices: [UInt8: [UInt64]],
        _ counted: inout [IndexAnswer.Counted]
    ) {
        for (number, count) in plan.counts.enumerated() {
            let set = changed(count.changes, base, conditions)
            let total = set.population
            counted[number].total += total
            if total == 0 { continue }
            var few: [Int]?
            if total <= Self.mostFew {
                var list: [Int] = []
                set.eachDocument { list.append($0) }
                few = list
            }
            func having(_ fact: UInt64) -> Int {
                let members = documents.members(fact)
                return few.map { members.count(in: set, $0) } ?? members.count(in: set)
            }
            for (place, fact) in count.facts.enumerated() { counted[number].facts[place] += having(fact) }
            for (place, kind) in count.kinds.enumerated() {
                for fact in choices[kind] ?? [] {
                    let count = having(fact)
                    if count > 0 { counted[number].kinds[place][DocumentFact(key: fact).value, default: 0] += count }
                }
            }
        }
    }

    private func changed(
        _ changes: [(condition: Int, to: ResolvedCondition?)], _ base: Bits, _ conditions: [Bits]
    ) -> Bits {
        if changes.isEmpty { return found }
        let result = set()
        result.copy(base.words)
        for (number, condition) in conditions.enumerated() {
            guard let change = changes.first(where: { $0.condition == number }) else {
                result.formIntersection(condition.words)
                continue
            }
            if let other = change.to {
                let fitting = set()
                evaluate(other, into: fitting)
                result.formIntersection(fitting.words)
            }
        }
        return result
    }
}
