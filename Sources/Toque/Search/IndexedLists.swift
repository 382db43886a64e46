// Lists and counts for other pages than the search: from the index in memory, or from SQL where it must answer.

import Database
import Food
import SearchIndex

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

    /// The newest recipes that fit the filters.
    func newestCards(_ count: Int, fitting filters: DefaultFilters, now: Int) throws -> [PublicRecipeRow] {
        try cards(newest(count, fitting: filters), fitting: filters, now: now)
    }

    /// The number of public recipes in each category, by category id. `kept` answers for all recipes without an index.
    func categoryCounts(fitting filters: DefaultFilters, _ kept: CategoryCounts) throws -> [Int: Int] {
        let query = SearchQuery(diets: filters.diets, freeFrom: filters.freeFrom)
        if let counts = try indexed(query)?.categoryCounts() { return counts }
        let store = PublicRecipeStore(db)
        return try filters.isEmpty ? kept.current(store) : store.categoryCounts(fitting: filters)
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
            IndexQuery(words: nil, conditions: conditions, order: .newest(titlesFirst: []), range: 0..<count))?.ids
    }

    /// The number of recipes that fit the filters in each category.
    func categoryCounts() -> [Int: Int]? {
        index.search(
            IndexQuery(
                words: nil, conditions: conditions, counts: [.init(kinds: [IndexedFact.category])], order: .minutes,
                range: 0..<0))?.counts[0].kinds[0]
    }
}
