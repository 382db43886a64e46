// Handler for the page for exploring: shelves of what the pantry allows, what is popular or quick, and each course.

import Food
import HTTP
import Texts
import Words

enum Explore {
    static func show(_ context: Context) async throws -> Response {
        let language = context.language
        let catalogue = try context.site.catalogue.current(context.reader)
        let own = try context.ownFilters()
        let dismissed = try context.dismissedRecipes()
        let shelves = try await context.shelves(isLong: true, without: dismissed, catalogue)
        if context.wantsJSON { return try context.json(ShelvesJSON(shelves, catalogue, context)) }
        let taste = try context.ownTaste()
        return context.page(
            ExplorePage(
                layout: context.layout(
                    title: Text.exploreTitle(language), section: "explore", description: Text.exploreLead(language),
                    canonical: Address.explore()),
                defaultFilterNote: DefaultFilterNote(
                    own, ignoresDefaults: false, showsAll: "\(Address.search())?sort=newest&all=1",
                    again: Address.explore(),
                    language),
                isRanked: !taste.isEmpty, shelves: try context.parts(shelves, catalogue),
                hasRecipes: try !shelves.isEmpty || PublicRecipeStore(context.reader).hasAny(),
                hasDismissed: !dismissed.isEmpty))
    }
}

struct ExplorePage {
    let layout: Layout
    let defaultFilterNote: DefaultFilterNote?
    /// Whether the viewer's taste ranks the shelves.
    let isRanked: Bool
    let shelves: [ShelfPart]
    /// Whether any recipe is public, also where the viewer's filters leave none.
    let hasRecipes: Bool
    /// Whether the viewer dismissed any recipe.
    let hasDismissed: Bool
}

/// The shelves as JSON.
struct ShelvesJSON: Encodable {
    let total: Int
    let page = 1
    let items: [ShelfJSON]
    /// The same as `items`.
    let shelves: [ShelfJSON]

    init(_ shelves: [Shelf], _ catalogue: Catalogue, _ context: Context) throws {
        let rows = try PublicRecipeStore(context.reader).cards(shelves.flatMap(\.recipes), now: context.now)
        let known = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
        items = shelves.enumerated().map { number, shelf in
            ShelfJSON(
                title: ShelfPart(shelf.reason, number: number, [], canDismiss: false, catalogue, context.language)
                    .title,
                items: shelf.recipes.compactMap { known[$0] }.map(CardJSON.init))
        }
        (total, self.shelves) = (items.count, items)
    }
}

struct ShelfJSON: Encodable {
    let title: String
    let items: [CardJSON]
}
