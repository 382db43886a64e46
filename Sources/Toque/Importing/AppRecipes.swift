// Reads the recipe JSON of Mealie, Tandoor and Paprika.

import Bytes
import Foundation

/// Recognises each program by the fields that only it has.
enum AppRecipe {
    /// The recipe of an object; `nil` if none of the programs wrote it.
    static func read(_ object: [String: Any]) -> ImportedRecipe? {
        var recipe: ImportedRecipe
        if object["directions"] is String, object["ingredients"] is String {
            recipe = PaprikaRecipe.read(object)
        } else if object["steps"] is [Any], object["working_time"] != nil || object["waiting_time"] != nil {
            recipe = TandoorRecipe.read(object)
        } else if object["recipeIngredient"] is [Any] || object["recipe_ingredient"] is [Any], object["@type"] == nil {
            recipe = MealieRecipe.read(object)
        } else {
            return nil
        }
        recipe.keepWithinLimits()
        return recipe
    }

    /// The amount as a decimal number: writing `1 1/2` would be a guess. Rounding removes the digits that floating
    /// point adds.
    static func amount(_ value: Any?) -> String {
        guard let number = value as? Double else { return SchemaText.text(value) }
        return number == 0 ? "" : JSONText.number((number * 1_000).rounded() / 1_000)
    }

    /// A note with its heading.
    static func note(_ title: String, _ text: String) -> String {
        [title, text].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// Reports the fields that contain something and that no reader knows.
    static func leave(_ object: [String: Any], except known: Set<String>, _ recipe: inout ImportedRecipe) {
        for key in object.keys.sortedByBytes() where !known.contains(key) {
            let text = SchemaText.text(object[key])
            if !text.isEmpty, text != "0" { recipe.leave(key, text) }
        }
    }
}

/// Paprika: one object per recipe, with lists as lines of text.
enum PaprikaRecipe {
    private static let known: Set<String> = [
        "uid", "name", "description", "ingredients", "directions", "notes", "servings", "prep_time", "cook_time",
        "total_time", "source", "source_url", "categories", "image_url", "nutritional_info", "created", "hash", "photo",
        "photo_hash", "photo_large", "photo_data", "photos", "photo_url", "on_favorites", "in_trash", "scale",
        "difficulty",
    ]

    static func read(_ object: [String: Any]) -> ImportedRecipe {
        func text(_ key: String) -> String { SchemaText.clean(object[key]) }
        var recipe = ImportedRecipe()
        recipe.title = text("name")
        recipe.description = text("description")
        recipe.credit = text("source")
        recipe.address = text("source_url")
        recipe.identifier = text("uid").isEmpty ? "" : "paprika:" + text("uid")
        recipe.yields = SchemaText.cleanAll(object["servings"])
        recipe.setMinutes(\.prepMinutes, text("prep_time"), field: "prepTime")
        recipe.setMinutes(\.cookMinutes, text("cook_time"), field: "cookTime")
        recipe.setMinutes(\.totalMinutes, text("total_time"), field: "totalTime")
        recipe.categories = SchemaText.cleanAll(object["categories"])
        recipe.difficulty = text("difficulty")
        recipe.lines = text("ingredients").paragraphs.map { ImportedRecipe.Line(text: $0) }
        recipe.steps = StepReader.steps(object["directions"])
        recipe.notes = text("notes").paragraphs
        recipe.images = SchemaText.texts(object["image_url"])
        takeFigures(text("nutritional_info"), &recipe)
        AppRecipe.leave(object, except: known, &recipe)
        return recipe
    }

    /// Reads nutrition from free text, unless the text says that the values are not for a serving, and reports the
    /// rest.
    private static func takeFigures(_ text: String, _ recipe: inout ImportedRecipe) {
        let read = ImportedFigures.lines(text)
        recipe.nutrition = read.figures
        for line in read.left { recipe.leave("nutritional_info", line) }
    }

