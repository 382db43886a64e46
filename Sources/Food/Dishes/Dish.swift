// The part of a recipe from which diets, allergens and nutrition are calculated.

/// The lines, texts and figures of a recipe that the rules read.
package struct Dish: Equatable, Sendable {
    package var lines: [RecipeLine]
    /// Its steps, tips and title, which may name ingredients that no line has.
    package var texts: [RecipeText]
    /// Ingredients that its texts name but that the author says are not in it: names separated by commas.
    package var notInDish: String
    package var servings: Int?
    /// The author's nutrition figures for a serving; `nil` when there are none.
    package var figures: AuthorFigures?

    package init(
        lines: [RecipeLine], texts: [RecipeText], notInDish: String, servings: Int? = nil,
        figures: AuthorFigures? = nil
    ) {
        self.lines = lines
        self.texts = texts
        self.notInDish = notInDish
        self.servings = servings
        self.figures = figures
    }

    /// The headings of its lines, each once.
    package var headings: [String] {
        var seen: Set<String> = [""]
        return lines.map(\.group).filter { seen.insert($0).inserted }
    }
}

/// A text of a recipe that may name an ingredient.
package struct RecipeText: Equatable, Sendable {
    package let text: String
    package let place: TextPlace

    package init(text: String, place: TextPlace) {
        self.text = text
        self.place = place
    }
}
