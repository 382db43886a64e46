import Testing

@testable import Food
@testable import Toque

/// The expected amount, unit, name and, where it matters, note of a line.
struct LineCase: Sendable, CustomTestStringConvertible {
    let line: String
    let amount: Double?
    let unit: String?
    let name: String
    var max: Double?
    var note: String?

    init(_ line: String, _ amount: Double?, _ unit: String?, _ name: String, max: Double? = nil, note: String? = nil) {
        self.line = line
        self.amount = amount
        self.unit = unit
        self.name = name
        self.max = max
        self.note = note
    }

    var testDescription: String { line }
}

@Suite struct IngredientLineTests {
    private func check(_ expected: LineCase) throws {
        let parsed = try CatalogueFixture.parser().parse(expected.line)
        #expect(parsed.amount == expected.amount)
        #expect(parsed.amountMax == expected.max)
        #expect(parsed.unit == expected.unit)
        #expect(parsed.name == expected.name)
        if let note = expected.note { #expect(parsed.note == note) }
        #expect(parsed.line == expected.line)
    }

    @Test(arguments: [
        LineCase("2 onions", 2, nil, "onions"),
        LineCase("1.5 kg flour", 1.5, "kg", "flour"),
        LineCase(".5 cup sugar", 0.5, "cup", "sugar"),
        LineCase("1,000 g sugar", 1000, "g", "sugar"),
        LineCase("1/2 cup milk", 0.5, "cup", "milk"),
        LineCase("1 1/2 cups milk", 1.5, "cup", "milk"),
        LineCase("1-1/2 cups milk", 1.5, "cup", "milk"),
        LineCase("1½ cups milk", 1.5, "cup", "milk"),
        LineCase("1 ½ cups milk", 1.5, "cup", "milk"),
        LineCase("1⁄3 cup milk", 0.3333, "cup", "milk"),
        LineCase("1 and 1/2 cups milk", 1.5, "cup", "milk"),
        LineCase("one and a half cups milk", 1.5, "cup", "milk"),
        LineCase("half a dozen eggs", 6, nil, "eggs"),
        LineCase("2 dozen eggs", 24, nil, "eggs"),
        LineCase("a couple of onions", 2, nil, "onions"),
        LineCase("an egg", 1, nil, "egg"),
        LineCase("Twelve eggs", 12, nil, "eggs"),
        LineCase("1 cup half and half", 1, "cup", "half and half"),
        LineCase("200g flour", 200, "g", "flour"),
        LineCase("1 lb. ground beef", 1, "lb", "ground beef"),
        LineCase("1 T butter", 1, "tbsp", "butter"),
        LineCase("1 t salt", 1, "tsp", "salt"),
        LineCase("2 fl oz rum", 2, "floz", "rum"),
        LineCase("6 cloves", 6, nil, "cloves"),
        LineCase("2 cube steaks", 2, nil, "cube steaks"),
    ])
    func `English amounts and units are read`(expected: LineCase) throws { try check(expected) }

    @Test(arguments: [
        LineCase("2-3 onions", 2, nil, "onions", max: 3),
        LineCase("2–3 onions", 2, nil, "onions", max: 3),
        LineCase("2 to 3 onions", 2, nil, "onions", max: 3),
        LineCase("3 (or 4) onions", 3, nil, "onions", max: 4),
        LineCase("1 cup to 1 1/2 cups milk", 1, "cup", "milk", max: 1.5),
        LineCase("150g-200g flour", 150, "g", "flour", max: 200),
        LineCase("about 2 cups milk", 2, "cup", "milk", note: "about"),
        LineCase("150g/5oz plain flour", 150, "g", "plain flour"),
        LineCase("500g/1lb 2oz flour", 500, "g", "flour"),
        LineCase("1 cup plus 2 tablespoons milk", 1.125, "cup", "milk"),
        LineCase("2 8-ounce packages cream cheese", 2, "package", "cream cheese", note: "8-ounce"),
        LineCase("1 (14 ounce) can chickpeas, drained", 1, "can", "chickpeas", note: "14 ounce, drained"),
        LineCase("4 (6 ounce) salmon pieces", 4, nil, "salmon pieces", note: "6 ounce"),
        LineCase("4 x 115g/4oz goats' cheeses", 4, nil, "goats' cheeses"),
        LineCase("8-ounce package cream cheese", 8, "oz", "cream cheese", note: "package"),
        LineCase("2 garlic cloves, crushed", 2, "clove", "garlic", note: "crushed"),
        LineCase("3 stalks celery", 3, "stalk", "celery"),
    ])
    func `ranges, packages and second measures are read`(expected: LineCase) throws { try check(expected) }

    @Test(arguments: [
        LineCase("salt – 1 tsp", 1, "tsp", "salt"),
        LineCase("flour 200g", 200, "g", "flour"),
        LineCase("Eggs: 2", 2, nil, "Eggs"),
        LineCase("Eggs (2)", 2, nil, "Eggs"),
        LineCase("pinch of salt", nil, "pinch", "salt"),
        LineCase("salt to taste", nil, nil, "salt", note: "to taste"),
        LineCase("parsley, for garnish", nil, nil, "parsley", note: "for garnish"),
        LineCase("Juice of 1 lemon", 1, nil, "lemon", note: "Juice"),
        LineCase("finely grated zest and juice of 2 limes", 2, nil, "limes"),
    ])
    func `amounts at the end, and lines without an amount, are read`(expected: LineCase) throws { try check(expected) }

    @Test(arguments: [
        LineCase("1 cup finely chopped onion", 1, "cup", "onion", note: "finely chopped"),
        LineCase("freshly ground black pepper", nil, nil, "black pepper", note: "freshly ground"),
        LineCase("1 cup peeled, seeded, and diced tomatoes", 1, "cup", "tomatoes"),
        LineCase("2 large eggs, beaten", 2, nil, "eggs", note: "large, beaten"),
        LineCase("4 boneless, skinless chicken breasts", 4, nil, "boneless, skinless chicken breasts"),
        LineCase("2 potatoes peeled and cut into chunks", 2, nil, "potatoes"),
        LineCase("1 cup heavy (whipping) cream", 1, "cup", "heavy cream", note: "whipping"),
        LineCase("100 g butter at room temperature", 100, "g", "butter", note: "at room temperature"),
        LineCase("2 heaping tablespoons flour", 2, "tbsp", "flour", note: "heaping"),
        LineCase("1 tbsp butter or margarine", 1, "tbsp", "butter"),
        LineCase("oil, such as sunflower", nil, nil, "oil", note: "such as sunflower"),
    ])
    func `preparation and remarks become the note`(expected: LineCase) throws { try check(expected) }

    @Test func `the phrase keeps all alternatives, the name is the first`() throws {
        let parser = try CatalogueFixture.parser()
        #expect(parser.parse("1 cup sake, rice wine, or sherry").phrase == "sake, rice wine, or sherry")
        #expect(parser.parse("1 cup sake, rice wine, or sherry").name == "sake")
        #expect(parser.parse("1 cup red or white wine").name == "red or white wine")
    }

    @Test func `optional is recognised in both languages`() throws {
        let parser = try CatalogueFixture.parser()
        #expect(parser.parse("1 chilli (optional)").optional)
        #expect(parser.parse("Optional: 1 vanilla pod").optional)
        #expect(parser.parse("кинза по желанию").optional)
        #expect(!parser.parse("1 chilli").optional)
    }

    @Test(arguments: [
        "For the sauce:", "For the sauce", "Для соуса", "# Dough", "Dressing:", "*Available at many shops.",
    ])
    func `headings are not ingredients`(line: String) throws {
        #expect(try CatalogueFixture.parser().parse(line).isHeading)
    }

    @Test func `the size of a can is stored next to the count`() throws {
        let parser = try CatalogueFixture.parser()
        #expect(parser.parse("1 (14 ounce) can beans").size == .init(amount: 14, unit: "oz"))
        #expect(parser.parse("1 can (400 g) beans").size == .init(amount: 400, unit: "g"))
        #expect(parser.parse("2 onions").size == nil)
    }
}

@Suite struct HostileLineTests {
    @Test(arguments: [
        "", " ", "\u{a0}", "-", "- ", "()", "((((", "1", "1/0 cup milk", "0/0", ",,,,",
        "99999999999999999999999 g salt",
        "- - - 1", "1 -", "of", "½½½", "\u{feff}1 egg", "1 cup (", "🍅🍅 2", "a", "to", "по", "\u{0}\u{1}",
        String(repeating: "(", count: 5000), String(repeating: "1 or ", count: 2000),
        String(repeating: "chopped, ", count: 2000), String(repeating: "é", count: 5000),
    ])
    func `no input stops the parser`(line: String) throws {
        let parsed = try CatalogueFixture.parser().parse(line)
        #expect(parsed.line == line)
        #expect((parsed.amount ?? 0).isFinite)
        #expect((0...1).contains(parsed.confidence))
    }

