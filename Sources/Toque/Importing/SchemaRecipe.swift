// One schema.org/Recipe object as a recipe of ours, and what of it was not understood.

import Foundation
import Security

/// What reading one object gave.
struct SchemaRecipe {
    var body: RecipeBody
    /// What names the recipe at its source, so that importing it again changes nothing.
    let origin: String
    /// Kinds of content that were left out or bent, each with the text in question.
    var notes: [(kind: ImportNote, example: String)] = []
}

/// What an import tells of, with counts and examples.
enum ImportNote: String, CaseIterable, Sendable {
    case notJSON = "not JSON"
    case notARecipe = "not a schema.org/Recipe"
    case noTitle = "no title"
    case noIngredients = "no ingredients"
    case tooLong = "longer than a recipe may be"
    case noSteps = "taken without steps"
    case unknownIngredient = "ingredient lines not in the catalogue"
    case unreadAmount = "ingredient lines whose amount was not understood"
    case unknownYield = "servings not understood"
    case totalTimeOnly = "total time taken as cooking time"
    case unknownTime = "time not understood"
    case unknownCategory = "category not in the catalogue"
    case unknownCuisine = "cuisine not in the catalogue"
    case keywords = "keywords left out"
    case nutrition = "nutrition left out (it is computed here)"
    case pictures = "pictures left out"
    case otherField = "other fields left out"
}

/// Reads schema.org/Recipe as JSON gives it: a value may be a text, a number, a list or an object almost anywhere.
struct SchemaReader {
    let catalogue: Catalogue

    private static let known: Set<String> = [
        "@context", "@type", "@id", "name", "description", "recipeIngredient", "ingredients", "recipeInstructions",
        "recipeYield", "prepTime", "cookTime", "totalTime", "recipeCategory", "recipeCuisine", "keywords", "image",
        "nutrition", "url", "creditText", "license", "inLanguage", "author", "isBasedOn", "mainEntityOfPage",
    ]

    /// The recipe, or why there is none.
    func read(_ object: [String: Any]) -> Result<SchemaRecipe, ImportFailure> {
        guard Self.texts(object["@type"]).contains(where: { $0.hasSuffix("Recipe") }) else {
            return .failure(.init(kind: .notARecipe, example: Self.texts(object["@type"]).first ?? ""))
        }
        let title = Self.text(object["name"])
        guard !title.isEmpty else { return .failure(.init(kind: .noTitle, example: Self.text(object["@id"]))) }
        var recipe = SchemaRecipe(body: RecipeBody(), origin: Self.origin(object, title))
        recipe.body.title = title
        recipe.body.description = Self.text(object["description"])
        readLines(object, &recipe)
        guard !recipe.body.lines.isEmpty else { return .failure(.init(kind: .noIngredients, example: title)) }
        recipe.body.steps = Self.steps(object["recipeInstructions"])
        if recipe.body.steps.isEmpty { recipe.notes.append((.noSteps, title)) }
        readFigures(object, &recipe)
        readTerms(object, &recipe)
        recipe.body.source = Self.source(object)
        recipe.body.language = Self.language(object, title: title)
        for key in object.keys.sorted() where !Self.known.contains(key) { recipe.notes.append((.otherField, key)) }
        return RecipeLimits.allow(recipe.body) ? .success(recipe) : .failure(.init(kind: .tooLong, example: title))
    }

    private func readLines(_ object: [String: Any], _ recipe: inout SchemaRecipe) {
        var group = ""
        for text in Self.texts(object["recipeIngredient"] ?? object["ingredients"]) {
            let parsed = catalogue.parse(text)
            if parsed.isHeading {
                group = String((text.hasSuffix(":") ? text.dropLast() : text[...]).trimmed)
                continue
            }
            recipe.body.lines.append(catalogue.line(parsed, group: group))
            if parsed.amount == nil, text.utf8.contains(where: { (48...57).contains($0) }) {
                recipe.notes.append((.unreadAmount, text))
            }
        }
    }

    private func readFigures(_ object: [String: Any], _ recipe: inout SchemaRecipe) {
        func minutes(_ key: String) -> Int? {
            let text = Self.text(object[key])
            if text.isEmpty { return nil }
            let minutes = ISODuration.minutes(text)
            if minutes == nil { recipe.notes.append((.unknownTime, text)) }
            return minutes.flatMap { RecipeLimits.minutes.contains($0) ? $0 : nil }
        }
        recipe.body.prepMinutes = minutes("prepTime")
        recipe.body.cookMinutes = minutes("cookTime")
        if let total = minutes("totalTime"), recipe.body.cookMinutes == nil {
            recipe.body.cookMinutes = max(0, total - (recipe.body.prepMinutes ?? 0))
            if recipe.body.prepMinutes == nil { recipe.notes.append((.totalTimeOnly, Self.text(object["totalTime"]))) }
        }
        let yields = Self.texts(object["recipeYield"])
        recipe.body.servings = yields.lazy.compactMap(Self.servings).first
        if recipe.body.servings == nil, let yield = yields.first { recipe.notes.append((.unknownYield, yield)) }
    }

