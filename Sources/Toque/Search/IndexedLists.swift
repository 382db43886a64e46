// Suggested titles, and lists and counts for other pages: from the index in memory, or from SQL where it must answer.

import Database
import Food
import SearchIndex
import Words

extension SearchStore {
    /// The ids of the newest recipes that fit the filters; those that need at most so many minutes, or those of a
    /// category.
    func newest(
        _ count: Int, minutes: Int? = nil, category: Int? = nil, fitting filters: DefaultFilters
    ) throws -> [Int] {
        let query = SearchQuery(
            diets: filters.diets, freeFrom: filters.freeFrom, category: category, maxMinutes: minutes)
        // The newest of all recipes are next to each other in the database.
        if !query.isEverything, let ids = try indexed(query)?.newest(count) { return ids }
        return try PublicRecipeStore(db).newestIDs(count, minutes: minutes, category: category, fitting: filters)
    }

    /// The newest recipes that fit the filters, except for those in `hidden`.
    func newestCards(
        _ count: Int, without hidden: Set<Int>, fitting filters: DefaultFilters, now: Int
    ) throws -> [PublicRecipeRow] {
        let ids = try newest(count + hidden.count, fitting: filters).filter { !hidden.contains($0) }
        return try cards(Array(ids.prefix(count)), fitting: filters, now: now)
    }

    /// The number of public recipes in each category, by category id; `kept` has those of all recipes.
    func categoryCounts(fitting filters: DefaultFilters, _ kept: CategoryCounts) throws -> [Int: Int] {
        let store = PublicRecipeStore(db)
        func count() throws -> [Int: Int] {
            let query = SearchQuery(diets: filters.diets, freeFrom: filters.freeFrom)
            return try indexed(query)?.categoryCounts() ?? store.categoryCounts(fitting: filters)
        }
        return try filters.isEmpty ? kept.current(store, count: count) : count()
    }

    /// The number of recipes by the first letter of the title, of one category or of all.
    func letterCounts(category: Int?, fitting filters: DefaultFilters) throws -> [TitleLetter: Int] {
        let query = SearchQuery(diets: filters.diets, freeFrom: filters.freeFrom, category: category)
        return try indexed(query)?.letterCounts()
            ?? PublicRecipeStore(db).letterCounts(category: category, fitting: filters)
    }

    /// A recipe that is suggested while typing.
    typealias TitleFound = (id: Int, title: String, slug: String)

    /// Titles that match the typed text, the last word of which may be a beginning: the same title first, then titles
    /// that begin with it, then short ones.
    func titles(startingLike text: String, fitting filters: DefaultFilters, limit: Int) throws -> [TitleFound] {
        if let titles = try indexedTitles(startingLike: text, fitting: filters, limit: limit) { return titles }
        guard let match = Self.match(text), !match.isEmpty else { return [] }
        return try db.all(
            """
            SELECT p.recipe_id, p.title, p.slug FROM recipe_text JOIN public_recipe p ON p.recipe_id = recipe_text.rowid
            WHERE recipe_text MATCH \("title : (\(match))")
                AND p.diet_yes & \(filters.dietBits) = \(filters.dietBits)
                AND p.allergen_no & \(filters.allergenBits) = \(filters.allergenBits)
            ORDER BY p.title_key = \(Words.key(text)) DESC,
                p.title_key >= \(Words.key(text)) AND p.title_key < \(Words.key(text) + "\u{10FFFF}") DESC,
                length(p.title_key), p.recipe_id
            LIMIT \(limit)
            """
        ) { ($0[0], $0[1], $0[2]) }
    }

    /// The same from the index; `nil` if SQL must answer.
    func indexedTitles(
        startingLike text: String, fitting filters: DefaultFilters, limit: Int
    ) throws -> [TitleFound]? {
        guard let match = Self.match(text), !match.isEmpty else { return [] }
        return try index?.current(db)?.titles(like: text, fitting: filters, limit: limit).map(titles)
    }

    /// The titles of recipes, in this order.
    private func titles(_ ids: [Int]) throws -> [TitleFound] {
        let rows = try db.all("SELECT recipe_id, title, slug FROM public_recipe WHERE recipe_id IN \(list: ids)") {
            (id: $0[0] as Int, title: $0[1] as String, slug: $0[2] as String)
        }
        return ids.compactMap { id in rows.first { $0.id == id } }
    }

    /// The recipes with a line that names an ingredient.
    func ids(using ingredient: Int) throws -> [Int] {
        var query = SearchQuery()
        query.with = [[ingredient]]
        return try ids(query)
    }
}

extension IndexedSearch {
    /// The ids of the newest recipes that fit the filters, whatever the words.
    func newest(_ count: Int) -> [Int]? {
        index.search(
            IndexQuery(words: nil, conditions: conditions, order: .newest(named: []), range: 0..<count))?.ids
    }

    /// The number of recipes that fit the filters in each category.
    func categoryCounts() -> [Int: Int]? { counts(of: IndexedFact.category) }

    /// The number of recipes that fit the filters by the first letter of the title.
    func letterCounts() -> [TitleLetter: Int]? {
        counts(of: IndexedFact.letter).map { counts in
            Dictionary(counts.map { (TitleLetter(code: $0.key), $0.value) }, uniquingKeysWith: +)
        }
    }

    /// The number of recipes that fit the filters with each value of a kind of facts.
    private func counts(of kind: UInt8) -> [Int: Int]? {
        index.search(
            IndexQuery(
                words: nil, conditions: conditions, counts: [.init(kinds: [kind])], order: .minutes,
                range: 0..<0))?.counts[0].kinds[0]
    }
}
