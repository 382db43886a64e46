// What a page with few or no results offers: the search with one thing less, its nearest recipes, words like the typed
// one, or courses.

import Bytes
import Database
import Food
import HTTP
import Texts
import Words

/// A search that leaves out one filter or word.
struct LooserSearch: Sendable {
    /// The filters and words that are left out one by one, and the ways that a page shows.
    static let tried = 10
    static let shown = 4

    /// What is left out.
    let name: String
    let isWord: Bool
    let address: String
    let query: SearchQuery
    let count: Int
}

struct SearchAlternatives: Sendable {
    /// The recipes that a page shows of the nearest search.
    static let recipes = 6

    /// The searches with one thing less; those that find most are first.
    var looser: [LooserSearch] = []
    /// The search of which recipes are shown, and the first of them.
    var nearest: (search: LooserSearch, recipes: [PublicRecipeRow])?
    /// Searches with a word like the typed one.
    var similar: [(word: String, address: String, count: Int)] = []
    /// The number of recipes in each category, where there is nothing else.
    var courses: [Int: Int] = [:]
}

/// Finds the alternatives of a search. Each reads all names of the search again and counts its recipes.
struct AlternativeFinder: Sendable {
    let reading: SearchReading
    let request: SearchRequest
    let site: Site
    let language: Language

    func find(_ db: Connection) throws -> SearchAlternatives {
        let (store, total) = (SearchStore(db, request.index), reading.answer.found.total)
        var found = SearchAlternatives()
        let ways = try looser(store).filter { $0.count > total }.sorted { $0.count > $1.count }
        found.looser = Array(ways.prefix(LooserSearch.shown))
        if total > 0 { return found }
        // Recipes that fit if a label agrees are nearer than those of a looser search. And a search without words that
        // were not understood could show what they exclude.
        if !reading.answer.fitsOnlyByLabel, !reading.typed.hasUnreadExclusion,
            let nearest = Self.nearest(ways, to: reading.query)
        {
            var certain = nearest.query
            certain.acceptsLabels = LabelChecks()
            let answer = try store.answer(certain, page: 1, wantsCounts: false, now: request.now)
            found.nearest = (nearest, Array(answer.found.recipes.prefix(SearchAlternatives.recipes)))
        }
        found.similar = try similar(store)
        if ways.isEmpty, found.similar.isEmpty {
            found.courses = try store.categoryCounts(fitting: request.filters, site.categoryCounts)
        }
        return found
    }

    /// The search without each filter and without each word.
    private func looser(_ store: SearchStore) throws -> [LooserSearch] {
        let (form, typed) = (reading.form, reading.typed)
        let filters = SearchPage.active(form, typed, request.catalogue, language).map { (link: $0, isWord: false) }
        let words = (typed.hasUnreadExclusion ? [] : typed.others).map { other in
            (link: Link(label: other.word, address: form.address(words: other.rest)), isWord: true)
        }
        return try (filters + words).prefix(LooserSearch.tried).compactMap { way -> LooserSearch? in
            let query = try Parameters(parsing: way.link.address.split(bytes: "?").last ?? "")
            let less = request.reading(SearchForm(query))
            guard less.unknown.isEmpty, !less.form.isEmpty, !less.query.isLong, !less.query.isEverything else {
                return nil
            }
            return LooserSearch(
                name: way.link.label, isWord: way.isWord, address: way.link.address, query: less.query,
                count: try store.count(less.query))
        }
    }

    /// The search whose recipes are shown unasked: never one that gives up a diet, an allergen or an unwanted food. It
    /// gives up a filter if that helps, and a word otherwise.
    static func nearest(_ ways: [LooserSearch], to query: SearchQuery) -> LooserSearch? {
        let safe = ways.filter { $0.query.avoidsAll(of: query) }
        return safe.first { !$0.isWord } ?? safe.first
    }

    /// Where one word was typed, the search with words of recipes that are like it.
    private func similar(_ store: SearchStore) throws -> [(word: String, address: String, count: Int)] {
        let wanted = reading.typed.terms.filter { !$0.isExcluded }
        guard wanted.count == 1, !wanted[0].isQuoted, wanted[0].words.count == 1 else { return [] }
        let typed = wanted[0].words[0]
        let spelling = Spelling(db: store.db, catalogue: request.catalogue, index: try request.index?.current(store.db))
        return try spelling.similar(to: typed).compactMap { word -> (word: String, address: String, count: Int)? in
            let words = Spelling.text(reading.form.words, with: [typed: word])
            let other = request.reading(try reading.form.with(words: words))
            guard other.unknown.isEmpty else { return nil }
            let count = try store.count(other.query)
            return count > 0 ? (word, reading.form.address(words: words), count) : nil
        }
    }
}

extension SearchQuery {
    /// Whether it leaves out everything that another search leaves out.
    func avoidsAll(of other: SearchQuery) -> Bool {
        func excluded(_ query: SearchQuery) -> Set<[String]> { Set(query.terms.filter(\.isExcluded).map(\.words)) }
        return Set(diets).isSuperset(of: other.diets) && Set(freeFrom).isSuperset(of: other.freeFrom)
            && Set(without).isSuperset(of: other.without)
            && Set(withoutWords).isSuperset(of: other.withoutWords)
            && excluded(self).isSuperset(of: excluded(other))
    }
}

/// The alternatives on a page.
struct SearchOffers {
    let looser: [Link]
    let nearest: NearestRecipes?
    let similar: [StateFilter]
    let courses: [StateFilter]

    init(_ found: SearchAlternatives, nearest cards: [FoundCard], _ catalogue: Catalogue, _ language: Language) {
        looser = found.looser.map {
            Link(label: Text.searchLooserRow(language, count: $0.count, name: $0.name), address: $0.address)
        }
        nearest = found.nearest.map { nearest in
            NearestRecipes(
                title: Text.searchNearest(language, name: nearest.search.name), cards: cards,
                more: nearest.search.count > cards.count ? nearest.search.address : nil)
        }
        similar = found.similar.map {
            StateFilter(label: $0.word, address: $0.address, count: $0.count, isChosen: false)
        }
        courses = catalogue.categoryNames(language).compactMap { course in
            guard let count = catalogue.categoryID(course.key).flatMap({ found.courses[$0] }), count > 0 else {
                return nil
            }
            return StateFilter(
                label: course.name, address: "\(Address.search())?category=\(Percent.encode(query: course.key))",
                count: count, isChosen: false)
        }
    }
}

/// Recipes of a search that leaves something out.
struct NearestRecipes {
    let title: String
    let cards: [FoundCard]
    /// The whole list, where it is longer.
    let more: String?
}
