// What the background thread counts over all recipes, so that no page has to: popular recipes and frequent ingredients.

import Database
import Synchronization

/// The popular recipes, best first, and how many recipes use each ingredient.
struct RecipeTrends: Sendable {
    var popular: [Int] = []
    /// By ingredient id.
    var uses: [Int: Int] = [:]
}

final class PopularRecipes: Sendable {
    private let trends = Mutex(RecipeTrends())
    private let pantryIndex: PantryIndex

    init(_ pantryIndex: PantryIndex) { self.pantryIndex = pantryIndex }

    var current: RecipeTrends { trends.withLock { $0 } }

    func count(_ db: Connection, now: Int) throws {
        let store = ShelfStore(db)
        let counted = RecipeTrends(popular: try store.popular(now: now), uses: try store.ingredientUses())
        trends.withLock { $0 = counted }
        // Reading the needs of all recipes takes seconds, so no member should wait for it after a start.
        if try PantryStore(db).hasItems() { try pantryIndex.update(db) }
    }
}

extension Site {
    var popularRecipes: PopularRecipes { part() }
}
