// Tests of notes and steps that leave open which kind of a food is used: another one, a substitute, the ordinary one.

import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct OpenKindTests {
    @Test(arguments: [
        ("200 g rice (or egg) noodles", Allergen.gluten), ("200 g rice noodles (or egg)", .gluten),
        ("200 g rice noodles (or egg)", .eggs), ("200 g rice noodles (or wheat)", .gluten),
        ("200 g almond (or peanut) butter", .peanuts),
    ])
    func `an alternative in a note shares the last word of the name`(_ line: String, _ allergen: Allergen) throws {
        #expect(try answer(line, "Mix.")[allergen] != .no)
    }

    @Test(arguments: [
        "200 g crab meat (real or imitation)", "200 g crabmeat (imitation)", "200 g crabmeat (imitation works)",
        "200 g crab meat, imitation is fine", "200 g crab meat (you can use imitation)", "200 g crab meat or imitation",
        "200 г мяса краба (имитация)", "200 г крабового мяса",
    ])
    func `imitation crab is not promised free of fish, eggs and gluten`(_ line: String) throws {
        let found = try answer(line, "Mix.")
        for allergen in [Allergen.fish, .eggs, .gluten, .soy] { #expect(found[allergen] != .no, "\(allergen)") }
    }

    @Test(arguments: ["200 g crab meat", "200 g crab meat (not imitation)", "200 г мяса краба"])
    func `crab meat is crab`(_ line: String) throws {
        let found = try answer(line, "Mix.")
        #expect(found[.crustaceans] == .yes && found[.fish] == .no && found[.eggs] == .no)
    }

    @Test(arguments: [
        "1 cup milk (any)", "1 cup milk, any type", "1 cup milk (of your choice)", "1 cup milk, your choice",
        "1 cup milk, whatever you have", "1 cup milk, whichever you prefer", "1 cup milk (your favorite)",
        "1 cup milk (or any)", "1 cup milk, any kind, warmed", "1 стакан молока (любого)",
        "1 стакан молока (какое есть)", "1 cup yogurt (any)", "1 cup flour, any kind", "200 г муки (любой)",
        "100 g butter (any kind)", "2 tbsp oil, any kind", "100 ml cream (any)", "100 g cheese (your favourite)",
    ])
    func `a note that leaves the kind open leaves nuts and soy unknown`(_ line: String) throws {
        let found = try answer(line, "Mix.")
        #expect(found[.nuts] == .unknown && found[.soy] == .unknown)
    }

    @Test(arguments: [
        "1 tomato, any kind", "1 cup milk, any brand", "1 cup milk (any fat content)", "2 apples (your choice)",
        "200 g rice flour, plus any more for dusting", "200 мл молока (любой жирности)",
    ])
    func `other remarks with the same words change nothing`(_ line: String) throws {
        #expect(try answer(line, "Mix.")[.nuts] == .no)
    }

    @Test(arguments: [
        "1 cup quinoa (or other grain)", "1 cup quinoa (or any other grain)", "1 cup brown rice (or other whole grain)",
        "1 cup rice (or another grain)", "1 cup brown rice or other whole grain",
        "1 cup brown rice (or any other grain)",
    ])
    func `another grain may be wheat`(_ line: String) throws {
        #expect(try answer(line, "Mix.")[.gluten] == .unknown)
    }

    @Test func `a state to choose is no other food`() throws {
        #expect(try answer("1 cup fresh corn kernels (or frozen or canned)", "Mix.")[.gluten] == .no)
    }

    @Test(arguments: [
        ("1 cup oat milk", "Any milk works.", Allergen.milk), ("1 cup oat milk", "Regular milk works too.", .milk),
        ("1 cup oat milk", "Any kind of milk is fine.", .milk), ("1 cup oat milk", "Use any milk you like.", .milk),
        ("1 cup oat milk", "Use the milk of your choice.", .milk), ("1 cup oat milk", "Any other milk works.", .milk),
        ("1 cup oat milk", "Use your favorite milk.", .milk),
        ("1 cup oat milk", "Use whichever milk you prefer.", .milk),
        ("200 g rice flour", "Any flour works.", .gluten), ("200 g rice flour", "Use regular flour instead.", .gluten),
        ("200 мл кокосового молока", "Подойдёт любое молоко.", .milk),
        ("200 мл кокосового молока", "Можно взять обычное молоко.", .milk),
        ("200 г рисовой муки", "Можно взять обычную муку.", .gluten),
    ])
    func `a step that allows the ordinary food leaves it unknown`(_ line: String, _ step: String, _ allergen: Allergen)
        throws
    {
        #expect(try answer(line, "Mix.")[allergen] == .no)
        #expect(try answer(line, step)[allergen] == .unknown)
    }

    @Test(arguments: [
        ("1 cup oat milk", "Discard any milk left."), ("1 cup oat milk", "Heat the milk."),
        ("200 g rice flour", "Brush off any flour."), ("100 ml olive oil\n1 onion", "Any oil works."),
        ("200 мл кокосового молока", "Нагрейте молоко."),
    ])
    func `the listed food stays the listed one`(_ lines: String, _ step: String) throws {
        #expect(try answer(lines, step) == answer(lines, "Mix."))
    }
}
