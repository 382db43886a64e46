// Keeps the needs of all public recipes in memory, and reads again only what changed.

import Content
import Database
import Food
import Synchronization

/// The needs of one public recipe.
struct IndexedNeeds: Sendable {
    /// The number of the stored row; a recipe that is derived again gets a higher one.
    let id: Int
    let recipe: Int
    let needs: [NeedPart]
}

/// The needs of all public recipes, and the catalogue as pantries need it. Waits while another thread reads rows, so
/// only workers ask.
final class PantryIndex: Sendable {
    private struct State {
        var edition = -1
        var recipes: [IndexedNeeds] = []
    }

    private let state = Mutex(State())
    private let known = Mutex<PantryFoods?>(nil)

    /// What can stand in for what, and what counts as what, as the program's files have it.
    static let substitutions = SubstitutionList(file("substitutions.txt"))
    static let kinds = PantryKinds(file("pantry-kinds.txt"))

    private static func file(_ path: String) -> String { StarterFiles.all.first { $0.path == path }?.text ?? "" }

    func foods(_ catalogue: Catalogue) -> PantryFoods {
        known.withLock { known in
            if let foods = known, foods.catalogue === catalogue { return foods }
            let foods = PantryFoods(catalogue, Self.kinds, Self.substitutions)
            known = foods
            return foods
        }
    }

    /// The needs of all public recipes, at least as new as this read connection sees them.
    func recipes(_ db: Connection) throws -> [IndexedNeeds] {
        let edition = try PublicRecipeStore(db).edition()
        return try state.withLock { state in
            if state.edition >= edition { return state.recipes }
            let store = RecipeNeedsStore(db)
            let ids = Set(try store.ids())
            let last = state.recipes.last?.id ?? 0
            state.recipes.removeAll { !ids.contains($0.id) }
            state.recipes += try store.rows(after: last).map {
                IndexedNeeds(id: $0.id, recipe: $0.recipe, needs: $0.needs)
            }
            state.edition = edition
            return state.recipes
        }
    }
}

extension Site {
    var pantryIndex: PantryIndex { part() }
}
