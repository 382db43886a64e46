// Handlers for suggestions that a member is not interested in: dismiss, show again, list.

import Database
import HTTP
import Texts

enum Dismissals {
    static func list(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        let page = Paging.page(context.request.query["page"])
        let store = DismissalStore(context.reader)
        let total = try store.count(user: viewer.id)
        let ids = try store.page(page, user: viewer.id)
        let recipes = try RecipeStore(context.reader).readable(ids, by: viewer.id, now: context.now)
        if context.wantsJSON {
            return try context.json(ListJSON(total: total, page: page, items: recipes.map { CardJSON($0, viewer) }))
        }
        let catalogue = try context.site.catalogue.current(context.reader)
        return context.page(
            DismissedRecipesPage(
                layout: context.layout(
                    title: Text.dismissedTitle(context.language), section: "explore", isListed: false),
                count: total, cards: try context.cards(recipes, catalogue),
                pages: Pages(number: page, total: total) { "\(Address.dismissedRecipes())?page=\($0)" }))
    }

    static func add(_ context: Context) async throws -> Response {
        let (id, viewer, now) = (try recipe(context), try context.member(), context.now)
        try await context.site.writer.write { try DismissalStore($0).add(id, user: viewer.id, now: now) }
        return context.redirect(
            to: context.formPage ?? Address.explore(), done: "recipe-dismissed", number: id)
    }

    /// Also the Undo button of the message after `add`.
    static func remove(_ context: Context) async throws -> Response {
        let (id, viewer) = (try recipe(context), try context.member())
        try await context.site.writer.write { try DismissalStore($0).remove(id, user: viewer.id) }
        return context.redirect(
            to: context.formPage ?? Address.dismissedRecipes(), done: "suggested-again", number: id)
    }

    private static func recipe(_ context: Context) throws -> Int {
        guard let id = Slug.id(context.parameters["recipe"] ?? "") else { throw SiteError.notFound }
        return id
    }
}

struct DismissedRecipesPage {
    let layout: Layout
    let count: Int
    let cards: [ListedCard]
    let pages: Pages
}
