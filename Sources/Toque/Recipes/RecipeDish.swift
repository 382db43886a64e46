// Converts a recipe into the `Dish` that the rules read. A change to this file, like one to `Food`, may change what is
// derived from a recipe.

import Food

extension RecipeBody {
    /// The food-related content of the recipe.
    var dish: Dish {
        Dish(lines: lines, texts: texts, notInDish: notInDish ?? "", servings: servings, figures: figures)
    }

    /// The texts, steps first.
    private var texts: [RecipeText] {
        steps.enumerated().map { RecipeText(text: "\($1.text)\n\($1.alt)", place: .step($0 + 1)) }
            + [RecipeText(text: tips, place: .tips), RecipeText(text: title, place: .title)]
    }
}
