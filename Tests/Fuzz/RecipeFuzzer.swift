// Any bytes as what import reads: a file of recipes, a page, Cooklang, plain text, bent JSON. TOQUE_FUZZ_READER chooses;
// what is taken keeps its limits and reads back equal.

import Foundation

@testable import Food
@testable import TestKit
@testable import Toque

private let catalogue = Result { try StartingPoint.made.get().catalogue }
private let reader = ProcessInfo.processInfo.environment["TOQUE_FUZZ_READER"] ?? "recipe"

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let catalogue = try? catalogue.get() else { preconditionFailure("no catalogue") }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    switch reader {
    case "page": if let recipe = try? WebRecipe.read(text, address: "https://a.example/") { check(recipe, catalogue) }
    case "cooklang": if let recipe = try? CooklangRecipe.read(text, name: "a") { check(recipe, catalogue) }
    case "text": if let recipe = try? PlainRecipe.read(text, catalogue) { check(recipe, catalogue) }
    case "json": checkJSON(bytes)
    case "archive": checkArchive(bytes, catalogue)
    default: checkFile(bytes, catalogue)
    }
    return 0
}

/// What is in an archive, however deep, and what is told of it, is within bounds.
private func checkArchive(_ bytes: [UInt8], _ catalogue: Catalogue) {
    guard let reading = try? ImportPreview.read(bytes, name: "a.zip", catalogue) else { return }
    precondition(reading.recipes.count <= ImportLimits.recipes && reading.unread.count <= ImportLimits.leftovers + 1)
    for recipe in reading.recipes { check(recipe.body, catalogue) }
}

private func checkFile(_ bytes: [UInt8], _ catalogue: Catalogue) {
    for case .success(let recipe) in ImportFile(bytes: bytes, catalogue: catalogue) { check(recipe.body, catalogue) }
}

private func check(_ body: RecipeBody, _ catalogue: Catalogue) {
    precondition(RecipeLimits.allow(body))
    precondition(!body.title.isEmpty && !body.lines.isEmpty)
    let encoded = body.encoded()
    guard let again = try? RecipeBody(encoded: encoded) else { preconditionFailure("not read back") }
    precondition(again.encoded() == encoded)
    _ = catalogue.diets(of: body)
}

/// What a reader gave is within bounds, is JSON when shown, and is taken or refused.
private func check(_ recipe: ImportedRecipe, _ catalogue: Catalogue) {
    precondition(recipe.lines.count <= ImportLimits.lines && recipe.steps.count <= ImportLimits.lines)
    precondition(recipe.notUnderstood.count <= ImportLimits.leftovers)
    precondition(LenientJSON.values(recipe.schemaJSON).count == 1)
    if case .success(let taken) = catalogue.take(recipe) { check(taken.body, catalogue) }
}

/// What was made strict, and is JSON to Foundation, stays as it is when it is made strict again.
private func checkJSON(_ bytes: [UInt8]) {
    for document in LenientJSON.documents(bytes) where ImportFile.value(document[...]) != nil {
        precondition(LenientJSON.documents(document) == [document])
    }
}
