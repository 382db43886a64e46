// Handler for the list of all recipes in alphabetical order, by category and by first letter.

import Food
import HTTP
import Texts
import Words

enum RecipeIndex {
    static func show(_ context: Context) async throws -> Response {
        let (language, page) = (context.language, Paging.page(context.request.query["page"]))
        let catalogue = try context.site.catalogue.current(context.reader)
        let key = context.request.query["category"].flatMap { $0.isEmpty ? nil : catalogue.listedKey(.category, $0) }
        let category = key.flatMap { catalogue.categoryID($0) }
        if key != nil, category == nil { throw SiteError.notFound }
        let letter = try letter(context)
        let own = try context.ownFilters()
        let ignoresDefaults = context.request.query["all"] == "1"
        let fitting = ignoresDefaults ? DefaultFilters() : own
        let search = SearchStore(context.reader, context.site.recipeSearchIndex)
        let byLetter = try search.letterCounts(category: category, fitting: fitting)
        let total = letter.map { byLetter[$0] ?? 0 } ?? byLetter.values.reduce(0, +)
        let rows = try PublicRecipeStore(context.reader).alphabetical(
            category: category, letter: letter, fitting: fitting, page: page, now: context.now)
        if context.wantsJSON {
            return try context.json(ListJSON(total: total, page: page, items: rows.map(CardJSON.init)))
        }
        let counts = try search.categoryCounts(fitting: fitting, context.site.categoryCounts)
        // Links carry `all=1` only where it makes a difference.
        let keepsAll = !own.isEmpty && ignoresDefaults
        let name = key.flatMap { catalogue.categoryName($0, language) } ?? Text.recipeIndexTitle(language)
        let title = letter.map { Text.recipeIndexLetter(language, letter: $0.shown(language), title: name) } ?? name
        return context.page(
            RecipeIndexPage(
                layout: context.layout(
                    title: title, section: "recipes",
                    canonical: address(key, letter, page: page == 1 ? nil : page)), title: title, count: total,
                categories: CategoryLink.all(catalogue, counts, chosen: key, ignoresDefaults: keepsAll, language),
                all: Link(label: Text.recipeIndexAll(language), address: address(nil, ignoresDefaults: keepsAll)),
                isAll: key == nil, letters: LetterLink.all(byLetter, chosen: letter, category: key, keepsAll, language),
                cards: try context.foundCards(rows, catalogue),
                selecting: try SelectSeveral(
                    address(key, letter, ignoresDefaults: keepsAll), isEmpty: rows.isEmpty, context),
                pages: Pages(number: page, total: total) {
                    SelectSeveral.keep(address(key, letter, ignoresDefaults: keepsAll, page: $0), context)
                },
                defaultFilterNote: DefaultFilterNote(
                    own, ignoresDefaults: ignoresDefaults, showsAll: address(key, letter, ignoresDefaults: true),
                    again: address(key, letter),
                    language)))
    }

    private static func letter(_ context: Context) throws -> TitleLetter? {
        guard let text = context.request.query["letter"], !text.isEmpty else { return nil }
        guard let letter = TitleLetter(inAddress: text) else { throw SiteError.notFound }
        return letter
    }

    /// The address of the list, for one category or all, and one first letter or all; `ignoresDefaults` shows also what
    /// the reader's default filters hide.
    static func address(
        _ category: String?, _ letter: TitleLetter? = nil, ignoresDefaults: Bool = false, page: Int? = nil
    ) -> String {
        let fields = [
            category.map { "category=\($0)" }, letter.map { "letter=\($0.inAddress)" }, ignoresDefaults ? "all=1" : nil,
            page.map { "page=\($0)" },
        ].compactMap { $0 }
        return Address.recipes() + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
    }
}

/// A first letter as a link to the recipes that begin with it.
struct LetterLink {
    let label: String
    let address: String
    let isChosen: Bool

    /// The letters with recipes, and before them the link to all recipes. None if there is nothing to choose.
    static func all(
        _ counts: [TitleLetter: Int], chosen: TitleLetter?, category: String?, _ ignoresDefaults: Bool,
        _ language: Language
    ) -> [LetterLink] {
        let letters = TitleLetter.all.filter { $0 == chosen || counts[$0] ?? 0 > 0 }
        if letters.count < 2, chosen == nil { return [] }
        let any = LetterLink(
            label: Text.recipeIndexAll(language),
            address: RecipeIndex.address(category, ignoresDefaults: ignoresDefaults),
            isChosen: chosen == nil)
        return [any]
            + letters.map {
                LetterLink(
                    label: $0.shown(language),
                    address: RecipeIndex.address(category, $0, ignoresDefaults: ignoresDefaults),
                    isChosen: $0 == chosen)
            }
    }
}

extension TitleLetter {
    func shown(_ language: Language) -> String { capital ?? Text.recipeIndexOther(language) }
}

struct RecipeIndexPage {
    let layout: Layout
    let title: String
    let count: Int
    let categories: [CategoryLink]
    let all: Link
    let isAll: Bool
    /// Empty if there is no choice.
    let letters: [LetterLink]
    let cards: [FoundCard]
    let selecting: SelectSeveral?
    let pages: Pages
    /// A note on the default filters that hide recipes.
    let defaultFilterNote: DefaultFilterNote?
    /// Whether recipes may be hidden, so that an empty list does not mean that there are none.
    var isFiltered: Bool { defaultFilterNote.map { !$0.ignoresDefaults } ?? false }
}
