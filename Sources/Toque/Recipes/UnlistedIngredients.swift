// Ingredients that a recipe's texts name but its list does not: found with its diets, and stored with their reasons.

import Food
import Texts
import Words

extension Catalogue {
    /// Whether a text names an unlisted ingredient that the older one does not. A moderator's override for the older
    /// text then no longer applies.
    func namesMore(_ body: RecipeBody, than older: RecipeBody) -> Bool {
        func keys(_ body: RecipeBody) -> Set<String> {
            Set(understanding(of: body).unlisted.flatMap(\.mentions).compactMap { $0.entry?.key })
        }
        return !keys(body).isSubset(of: keys(older))
    }

    /// “butter, in step 4, is not in the list”, from a catalogue key.
    func text(of found: UnlistedIngredient, _ language: Language) -> String {
        UnlistedIngredient(key: displayName(found.key, language), place: found.place).text(language)
    }
}

extension UnlistedIngredient {
    /// The same sentence for a `key` that already is a name.
    func text(_ language: Language) -> String {
        switch place {
        case .title: Text.reasonUnlistedTitle(language, name: key)
        case .tips: Text.reasonUnlistedTips(language, name: key)
        case .step(let number): Text.reasonUnlistedStep(language, name: key, number: String(number))
        }
    }
}
