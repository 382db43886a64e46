// Tests of headings among ingredient lines: no ingredient that they name is lost.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct ListedLinesTests {
    private static func grouped(_ text: String) throws -> [ListedLine] {
        let texts = text.split(separator: "\n").map { ListedLine(text: String($0)) }
        return try RealData.catalogue().grouped(texts)
    }

    @Test(arguments: [
        ("500 g potatoes\nFor serving sour cream", "sour cream, For serving"),
        ("500 г картофеля\nДля подачи сметана", "сметана, Для подачи"),
        ("200 г риса\nДля жарки сливочное масло", "сливочное масло, Для жарки"),
        ("500 г картофеля\nДля смазывания формы маргарин", "маргарин, Для смазывания формы"),
        ("1 onion\nFor the pan butter", "butter, For the pan"),
        ("1 onion\nNote: stir in 100 g butter", "Note: stir in 100 g butter"),
        ("1 onion\nFor the sour cream:", "For the sour cream"),
        ("1 onion\nDressing:", "Dressing"),
    ])
    func `a line that only resembles a heading is an ingredient line`(text: String, last: String) throws {
        #expect(try Self.grouped(text).map(\.text).last == last)
        #expect(try Self.grouped(text).map(\.group) == ["", ""])
    }

    @Test func `an ingredient after its purpose is not a heading`() throws {
        let lines = try Self.grouped("Для жарки маргарин\n1 лук\nFor the sauce:\n1 onion\nFor serving\n1 lemon")
        #expect(lines.map(\.text) == ["маргарин, Для жарки", "1 лук", "1 onion", "1 lemon"])
        #expect(lines.map(\.group) == ["", "", "For the sauce", "For serving"])
    }

    @Test func `a heading without lines joins the next heading if it names a food`() throws {
        let lines = try Self.grouped("Tomato soup:\nFor the base\n1 onion\nIngredients:\nFor the top:\n1 lemon")
        #expect(lines.map(\.group) == ["Tomato soup: For the base", "For the top"])
    }

    @Test func `remarks that name no food are not headings`() throws {
        #expect(try Self.grouped("1 onion\nNote: serve warm\n1 lemon").map(\.group) == ["", ""])
    }

    @Test(arguments: [
        "500 g potatoes\nFor serving sour cream", "500 г картофеля\nДля подачи сметана",
        "500 g potatoes\nNote: stir in 100 g butter", "Для жарки маргарин\n500 г картофеля",
        "500 g potatoes\nButter sauce:", "Butter sauce:\nFor the rest:\n500 g potatoes",
    ])
    func `a line with milk, or perhaps milk, is never promised to be free of it`(text: String) throws {
        let catalogue = try RealData.catalogue()
        var body = RecipeBody()
        body.lines = catalogue.lines(pasted: text)
        let diets = catalogue.diets(of: body)
        #expect(diets[Allergen.milk] != .no && diets[.vegan] != .yes)
    }

    @Test func `headings too long to join stay separate, and the first becomes a line`() throws {
        let long = "Butter " + String(repeating: "x", count: RecipeLimits.text - 7)
        let lines = try Self.grouped("\(long):\nFor the top:\n1 lemon")
        #expect(lines.map(\.text) == [long, "1 lemon"] && lines[1].group == "For the top")
    }
}
