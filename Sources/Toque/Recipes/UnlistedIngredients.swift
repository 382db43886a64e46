// What the texts of a recipe name and its list does not: worked out with its diets, and stored with their reasons.

import Food
import Texts
import Words

extension Catalogue {
    /// Whether a text names something beside its list that an older one did not: what a moderator said of that does not hold
    /// of this.
    func namesMore(_ body: RecipeBody, than older: RecipeBody) -> Bool {
        func keys(_ body: RecipeBody) -> Set<String> {
            Set(understanding(of: body).unlisted.flatMap(\.mentions).compactMap { $0.entry?.key })
        }
        return !keys(body).isSubset(of: keys(older))
    }

    /// “butter, in step 4, is not in the list”.
    func text(of found: UnlistedIngredient, _ language: Language) -> String {
        UnlistedIngredient(key: displayName(found.key, language), place: found.place).text(language)
    }
}

extension UnlistedIngredient {
    /// The same for one that is called by its name.
    func text(_ language: Language) -> String {
        switch place {
        case .title: Text.reasonUnlistedTitle(language, name: key)
        case .tips: Text.reasonUnlistedTips(language, name: key)
        case .step(let number): Text.reasonUnlistedStep(language, name: key, number: String(number))
        }
    }
}
