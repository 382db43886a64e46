// Counts what each further filter would leave of a search, where SQL answers it.

import Bytes
import Database
import Food
import Words

extension SearchStore {
    /// The number of found recipes that suit each diet and are free from each allergen, and the number that each time,
    /// category and cuisine would leave.
    func facets(_ query: SearchQuery, _ found: SearchResult, now: Int) throws -> SearchFacets {
        let match = found.match
        var facets = SearchFacets()
        let fits = Self.fitting(query.acceptsLabels)
        let diets = Diet.allCases.map { "coalesce(sum(\(sql: fits.diets) & \($0.bit) <> 0), 0)" as SQL }
        let allergens = Allergen.allCases.map { "coalesce(sum(\(sql: fits.allergens) & \($0.bit) <> 0), 0)" as SQL }
        let times = SearchQuery.times.map { "coalesce(sum(p.total_minutes <= \($0)), 0)" as SQL }
        let claims = NutritionClaim.offered.map { "coalesce(sum(p.claims & \($0.bit) <> 0), 0)" as SQL }
        let languages = Language.allCases.map { "coalesce(sum(p.language = \($0.rawValue)), 0)" as SQL }
        let bits = diets + allergens + claims
        let counts = try sums(bits + languages + (query.maxMinutes == nil ? times : []), query, match)
        facets.diets = Array(counts.prefix(diets.count))
        facets.allergens = Array(counts.dropFirst(diets.count).prefix(allergens.count))
        facets.claims = Array(counts.dropFirst(diets.count + allergens.count).prefix(claims.count))
        facets.languages = Array(counts.dropFirst(bits.count).prefix(languages.count))
        if query.writtenIn != nil {
            var anyLanguage = query
            anyLanguage.writtenIn = nil
            facets.languages = try sums(languages, anyLanguage, match)
        }
        if query.maxMinutes != nil {
            var anyTime = query
            anyTime.maxMinutes = nil
            facets.times = try sums(times, anyTime, match)
        } else {
            facets.times = Array(counts.suffix(times.count))
        }
        if found.total <= SearchQuery.mostForTags { facets.tags = try tags(query, match) }
        let hasOpinion = query.minRating != nil || query.licensedAt != nil
        if found.total <= SearchQuery.mostForTags, found.total > 0 || hasOpinion {
            (facets.ratings, facets.licensed) = try opinions(query, match, now: now)
        }
        if query.category == nil, query.cuisine == nil {
            (facets.categories, facets.cuisines) = try places(query, match)
        } else {
            facets.categories = try places(query, match) { $0.category = nil }.categories
            facets.cuisines = try places(query, match) { $0.cuisine = nil }.cuisines
        }
        return facets
    }

    /// The number of recipes with each average of `SearchQuery.ratings`, and by licensed authors.
    private static func opinionSums(now: Int) -> [SQL] {
        let ratings = SearchQuery.ratings.compactMap { Double($0) }.map {
            "coalesce(sum(\(sql: Self.isRated($0))), 0)" as SQL
        }
        let licensed: SQL = "coalesce(sum(\(sql: AccountSQL.isLicensed("p.author_id", now: now))), 0)"
        return ratings + [licensed]
    }

    private func opinions(_ query: SearchQuery, _ match: String, now: Int) throws -> (ratings: [Int], licensed: Int?) {
        let all = Self.opinionSums(now: now)
        var (anyRating, anyAuthor) = (query, query)
        (anyRating.minRating, anyAuthor.licensedAt) = (nil, nil)
        return (
            try sums(Array(all.dropLast()), anyRating, match), try sums(Array(all.suffix(1)), anyAuthor, match).first
        )
    }

    func opinions(of recipes: [Int], now: Int) throws -> (ratings: [Int], licensed: Int?) {
        let all = Self.opinionSums(now: now)
        let counts =
            try db.first(
                """
                SELECT \(sql: all.joined(separator: ", "))
                FROM json_each(\("[" + recipes.map(String.init).joined(separator: ",") + "]")) j
                CROSS JOIN public_recipe p ON p.recipe_id = j.value
                """
            ) { row in all.indices.map { row[$0] as Int } } ?? []
        return (Array(counts.dropLast()), counts.last)
    }

    /// The most frequent tags of the found recipes, except those searched for.
    private func tags(_ query: SearchQuery, _ match: String) throws -> [(name: String, count: Int)] {
        try db.all(
            """
            SELECT min(t.name), count(*) FROM public_recipe_tag t
            WHERE t.recipe_id IN (SELECT p.recipe_id \(sql: source(query, match)))
                AND t.tag_key NOT IN \(sql: listed(query.tags.map(JSONText.string)))
            GROUP BY t.tag_key ORDER BY 2 DESC, t.tag_key LIMIT \(SearchQuery.shownTags)
            """
        ) { ($0[0], $0[1]) }
    }

    func tags(of recipes: [Int], except own: [String]) throws -> [(name: String, count: Int)] {
        try db.all(
            """
            SELECT min(t.name), count(*)
            FROM json_each(\("[" + recipes.map(String.init).joined(separator: ",") + "]")) j
            CROSS JOIN public_recipe_tag t ON t.recipe_id = j.value
            WHERE t.tag_key NOT IN \(sql: listed(own.map(JSONText.string)))
            GROUP BY t.tag_key ORDER BY 2 DESC, t.tag_key LIMIT \(SearchQuery.shownTags)
            """
        ) { ($0[0], $0[1]) }
    }

    /// The number of recipes in each category and of each cuisine.
    private func places(
        _ query: SearchQuery, _ match: String, changed change: (inout SearchQuery) -> Void = { _ in }
    ) throws -> (categories: [Int: Int], cuisines: [Int: Int]) {
        var (query, categories, cuisines) = (query, [Int: Int](), [Int: Int]())
        change(&query)
        try db.each("SELECT p.category_id, p.cuisine_id, count(*) \(sql: source(query, match)) GROUP BY 1, 2") { row in
            let count: Int = row[2]
            if let id: Int = row[0] { categories[id, default: 0] += count }
            if let id: Int = row[1] { cuisines[id, default: 0] += count }
        }
        return (categories, cuisines)
    }
}
