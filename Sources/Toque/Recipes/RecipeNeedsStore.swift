// Reads what public recipes need from a pantry; `PublicRecipeStore` writes the rows.

import Database
import Food

struct RecipeNeedsStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// A row: its number, the recipe, and the needs as text. A recipe that is derived again gets a higher number.
    typealias StoredNeeds = (id: Int, recipe: Int, needs: String)

    /// Calls `body` with every row.
    func each(_ body: (StoredNeeds) -> Void) throws {
        try db.each("SELECT id, recipe_id, needs FROM recipe_needs ORDER BY id") { body(($0[0], $0[1], $0[2])) }
    }

    /// Calls `body` with the row of each of some recipes that has one.
    func each(_ recipes: [Int], _ body: (StoredNeeds) -> Void) throws {
        try db.each(
            """
            SELECT n.id, n.recipe_id, n.needs
            FROM json_each(\("[" + recipes.map(String.init).joined(separator: ",") + "]")) j
            CROSS JOIN recipe_needs n ON n.recipe_id = j.value
            """
        ) { body(($0[0], $0[1], $0[2])) }
    }

    /// Calls `body` with the number and the recipe of every row.
    func eachNumber(_ body: (_ id: Int, _ recipe: Int) -> Void) throws {
        try db.each("SELECT id, recipe_id FROM recipe_needs") { body($0[0], $0[1]) }
    }

    /// The encoded texts and the needs of public recipes, by id.
    func texts(_ recipes: [Int]) throws -> [Int: (body: String, needs: [NeedPart])] {
        let rows = try db.all(
            """
            SELECT p.recipe_id, v.body, n.needs FROM public_recipe p JOIN revision v ON v.id = p.revision_id
                JOIN recipe_needs n ON n.recipe_id = p.recipe_id
            WHERE p.recipe_id IN \(list: recipes)
            """
        ) { ($0[0] as Int, (body: $0[1] as String, needs: NeedPart.decoded($0[2]))) }
        return Dictionary(rows) { first, _ in first }
    }
}
