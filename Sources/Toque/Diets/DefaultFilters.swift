// What hides recipes from a person wherever they look.

import Food

/// Diets and allergens that always apply: a recipe that is not known to fit is not shown.
struct DefaultFilters: Equatable, Sendable {
    var diets: [Diet] = []
    var freeFrom: [Allergen] = []

    var isEmpty: Bool { diets.isEmpty && freeFrom.isEmpty }
    /// As the database keeps them.
    var dietBits: Int { diets.reduce(0) { $0 | $1.bit } }
    var allergenBits: Int { freeFrom.reduce(0) { $0 | $1.bit } }
}
