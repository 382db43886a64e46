// Reads the steps of schema.org: a text, texts, HowToStep, HowToSection or ItemList, nested and mixed.

import Bytes

/// Reads `recipeInstructions`.
enum StepReader {
    static func steps(_ value: Any?, section: String = "") -> [ImportedRecipe.Step] {
        switch value {
        case let text as String:
            return SchemaText.clean(text).paragraphs.map { ImportedRecipe.Step(text: $0, section: section) }
        case let list as [Any]:
            var found: [ImportedRecipe.Step] = []
            for item in list where found.count <= ImportLimits.cleaned { found += steps(item, section: section) }
            return found
        case let object as [String: Any]: return steps(object: object, section: section)
        default: return []
        }
    }

    private static func steps(object: [String: Any], section: String) -> [ImportedRecipe.Step] {
        let name = SchemaText.clean(object["name"]).replacing(bytes: "\n", with: " ")
        let isStep = SchemaText.isOfType("howtostep", object["@type"])
        if let items = object["itemListElement"] ?? object["steps"] {
            let parts = steps(items, section: isStep || name.isEmpty ? section : name)
            if !parts.isEmpty { return isStep ? joined(parts, section) : parts }
        }
        if let item = object["item"] as? [String: Any] { return steps(object: item, section: section) }
        let text = SchemaText.clean(object["text"] ?? object["description"])
        if text.isEmpty { return steps(name, section: section) }
        var steps = steps(text, section: section)
        if !steps.isEmpty, isOfItsOwn(name, beside: text) { steps[0].name = name }
        return steps
    }

    /// The times of steps and sections, which cannot be imported: the field and its text.
    static func times(_ value: Any?, depth: Int = 0) -> [(field: String, text: String)] {
        guard depth < 8 else { return [] }
        if let list = value as? [Any] { return list.flatMap { times($0, depth: depth + 1) } }
        guard let object = value as? [String: Any] else { return [] }
        let own = ["prepTime", "performTime", "cookTime", "totalTime", "timeRequired"].compactMap { key in
            let text = SchemaText.clean(object[key])
            return text.isEmpty ? nil : (field: "step " + key, text: text)
        }
        return own + ["itemListElement", "steps", "item"].flatMap { times(object[$0], depth: depth + 1) }
    }

    /// Joins the parts of a HowToStep, such as HowToDirection and HowToTip, to one step.
    private static func joined(_ parts: [ImportedRecipe.Step], _ section: String) -> [ImportedRecipe.Step] {
        [ImportedRecipe.Step(text: parts.map(\.text).joined(separator: " "), section: section)]
    }

    /// Whether a step's name adds something: many sites repeat the beginning of the text or call it `Step 3`.
    private static func isOfItsOwn(_ name: String, beside text: String) -> Bool {
        if name.isEmpty || name.hasSuffix(bytes: "…") || name.hasSuffix(bytes: "...") { return false }
        if isNumber(name) { return false }
        // A prefix of the text long enough for the name, with any characters between its letters.
        func letters(_ text: some StringProtocol) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
        return !letters(text.prefix(name.count * 2 + 20)).hasPrefix(bytes: letters(name))
    }

    /// Whether a name is `3`, `#3.` or `Step 3:`.
    private static func isNumber(_ name: String) -> Bool {
        var rest = name.unicodeScalars[...]
        let word = rest.prefix(while: \.properties.isAlphabetic)
        if !word.isEmpty {
            rest = rest.dropFirst(word.count)
            guard rest.popFirst() == " " else { return false }
        }
        if rest.first == "#" { rest.removeFirst() }
        let digits = rest.prefix { $0.properties.numericType == .decimal }
        rest = rest.dropFirst(digits.count)
        return !digits.isEmpty && (rest.isEmpty || rest.count == 1 && ".:)".unicodeScalars.contains(rest.first ?? " "))
    }
}
