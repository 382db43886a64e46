// Handler for suggestions while typing in the search bar: earlier searches, courses, diets, titles and ingredients.

import Bytes
import Food
import HTTP
import HTTPServer
import Texts
import Words

struct SuggestionsJSON: Encodable {
    struct Item: Encodable {
        /// `search`, `course`, `diet`, `nutrition`, `recipe` or `ingredient`.
        let kind: String
        let label: String
        let address: String
        /// What a label that may be mistaken for a word is.
        var also: String?
    }

    let items: [Item]
}

enum SearchSuggestions {
    /// The most earlier searches, courses, diets and claims, titles, and ingredients.
    private static let mostSearches = 3
    private static let mostFilters = 3
    private static let mostRecipes = 6
    private static let mostIngredients = 4
    /// A single letter begins too many names of filters.
    private static let shortest = 2

    static func show(_ context: Context) async throws -> Response {
        let typed = (context.request.query["q"] ?? "").trimmed.cut(to: SearchForm.wordsLimit)
        if typed.isEmpty { return try context.json(SuggestionsJSON(items: [])) }
        let catalogue = try context.site.catalogue.current(context.reader)
        let searches = try searches(startingLike: typed, context)
        let filters = filters(startingLike: typed, catalogue, context.language)
        let recipes = try await titles(startingLike: typed, context).map {
            SuggestionsJSON.Item(
                kind: "recipe", label: $0.title, address: Address.recipe(Slug.segment($0.id, $0.slug)))
        }
        let ingredients = catalogue.suggest(typed, limit: mostIngredients, context.language).map {
            SuggestionsJSON.Item(kind: "ingredient", label: $0, address: address("with", $0))
        }
        return try context.json(SuggestionsJSON(items: searches + filters + recipes + ingredients))
    }

    /// The member's own searches that begin so; visitors have none.
    private static func searches(
        startingLike typed: String, _ context: Context
    ) throws -> [SuggestionsJSON.Item] {
        guard let viewer = context.viewer else { return [] }
        let store = EarlierSearchStore(context.reader)
        return try store.suggested(typed, limit: mostSearches, user: viewer.id).map {
            SuggestionsJSON.Item(
                kind: "search", label: $0.words, address: $0.address, also: Text.suggestSearch(context.language))
        }
    }

    private static func address(_ field: String, _ value: String) -> String {
        "\(Address.search())?\(field)=\(Percent.encode(query: value))"
    }

    /// The courses, diets and claims with a name, in either language, that begins with the typed text.
    static func filters(
        startingLike typed: String, _ catalogue: Catalogue, _ language: Language
    ) -> [SuggestionsJSON.Item] {
        let key = Words.key(typed)
        guard key.length >= shortest else { return [] }
        func isBegun(_ names: [String]) -> Bool { names.contains { Words.key($0).hasPrefix(bytes: key) } }
        func texts(_ name: String) -> [String] { Language.allCases.compactMap { Text.dynamic(name, $0) } }
        let courses = catalogue.categoryNames(language).filter { course in
            // “Dinner” is a main course.
            let phrases = SearchPhrases.starter.words(for: .category(course.key)).map { $0.joined(separator: " ") }
            return isBegun(Language.allCases.compactMap { catalogue.categoryName(course.key, $0) } + phrases)
        }.map {
            SuggestionsJSON.Item(
                kind: "course", label: $0.name, address: address("category", $0.key), also: Text.suggestCourse(language)
            )
        }
        let diets = Diet.allCases.filter { isBegun(texts("diet.\($0.rawValue)")) }.map {
            SuggestionsJSON.Item(
                kind: "diet", label: Text.dynamic("diet.\($0.rawValue)", language) ?? $0.rawValue,
                address: address("diet", $0.rawValue), also: Text.suggestDiet(language))
        }
        let claims = NutritionClaim.offered.filter { isBegun(texts("claim.\($0.rawValue)")) }.map {
            SuggestionsJSON.Item(
                kind: "nutrition", label: Text.dynamic("claim.\($0.rawValue)", language) ?? $0.rawValue,
                address: address("nutrition", $0.rawValue), also: Text.suggestNutrition(language))
        }
        return Array((courses + diets + claims).prefix(mostFilters))
    }

    /// Without an index, a worker reads them with SQL; there are none if too much waits.
    private static func titles(
        startingLike typed: String, _ context: Context
    ) async throws -> [SearchStore.TitleFound] {
        let (index, filters, limit) = (context.site.recipeSearchIndex, try context.ownFilters(), mostRecipes)
        let found = try SearchStore(context.reader, index).indexedTitles(
            startingLike: typed, fitting: filters, limit: limit)
        if let found { return found }
        return try await Search.onWorker(context) {
            try SearchStore($0, index).titles(startingLike: typed, fitting: filters, limit: limit)
        } ?? []
    }
}
