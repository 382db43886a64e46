// Writes an imported recipe as schema.org/Recipe JSON, which `toque read` prints.

import Bytes

extension ImportedRecipe {
    /// One line of JSON. The groups of ingredients and the parts not understood have names of our own, as schema.org
    /// has none.
    var schemaJSON: String {
        var json = JSONText()
        json.add("@context", "https://schema.org")
        json.add("@type", "Recipe")
        json.add("name", title)
        func add(_ name: String, _ text: String) { if !text.isEmpty { json.add(name, text) } }
        func add(_ name: String, _ texts: [String]) { if !texts.isEmpty { json.add(name, texts) } }
        add("@id", identifier == address ? "" : identifier)
        add("url", address)
        add("inLanguage", language)
        add("description", description)
        if !author.isEmpty { json.add("author", raw: Self.object("Person", [("name", author)])) }
        add("creditText", credit.isEmpty ? terms.credit : credit)
        if let original = terms.adaptedFrom {
            let fields = [("name", original.title), ("url", original.address), ("license", original.licence?.address)]
            let given = fields.compactMap { name, value in value.map { (name, $0) } }
            json.add("isBasedOn", raw: Self.object("CreativeWork", given))
        }
        add("license", license)
        add("image", images)
        add("recipeYield", yields)
        for (name, minutes) in [("prepTime", prepMinutes), ("cookTime", cookMinutes), ("totalTime", totalMinutes)] {
            if let minutes { json.add(name, "PT\(minutes)M") }
        }
        add("recipeCategory", categories)
        add("recipeCuisine", cuisines)
        add("keywords", keywords)
        json.add("recipeIngredient", lines.map(\.text))
        let groups = lines.chunked { $0.group == $1.group }
        if lines.contains(where: { !$0.group.isEmpty }) {
            json.add("ingredientGroups", raw: Self.list(groups.map { Self.group($0) }))
        }
        json.add("recipeInstructions", raw: instructions)
        add("tool", tools)
        if !nutrition.isEmpty {
            let figures = nutrition.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            json.add("nutrition", raw: Self.object("NutritionInformation", figures))
        }
        if !notes.isEmpty { json.add("notes", notes) }
        json.add(
            "notUnderstood",
            raw: Self.list(notUnderstood.map { Self.object(nil, [("field", $0.field), ("text", $0.text)]) }))
        return json.object
    }

    /// A HowToStep for each step; steps of one section are in a HowToSection.
    private var instructions: String {
        Self.list(
            steps.chunked { $0.section == $1.section }.flatMap { part -> [String] in
                let steps = part.map { step in
                    let name = step.name.isEmpty ? [] : [("name", step.name)]
                    return Self.object("HowToStep", name + [("text", step.text)])
                }
                guard let section = part.first?.section, !section.isEmpty else { return steps }
                var json = JSONText()
                json.add("@type", "HowToSection")
                json.add("name", section)
                json.add("itemListElement", raw: Self.list(steps))
                return [json.object]
            })
    }

    private static func group(_ lines: [Line]) -> String {
        var json = JSONText()
        json.add("name", lines.first?.group ?? "")
        json.add("ingredients", lines.map(\.text))
        return json.object
    }

    private static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

    private static func object(_ type: String?, _ fields: [(String, String)]) -> String {
        var json = JSONText()
        if let type { json.add("@type", type) }
        for (name, value) in fields { json.add(name, value) }
        return json.object
    }
}
