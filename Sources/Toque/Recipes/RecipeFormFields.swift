// The names of the editor's fields, read from a browser's form and written again where a form is kept.

extension RowForm {
    static let cells: [(name: String, path: any WritableKeyPath<RowForm, String> & Sendable)] = [
        ("amount", \.amount), ("unit", \.unit), ("ingredient", \.ingredient), ("note", \.note), ("group", \.group),
    ]
}

extension RecipeForm {
    /// The fields that are one text each.
    static let texts: [(name: String, path: any WritableKeyPath<RecipeForm, String> & Sendable)] = [
        ("title", \.title), ("description", \.description), ("language", \.language), ("category", \.category),
        ("cuisine", \.cuisine), ("servings", \.servings), ("prep_minutes", \.prepMinutes),
        ("cook_minutes", \.cookMinutes), ("difficulty", \.difficulty), ("ingredients_text", \.pasted),
        ("recipe_text", \.whole), ("tips", \.tips), ("source", \.source),
        ("new_category", \.newCategory), ("new_cuisine", \.newCuisine), ("new_ingredient", \.newIngredient),
    ]

    /// The fields as a browser sends them.
    var fields: [(name: String, value: String)] {
        var fields = Self.texts.map { (name: $0.name, value: self[keyPath: $0.path]) }
        for row in rows { fields += RowForm.cells.map { (name: $0.name, value: row[keyPath: $0.path]) } }
        fields += steps.map { (name: "step", value: $0) }
        fields.append((name: "photo_id", value: photo ?? ""))
        if let version { fields.append((name: "version", value: String(version))) }
        return fields
    }
}
