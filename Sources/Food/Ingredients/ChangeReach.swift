// Finds what a change of the catalogue affects, to preview and apply it.

/// What a change of ingredients affects: these, their kinds, and everything that contains them.
package struct ChangeReach {
    /// The changed ingredients and all that depend on them, before or after the change.
    package let keys: Set<String>
    /// Whether lines of any recipe may be understood differently, not only of recipes with these ingredients.
    package let concernsAll: Bool

    /// `old` and `new` are all entries of the catalogue before and after the change, with resolved facts.
    package init(_ changed: Set<String>, from old: [IngredientEntry], to new: [IngredientEntry]) {
        keys = changed.union(IngredientGraph(old).dependents(of: changed)).union(
            IngredientGraph(new).dependents(of: changed))
        let before = Dictionary(old.map { ($0.key, $0) }) { first, _ in first }
        let after = Dictionary(new.map { ($0.key, $0) }) { first, _ in first }
        concernsAll = keys.contains { key in
            guard let before = before[key], let after = after[key] else {
                return before[key] != nil || after[key] != nil
            }
            return !after.isFound(like: before)
        }
    }
}
