// Reads the starter recipes: text files within the program, with headings and lists that a person can review.

import Bytes
import Food
import Words

/// Reads one file of `Starter/Recipes/`.
enum StarterRecipe {
    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    static func parse(_ text: String, file: String, _ catalogue: Catalogue) throws -> RecipeBody {
        var body = RecipeBody()
        var section = ""
        var group = ""
        func wrong(_ line: some StringProtocol) -> Unreadable {
            Unreadable(description: "\(file): “\(line)” is not understood")
        }
        for line in text.lines.map(\.trimmed) where !line.isEmpty {
            if let heading = line.dropping(prefix: "### ") {
                group = String(heading)
            } else if let heading = line.dropping(prefix: "## ") {
                section = String(heading)
            } else {
                switch section {
                case "": try header(line, &body, wrong(line))
                case "Ingredients":
                    guard let words = line.dropping(prefix: "- ") else { throw wrong(line) }
                    body.lines.append(catalogue.line(catalogue.parse(String(words)), group: group))
                case "Steps":
                    guard let dot = line.firstIndex(ofBytes: "."), Int(line[..<dot]) != nil else { throw wrong(line) }
                    var step = RecipeStep(text: line[line.utf8.index(after: dot)...].trimmed)
                    step.timer = StepTimer(seconds: step.offeredTimer)
                    body.steps.append(step)
                case "Tips": body.tips += (body.tips.isEmpty ? "" : "\n") + line
                default: throw wrong(section)
                }
            }
        }
        guard !body.title.isEmpty, !body.lines.isEmpty, !body.steps.isEmpty else {
            throw Unreadable(description: "\(file): title, ingredients or steps are missing")
        }
        return body
    }

    private static func header(_ line: String, _ body: inout RecipeBody, _ wrong: Unreadable) throws {
        guard let colon = line.firstIndex(ofBytes: ":") else { throw wrong }
        let value = line[line.utf8.index(after: colon)...].trimmed
        func number() throws -> Int {
            guard let number = Int(value) else { throw wrong }
            return number
        }
        switch line[..<colon] {
        case "Title": body.title = value
        case "Language": body.language = value
        case "Category": body.category = value
        case "Cuisine": body.cuisine = value
        case "Servings": body.servings = try number()
        case "Prep": body.prepMinutes = try number()
        case "Cook": body.cookMinutes = try number()
        case "Difficulty": body.difficulty = Difficulty(rawValue: value)
        case "Description": body.description = value
        default: throw wrong
        }
    }
}
