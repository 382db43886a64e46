// Compares amounts in different units: directly, by volume, or by weight with densities and weights of portions.

package enum PantryAmounts {
    /// The unit in which amounts are compared: pieces have none.
    package static func unit(_ key: String) -> String { key == "piece" ? "" : key }

    /// How many of a need's units are in one unit of a food in the pantry; `nil` if the two cannot be compared.
    static func factor(
        from unit: String, of entry: IngredientEntry, to need: NeedPart, _ units: UnitTable
    ) -> Double? {
        if unit == need.unit { return 1 }
        if let factor = units.factor(from: unit, to: need.unit) { return factor }
        guard let amount = need.amount, let grams = need.grams, grams > 0, let one = self.grams(unit, entry, units)
        else { return nil }
        return one * amount / grams
    }

    /// The weight of one unit of an ingredient; `nil` if the catalogue does not know it.
    package static func grams(_ unit: String, _ entry: IngredientEntry, _ units: UnitTable) -> Double? {
        if !unit.isEmpty, units[unit] == nil { return nil }
        return NutritionRules.grams(
            .init(
                amount: 1, amountMax: nil, unit: units[unit], hasStrangeUnit: false, name: "", entry: entry,
                nutrition: nil))
    }
}
