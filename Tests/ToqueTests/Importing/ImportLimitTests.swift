// Tests of the limits on single fields of imported recipes, and of what is reported beyond them.

import Foundation
import Testing

@testable import TestKit
@testable import Toque

@Suite struct ImportLimitTests {
    @Test func `a name that many lines of a dump refer to is cut`() throws {
        let recipes = (1...20).map { #"{"id":\#($0),"name":"Dal \#($0)"}"# }.joined(separator: ",")
        let lines = (1...20).map { #"{"recipe_id":\#($0),"food_id":1,"unit_id":1,"quantity":1}"# }
        let name = String(repeating: "a", count: 100_000)
        let dump = """
            {"recipes":[\(recipes)],"recipes_ingredients":[\(lines.joined(separator: ","))],"recipe_instructions":[],
            "ingredient_foods":[{"id":1,"name":"\(name)"}],"ingredient_units":[{"id":1,"name":"\(name)"}]}
            """
        let catalogue = try StartingPoint.made.get().catalogue
        let all = try RecipeDocument(catalogue: catalogue).read(Array(dump.utf8), name: "")
        #expect(all.count == 20)
        #expect(all.allSatisfy { $0.lines.map(\.text.utf8.count) == [2 * MealieBackup.name + 3] })
        let some = try RecipeDocument(catalogue: catalogue, most: 3).read(Array(dump.utf8), name: "")
        #expect(some.map(\.title) == ["Dal 1", "Dal 2", "Dal 3"])
    }
}
