// Ingredients as one types: completion, and a pasted block parsed into rows.

import HTTP

enum Ingredients {
    static func suggest(_ context: Context) async throws -> Response {
        let typed = String((context.request.query["q"] ?? "").trimmed.prefix(100))
        let catalogue = try context.site.catalogue.current(context.reader)
        let found = typed.isEmpty ? [] : catalogue.index.suggest(typed, limit: 8)
        let items = found.compactMap { suggestion -> IngredientSuggestionsJSON.Item? in
            guard let entry = catalogue.entry(suggestion.key) else { return nil }
            let name = catalogue.displayName(suggestion.key, context.language)
            return IngredientSuggestionsJSON.Item(
                name: name, also: suggestion.name == name ? nil : suggestion.name,
                picture: IngredientPicture(entry, context.site.assets).address)
        }
        let message = Text.suggestFound(context.language, count: items.count)
        return try context.json(
            IngredientSuggestionsJSON(
                items: items, message: items.isEmpty ? Text.suggestNoIngredient(context.language) : message))
    }

    /// The rows of a pasted block, for the editor.
    static func parse(_ context: Context) async throws -> Response {
        let text = context.form["ingredients_text"] ?? ""
        guard text.length <= RecipeLimits.pasted else { throw SiteError.tooLarge }
        let catalogue = try context.site.catalogue.current(context.reader)
        let rows = catalogue.lines(pasted: text).map { ParsedRowJSON(RowForm($0, catalogue, context.language)) }
        return try context.json(ListJSON(total: rows.count, page: 1, items: rows))
    }
}

struct IngredientSuggestionsJSON: Encodable {
    struct Item: Encodable {
        let name: String
        /// Another name of it that fits what was typed.
        let also: String?
        /// The address of its drawing.
        let picture: String
    }

    let items: [Item]
    /// How many there are, or that there are none, in words.
    let message: String
}

struct ParsedRowJSON: Encodable {
    let amount: String
    let unit: String
    let ingredient: String
    let note: String
    let group: String

    init(_ row: RowForm) {
        (amount, unit, ingredient, note, group) = (row.amount, row.unit, row.ingredient, row.note, row.group)
    }
}
