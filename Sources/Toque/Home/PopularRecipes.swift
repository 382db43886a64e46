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

    var current: RecipeTrends { trends.withLock { $0 } }

    func count(_ db: Connection, now: Int) throws {
        let store = ShelfStore(db)
        let counted = RecipeTrends(popular: try store.popular(now: now), uses: try store.ingredientUses())
        trends.withLock { $0 = counted }
    }
}

extension Site {
    var popularRecipes: PopularRecipes { part() }
}
