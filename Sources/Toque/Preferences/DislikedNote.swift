// What cards say about ingredients that the viewer dislikes, on lists that are not made for the viewer.

import Bytes
import Database
import Food
import Texts

extension PreferenceStore {
    /// The ingredients of recipes that a member dislikes, by recipe.
    func disliked(in recipes: [Int], by user: Int) throws -> [Int: Set<Int>] {
        var found: [Int: Set<Int>] = [:]
        try db.each(
            """
            SELECT i.recipe_id, i.ingredient_id
            FROM disliked_ingredient d JOIN public_recipe_ingredient i ON i.ingredient_id = d.ingredient_id
            WHERE d.user_id = \(user) AND i.recipe_id IN \(list: recipes) AND i.is_mentioned = 0
            """
        ) { row in
            let recipe: Int = row[0]
            found[recipe, default: []].insert(row[1])
        }
        return found
    }
}

extension Context {
    /// “Has olives, which you don’t like”, by recipe; empty for visitors.
    func dislikedNotes(_ recipes: [Int], _ catalogue: Catalogue) throws -> [Int: String] {
        guard let viewer, !recipes.isEmpty else { return [:] }
        return try PreferenceStore(reader).disliked(in: recipes, by: viewer.id).mapValues { ingredients in
            let names = catalogue.ingredientKeys(ingredients).map { catalogue.pluralName($0, language) }
            return Text.preferencesHasDisliked(language, names: names.sortedByBytes().joined(separator: ", "))
        }
    }
}
