// Ingredients as one types: completion, and a pasted block parsed into rows.

import HTTP

enum Ingredients {
    static func suggest(_ context: Context) async throws -> Response {
        let typed = String((context.request.query["q"] ?? "").trimmed.prefix(100))
        let catalogue = try context.site.catalogue.current(context.reader)
        let found = typed.isEmpty ? [] : catalogue.index.suggest(typed, limit: 8)
        let items = found.compactMap { catalogue.entry($0.key) }.map { entry in
            IngredientSuggestionsJSON.Item(
                name: catalogue.displayName(entry.key, context.language),
                picture: IngredientPicture(entry, context.site.assets).address)
        }
        return try context.json(IngredientSuggestionsJSON(items: items))
    }

    /// The rows of a pasted block, for the editor.
    static func parse(_ context: Context) async throws -> Response {
        let text = context.form["ingredients_text"] ?? ""
        guard text.length <= RecipeLimits.pasted else { throw SiteError.tooLarge }
        let catalogue = try context.site.catalogue.current(context.reader)
        let rows = catalogue.lines(pasted: text).map {
            ParsedRowJSON(
                amount: Amounts.typed($0.amount, $0.amountMax), unit: catalogue.unitName($0.unit, context.language),
                ingredient: $0.ingredient, note: $0.note, group: $0.group)
        }
        return try context.json(ListJSON(total: rows.count, page: 1, items: rows))
    }
}

struct IngredientSuggestionsJSON: Encodable {
    struct Item: Encodable {
        let name: String
        /// The address of its drawing.
        let picture: String
    }

    let items: [Item]
}

struct ParsedRowJSON: Encodable {
    let amount: String
    let unit: String
    let ingredient: String
    let note: String
    let group: String
}
