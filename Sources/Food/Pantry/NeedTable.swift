// Keeps the needs of very many recipes as plain lists of numbers, so that one pantry is matched with all of them fast.

/// The needs of recipes. Recipes share most of their lines, so each different line is stored once.
///
/// A *shape* is what the counting of missing things needs to know of a line: the ingredients of its options. `1 onion`
/// and `200 g onions` have the same shape, and optional lines have none. While one thread changes the table, no other may
/// use it; many may match at the same time.
package final class NeedTable: @unchecked Sendable {  // its user guards it
    /// The shape of nothing, and one that no pantry has, for recipes that were removed.
    static let nothing: UInt32 = 0
    static let never: UInt32 = 1
    /// The rarest shapes of a recipe are next to each other: they rule out most recipes.
    static let head = 8
    /// Shapes with higher numbers are not counted in the fast loop.
    static let mostCounted = 1 << 16
    /// Recipes with higher ids are left out.
    static let highestID = 1 << 27

    private(set) var lists = NeedLists()

    package init() {}

    deinit { lists.free() }

    package var count: Int { lists.count }
    /// Whether many removed recipes take up memory and time, so that `arrange` helps.
    package var isWorn: Bool { lists.isWorn }
    /// The ids of all recipes.
    package var all: [Int] { lists.all }

    /// Whether the needs of a recipe are those of a stored row.
    package func has(_ recipe: Int, row: Int) -> Bool { lists.has(recipe, row: row) }

    /// Replaces the needs of a recipe, stored as text (`NeedPart.encoded`). A recipe without needs is left out.
    package func set(_ recipe: Int, row: Int, _ text: String) { lists.set(recipe, row: row, text) }

    package func remove(_ recipe: Int) { lists.remove(recipe) }

    /// Sorts the shapes of each recipe by how rare they are now, and frees the memory of removed recipes.
    package func arrange() { lists.arrange() }
}
