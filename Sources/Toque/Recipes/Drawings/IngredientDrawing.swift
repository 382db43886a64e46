// The small drawing next to an ingredient: its own if there is one, or else that of its aisle.

import Food

/// A symbol of `Public/ingredients.svg`.
struct IngredientDrawing: Sendable, Equatable {
    /// The address of the file with all drawings.
    let sheet: String
    let symbol: String

    init(_ entry: IngredientEntry, _ assets: Assets) {
        let file = "ingredients.svg"
        sheet = assets.address(file)
        symbol = assets.symbols(in: file).contains(entry.key) ? entry.key : "aisle-\(entry.aisle)"
    }

    var address: String { "\(sheet)#\(symbol)" }
}
