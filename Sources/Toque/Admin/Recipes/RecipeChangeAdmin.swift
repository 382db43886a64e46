// Handlers for changes of recipes: preview, confirm, undo.

import Database
import Food
import HTML
import HTTP
import HTTPServer
import Texts
import Words

enum RecipeChangeAdmin {
    /// Drafts the change; its page shows the effects.
    static func draft(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let filter = RecipeFilter(encoded: context.form.filter)
        let catalogue = try context.site.catalogue.current(context.reader)
        var form = ActionForm(context.form)
        form.check(catalogue, context.language)
        guard let action = form.action, form.errors.isEmpty else {
            guard let recipe = context.form["on_page_of"].flatMap({ Int($0) }) else {
                return try await RecipeAdmin.page(filter, form, context)
            }
            return try await RecipeRecord.page(recipe, form, context)
        }
        let (site, isForAll, ticked, notTaken) = (context.site, form.isForAll, form.recipes, form.beyond)
        let (recipes, beyond) = try await site.workers.run {
            try site.readOnWorker { db -> ([Int], Int) in
                let (store, limit) = (RecipeAdminStore(db), RecipeAdminLimits.changed)
                let found = try isForAll ? store.ids(filter, catalogue, limit: limit) : ticked
                let more = try isForAll ? max(0, store.count(filter, catalogue) - limit) : notTaken
                let recipes = try store.fitting(found)
                return (recipes, more + found.count - recipes.count)
            }
        }
        let rows = recipes.map { RecipeChangeRow(recipe: $0, value: form.value) }
        let (reason, rule) = (form.reason, form.rule)
        let id = try await context.site.writer.write {
            try RecipeChangeStore($0).draft(
                action, rows, reason: reason, rule: rule, beyond: beyond, by: viewer.id, now: now)
        }
        return context.redirect(to: Address.recipeChange(id))
    }

    static func list(_ context: Context) async throws -> Response {
        let (language, number) = (context.language, Paging.page(context.request.query["page"]))
        let store = RecipeChangeStore(context.reader)
        let (total, changes) = try store.applied(page: number)
        let counts = try store.counts(changes.map(\.id))
        if context.wantsJSON {
            return try context.json(
                ListJSON(
                    total: total, page: number,
                    items: changes.map { AppliedChangeJSON($0, done: counts[$0.id] ?? 0, language) }))
        }
        return context.page(
            RecipeChangesPage(
                layout: context.layout(
                    title: Text.recipeChangesTitle(language), section: "admin-recipes", isListed: false),
                lines: changes.map { RecipeChangeLine($0, count: counts[$0.id], language) },
                pages: Pages(number: number, total: total) { "\(Address.recipeChanges())?page=\($0)" }))
    }

    static func show(_ context: Context) async throws -> Response { try page(change(context), context) }

    static func confirm(_ context: Context) async throws -> Response {
        let (change, viewer, now, site) = (try change(context), try context.member(), context.now, context.site)
        let count = try await site.writer.write { db in
            try RecipeChangeApplication(db: db, catalogue: site.catalogue.inside(db), mailer: site.mailer, now: now)
                .run(change.id, by: viewer)
        }
        return context.redirect(
            to: Address.recipeChange(change.id), done: count == nil ? "nothing-changed" : "recipes-changed")
    }

    /// Drafts the reverse change, which is previewed like any other.
    static func undo(_ context: Context) async throws -> Response {
        let (change, viewer, now) = (try change(context), try context.member(), context.now)
        guard change.appliedAt != nil, change.undoneBy == nil else { throw SiteError.conflict(.changedMeanwhile) }
        let done = try RecipeChangeStore(context.reader).rows(change.id).filter { $0.outcome == .done }
        let back = done.map { RecipeChangeRow(recipe: $0.recipe, value: $0.before) }
        let reason = Text.recipeChangeUndoReason(context.language, number: change.id)
        let id = try await context.site.writer.write {
            try RecipeChangeStore($0).draft(
                change.action.reversed, back, reason: reason, undoes: change.id, by: viewer.id, now: now)
        }
        return context.redirect(to: Address.recipeChange(id))
    }

    private static func change(_ context: Context) throws -> RecipeChange {
        guard let change = try RecipeChangeStore(context.reader).change(context.number("change")) else {
            throw SiteError.notFound
        }
        return change
    }

