// Handler for the home page: suggestions, new recipes and links to courses and diets.

import Food
import HTML
import HTTP
import Texts
import Words

enum Home {
    private static let newest = 12

    static func show(_ context: Context) async throws -> Response {
        let language = context.language
        let catalogue = try context.site.catalogue.current(context.reader)
        let store = PublicRecipeStore(context.reader)
        let own = try context.ownFilters()
        let search = SearchStore(context.reader, context.site.recipeSearchIndex)
        let counts = try search.categoryCounts(fitting: own, context.site.categoryCounts)
        let seen = try await seen(context)
        let dismissed = try context.dismissedRecipes()
        let shelves = try await context.shelves(isLong: false, without: dismissed, catalogue)
        // What suits the member is among the newest, and nobody needs it twice.
        let fitting = shelves.first { $0.reason == .fits }?.recipes ?? []
        let newest = try search.newestCards(
            Self.newest, without: dismissed.union(fitting), fitting: own, now: context.now)
        if context.wantsJSON {
            return try context.json(
                HomeJSON(
                    shelves: try ShelvesJSON(shelves, catalogue, context),
                    seen: context.viewer.map { viewer in seen.map { CardJSON($0, viewer) } } ?? [],
                    newest: newest.map(CardJSON.init)))
        }
        let hearts = try Hearts(newest.map(\.id) + seen.map(\.id), context)
        return context.page(
            HomePage(
                layout: context.layout(
                    title: Text.homeTitle(language), section: "home", description: Text.homeLead(language),
                    canonical: "/"),
                categories: CategoryLink.all(catalogue, counts, chosen: nil, language),
                diets: ArticleBuilder.cardDiets.map { DietLink($0, language) },
                defaultFilterNote: DefaultFilterNote(
                    own, ignoresDefaults: false, showsAll: "\(Address.search())?sort=newest&all=1", again: "/", language
                ),
                unfinished: try context.cookOffers(),
                seen: seen.isEmpty ? [] : try context.cards(seen, catalogue, hearts: hearts).map(\.markup),
                shelves: try context.parts(shelves, catalogue),
                newest: try context.cards(newest, catalogue, hearts: hearts),
                hasRecipes: try !newest.isEmpty || !counts.isEmpty || store.hasAny()))
    }

    /// The recipes that the member looked at last; none for visitors.
    private static func seen(_ context: Context) async throws -> [ReadableRecipe] {
        guard let viewer = context.viewer else { return [] }
        await context.site.seenRecipes.flush(for: viewer.id)
        let ids = try HistoryStore(context.reader).latest(HistoryRules.strip, user: viewer.id)
        return try RecipeStore(context.reader).readable(ids, by: viewer.id, now: context.now)
    }
}

struct HomePage {
    let layout: Layout
    let categories: [CategoryLink]
    let diets: [DietLink]
    let defaultFilterNote: DefaultFilterNote?
    /// The recipes that the member is cooking.
    let unfinished: [CookOffer]
    /// The recipes that the member looked at last.
    let seen: [HTML]
    let shelves: [ShelfPart]
    let newest: [HTML]
    /// Whether any recipe is public, also where the viewer's filters leave none.
    let hasRecipes: Bool
    var isFiltered: Bool { defaultFilterNote != nil }
}

/// A category with its number of recipes.
struct CategoryLink {
    let label: String
    let address: String
    let count: Int
    let isChosen: Bool

    static func all(
        _ catalogue: Catalogue, _ counts: [Int: Int], chosen: String?, ignoresDefaults: Bool = false,
        _ language: Language
    ) -> [CategoryLink] {
        catalogue.categoryNames(language).compactMap { key, name in
            let count = catalogue.categoryID(key).flatMap { counts[$0] } ?? 0
            if count == 0, key != chosen { return nil }
            return CategoryLink(
                label: name, address: RecipeIndex.address(key, ignoresDefaults: ignoresDefaults), count: count,
                isChosen: key == chosen)
        }
    }
}

/// A diet as a link to the recipes that suit it.
struct DietLink {
    let label: String
    let icon: String
    let address: String

    init(_ diet: Diet, _ language: Language) {
        label = Text.dynamic("diet.\(diet.rawValue)", language) ?? diet.rawValue
        icon = "diet-\(diet.rawValue)"
        address = "\(Address.search())?diet=\(diet.rawValue)"
    }
}
