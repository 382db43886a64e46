// Chooses the recipes of a shelf.

import Food

/// What the rules know of a recipe.
struct ShelfRecipe: Equatable, Sendable {
    let id: Int
    var category: Int?
    var author = 0
    var minutes: Int?
    /// Bits of its nutrition claims.
    var claims = 0
    var hasDisliked = false
}

enum ShelfRules {
    /// The recipes on a shelf, and the fewest that make one.
    static let length = 6
    static let fewest = 2
    /// How many recipes are looked at for a shelf.
    static let candidates = 60
    /// How many of the newest recipes are looked at for those that suit a member in every respect.
    static let newestForTaste = 300
    /// A review with at least so many stars says that the member would cook the like again; one with at most so many,
    /// that they want to see the recipe on no shelf.
    static let (likedStars, rejectedStars) = (4, 2)
    /// The most dismissed recipes that are kept of a member; older ones are dropped.
    static let dismissed = 500
    /// The popular recipes that are kept, and the members that make a recipe popular.
    static let popular = 500
    static let people = 2
    /// Ingredients of a saved recipe that similar ones share, and the most recipes that may use one of them: salt makes
    /// no two recipes similar.
    static let shared = 4
    static let mostUses = 2_000
    static let quick = 30
    /// The courses with a shelf of their own on the page for exploring.
    static let courses = 6
    /// The most recipes of an author, and of a category, on a shelf of several.
    static let ofOneAuthor = 3
    static let ofOneCategory = 3

    /// How badly a recipe suits a member's taste; 0 is best.
    static func misfit(_ recipe: ShelfRecipe, _ taste: Taste) -> Int {
        taste.misfit(minutes: recipe.minutes, claims: recipe.claims, hasDisliked: recipe.hasDisliked)
    }

    /// The rarest ingredients of a recipe that others use too; `uses` says how many recipes use each.
    static func rarest(_ ingredients: [Int], _ uses: [Int: Int]) -> [Int] {
        Array(
            ingredients.filter { (2...mostUses).contains(uses[$0] ?? 0) }
                .sorted { (uses[$0] ?? 0, $0) < (uses[$1] ?? 0, $1) }.prefix(shared))
    }

    /// The recipes that share most ingredients, by id; among equals the newest first.
    static func mostShared(_ counts: [Int: Int]) -> [Int] {
        Array(counts.sorted { ($1.value, $1.key) < ($0.value, $0.key) }.map(\.key).prefix(candidates))
    }

    /// The recipes of a shelf: what suits the taste first, otherwise in the order given, not too many of one author or
    /// category while there are others, and none that is in `taken`. Adds those chosen to `taken`. Fewer than `fewest`
    /// make no shelf.
    static func choose(
        _ candidates: [ShelfRecipe], _ taste: Taste, isOneCategory: Bool = false, fewest: Int = fewest,
        taken: inout Set<Int>
    ) -> [Int] {
        let ranked = candidates.enumerated().filter { !taken.contains($0.element.id) }
            .sorted { (misfit($0.element, taste), $0.offset) < (misfit($1.element, taste), $1.offset) }.map(\.element)
        var (chosen, later): ([Int], [Int]) = ([], [])
        var (authors, categories): ([Int: Int], [Int: Int]) = ([:], [:])
        for recipe in ranked {
            let ofCategory = recipe.category.map { categories[$0, default: 0] } ?? 0
            if authors[recipe.author, default: 0] >= ofOneAuthor || !isOneCategory && ofCategory >= ofOneCategory {
                later.append(recipe.id)
                continue
            }
            authors[recipe.author, default: 0] += 1
            if let category = recipe.category { categories[category, default: 0] += 1 }
            chosen.append(recipe.id)
        }
        let shelf = Array((chosen.prefix(length) + later).prefix(length))
        if shelf.count < fewest { return [] }
        taken.formUnion(shelf)
        return shelf
    }
}
