// What the texts of a recipe name and its list does not: worked out with its diets, and stored with their reasons.

import Texts
import Words

extension Catalogue {
    /// What no line accounts for; `listed` are the lines and headings.
    func unlisted(_ body: RecipeBody, _ listed: [UnderstoodLine]) -> [UnderstoodLine] {
        index.unlisted(
            body.texts.map { (text: $0.text, place: $0.place) }, notInDish: body.notInDish ?? "",
            beside: listed)
    }

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

/// A text of a recipe that may name an ingredient.
struct RecipeText: Equatable, Sendable {
    let text: String
    let place: TextPlace

    /// Whether it is no longer than any text of a recipe may be, in bytes.
    var isWithinLimits: Bool { text.utf8.count <= 4 * (RecipeLimits.step + RecipeLimits.alt) }
}

extension RecipeBody {
    /// Its texts, steps first.
    var texts: [RecipeText] {
        steps.enumerated().map { RecipeText(text: "\($1.text)\n\($1.alt)", place: .step($0 + 1)) }
            + [RecipeText(text: tips, place: .tips), RecipeText(text: title, place: .title)]
    }
}
