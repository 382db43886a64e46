// A member's default filters, which hide recipes on every list.

import Food

/// Diets and allergens that always apply: a recipe that is not known to suit them is not shown.
struct DefaultFilters: Equatable, Sendable {
    var diets: [Diet] = []
    var freeFrom: [Allergen] = []

    var isEmpty: Bool { diets.isEmpty && freeFrom.isEmpty }
    /// The bits in the database's form.
    var dietBits: Int { diets.reduce(0) { $0 | $1.bit } }
    var allergenBits: Int { freeFrom.reduce(0) { $0 | $1.bit } }
}
