// The pages of the pantry: the list with its forms, one item, and the staples; and the same as JSON.

import Food
import Texts
import Words

/// Everything in a member's pantry.
struct PantryContents {
    let items: [StoredPantryItem]
    let staples: [Int]
    let foods: PantryFoods
    let now: Int

    /// The stock for matching. Food that the catalogue no longer knows counts as nothing.
    func stock(_ filters: DefaultFilters = DefaultFilters()) -> PantryStock {
        PantryStock(
            items.map { $0.food(foods.catalogue, foods, now: now) }, staples: staples, foods,
            suits: { filters.suit($0, foods) })
    }

    func stapleNames(_ language: Language) -> [String] {
        staples.compactMap { foods.entry($0) }.map { foods.catalogue.displayName($0.key, language) }
    }

    func name(_ item: StoredPantryItem, _ language: Language) -> String {
        foods.entry(item.ingredient).map { foods.catalogue.displayName($0.key, language) } ?? item.name
    }

    /// What spoils soon first, then by name.
    func sorted(_ language: Language) -> [StoredPantryItem] {
        func order(_ item: StoredPantryItem) -> (Int, String, Int) {
            let isUrgent = item.useBy.map { PantryRules.isPast($0, now: now) || PantryRules.isSoon($0, now: now) }
            return (isUrgent == true ? item.useBy ?? .max : .max, Words.fold(name(item, language)), item.id)
        }
        return items.map { (order($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    func json(_ language: Language) -> PantryJSON {
        PantryJSON(
            total: items.count, page: 1,
            items: sorted(language).map {
                PantryItemJSON($0, foods.entry($0.ingredient), foods.catalogue, now: now, language)
            }, staples: stapleNames(language))
    }

    func staplesJSON(_ language: Language) -> ListJSON<StapleJSON> {
        let names = staples.compactMap { foods.entry($0) }.map {
            StapleJSON(ingredient: $0.key, name: foods.catalogue.displayName($0.key, language))
        }
        return ListJSON(total: names.count, page: 1, items: names)
    }
}

extension Context {
    /// The viewer's pantry.
    func pantryContents() throws -> PantryContents {
        let (viewer, catalogue) = (try member(), try site.catalogue.current(reader))
        let store = PantryStore(reader)
        return PantryContents(
            items: try store.items(user: viewer.id), staples: try store.staples(user: viewer.id, catalogue),
            foods: site.pantryIndex.foods(catalogue), now: now)
    }

    /// The viewer's pantry for matching, with the viewer's default filters.
    func pantryStock() throws -> PantryStock { try pantryContents().stock(ownFilters()) }
}

struct PantryJSON: Encodable {
    let total: Int
    let page: Int
    let items: [PantryItemJSON]
    let staples: [String]
}

struct StapleJSON: Encodable {
    let ingredient: String
    let name: String
}

struct PantryItemJSON: Encodable {
    let id: Int
    /// The key of the catalogue; `nil` for food that it no longer has.
    let ingredient: String?
    let name: String
    let amount: Double?
    let unit: String
    /// `2026-11-30`.
    let useBy: String?
    let low: Double?
    let runningLow: Bool
    let useSoon: Bool

    init(
        _ item: StoredPantryItem, _ entry: IngredientEntry?, _ catalogue: Catalogue, now: Int, _ language: Language
    ) {
        id = item.id
        ingredient = entry?.key
        name = entry.map { catalogue.displayName($0.key, language) } ?? item.name
        amount = item.amount
        unit = item.unit
        useBy = item.useBy.map(Dates.iso)
        low = item.low
        runningLow = item.isLow
        useSoon = PantryRules.isSoon(item.useBy, now: now)
    }
}

/// One item in the list.
struct PantryRow {
    let id: Int
    let name: String
    /// The address of its drawing.
    let picture: String?
    let amount: String
    let useBy: String?
    let isSoon: Bool
    let isPast: Bool
    let isLow: Bool
    let address: String

    init(_ item: StoredPantryItem, _ contents: PantryContents, _ context: Context) {
        id = item.id
        name = contents.name(item, context.language)
        picture = contents.foods.entry(item.ingredient).map { IngredientDrawing($0, context.site.assets).address }
        let line = RecipeLine(amount: item.amount, unit: item.amount == nil ? "" : item.unit)
        amount = contents.foods.catalogue.amountText(line, context.language)
        useBy = item.useBy.map { Dates.day($0, context.language) }
        isSoon = PantryRules.isSoon(item.useBy, now: contents.now)
        isPast = PantryRules.isPast(item.useBy, now: contents.now)
        isLow = item.isLow
        address = Address.pantryItem(item.id)
    }
}

struct PantryPage {
    let layout: Layout
    let formToken: String
    let problems: FieldProblems
    let fields: PantryFields
    let units: [String]
    let list: Field
    let isListOpen: Bool
    /// The lines of the list that were not understood.
    let unknown: [String]
    /// Whether some lines of the list were understood, so that those can be added.
    let canSkip: Bool
    let rows: [PantryRow]
    let staples: String

    init(_ contents: PantryContents, _ addition: PantryAddition, _ errors: FieldErrors, _ context: Context) {
        let (language, catalogue) = (context.language, contents.foods.catalogue)
        layout = context.layout(title: Text.pantryTitle(language), section: "pantry", isListed: false)
        formToken = context.formToken
        problems = errors.summary
        fields = addition.fields.fields(errors, language)
        units = catalogue.unitNames(language)
        var list = Field(name: "list", label: Text.pantryList(language))
        (list.value, list.error, list.rows) = (addition.list?.text ?? "", errors["list"], 8)
        list.help = Text.pantryListHelp(language)
        self.list = list
        isListOpen = addition.list != nil
        unknown = errors["list"] == nil ? [] : addition.list?.unknown ?? []
        canSkip = !unknown.isEmpty && addition.list?.items.isEmpty == false
        rows = contents.sorted(language).map { PantryRow($0, contents, context) }
        staples = contents.stapleNames(language).joined(separator: ", ")
    }
}

struct PantryItemPage {
    let layout: Layout
    let formToken: String
    let problems: FieldProblems
    let title: String
    let fields: PantryFields
    let units: [String]
    let action: String
    let deleteAction: String

    init(_ id: Int, _ form: PantryItemForm, _ errors: FieldErrors, _ catalogue: Catalogue, _ context: Context) {
        title = Text.pantryEdit(context.language)
        layout = context.layout(title: title, section: "pantry", isListed: false)
        formToken = context.formToken
        problems = errors.summary
        fields = form.fields(errors, context.language)
        units = catalogue.unitNames(context.language)
        action = Address.pantryItem(id)
        deleteAction = Address.deletePantryItem(id)
    }
}

struct StaplesPage {
    let layout: Layout
    let formToken: String
    let problems: FieldProblems
    let staples: [String]
    let added: Field

    init(_ staples: [String], typed: String, _ errors: FieldErrors, _ context: Context) {
        let language = context.language
        layout = context.layout(title: Text.pantryStaples(language), section: "pantry", isListed: false)
        formToken = context.formToken
        problems = errors.summary
        self.staples = staples
        var added = Field(name: "ingredient", label: Text.pantryStaplesAdd(language))
        (added.value, added.error, added.autocomplete) = (typed, errors["ingredient"], "off")
        (added.help, added.suggest) = (Text.searchNamesHelp(language), Address.ingredientSuggestions())
        self.added = added
    }
}
