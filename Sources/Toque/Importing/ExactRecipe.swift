// Reads the exact text from a JSON-LD file that this program exported; other programs can ignore that part of the file.

import Bytes
import Food
import Words

/// Finds the text that `RecipeData` wrote next to the schema.org fields.
enum ExactRecipe {
    /// The exact text, or `nil` if it does not match the schema.org fields: someone edited those, so they count.
    static func read(_ object: [String: Any]) -> RecipeBody? {
        let text =
            SchemaText.list(object["encoding"]).lazy.compactMap { $0 as? [String: Any] }
            .first { $0["encodingFormat"] as? String == RecipeData.exactFormat }?["text"] as? String
        guard let text, let body = try? RecipeBody(encoded: text), isWhole(body),
            object["license"] as? String == body.licence?.address, object["name"] as? String == body.title,
            object["description"] as? String ?? "" == body.description,
            SchemaText.list(object["recipeIngredient"]).count == body.lines.count,
            SchemaText.list(object["recipeInstructions"]).map({ ($0 as? [String: Any])?["text"] as? String })
                == body.steps.map(\.text)
        else { return nil }
        var exact = body.away(from: ImportedTerms(isBasedOn: object["isBasedOn"]))
        exact.title = inOneLine(exact.title)
        exact.credit = exact.credit.map(inOneLine)
        if let origin = exact.adaptedFrom {
            exact.adaptedFrom?.title = inOneLine(origin.title)
            exact.adaptedFrom?.author = origin.author.map(inOneLine)
        }
        return exact
    }

    /// Only what has line ends: an export has to read back unchanged.
    private static func inOneLine(_ text: String) -> String { text.lines.count > 1 ? text.inOneLine : text }

    /// Whether a text has no control characters but tabs and line ends, as what is typed.
    private static func isTyped(_ text: String) -> Bool {
        !text.utf8.contains { $0 < 0x20 && !(0x09...0x0D).contains($0) || $0 == 0x7F }
    }

    private static func texts(_ body: RecipeBody) -> [String] {
        [body.title, body.description, body.tips, body.source]
            + [body.notInDish, body.tags, body.credit, body.adaptedFrom?.title, body.adaptedFrom?.author].compactMap(
                \.self)
            + body.lines.flatMap { [$0.unit, $0.ingredient, $0.note, $0.group] }
            + body.steps.flatMap { [$0.text, $0.alt] }
    }

    private static func isWhole(_ body: RecipeBody) -> Bool {
        !body.title.isEmpty && !body.lines.isEmpty
            && RecipeLimits.allow(body)
            && Language(rawValue: body.language) != nil
            && (body.servings.map(RecipeLimits.servings.contains) ?? true)
            && (body.prepMinutes.map(RecipeLimits.minutes.contains) ?? true)
            && (body.cookMinutes.map(RecipeLimits.minutes.contains) ?? true)
            && body.lines.allSatisfy { line in
                // A range has both ends.
                !line.ingredient.isEmpty && (line.amount ?? 0) >= 0
                    && (line.amountMax.map { $0 > line.amount ?? .infinity } ?? true)
            }
            && body.steps.allSatisfy { !$0.text.isEmpty } && texts(body).allSatisfy(isTyped)
    }
}

extension ImportedRecipe {
    /// Replaces the texts by those of an exact text, so that a reader sees them.
    mutating func take(exact body: RecipeBody) {
        exact = body
        title = body.title
        description = body.description
        language = body.language
        steps = body.steps.map { Step(text: $0.text) }
        lines = zip(lines, body.lines).map { Line(text: $0.text, group: $1.group) }
        notUnderstood = []
    }
}

extension Catalogue {
    /// Converts an exact text unchanged, except for its pictures, which come separately, and for categories and
    /// cuisines that this catalogue lacks.
    func take(exact body: RecipeBody, _ imported: ImportedRecipe) -> ConvertedRecipe {
        var recipe = ConvertedRecipe(body: body, origin: imported.origin)
        recipe.body.photo = nil
        recipe.body.steps = body.steps.map(\.bare)
        for (index, step) in body.steps.enumerated() where step.hasMedia { recipe.shown[index + 1] = step }
        recipe.images = imported.images
        recipe.written = imported.lines.map(\.text)
        if let category = body.category, categoryID(category) == nil {
            recipe.body.category = nil
            recipe.notes.append((.unknownCategory, category))
        }
        if let cuisine = body.cuisine, cuisineID(cuisine) == nil {
            recipe.body.cuisine = nil
            recipe.notes.append((.unknownCuisine, cuisine))
        }
        return recipe
    }
}
