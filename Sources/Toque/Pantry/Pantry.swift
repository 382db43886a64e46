// Handlers for the pantry: the list, adding, editing, deleting, undo and staples.

import Bytes
import Database
import Food
import HTTP
import HTTPServer
import Texts
import Words

enum Pantry {
    static func list(_ context: Context) async throws -> Response {
        let contents = try context.pantryContents()
        if context.wantsJSON { return try context.json(contents.json(context.language)) }
        return context.page(PantryPage(contents, PantryAddition(), FieldErrors(), context))
    }

    /// Adds what the fields and the pasted list contain. If a line is not understood, nothing is added, and the form
    /// offers to add the others.
    static func add(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let catalogue = try context.site.catalogue.current(context.reader)
        let (sent, language) = (context.form, context.language)
        let (addition, items, errors) = try await context.site.workers.run {
            var errors = FieldErrors()
            let addition = PantryAddition(sent, catalogue, language, now: now)
            let items = addition.items(catalogue, &errors, language, now: now)
            return (addition, items, errors)
        }
        guard errors.isEmpty, !items.isEmpty else {
            return context.page(
                PantryPage(try context.pantryContents(), addition, errors, context), status: .unprocessable)
        }
        do {
            let step = try await context.site.writer.write {
                try PantryStore($0).add(items, user: viewer.id, now: now)
            }
            return context.redirect(to: Address.pantry(), done: "pantry-added", number: step)
        } catch SiteError.conflict(.pantryFull) {
            var errors = FieldErrors()
            errors.add(addition.list == nil ? "ingredient" : "list", Text.pantryErrorFull(language))
            return context.page(
                PantryPage(try context.pantryContents(), addition, errors, context), status: .unprocessable)
        }
    }

    static func edit(_ context: Context) async throws -> Response {
        let (item, catalogue) = (try item(context), try context.site.catalogue.current(context.reader))
        let entry = context.site.pantryIndex.foods(catalogue).entry(item.ingredient)
        if context.wantsJSON {
            return try context.json(PantryItemJSON(item, entry, catalogue, now: context.now, context.language))
        }
        let form = PantryItemForm(item, entry, catalogue, context.language)
        return context.page(PantryItemPage(item.id, form, FieldErrors(), catalogue, context))
    }

    static func save(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let (item, catalogue) = (try item(context), try context.site.catalogue.current(context.reader))
        var errors = FieldErrors()
        let form = PantryItemForm(context.form)
        guard let changed = form.item(catalogue, &errors, context.language, now: now) else {
            return context.page(PantryItemPage(item.id, form, errors, catalogue, context), status: .unprocessable)
        }
        let step = try await context.site.writer.write {
            try PantryStore($0).save(item.id, changed, user: viewer.id, now: now)
        }
        return context.redirect(to: Address.pantry(), done: "pantry-saved", number: step)
    }

    private static func item(_ context: Context) throws -> StoredPantryItem {
        let id = try context.number("item")
        guard let item = try PantryStore(context.reader).item(id, user: context.member().id) else {
            throw SiteError.notFound
        }
        return item
    }

    static func delete(_ context: Context) async throws -> Response {
        let (viewer, now, item) = (try context.member(), context.now, try item(context))
        let step = try await context.site.writer.write {
            try PantryStore($0).delete([item.id], user: viewer.id, now: now)
        }
        return context.redirect(to: Address.pantry(), done: "pantry-deleted", number: step)
    }

    static func deleteSelected(_ context: Context) async throws -> Response {
        let (viewer, now) = (try context.member(), context.now)
        let ids = context.form.all("item").compactMap { Int($0) }
        guard !ids.isEmpty else { return context.redirect(to: Address.pantry(), done: "none-marked") }
        let step = try await context.site.writer.write {
            try PantryStore($0).delete(ids, user: viewer.id, now: now)
        }
        let done = step == nil ? "nothing-changed" : "pantry-deleted"
        return context.redirect(to: Address.pantry(), done: done, number: step)
    }

    static func undo(_ context: Context) async throws -> Response {
        let (viewer, now, step) = (try context.member(), context.now, try context.number("step"))
        let isUndone = try await context.site.writer.write {
            try PantryStore($0).undo(step, user: viewer.id, now: now)
        }
        guard isUndone else { throw SiteError.notFound }
        return context.redirect(to: context.formPage ?? Address.pantry(), done: "undone")
    }

    // MARK: Staples

    static func staples(_ context: Context) async throws -> Response {
        let contents = try context.pantryContents()
        if context.wantsJSON { return try context.json(contents.staplesJSON(context.language)) }
        return context.page(
            StaplesPage(contents.stapleNames(context.language), typed: "", FieldErrors(), context))
    }

    static func saveStaples(_ context: Context) async throws -> Response {
        let (viewer, catalogue) = (try context.member(), try context.site.catalogue.current(context.reader))
        let typed = context.form.all("ingredient")
        guard typed.reduce(0, { $0 + $1.utf8.count }) <= PantryRules.staplesBytes else { throw SiteError.tooLarge }
        let names = typed.flatMap { $0.lines.flatMap { $0.split(bytes: ",") } }
            .prefix(PantryRules.staples + 1).map { $0.trimmed.cut(to: PantryRules.nameLength) }.filter { !$0.isEmpty }
        var (known, unknown): ([IngredientEntry], [String]) = ([], [])
        for name in names {
            if let entry = catalogue.entry(named: name) {
                if !known.contains(where: { $0.key == entry.key }) { known.append(entry) }
            } else {
                unknown.append(name)
            }
        }
        var errors = FieldErrors()
        if !unknown.isEmpty {
            errors.add(
                "ingredient", Text.pantryErrorUnknown(context.language, name: unknown.joined(separator: ", ")))
        } else if names.count > PantryRules.staples {
            errors.add("ingredient", Text.pantryErrorStaples(context.language))
        }
        guard errors.isEmpty else {
            let kept = known.map { catalogue.displayName($0.key, context.language) }
            return context.page(
                StaplesPage(kept, typed: unknown.joined(separator: ", "), errors, context), status: .unprocessable)
        }
        let ids = known.compactMap { catalogue.ingredientID($0.key) }
        try await context.site.writer.write { try PantryStore($0).setStaples(ids, user: viewer.id) }
        return context.redirect(to: Address.pantry(), done: "staples-saved")
    }
}

/// What the form for adding was sent with.
struct PantryAddition {
    var fields = PantryItemForm()
    var list: PantryList?
    /// Whether lines that are not understood should be left out.
    var skipsUnknown = false

    init() {}

    init(_ form: Form, _ catalogue: Catalogue, _ language: Language, now: Int) {
        fields = PantryItemForm(form)
        let list = PantryList(form["list"] ?? "", catalogue, language, now: now)
        self.list = list.isEmpty ? nil : list
        skipsUnknown = form["skip"] == "1"
    }

    /// The items to add, or errors.
    func items(
        _ catalogue: Catalogue, _ errors: inout FieldErrors, _ language: Language, now: Int
    ) -> [NewPantryItem] {
        var items: [NewPantryItem] = []
        if !fields.isEmpty || list == nil { items += fields.items(catalogue, &errors, language, now: now) }
        guard let list else { return items }
        if list.isTooLong {
            errors.add("list", Text.pantryErrorList(language, lines: String(PantryRules.lines)))
        } else if !list.unknown.isEmpty, !skipsUnknown || list.items.isEmpty {
            errors.add("list", Text.pantryErrorLines(language, count: list.unknown.count))
        }
        return items + list.items
    }
}
