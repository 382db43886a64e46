// Orders the found documents: by the title, by bm25, by time.

import Foundation

/// A found document and its place in an order: the lower, the earlier.
struct Ranked {
    let tier: Int
    let key: Double
    /// The id, or for the newest first its negative.
    let id: Int

    /// Documents match alike whose tiers are the same multiples of this: with one of the titles, with the words in the
    /// title, with none of these.
    static let groupSize = 10_000

    var group: Int { tier / Self.groupSize }

    @inline(__always)
    static func isBefore(_ first: Ranked, _ second: Ranked) -> Bool {
        if first.tier != second.tier { return first.tier < second.tier }
        if first.key != second.key { return first.key < second.key }
        return first.id < second.id
    }
}

/// The first documents of an order.
struct Best {
    private let limit: Int
    /// A heap with the last document on top.
    private var heap: [Ranked] = []

    init(_ limit: Int) { self.limit = limit }

    /// Documents in their order.
    var sorted: [Ranked] { heap.sorted(by: Ranked.isBefore) }

    @inline(__always)
    mutating func offer(_ document: Ranked) {
        if heap.count < limit {
            heap.append(document)
            rise()
        } else if limit > 0, Ranked.isBefore(document, heap[0]) {
            heap[0] = document
            sink()
        }
    }

