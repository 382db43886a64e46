// Tests of reading nutrition values as people and web pages write them.

import Bytes
import Testing
import Words

@testable import Food
@testable import Toque

@Suite struct FigureTextTests {
    @Test(arguments: [
        ("240", Nutrient.energy, 240), ("240 kcal", .energy, 240), ("240 calories", .energy, 240),
        ("1,250 kcal", .energy, 1_250), ("1 250 ккал", .energy, 1_250), ("1000 kJ", .energy, 239),
        ("1004 kJ (240 kcal)", .energy, 240), ("240 kcal / 1004 kJ", .energy, 240), ("290.5 Cal.", .energy, 290.5),
        ("12", .fat, 12), ("1.5 g", .fat, 1.5), ("1,5 г", .fat, 1.5), ("24 grams fat", .fat, 24),
        ("0,125 g", .sodium, 0.125), ("500 mg", .sodium, 0.5), ("1,250mg", .sodium, 1.25),
        ("12 g (15 %)", .protein, 12),
        ("240 kcal per serving", .energy, 240), ("12 г белка", .protein, 12), ("12 г на порцию", .fat, 12),
        ("26.8979413713296 g", .fat, 26.898), ("240.44 kcal", .energy, 240.4), ("0.0501 g", .fat, 0.05),
        ("500 milligrams of sodium", .sodium, 0.5), ("12\u{a0}g", .sugars, 12), ("0", .fibre, 0), ("007", .fibre, 7),
    ])
    func `a nutrition value is read`(text: String, nutrient: Nutrient, amount: Double) {
        #expect(FigureText.amount(text, nutrient) == amount)
    }

    @Test(arguments: [
        ("", Nutrient.fat), ("-1", .fat), ("a lot", .fat), ("12 g per 100 g", .fat), ("12 g / 100 g", .fat),
        ("10-12 g", .fat), ("< 1 g", .fat), ("1e3", .fat), ("NaN", .fat), ("1.2.3", .fat), ("12 kcal", .fat),
        ("12 g", .energy), ("1.004 kJ", .energy), ("240 kcal / 100 g", .energy), ("0x10", .fat), ("٣", .fat),
        ("12 g fat, 3 g sugar", .fat), ("99999999", .energy), ("1 ounce", .fat), ("%", .fat), ("()", .energy),
        ("2400 kcal for the whole cake", .energy), ("12 г на сто грамм", .fat), ("12 g per cake", .fat),
        ("240,125 ккал", .energy), ("1,250", .energy), ("1,250 мг", .sodium), ("240.125 kcal", .energy),
        ("9999999.9999 g", .fat), ("1,250,000,000 kcal", .energy),
        (String(repeating: "1", count: FigureText.longest + 1), .fat),
    ])
    func `a text that says anything else is not a nutrition value`(text: String, nutrient: Nutrient) {
        #expect(FigureText.amount(text, nutrient) == nil)
    }

