// Handlers for typing ingredients: suggestions, and a pasted list parsed into rows.

import Bytes
import Food
import HTTP
import HTTPServer
import Texts
import Words

enum Ingredients {
    static func suggest(_ context: Context) async throws -> Response {
        let catalogue = try context.site.catalogue.current(context.reader)
        let text = (context.request.query["q"] ?? "").trimmed.cut(to: 100)
        let isLine = context.request.query["line"] == "1"
        let typed = isLine ? name(atEndOf: text, catalogue) : text
        let found = typed.isEmpty ? [] : catalogue.index.suggest(typed, limit: 8)
        // For a search, groups come first: “nuts” before “mixed nuts”.
        let isSearch = context.request.query["groups"] == "1"
        let groups = isSearch ? catalogue.groups.suggest(typed, limit: 4) : []
        let ingredients = found.compactMap { suggestion -> IngredientSuggestionsJSON.Item? in
            guard let entry = catalogue.entry(suggestion.key) else { return nil }
            let name = catalogue.displayName(suggestion.key, context.language)
            return IngredientSuggestionsJSON.Item(
                name: name, also: suggestion.name == name ? nil : suggestion.name,
                words: catalogue.index.find(suggestion.name)?.key == entry.key ? suggestion.name : name,
                picture: IngredientDrawing(entry, context.site.assets).address)
        }
        let items = Array((groups.map { item($0, context.language) } + ingredients).prefix(8))
        let message = Text.suggestFound(context.language, count: items.count)
        return try context.json(
            IngredientSuggestionsJSON(
                items: items, message: items.isEmpty ? Text.suggestNoIngredient(context.language) : message,
                propose: items.isEmpty && !typed.isEmpty && !isLine && context.viewer != nil
                    ? ProposalOfferJSON(typed, context.language) : nil,
                typed: isLine ? typed : nil))
    }

    /// The name that a line ends with: “flo” of “2 cups flo”. Empty if it ends with something else.
    private static func name(atEndOf line: String, _ catalogue: Catalogue) -> String {
        let name = catalogue.parse(line).written
        return line.hasSuffix(bytes: name) ? name : ""
    }

    private static func item(
        _ found: (group: IngredientGroup, name: String), _ language: Language
    ) -> IngredientSuggestionsJSON.Item {
        let name = found.group.name(language)
        let group = Text.suggestGroup(language)
        return .init(
            name: name, also: found.name == name ? group : "\(group), \(found.name)", words: name, picture: nil)
    }

    /// The rows of a pasted block, for the editor.
    static func parse(_ context: Context) async throws -> Response {
        let text = context.form["ingredients_text"] ?? ""
        guard text.length <= RecipeLimits.pasted, Catalogue.texts(pasted: text).count <= RecipeLimits.pastedLines else {
            throw SiteError.tooLarge
        }
        let (catalogue, language) = (try context.site.catalogue.current(context.reader), context.language)
        let rows = try await context.site.workers.run {
            catalogue.lines(pasted: text).map { ParsedRowJSON(RowForm($0, catalogue, language)) }
        }
        return try context.json(ListJSON(total: rows.count, page: 1, items: rows))
    }
}

struct IngredientSuggestionsJSON: Encodable {
    struct Item: Encodable {
        let name: String
        /// Another name of the ingredient that matches what was typed.
        let also: String?
        /// The name to fill in: the matching one if it can only mean this ingredient.
        let words: String
        /// The address of its drawing; `nil` for a group.
        let picture: String?
    }

    let items: [Item]
    /// The number of suggestions in words.
    let message: String
    /// The way to propose an ingredient that is not in the catalogue, for members.
    let propose: ProposalOfferJSON?
    /// The end of the line that the suggestions complete; only for lines.
    let typed: String?
}

struct ProposalOfferJSON: Encodable {
    let label: String
    let address: String
    /// Opens beside the form that is being filled in.
    let newTab = true

    init(_ typed: String, _ language: Language) {
        label = Text.suggestPropose(language, name: typed)
        address = "\(Address.proposals())?" + Parameters([(name: "name", value: typed)]).encoded()
    }
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
