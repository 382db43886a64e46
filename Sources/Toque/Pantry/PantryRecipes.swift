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
                try site.openReader().readNow { db in
                    try PantrySearch(db: db, index: site.pantryIndex, stock: stock)
                        .find(filters, missing: query.missing, page: query.page, now: now)
                }
            }
        }
        let writer = PantryResultWriter(
            contents, found.stock ?? stock, applied, context.language)
        let results = found.recipes.map { writer.result($0.match, $0.body) }
        if context.wantsJSON { return try context.json(PantryRecipesJSON(query, found, results, writer)) }
        let cards = try context.cards(found.recipes.map(\.row), catalogue)
        return context.page(
            PantryRecipesPage(query, contents, found, zip(cards, results).map { $0 }, writer, own, context))
    }
}

/// A page of recipes from a pantry, and counts over all pages.
struct PantryFindings: Sendable {
    struct Recipe: Sendable {
        let row: PublicRecipeRow
        let match: PantryMatch
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
    let stock: PantryStock

    func find(_ filters: SearchQuery, missing limit: Int, page: Int, now: Int) throws -> PantryFindings {
        let matcher = PantryMatcher(stock)
        let allowed = filters.isEverything ? nil : Set(try SearchStore(db).ids(filters))
        var (ranked, purchases): ([(rank: RankedRecipe, needs: [NeedPart])], _) = ([], PurchaseCounter())
        for recipe in try index.recipes(db) where allowed?.contains(recipe.recipe) ?? true {
            guard let lack = matcher.lack(recipe.needs, limit: max(limit, 2)) else { continue }
            if page == 1 { purchases.add(lack) }
            guard lack.count <= limit, let rank = matcher.ranked(recipe.recipe, recipe.needs, lack) else { continue }
            ranked.append((rank, recipe.needs))
        }
        ranked.sort { RankedRecipe.isBefore($0.rank, $1.rank) }
        var found = PantryFindings(total: ranked.count, stock: stock)
        found.counts = (0...limit).map { count in ranked.count { $0.rank.missing == count } }
        found.purchases = purchases.best(PantryRules.purchases) + purchases.bestPairs(PantryRules.purchases)
        let shown = ranked.dropFirst(Paging.offset(page)).prefix(Paging.size)
        found.recipes = try recipes(shown.map { ($0.rank.recipe, matcher.match($0.needs)) }, now: now)
        return found
    }

    /// The recipes of a page. One that is no longer public is left out.
    private func recipes(_ matches: [(Int, PantryMatch)], now: Int) throws -> [PantryFindings.Recipe] {
        let ids = matches.map(\.0)
        let rows = Dictionary(try PublicRecipeStore(db).cards(ids, now: now).map { ($0.id, $0) }) { first, _ in first }
        let bodies = try RecipeNeedsStore(db).bodies(ids)
        return matches.compactMap { id, match in
            rows[id].map { PantryFindings.Recipe(row: $0, match: match, body: bodies[id]) }
        }
    }
}