    @Test func `a unit can be required, and values are shown in the format of the language`() {
        #expect(FigureText.exact("500", .sodium, needsUnit: true) == nil)
        #expect(FigureText.exact("500 mg", .sodium, needsUnit: true) == 0.5)
        #expect(
            FigureText.text(1.5, .ru) == "1,5" && FigureText.text(1.5, .en) == "1.5" && FigureText.text(2, .ru) == "2")
    }

    @Test(arguments: [
        "g", "mg", "kcal", "kJ", "", "г", "мг", "ккал", "кДж",
    ])
    func `every value reads back as the editor shows it`(unit: String) {
        var random = Lehmer(seed: 7)
        for _ in 0..<2_000 {
            let whole = random.below([1, 10, 1_000, 10_000_000][random.below(4)])
            let part = String(random.below(1_000_000_000)).prefix(random.below(10))
            let zeros = String(repeating: "0", count: random.below(6))
            let number = part.isEmpty ? "\(whole)" : "\(whole)\([".", ","][random.below(2)])\(zeros)\(part)"
            for nutrient in [Nutrient.energy, .fat, .sodium] {
                guard let amount = FigureText.amount("\(number) \(unit)", nutrient) else { continue }
                #expect(FigureText.amount(JSONText.number(amount), nutrient) == amount, "\(number) \(unit)")
                #expect(FigureText.rounded(amount, nutrient) == amount)
            }
        }
    }

    /// Random numbers, the same in every run.
    private struct Lehmer {
        var state: Int
        init(seed: Int) { state = seed }
        mutating func below(_ limit: Int) -> Int {
            state = state * 48_271 % 2_147_483_647
            return state % limit
        }
    }

    static func figures(_ amounts: [Nutrient: Double]) -> AuthorFigures {
        var figures = AuthorFigures()
        for (nutrient, amount) in amounts { figures[nutrient] = amount }
        return figures
    }

    @Test func `a nutrient may exceed its total only by the rounding of labels`() {
        let rules: [([Nutrient: Double], [Nutrient])] = [
            ([.fat: 3, .saturates: 3], []), ([.fat: 3, .saturates: 3.1], [.saturates]),
            ([.fat: 0, .saturates: 0.5], []),
            ([.fat: 0, .saturates: 0.6], [.saturates]), ([.saturates: 9], []), ([.fat: 9], []),
            ([.carbohydrate: 10, .sugars: 10.1], [.sugars]), ([.carbohydrate: 10, .sugars: 10], []),
        ]
        for (amounts, impossible) in rules { #expect(FigureRules.impossible(Self.figures(amounts)) == impossible) }
    }

    @Test(arguments: [
        // 4 × 10 + 9 × 10 + 4 × 20 = 210 kcal. A fifth and 15 kcal more or less may come from rounding on labels.
        (153, 0, false), (152, 0, true), (267, 0, false), (268, 0, true), (0, 0, true),
        // Fibre may be part of the carbohydrate, then it has half the energy: 190 kcal. Or it may come in addition:
        // 230.
        (137, 10, false), (136, 10, true), (291, 10, false), (292, 10, true),
    ])
    func `energy that does not match the other values is doubted`(energy: Double, fibre: Double, isDoubted: Bool) {
        let figures = Self.figures([.energy: energy, .protein: 10, .fat: 10, .carbohydrate: 20, .fibre: fibre])
        #expect(FigureRules.doubts(figures, servingGrams: nil).isEmpty != isDoubted)
    }

    @Test func `with incomplete values only too little energy is doubted`() {
        #expect(FigureRules.doubts(Self.figures([.energy: 900, .fat: 10]), servingGrams: nil).isEmpty)
        #expect(
            FigureRules.doubts(Self.figures([.energy: 10, .fat: 10]), servingGrams: nil)
                == [.energy(given: 10, made: 90)])
        #expect(FigureRules.doubts(Self.figures([.fat: 10, .protein: 5]), servingGrams: nil).isEmpty)
        #expect(FigureRules.doubts(Self.figures([.energy: 0, .fat: 0]), servingGrams: nil).isEmpty)
    }

    @Test func `values heavier than the serving or richer than fat are doubted`() {
        let heavy = Self.figures([.protein: 60, .carbohydrate: 60])
        #expect(FigureRules.doubts(heavy, servingGrams: 100) == [.heavy(grams: 100)])
        #expect(FigureRules.doubts(heavy, servingGrams: 120).isEmpty)
        let rich = Self.figures([.energy: 1_100])
        #expect(FigureRules.doubts(rich, servingGrams: 100) == [.rich(given: 1_100, grams: 100)])
        #expect(FigureRules.doubts(Self.figures([.energy: 1_000]), servingGrams: 100).isEmpty)
        #expect(FigureRules.doubts(rich, servingGrams: nil).isEmpty)
    }

    @Test func `values are stored in the order of labels and read back`() throws {
        let figures = Self.figures([.sodium: 1.2, .energy: 240, .fat: 0.5])
        #expect(figures.encoded == #"{"energy":240,"fat":0.5,"salt":1.2}"#)
        var body = RecipeBody()
        let bare = body.encoded()
        #expect(!bare.contains("figures"), "texts without figures keep their hashes")
        body.figures = figures
        #expect(try RecipeBody(encoded: body.encoded()).figures == figures)
        #expect(try RecipeBody(encoded: bare).figures == nil)
        #expect(AuthorFigures().ifGiven == nil)
        #expect(figures.schemaText(.sodium) == "480 mg" && figures.schemaText(.energy) == "240 kcal")
    }
}