    private static func page(_ change: RecipeChange, _ context: Context) throws -> Response {
        let (store, language) = (RecipeChangeStore(context.reader), context.language)
        let number = Paging.page(context.request.query["page"])
        let catalogue = try context.site.catalogue.current(context.reader)
        let found = try outcomes(change, catalogue, context)
        let done = found.count { $0.outcome == .done }
        if context.wantsJSON { return try context.json(RecipeChangeJSON(change, done: done, of: found.count)) }
        let shown = Array(found.dropFirst(Paging.offset(number)).prefix(Paging.size))
        let titles = try store.titles(shown.map(\.recipe))
        let address = Address.recipeChange(change.id)
        let isApplied = change.appliedAt != nil
        return context.page(
            RecipeChangePage(
                layout: context.layout(
                    title: Text.recipeChangeTitle(language, number: change.id), section: "admin-recipes",
                    isListed: false),
                formToken: context.formToken, line: RecipeChangeLine(change, count: nil, language),
                action: change.action.label(Set(found.map(\.value)), catalogue, language), isApplied: isApplied,
                isDeletion: change.action == .delete,
                done: done, refused: found.count - done, beyond: change.beyond > 0 ? change.beyond : nil,
                confirmAddress: !isApplied && done > 0 ? Address.confirmRecipeChange(change.id) : nil,
                undoAddress: isApplied && change.undoneBy == nil ? Address.undoRecipeChange(change.id) : nil,
                recipes: shown.map { ChangedRecipe($0, titles[$0.recipe], isApplied: isApplied, language) },
                pages: Pages(number: number, total: found.count) { "\(address)?page=\($0)" }))
    }

    /// The result for each recipe, or the expected one; refused recipes come last.
    private static func outcomes(
        _ change: RecipeChange, _ catalogue: Catalogue, _ context: Context
    ) throws -> [RecipeChangeRow] {
        var rows = try RecipeChangeStore(context.reader).rows(change.id)
        if change.appliedAt == nil {
            let admin = try context.member().id
            let check = try RecipeChangeCheck(change, rows, catalogue, by: admin, context.reader, now: context.now)
            rows = rows.filter { check.target($0) != nil }.map { row in
                var row = row
                row.outcome = check.refusal(row).map { .refused($0) } ?? .done
                return row
            }
        }
        return rows.filter { $0.outcome == .done } + rows.filter { $0.outcome != .done }
    }
}

struct RecipeChangesPage {
    let layout: Layout
    let lines: [RecipeChangeLine]
    let pages: Pages
}

struct RecipeChangePage {
    let layout: Layout
    let formToken: String
    let line: RecipeChangeLine
    let action: String
    let isApplied: Bool
    let isDeletion: Bool
    /// How many recipes are changed, or will be, and how many are not.
    let done: Int
    let refused: Int
    /// The number of recipes beyond the limit of one change.
    let beyond: Int?
    let confirmAddress: String?
    let undoAddress: String?
    let recipes: [ChangedRecipe]
    let pages: Pages
    var isDoable: Bool { done > 0 }
}

/// A change in a list.
struct RecipeChangeLine {
    let title: String
    let number: Int
    let address: String
    let reason: String
    let by: String?
    let moment: HTML
    let count: Int?
    let undoes: Link?
    let undone: Link?

    init(_ change: RecipeChange, count: Int?, _ language: Language) {
        func link(_ number: Int) -> Link {
            Link(label: Text.recipeChangeTitle(language, number: number), address: Address.recipeChange(number))
        }
        title = Text.dynamic("recipeAction.\(change.action.rawValue)", language) ?? change.action.rawValue
        number = change.id
        address = Address.recipeChange(change.id)
        reason = change.reason.told(language)
        by = change.by.map { FormerMember.shown($0, language) }
        moment = Moment(change.appliedAt ?? change.createdAt, language).html
        self.count = count
        undoes = change.undoes.map(link)
        undone = change.undoneBy.map(link)
    }
}

/// One recipe of a change, with the result.
struct ChangedRecipe {
    let title: String
    let address: String
    /// Why the action is refused; `nil` if it is not.
    let refusal: String?

    init(_ row: RecipeChangeRow, _ title: String?, isApplied: Bool, _ language: Language) {
        self.title = title ?? Text.recipeAdminPrivate(language, number: row.recipe)
        address = Address.adminRecipe(row.recipe)
        if case .refused(let reason) = row.outcome {
            refusal = Text.dynamic("recipeRefusal.\(reason.rawValue)", language) ?? reason.rawValue
        } else {
            refusal = nil
        }
    }
}

struct RecipeChangeJSON: Encodable {
    let id: Int
    let deed: String
    let reason: String
    let isApplied: Bool
    let done: Int
    let refused: Int
    let beyond: Int

    init(_ change: RecipeChange, done: Int, of total: Int) {
        id = change.id
        deed = change.action.rawValue
        reason = change.reason.written
        isApplied = change.appliedAt != nil
        self.done = done
        refused = total - done
        beyond = change.beyond
    }
}

/// A change in the list of those that were applied.
struct AppliedChangeJSON: Encodable {
    let id: Int
    let deed: String
    let reason: String
    let by: String?
    let at: String
    let done: Int
    let undoes: Int?
    let undoneBy: Int?

    init(_ change: RecipeChange, done: Int, _ language: Language) {
        id = change.id
        deed = change.action.rawValue
        reason = change.reason.told(language)
        by = change.by.map { FormerMember.shown($0, language) }
        at = Dates.time(change.appliedAt ?? change.createdAt)
        self.done = done
        (undoes, undoneBy) = (change.undoes, change.undoneBy)
    }
}
