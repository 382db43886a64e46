// One row of a recipe's list of ingredients.

import Bytes

/// An ingredient line as a recipe stores it.
package struct RecipeLine: Decodable, Equatable, Sendable {
    package var amount: Double?
    /// The upper end of a range such as 2–3.
    package var amountMax: Double?
    /// The key of a known unit, or what was typed.
    package var unit = ""
    package var ingredient = ""
    package var note = ""
    /// The heading above, such as "For the sauce".
    package var group = ""

    package init(
        amount: Double? = nil, amountMax: Double? = nil, unit: String = "", ingredient: String = "", note: String = "",
        group: String = ""
    ) {
        self.amount = amount
        self.amountMax = amountMax
        self.unit = unit
        self.ingredient = ingredient
        self.note = note
        self.group = group
    }

    /// Canonical JSON: equal lines have equal texts.
    package var encoded: String {
        var json = JSONText()
        json.add("amount", amount)
        json.add("amountMax", amountMax)
        json.add("unit", unit)
        json.add("ingredient", ingredient)
        json.add("note", note)
        json.add("group", group)
        return json.object
    }
}
