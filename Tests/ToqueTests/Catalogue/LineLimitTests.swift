import Testing

@testable import Food
@testable import Toque

/// Tests that lines longer than people write stay as typed and promise nothing.
@Suite struct LineLimitTests {
    private static let starter = Result { try StarterCatalogue() }
    private static let reader = Result {
        let known = try starter.get()
        return (IngredientLineParser(units: known.units), IngredientIndex(known.entries))
    }

    private func parsed(_ line: String) throws -> ParsedLine { try Self.reader.get().0.parse(line) }

    private func derived(_ lines: [String]) throws -> DerivedDiets {
        let (parser, index) = try Self.reader.get()
        return DietRules.derive(lines.map { index.understand(parser.parse($0)) }, carbohydrate: .open, servings: 4)
    }

    private func repeated(_ word: String, _ count: Int, by separator: String = " ") -> String {
        Array(repeating: word, count: count).joined(separator: separator)
    }

    @Test func `a line of 64 words is parsed, one of 65 is not`() throws {
        let fresh = "200 g " + repeated("fresh", 61)
        #expect(try parsed(fresh + " apples").amount == 200)
        let long = try parsed(fresh + " ripe apples")
        #expect(long.isUnread)
        #expect(long.line == fresh + " ripe apples")
        #expect(long.amount == nil)
        #expect(long.phrase.isEmpty)
    }

    @Test func `8 alternatives are parsed, 9 are not`() throws {
        let eight = try parsed("100 g " + repeated("butter", 8, by: " or "))
        #expect(eight.amount == 100)
        let nine = "100 g " + repeated("butter", 9, by: " or ")
        #expect(try parsed(nine).isUnread)
    }

    @Test(arguments: [
        "масло или ", "apple/", "apple либо ", "apple-or-", "apple, apple, apple or ", "apple\u{a0}or\u{2009}",
        "apple、or、", "apple\u{200b}or\u{200b}",
    ])
    func `too many alternatives promise nothing, however they are separated`(part: String) throws {
        let line = String(repeating: part, count: 9) + "apple"
        let diets = try derived([line])
        #expect(diets[.vegan] == .unknown)
        #expect(diets[.nuts] == .unknown)
        #expect(diets[.glutenFree] == .unknown)
    }

    @Test(arguments: [
        "fresh ", "fresh-", "fresh, ", "fresh) ", "fresh\u{a0}", "свежий ", "2 ", "or ", "((", "1/2 ", "for the ",
    ])
    func `an ingredient at the end of a long line is not overlooked`(filler: String) throws {
        for count in [30, 70, 400, 5_000] {
            let diets = try derived([String(repeating: filler, count: count) + " apple peanut butter"])
            #expect(diets[.vegan] != .yes || diets[.peanuts] != .no)
            #expect(diets[.peanuts] != .no)
        }
    }

    @Test func `a heading too long to be read makes all answers unknown`() throws {
        let heading = repeated("fine", 65) + ":"
        var parsed = ParsedLine(line: heading)
        parsed.isHeading = true
        let (parser, index) = try Self.reader.get()
        let lines = [index.understand(parser.parse("2 apples")), index.understand(parsed)]
        #expect(DietRules.derive([lines[0]], carbohydrate: .open, servings: 4)[.vegan] == .yes)
        #expect(DietRules.derive(lines, carbohydrate: .open, servings: 4)[.vegan] == .unknown)
    }

    @Test func `a note too long to be read counts as more than an amount`() throws {
        let (parser, _) = try Self.reader.get()
        #expect(NoteMeasures(repeated("400 g", 40), parser).saysMore)
    }

    @Test func `a pasted block with more lines than a recipe may have is not parsed`() throws {
        let catalogue = try RealData.catalogue()
        let lines = catalogue.lines(pasted: repeated("2 apples", 10_000, by: "\n"))
        #expect(lines.count == 10_000)
        #expect(lines[0].ingredient == "2 apples")
        #expect(lines.allSatisfy { $0.amount == nil })
    }
}
