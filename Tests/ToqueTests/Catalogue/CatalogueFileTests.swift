import Testing

@testable import Food
@testable import Toque

@Suite struct CatalogueFileTests {
    @Test func `an entry is read with names, facts and weights`() throws {
        let entry = try #require(try CatalogueFile.parse(CatalogueFixture.ingredientLines, file: "f").first)
        #expect(entry.key == "onion")
        #expect(entry.english == .init(singular: "onion", plural: "onions", synonyms: ["yellow onion"]))
        #expect(entry.russian == .init(singular: "репчатый лук", plural: "луковицы", synonyms: ["лук", "луковица"]))
        #expect(entry.aisle == "vegetables")
        #expect(entry.usda == 11282)
        #expect(entry.density == 0.68)
        #expect(entry.portions == [.init(name: "piece", grams: 110), .init(name: "small", grams: 70)])
    }

    @Test func `a profile and its overrides become facts`() throws {
        let facts = try StatedFacts(
            line: "dairy; vegetarian unknown; contains gluten, mustard; unsure soy; free milk"
        ).over(nil)
        #expect(facts[.vegetarian] == .unknown)
        #expect(facts[.vegan] == .no)
        #expect(facts[.gluten] == .yes && facts[.mustard] == .yes)
        #expect(facts[.soy] == .unknown)
        #expect(facts[.milk] == .no)
    }

    @Test func `prepared foods are unknown in everything but spice`() throws {
        let facts = try StatedFacts(line: "made").over(nil)
        #expect(DietFact.allCases.filter { facts[$0] != .unknown } == [.spicy])
        #expect(Allergen.allCases.allSatisfy { facts[$0] == .unknown })
    }

    @Test(arguments: [
        ("onion\n", 1, "before the first"),
        ("== a\nonion\n  ru: лук\n", 2, "no “facts:” line"),
        ("== a\nonion\n  facts: plant\n", 2, "no “ru:” line"),
        ("== a\nonion\n  ru: лук\n  facts: plnt\n", 4, "no such profile"),
        ("== a\nonion\n  ru: лук\n  facts: plant; contains gluton\n", 4, "no such allergen"),
        ("== a\nonion\n  ru: лук\n  facts: plant; vegan perhaps\n", 4, "yes, no or unknown"),
        ("== a\nonion\n  ru: лук\n  facts: plant\n  usda: x\n", 5, "not a number"),
        ("== a\nonion\n  ru: лук\n  ru: лук\n", 4, "second time"),
        ("== a\nonion\n  taste: good\n", 3, "no such line"),
        ("  ru: лук\n", 1, "outside an ingredient"),
    ])
    func `a mistake is reported with file and line`(text: String, line: Int, message: String) {
        let error = #expect(throws: CatalogueError.self) { try CatalogueFile.parse(text, file: "x.txt") }
        #expect(error?.line == line)
        #expect(error?.description.hasPrefix("x.txt:\(line): ") == true)
        #expect(error?.message.contains(message) == true)
    }

    @Test func `facts read back as they were stored`() throws {
        let facts = try StatedFacts(line: "cheese; unsure soy; contains nuts").over(nil)
        #expect(facts.code.utf8.count == 20)
        #expect(IngredientFacts(code: facts.code) == facts)
        #expect(IngredientFacts(code: "yyy") == nil)
        #expect(IngredientFacts(code: String(repeating: "x", count: 20)) == nil)
    }

    @Test func `short lists refuse lines without three fields and repeated keys`() throws {
        let terms = try CatalogueTerm.parse("# c\nsoup | Soups | Супы\n", file: "c.txt")
        #expect(terms == [CatalogueTerm(key: "soup", english: "Soups", russian: "Супы")])
        #expect(throws: CatalogueError.self) { try CatalogueTerm.parse("soup | Soups\n", file: "c.txt") }
        #expect(throws: CatalogueError.self) { try CatalogueTerm.parse("a | b | c\na | b | c\n", file: "c.txt") }
    }

    @Test func `units convert within their kind only`() throws {
        let units = try CatalogueFixture.units()
        #expect(units.factor(from: "kg", to: "g") == 1000)
        #expect(units.factor(from: "g", to: "ml") == nil)
        #expect(units.factor(from: "clove", to: "slice") == nil)
        #expect(units.factor(from: "clove", to: "clove") == 1)
    }

    @Test(.enabled(if: RealData.has(""), "the starter catalogue is missing"))
    func `the starter catalogue can be read and has at least 1,500 ingredients`() throws {
        let entries = try RealData.index().entries
        #expect(entries.count >= 1_500)
        #expect(Set(entries.map(\.key)).count == entries.count)
    }
}
