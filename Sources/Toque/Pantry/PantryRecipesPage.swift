// The page with recipes that the pantry allows: filters, cards, and what to buy for more.

import Food
import HTML
import Texts
import Words

/// A recipe on the page: its card, and what it has and lacks.
struct PantryCard {
    let id: Int
    let title: String
    let markup: HTML
    /// “You have everything” or “1 missing”.
    let label: String
    let isComplete: Bool
    /// Whether the card has the form that puts what is missing on the shopping list.
    let canShop: Bool
    let missing: String
    let substitutes: [String]
    let short: String
    let unsure: String
    let optional: String
    let notUnderstood: [String]
    let onlyInSteps: String
    let usesSoon: String
    let usesPast: String
    let have: String
    /// “Has olives, which you don’t like”
    let disliked: String
    /// The page that takes what was used from the pantry.
    let cooked: String
    let formToken: String

    init(
        _ recipe: PantryFindings.Recipe, _ markup: HTML, _ result: PantryResult, disliked: String, _ context: Context
    ) {
        self.disliked = disliked
        let language = context.language
        func list(_ names: [String]) -> String { names.joined(separator: ", ") }
        (id, title, self.markup) = (recipe.row.id, recipe.row.title, markup)
        cooked = Address.cookedRecipe(recipe.row.id)
        formToken = context.formToken
        isComplete = result.missingCount == 0
        canShop = !isComplete && !context.isSuspended
        label =
            isComplete
            ? result.short.isEmpty ? Text.pantryComplete(language) : Text.pantryCompleteShort(language)
            : Text.pantryMissingCount(language, count: result.missingCount)
        missing = list(result.missing.filter { !result.onlyInSteps.contains($0) })
        substitutes = result.substitutes.map {
            Text.pantrySubstitute(
                language, missing: $0.missing, note: $0.note, ratio: $0.ratio, standIn: $0.standIn)
        }
        short = list(result.short.map(\.text))
        (unsure, optional) = (list(result.unsure), list(result.optional))
        notUnderstood = result.notUnderstood
        onlyInSteps = list(result.onlyInSteps)
        (usesSoon, usesPast, have) = (list(result.usesSoon), list(result.usesPast), list(result.have))
    }
}

/// An ingredient that all recipes of the page have, and the page without that.
struct PantryWanted {
    let key: String
    let label: String
    let address: String
}

struct PantryRecipesPage {
    let layout: Layout
    let script: String
    let title: String
    let isEmpty: Bool
    let count: Int
    /// Links to the recipes with at most so many missing things, with their number.
    let limits: [StateFilter]
    let diets: [Choice]
    let allergens: [Choice]
    let cuisines: [Choice]
    let categories: [Choice]
    var courses: CourseFilters { CourseFilters(categories: categories, cuisines: cuisines) }
    let times: [Choice]
    let missing: [Choice]
    let ignoresDefaults: Bool
    let isFiltered: Bool
    let defaultFilterNote: DefaultFilterNote?
    let unknown: [String]
    let wanted: [PantryWanted]
    let cards: [PantryCard]
    /// “Cream: 12 more recipes”, with the page of those that need it.
    let purchases: [Link]
    let pages: Pages

    init(
        _ query: PantryQuery, _ contents: PantryContents, _ found: PantryFindings, _ cards: [(HTML, PantryResult)],
        disliked: [Int: String], _ writer: PantryResultWriter, _ own: DefaultFilters, _ context: Context
    ) {
        let (language, catalogue) = (context.language, contents.foods.catalogue)
        title = Text.pantryRecipes(language)
        layout = context.layout(title: title, section: "pantry", isListed: false)
        script = context.site.assets.address("filters.js")
        isEmpty = contents.items.isEmpty
        count = found.total
        limits = Self.limits(query, found, language)
        diets = Diet.allCases.map {
            Self.choice($0.rawValue, Text.dynamic("diet.\($0.rawValue)", language), query.diets.contains($0))
        }
        allergens = Allergen.allCases.map {
            Self.choice($0.rawValue, Text.dynamic("allergen.\($0.rawValue)", language), query.freeFrom.contains($0))
        }
        func choices(_ terms: [(key: String, name: String)], _ chosen: String) -> [Choice] {
            [Self.choice("", Text.searchAny(language), chosen.isEmpty)]
                + terms.map { Self.choice($0.key, $0.name, $0.key == chosen) }
        }
        cuisines = choices(catalogue.cuisineNames(language), query.cuisine)
        categories = choices(catalogue.categoryNames(language), query.category)
        times = choices(
            [15, 30, 45, 60, 90, 120].map { (String($0), Durations.text(minutes: $0, language)) }, query.maxMinutes)
        missing = PantryRules.missing.map {
            Self.choice(String($0), Self.limitLabel($0, language), $0 == query.missing)
        }
        ignoresDefaults = query.ignoresDefaults
        isFiltered = query.isFiltered || !query.unknown.isEmpty
        defaultFilterNote = DefaultFilterNote(
            own, ignoresDefaults: query.ignoresDefaults, showsAll: query.address(ignoresDefaults: true),
            again: query.address(ignoresDefaults: false), language)
        unknown = query.unknown
        wanted = query.wanted.map { key in
            PantryWanted(
                key: key, label: Text.searchWithName(language, name: catalogue.displayName(key, language)),
                address: query.address(wanted: query.wanted.filter { $0 != key }))
        }
        self.cards = zip(found.recipes, cards).map { recipe, card in
            PantryCard(recipe, card.0, card.1, disliked: disliked[recipe.row.id] ?? "", context)
        }
        purchases = found.purchases.map { purchase in
            let keys = purchase.ingredients.compactMap { contents.foods.entry($0)?.key }
            return Link(
                label: Text.pantryPurchase(
                    language, count: purchase.recipes,
                    names: purchase.ingredients.map(writer.name).joined(separator: " + ")),
                // A recipe that has what is not there misses just that. Those that need one of a pair have no page.
                address: keys.count == 1
                    ? query.address(missing: 1, wanted: query.wanted.filter { !keys.contains($0) } + keys) : "")
        }
        pages = Pages(number: query.page, total: min(found.total, PantryRules.pages * Paging.size)) {
            query.address(page: $0)
        }
    }

    private static func choice(_ value: String, _ label: String?, _ isChosen: Bool) -> Choice {
        Choice(value: value, label: label ?? value, isChosen: isChosen)
    }

    private static func limitLabel(_ count: Int, _ language: Language) -> String {
        count == 0 ? Text.pantryNothingMissing(language) : Text.pantryMissingAtMost(language, count: count)
    }

    private static func limits(_ query: PantryQuery, _ found: PantryFindings, _ language: Language) -> [StateFilter] {
        found.counts.enumerated().map { limit, _ in
            StateFilter(
                label: limitLabel(limit, language), address: query.address(missing: limit),
                count: found.counts[...limit].reduce(0, +), isChosen: limit == query.missing)
        }
    }
}
