// How far a change of ingredients reaches: what holds of one holds of its kinds and of what is made with it, too.

package struct ChangeReach {
    /// The ingredients that change, and all that rests on them, before or after.
    package let keys: Set<String>
    /// Whether any recipe may read differently, not only those with these ingredients.
    package let concernsAll: Bool

    /// The entries are those of the whole catalogue with the facts that hold of them.
    package init(_ changed: Set<String>, from old: [IngredientEntry], to new: [IngredientEntry]) {
        keys = changed.union(IngredientGraph(old).below(changed)).union(IngredientGraph(new).below(changed))
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
