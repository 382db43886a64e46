// Feature F5: the table of contents, by category and alphabet.

import HTML
import HTTP

enum Contents {
    static func show(_ context: Context) async throws -> Response {
        let (language, page) = (context.language, Paging.page(context.request.query["page"]))
        let catalogue = try context.site.catalogue.current(context.reader)
        let key = context.request.query["category"].flatMap { $0.isEmpty ? nil : catalogue.listedKey(.category, $0) }
        let category = key.flatMap { catalogue.categoryID($0) }
        if key != nil, category == nil { throw SiteError.notFound }
        let store = PublicRecipeStore(context.reader)
        let (total, rows) = try store.alphabetical(category: category, page: page, now: context.now)
        if context.wantsJSON {
            return try context.json(ListJSON(total: total, page: page, items: rows.map(CardJSON.init)))
        }
        let base = key.map { "\(Address.contents())?category=\($0)&page=" } ?? "\(Address.contents())?page="
        let title = key.flatMap { catalogue.categoryName($0, language) } ?? Text.contentsTitle(language)
        return context.page(
            ContentsPage(
                layout: context.layout(
                    title: title, section: "recipes",
                    canonical: page == 1 ? String(base.dropLast(6)) : base + String(page)), title: title,
                count: total,
                categories: CategoryLink.all(
                    catalogue, try context.site.categoryCounts.current(store), chosen: key, language),
                all: Link(label: Text.contentsAll(language), address: Address.contents()), isAll: key == nil,
                cards: context.cards(rows, catalogue),
                pages: Pages(number: page, total: total) { base + String($0) }))
    }
}

struct ContentsPage {
    let layout: Layout
    let title: String
    let count: Int
    let categories: [CategoryLink]
    let all: Link
    let isAll: Bool
    let cards: [HTML]
    let pages: Pages
}
