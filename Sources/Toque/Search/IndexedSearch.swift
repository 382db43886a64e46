// Translates searches into queries of the index, and its answers back.

import Database
import Food
import SearchIndex
import Words

/// A search as the index answers it.
struct IndexedSearch {
    /// The places of the conditions that counts change or leave out.
    private enum Place {
        static let diets = 0
        static let allergens = 1
        static let minutes = 2
        static let category = 3
        static let cuisine = 4
        static let language = 5
    }

    let index: SearchIndex
    let query: SearchQuery

    /// `nil` if SQL must answer: what depends on the time, on favourites or on reviews is not in the index, and neither
    /// are phrases that are no name.
    init?(_ query: SearchQuery, _ index: SearchIndex) {
        guard query.licensedAt == nil, query.minRating == nil, query.sort != .popular, query.sort != .rating else {
            return nil
        }
        (self.index, self.query) = (index, query)
        guard index.knows(phrases: phrases.map { $0.map(Words.stem) }) else { return nil }
    }

    /// The phrases that it looks for.
    private var phrases: [[String]] {
        query.terms.flatMap { ($0.isQuoted || $0.isExcluded ? [$0.words] : []) + $0.names }
            + query.courses.flatMap(\.words) + query.cuisines.flatMap(\.words)
    }

    struct Answer {
        var total = 0
        var ids: [Int] = []
        /// The ids of all found recipes, if they are few enough for their tags to be counted.
        var all: [Int] = []
        var facets = SearchFacets()
        /// The totals if labels decide also about the diets, and also about the allergens.
        var upToLabels = (diets: 0, allergens: 0)
        /// Whether each word may be the beginning of one.
        var isLoose = false
    }

    /// The page and all counts; `nil` if the index does not know a phrase of the search. If no recipe contains every word
    /// as a whole, each word may be the beginning of one.
    func answer(page: Int, wantsCounts: Bool) -> Answer? {
        if query.isUnreadable { return Answer() }
        guard let strict = answer(page: page, wantsCounts: wantsCounts, allBegin: false) else { return nil }
        // The last word may be a beginning anyway.
        let wanted = query.terms.filter { !$0.isExcluded }
        let hasLooser = wanted.dropLast().contains { !$0.isQuoted && $0.words.count == 1 }
        let isLacking = strict.total == 0 || strict.upToLabels.diets == 0 || strict.upToLabels.allergens == 0
        guard hasLooser, isLacking, var loose = answer(page: page, wantsCounts: wantsCounts, allBegin: true) else {
            return strict
        }
        let labels = (
            diets: strict.upToLabels.diets == 0 ? loose.upToLabels.diets : strict.upToLabels.diets,
            allergens: strict.upToLabels.allergens == 0 ? loose.upToLabels.allergens : strict.upToLabels.allergens
        )
        loose.isLoose = true
        var answer = strict.total == 0 ? loose : strict
        answer.upToLabels = labels
        return answer
    }

    /// How many recipes are found; only the last word may be a beginning.
    func count() -> Int? {
        if query.isUnreadable { return 0 }
        return index.search(indexQuery(allBegin: false, range: 0..<0))?.total
    }

    /// The ids of all recipes that fit the filters, whatever the words.
    func ids() -> [Int]? { index.ids(conditions) }

    /// The same as bits.
    func idBits() -> [UInt64]? { index.idBits(conditions) }

    private func answer(page: Int, wantsCounts: Bool, allBegin: Bool) -> Answer? {
        let start = Paging.offset(page)
        var asked = indexQuery(allBegin: allBegin, range: start..<start + Paging.size)
        asked.listed = wantsCounts ? SearchQuery.mostForTags : 0
        (asked.demotions, asked.window) = (TasteOrder.demotions(query.taste), TasteOrder.window)
        asked.counts = [
            .init(changes: [(Place.diets, diets(upToLabels: true))]),
            .init(changes: [(Place.allergens, allergens(upToLabels: true))]),
        ]
        if wantsCounts { asked.counts += facetCounts }
        guard let found = index.search(asked) else { return nil }
        var answer = Answer(total: found.total, ids: found.ids, all: found.listed)
        answer.upToLabels = (found.counts[0].total, found.counts[1].total)
        if wantsCounts { answer.facets = facets(found.counts.dropFirst(2).map { $0 }) }
        return answer
    }

    private func indexQuery(allBegin: Bool, range: Range<Int>) -> IndexQuery {
        let words = words(query.terms, allBegin: allBegin, needsOne: query.needsOneWord)
        return IndexQuery(words: words, conditions: conditions, order: order(words), range: range)
    }

