// Handler for the recipes that the pantry allows: matched by a worker, with needs in memory.

import Database
import Food
import HTTP
import HTTPServer

enum PantryRecipes {
    static func show(_ context: Context) async throws -> Response {
        let (site, now) = (context.site, context.now)
        let catalogue = try site.catalogue.current(context.reader)
        let query = PantryQuery(context.request.query, catalogue)
        let (own, contents) = (try context.ownFilters(), try context.pantryContents())
        let filters = query.filters(own, catalogue)
        let applied = DefaultFilters(diets: filters.diets, freeFrom: filters.freeFrom)
        let stock = contents.stock(applied)
        var found = PantryFindings()
        if !contents.items.isEmpty, query.unknown.isEmpty {
            found = try await site.workers.run {
                try site.readOnWorker { db in
                    try PantrySearch(db, site, stock)
                        .find(filters, missing: query.missing, page: query.page, now: now)
                }
            }
        }
        let writer = PantryResultWriter(
            contents, found.stock ?? stock, applied, context.language)
        let results = found.recipes.map { writer.result($0.match, $0.body) }
        if context.wantsJSON { return try context.json(PantryRecipesJSON(query, found, results, writer)) }
        let cards = try context.cards(found.recipes.map(\.row), catalogue)
        let disliked = try context.dislikedNotes(found.recipes.map(\.row.id), catalogue)
        return context.page(
            PantryRecipesPage(
                query, contents, found, zip(cards, results).map { $0 }, disliked: disliked, writer, own, context))
    }
}

/// A page of recipes from a pantry, and counts over all pages.
struct PantryFindings: Sendable {
    struct Recipe: Sendable {
        let row: PublicRecipeRow
        let match: PantryMatch
        /// Only if a line was not understood, so that the page shows it as written.
        let body: RecipeBody?
    }

    var total = 0
    /// How many recipes miss nothing, one thing, two …, up to the limit.
    var counts: [Int] = []
    var recipes: [Recipe] = []
    var purchases: [Purchase] = []
    var stock: PantryStock?
}

/// Finds the recipes that a pantry allows.
struct PantrySearch {
    let db: Connection
    let index: PantryIndex
    /// Answers the filters.
    let search: RecipeSearchIndex
    let stock: PantryStock

    init(_ db: Connection, _ site: Site, _ stock: PantryStock) {
        (self.db, self.stock) = (db, stock)
        (index, search) = (site.pantryIndex, site.recipeSearchIndex)
    }

    func find(_ filters: SearchQuery, missing limit: Int, page: Int, now: Int) throws -> PantryFindings {
        let matcher = PantryMatcher(stock)
        let start = Paging.offset(page)
        let counted = try index.find(
            matcher,
            PantryQuestion(
                limit: limit, range: start..<start + Paging.size, countsPurchases: page == 1, among: among(filters)),
            db)
        var found = PantryFindings(total: counted.counts.reduce(0, +), counts: counted.counts, stock: stock)
        found.purchases =
            counted.purchases.best(PantryRules.purchases) + counted.purchases.bestPairs(PantryRules.purchases)
        found.recipes = try recipes(
            counted.recipes, matcher, DefaultFilters(diets: filters.diets, freeFrom: filters.freeFrom), now: now)
        return found
    }

    /// The ids of the first recipes.
    func ids(_ filters: SearchQuery, missing limit: Int, count: Int) throws -> [Int] {
        try index.first(count, PantryMatcher(stock), limit: limit, among: among(filters), db)
    }

    private func among(_ filters: SearchQuery) throws -> [UInt64]? {
        filters.isEverything ? nil : try SearchStore(db, search).idBits(filters)
    }

    /// The recipes of a page. One that is no longer public is left out.
    private func recipes(
        _ ids: [Int], _ matcher: PantryMatcher, _ filters: DefaultFilters, now: Int
    ) throws -> [PantryFindings.Recipe] {
        let cards = try PublicRecipeStore(db).cards(ids, fitting: filters, now: now)
        let rows = Dictionary(cards.map { ($0.id, $0) }) { first, _ in first }
        let texts = try RecipeNeedsStore(db).texts(ids)
        return try ids.compactMap { id in
            guard let row = rows[id], let text = texts[id] else { return nil }
            let match = matcher.match(text.needs)
            let body = try match.parts.contains { $0.state == .notUnderstood } ? RecipeBody(encoded: text.body) : nil
            return PantryFindings.Recipe(row: row, match: match, body: body)
        }
    }
}
