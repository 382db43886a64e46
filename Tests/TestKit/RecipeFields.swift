// Recipes as tests type them.

/// The fields of the editor's form, in their order.
struct RecipeFields: Sendable {
    var fields: [(String, String)]

    /// Everything but rows of ingredients, which come as a pasted block.
    init(_ title: String, ingredients: String, steps: [String] = ["Mix everything.", "Eat it."]) {
        fields =
            [
                ("title", title), ("description", "A plain dish."), ("category", "main"), ("cuisine", "international"),
                ("servings", "4"), ("prep_minutes", "10"), ("cook_minutes", "20"), ("difficulty", "easy"),
                ("ingredients_text", ingredients), ("tips", ""), ("source", ""),
            ] + steps.map { ("step", $0) }
    }

    /// The form with another value of a field.
    func with(_ name: String, _ value: String) -> RecipeFields {
        var copy = self
        copy.fields.removeAll { $0.0 == name }
        copy.fields.append((name, value))
        return copy
    }

    /// The form with one more field, also of a name that is there.
    func adding(_ more: (String, String)...) -> RecipeFields {
        var copy = self
        copy.fields += more
        return copy
    }

    func without(_ name: String) -> RecipeFields {
        var copy = self
        copy.fields.removeAll { $0.0 == name }
        return copy
    }

    static let vegan = RecipeFields(
        "Lentil soup", ingredients: "300 g red lentils\n1 onion, chopped\n2 tbsp olive oil\n1 tsp salt")
    static let honey = RecipeFields("Honey porridge", ingredients: "100 g rolled oats\n2 tbsp honey\n1 pinch salt")
    /// One ingredient that nobody knows: every diet of it stays unknown.
    static let unknown = RecipeFields("Tea of frobnium", ingredients: "2 g dried frobnium\n1 tsp salt")
}

extension RecipeFields {
    /// Another form altogether.
    func replacing(_ fields: [(String, String)]) -> RecipeFields {
        var copy = self
        copy.fields = fields
        return copy
    }
}
