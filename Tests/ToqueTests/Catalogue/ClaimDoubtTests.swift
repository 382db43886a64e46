// Checks that a doubt in a line or a text prevents nutrition claims, and the answer yes for keto.

import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct ClaimDoubtTests {
    private static let catalogue = Result { Catalogue(starter: try StarterCatalogue()) }

    private func body(_ lines: [String], step: String = "", title: String = "") throws -> RecipeBody {
        var body = RecipeBody()
        body.title = title
        body.servings = 2
        body.category = "main"
        body.lines = try Self.catalogue.get().lines(pasted: lines.joined(separator: "\n"))
        body.steps = step.isEmpty ? [] : [RecipeStep(text: step)]
        return body
    }

    private func claims(_ lines: [String], step: String = "") throws -> [NutritionClaim] {
        NutritionClaims.of(try Self.catalogue.get().nutrition(of: body(lines, step: step)), isSolid: true)
    }

    // MARK: Ingredients that only a text names

    @Test(arguments: ["Fry the chicken in 200 g butter.", "Season with salt.", "Обжарьте в сливочном масле."])
    func `an ingredient that only a step names prevents every claim`(step: String) throws {
        let lines = ["500 g skinless chicken breast"]
        #expect(try claims(lines).contains(.lowFat))
        #expect(try claims(lines, step: step).isEmpty)
        #expect(try claims(lines, step: "Simmer the chicken in water.").contains(.lowFat))
    }

    @Test func `a heading that names an unlisted ingredient prevents claims`() throws {
        #expect(try claims(["For the butter sauce:", "500 g skinless chicken breast"]).isEmpty)
        #expect(try claims(["For the chicken:", "500 g skinless chicken breast"]).contains(.lowFat))
    }

    @Test(arguments: [(Language.en, "butter"), (.ru, "масло")])
    func `the page names the ingredient that causes the doubt`(language: Language, name: String) throws {
        let body = try body(["500 g skinless chicken breast"], step: "Fry the chicken in butter.")
        let label = NutritionLabel(catalogue: try Self.catalogue.get(), language: language).view(body)
        #expect(label?.unsure?.contains(name) ?? false, "\(label?.unsure ?? "")")
        #expect(label?.unsure?.contains("step 1: butter") == false && label?.claims.isEmpty ?? false)
    }

    @Test func `an amount in a step makes keto unknown unless it adds no carbohydrate`() throws {
        let catalogue = try Self.catalogue.get()
        func keto(_ step: String) throws -> Fact {
            catalogue.diets(of: try body(["500 g chicken breast"], step: step))[.keto]
        }
        #expect(try keto("Stir in 2 kg of mushrooms.") == .unknown)
        #expect(try keto("Stir in mushrooms.") == .yes)
        #expect(try keto("Fry it in 2 tbsp olive oil.") == .yes)
    }

    // MARK: Liquids and uncertain amounts

    @Test(arguments: ["3 litres water", "3 l chicken stock", "3 l white vinegar", "3 л воды"])
    func `a liquid that may be poured away does not dilute the other ingredients`(line: String) throws {
        let found = try claims(["300 g eggs", line])
        #expect(!found.contains(.lowEnergy) && !found.contains(.lowFat) && !found.contains(.fatFree), "\(found)")
        #expect(try claims(["3 l water"]).isEmpty)
    }

    @Test func `a range or an optional line prevents claims, except for water`() throws {
        #expect(try claims(["1 kg cod", "1 tbsp olive oil"]).contains(.lowFat))
        #expect(try claims(["1 kg cod", "1-2 tbsp olive oil"]).isEmpty)
        #expect(try claims(["1 kg cod", "1 l water"]).contains(.lowFat))
        #expect(try claims(["1 kg cod", "1-2 l water"]).contains(.lowFat))
        #expect(try claims(["300 g rice", "300 g chicken breast"]).contains(.highProtein))
        #expect(try claims(["300 g rice", "300 g chicken breast, optional"]).isEmpty)
        #expect(try claims(["300 г риса", "300 г куриной грудки, по желанию"]).isEmpty)
    }

    // MARK: States

    @Test(arguments: [
        "100 g brined chicken breast", "100 g cured cod", "100 g cod, salted", "100 г солёной трески, вымоченной",
        "100 g cashews, salted", "100 g sunflower seeds, salted", "1 l salted water",
        "100 g sweetened yogurt", "100 g yogurt, sweetened",
        "100 г подслащённого йогурта",
        "100 g pork shoulder, skin on", "100 g chicken breast fillet without bones, skin on",
        "100 g chicken breast fillet, with skin", "100 г куриного филе с кожей",
        "300 g rice, hot", "300 g cold rice", "300 g day-old rice", "300 g rice, warm",
        "300 g chilled rice", "300 г риса, остывшего", "300 г холодного риса", "300 g lentils, drained",
        "300 g rice, drained", "300 g broiled cod", "300 g pasta, broiled",
        "300 g fresh pasta shells",
        "100 g Greek yogurt, 10% fat", "100 g 10% Greek yogurt", "100 г творога 18%",
        "100 g nonfat Greek yogurt, 5% fat",
        "100 g full-fat low-fat yogurt", "100 g pickled carrots", "100 г маринованной моркови", "100 g smoked mackerel",
    ])
    func `a food in a state without matching figures is not counted`(line: String) throws {
        let sum = try Self.catalogue.get().nutrition(of: body([line]))
        #expect(!sum.isWhole && NutritionClaims.of(sum, isSolid: true).isEmpty)
        #expect(sum.knownGrams == 0, "\(sum)")
    }

    @Test(arguments: [
        "100 g salted butter", "100 g salted peanuts", "100 г солёного арахиса", "100 g smoked salmon",
        "100 g smoked bacon",
        "100 g sweetened condensed milk", "100 g maple syrup", "300 g cooked rice, cold",
        "300 g rice, rinsed and drained",
        "300 g canned lentils, drained", "100 g olives in brine", "100 g milk, 3.2% fat", "100 г сметаны 20%",
        "100 g 2% milk", "300 g tofu, drained", "100 g skin-on chicken breast fillet", "100 g corned beef",
        "100 g nonfat Greek yogurt", "100 g old-fashioned oats", "100 g dried lentils, rinsed and drained",
        "100 g chicken breast fillet, skin removed", "100 г куриного филе без кожи", "100 g dill pickles",
        "300 g leftover rice", "300 г свежих макарон", "100 г сливок 33%", "200 g quinoa, rinsed in cold water",
        "200 g basmati rice, washed under cold running water", "30 g flour mixed with cold water",
    ])
    func `a food in the state of its figures is counted`(line: String) throws {
        let sum = try Self.catalogue.get().nutrition(of: body([line]))
        #expect(sum.missing.isEmpty, "\(sum.missing)")
    }

    @Test(arguments: [
        "1 kg whole sea bass, scales removed", "1 kg lamb meat on the bone", "1 kg shell-on prawns",
        "1 kg head-on shrimp",
        "1 kg prawns in shell", "1 кг неочищенных креветок", "1 кг креветок в панцире", "1 кг рыбы с головой",
        "1 kg cod, skin removed, with bones", "2 cooked lobsters", "1 kg cooked mussels",
    ])
    func `removing another part does not remove bones and shells`(line: String) throws {
        #expect(try Self.catalogue.get().nutrition(of: body([line])).knownGrams == 0)
    }

    @Test(arguments: [
        "1 kg pork shoulder, bones removed", "1 kg salmon fillet, pin bones removed", "1 kg cod without skin and bones",
        "1 кг трески без костей", "1 kg prawns, shells and heads removed", "1 kg lamb meat", "1 kg boneless lamb",
        "1 lb lump crabmeat, picked over for shells", "1 lb crabmeat, free of bits of shell and cartilage",
        "1 кг креветок, очищенных от панциря",
    ])
    func `bones that are removed cause no doubt`(line: String) throws {
        #expect(try Self.catalogue.get().nutrition(of: body([line])).missing.isEmpty)
    }

    // MARK: The starter catalogue

    /// A name that says salted, smoked or cooked must not lead to figures of something raw or unsalted.
    @Test func `no name of the starter catalogue contradicts its figures`() throws {
        let catalogue = try Self.catalogue.get()
        var wrong: [String] = []
        for entry in catalogue.entries {
            guard let food = catalogue.nutrition(of: entry) else { continue }
            let figures = FoodStates(food.name)
            let isRaw = figures.contains(.raw) && food.name.lowercased().contains("raw")
            let isSalty = (food.figures[Nutrient.sodium.rawValue] ?? 0) >= 120
            let isUnsweetened = food.name.lowercased().contains("unsweetened")
            for name in entry.english.all + entry.russian.all where name != "говядина для тушения" {
                let states = FoodStates(name)
                let isWrong =
                    states.contains(.salted) && !isSalty
                    || states.contains(.smoked) && isRaw && !isSalty
                    || states.contains(.pickled) && isRaw && !figures.contains(.pickled)
                    || states.contains(.cooked) && isRaw && entry.aisle != "nuts-and-seeds"
                    || states.contains(.sweetened) && (isRaw || isUnsweetened)
                    || states.contains(.skin) && entry.aisle == "meat" && !figures.contains(.skin)
                    || FatShare.percents(name).isEmpty && !FatShare.fits(name, entry, food)
                if isWrong { wrong.append("\(name): \(food.name)") }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
    }

    @Test func `mincemeat does not have the figures of cherry filling`() throws {
        let catalogue = try Self.catalogue.get()
        #expect(catalogue.diets(of: try body(["1 tbsp mincemeat"]))[.keto] == .unknown)
        #expect(catalogue.entry("mincemeat").flatMap { catalogue.nutrition(of: $0) } == nil)
    }
}
