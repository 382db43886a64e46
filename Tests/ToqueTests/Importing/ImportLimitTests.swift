// Tests of the limits on single fields of imported recipes, and of what is reported beyond them.

import Compression
import Foundation
import Testing

@testable import TestKit
@testable import Toque

@Suite struct ImportLimitTests {
    @Test func `a name that many lines of a dump refer to is cut`() throws {
        let recipes = (1...20).map { #"{"id":\#($0),"name":"Dal \#($0)"}"# }.joined(separator: ",")
        let lines = (1...20).map { #"{"recipe_id":\#($0),"food_id":1,"unit_id":1,"quantity":1}"# }
        let name = String(repeating: "a", count: 100_000)
        let dump = """
            {"recipes":[\(recipes)],"recipes_ingredients":[\(lines.joined(separator: ","))],"recipe_instructions":[],
            "ingredient_foods":[{"id":1,"name":"\(name)"}],"ingredient_units":[{"id":1,"name":"\(name)"}]}
            """
        let catalogue = try StartingPoint.made.get().catalogue
        let all = try RecipeDocument(catalogue: catalogue).read(Array(dump.utf8), name: "")
        #expect(all.count == 20)
        #expect(all.allSatisfy { $0.lines.map(\.text.utf8.count) == [2 * MealieBackup.name + 3] })
        let some = try RecipeDocument(catalogue: catalogue, most: 3).read(Array(dump.utf8), name: "")
        #expect(some.map(\.title) == ["Dal 1", "Dal 2", "Dal 3"])
    }

    @Test func `a compressed file that is refused costs what was unpacked of it`() throws {
        let zeros = [UInt8](repeating: 0, count: ImportLimits.document + 1)
        let bomb = try #require(Gzip.compress(zeros, level: 9))
        #expect(bomb.count < 10_000)
        let files = (1...30).map { ("\($0).paprikarecipe", bomb) }
        let fit = ImportLimits.budgetUnpacked / (ImportLimits.document + bomb.count)
        let reading = try ImportPreview.read(
            ArchiveImportTests.archive(files), name: "a.zip", StartingPoint.made.get().catalogue)
        #expect(reading.unread.map(\.key) == Array(repeating: "damaged", count: fit) + ["tooMuch"])
    }

    @Test func `categories, cuisines, servings and figures beyond the limits are cut and reported`() throws {
        let many = (1...ImportLimits.words + 5).map { "a\($0)" }.joined(separator: ",")
        let servings = String(repeating: ">> serves: 4\n", count: ImportLimits.words + 5)
        let figures = (1...ImportLimits.figures + 5).map { ">> nutrition.a\($0): 1\n" }.joined()
        let recipe = try CooklangRecipe.read(
            ">> title: Tea\n>> cuisine: \(many)\n>> course: \(many)\n\(servings)\(figures)\nBoil @water{1%l}.")
        #expect(recipe.categories.count == ImportLimits.words && recipe.cuisines.count == ImportLimits.words)
        #expect(recipe.yields.count == ImportLimits.words && recipe.nutrition.count == ImportLimits.figures)
        #expect(
            recipe.notUnderstood
                == ["categories", "cuisines", "nutrition", "yields"].map {
                    .init(field: $0, text: "5 more", remark: .more(5))
                })
    }

    @Test func `a picture beyond the limit or damaged is reported`() throws {
        let picture = TestPicture.png()
        let soups = (1...ImportPages.pictures + 2).flatMap { number in
            [("\(number).json", Array(ImportTests.recipe("Soup \(number)").utf8)), ("\(number).png", picture)]
        }
        func reported(_ archive: [UInt8]) throws -> [Bool] {
            try ImportPreview.read(archive, name: "a.zip", StartingPoint.made.get().catalogue).recipes.map { recipe in
                #expect((recipe.picture == nil) == recipe.notes.contains { $0.kind == .pictures })
                return recipe.picture == nil
            }
        }
        #expect(try reported(ArchiveImportTests.archive(soups)).count(where: \.self) == 2)
        var damaged = try ArchiveImportTests.archive(Array(soups.prefix(2)))
        let start = try #require(damaged.firstRange(of: Array("1.png".utf8))?.upperBound)
        for place in start + 60..<start + 80 { damaged[place] ^= 0xFF }
        #expect(try reported(damaged) == [true])
    }

    @Test func `a field that is left out is cleaned only as far as it is shown`() {
        let long = String(repeating: "x", count: 3 * SchemaText.shown)
        #expect(SchemaText.whole(["a": long]).utf8.count == SchemaText.shown)
        let author = SchemaReader().read(["@type": "Recipe", "name": "Soup", "author": ["name": long]]).author
        #expect(author.utf8.count == SchemaText.shown)
        var (recipe, cleaned) = (ImportedRecipe(), 0)
        func text() -> String {
            cleaned += 1
            return "x"
        }
        for _ in 0..<2 * ImportLimits.leftovers { recipe.leave("a", text()) }
        #expect(recipe.notUnderstood.count == ImportLimits.leftovers && cleaned == ImportLimits.leftovers)
    }
}
