// The small drawing that stands beside an ingredient: its own where there is one, else that of its aisle.

import Food

/// A symbol of `Public/ingredients.svg`.
struct IngredientDrawing: Sendable, Equatable {
    /// The address of all drawings.
    let sheet: String
    let symbol: String

    init(_ entry: IngredientEntry, _ assets: Assets) {
        let file = "ingredients.svg"
        sheet = assets.address(file)
        symbol = assets.symbols(in: file).contains(entry.key) ? entry.key : "aisle-\(entry.aisle)"
    }

    var address: String { "\(sheet)#\(symbol)" }
}
