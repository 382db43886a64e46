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
        let list = try ShoppingList(of: context.member().id, context)
        if context.wantsJSON { return try context.json(list.json) }
        return context.page(try ShoppingPage(list, typed: "", FieldErrors(), context))
    }

    /// Adds what was typed, one item a line.
    static func add(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        var errors = FieldErrors()
        if let step = try await addTyped(to: viewer.id, &errors, context) {
            if context.wantsJSON { return try context.json(AddedJSON(added: step != 0)) }
            return context.redirect(to: Address.shopping(), done: "shopping-added", number: step == 0 ? nil : step)
        }
        let list = try ShoppingList(of: viewer.id, context)
        return context.page(
            try ShoppingPage(list, typed: context.form["text"] ?? "", errors, context), status: .unprocessable)
    }

    /// Adds the field `text` to a member's list, and returns the number of the step that undoes it; `nil` with errors.
    /// It is 0 if the device sent the same before: the field `change` names what it added without a connection.
    static func addTyped(
        to owner: Int, isShared: Bool = false, _ errors: inout FieldErrors, _ context: Context
    ) async throws -> Int? {
        let (now, language, typed) = (context.now, context.language, context.form["text"] ?? "")
        let catalogue = try context.site.catalogue.current(context.reader)
        let isShort = typed.length <= ShoppingRules.typedLength
        let lines = isShort ? typed.paragraphs : []
        if !isShort || lines.count > ShoppingRules.lines {
            errors.add("text", Text.shoppingErrorLong(language, lines: String(ShoppingRules.lines)))
        } else if lines.isEmpty {
            errors.add("text", Text.shoppingErrorNone(language))
        }
        let change = change(context)
        guard errors.isEmpty else { return nil }
        let items = try await context.site.workers.run { lines.flatMap { ShoppingRules.typed($0, catalogue) } }
        if let long = items.first(where: { $0.text.length > ShoppingRules.textLength }) {
            errors.add(
                "text",
                Text.shoppingErrorItem(
                    language, limit: String(ShoppingRules.textLength), start: long.text.cut(to: ShoppingRules.shown)))
            return nil
        }
        do {
            return try await context.changeShopping(of: owner) { store in
                if let change, try !store.isNew(change, user: owner, now: now) { return 0 }
                return try store.add(items, isShared: isShared, user: owner, now: now)
            }
        } catch SiteError.conflict(.shoppingFull) {
            errors.add("text", Text.shoppingErrorFull(language))
            return nil
        }
    }

    /// The name that a device gave to what it does later, on the list or in the plan, so that it counts once.
    static func change(_ context: Context) -> String? {
        context.form["change"].flatMap { ShoppingRules.isChangeKey($0) ? $0 : nil }
    }

    /// The items that were ticked on a device without a connection, as numbers with commas; `nil` for all.
    private static func chosen(_ context: Context) -> Set<Int>? {
        context.form["items"].map { Set($0.split(bytes: ",").prefix(ShoppingRules.items).compactMap { Int($0) }) }
    }

    static func tick(_ context: Context) async throws -> Response { try await setTicked(true, context) }

    static func untick(_ context: Context) async throws -> Response { try await setTicked(false, context) }

    private static func setTicked(_ isTicked: Bool, _ context: Context) async throws -> Response {
        let (viewer, now, id) = (try context.member(), context.now, try context.number("item"))
        let isThere = try await context.changeShopping(of: viewer.id) {
            try $0.setTicked(id, isTicked, user: viewer.id, now: now)
        }
        guard isThere else { throw SiteError.notFound }
        if context.wantsJSON { return try context.json(TickJSON(id: id, ticked: isTicked)) }
        return context.redirect(
            to: Address.shopping(), done: isTicked ? "shopping-ticked" : "shopping-unticked", number: id)
    }

    static func delete(_ context: Context) async throws -> Response {
        let (viewer, now, id) = (try context.member(), context.now, try context.number("item"))
        let step = try await context.changeShopping(of: viewer.id) {
            try $0.delete([id], user: viewer.id, now: now)
        }
        guard let step else { throw SiteError.notFound }
        if context.wantsJSON { return try context.json(StepJSON(step: step)) }
        return context.redirect(to: Address.shopping(), done: "shopping-deleted", number: step)
    }

    /// Deletes all items, or with `ticked=1` only the ticked ones.
    static func clear(_ context: Context) async throws -> Response {
        let (viewer, now, onlyTicked) = (try context.member(), context.now, context.form["ticked"] == "1")
        let (change, chosen) = (change(context), chosen(context))
        let step = try await context.changeShopping(of: viewer.id) { store in
            if let change, try !store.isNew(change, user: viewer.id, now: now) { return Int?.none }
            let ids = try store.items(user: viewer.id)
                .filter { $0.isTicked && (chosen?.contains($0.id) ?? true) || !onlyTicked }.map(\.id)
            return try store.delete(ids, user: viewer.id, now: now)
        }
        if context.wantsJSON { return try context.json(StepJSON(step: step)) }
        return context.redirect(
            to: Address.shopping(), done: step == nil ? "nothing-changed" : "shopping-cleared", number: step)
    }

    /// Moves what is ticked to the pantry: foods with their amounts. What is only text just leaves the list.
    static func buy(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let list = try ShoppingList(of: viewer.id, context)
        let chosen = chosen(context)
        let bought = list.items.filter { $0.isTicked && (chosen?.contains($0.id) ?? true) }
        let foods = bought.flatMap { list.foods($0) }
        let change = change(context)
        do {
            let step = try await context.changeShopping(of: viewer.id) { store in
                if let change, try !store.isNew(change, user: viewer.id, now: now) { return Int?.none }
                return try store.move(bought.map(\.id), toPantry: foods, user: viewer.id, now: now)
            }
            if context.wantsJSON { return try context.json(StepJSON(step: step)) }
            return context.redirect(
                to: Address.shopping(), done: step == nil ? "nothing-changed" : "shopping-bought", number: step)
        } catch SiteError.conflict(.pantryFull) where !context.wantsJSON {
            return context.redirect(to: Address.shopping(), done: "shopping-pantry-full")
        }
    }

    static func undo(_ context: Context) async throws -> Response {
        let (viewer, now, step) = (try context.member(), context.now, try context.number("step"))
        let isUndone = try await context.changeShopping(of: viewer.id) {
            try $0.undo(step, user: viewer.id, now: now)
        }
        guard isUndone else { throw SiteError.notFound }
        return context.redirect(to: context.formPage ?? Address.shopping(), done: "undone")
    }

    // MARK: Aisles

    static func aisles(_ context: Context) async throws -> Response {
        let page = AislesPage(try ShoppingAisles(user: context.member().id, context), context)
        if context.wantsJSON {
            return try context.json(ListJSON(total: page.rows.count, page: 1, items: page.rows))
        }
        return context.page(page)
    }

    /// Moves one aisle up or down in the order of the member's shop.
    static func moveAisle(_ context: Context) async throws -> Response {
        let viewer = try context.member()
        var aisles = try ShoppingAisles(user: viewer.id, context)
        guard let key = context.form["aisle"], aisles.move(key, up: context.form["move"] != "down") else {
            throw SiteError.notFound
        }
        let order = aisles.order
        try await context.changeShopping(of: viewer.id) { try $0.setAisles(order, user: viewer.id) }
        return context.redirect(to: Address.shoppingAisles(), done: "shopping-aisle-moved")
    }
}

struct AddedJSON: Encodable {
    /// `false` if it was added before.
    let added: Bool
}

struct TickJSON: Encodable {
    let id: Int
    let ticked: Bool
}
