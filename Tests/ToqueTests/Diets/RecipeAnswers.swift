// The answers of the real catalogue for a recipe of a few words, for tests of what texts name.

import Bytes
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

private let catalogue: Catalogue? = try? RealData.catalogue()

/// The diets of a recipe with these lines and steps, which are between bars: `Bake.|Serve.`
func answer(_ lines: String, _ steps: String, title: String = "Supper") throws -> DerivedDiets {
    let catalogue = try #require(catalogue)
    var body = RecipeBody()
    body.title = title
    body.lines = catalogue.lines(pasted: lines)
    body.steps = steps.split(bytes: "|").map { RecipeStep(text: String($0)) }
    return catalogue.diets(of: body)
}

/// A promise of a recipe: a diet that it suits, or an allergen that it lacks.
enum RecipePromise {
    case diet(Diet)
    case lacks(Allergen)
}

/// A recipe of a few words and the promises to check.
typealias PromiseRow = (title: String, lines: String, steps: String, promises: [RecipePromise])

/// Checks that the recipe makes all of its promises, or none.
func expectPromises(of row: PromiseRow, are made: Bool) throws {
    let found = try answer(row.lines, row.steps, title: row.title)
    for promise in row.promises {
        let isMade =
            switch promise {
            case .diet(let diet): found[diet] == .yes
            case .lacks(let allergen): found[allergen] == .no
            }
        #expect(isMade == made, "\(promise)")
    }
}
