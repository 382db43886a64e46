// What a text names of the lists of the catalogue, so that one may ask which recipes name it.

import Database
import Food

struct RecipeUse: Hashable, Sendable {
    enum Kind: String, CaseIterable, ColumnValue { case category, cuisine, unit }

    let kind: Kind
    /// Of a unit also what was typed and is none.
    let key: String
}

extension RecipeBody {
    /// Its category, its cuisine, and the unit of each line with how often it stands there.
    var uses: [RecipeUse: Int] {
        var uses: [RecipeUse: Int] = [:]
        if let category, !category.isEmpty { uses[RecipeUse(kind: .category, key: category)] = 1 }
        if let cuisine, !cuisine.isEmpty { uses[RecipeUse(kind: .cuisine, key: cuisine)] = 1 }
        for line in lines where !line.unit.isEmpty { uses[RecipeUse(kind: .unit, key: line.unit), default: 0] += 1 }
        return uses
    }
}