    /// The picture, which Paprika stores in the recipe's JSON as Base64.
    static func picture(_ object: [String: Any]) -> [UInt8]? {
        guard let text = object["photo_data"] as? String, object["directions"] is String else { return nil }
        return Data(base64Encoded: text, options: .ignoreUnknownCharacters).map(Array.init)
    }
}

/// Tandoor: steps that each contain their ingredients.
enum TandoorRecipe {
    private static let known: Set<String> = [
        "id", "name", "description", "keywords", "steps", "working_time", "waiting_time", "internal", "nutrition",
        "servings", "servings_text", "source_url", "image", "created_at", "updated_at", "created_by", "private",
        "shared", "file_path", "show_ingredient_overview", "properties", "food_properties", "last_cooked",
    ]

    static func read(_ object: [String: Any]) -> ImportedRecipe {
        var recipe = ImportedRecipe()
        recipe.title = SchemaText.clean(object["name"])
        recipe.description = SchemaText.clean(object["description"])
        recipe.address = SchemaText.text(object["source_url"])
        recipe.prepMinutes = minutes(object["working_time"])
        // Tandoor's waiting time is all time without work, including time in the oven.
        recipe.cookMinutes = minutes(object["waiting_time"])
        recipe.keywords = SchemaText.list(object["keywords"]).flatMap { keyword in
            SchemaText.cleanAll(
                (keyword as? [String: Any])?["label"] ?? (keyword as? [String: Any])?["name"] ?? keyword)
        }
        let servings = [AppRecipe.amount(object["servings"]), SchemaText.clean(object["servings_text"])]
        recipe.yields = [servings.filter { !$0.isEmpty }.joined(separator: " ")].filter { !$0.isEmpty }
        for case let step as [String: Any] in SchemaText.list(object["steps"]) { take(step, &recipe) }
        AppRecipe.leave(object, except: known, &recipe)
        // Tandoor does not say whether the values are for a serving or for the whole recipe.
        if object["nutrition"] is [String: Any] { recipe.leave("nutrition", "figures") }
        return recipe
    }

    private static func take(_ step: [String: Any], _ recipe: inout ImportedRecipe) {
        let name = SchemaText.clean(step["name"])
        var group = name
        for case let ingredient as [String: Any] in SchemaText.list(step["ingredients"]) {
            let note = SchemaText.clean(ingredient["note"])
            if ingredient["is_header"] as? Bool == true {
                group = note
                continue
            }
            let amount = ingredient["no_amount"] as? Bool == true ? "" : AppRecipe.amount(ingredient["amount"])
            let words = [amount, SchemaText.clean(ingredient["unit"]), SchemaText.clean(ingredient["food"])]
            let text = words.filter { !$0.isEmpty }.joined(separator: " ")
            let whole = note.isEmpty ? text : text.isEmpty ? note : "\(text), \(note)"
            let line = whole.paragraphs.joined(separator: " ")
            if !line.isEmpty { recipe.lines.append(ImportedRecipe.Line(text: line, group: group)) }
        }
        recipe.steps += StepReader.steps(step["instruction"], section: name)
        if let time = minutes(step["time"]) { recipe.leave("step time", "\(time) min") }
    }

    private static func minutes(_ value: Any?) -> Int? {
        guard let number = value as? Double, number >= 1, number <= Double(RecipeLimits.minutes.upperBound) else {
            return nil
        }
        return Int(number)
    }
}

/// Mealie: close to schema.org, but with parsed ingredients. Its export has names in camel case, its backup in snake
/// case.
enum MealieRecipe {
    private static let known: Set<String> = [
        "id", "userId", "user_id", "householdId", "household_id", "groupId", "group_id", "name", "slug", "image",
        "recipeYield", "recipe_yield", "recipeServings", "recipe_servings", "recipeYieldQuantity",
        "recipe_yield_quantity", "totalTime", "total_time", "prepTime", "prep_time", "cookTime", "cook_time",
        "performTime", "perform_time", "description", "recipeCategory", "recipe_category", "tags", "tools",
        "orgURL", "org_url", "dateAdded", "date_added", "dateUpdated", "date_updated", "createdAt", "created_at",
        "updatedAt", "updated_at", "update_at", "lastMade", "last_made", "recipeIngredient", "recipe_ingredient",
        "recipeInstructions", "recipe_instructions", "nutrition", "settings", "assets", "notes", "extras", "comments",
    ]

