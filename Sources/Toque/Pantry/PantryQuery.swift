// The address of the page with recipes from the pantry: how much may be missing, and the filters.

import Bytes
import Food
import HTTP

struct PantryQuery: Sendable {
    let missing: Int
    let diets: [Diet]
    let freeFrom: [Allergen]
    /// Keys of ingredients, every one of which a recipe must have, each once: what a suggestion says to buy.
    let wanted: [String]
    let cuisine: String
    let category: String
    let maxMinutes: String
    /// Whether the member's default filters are ignored (`all=1`).
    let ignoresDefaults: Bool
    let page: Int
    /// Filters that are not known: nothing may pass a filter that is not understood.
    let unknown: [String]

    init(_ query: Parameters, _ catalogue: Catalogue) {
        missing = PantryRules.missing(query["missing"])
        let dietNames = query.all("diet").filter { !$0.isEmpty }
        let allergenNames = query.all("free_from").filter { !$0.isEmpty }
        // Each once: every food of the pantry is compared with all of them.
        diets = Diet.allCases.filter(dietNames.compactMap(Diet.init(rawValue:)).contains)
        freeFrom = Allergen.allCases.filter(allergenNames.compactMap(Allergen.init(rawValue:)).contains)
        let names = query.all("with").filter { !$0.isEmpty }
        let entries = names.prefix(PantryRules.wanted).map { catalogue.entry($0) ?? catalogue.entry(named: $0) }
        wanted = entries.compactMap { $0?.key }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        let tooMany = Array(names.dropFirst(PantryRules.wanted))
        let unknownNames = zip(names, entries).filter { $1 == nil }.map { $0.0 } + tooMany
        (cuisine, category) = ((query["cuisine"] ?? "").trimmed, (query["category"] ?? "").trimmed)
        maxMinutes = (query["max_minutes"] ?? "").trimmed
        ignoresDefaults = query["all"] == "1"
        page = min(Paging.page(query["page"]), PantryRules.pages)
        unknown =
            unknownNames + dietNames.filter { Diet(rawValue: $0) == nil }
            + allergenNames.filter { Allergen(rawValue: $0) == nil }
            + [
                cuisine.isEmpty || catalogue.cuisineID(cuisine) != nil ? nil : cuisine,
                category.isEmpty || catalogue.categoryID(category) != nil ? nil : category,
                maxMinutes.isEmpty || SearchForm.minutes(maxMinutes) != nil ? nil : maxMinutes,
            ].compactMap(\.self).map { $0.cut(to: 100) }
    }

    /// The filters, with those of the member.
    func filters(_ own: DefaultFilters, _ catalogue: Catalogue) -> SearchQuery {
        let own = ignoresDefaults ? DefaultFilters() : own
        return SearchQuery(
            with: wanted.compactMap(catalogue.ingredientID(_:)).map { [$0] },
            diets: diets + own.diets, freeFrom: freeFrom + own.freeFrom, cuisine: catalogue.cuisineID(cuisine),
            category: catalogue.categoryID(category), maxMinutes: Int(maxMinutes))
    }

    /// Whether something besides the member's own filters narrows the recipes.
    var isFiltered: Bool {
        !diets.isEmpty || !freeFrom.isEmpty || !cuisine.isEmpty || !category.isEmpty || !maxMinutes.isEmpty
    }

    /// The address of this page with some changes.
    func address(
        missing: Int? = nil, page: Int? = nil, ignoresDefaults: Bool? = nil, wanted: [String]? = nil
    ) -> String {
        var pairs: [(name: String, value: String)] = []
        let missing = missing ?? self.missing
        if missing != PantryRules.usualMissing { pairs.append(("missing", String(missing))) }
        pairs += (wanted ?? self.wanted).map { ("with", $0) }
        pairs += diets.map { ("diet", $0.rawValue) } + freeFrom.map { ("free_from", $0.rawValue) }
        pairs += [("category", category), ("cuisine", cuisine), ("max_minutes", maxMinutes)].filter { !$0.1.isEmpty }
        if ignoresDefaults ?? self.ignoresDefaults { pairs.append(("all", "1")) }
        if let page { pairs.append(("page", String(page))) }
        let encoded = Parameters(pairs).encoded()
        return encoded.isEmpty ? Address.pantryRecipes() : "\(Address.pantryRecipes())?\(encoded)"
    }
}

extension DefaultFilters {
    /// Whether an ingredient certainly suits the filters.
    func suit(_ ingredient: Int, _ foods: PantryFoods) -> Bool {
        if isEmpty { return true }
        guard let facts = foods.entry(ingredient)?.facts else { return false }
        return freeFrom.allSatisfy { facts[$0] == .no }
            && diets.allSatisfy { diet in
                switch diet {
                case .glutenFree: facts[.gluten] == .no
                case .dairyFree: facts[.milk] == .no
                case .nutFree: facts[.nuts] == .no && facts[.peanuts] == .no
                // For keto and low-carb, amounts decide, so nothing is certain.
                default: DietFact(rawValue: diet.rawValue).map { $0 == .spicy || facts[$0] == .yes } ?? false
                }
            }
    }
}
