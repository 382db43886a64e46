// Tests of lines whose short names mean another food than they seem to, and of facts that labels decide.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct DoubtfulLineTests {
    @Test(arguments: ["6 slices Serrano", "100 g Serrano", "Serrano, torn"])
    func `Serrano alone may be ham`(line: String) throws {
        #expect(try answer(line, "Cook.")[.vegetarian] != .yes)
        #expect(try answer("2 serrano chiles", "Chop the serrano.")[.vegetarian] == .yes)
        #expect(try answer("2 tomatoes", "Top with slices of Serrano.")[.vegetarian] != .yes)
    }

    @Test(arguments: [
        "200 g buckwheat flour (cut with a third plain)", "200 g rice flour, mixed with plain",
        "200 g buckwheat flour (half regular)",
    ])
    func `flour that is mixed with plain flour may have gluten`(line: String) throws {
        #expect(try answer(line, "Cook.")[.gluten] != .no)
        #expect(try answer("200 g buckwheat flour (sifted)", "Cook.")[.gluten] == .no)
    }

    @Test(arguments: ["1 tbsp vinegar", "100 g coconut", "4 leaves gelatine", "2 tbsp capers"])
    func `food that may be kept with sulphites`(line: String) throws {
        #expect(try answer(line, "Mix.")[.sulphites] == .unknown)
    }

    @Test func `gin has no gluten of its grain, and other spirits may be flavoured`() throws {
        #expect(try answer("50 ml gin", "Mix.")[.gluten] == .no)
        for line in ["50 ml vanilla vodka", "50 ml rye whiskey"] {
            #expect(try answer(line, "Mix.")[.gluten] == .unknown, "\(line)")
        }
    }
}
