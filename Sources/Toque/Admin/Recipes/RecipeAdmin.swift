// The admin list of all recipes, with filters in the address, check boxes, and actions.

import Database
import Food
import HTML
import HTTP
import HTTPServer
import Texts
import Words

enum RecipeAdmin {
    static func list(_ context: Context) async throws -> Response {
        try await page(RecipeFilter(context.request.query), ActionForm(), context)
    }

    /// The list, also as the response to a form with errors.
    static func page(_ filter: RecipeFilter, _ form: ActionForm, _ context: Context) async throws -> Response {
        let (site, language) = (context.site, context.language)
        let catalogue = try site.catalogue.current(context.reader)
        let found = try await site.workers.run {
            try site.readOnWorker { try FoundRecipes(filter, catalogue, RecipeAdminStore($0)) }
        }
        let (counts, total, rows) = (found.counts, found.total, found.rows)
        if context.wantsJSON {
            return try context.json(ListJSON(total: total, page: filter.page, items: rows.map(RecipeAdminJSON.init)))
        }
        let wrong = filter.errors(language)
        let onPage = Set(rows.map(\.id))
        return context.page(
            RecipeAdminPage(
                layout: context.layout(
                    title: Text.recipeAdminTitle(language), section: "admin-recipes", isListed: false),
                formToken: context.formToken, problems: (wrong.all.isEmpty ? form.errors : wrong).summary,
                states: states(filter, counts, found.everything, language),
                fields: FilterFields(filter, wrong, catalogue, language), isFiltered: !filter.isEmpty,
                count: total, rows: rows.map { RecipeAdminLine($0, isTicked: form.recipes.contains($0.id), language) },
                pages: Pages(number: filter.page, total: total) { filter.address(page: $0) },
                filter: filter.encoded(page: filter.page > 1 ? filter.page : nil),
                ticked: form.recipes.filter { !onPage.contains($0) }, isForAll: form.isForAll,
                mostChanged: RecipeAdminLimits.changed,
                mostExported: RecipeAdminLimits.exported, action: form.fields(catalogue, language)),
            status: wrong.all.isEmpty && form.errors.isEmpty ? .ok : .unprocessable)
    }

    private static func states(
        _ filter: RecipeFilter, _ counts: [RecipeState: Int], _ everything: Int, _ language: Language
    ) -> [StateFilter] {
        let all = StateFilter(
            label: Text.recipeAdminAll(language), address: filter.address(state: ""), count: everything,
            isChosen: filter["state"].isEmpty)
        return [all]
            + RecipeState.allCases.map {
                StateFilter(
                    label: Text.dynamic("recipe.state.\($0.rawValue)", language) ?? $0.rawValue,
                    address: filter.address(state: $0.rawValue), count: counts[$0] ?? 0, isChosen: $0 == filter.state)
            }
    }
}

/// What the list shows. A filter may go through all recipes, so it is read on the worker pool.
struct FoundRecipes: Sendable {
    let counts: [RecipeState: Int]
    let total: Int
    let rows: [RecipeAdminRow]
    /// The number of all recipes.
    var everything: Int { counts.values.reduce(0, +) }

    init(_ filter: RecipeFilter, _ catalogue: Catalogue, _ store: RecipeAdminStore) throws {
        let counts = try store.counts()
        self.counts = counts
        total =
            try filter.isOfStatesOnly && !filter.isWrong
            ? filter.state.map { counts[$0] ?? 0 } ?? counts.values.reduce(0, +) : store.count(filter, catalogue)
        rows = try store.list(filter, catalogue)
    }
}

struct RecipeAdminPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let states: [StateFilter]
    let fields: FilterFields
    let isFiltered: Bool
    let count: Int
    let rows: [RecipeAdminLine]
    let pages: Pages
    /// The filter as a query, for forms.
    let filter: String
    /// Ticked recipes that are not on this page.
    let ticked: [Int]
    let isForAll: Bool
    let mostChanged: Int
    let mostExported: Int
    let action: ActionFields
}

