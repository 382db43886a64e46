// Handlers for the shopping list: the list, adding, ticking, deleting, clearing, moving to the pantry, and undo.

import Bytes
import Database
import Food
import HTTP
import HTTPServer
import Texts
import Words

enum Shopping {
    static func list(_ context: Context) async throws -> Response {
        let list = try ShoppingList(context)
        if context.wantsJSON { return try context.json(list.json) }
        return context.page(ShoppingPage(list, typed: "", FieldErrors(), context))
    }

    /// Adds what was typed, one item a line.
    static func add(_ context: Context) async throws -> Response {
        let (viewer, now, language) = (try context.member(), context.now, context.language)
        let catalogue = try context.site.catalogue.current(context.reader)
        let typed = context.form["text"] ?? ""
        var errors = FieldErrors()
        let isShort = typed.length <= ShoppingRules.typedLength
        let lines = isShort ? typed.paragraphs : []
        if !isShort || lines.count > ShoppingRules.lines {
            errors.add("text", Text.shoppingErrorLong(language, lines: String(ShoppingRules.lines)))
        } else if lines.isEmpty {
            errors.add("text", Text.shoppingErrorNone(language))
        }
        if errors.isEmpty {
            let items = try await context.site.workers.run { lines.flatMap { ShoppingRules.typed($0, catalogue) } }
            do {
                let step = try await context.site.writer.write {
                    try ShoppingStore($0).add(items, user: viewer.id, now: now)
                }
                return context.redirect(to: Address.shopping(), done: "shopping-added", number: step)
            } catch SiteError.conflict(.shoppingFull) {
                errors.add("text", Text.shoppingErrorFull(language))
            }
        }
        return context.page(
            ShoppingPage(try ShoppingList(context), typed: typed, errors, context), status: .unprocessable)
    }

    static func tick(_ context: Context) async throws -> Response { try await setTicked(true, context) }

    static func untick(_ context: Context) async throws -> Response { try await setTicked(false, context) }

    private static func setTicked(_ isTicked: Bool, _ context: Context) async throws -> Response {
        let (viewer, now, id) = (try context.member(), context.now, try context.number("item"))
        let isThere = try await context.site.writer.write {
            try ShoppingStore($0).setTicked(id, isTicked, user: viewer.id, now: now)
        }
        guard isThere else { throw SiteError.notFound }
        if context.wantsJSON { return try context.json(TickJSON(id: id, ticked: isTicked)) }
        return context.redirect(
            to: Address.shopping(), done: isTicked ? "shopping-ticked" : "shopping-unticked", number: id)
    }

    static func delete(_ context: Context) async throws -> Response {
        let (viewer, now, id) = (try context.member(), context.now, try context.number("item"))
        let step = try await context.site.writer.write {
            try ShoppingStore($0).delete([id], user: viewer.id, now: now)
        }
        guard let step else { throw SiteError.notFound }
        return context.redirect(to: Address.shopping(), done: "shopping-deleted", number: step)
    }

    /// Deletes all items, or with `ticked=1` only the ticked ones.
    static func clear(_ context: Context) async throws -> Response {
        let (viewer, now, onlyTicked) = (try context.member(), context.now, context.form["ticked"] == "1")
        let step = try await context.site.writer.write { db in
            let store = ShoppingStore(db)
            let ids = try store.items(user: viewer.id).filter { $0.isTicked || !onlyTicked }.map(\.id)
            return try store.delete(ids, user: viewer.id, now: now)
        }
        return context.redirect(
            to: Address.shopping(), done: step == nil ? "nothing-changed" : "shopping-cleared", number: step)
    }

    /// Moves what is ticked to the pantry: foods with their amounts. What is only text just leaves the list.
    static func buy(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let list = try ShoppingList(context)
        let bought = list.items.filter(\.isTicked)
        let foods = bought.flatMap { list.foods($0) }
        do {
            let step = try await context.site.writer.write {
                try ShoppingStore($0).move(bought.map(\.id), toPantry: foods, user: viewer.id, now: now)
            }
            return context.redirect(
                to: Address.shopping(), done: step == nil ? "nothing-changed" : "shopping-bought", number: step)
        } catch SiteError.conflict(.pantryFull) {
            return context.redirect(to: Address.shopping(), done: "shopping-pantry-full")
        }
    }

    static func undo(_ context: Context) async throws -> Response {
        let (viewer, now, step) = (try context.member(), context.now, try context.number("step"))
        let isUndone = try await context.site.writer.write {
            try ShoppingStore($0).undo(step, user: viewer.id, now: now)
        }
        guard isUndone else { throw SiteError.notFound }
        return context.redirect(to: context.formPage ?? Address.shopping(), done: "undone")
    }

    // MARK: Aisles

    static func aisles(_ context: Context) async throws -> Response {
        context.page(AislesPage(try ShoppingAisles(context), context))
    }

    /// Moves one aisle up or down in the order of the member's shop.
    static func moveAisle(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        var aisles = try ShoppingAisles(context)
        guard let key = context.form["aisle"], aisles.move(key, up: context.form["move"] != "down") else {
            throw SiteError.notFound
        }
        let order = aisles.order
        try await context.site.writer.write { try ShoppingStore($0).setAisles(order, user: viewer.id) }
        return context.redirect(to: Address.shoppingAisles(), done: "shopping-aisle-moved")
    }
}

struct TickJSON: Encodable {
    let id: Int
    let ticked: Bool
}
