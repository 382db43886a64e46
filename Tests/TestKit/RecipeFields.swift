// Recipes as authors type them into the editor.

/// The fields of the editor's form, in order.
struct RecipeFields: Sendable {
    var fields: [(String, String)]

    /// A form with all ingredients as a pasted block, without rows.
    init(_ title: String, ingredients: String, steps: [String] = ["Mix everything.", "Eat it."]) {
        fields =
            [
                ("title", title), ("description", "A plain dish."), ("category", "main"), ("cuisine", "international"),
                ("servings", "4"), ("prep_minutes", "10"), ("cook_minutes", "20"), ("difficulty", "easy"),
                ("ingredients_text", ingredients), ("tips", ""), ("source", ""),
            ] + steps.map { ("step", $0) }
    }

    /// The form with another value in a field.
    func with(_ name: String, _ value: String) -> RecipeFields {
        var copy = self
        copy.fields.removeAll { $0.0 == name }
        copy.fields.append((name, value))
        return copy
    }

    /// The form with more fields, also with names that it already has.
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
    /// A recipe with an ingredient that the catalogue does not contain: every diet is unknown.
    static let unknown = RecipeFields("Tea of frobnium", ingredients: "2 g dried frobnium\n1 tsp salt")
}

extension RecipeFields {
    /// The form with all fields replaced.
    func replacing(_ fields: [(String, String)]) -> RecipeFields {
        var copy = self
        copy.fields = fields
        return copy
    }
}
