// Answers queries and lists titles.

import Words

extension SearchIndex {
    /// The answer to a query; `nil` if the index does not know one of its phrases.
    public func search(_ query: IndexQuery) -> IndexAnswer? {
        read {
            guard let plan = Plan(query, self) else { return nil }
            var counted = plan.counts.map { count in
                IndexAnswer.Counted(
                    facts: [Int](repeating: 0, count: count.facts.count),
                    kinds: [[Int: Int]](repeating: [:], count: count.kinds.count))
            }
            let kinds = Dictionary(grouping: chosen, by: { DocumentFact(key: $0).kind })
            let searches = parts.map { part in
                let search = PartSearch(part)
                search.run(plan, choices: kinds, &counted)
                return search
            }
            let total = searches.reduce(0) { $0 + $1.found.population }
            let ids =
                total > plan.range.lowerBound
                ? Ranking(plan: plan, searches: searches, count: living, length: length, numbers: numbers).ids()
                : []
            var listed: [Int] = []
            if total <= query.listed {
                for search in searches { search.found.eachDocument { listed.append(Int(search.documents.ids[$0])) } }
            }
            return IndexAnswer(total: total, ids: ids, counts: counted, listed: listed)
        }
    }

    /// The ids of all documents that fit some conditions; `nil` if the index does not know one of their phrases.
    public func ids(_ conditions: [Condition]) -> [Int]? {
        var ids: [Int] = []
        return eachID(conditions) { ids.append(Int($0)) } ? ids : nil
    }

    /// The same as bits: id 70 is bit 6 of word 1.
    public func idBits(_ conditions: [Condition]) -> [UInt64]? {
        var bits = [UInt64](repeating: 0, count: read { numbers.count } / 64 + 1)
        return eachID(conditions) { id in
            // Another thread may have added a document with a higher id.
            if Int(id >> 6) >= bits.count { bits += [UInt64](repeating: 0, count: Int(id >> 6) + 1 - bits.count) }
            bits[Int(id >> 6)] |= 1 << UInt64(id & 63)
        } ? bits : nil
    }

    /// Calls `body` for each document that fits some conditions; `false` if the index does not know one of their phrases.
    private func eachID(_ conditions: [Condition], _ body: (UInt32) -> Void) -> Bool {
        read {
            guard let plan = Plan(IndexQuery(words: nil, conditions: conditions, order: .minutes, range: 0..<0), self)
            else { return false }
            var counted: [IndexAnswer.Counted] = []
            for part in parts {
                let search = PartSearch(part)
                search.run(plan, choices: [:], &counted)
                let own = search.documents.ids
                search.found.eachDocument { body(own[$0]) }
            }
            return true
        }
    }

    /// The ids of the documents whose titles have some words: the title that is `text` first, then titles that begin
    /// with it, then short ones. `text` is as in `IndexedDocument.titleKey`. `nil` if the index does not know one of the phrases.
    public func titles(like text: String, _ words: WordQuery, _ conditions: [Condition], limit: Int) -> [Int]? {
        read {
            let prefix = Array(text.utf8)
            let plain = IndexQuery(words: nil, conditions: conditions, order: .minutes, range: 0..<0)
            guard let plan = Plan(plain, self) else { return nil }
            var (best, count) = (Best(limit), 0)
            var counted: [IndexAnswer.Counted] = []
            let searches = parts.map { part in
                let search = PartSearch(part)
                search.run(plan, choices: [:], &counted)
                let (documents, found) = (search.documents, search.found)
                documents.eachTitle(startingWith: prefix) { document, isWhole in
                    guard found.contains(document) else { return }
                    found.remove(document)
                    count += 1
                    best.offer(
                        Ranked(
                            tier: isWhole ? 0 : 1, key: Double(documents.titleLengths[document]),
                            id: Int(documents.ids[document])))
                }
                return search
            }
            // Only if too few titles begin with the text, titles with the words elsewhere are looked for.
            if count < limit {
                let (words, letter) = Self.withoutLastLetter(words)
                let other = IndexQuery(
                    words: nil, conditions: [], order: .relevance(titles: [], endings: [], typed: words, named: []),
                    range: 0..<0)
                guard let plan = Plan(other, self) else { return nil }
                for search in searches { search.offerTitles(plan, letter, &best) }
            }
            return best.sorted.map(\.id)
        }
    }

    /// So many words begin with a single letter that it is not looked up behind other words: the titles with those are
    /// read instead.
    private static func withoutLastLetter(_ words: WordQuery) -> (WordQuery, letter: [UInt8]?) {
        guard words.groups.count > 1, !words.needsOne, let last = words.groups.last else { return (words, nil) }
        for way in last where way.count == 1 {
            guard case .beginning(let text) = way[0], text.unicodeScalars.count == 1 else { continue }
            return (WordQuery(groups: Array(words.groups.dropLast()), excluded: words.excluded), Array(text.utf8))
        }
        return (words, nil)
    }

    /// How many documents have a word in one of its forms, for corrections of spelling.
    public func frequency(of word: String) -> Int {
        read {
            let numbers = Set([word, Words.stem(word)].compactMap { lexicon.find($0) })
            return numbers.map(frequency).max() ?? 0
        }
    }

    /// How many documents have a word in the title, written so: a stem that no title has counts 0.
    public func titleFrequency(of word: String) -> Int {
        read {
            guard let number = lexicon.find(word) else { return 0 }
            var sum = 0
            for part in parts {
                guard let postings = part.documents.postings(number * 2) else { continue }
                let set = Bits.make(documents: part.documents.count)
                defer { set.free() }
                PartSearch.insertTitled(postings, set)
                sum += set.population(with: part.live.words)
            }
            return sum
        }
    }

    /// Calls `body` with each word and stem that begins with a text. It must not ask the index.
    public func eachWord(startingWith text: String, _ body: (_ word: String) -> Void) {
        read {
            for number in lexicon.numbers(startingWith: text) { body(lexicon.text(number)) }
        }
    }

    /// The number of documents with a word or stem.
    private func frequency(_ number: UInt32) -> Int {
        var sum = 0
        for part in parts {
            let lists = [number * 2, number * 2 + 1].compactMap { part.documents.postings($0) }
            if lists.isEmpty { continue }
            let set = Bits.make(documents: part.documents.count)
            defer { set.free() }
            for list in lists { PartSearch.insert(list, set) }
            sum += set.population(with: part.live.words)
        }
        return sum
    }
}

extension PartSearch {
    /// Offers the documents that fit, were not offered yet, and have the words of `Plan.titles` in their titles, and a word
    /// that begins with `letter`.
    fileprivate func offerTitles(_ plan: Plan, _ letter: [UInt8]?, _ best: inout Best) {
        guard let words = plan.titles.first else { return }
        let matching = titled(plan, words)
        matching.formIntersection(found.words)
        let (ids, lengths) = (documents.ids, documents.titleLengths)
        var offered = best
        matching.eachDocument { document in
            if let letter, !documents.withTitle(document, { Self.hasWord($0, beginning: letter) }) { return }
            offered.offer(Ranked(tier: 2, key: Double(lengths[document]), id: Int(ids[document])))
        }
        best = offered
    }

    private static func hasWord(_ title: UnsafeBufferPointer<UInt8>, beginning letter: [UInt8]) -> Bool {
        title.indices.contains { place in
            (place == 0 || title[place - 1] == UInt8(ascii: " ")) && title[place...].starts(with: letter)
        }
    }
}
