// Handler for the list of all recipes, by category and in alphabetical order.

import Food
import HTML
import HTTP
import Texts

enum RecipeIndex {
    static func show(_ context: Context) async throws -> Response {
        let (language, page) = (context.language, Paging.page(context.request.query["page"]))
        let catalogue = try context.site.catalogue.current(context.reader)
        let key = context.request.query["category"].flatMap { $0.isEmpty ? nil : catalogue.listedKey(.category, $0) }
        let category = key.flatMap { catalogue.categoryID($0) }
        if key != nil, category == nil { throw SiteError.notFound }
        let (store, own) = (PublicRecipeStore(context.reader), try context.ownFilters())
        let isAside = context.request.query["all"] == "1"
        let fitting = isAside ? DefaultFilters() : own
        let (total, rows) = try store.alphabetical(
            category: category, fitting: fitting, page: page, now: context.now)
        if context.wantsJSON {
            return try context.json(ListJSON(total: total, page: page, items: rows.map(CardJSON.init)))
        }
        let counts = try SearchStore(context.reader, context.site.recipeSearchIndex)
            .categoryCounts(fitting: fitting, context.site.categoryCounts)
        let asSaid = !own.isEmpty && isAside
        let title = key.flatMap { catalogue.categoryName($0, language) } ?? Text.recipeIndexTitle(language)
        return context.page(
            RecipeIndexPage(
                layout: context.layout(
                    title: title, section: "recipes",
                    canonical: address(key, page: page == 1 ? nil : page)), title: title, count: total,
                categories: CategoryLink.all(catalogue, counts, chosen: key, isAside: asSaid, language),
                all: Link(label: Text.recipeIndexAll(language), address: address(nil, isAside: asSaid)),
                isAll: key == nil, cards: try context.selectableCards(rows, catalogue),
                selecting: try SelectSeveral(address(key, isAside: asSaid), isEmpty: rows.isEmpty, context),
                pages: Pages(number: page, total: total) {
                    SelectSeveral.keep(address(key, isAside: asSaid, page: $0), context)
                },
                defaultFilterNote: DefaultFilterNote(
                    own, isAside: isAside, showsAll: address(key, isAside: true), again: address(key), language)))
    }

    /// The address of the list, for one category or all; `isAside` ignores the reader's default filters.
    static func address(_ category: String?, isAside: Bool = false, page: Int? = nil) -> String {
        let fields = [
            category.map { "category=\($0)" }, isAside ? "all=1" : nil, page.map { "page=\($0)" },
        ].compactMap { $0 }
        return Address.recipes() + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
    }
}

struct RecipeIndexPage {
    let layout: Layout
    let title: String
    let count: Int
    let categories: [CategoryLink]
    let all: Link
    let isAll: Bool
    let cards: [HTML]
    let selecting: SelectSeveral?
    let pages: Pages
    /// A note on the default filters that hide recipes.
    let defaultFilterNote: DefaultFilterNote?
    /// Whether recipes may be hidden, so that an empty list does not mean that there are none.
    var isFiltered: Bool { defaultFilterNote.map { !$0.isAside } ?? false }
}