    // MARK: Words

    /// `nil` if no words are wanted; `conditions` then exclude the excluded ones.
    private func words(_ terms: [TypedSearch.Term], allBegin: Bool, needsOne: Bool = false) -> WordQuery? {
        let wanted = terms.filter { !$0.isExcluded }
        if wanted.isEmpty { return nil }
        let groups = wanted.enumerated().map { number, term in
            // The words of a name may stand apart: cream (8 oz) cheese.
            let own: [WordPattern] = term.isQuoted ? [.phrase(term.words)] : term.words.map { .word($0) }
            var ways: WordQuery.Group = [own] + term.names.map { [.phrase($0)] }
            if !term.isQuoted, term.words.count == 1, allBegin || number == wanted.count - 1 {
                ways.append([.beginning(term.words[0])])
            }
            return ways
        }
        return WordQuery(
            groups: groups, needsOne: needsOne,
            excluded: terms.filter(\.isExcluded).map { .phrase($0.words) })
    }

    private func order(_ words: WordQuery?) -> IndexQuery.Order {
        switch query.sort {
        case .relevance:
            guard words != nil else { return .newest(named: named) }
            if query.needsOneWord { return .score }
            // The words as typed come before other names of the same food. A cuisine is one of them.
            let own = query.terms.map { TypedSearch.Term(words: $0.words, isExcluded: $0.isExcluded) }
            var typed = self.words(own, allBegin: false) ?? WordQuery(groups: [])
            typed.groups += query.cuisines.map { cuisine in cuisine.words.map { [WordPattern.phrase($0)] } }
            return .relevance(titles: query.titleKeys, endings: query.titleEndings, typed: typed, named: named)
        case .time: return .minutes
        case .newest, .popular, .rating: return .newest(named: [])
        }
    }

    /// The index does not know phrases that are no name.
    private var named: [WordQuery.Group] {
        query.named.map { names in
            names.filter { index.knows(phrases: [$0.map(Words.stem)]) }.map { [.phrase($0)] }
        }
    }

    // MARK: Filters

    var conditions: [Condition] {
        var conditions: [Condition] = [
            diets(upToLabels: query.acceptsLabels.diets), allergens(upToLabels: query.acceptsLabels.allergens),
            query.maxMinutes.map(Self.within) ?? .all([]),
            query.category.map { .fact(DocumentFact(kind: IndexedFact.category, $0)) } ?? .all([]),
            query.cuisine.map { .fact(DocumentFact(kind: IndexedFact.cuisine, $0)) } ?? .all([]),
            query.writtenIn.map { .fact(IndexedFact.written(in: $0)) } ?? .all([]),
        ]
        conditions += IndexedFact.bits(IndexedFact.claim, query.claims).map { .fact($0) }
        conditions += query.tags.map { .text(TextFact(kind: IndexedFact.tag, $0)) }
        conditions += query.courses.map { Self.named(DocumentFact(kind: IndexedFact.category, $0.category), $0.words) }
        conditions += query.cuisines.map { Self.named(DocumentFact(kind: IndexedFact.cuisine, $0.cuisine), $0.words) }
        if !query.terms.isEmpty, query.terms.allSatisfy(\.isExcluded) {
            conditions.append(.not(.any(query.terms.map { .words(.phrase($0.words)) })))
        }
        conditions += query.with.map { ingredients in
            .any(ingredients.map { .fact(DocumentFact(kind: IndexedFact.ingredient, $0)) })
        }
        if !query.without.isEmpty { conditions.append(.not(.any(unwanted))) }
        return conditions
    }

    /// Recipes that wait for derivation are excluded too, because the new catalogue or rules may find an unwanted
    /// ingredient in them.
    private var unwanted: [Condition] {
        query.without.map { .fact(DocumentFact(kind: IndexedFact.ingredient, $0)) }
            + query.without.map { .fact(DocumentFact(kind: IndexedFact.mentioned, $0)) }
            + query.withoutWords.map { .text(TextFact(kind: IndexedFact.unknownWord, $0)) }
            + [.fact(DocumentFact(kind: IndexedFact.waits, 0))]
    }

    /// A fact, or one of the phrases in the text instead.
    private static func named(_ fact: DocumentFact, _ phrases: [[String]]) -> Condition {
        let words: [Condition] = phrases.map { .words(.phrase($0)) }
        return .any([.fact(fact)] + words)
    }