    private mutating func rise() {
        var place = heap.count - 1
        while place > 0, Ranked.isBefore(heap[(place - 1) / 2], heap[place]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink() {
        var place = 0
        while true {
            var last = place
            for child in [2 * place + 1, 2 * place + 2]
            where child < heap.count && Ranked.isBefore(heap[last], heap[child]) {
                last = child
            }
            if last == place { return }
            heap.swapAt(place, last)
            place = last
        }
    }
}

/// The order of the found documents of all parts.
struct Ranking {
    let plan: Plan
    let searches: [PartSearch]
    /// Of the whole index.
    let count: Int
    let length: Int
    let numbers: [UInt32]

    /// The ids in the wanted range. Those behind the window are not demoted, and need none of those before.
    func ids() -> [Int] {
        if plan.range.isEmpty { return [] }
        let window = plan.range.lowerBound < plan.window ? plan.window : 0
        var best = Best(max(plan.range.upperBound, window))
        switch plan.order {
        case .relevance, .score: score(&best)
        case .newest:
            for search in searches {
                let (published, ids) = (search.documents.published, search.documents.ids)
                search.found.eachDocument { document in
                    best.offer(
                        Ranked(
                            tier: search.lacking(document) * Ranked.groupSize, key: -Double(published[document]),
                            id: -Int(ids[document])))
                }
            }
        case .minutes:
            for search in searches {
                let (minutes, ids) = (search.documents.minutes, search.documents.ids)
                search.found.eachDocument { document in
                    best.offer(Ranked(tier: 0, key: Double(minutes[document]), id: Int(ids[document])))
                }
            }
        }
        let sorted = best.sorted
        let ids = demoted(sorted.prefix(window)) + sorted.dropFirst(window).map { abs($0.id) }
        return Array(ids.dropFirst(plan.range.lowerBound).prefix(plan.range.count))
    }

    private func demoted(_ first: ArraySlice<Ranked>) -> [Int] {
        PlacedDocument.demoted(
            first.map { ranked in
                let id = abs(ranked.id)
                let number = Int(numbers[id]) - 1
                return PlacedDocument(
                    id: id, group: ranked.group,
                    places: searches[number >> 16].places(number & 0xFFFF, plan.demotions))
            })
    }

    // MARK: bm25

    private static let saturation = 1.2
    private static let lengthShare = 0.75

    private func score(_ best: inout Best) {
        guard let words = plan.words else { return }
        let memory = UnsafeMutablePointer<Double>.allocate(capacity: Part.size)
        memory.initialize(repeating: 0, count: Part.size)
        let sums = UnsafeMutablePointer<UInt32>.allocate(capacity: Part.size)
        sums.initialize(repeating: 0, count: Part.size)
        defer {
            memory.deallocate()
            sums.deallocate()
        }
        let used = Set(words.groups.joined().joined())
        let rarities = plan.patterns.indices.map { used.contains($0) ? rarity(of: $0) : 0 }
        let tiers = mostTiers()
        for search in searches {
            let candidates = self.candidates(search, tiers)
            for pattern in used {
                add(pattern, rarities[pattern], words, search, candidates, memory, sums)
            }
            let ids = search.documents.ids
            candidates.eachDocument { document in
                best.offer(
                    Ranked(tier: tier(document, search), key: -memory[document], id: Int(ids[document])))
                memory[document] = 0
            }
        }
    }

    /// How much a pattern counts: the fewer documents have it, the more.
    private func rarity(of pattern: Int) -> Double {
        var having = 0
        for search in searches { having += search.having[pattern].population(with: search.part.live.words) }
        let value = log((Double(count - having) + 0.5) / (Double(having) + 0.5))
        return value > 0 ? value : 1e-6
    }

    private func tier(_ document: Int, _ search: PartSearch) -> Int {
        var tier = 0
        for whole in search.wholes { tier = tier * 2 + (whole.contains(document) ? 0 : 1) }
        guard let typed = search.titles.first, let any = search.titles.last else { return tier }
        tier = tier * 2 + (typed.contains(document) ? 0 : 1)
        let lacking = search.lacking(document)
        let place =
            any.contains(document)
            ? min(lacking, 4) * 2_000 + search.place(document, plan.endings) : Ranked.groupSize + lacking
        return tier * 2 * Ranked.groupSize + place
    }

    /// Whether the documents that match by title are enough, so that no others need a score: the number of title sets
    /// that count; `nil` if all documents do. Demotions change nothing about that, since no document leaves its group.
    private func mostTiers() -> Int? {
        guard case .relevance = plan.order else { return nil }
        return (1...plan.titles.count).first { tiers in
            searches.reduce(0) { $0 + candidates($1, tiers).population } >= plan.range.upperBound
        }
    }

    private func candidates(_ search: PartSearch, _ tiers: Int?) -> Bits {
        guard let tiers else { return search.found }
        let set = search.set()
        for whole in search.wholes { set.formUnion(whole.words) }
        for titles in search.titles.prefix(tiers) { set.formUnion(titles.words) }
        return set
    }

    /// Adds what a pattern counts to the scores of candidates.
    private func add(
        _ pattern: Int, _ rarity: Double, _ words: ResolvedWords, _ search: PartSearch, _ candidates: Bits,
        _ scores: UnsafeMutablePointer<Double>, _ sums: UnsafeMutablePointer<UInt32>
    ) {
        let resolved = plan.patterns[pattern]
        for key in resolved.keys {
            guard let postings = search.documents.postings(key) else { continue }
            // A stem at the place of a word that begins alike is not another occurrence.
            let isSecond = resolved.isBeginning && key & 1 == 1
            for index in 0..<postings.count {
                let document = Int(postings.documents[index])
                if candidates.contains(document) {
                    let weight = UInt32(postings.weights[index] & Postings.mostWeight)
                    sums[document] &+= isSecond ? weight << 16 : weight
                }
            }
        }
        // A pattern counts only where the rest of its way is there too.
        let counting = search.set()
        for way in words.groups.joined() where way.contains(pattern) {
            counting.formUnion(search.way(way, search.having).words)
        }
        let (lengths, average) = (search.documents.lengths, Double(length) / Double(max(count, 1)))
        let (fixed, share) = (
            Self.saturation * (1 - Self.lengthShare), Self.saturation * Self.lengthShare / max(average, 1e-9)
        )
        candidates.eachDocument { document in
            let sum = sums[document]
            if sum == 0 { return }
            sums[document] = 0
            guard counting.contains(document) else { return }
            let own = Double(sum & 0xFFFF != 0 ? sum & 0xFFFF : sum >> 16)
            let length = Double(lengths[document])
            scores[document] += rarity * own * (Self.saturation + 1) / (own + fixed + share * length)
        }
    }
}
