// The starter catalogue: text files within the program, loaded into the database when they differ from those loaded
// last.

import Bytes
import Content
import Food
import Security

/// The ingredients, categories, cuisines, units and nutrition in `Starter/`.
struct StarterCatalogue {
    var entries: [IngredientEntry]
    var categories: [CatalogueTerm]
    var cuisines: [CatalogueTerm]
    var aisles: [CatalogueTerm]
    var units: UnitTable
    var nutrition: [Nutrition]

    /// A hash of the files and of the facts that their profiles contain.
    static var edition: String {
        let files = StarterFiles.all.filter { file in
            !["Recipes/", "Tutorials/", "Pages/"].contains { file.path.hasPrefix(bytes: $0) }
        }.map { "\($0.path)\n\($0.text)" }
        return SHA256.hex((files + FactProfile.allCases.map(\.facts.code)).joined(separator: "\n"))
    }

    init() throws {
        func file(_ name: String) -> String { StarterFiles.all.first { $0.path == name }?.text ?? "" }
        entries = try StarterFiles.all.filter { $0.path.hasPrefix(bytes: "Ingredients/") }.flatMap {
            try CatalogueFile.parse($0.text, file: "Starter/" + $0.path)
        }
        if let problem = IngredientGraph.problem(entries) { throw problem }
        categories = try CatalogueTerm.parse(file("categories.txt"), file: "Starter/categories.txt")
        cuisines = try CatalogueTerm.parse(file("cuisines.txt"), file: "Starter/cuisines.txt")
        aisles = try CatalogueTerm.parse(file("aisles.txt"), file: "Starter/aisles.txt")
        units = try UnitTable(parsing: file("units.txt"), file: "Starter/units.txt")
        nutrition = try Self.nutrition(file("nutrition.txt"))
    }

    private static func nutrition(_ text: String) throws -> [Nutrition] {
        try text.split(bytes: "\n").enumerated().compactMap { number, line in
            if line.hasPrefix(bytes: "#") { return nil }
            let fields = line.split(bytes: "|", omittingEmptySubsequences: false).map(\.trimmed)
            guard fields.count == 10, let usda = Int(fields[0]) else {
                throw CatalogueError(file: "Starter/nutrition.txt", line: number + 1, message: "expected ten fields")
            }
            return Nutrition(number: usda, name: fields[1], figures: fields.dropFirst(2).map { Double($0) })
        }
    }
}

extension IngredientGroup {
    /// The groups of the program; a test checks the file for errors.
    static let all: [IngredientGroup] = {
        let text = StarterFiles.all.first { $0.path == "groups.txt" }?.text ?? ""
        return (try? parse(text, file: "Starter/groups.txt")) ?? []
    }()
}
