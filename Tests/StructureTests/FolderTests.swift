// The feature folders of the site form no circle: each can be understood with those below it.

import Testing

struct FolderTests {
    /// A type that a folder takes from another.
    struct Reference: Hashable, CustomStringConvertible {
        let from: String
        let type: String
        let to: String

        var description: String { "\(from) uses \(type) of \(to)" }
    }

    /// These two wire the others together and may name every feature; features in turn know `App`.
    static let wiring: Set<String> = ["App", "Commands"]

    /// What still goes against the order, with what would end it; the list only gets shorter.
    static let known: [Reference] =
        // `Actor` belongs beside the log that writes it down.
        ["Actor"].map { Reference(from: "Audit", type: $0, to: "Accounts") }
        // A cook's public page is a list of recipes.
        + ["Author", "PublicRecipeStore", "RecipeCard"].map { Reference(from: "Accounts", type: $0, to: "Recipes") }
        // What the catalogue makes of a whole recipe belongs to the recipes.
        + ["Amounts", "PublicRecipeStore", "RecipeBody", "RecipeLimits", "RecipeLine", "RecipeStore"]
        .map { Reference(from: "Catalogue", type: $0, to: "Recipes") }
        + ["DerivedDiets", "DietRules"].map { Reference(from: "Catalogue", type: $0, to: "Diets") }
        + ["Nutrient", "Nutrition", "NutritionRules", "RecipeNutrition"]
        .map { Reference(from: "Catalogue", type: $0, to: "Nutrition") }
        + ["RecipeForm"].map { Reference(from: "Photos", type: $0, to: "Recipes") }
        // A diet as a page shows it is part of the page.
        + ["Verdict"].map { Reference(from: "Diets", type: $0, to: "Recipes") }
        // The recipe page shows its author the rounds in the queue.
        + ["Difference", "FieldDifference", "RecipeRemoval", "Round", "SubmissionStore"]
        .map { Reference(from: "Recipes", type: $0, to: "Publishing") }

    static let references: Set<Reference> = {
        let files = Project.sources.filter { $0.folders.count == 3 && $0.folders[1] == "Toque" }
        var home: [String: String] = [:]
        for file in files {
            for type in file.types { home[type] = file.folders[2] }
        }
        var references: Set<Reference> = []
        for file in files where !wiring.contains(file.folders[2]) {
            for word in file.words where !word.isMember {
                guard let to = home[String(word.text)], to != file.folders[2], !wiring.contains(to) else { continue }
                references.insert(Reference(from: file.folders[2], type: String(word.text), to: to))
            }
        }
        return references
    }()

    @Test func `no circle goes through the feature folders`() {
        let references = Self.references.subtracting(Self.known)
        let circle = references.filter { Self.reaches($0.to, $0.from, in: references) }.map(\.description).sorted()
        #expect(circle.isEmpty)
    }

    @Test func `every exception is still one`() {
        let gone = Self.known.filter { !Self.references.contains($0) }
        #expect(gone.isEmpty, "take out: \(gone)")
    }

    private static func reaches(_ start: String, _ end: String, in references: Set<Reference>) -> Bool {
        var seen: Set<String> = [start]
        var open = [start]
        while let folder = open.popLast() {
            if folder == end { return true }
            for next in Set(references.filter { $0.from == folder }.map(\.to)) where seen.insert(next).inserted {
                open.append(next)
            }
        }
        return false
    }
}