/// The fields of the filter.
struct FilterFields {
    let words: String
    let author: String
    let state: String
    let category: Field
    let cuisine: Field
    let with: Field
    let from: Field
    let to: Field
    let sort: Field

    init(_ filter: RecipeFilter, _ errors: FieldErrors, _ catalogue: Catalogue, _ language: Language) {
        words = filter.words
        author = filter.author
        state = filter["state"]
        func select(_ name: String, _ label: String, _ choices: [(value: String, label: String)]) -> Field {
            Field(
                name: name, label: label,
                choices: choices.map { Choice(value: $0.value, label: $0.label, isChosen: $0.value == filter[name]) })
        }
        func any(_ choices: [(value: String, label: String)]) -> [(value: String, label: String)] {
            [("", Text.recipeAdminAny(language))] + choices
        }
        category = select(
            "category", Text.editorCategory(language), any(catalogue.categoryNames(language).map { ($0.key, $0.name) }))
        cuisine = select(
            "cuisine", Text.editorCuisine(language), any(catalogue.cuisineNames(language).map { ($0.key, $0.name) }))
        with = select(
            "with", Text.recipeAdminWith(language),
            any(
                RecipeFilter.Trait.allCases.map {
                    ($0.rawValue, Text.dynamic("recipeTrait.\($0.rawValue)", language) ?? $0.rawValue)
                }))
        func day(_ name: String, _ label: String) -> Field {
            let isDay = errors[name] == nil
            // A mistyped date stays visible; a browser's date field would discard it.
            return Field(
                name: name, label: label, value: filter[name], error: errors[name], type: isDay ? "date" : "text")
        }
        from = day("from", Text.recipeAdminFrom(language))
        to = day("to", Text.recipeAdminTo(language))
        sort = Field(
            name: "sort", label: Text.searchSort(language),
            choices: RecipeFilter.Sort.allCases.map {
                Choice(
                    value: $0.rawValue, label: Text.dynamic("recipeSort.\($0.rawValue)", language) ?? $0.rawValue,
                    isChosen: $0 == filter.sort)
            })
    }
}

/// A recipe of the list in words.
struct RecipeAdminLine {
    let id: Int
    let title: String
    let address: String
    let author: String
    let authorAddress: String?
    let state: StatusBadge
    let changed: HTML
    /// The address of the public page.
    let publicAddress: String?
    let isTicked: Bool

    init(_ row: RecipeAdminRow, isTicked: Bool, _ language: Language) {
        id = row.id
        title = row.title ?? Text.recipeAdminPrivate(language, number: row.id)
        address = Address.adminRecipe(row.id)
        author = FormerMember.shown(row.authorName, language)
        authorAddress =
            FormerMember.isOne(row.author)
            ? nil : "\(Address.adminRecipes())?author=\(Percent.encode(query: row.author))"
        state = row.state.badge(language)
        changed = Moment(row.changedAt, language).html { Text.recipeAdminChanged(language, at: $0) }
        publicAddress = row.isPublic ? Address.recipe(Slug.segment(row.id, row.slug)) : nil
        self.isTicked = isTicked
    }
}

/// A recipe of the list as JSON.
struct RecipeAdminJSON: Encodable {
    let id: Int
    /// `nil` if only the author has read the text.
    let title: String?
    let state: String
    let author: String
    let authorName: String
    let changedAt: String
    let createdAt: String
    let publishedAt: String?
    let isPublic: Bool
    let category: String?
    let cuisine: String?
    let hasPhoto: Bool
    let language: String?
    let totalMinutes: Int?
    let unknownLines: Int?

    init(_ row: RecipeAdminRow) {
        id = row.id
        title = row.title
        state = row.state.rawValue
        author = row.author
        authorName = row.authorName
        changedAt = Dates.time(row.changedAt)
        createdAt = Dates.time(row.createdAt)
        publishedAt = row.publishedAt.map(Dates.time)
        isPublic = row.isPublic
        category = row.category
        cuisine = row.cuisine
        hasPhoto = row.hasPhoto
        language = row.language
        totalMinutes = row.totalMinutes
        unknownLines = row.unknownLines
    }
}
