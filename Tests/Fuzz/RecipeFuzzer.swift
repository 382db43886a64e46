// Any bytes as a file of schema.org recipes: what is taken keeps its limits and reads back equal.

import Foundation

@testable import TestKit
@testable import Toque

private let catalogue = Result { try StartingPoint.made.get().catalogue }

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let catalogue = try? catalogue.get() else { preconditionFailure("no catalogue") }
    let file = ImportFile(bytes: Array(UnsafeBufferPointer(start: start, count: count)), catalogue: catalogue)
    for case .success(let recipe) in file {
        precondition(RecipeLimits.allow(recipe.body))
        precondition(!recipe.body.title.isEmpty && !recipe.body.lines.isEmpty)
        let encoded = recipe.body.encoded()
        guard let again = try? RecipeBody(encoded: encoded) else { preconditionFailure("not read back") }
        precondition(again.encoded() == encoded)
        _ = catalogue.diets(of: recipe.body)
    }
    return 0
}