    static func read(_ object: [String: Any]) -> ImportedRecipe {
        func value(_ name: String, _ snake: String) -> Any? { object[name] ?? object[snake] }
        var recipe = ImportedRecipe()
        recipe.title = SchemaText.clean(object["name"])
        recipe.description = SchemaText.clean(object["description"])
        recipe.address = SchemaText.text(value("orgURL", "org_url"))
        let id = SchemaText.text(object["id"])
        recipe.identifier = id.isEmpty ? "" : "mealie:" + id
        let servings = AppRecipe.amount(value("recipeServings", "recipe_servings"))
        recipe.yields = ([servings] + SchemaText.cleanAll(value("recipeYield", "recipe_yield"))).filter { !$0.isEmpty }
        recipe.setMinutes(\.prepMinutes, SchemaText.text(value("prepTime", "prep_time")), field: "prepTime")
        let cook = value("performTime", "perform_time") ?? value("cookTime", "cook_time")
        recipe.setMinutes(\.cookMinutes, SchemaText.text(cook), field: "cookTime")
        recipe.setMinutes(\.totalMinutes, SchemaText.text(value("totalTime", "total_time")), field: "totalTime")
        recipe.categories = SchemaText.cleanAll(value("recipeCategory", "recipe_category"))
        recipe.keywords = SchemaText.cleanAll(object["tags"])
        recipe.tools = SchemaText.cleanAll(object["tools"])
        takeIngredients(value("recipeIngredient", "recipe_ingredient"), &recipe)
        takeSteps(value("recipeInstructions", "recipe_instructions"), &recipe)
        for case let note as [String: Any] in SchemaText.list(object["notes"]) {
            recipe.notes.append(AppRecipe.note(SchemaText.clean(note["title"]), SchemaText.clean(note["text"])))
        }
        for (name, figure) in object["nutrition"] as? [String: Any] ?? [:] {
            let text = SchemaText.clean(figure)
            // Mealie shows these in milligrams and stores the number only.
            let isInMilligrams =
                ["sodium", "cholesterol"].contains { name.hasPrefix(bytes: $0) } && Double(text) != nil
            if !text.isEmpty { recipe.nutrition[name] = isInMilligrams ? text + " mg" : text }
        }
        AppRecipe.leave(object, except: known, &recipe)
        return recipe
    }

    private static func takeIngredients(_ value: Any?, _ recipe: inout ImportedRecipe) {
        var group = ""
        for item in SchemaText.list(value) {
            guard let ingredient = item as? [String: Any] else {
                recipe.lines += SchemaText.cleanAll(item).map {
                    ImportedRecipe.Line(text: $0.paragraphs.joined(separator: " "), group: group)
                }
                continue
            }
            let title = SchemaText.clean(ingredient["title"])
            if !title.isEmpty { group = title }
            let text = line(ingredient).paragraphs.joined(separator: " ")
            if !text.isEmpty { recipe.lines.append(ImportedRecipe.Line(text: text, group: group)) }
        }
    }

    /// The line as a person wrote it, if it was kept, or else the parts joined.
    private static func line(_ ingredient: [String: Any]) -> String {
        for key in ["originalText", "original_text", "display"] {
            let text = SchemaText.clean(ingredient[key])
            if !text.isEmpty { return text }
        }
        let food = SchemaText.clean(ingredient["food"])
        let note = SchemaText.clean(ingredient["note"])
        if food.isEmpty { return note }
        let text = [AppRecipe.amount(ingredient["quantity"]), SchemaText.clean(ingredient["unit"]), food]
            .filter { !$0.isEmpty }.joined(separator: " ")
        return note.isEmpty ? text : "\(text), \(note)"
    }

    private static func takeSteps(_ value: Any?, _ recipe: inout ImportedRecipe) {
        var section = ""
        for item in SchemaText.list(value) {
            if let step = item as? [String: Any] {
                let title = SchemaText.clean(step["title"])
                if !title.isEmpty { section = title }
                recipe.steps += StepReader.steps(step["text"], section: section)
            } else {
                recipe.steps += StepReader.steps(item, section: section)
            }
        }
    }
}
