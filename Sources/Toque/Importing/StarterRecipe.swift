// The starter recipes: text files inside the program, headings and lists that a person can review.

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
        for line in text.split(whereSeparator: \.isNewline).map(\.trimmed) where !line.isEmpty {
            if line.hasPrefix("### ") {
                group = String(line.dropFirst(4))
            } else if line.hasPrefix("## ") {
                section = String(line.dropFirst(3))
            } else {
                switch section {
                case "": try header(line, &body, wrong(line))
                case "Ingredients":
                    guard line.hasPrefix("- ") else { throw wrong(line) }
                    body.lines.append(catalogue.line(catalogue.parse(String(line.dropFirst(2))), group: group))
                case "Steps":
                    guard let dot = line.firstIndex(of: "."), Int(line[..<dot]) != nil else { throw wrong(line) }
                    body.steps.append(RecipeStep(text: line[line.index(after: dot)...].trimmed))
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
        guard let colon = line.firstIndex(of: ":") else { throw wrong }
        let value = line[line.index(after: colon)...].trimmed
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
