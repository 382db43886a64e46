// How many public recipes each category has: reckoned over all of them, so kept until one of them changes.

import Synchronization

/// Recipes of each category by its id, as of an edition of what is public.
final class CategoryCounts: Sendable {
    private let kept = Mutex<(edition: Int, counts: [Int: Int])?>(nil)

    /// The counts as a read connection sees them.
    func current(_ store: PublicRecipeStore) throws -> [Int: Int] {
        let edition = try store.edition()
        if let known = kept.withLock({ $0 }), known.edition == edition { return known.counts }
        let counts = try store.categoryCounts()
        // Another's change may have come in between: then these belong to neither edition for sure.
        if try store.edition() == edition { kept.withLock { $0 = (edition, counts) } }
        return counts
    }
}

extension Site {
    var categoryCounts: CategoryCounts { part() }
}
