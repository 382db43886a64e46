// Finds public recipes whose text resembles a submitted one.

import Database

struct LikenessStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// The rows of one number that are read: more recipes than that share a standard text.
    private static let rows = 500
    /// The recipes that are compared in full.
    private static let candidates = 5
    /// The share in common from which a text counts as similar.
    static let similar = 0.5

    /// The most similar public recipe and the share that both have in common; `nil` if none is similar. Recipes of the
    /// same author do not count.
    func mostSimilar(to body: RecipeBody, recipe: Int, author: Int) throws -> (recipe: Int, share: Double)? {
        let own = Likeness(body)
        var counts: [Int: Int] = [:]
        for number in own.bandNumbers {
            let found = try db.all(
                "SELECT recipe_id FROM public_recipe_likeness WHERE number = \(number) LIMIT \(Self.rows)"
            ) { $0[0] as Int }
            for other in found where other != recipe { counts[other, default: 0] += 1 }
        }
        let candidates = counts.filter { $0.value >= 2 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var best: (recipe: Int, share: Double)?
        var compared = 0
        for (other, _) in candidates where compared < Self.candidates {
            guard let revision = try publicRevision(other, notBy: author) else { continue }
            compared += 1
            let share = own.share(with: Likeness(revision.body))
            if share >= Self.similar, share > best?.share ?? 0 { best = (other, share) }
        }
        return best
    }

    private func publicRevision(_ recipe: Int, notBy author: Int) throws -> Revision? {
        let id: Int? = try db.value(
            "SELECT revision_id FROM public_recipe WHERE recipe_id = \(recipe) AND author_id <> \(author)")
        return try id.flatMap { try RecipeStore(db).revision($0) }
    }
}
