// The pages of the shopping list, and of the order of aisles.

import Food
import Texts
import Words

/// One item on the page.
struct ShoppingRow {
    let id: Int
    let name: String
    let amount: String
    /// Whether some of it is wanted without an amount.
    let isToTaste: Bool
    let recipes: [Link]
    /// The address of its drawing.
    let picture: String?
    /// Where the form that ticks it, or clears the tick, is sent; and the address for the next click.
    let action: String
    let next: String
    let delete: String
    let isTicked: Bool
    let formToken: String
    let icons: String

    init(_ item: ShoppingItem, _ list: ShoppingList, _ context: Context) {
        id = item.id
        name = list.name(item)
        amount = list.amount(item)
        isToTaste = list.totals(item).hasUnmeasured && !amount.isEmpty
        recipes = list.recipes(item)
        picture = list.entry(item).map { IngredientDrawing($0, context.site.assets).address }
        let (tick, untick) = (Address.tickShoppingItem(item.id), Address.untickShoppingItem(item.id))
        (action, next) = item.isTicked ? (untick, tick) : (tick, untick)
        delete = Address.deleteShoppingItem(item.id)
        isTicked = item.isTicked
        formToken = context.formToken
        icons = context.site.assets.address("icons.svg")
    }
}

struct ShoppingGroup {
    let aisle: String
    let rows: [ShoppingRow]
}

struct ShoppingPage {
    let layout: Layout
    let formToken: String
    let problems: FieldProblems
    let text: Field
    let groups: [ShoppingGroup]
    let ticked: [ShoppingRow]
    let script: String

    var isEmpty: Bool { groups.isEmpty && ticked.isEmpty }

    init(_ list: ShoppingList, typed: String, _ errors: FieldErrors, _ context: Context) {
        let language = context.language
        layout = context.layout(title: Text.shoppingTitle(language), section: "shopping", isListed: false)
        formToken = context.formToken
        problems = errors.summary
        var text = Field(name: "text", label: Text.shoppingAdd(language))
        (text.value, text.error, text.help, text.rows) = (typed, errors["text"], Text.shoppingAddHelp(language), 2)
        self.text = text
        groups = list.groups.map { group in
            ShoppingGroup(aisle: group.aisle, rows: group.items.map { ShoppingRow($0, list, context) })
        }
        ticked = list.ticked.map { ShoppingRow($0, list, context) }
        script = context.site.assets.address("shopping.js")
    }
}

struct AislesPage {
    struct Row {
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
