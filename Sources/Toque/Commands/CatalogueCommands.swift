// `toque parse`, `toque diets`, `toque ingredient`: show how the catalogue reads a line, a recipe, a name.

import Database
import Food
import Foundation

extension Arguments {
    /// The catalogue of the site, or the starter catalogue if there is no database yet.
    mutating func catalogue() throws -> Catalogue {
        let configuration = try configuration()
        if FileManager.default.fileExists(atPath: configuration.databasePath) {
            let reader = try Connection(path: configuration.databasePath, mode: .readOnly)
            let catalogue = try CatalogueStore(reader).load()
            if !catalogue.entries.isEmpty { return catalogue }
        }
        return Catalogue(starter: try StarterCatalogue())
    }
}

extension Catalogue {
    /// The catalogue of a new site, without database ids.
    convenience init(starter: StarterCatalogue) {
        self.init(
            edition: 0, entries: starter.entries, ids: [:], groups: IngredientGroup.all, units: starter.units,
            categories: [], cuisines: [],
            nutrition: Dictionary(starter.nutrition.map { ($0.number, $0) }) { first, _ in first })
    }

    var dietsCommand: DietsCommand {
        DietsCommand(parser: parser, index: index, units: units) { self.nutrition(of: $0) }
    }
}

enum ParseLinesCommand {
    static let command = CommandLineTool.Command(
        name: "parse", usage: "< LINES", help: "reads ingredient lines from standard input, prints JSON lines"
    ) { arguments in
        let catalogue = try arguments.catalogue()
        try arguments.finish()
        let command = ParseCommand(parser: catalogue.parser, index: catalogue.index)
        Terminal.answer { command.json($0) }
    }
}

enum RecipeDietsCommand {
    static let command = CommandLineTool.Command(
        name: "diets", usage: "[--jsonl] < LINES",
        help: """
            reads the ingredient lines of a recipe from standard input, prints its diets, allergens and reasons as JSON
            With --jsonl each line of input is one recipe: a JSON array of its lines, or an object with
            "ingredients", "title", "steps" and "tips".
            """
    ) { arguments in
        let isLines = arguments.take(flag: "--jsonl")
        let catalogue = try arguments.catalogue()
        try arguments.finish()
        let command = catalogue.dietsCommand
        if isLines {
            for (number, line) in Terminal.lines().enumerated() {
                do {
                    Terminal.print(try command.json(array: line))
                } catch {
                    throw CommandLineTool.Usage(description: "line \(number + 1) is not a JSON array of texts")
                }
            }
        } else {
            Terminal.print(command.json(Array(Terminal.lines())))
        }
    }
}

enum LookUpCommand {
    struct Unknown: Error, CustomStringConvertible {
        let description: String
    }

    static let command = CommandLineTool.Command(
        name: "ingredient", usage: "NAME", help: "prints what the catalogue knows about an ingredient, as JSON"
    ) { arguments in
        var words: [String] = []
        while let word = arguments.next() { words.append(word) }
        let catalogue = try arguments.catalogue()
        try arguments.finish()
        let name = words.joined(separator: " ")
        guard !name.isEmpty else { throw CommandLineTool.Usage(description: "say which: toque ingredient butter") }
        guard let entry = catalogue.entry(named: name) else {
            throw Unknown(description: "no ingredient “\(name)” in the catalogue")
        }
        Terminal.print(IngredientCommand(index: catalogue.index).json(entry, catalogue.nutrition(of: entry)))
    }
}
