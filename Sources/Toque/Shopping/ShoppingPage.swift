// The pages of the shopping list, and of the order of aisles.

import Food
import Texts
import Words

/// One item on the page.
struct ShoppingRow {
    let id: Int
    let name: String
    let amount: String
    /// Whether some of it is wanted without an amount, besides the amount.
    let isToTaste: Bool
    let recipes: [Link]
    /// The address of its drawing.
    let picture: String?
    /// Where the form that ticks it, or clears the tick, is sent, and the address for the next click; no form for those
    /// who may not change the list.
    let action: String?
    let next: String
    /// `nil` for those who may not delete it.
    let delete: String?
    let isTicked: Bool
    let formToken: String
    let icons: String

    /// `token` is that of the link with which the list was opened; `nil` for its owner.
    init(_ item: ShoppingItem, _ list: ShoppingList, token: String?, _ context: Context) {
        let mayChange = token != nil || !context.isSuspended
        id = item.id
        name = list.name(item)
        let totals = list.totals(item)
        amount = list.amount(totals)
        isToTaste = list.isToTaste(item, totals) && !amount.isEmpty
        recipes = list.recipes(item)
        picture = list.entry(item).map { IngredientDrawing($0, context.site.assets).address }
        let tick = token.map { Address.tickSharedItem($0, item.id) } ?? Address.tickShoppingItem(item.id)
        let untick = token.map { Address.untickSharedItem($0, item.id) } ?? Address.untickShoppingItem(item.id)
        (action, next) = (mayChange ? (item.isTicked ? untick : tick) : nil, item.isTicked ? tick : untick)
        delete = token == nil && mayChange ? Address.deleteShoppingItem(item.id) : nil
        isTicked = item.isTicked
        formToken = context.formToken
        icons = context.site.assets.address("icons.svg")
    }
}

struct ShoppingGroup {
    let aisle: String
    let rows: [ShoppingRow]
}

/// The items of a list, and the script that ticks them and follows changes.
struct ShoppingRows {
    let groups: [ShoppingGroup]
    let ticked: [ShoppingRow]
    let events: String
    /// `nil` for those who may not change the list.
    let script: String?
    /// The script that keeps ticks until they are sent, and the account that they belong to; empty for visitors.
    let queue: String
    let owner: String

    var isEmpty: Bool { groups.isEmpty && ticked.isEmpty }

    init(_ list: ShoppingList, token: String?, _ context: Context) {
        groups = list.groups.map { group in
            ShoppingGroup(
                aisle: group.aisle, rows: group.items.map { ShoppingRow($0, list, token: token, context) })
        }
        ticked = list.ticked.map { ShoppingRow($0, list, token: token, context) }
        events = token.map { Address.sharedShoppingEvents($0) } ?? Address.shoppingEvents()
        script = token != nil || !context.isSuspended ? context.site.assets.address("shopping.js") : nil
        queue = context.site.assets.address("queue.js")
        owner = context.viewer.map { String($0.id) } ?? ""
    }

    /// The field in which items are typed.
    static func field(_ typed: String, _ errors: FieldErrors, _ context: Context) -> Field {
        let language = context.language
        var text = Field(name: "text", label: Text.shoppingAdd(language))
        (text.value, text.error, text.help, text.rows) = (typed, errors["text"], Text.shoppingAddHelp(language), 2)
        text.suggest = Address.ingredientSuggestions() + "?line=1"
        return text
    }
}

struct ShoppingPage {
    let layout: Layout
    let formToken: String
    let problems: FieldProblems
    let text: Field
    let list: ShoppingRows
    /// The link for the household, if there is one.
    let link: String?

    init(_ list: ShoppingList, typed: String, _ errors: FieldErrors, _ context: Context) throws {
        layout = context.layout(title: Text.shoppingTitle(context.language), section: "shopping", isListed: false)
        formToken = context.formToken
        problems = errors.summary
        text = ShoppingRows.field(typed, errors, context)
        self.list = ShoppingRows(list, token: nil, context)
        let (site, store) = (context.site, ShoppingStore(context.reader))
        link = try store.seal(user: context.member().id).map { seal in
            site.settings.baseURL + Address.sharedShopping(SecretLink("shopping-link", seal: seal, site).token)
        }
    }
}

/// The list as others in the household see it.
struct SharedShoppingPage {
    let layout: Layout
    let formToken: String
    let problems: FieldProblems
    let text: Field
    let list: ShoppingRows
    let addAction: String

    init(_ list: ShoppingList, _ token: String, typed: String, _ errors: FieldErrors, _ context: Context) {
        layout = context.layout(title: Text.shoppingTitle(context.language), section: "", isListed: false)
        formToken = context.formToken
        problems = errors.summary
        text = ShoppingRows.field(typed, errors, context)
        self.list = ShoppingRows(list, token: token, context)
        addAction = Address.sharedShoppingItems(token)
    }
}

struct AislesPage {
    struct Row: Encodable {
        let key: String
        let name: String
    }

    let layout: Layout
    let formToken: String
    let rows: [Row]

    init(_ aisles: ShoppingAisles, _ context: Context) {
        let language = context.language
        layout = context.layout(title: Text.shoppingAisles(language), section: "shopping", isListed: false)
        formToken = context.formToken
        rows = aisles.terms.map { Row(key: $0.key, name: language == .ru ? $0.russian : $0.english) }
    }
}
