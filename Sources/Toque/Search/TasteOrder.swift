// How a member's taste ranks a search by relevance.

import Database
import Food
import SearchIndex

enum TasteOrder {
    /// Only so many of the first recipes change places: ten pages. Behind them the plain order goes on.
    static let window = 10 * Paging.size
    /// How many places a recipe goes down, among those that match alike.
    static let disliked = Paging.size
    static let (long, missesGoals) = (6, 3)

    static func places(misfit: Int) -> Int {
        [(Taste.hasDisliked, disliked), (Taste.isLong, long), (Taste.missesGoals, missesGoals)].reduce(0) {
            $0 + (misfit & $1.0 != 0 ? $1.1 : 0)
        }
    }

    /// The same for the index; it must agree with `Taste.misfit`.
    static func demotions(_ taste: Taste) -> [Demotion] {
        var demotions: [Demotion] = []
        if !taste.disliked.isEmpty {
            let ingredients: [Condition] = taste.disliked.map {
                .fact(DocumentFact(kind: IndexedFact.ingredient, $0))
            }
            demotions.append(Demotion(.any(ingredients), places: disliked))
        }
        if let most = taste.maxMinutes {
            demotions.append(
                Demotion(.all([.minutes(atMost: .max), .not(.minutes(atMost: most))]), places: long))
        }
        if !taste.goals.isEmpty {
            let claims = IndexedFact.bits(IndexedFact.claim, taste.goals.reduce(0) { $0 | $1.bit })
            demotions.append(Demotion(.not(.any(claims.map { .fact($0) })), places: missesGoals))
        }
        return demotions
    }
}

extension Taste {
    /// What of it ranks a search: nothing unless that is sorted by relevance, no food that the search names or leaves
    /// out, and nothing that all its recipes meet.
    func ranking(_ query: SearchQuery, _ catalogue: Catalogue) -> Taste {
        guard query.sort == .relevance, !isEmpty else { return Taste() }
        var taste = self
        if !disliked.isEmpty {
            // `mushroom soup` is one term, and names mushrooms too.
            let names =
                query.wanted
                + query.terms.flatMap { term in
                    term.words + ([term.words] + term.names).map { $0.joined(separator: " ") }
                }
            let named = Set(names.compactMap { catalogue.ingredientID(named: $0) } + query.without)
            taste.disliked.removeAll(where: named.contains)
        }
        if let most = query.maxMinutes, let usual = maxMinutes, most <= usual { taste.maxMinutes = nil }
        if goals.contains(where: { query.claims & $0.bit != 0 }) { taste.goals = [] }
        return taste
    }
}

extension SearchStore {
    /// How badly each of some recipes suits a taste.
    func misfits(_ recipes: [Int], _ taste: Taste) throws -> [Int: Int] {
        let rows = try db.all(
            """
            SELECT p.recipe_id, p.total_minutes, p.claims,
                EXISTS (SELECT 1 FROM public_recipe_ingredient i WHERE i.recipe_id = p.recipe_id
                    AND i.ingredient_id IN \(list: taste.disliked) AND i.is_mentioned = 0)
            FROM public_recipe p WHERE p.recipe_id IN \(list: recipes)
            """
        ) { row in
            (id: row[0] as Int, misfit: taste.misfit(minutes: row[1], claims: row[2], hasDisliked: row[3]))
        }
        return Dictionary(rows.map { ($0.id, $0.misfit) }) { first, _ in first }
    }
}
