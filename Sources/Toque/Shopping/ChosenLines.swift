// What of a recipe a form puts on the shopping list, and the page that shows a mistake in it.

import Bytes
import Food
import HTTP
import Texts
import Words

/// The servings and lines as typed.
struct TypedLines {
    let servings: String
    let lines: [String]
    let isDraft: Bool
    let isMissing: Bool

    init(_ form: Form) {
        servings = (form["servings"] ?? "").trimmed
        lines = form.all("line").map(\.trimmed).filter { !$0.isEmpty }
        (isDraft, isMissing) = (form["draft"] == "1", form["missing"] == "1")
    }

    /// By how much the recipe is scaled and the numbers of its lines, from 1; none means all. `nil` if one is wrong.
    func checked(_ body: RecipeBody, _ language: Language) -> (
        amounts: (factor: Double, chosen: Set<Int>)?, errors: FieldErrors
    ) {
        var errors = FieldErrors()
        let range = RecipeLimits.servings
        let wanted = Int(servings).flatMap { range.contains($0) ? $0 : nil }
        if !servings.isEmpty, wanted == nil {
            errors.add(
                "servings",
                Text.scalingWrong(language, from: String(range.lowerBound), to: String(range.upperBound)))
        }
        let wrong = lines.filter { Int($0).map { !(1...max(1, body.lines.count)).contains($0) } ?? true }
        if !wrong.isEmpty {
            let names = wrong.prefix(Self.named).map { $0.cut(to: 20) }.joined(separator: ", ")
            errors.add("line", Text.shoppingLinesWrong(language, lines: names))
        }
        guard errors.isEmpty else { return (nil, errors) }
        let factor = wanted.flatMap { wanted in body.servings.map { Double(wanted) / Double($0) } } ?? 1
        return ((factor, Set(lines.compactMap { Int($0) })), errors)
    }

    /// The most wrong lines that the message names.
    private static let named = 5
}

/// The form with its mistakes, everything else as it was typed.
struct ChosenLinesPage {
    let layout: Layout
    let formToken: String
    let problems: [FieldProblem]
    let title: String
    let action: String
    let address: String
    let isDraft: Bool
    let isMissing: Bool
    let servings: Field
    /// The lines of the recipe; the values are their numbers.
    let lines: [Choice]
    let linesError: String?
    let textLanguage: String

    init(_ recipe: Int, _ body: RecipeBody, _ typed: TypedLines, _ errors: FieldErrors, _ context: Context) {
        let language = context.language
        title = Text.shoppingLinesTitle(language, title: body.title)
        layout = context.layout(title: title, section: "shopping", isListed: false)
        (formToken, problems) = (context.formToken, errors.summary)
        (action, address) = (Address.shoppingRecipe(recipe), Address.recipe(recipe))
        (isDraft, isMissing, textLanguage) = (typed.isDraft, typed.isMissing, body.language)
        var servings = Field(
            name: "servings", label: Text.recipeServings(language), value: typed.servings.cut(to: 20),
            error: errors["servings"])
        servings.type = "number"
        self.servings = servings
        let chosen = Set(typed.lines.compactMap { Int($0) })
        lines = body.lines.enumerated().map { place, line in
            Choice(value: String(place + 1), label: line.ingredient, isChosen: chosen.contains(place + 1))
        }
        linesError = errors["line"]
    }
}
