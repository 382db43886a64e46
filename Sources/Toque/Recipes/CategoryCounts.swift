// The number of public recipes in each category. Counting reads all of them, so the result is kept until one changes.

import Synchronization

/// The recipe counts by category id, cached for one edition of the public recipes.
final class CategoryCounts: Sendable {
    private let kept = Mutex<(edition: Int, counts: [Int: Int])?>(nil)

    /// The counts as this read connection sees them, counted by `count` if the public recipes changed.
    func current(_ store: PublicRecipeStore, count: () throws -> [Int: Int]) throws -> [Int: Int] {
        let edition = try store.edition()
        if let known = kept.withLock({ $0 }), known.edition == edition { return known.counts }
        // A change written meanwhile may be in these counts already; its edition is new, so they are counted again.
        let counts = try count()
        kept.withLock { $0 = (edition, counts) }
        return counts
    }
}

extension Site {
    var categoryCounts: CategoryCounts { part() }
}
