// Fuzzes import: recipe files, web pages, Cooklang, plain text, broken JSON. TOQUE_FUZZ_READER chooses one.
// Accepted recipes keep the limits and read back equal.

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

/// The recipes and unread items of an archive are within the limits, however deep they are.
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

/// A recipe from any parser is within the limits, can be shown as JSON, and is converted or refused.
private func check(_ recipe: ImportedRecipe, _ catalogue: Catalogue) {
    precondition(recipe.lines.count <= ImportLimits.lines && recipe.steps.count <= ImportLimits.lines)
    precondition(recipe.notUnderstood.count <= ImportLimits.leftovers)
    precondition(LenientJSON.values(recipe.schemaJSON).count == 1)
    if case .success(let taken) = catalogue.take(recipe) { check(taken.body, catalogue) }
}

/// JSON that was repaired and that Foundation accepts stays the same when it is repaired again.
private func checkJSON(_ bytes: [UInt8]) {
    for document in LenientJSON.documents(bytes) where ImportFile.value(document[...]) != nil {
        precondition(LenientJSON.documents(document) == [document])
    }
}