    private static func within(_ minutes: Int) -> Condition {
        SearchQuery.times.contains(minutes)
            ? .fact(DocumentFact(kind: IndexedFact.minutes, minutes)) : .minutes(atMost: minutes)
    }

    private func diets(upToLabels: Bool) -> Condition {
        Self.all(
            query.diets.reduce(0) { $0 | $1.bit }, IndexedFact.diet, upToLabels ? IndexedFact.dietUpToLabels : nil)
    }

    private func allergens(upToLabels: Bool) -> Condition {
        Self.all(
            query.freeFrom.reduce(0) { $0 | $1.bit }, IndexedFact.freeFrom,
            upToLabels ? IndexedFact.freeUpToLabels : nil)
    }

    static func all(_ bits: Int, _ kind: UInt8, _ other: UInt8? = nil) -> Condition {
        let either = IndexedFact.bits(kind, bits).map { fact -> Condition in
            other.map { .any([.fact(fact), .fact(DocumentFact(kind: $0, fact.value))]) } ?? .fact(fact)
        }
        return .all(either)
    }

    // MARK: Counts

    private static let dietFacts = Diet.allCases.flatMap { IndexedFact.bits(IndexedFact.diet, $0.bit) }
    private static let allergenFacts = Allergen.allCases.flatMap { IndexedFact.bits(IndexedFact.freeFrom, $0.bit) }
    /// The same where labels decide; no recipe has both facts.
    private static let dietLabelFacts = Diet.allCases.flatMap { IndexedFact.bits(IndexedFact.dietUpToLabels, $0.bit) }
    private static let allergenLabelFacts = Allergen.allCases.flatMap {
        IndexedFact.bits(IndexedFact.freeUpToLabels, $0.bit)
    }
    private static let claimFacts = NutritionClaim.offered.flatMap { IndexedFact.bits(IndexedFact.claim, $0.bit) }
    private static let languageFacts = Language.allCases.map { IndexedFact.written(in: $0) }
    private static let timeFacts = SearchQuery.times.map { DocumentFact(kind: IndexedFact.minutes, $0) }

    private var facetCounts: [IndexQuery.Count] {
        let leaves = { (place: Int, isSet: Bool) in isSet ? [(condition: place, to: Condition?.none)] : [] }
        return [
            .init(
                facts: Self.claimFacts + Self.dietFacts + Self.allergenFacts
                    + (query.acceptsLabels.diets ? Self.dietLabelFacts : [])
                    + (query.acceptsLabels.allergens ? Self.allergenLabelFacts : [])),
            .init(changes: leaves(Place.minutes, query.maxMinutes != nil), facts: Self.timeFacts),
            .init(changes: leaves(Place.category, query.category != nil), kinds: [IndexedFact.category]),
            .init(changes: leaves(Place.cuisine, query.cuisine != nil), kinds: [IndexedFact.cuisine]),
            .init(changes: leaves(Place.language, query.writtenIn != nil), facts: Self.languageFacts),
        ]
    }

    private func facets(_ counts: [IndexAnswer.Counted]) -> SearchFacets {
        var facets = SearchFacets()
        var left = counts[0].facts[...]
        func next(_ count: Int) -> [Int] {
            defer { left = left.dropFirst(count) }
            return Array(left.prefix(count))
        }
        facets.claims = next(Self.claimFacts.count)
        facets.diets = next(Self.dietFacts.count)
        facets.allergens = next(Self.allergenFacts.count)
        if query.acceptsLabels.diets { facets.diets = zip(facets.diets, next(Self.dietLabelFacts.count)).map(+) }
        if query.acceptsLabels.allergens {
            facets.allergens = zip(facets.allergens, next(Self.allergenLabelFacts.count)).map(+)
        }
        facets.times = counts[1].facts
        facets.categories = counts[2].kinds[0]
        facets.cuisines = counts[3].kinds[0]
        facets.languages = counts[4].facts
        return facets
    }
}

extension SearchIndex {
    /// The ids of recipes whose titles match typed words, the last of which may be a beginning.
    func titles(like text: String, fitting filters: DefaultFilters, limit: Int) -> [Int]? {
        let words = Words.words(text)
        let groups = words.enumerated().map { number, word -> WordQuery.Group in
            number == words.count - 1 ? [[.word(word)], [.beginning(word)]] : [[.word(word)]]
        }
        return titles(
            like: Words.key(text), WordQuery(groups: groups),
            [
                IndexedSearch.all(filters.dietBits, IndexedFact.diet),
                IndexedSearch.all(filters.allergenBits, IndexedFact.freeFrom),
            ], limit: limit)
    }
}