    private func readTerms(_ object: [String: Any], _ recipe: inout SchemaRecipe) {
        let categories = Self.texts(object["recipeCategory"])
        recipe.body.category = categories.lazy.compactMap(category).first
        if recipe.body.category == nil, let first = categories.first { recipe.notes.append((.unknownCategory, first)) }
        let cuisines = Self.texts(object["recipeCuisine"])
        recipe.body.cuisine = cuisines.lazy.compactMap(catalogue.cuisineKey).first
        if recipe.body.cuisine == nil, let first = cuisines.first { recipe.notes.append((.unknownCuisine, first)) }
        if let keywords = Self.texts(object["keywords"]).first { recipe.notes.append((.keywords, keywords)) }
        if object["nutrition"] != nil { recipe.notes.append((.nutrition, recipe.body.title)) }
        if object["image"] != nil { recipe.notes.append((.pictures, recipe.body.title)) }
    }

    /// Other sites' names for our categories.
    private static let categoryNames = [
        "main course": "main", "main dish": "main", "dinner": "main", "lunch": "main", "entree": "main",
        "appetizer": "starter", "appetiser": "starter", "side dish": "side", "breads": "bread", "dips": "sauce",
        "dip": "sauce", "sauces": "sauce", "beverage": "drink", "cocktail": "drink", "drinks": "drink", "soups": "soup",
        "salads": "salad", "desserts": "dessert", "snacks": "snack", "cake": "baking", "cakes": "baking",
        "cookies": "baking", "brunch": "breakfast",
    ]

    private func category(_ name: String) -> String? {
        Self.categoryNames[name.lowercased()] ?? catalogue.categoryKey(named: name)
    }
}

extension SchemaReader {
    /// The text of a value: itself, a number, the first of a list, or an object's `@value`, `name` or `text`.
    static func text(_ value: Any?) -> String { texts(value).first ?? "" }

    static func texts(_ value: Any?) -> [String] {
        switch value {
        case let text as String:
            let trimmed = text.trimmed
            return trimmed.isEmpty ? [] : [trimmed]
        case let number as Double:
            return [number == number.rounded() ? String(Int(exactly: number) ?? 0) : String(number)]
        case let list as [Any]: return list.flatMap(texts)
        case let object as [String: Any]: return texts(object["@value"] ?? object["text"] ?? object["name"])
        default: return []
        }
    }

    /// Steps of a text with paragraphs, of texts, of HowToStep, of HowToSection whose name leads its first step.
    static func steps(_ value: Any?) -> [String] {
        switch value {
        case let text as String: return text.paragraphs
        case let list as [Any]: return list.flatMap(steps)
        case let object as [String: Any]:
            guard let items = object["itemListElement"] else { return texts(object["text"] ?? object["name"]) }
            var steps = steps(items)
            let heading = text(object["name"])
            if !heading.isEmpty, let first = steps.first { steps[0] = "\(heading): \(first)" }
            return steps
        default: return []
        }
    }

    /// `4`, `4 servings`, `Serves 4–6`: the first number.
    private static func servings(_ text: String) -> Int? {
        let digits = text.drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && $0.isNumber }
        return Int(digits).flatMap { RecipeLimits.servings.contains($0) ? $0 : nil }
    }

    private static func source(_ object: [String: Any]) -> String {
        let credit = text(object["creditText"])
        let license = text(object["license"])
        let address = text(object["url"] ?? object["mainEntityOfPage"] ?? object["isBasedOn"])
        return [credit.isEmpty ? text(object["author"]) : credit, address, license].filter { !$0.isEmpty }
            .joined(separator: " · ")
    }

    private static func language(_ object: [String: Any], title: String) -> String {
        let named = text(object["inLanguage"]).lowercased()
        if named.hasPrefix("ru") { return "ru" }
        let cyrillic = title.unicodeScalars.filter { ("\u{400}"..."\u{4ff}").contains($0) }.count
        return named.isEmpty && cyrillic * 2 > title.unicodeScalars.count ? "ru" : "en"
    }

    /// `@id` or `url`; else a hash of title and ingredients.
    private static func origin(_ object: [String: Any], _ title: String) -> String {
        let name = text(object["@id"] ?? object["url"])
        if !name.isEmpty, name.utf8.count <= 500 { return name }
        return "sha256:" + SHA256.hex(([title] + texts(object["recipeIngredient"])).joined(separator: "\n"))
    }
}

/// Why an object gave no recipe.
struct ImportFailure: Error, Sendable {
    let kind: ImportNote
    let example: String
}

extension RecipeLimits {
    /// Whether a text keeps within every limit.
    static func allow(_ body: RecipeBody) -> Bool {
        body.title.length <= title && body.description.length <= description && body.lines.count <= lines
            && body.lines.allSatisfy {
                max($0.ingredient.length, $0.note.length, $0.unit.length, $0.group.length) <= text
            }
            && body.steps.count <= steps && body.steps.allSatisfy { $0.length <= step } && body.tips.length <= tips
            && body.source.length <= source
    }
}

/// Durations of ISO 8601 such as `PT1H30M`.
enum ISODuration {
    static func minutes(_ text: String) -> Int? {
        guard text.hasPrefix("P"), text.utf8.count <= 40 else { return nil }
        var minutes = 0.0
        var number = ""
        var isTime = false
        var isEmpty = true
        for character in text.dropFirst() {
            switch character {
            case "0"..."9", ".", ",": number.append(character == "," ? "." : character)
            case "T": isTime = true
            default:
                guard let value = Double(number), let factor = factors[isTime ? "T\(character)" : "\(character)"] else {
                    return nil
                }
                minutes += value * factor
                number = ""
                isEmpty = false
            }
        }
        return isEmpty || !number.isEmpty || minutes > 1e9 ? nil : Int(minutes.rounded())
    }

    private static let factors = ["W": 10_080.0, "D": 1_440, "TH": 60, "TM": 1, "TS": 1.0 / 60]
}
