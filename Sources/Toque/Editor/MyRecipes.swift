// Handlers for the member's own recipes: list, delete and restore.

import Database
import HTTP
import Texts

enum MyRecipes {
    static func show(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        let page = Paging.page(context.request.query["page"])
        let isTrash = context.request.query["deleted"] == "1"
        let (total, rows) = try RecipeStore(context.reader).mine(viewer: viewer.id, deleted: isTrash, page: page)
        if context.wantsJSON {
            let items = rows.map { OwnRecipeJSON(id: $0.id, title: $0.title, state: $0.state.rawValue) }
            return try context.json(ListJSON(total: total, page: page, items: items))
        }
        let language = context.language
        let unfinished = try isTrash || page > 1 ? nil : UnfinishedRecipes(context)
        let hearts = try Hearts(isTrash ? [] : rows.map(\.id), context)
        let cards = rows.map { row in
            OwnCard(
                card: RecipeCard(row, viewer, heart: hearts[row.id], context),
                editAddress: Address.editRecipe(row.id), restoreAddress: Address.restoreRecipe(row.id),
                deletedBecause: row.deletedBecause?.told(language))
        }
        let base = isTrash ? "\(Address.myRecipes())?deleted=1&page=" : "\(Address.myRecipes())?page="
        return context.page(
            MyRecipesPage(
                layout: context.layout(title: Text.myRecipesTitle(language), section: "my-recipes", isListed: false),
                formToken: context.formToken, isTrash: isTrash, count: total, cards: cards,
                unfinished: unfinished,
                quota: isTrash || page > 1 ? nil : try Quota.text(viewer.id, context.reader, language),
                pages: Pages(number: page, total: total) { base + String($0) }))
    }

    static func confirmDelete(_ context: Context) async throws -> Response {
        let own = try own(context)
        return context.page(
            DeleteRecipePage(
                layout: context.layout(
                    title: Text.deleteTitle(context.language), section: "my-recipes", isListed: false),
                formToken: context.formToken, title: own.head.body.title, isLive: own.liveRevisionID != nil,
                action: Address.deleteRecipe(own.id), back: Address.recipe(own.segment)))
    }

    static func delete(_ context: Context) async throws -> Response {
        try await delete([own(context).id], context)
    }

    static func deleteSelected(_ context: Context) async throws -> Response {
        let ids = context.form.all("recipe").compactMap { Int($0) }
        guard !ids.isEmpty else { return context.redirect(to: Address.myRecipes(), done: "none-selected") }
        return try await delete(ids, context)
    }

    private static func delete(_ ids: [Int], _ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let ids = Array(Set(ids)).sorted()
        guard try RecipeStore(context.reader).areOwn(ids, viewer: viewer.id) else { throw SiteError.notFound }
        // A few at a time, so that other members' changes are written between them.
        for first in stride(from: 0, to: ids.count, by: 5) {
            let some = Array(ids[first..<min(first + 5, ids.count)])
            try await context.site.writer.write { db in
                // What was deleted in the meantime is left.
                let left = try some.filter { try RecipeStore(db).areOwn([$0], viewer: viewer.id) }
                try RecipeRemoval(db).delete(left, by: viewer, now: now)
            }
        }
        return context.redirect(to: Address.myRecipes(), done: "deleted")
    }

    static func restore(_ context: Context) async throws -> Response {
        guard let id = Slug.id(context.parameters["recipe"] ?? "") else { throw SiteError.notFound }
        let (viewer, now, site) = (try context.member(), context.now, context.site)
        try await site.writer.write { db in
            try RecipeRemoval(db).restore(id, by: viewer, catalogue: site.catalogue.inside(db), now: now)
        }
        return context.redirect(to: Address.recipe(id), done: "restored")
    }

    private static func own(_ context: Context) throws -> OwnRecipe {
        guard let id = Slug.id(context.parameters["recipe"] ?? ""),
            let own = try RecipeStore(context.reader).own(id, viewer: context.member().id)
        else { throw SiteError.notFound }
        return own
    }
}

struct MyRecipesPage {
    let layout: Layout
    let formToken: String
    /// Whether the page lists the deleted recipes.
    let isTrash: Bool
    let count: Int
    let cards: [OwnCard]
    let unfinished: UnfinishedRecipes?
    /// How much of the storage for pictures and videos is used.
    let quota: String?
    let pages: Pages
}

struct OwnCard {
    let card: RecipeCard
    let editAddress: String
    let restoreAddress: String
    /// Why an admin deleted it; then only an admin can restore it.
    let deletedBecause: String?
}

struct DeleteRecipePage {
    let layout: Layout
    let formToken: String
    let title: String
    let isLive: Bool
    let action: String
    let back: String
}

struct OwnRecipeJSON: Encodable {
    let id: Int
    let title: String
    let state: String
}
