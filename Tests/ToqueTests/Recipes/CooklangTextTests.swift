// Tests of writing Cooklang: ingredients marked in the steps that name them, others first, nothing else marked.

import Foundation
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct CooklangTextTests {
    /// Every mark of an ingredient, tool or timer after the metadata.
    static func marks(_ text: String) -> [String] {
        let body = text.components(separatedBy: "\n---\n").dropFirst().joined(separator: "\n---\n")
        return body.matches(of: /[@#~][^\s{}@#~][^{}@#~\n]*\{[^}]*\}|[@#~]\{[^}]*\}|[@#~][^\s{}@#~]+/).map {
            String($0.output)
        }
    }

    private func text(_ lines: [RecipeLine], _ steps: [String], change: (inout RecipeBody) -> Void = { _ in }) throws
        -> String
    {
        var body = RecipeBody()
        body.title = "Soup"
        (body.lines, body.steps) = (lines, steps.map(RecipeStep.init(text:)))
        change(&body)
        return try CooklangText(body, author: "alice", catalogue: TestSite().catalogue()).text
    }

    private func line(_ ingredient: String, _ amount: Double? = nil, _ unit: String = "", note: String = "")
        -> RecipeLine
    {
        var line = RecipeLine()
        (line.ingredient, line.amount, line.unit, line.note) = (ingredient, amount, unit, note)
        return line
    }

    @Test func `ingredients are marked where steps name them, others come first`() throws {
        let text = try text(
            [line("olive oil", 2, "tbsp"), line("onion", 1, note: "chopped"), line("salt")],
            ["Fry the onion in olive oil.", "Eat the onion."])
        let paragraphs = text.components(separatedBy: "\n\n")
        #expect(paragraphs[1] == "@salt{}")
        #expect(paragraphs[2] == "Fry the @onion{1}(chopped) in @olive oil{2%tbsp}.")
        #expect(paragraphs[3] == "Eat the onion.\n")
    }

    @Test func `only whole words are marked, longer names first`() throws {
        let text = try text(
            [line("oil", 1, "cup"), line("olive oil", 2, "cup")], ["Boil olive oil.", "Then oil it."])
        #expect(text.contains("Boil @olive oil{2%cups}."))
        #expect(text.contains("Then @oil{1%cup} it."))
    }

    @Test func `a word of a timer or of another name is not marked again`() throws {
        let text = try text(
            [line("minutes"), line("red onion", 1), line("onion", 2)], ["Fry a red onion 5 minutes, then the onion."]
        ) {
            $0.steps[0].timer = StepTimer(seconds: 300)
        }
        #expect(text.contains("Fry a @red onion{1} ~{5%minutes}, then the @onion{2}."))
    }

    @Test func `the number of compared words is limited, and every ingredient is written`() throws {
        let name = String(repeating: "a ", count: 60) + "b"
        let body = String(repeating: "a ", count: 4_000)
        var places = NamedPlaces(Array(repeating: body, count: 100))
        #expect(places.takeFirst(of: [name]) == nil && places.left <= 0)
        let text = try text((0..<10).map { line("\(name)\($0)") }, [body])
        #expect(Self.marks(text).count == 10)
    }

    @Test func `the plural from the catalogue is marked too`() throws {
        #expect(try text([line("onion", 2)], ["Chop the onions."]).contains("Chop the @onions{2}."))
    }

    @Test func `the metadata contains the known fields`() throws {
        let text = try text([line("salt")], ["Eat."]) {
            ($0.servings, $0.prepMinutes, $0.category, $0.tips) = (4, 10, "soup", "Hot is best.")
            $0.description = "Two\nlines: \"quoted\""
        }
        let front = text.components(separatedBy: "\n---\n")[0]
        #expect(front.hasPrefix("---\ntitle: \"Soup\"\n"))
        for line in [
            "servings: 4", "prep time: \"10 minutes\"", "course: \"Soups\"", "author: \"alice\"",
            #"description: "Two\nlines: \"quoted\"""#,
        ] { #expect(front.contains("\n" + line)) }
        #expect(text.hasSuffix("\n\n> Hot is best.\n"))
    }

    @Test func `a step of several lines stays one step`() throws {
        #expect(try text([line("salt")], ["Wait.\n\nGo on."]).contains("Wait.\\\nGo on."))
    }

    @Test func `names and notes cannot end their marks`() throws {
        let text = try text([line("s}alt{@pepper", 1, "a%b}", note: "fine) @more{1}")], ["Eat."])
        #expect(Self.marks(text).count == 1, "\(text)")
    }

    @Test func `every ingredient reads back, also when one name ends with another`() throws {
        let text = try text([line("almond milk", 200, "ml"), line("rice", 100, "g"), line("milk")], ["Boil it."])
        let lines = try CooklangRecipe.read(text).lines.map(\.text)
        #expect(lines == ["200 ml almond milk", "100 g rice", "milk"])
    }
}
