// Handlers for the recipes that a member looked at, and earlier searches: list, remove, clear, switch off.

import Database
import HTTP
import Texts

enum History {
    static func list(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        let page = Paging.page(context.request.query["page"])
        await context.site.flushHistory(of: viewer.id)
        let store = HistoryStore(context.reader)
        let total = try store.count(user: viewer.id)
        let ids = try store.latest(Paging.size, user: viewer.id, offset: Paging.offset(page))
        let recipes = try RecipeStore(context.reader).readable(ids, by: viewer.id, now: context.now)
        if context.wantsJSON {
            return try context.json(
                ListJSON(total: total, page: page, items: recipes.map { CardJSON($0, viewer) }))
        }
        let catalogue = try context.site.catalogue.current(context.reader)
        return context.page(
            HistoryPage(
                layout: context.layout(
                    title: Text.historyTitle(context.language), section: "favourites", isListed: false),
                formToken: context.formToken, isOff: try store.isOff(user: viewer.id), count: total,
                cards: try context.cards(recipes, catalogue),
                searches: page == 1 ? try EarlierSearchStore(context.reader).all(user: viewer.id) : [],
                pages: Pages(number: page, total: total) { "\(Address.history())?page=\($0)" }))
    }

    /// Removes the selected recipes and searches, or the one whose button was pressed.
    static func remove(_ context: Context) async throws -> Response {
        let back = context.formPage ?? Address.history()
        let selected = selected(context.form)
        guard !selected.recipes.isEmpty || !selected.searches.isEmpty else {
            return context.redirect(to: back, done: "none-marked")
        }
        return try await remove(selected, to: back, done: "history-removed", context)
    }

    private static func selected(_ form: Form) -> SelectedHistory {
        if let recipe = form["one"] { return SelectedHistory(recipes: [recipe].compactMap { Int($0) }) }
        if let search = form["one_search"] { return SelectedHistory(searches: [search]) }
        return SelectedHistory(
            recipes: form.all("recipe").compactMap { Int($0) }, searches: form.all("search"))
    }

    static func clear(_ context: Context) async throws -> Response {
        try await remove(nil, to: Address.history(), done: "history-cleared", context)
    }

    private static func remove(
        _ selected: SelectedHistory?, to back: String, done: String, _ context: Context
    ) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        // What still waits in memory would come back afterwards.
        await context.site.flushHistory(of: viewer.id)
        let step = try await context.site.writer.write {
            try HistoryStore($0).remove(selected, user: viewer.id, now: now)
        }
        return context.redirect(to: back, done: step == nil ? "nothing-changed" : done, number: step)
    }

    static func undo(_ context: Context) async throws -> Response {
        let (viewer, now, step) = (try context.member(), context.now, try context.number("step"))
        let isUndone = try await context.site.writer.write {
            try HistoryStore($0).undo(step, user: viewer.id, now: now)
        }
        guard isUndone else { throw SiteError.notFound }
        return context.redirect(to: context.formPage ?? Address.history(), done: "undone")
    }

    /// Switches recording on (`on=1`) or off.
    static func setRecording(_ context: Context) async throws -> Response {
        let (viewer, now, isOn) = (try context.member(), context.now, context.form["on"] == "1")
        await context.site.flushHistory(of: viewer.id)
        try await context.site.writer.write { try HistoryStore($0).set(isOn: isOn, user: viewer.id, now: now) }
        return context.redirect(to: Address.history(), done: isOn ? "history-on" : "history-off")
    }
}

struct HistoryPage {
    let layout: Layout
    let formToken: String
    /// Whether the member switched recording off.
    let isOff: Bool
    let count: Int
    let cards: [ListedCard]
    /// Earlier searches; the first page has them.
    let searches: [StoredSearch]
    let pages: Pages

    /// Whether there is something to clear.
    var hasAny: Bool { !cards.isEmpty || !searches.isEmpty }
}
