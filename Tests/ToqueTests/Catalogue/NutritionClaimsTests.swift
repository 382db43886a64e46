// Tests of nutrition claims at their limits, and of no claims where anything is unknown.

import Testing
import Texts
import Words

@testable import Food
@testable import Toque

@Suite struct NutritionClaimsTests {
    /// 300 g of food with these values per 100 g, summed from three lines, so that rounding errors show.
    static func food(_ figures: [Nutrient: Double], energy: Double = 400) -> RecipeNutrition {
        var row = [Double?](repeating: 1_000, count: Nutrient.allCases.count)
        row[Nutrient.energy.rawValue] = energy
        row[Nutrient.protein.rawValue] = 0
        row[Nutrient.fibre.rawValue] = 0
        for (nutrient, figure) in figures { row[nutrient.rawValue] = figure }
        let line = NutritionTests.line(grams: 100, figures: row)
        return NutritionRules.sum([line, line, line])
    }

    struct Limit: Sendable, CustomTestStringConvertible {
        let nutrient: Nutrient
        let amount: Double
        let claim: NutritionClaim?
        var energy = 400.0

        var testDescription: String { "\(nutrient) \(amount): \(claim?.rawValue ?? "none")" }
    }

    /// Values just within and just beyond each limit.
    static let limits = [
        Limit(nutrient: .protein, amount: 20, claim: .highProtein),
        Limit(nutrient: .protein, amount: 19.99, claim: .sourceOfProtein),
        Limit(nutrient: .protein, amount: 12, claim: .sourceOfProtein),
        Limit(nutrient: .protein, amount: 11.99, claim: nil),
        Limit(nutrient: .fibre, amount: 6, claim: .highFibre),
        Limit(nutrient: .fibre, amount: 5.99, claim: .sourceOfFibre),
        Limit(nutrient: .fibre, amount: 3, claim: .sourceOfFibre, energy: 1_000),
        Limit(nutrient: .fibre, amount: 2.99, claim: nil, energy: 1_000),
        Limit(nutrient: .fibre, amount: 3, claim: .highFibre, energy: 100),
        Limit(nutrient: .fibre, amount: 2.99, claim: .sourceOfFibre, energy: 100),
        Limit(nutrient: .fibre, amount: 1.5, claim: .sourceOfFibre, energy: 100),
        Limit(nutrient: .fibre, amount: 1.49, claim: nil, energy: 100),
        Limit(nutrient: .energy, amount: 40, claim: .lowEnergy),
        Limit(nutrient: .energy, amount: 40.01, claim: nil),
        Limit(nutrient: .fat, amount: 0.5, claim: .fatFree),
        Limit(nutrient: .fat, amount: 0.51, claim: .lowFat),
        Limit(nutrient: .fat, amount: 3, claim: .lowFat),
        Limit(nutrient: .fat, amount: 3.01, claim: nil),
        Limit(nutrient: .sugars, amount: 0.5, claim: .sugarsFree),
        Limit(nutrient: .sugars, amount: 0.51, claim: .lowSugars),
        Limit(nutrient: .sugars, amount: 5, claim: .lowSugars),
        Limit(nutrient: .sugars, amount: 5.01, claim: nil),
        Limit(nutrient: .sodium, amount: 5, claim: .saltFree),
        Limit(nutrient: .sodium, amount: 5.01, claim: .veryLowSalt),
        Limit(nutrient: .sodium, amount: 40, claim: .veryLowSalt),
        Limit(nutrient: .sodium, amount: 40.01, claim: .lowSalt),
        Limit(nutrient: .sodium, amount: 120, claim: .lowSalt),
        Limit(nutrient: .sodium, amount: 120.01, claim: nil),
    ]

    @Test(arguments: limits) func `a claim is made up to its limit`(limit: Limit) {
        let energy = limit.nutrient == .energy ? limit.amount : limit.energy
        let claims = NutritionClaims.of(Self.food([limit.nutrient: limit.amount], energy: energy), isSolid: true)
        #expect(claims == [limit.claim].compactMap { $0 })
    }

    @Test func `every claim has a test value`() {
        #expect(Set(Self.limits.compactMap(\.claim)) == Set(NutritionClaim.allCases))
    }

    @Test func `limits for solid food do not apply to drinks`() {
        let lean = Self.food([.fat: 0, .sugars: 0, .sodium: 0, .protein: 20])
        #expect(NutritionClaims.of(lean, isSolid: true).count == 4)
        #expect(NutritionClaims.of(lean, isSolid: false) == [.highProtein])
    }

    @Test func `there is no claim if a line is not counted`() {
        var sum = Self.food([.protein: 50])
        #expect(!NutritionClaims.of(sum, isSolid: true).isEmpty)
        sum.missing = ["salt"]
        #expect(NutritionClaims.of(sum, isSolid: true).isEmpty)
    }

    @Test(arguments: [(0.95, true), (0.949, false)]) func `there is no claim below 95 per cent of known weight`(
        share: Double, isClaimed: Bool
    ) {
        var sum = Self.food([.protein: 50])
        (sum.grams, sum.knownGrams) = (300, 300 * share)
        #expect(NutritionClaims.of(sum, isSolid: true).isEmpty != isClaimed)
    }

    @Test func `a value that one ingredient lacks supports no claim`() {
        let known = NutritionTests.line(grams: 100, figures: [30, 0, 0, 0, 0, 0, 0, 0])
        let unknown = NutritionTests.line(grams: 1, figures: [30, 0, 0, 0, 0, nil, 0, 0])
        let sum = NutritionRules.sum([known, unknown])
        #expect(sum.incomplete == [.sugars])
        #expect(NutritionClaims.of(sum, isSolid: true) == [.lowEnergy, .fatFree, .saltFree])
    }

    @Test func `an empty recipe has no claim`() {
        #expect(NutritionClaims.of(RecipeNutrition(), isSolid: true).isEmpty)
    }

    @Test func `every claim has a name and a limit in both languages`() {
        for claim in NutritionClaim.allCases {
            for language in Language.allCases {
                #expect(Text.dynamic("claim.\(claim.rawValue)", language) != nil)
                #expect(Text.dynamic("claim.\(claim.rawValue).limit", language) != nil)
            }
        }
    }
}
