// Converts a Cooklang text to an imported recipe: gathers the ingredients of its steps in a list and turns the steps
// into prose.

import Bytes
import Foundation

enum CooklangRecipe {
    /// Reads a text; `name`, such as the file's name, is the title if the text has none.
    static func read(_ text: String, name: String = "") throws(ImportRefusal) -> ImportedRecipe {
        guard text.utf8.count <= ImportLimits.document else { throw .tooLong }
        let source = Cooklang(text)
        var recipe = ImportedRecipe()
        for (key, value) in source.metadata where !value.isEmpty { take(key, value, &recipe) }
        if recipe.title.isEmpty { recipe.title = name }
        recipe.notes += source.notes
        for line in source.unread { recipe.leave("metadata", line) }
        var seen = Seen()
        for step in source.steps { take(step, &recipe, &seen) }
        for (field, count) in [("ingredients", seen.moreLines), ("tools", seen.moreTools)] where count > 0 {
            recipe.leave(field, .more(count))
        }
        recipe.keepWithinLimits()
        guard !recipe.lines.isEmpty else { throw .noRecipe }
        return recipe
    }

    /// Whether a text is Cooklang and not plain text: no other format has marks with braces.
    static func isLikely(_ text: String) -> Bool {
        let mark = /[@#~][^\s@#~{}][^@#~{}\n]*\{[^{}\n]*\}|~\{[^{}\n]+\}/
        return text.firstMatch(of: mark.matchingSemantics(.unicodeScalar)) != nil
    }

    /// The ingredients that already have a line, the tools that are listed, and the numbers of lines and tools beyond the limits.
    private struct Seen {
        var names: Set<String> = []
        var tools: Set<String> = []
        var (moreLines, moreTools) = (0, 0)
    }

    private static func take(_ step: Cooklang.Step, _ recipe: inout ImportedRecipe, _ seen: inout Seen) {
        var (text, timer) = ("", Int?.none)
        for item in step.items {
            switch item {
            case .text(let plain): text += plain
            case .ingredient(let path, let quantity, let unit, let note):
                // A reference to a recipe in the same folder is a path.
                let name =
                    path.hasPrefix(bytes: "./") || path.hasPrefix(bytes: "../")
                    ? String(path.split(bytes: "/").last ?? "") : path
                text += name
                guard recipe.lines.count < ImportLimits.lines else {
                    seen.moreLines += 1
                    continue
                }
                let amount = [quantity?.text ?? "", unit, name].filter { !$0.isEmpty }.joined(separator: " ")
                let line = ImportedRecipe.Line(text: note.isEmpty ? amount : "\(amount), \(note)", group: step.section)
                // A second mention without an amount is the same ingredient, not another line.
                if seen.names.insert(name).inserted || quantity != nil { recipe.lines.append(line) }
            case .cookware(let name, _):
                text += name
                guard recipe.tools.count < ImportLimits.words else {
                    seen.moreTools += 1
                    continue
                }
                if seen.tools.insert(name).inserted { recipe.tools.append(name) }
            case .timer(let name, let quantity, let unit):
                let time = [quantity?.text ?? "", unit].filter { !$0.isEmpty }.joined(separator: " ")
                text += time.isEmpty ? name : time
                timer = timer ?? StepTimer(typed: time).seconds
            }
        }
        let paragraph = text.trimmed
        guard !paragraph.isEmpty else { return }
        recipe.steps.append(ImportedRecipe.Step(text: paragraph, section: step.section, timer: timer))
    }

    /// Reads the keys of Cooklang's conventions and those of older files.
    private static func take(_ key: String, _ value: String, _ recipe: inout ImportedRecipe) {
        func list() -> [String] { value.split(bytes: ",").map(\.trimmed).filter { !$0.isEmpty } }
        switch key.lowercased().replacing(bytes: "_", with: " ").replacing(bytes: ".", with: " ") {
        case "title", "name": recipe.title = value.inOneLine
        case "description", "introduction": recipe.description = value
        case "author", "source author", "author name": recipe.author = value
        case "source", "source name", "url", "source url", "link":
            if value.hasPrefix(bytes: "http"), !value.contains(bytes: " ") {
                recipe.address = value
            } else {
                recipe.credit = value
            }
        case "servings", "serves", "yield", "portions": recipe.yields.append(value)
        case "prep time", "time prep", "preparation time": recipe.setMinutes(\.prepMinutes, value, field: "prepTime")
        case "cook time", "time cook", "cooking time": recipe.setMinutes(\.cookMinutes, value, field: "cookTime")
        case "time", "total time", "time total", "duration", "time required":
            recipe.setMinutes(\.totalMinutes, value, field: "totalTime")
        case "course", "category", "meal": recipe.categories += list()
        case "cuisine": recipe.cuisines += list()
        case "tags", "tag", "keywords", "diet": recipe.keywords += list()
        case "difficulty": recipe.difficulty = value
        case "image", "images", "picture", "pictures": recipe.images += list()
        case "locale", "language", "lang": recipe.language = value
        case "license", "licence": recipe.license = value
        case "credit": recipe.terms.credit = value
        case "adapted from": recipe.terms.title = value.inOneLine
        case "adapted from author": recipe.terms.author = value.inOneLine
        case "adapted from url": recipe.terms.address = value
        case "adapted from license": recipe.terms.license = value
        case let name:
            if let nutrient = name.dropping(prefix: "nutrition ") {
                recipe.nutrition[String(nutrient)] = value
            } else {
                recipe.leave(key, value)
            }
        }
    }
}
