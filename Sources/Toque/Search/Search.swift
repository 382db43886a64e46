// Handlers for searching by words, ingredients and filters; the address contains the whole search.

import Bytes
import Database
import Food
import Foundation
import HTTP
import HTTPServer
import Texts

enum Search {
    static func show(_ context: Context) async throws -> Response {
        let catalogue = try context.site.catalogue.current(context.reader)
        let form = SearchForm(context.request.query)
        let own = try context.ownFilters()
        let typed = TypedSearch(form.words, catalogue)
        let (query, unknown, leftOut) = form.query(
            catalogue, form.setsStandingAside ? DefaultFilters() : own, typed)
        let store = SearchStore(context.reader)
        let asksNothing = form.asksForNothing || !unknown.isEmpty
        let (found, facets) = asksNothing ? (.none, SearchFacets()) : try await answer(query, form.page, context)
        if context.wantsJSON {
            return try context.json(
                ListJSON(total: found.total, page: form.page, items: found.recipes.map(CardJSON.init)))
        }
        let ways =
            found.total == 0 && !asksNothing && !query.isLong
            ? try looserSearches(form, typed, own, catalogue, context) : []
        let suggestion = found.total == 0 && !form.words.isEmpty ? try store.didYouMean(form.words) : nil
        return context.page(
            SearchPage(
                form, found, cards: try context.cards(found.recipes, catalogue),
                facets, typed, unknown: unknown, leftOut: leftOut, didYouMean: suggestion, looser: ways,
                defaultFilterNote: DefaultFilterNote(
                    own, isAside: form.setsStandingAside, showsAll: form.address(aside: true),
                    again: form.address(aside: false), context.language),
                catalogue,
                layout: context.layout(
                    title: form.words.isEmpty ? Text.searchTitle(context.language) : form.words, section: "search",
                    isListed: false, query: form.words), context.language))
    }

    /// Searches with one filter or word less that find something, those that find most first.
    private static func looserSearches(
        _ form: SearchForm, _ typed: TypedSearch, _ own: DefaultFilters, _ catalogue: Catalogue, _ context: Context
    ) throws -> [LooserSearch] {
        let (language, store) = (context.language, SearchStore(context.reader))
        let filters = SearchPage.active(form, typed, catalogue, language)
        let words = typed.others.map { other in
            Link(label: other.word, address: form.address(words: other.rest))
        }
        let found = try (filters + words).prefix(LooserSearch.tried).compactMap { link -> (link: Link, count: Int)? in
            let query = try Parameters(parsing: link.address.split(bytes: "?").last ?? "")
            let form = SearchForm(query)
            let typed = TypedSearch(form.words, catalogue)
            let (less, unknown, _) = form.query(catalogue, form.setsStandingAside ? DefaultFilters() : own, typed)
            guard unknown.isEmpty, !less.isLong, !less.isEverything else { return nil }
            let count = try store.count(less)
            return count > 0 ? (link, count) : nil
        }
        return found.sorted { $0.count > $1.count }.prefix(LooserSearch.shown).map {
            LooserSearch(
                label: Text.searchLooserRow(language, count: $0.count, name: $0.link.label), address: $0.link.address)
        }
    }

    /// Long queries run on a worker with a connection of its own.
    private static func answer(
        _ query: SearchQuery, _ page: Int, _ context: Context
    ) async throws -> (SearchResult, SearchFacets) {
        let (site, now, wantsCounts) = (context.site, context.now, !context.wantsJSON)
        let search: @Sendable (Connection) throws -> (SearchResult, SearchFacets) = { db in
            let (store, query) = (SearchStore(db), try SearchStore(db).narrowed(query))
            let found = try store.find(query, page: page, now: now)
            return (found, wantsCounts ? try store.facets(query, match: found.match) : SearchFacets())
        }
        if !query.isLong { return try search(context.reader) }
        return try await site.workers.run { try site.openReader().readNow(search) }
    }

    /// Suggests titles and ingredients while typing in the search bar.
    static func suggest(_ context: Context) async throws -> Response {
        let typed = (context.request.query["q"] ?? "").trimmed.cut(to: SearchForm.wordsLimit)
        let catalogue = try context.site.catalogue.current(context.reader)
        let recipes =
            typed.isEmpty
            ? []
            : try SearchStore(context.reader).titles(
                startingLike: typed, fitting: context.ownFilters(), limit: 6)
        let ingredients = typed.isEmpty ? [] : catalogue.suggest(typed, limit: 4, context.language)
        return try context.json(
            SuggestionsJSON(
                items: recipes.map {
                    .init(kind: "recipe", label: $0.title, address: Address.recipe(Slug.segment($0.id, $0.slug)))
                }
                    + ingredients.map {
                        .init(
                            kind: "ingredient", label: $0,
                            address: "\(Address.search())?with=\(Percent.encode(query: $0))")
                    }))
    }
}

/// A search that leaves out one filter or word.
struct LooserSearch {
    /// The filters and words that are left out one by one, and the ways that a page shows.
    static let tried = 10
    static let shown = 4

    let label: String
    let address: String
}

struct SuggestionsJSON: Encodable {
    struct Item: Encodable {
        let kind: String
        let label: String
        let address: String
    }

    let items: [Item]
}

/// The search as typed.
struct SearchForm {
    static let wordsLimit = 200
    /// The maximum number of unwanted ingredients; those wanted are looked up one by one.
    static let namesLimit = 100
    static let wantedLimit = 10

