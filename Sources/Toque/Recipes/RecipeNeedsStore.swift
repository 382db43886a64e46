// Reads what public recipes need from a pantry; `PublicRecipeStore` writes the rows.

import Database
import Food

struct RecipeNeedsStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The numbers of all rows.
    func ids() throws -> [Int] { try db.all("SELECT id FROM recipe_needs") { $0[0] as Int } }

    /// The rows above a number, in their order.
    func rows(after id: Int) throws -> [(id: Int, recipe: Int, needs: [NeedPart])] {
        try db.all("SELECT id, recipe_id, needs FROM recipe_needs WHERE id > \(id) ORDER BY id") { row in
            (id: row[0], recipe: row[1], needs: NeedPart.decoded(row[2]))
        }
    }

    /// The texts of public recipes, by id.
    func bodies(_ recipes: [Int]) throws -> [Int: RecipeBody] {
        let rows = try db.all(
            """
            SELECT p.recipe_id, v.body FROM public_recipe p JOIN revision v ON v.id = p.revision_id
            WHERE p.recipe_id IN \(list: recipes)
            """
        ) { ($0[0] as Int, try RecipeBody(encoded: $0[1])) }
        return Dictionary(rows) { first, _ in first }
    }
}
