// Handlers for the meal plan: a week with its recipes and notes, adding, moving, deleting, and undo.

import Bytes
import Database
import HTTP
import HTTPServer
import Texts

enum Plan {
    static func show(_ context: Context) async throws -> Response {
        let week = try PlanWeek(context.request.query["week"], context)
        if context.wantsJSON { return try context.json(week.json) }
        let form = PlanForm(recipe: context.request.query["recipe"], on: week.today)
        return context.page(try await PlanPage(week, form, FieldErrors(), context))
    }

    static func add(_ context: Context) async throws -> Response {
        let (viewer, now, form) = (try context.member(), context.now, PlanForm(context.form))
        var errors = FieldErrors()
        let (entry, change) = (try form.entry(&errors, context), Shopping.change(context))
        if let entry {
            do {
                let step = try await context.site.writer.write { db -> Int? in
                    if let change, try !ShoppingStore(db).isNew(change, user: viewer.id, now: now) { return nil }
                    return try PlanStore(db).add(entry, user: viewer.id, now: now)
                }
                return try answer(entry.day, done: "plan-added", step, context)
            } catch SiteError.conflict(.planFull) {
                errors.add("day", Text.planErrorFull(context.language))
            }
        }
        // It was done before, although the recipe or the room for it is gone now.
        if context.wantsJSON, let change, try ShoppingStore(context.reader).isKnown(change, user: viewer.id) {
            return try context.json(StepJSON(step: nil))
        }
        if let refusal = try refusal(errors, context) { return refusal }
        let week = try PlanWeek(form.day, context)
        return context.page(try await PlanPage(week, form, errors, context), status: .unprocessable)
    }

    /// Back to the week of a day; scripts get the number of the step that undoes the change.
    private static func answer(_ day: Int, done: String, _ step: Int?, _ context: Context) throws -> Response {
        if context.wantsJSON { return try context.json(StepJSON(step: step)) }
        return context.redirect(to: PlanWeek.address(of: day), done: done, number: step)
    }

    /// The first mistake, for scripts; `nil` for a page, which shows all of them.
    private static func refusal(_ errors: FieldErrors, _ context: Context) throws -> Response? {
        guard context.wantsJSON else { return nil }
        return try context.json(
            ErrorJSON(.unprocessable, errors.all.first?.message, context), status: .unprocessable)
    }

    static func edit(_ context: Context) async throws -> Response {
        let entry = try entry(context)
        return context.page(try PlanEntryPage(entry, PlanForm(entry), FieldErrors(), context))
    }

    /// Changes the day, the note and the servings. A field that is not sent stays as it is.
    static func save(_ context: Context) async throws -> Response {
        let (viewer, now, old) = (try context.member(), context.now, try entry(context))
        let change = Shopping.change(context)
        var (form, errors) = (PlanForm(old), FieldErrors())
        form.fill(context.form)
        if let entry = form.changed(old, &errors, context.language) {
            do {
                let step = try await context.site.writer.write { db -> Int? in
                    if let change, try !ShoppingStore(db).isNew(change, user: viewer.id, now: now) { return nil }
                    // Another device may have deleted it since `entry` read it.
                    guard let step = try PlanStore(db).save(entry, user: viewer.id, now: now) else {
                        throw SiteError.notFound
                    }
                    return step
                }
                return try answer(entry.day, done: "plan-saved", step, context)
            } catch SiteError.conflict(.planFull) {
                errors.add("day", Text.planErrorFull(context.language))
            }
        }
        if let refusal = try refusal(errors, context) { return refusal }
        return context.page(try PlanEntryPage(old, form, errors, context), status: .unprocessable)
    }

    private static func entry(_ context: Context) throws -> PlanEntry {
        let id = try context.number("entry")
        guard let entry = try PlanStore(context.reader).entry(id, user: context.member().id) else {
            throw SiteError.notFound
        }
        return entry
    }

    static func delete(_ context: Context) async throws -> Response {
        let (viewer, now, entry) = (try context.member(), context.now, try entry(context))
        let step = try await context.site.writer.write {
            try PlanStore($0).delete(entry.id, user: viewer.id, now: now)
        }
        guard let step else { throw SiteError.notFound }
        return try answer(entry.day, done: "plan-deleted", step, context)
    }

    static func undo(_ context: Context) async throws -> Response {
        let (viewer, now, step) = (try context.member(), context.now, try context.number("step"))
        let isUndone = try await context.site.writer.write {
            try PlanStore($0).undo(step, user: viewer.id, now: now)
        }
        guard isUndone else { throw SiteError.notFound }
        return context.redirect(to: context.formPage ?? Address.plan(), done: "undone")
    }

    /// Adds what the week's recipes need to the shopping list, less what the pantry has.
    static func shop(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let week = try PlanWeek(context.form["week"], context)
        let (pantry, catalogue) = (try context.pantryStock(), try context.site.catalogue.current(context.reader))
        let site = context.site
        let wanted = try await site.workers.run {
            try site.readOnWorker { try week.recipes(of: viewer.id, now: now, $0) }
        }
        var recipes: [ScaledRecipe] = []
        // Each recipe takes a turn of its own, so that other requests get theirs.
        for recipe in wanted { recipes.append(try await site.workers.run { recipe.scaled(catalogue) }) }
        let items = try await site.workers.run { [recipes] in WantedRecipe.missing(of: recipes, pantry) }
        guard !items.isEmpty else {
            return context.redirect(to: PlanWeek.address(of: week.monday), done: "plan-nothing-to-buy")
        }
        let step = try await context.changeShopping(of: viewer.id) { try $0.add(items, user: viewer.id, now: now) }
        return context.redirect(to: Address.shopping(), done: "shopping-added", number: step)
    }
}
