// What the catalogue makes of a recipe: its lines as they are read, what they mean, diets and nutrition.

import Bytes
import Food

extension Catalogue {
    /// A pasted block, line by line; a heading names the group of what follows.
    func lines(pasted text: String) -> [RecipeLine] {
        let texts = text.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
        // More than a recipe may hold, headings included, is refused: none of it need be understood.
        if texts.count > 2 * RecipeLimits.lines { return texts.map { line(ParsedLine(unread: $0)) } }
        return grouped(texts.map { ListedLine(text: $0) }).map { line(parse($0.text), group: $0.group) }
    }

    /// The stored understanding of a text; one that is not stored yet is read now.
    func understanding(of body: RecipeBody) -> RecipeUnderstanding {
        let dish = body.dish
        return body.understanding.understanding(of: dish, self) ?? read(dish)
    }

    /// Reads each line and heading with this catalogue.
    func read(_ body: RecipeBody) -> RecipeUnderstanding { read(body.dish) }

    /// What each line of a recipe means.
    func understood(_ body: RecipeBody) -> [UnderstoodLine] { understanding(of: body).lines }

    /// All that its diets are asked of: its lines in order, then its headings, then what only its texts name.
    func asked(_ body: RecipeBody) -> [UnderstoodLine] { understanding(of: body).asked }

    /// What a recipe holds, summed over its lines.
    func nutrition(of body: RecipeBody) -> RecipeNutrition { nutrition(of: body.dish, understanding(of: body)) }

    func diets(of body: RecipeBody) -> DerivedDiets { diets(of: body, understanding(of: body)) }

    /// The same for a text that is understood already.
    func diets(of body: RecipeBody, _ understanding: RecipeUnderstanding) -> DerivedDiets {
        diets(of: body.dish, understanding)
    }
}
