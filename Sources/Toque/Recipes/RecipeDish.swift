// What the rules read of a recipe. A change of this file may change what follows from a recipe, as a change of `Food` may.

import Food

extension RecipeBody {
    /// What it says of its food.
    var dish: Dish {
        Dish(lines: lines, texts: texts, notInDish: notInDish ?? "", servings: servings, figures: figures)
    }

    /// Its texts, steps first.
    private var texts: [RecipeText] {
        steps.enumerated().map { RecipeText(text: "\($1.text)\n\($1.alt)", place: .step($0 + 1)) }
            + [RecipeText(text: tips, place: .tips), RecipeText(text: title, place: .title)]
    }
}