    @Test func `bullets, byte order marks and brackets around a line are ignored`() throws {
        let parser = try CatalogueFixture.parser()
        for line in ["• 1 egg", "- 1 egg", "* 1 egg", "[ ] 1 egg", "(1 egg)", "\u{feff}1 egg", "1\u{a0}egg"] {
            #expect(parser.parse(line).amount == 1)
            #expect(parser.parse(line).name == "egg")
        }
    }

    @Test func `lines of random pieces are parsed and matched without a crash`() throws {
        let parser = try CatalogueFixture.parser()
        let index = try CatalogueFixture.index()
        let pieces = [
            "1", "2", "1/2", "½", "-", "–", "to", "or", "and", "от", "пол-", "половина", "a", "(", ")", "[", ",", "/",
            ":", ".",
            "x", "%", "of", "cup", "ст.", "л.", "T", "inch", "for", "taste", "по вкусу", "large", "chopped", "butter",
            "°", "®",
        ]
        var random = SystemRandomNumberGenerator()
        for _ in 0..<5000 {
            let line = (0..<Int.random(in: 1...9, using: &random)).map { _ in pieces.randomElement(using: &random) ?? ""
            }
            .joined(separator: Bool.random(using: &random) ? " " : "")
            _ = index.understand(parser.parse(line))
        }
    }
}
