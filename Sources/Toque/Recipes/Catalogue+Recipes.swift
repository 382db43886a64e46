// Reads recipes with the catalogue: parses their lines and derives diets and nutrition.

import Bytes
import Food

extension Catalogue {
    /// The lines of a pasted block, without empty ones.
    static func texts(pasted text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
    }

    /// Parses a pasted block line by line; a heading becomes the group of the lines below it.
    func lines(pasted text: String) -> [RecipeLine] {
        let texts = Self.texts(pasted: text)
        // A block with more lines than a recipe may have, headings included, is refused later, so nothing is parsed.
        if texts.count > RecipeLimits.pastedLines { return texts.map { line(ParsedLine(unread: $0)) } }
        return grouped(texts.map { ListedLine(text: $0) }).map { line(parse($0.text), group: $0.group) }
    }

    /// The stored understanding of a text, or a new one if none is stored for this text.
    func understanding(of body: RecipeBody) -> RecipeUnderstanding {
        let dish = body.dish
        return body.understanding.understanding(of: dish, self) ?? read(dish)
    }

    /// Reads each line and heading with this catalogue, without the stored understanding.
    func read(_ body: RecipeBody) -> RecipeUnderstanding { read(body.dish) }

    /// What each line of a recipe means.
    func understood(_ body: RecipeBody) -> [UnderstoodLine] { understanding(of: body).lines }

    /// Everything that decides the diets: the lines in order, then the headings, then ingredients that only the texts
    /// name.
    func asked(_ body: RecipeBody) -> [UnderstoodLine] { understanding(of: body).asked }

    /// The nutrition of a recipe, summed over its lines.
    func nutrition(of body: RecipeBody) -> RecipeNutrition { nutrition(of: body.dish, understanding(of: body)) }

    func diets(of body: RecipeBody) -> DerivedDiets { diets(of: body, understanding(of: body)) }

    /// The diets of a text that is already understood.
    func diets(of body: RecipeBody, _ understanding: RecipeUnderstanding) -> DerivedDiets {
        diets(of: body.dish, understanding)
    }
}