    let words: String
    let with: [String]
    let without: [String]
    /// The names beyond the limit; the page says that they were ignored.
    let tooMany: [String]
    let diets: [Diet]
    let freeFrom: [Allergen]
    let cuisine: String
    let category: String
    let maxMinutes: String
    let sort: SearchQuery.Sort?
    let page: Int
    /// Whether the reader's default filters are ignored (`all=1`).
    let setsStandingAside: Bool
    /// Whether the form was sent with every field empty; the page then says what is missing.
    let asksForNothing: Bool
    /// Names that are not a diet or allergen: nothing may pass a filter that is not understood.
    let unknownFilters: [String]

    init(_ query: Parameters) {
        words = (query["q"] ?? "").trimmed.cut(to: Self.wordsLimit)
        func names(_ field: String) -> [String] {
            var seen: Set<String> = []
            return query.all(field).flatMap { $0.lines.flatMap { $0.split(bytes: ",") } }.map {
                $0.trimmed.cut(to: 100)
            }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
        }
        let (wanted, unwanted) = (names("with"), names("without"))
        with = Array(wanted.prefix(Self.wantedLimit))
        without = Array(unwanted.prefix(Self.namesLimit))
        tooMany = Array(wanted.dropFirst(Self.wantedLimit) + unwanted.dropFirst(Self.namesLimit))
        let dietNames = query.all("diet").filter { !$0.isEmpty }
        let allergenNames = query.all("free_from").filter { !$0.isEmpty }
        diets = dietNames.compactMap(Diet.init(rawValue:))
        freeFrom = allergenNames.compactMap(Allergen.init(rawValue:))
        unknownFilters =
            dietNames.filter { Diet(rawValue: $0) == nil } + allergenNames.filter { Allergen(rawValue: $0) == nil }
        cuisine = (query["cuisine"] ?? "").trimmed
        category = (query["category"] ?? "").trimmed
        maxMinutes = (query["max_minutes"] ?? "").trimmed
        sort = query["sort"].flatMap(SearchQuery.Sort.init(rawValue:))
        page = Paging.page(query["page"])
        setsStandingAside = query["all"] == "1"
        let isEmpty =
            words.isEmpty && with.isEmpty && without.isEmpty && dietNames.isEmpty && allergenNames.isEmpty
            && cuisine.isEmpty && category.isEmpty && maxMinutes.isEmpty
        asksForNothing = isEmpty && (query["q"] != nil || query["with"] != nil || query["without"] != nil)
    }

    /// The query, the unknown names and filters, and what the unwanted names exclude; `typed` is read from the words.
    func query(_ catalogue: Catalogue, _ filters: DefaultFilters, _ typed: TypedSearch) -> (
        SearchQuery, unknown: [String], leftOut: [LeftOut]
    ) {
        var unknown = unknownFilters + tooMany
        func known<T>(_ names: [String], _ find: (String) -> T?) -> [T] {
            names.compactMap { name in
                let found = find(name)
                if found == nil { unknown.append(name) }
                return found
            }
        }
        func key(_ key: String, _ id: (String) -> Int?) -> Int? {
            if key.isEmpty { return nil }
            let found = id(key)
            if found == nil { unknown.append(key) }
            return found
        }
        let minutes = maxMinutes.isEmpty ? nil : Int(maxMinutes)
        if !maxMinutes.isEmpty, minutes == nil { unknown.append(maxMinutes) }
        let wanted = known(with + typed.with().prefix(Self.wantedLimit), catalogue.groups.wanted)
        let leftOut = known(without + typed.without(), catalogue.groups.leftOut)
        func ids(_ keys: Set<String>) -> [Int] { keys.compactMap(catalogue.ingredientID(_:)).sorted() }
        var query = SearchQuery(
            typed: words, terms: typed.terms,
            courses: typed.categories().compactMap { course in
                catalogue.categoryID(course.key).map { ($0, course.words) }
            }, with: Set(wanted.map(ids)).sorted { $0.count < $1.count },
            without: ids(leftOut.reduce(into: []) { $0.formUnion($1.keys) }),
            withoutWords: leftOut.reduce(into: Set()) { $0.formUnion($1.words) }.sorted(),
            diets: diets + typed.diets() + filters.diets
                + leftOut.flatMap(\.diets).compactMap { Diet(rawValue: $0.rawValue) },
            freeFrom: freeFrom + filters.freeFrom + leftOut.flatMap(\.allergens),
            cuisine: key(cuisine, catalogue.cuisineID), category: key(category, catalogue.categoryID),
            maxMinutes: [minutes, typed.minutes()].compactMap(\.self).min(),
            sort: sort ?? (words.isEmpty ? .newest : .relevance))
        query.isUnreadable = !words.isEmpty && typed.terms.isEmpty && typed.parts.isEmpty
        return (query, unknown, leftOut)
    }

    /// The address of this search with some changes.
    func address(
        words: String? = nil, page: Int? = nil, without field: String? = nil, value: String? = nil, sort: String? = nil,
        aside: Bool? = nil
    ) -> String {
        var pairs: [(name: String, value: String)] = []
        func add(_ name: String, _ content: String) {
            if content.isEmpty || (name == field && (value == nil || value == content)) { return }
            pairs.append((name, content))
        }
        add("q", words ?? self.words)
        for name in with { add("with", name) }
        for name in without { add("without", name) }
        for diet in diets { add("diet", diet.rawValue) }
        for allergen in freeFrom { add("free_from", allergen.rawValue) }
        add("cuisine", cuisine)
        add("category", category)
        add("max_minutes", maxMinutes)
        add("sort", sort ?? self.sort?.rawValue ?? "")
        if aside ?? setsStandingAside { add("all", "1") }
        if let page { add("page", String(page)) }
        let encoded = Parameters(pairs).encoded()
        return encoded.isEmpty ? Address.search() : "\(Address.search())?\(encoded)"
    }
}
