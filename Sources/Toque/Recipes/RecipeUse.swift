// The category, cuisine and units that a text uses, stored so that admin pages can find the recipes that use one.

import Database
import Food

struct RecipeUse: Hashable, Sendable {
    enum Kind: String, CaseIterable, ColumnValue { case category, cuisine, unit }

    let kind: Kind
    /// The key in the catalogue, or for a unit also a typed text that is not one.
    let key: String
}

extension RecipeBody {
    /// Its category, its cuisine, and the unit of each line with the number of its lines.
    var uses: [RecipeUse: Int] {
        var uses: [RecipeUse: Int] = [:]
        if let category, !category.isEmpty { uses[RecipeUse(kind: .category, key: category)] = 1 }
        if let cuisine, !cuisine.isEmpty { uses[RecipeUse(kind: .cuisine, key: cuisine)] = 1 }
        for line in lines where !line.unit.isEmpty { uses[RecipeUse(kind: .unit, key: line.unit), default: 0] += 1 }
        return uses
    }
}
