// The diets that recipes are checked for, and the bits under which the database stores the answers.

/// A diet, or a taste (spicy), by its name in addresses. The order is stored as bits: add at the end only.
package enum Diet: String, Sendable, CaseIterable {
    case vegetarian, vegan
    case dairyFree = "dairy-free"
    case lactoseFree = "lactose-free"
    case glutenFree = "gluten-free"
    case nutFree = "nut-free"
    case kosher, halal, keto
    case lowCarb = "low-carb"
    case spicy

    /// Its bit in `DerivedDiets.dietYes` and `dietNo`.
    package var bit: Int { 1 << (Self.allCases.firstIndex(of: self) ?? 0) }
}

extension Allergen {
    /// Its bit in `DerivedDiets.allergenYes` and `allergenNo`.
    package var bit: Int { 1 << (Self.allCases.firstIndex(of: self) ?? 0) }
}
