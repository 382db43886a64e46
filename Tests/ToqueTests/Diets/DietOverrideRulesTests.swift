import Testing

@testable import Food
@testable import Toque

/// Tests of applying overrides of moderators to derived answers.
@Suite struct DietOverrideRulesTests {
    private func applied(
        _ set: [(DietReason.Subject, Fact)], to lines: String...
    ) throws -> (before: DerivedDiets, after: DerivedDiets) {
        let before = try CatalogueFixture.command().derive(lines)
        let overrides = set.enumerated().map {
            DietOverride(id: $0, subject: $1.0, fact: $1.1, derived: before[$1.0], reason: "because", at: 0)
        }
        return (before, DietOverrideRules.applied(overrides, to: before))
    }

    @Test func `without overrides nothing changes, and one override changes only its answer`() throws {
        let same = try applied([], to: "2 onions")
        #expect(same.before == same.after)
        let halal = try applied([(.diet(.halal), .no)], to: "2 onions")
        #expect(halal.after[.halal] == .no)
        #expect(Diet.allCases.filter { halal.before[$0] != halal.after[$0] } == [.halal])
        #expect(Allergen.allCases.allSatisfy { halal.before[$0] == halal.after[$0] })
        #expect(halal.after.dietYes & halal.after.dietNo == 0)
    }

    @Test func `an overridden answer has no ingredient as its reason`() throws {
        let diets = try applied([(.diet(.vegan), .yes)], to: "1 onion", "100 g margarine")
        #expect(diets.before.reason(for: .vegan) == ["margarine"])
        #expect(diets.after.reason(for: .vegan).isEmpty)
    }

    @Test func `an override of gluten to no makes gluten-free, but a diet never changes an allergen`() throws {
        let diet = try applied([(.diet(.glutenFree), .yes)], to: "1 onion", "1 mystery")
        #expect(diet.before[.gluten] == .unknown && diet.after[.gluten] == .unknown && diet.after[.glutenFree] == .yes)
        let allergen = try applied([(.allergen(.gluten), .no)], to: "1 onion", "1 mystery")
        #expect(allergen.after[.glutenFree] == .yes)
        #expect(allergen.after[.milk] == .unknown && allergen.after[.vegan] == .unknown)
    }

    @Test func `ruling out one of two allergens does not make a recipe nut-free`() throws {
        let one = try applied([(.allergen(.nuts), .no)], to: "1 mystery")
        #expect(one.after[.nutFree] == .unknown)
        let both = try applied([(.allergen(.nuts), .no), (.allergen(.peanuts), .no)], to: "1 mystery")
        #expect(both.after[.nutFree] == .yes)
    }

    @Test func `milk set to yes ends dairy-free and vegan`() throws {
        let milk = try applied([(.allergen(.milk), .yes)], to: "2 onions")
        #expect(milk.before[.vegan] == .yes && milk.after[.vegan] == .no && milk.after[.dairyFree] == .no)
        #expect(milk.after[.vegetarian] == .yes)
        let fish = try applied([(.allergen(.fish), .unknown)], to: "2 onions")
        #expect(fish.after[.vegetarian] == .unknown && fish.after[.vegan] == .unknown)
    }

    @Test func `vegan set to yes includes vegetarian and changes no allergen`() throws {
        let vegan = try applied([(.diet(.vegan), .yes)], to: "1 mystery").after
        #expect(vegan[.vegan] == .yes && vegan[.vegetarian] == .yes)
        for diet in Diet.allCases where diet != .vegan && diet != .vegetarian && diet != .keto && diet != .lowCarb {
            #expect(vegan[diet] == .unknown, "\(diet)")
        }
    }

    @Test(arguments: Diet.allCases, Fact.allCases)
    func `an override of a diet changes no allergen`(diet: Diet, fact: Fact) throws {
        for line in ["1 mystery", "2 onions", "1 cup milk", "1 egg"] {
            let answers = try applied([(.diet(diet), fact)], to: line)
            for allergen in Allergen.allCases {
                #expect(answers.after[allergen] == answers.before[allergen], "\(line): \(allergen)")
            }
        }
    }

    @Test func `vegan is not promised if milk or eggs are certain`() throws {
        let milk = try applied([(.diet(.vegan), .yes)], to: "1 cup milk").after
        #expect(milk[.milk] == .yes && milk[.vegan] == .no && milk[.dairyFree] == .no)
        let both = try applied([(.diet(.vegan), .yes), (.allergen(.milk), .unknown)], to: "1 cup milk").after
        #expect(both[.milk] == .unknown && both[.vegan] == .unknown)
    }

    @Test func `overrides that contradict each other promise nothing`() throws {
        let gluten = try applied([(.diet(.glutenFree), .yes), (.allergen(.gluten), .yes)], to: "2 onions")
        #expect(gluten.after[.glutenFree] == .no && gluten.after[.gluten] == .yes)
        let vegan = try applied([(.diet(.vegan), .yes), (.allergen(.eggs), .unknown)], to: "2 onions")
        #expect(vegan.after[.vegan] == .unknown)
        let vegetarian = try applied([(.diet(.vegan), .yes), (.diet(.vegetarian), .no)], to: "2 onions")
        #expect(vegetarian.after[.vegan] == .no)
    }

    @Test func `no recipe is vegan without being vegetarian`() throws {
        for fact in [Fact.no, .unknown] {
            let diets = try applied([(.diet(.vegetarian), fact)], to: "2 onions").after
            #expect(diets[.vegan] != .yes)
        }
    }

    @Test func `a vegan override that is refused does not set vegetarian`() throws {
        let fish = try applied([(.diet(.vegan), .yes)], to: "100 g shrimp")
        #expect(fish.before[.crustaceans] == .yes && fish.after[.vegan] == .no && fish.after[.vegetarian] == .no)
        let cream = try applied([(.diet(.vegan), .yes)], to: "1 cup milk", "1 mystery")
        #expect(cream.after[.vegan] == .no && cream.after[.vegetarian] == .unknown)
        let doubted = try applied([(.diet(.vegan), .yes), (.allergen(.fish), .unknown)], to: "1 mystery")
        #expect(doubted.after[.vegan] == .unknown && doubted.after[.vegetarian] == .unknown)
    }
}
