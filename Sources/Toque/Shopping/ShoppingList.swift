// A member's shopping list as pages and files show it: names, sums, aisles and recipes.

import Bytes
import Database
import Food
import Texts
import Words

/// The aisles in the order of the member's shop.
struct ShoppingAisles {
    private(set) var terms: [CatalogueTerm]

    init(user: Int, _ context: Context) throws {
        let own = try ShoppingStore(context.reader).aisles(user: user).split(bytes: ",").map {
            String($0)
        }
        let places = Dictionary(own.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        terms = try StarterStore(context.reader).terms(.aisle).enumerated().sorted {
            (places[$0.element.key] ?? .max, $0.offset) < (places[$1.element.key] ?? .max, $1.offset)
        }.map(\.element)
    }

    var order: String { terms.map(\.key).joined(separator: ",") }

    /// Moves an aisle one place; `false` if there is no such aisle. At an end it stays.
    mutating func move(_ key: String, up: Bool) -> Bool {
        guard let place = terms.firstIndex(where: { $0.key == key }) else { return false }
        let other = up ? place - 1 : place + 1
        if terms.indices.contains(other) { terms.swapAt(place, other) }
        return true
    }
}

struct ShoppingList {
    let items: [ShoppingItem]
    let language: Language
    private let foods: PantryFoods
    private let aisles: [CatalogueTerm]
    private let recipes: [Int: Link]

    /// The list of a member. Recipes that only the member may read are shown to nobody else.
    init(of owner: Int, _ context: Context) throws {
        items = try ShoppingStore(context.reader).items(user: owner)
        foods = context.site.pantryIndex.foods(try context.site.catalogue.current(context.reader))
        language = context.language
        aisles = try ShoppingAisles(user: owner, context).terms
        let ids = Set(items.flatMap(\.parts).compactMap(\.recipe)).sorted()
        let reader = context.viewer?.id == owner ? owner : 0
        recipes = ids.isEmpty ? [:] : try RecipeStore(context.reader).links(ids, by: reader)
    }

    var catalogue: Catalogue { foods.catalogue }

    /// The ingredient of an item, also if it was merged into another since.
    func entry(_ item: ShoppingItem) -> IngredientEntry? {
        item.ingredient.flatMap { foods.entry($0) ?? catalogue.entry(named: item.name) }
    }

    func name(_ item: ShoppingItem) -> String {
        entry(item).map { catalogue.displayName($0.key, language) } ?? item.name
    }

    func totals(_ item: ShoppingItem) -> ShoppingTotals {
        ShoppingTotals(item.parts.map(\.wanted), entry(item), catalogue.units)
    }

    /// The sums for readers: `500 g`, `about 350 g`, `2 cans + 1 l`.
    func amount(_ item: ShoppingItem) -> String { amount(totals(item)) }

    func amount(_ totals: ShoppingTotals) -> String {
        totals.sums.map { sum in
            let shown = RecipeLine(amount: Scaling.round(sum.amount, catalogue.units[sum.unit]), unit: sum.unit)
            let text = catalogue.amountText(shown, language)
            return sum.isApproximate ? Text.shoppingAbout(language, amount: text) : text
        }.joined(separator: " + ")
    }

    /// Whether some of an item is wanted without an amount: besides the sums, or because a recipe states none. Of what is
    /// typed without an amount, one wants some.
    func isToTaste(_ item: ShoppingItem, _ totals: ShoppingTotals) -> Bool {
        totals.hasUnmeasured
            && (!totals.sums.isEmpty || item.parts.contains { $0.recipe != nil && $0.amount == nil })
    }

    /// The recipes that an item is for; those that the member may no longer read are left out.
    func recipes(_ item: ShoppingItem) -> [Link] {
        var seen: Set<Int> = []
        return item.parts.compactMap(\.recipe).filter { seen.insert($0).inserted }.compactMap { recipes[$0] }
    }

    /// What an item adds to a pantry.
    func foods(_ item: ShoppingItem) -> [NewPantryItem] {
        guard let entry = entry(item), let id = catalogue.ingredientID(entry.key) else { return [] }
        let foods = totals(item).sums.filter { $0.unit.isEmpty || catalogue.units[$0.unit] != nil }.map {
            NewPantryItem(ingredient: id, amount: min($0.amount, Amounts.most), unit: $0.unit)
        }
        return foods.isEmpty ? [NewPantryItem(ingredient: id)] : foods
    }

    /// The items that are not ticked, by aisle in the order of the shop; what is in no aisle comes last.
    var groups: [(aisle: String, items: [ShoppingItem])] {
        let open = items.filter { !$0.isTicked }.map { (aisle: entry($0)?.aisle ?? "", item: $0) }
        let byAisle = Dictionary(grouping: open, by: \.aisle).mapValues { $0.map(\.item) }
        let known = Set(aisles.map(\.key))
        let rest = open.filter { !known.contains($0.aisle) }.map(\.item)
        let named = aisles.compactMap { term in
            byAisle[term.key].map { (language == .ru ? term.russian : term.english, $0) }
        }
        return (named + (rest.isEmpty ? [] : [(Text.shoppingOther(language), rest)])).map { ($0.0, byName($0.1)) }
    }

    /// By the bytes of the folded names, since texts are typed.
    private func byName(_ items: [ShoppingItem]) -> [ShoppingItem] {
        items.map { (key: Array(Words.fold(name($0)).utf8), item: $0) }.sorted { one, other in
            one.key == other.key ? one.item.id < other.item.id : one.key.lexicographicallyPrecedes(other.key)
        }.map(\.item)
    }

    /// In the order in which they were added.
    var ticked: [ShoppingItem] { items.filter(\.isTicked) }

    /// All items in the order of the page, with their aisles.
    var ordered: [(aisle: String, item: ShoppingItem)] {
        groups.flatMap { group in group.items.map { (group.aisle, $0) } } + ticked.map { ("", $0) }
    }

    var json: ListJSON<ShoppingItemJSON> {
        ListJSON(total: items.count, page: 1, items: ordered.map { ShoppingItemJSON($0.item, aisle: $0.aisle, self) })
    }
}

struct ShoppingItemJSON: Encodable {
    struct Amount: Encodable {
        let amount: Double
        let unit: String
        let approximate: Bool
    }

    struct Recipe: Encodable {
        let title: String
        let address: String
    }

    let id: Int
    let title: String
    /// The key of the catalogue; `nil` for what is only text.
    let ingredient: String?
    /// The sums as text.
    let amount: String
    let amounts: [Amount]
    /// Whether some of it is wanted without an amount, by a recipe or besides the amounts.
    let toTaste: Bool
    /// Empty for ticked items.
    let aisle: String
    let ticked: Bool
    let recipes: [Recipe]

    init(_ item: ShoppingItem, aisle: String, _ list: ShoppingList) {
        let totals = list.totals(item)
        id = item.id
        title = list.name(item)
        ingredient = list.entry(item)?.key
        amount = list.amount(totals)
        amounts = totals.sums.map { Amount(amount: $0.amount, unit: $0.unit, approximate: $0.isApproximate) }
        toTaste = list.isToTaste(item, totals)
        self.aisle = aisle
        ticked = item.isTicked
        recipes = list.recipes(item).map { Recipe(title: $0.label, address: $0.address) }
    }
}
