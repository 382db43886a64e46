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
