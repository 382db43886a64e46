// Tests of nutrition values from the author: stored, shown apart from calculated ones, and never proof of a diet.

import Database
import Foundation
import HTTP
import Testing
import Texts
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct AuthorFiguresTests {
    /// Lentil soup with these nutrition values.
    static func soup(_ figures: (String, String)...) -> RecipeFields { RecipeFields.vegan.adding(contentsOf: figures) }

    @Test func `nutrition values are saved, shown as the author’s and editable`() async throws {
        let site = try TestSite()
        let id = try await site.publish(
            Self.soup(("figure_energy", "1004 kJ"), ("figure_fat", "7,5"), ("figure_salt", "500 mg")))
        let page = try await site.visitor().get(site.address(of: id)).text
        #expect(page.contains(Text.figuresGiven(.en)))
        #expect(page.contains("<td>7.5\u{a0}g</td>") && page.contains("<td>0.5\u{a0}g</td>"))
        #expect(page.contains("1004\u{a0}kJ / 240\u{a0}kcal"))
        let form = try await EditorPageFields(site.client(.alice).get("/recipes/\(id)/edit").text)
        #expect(form.first("figure_fat") == "7.5" && form.first("figure_salt") == "0.5")
        #expect(form.first("figure_energy") == "240" && form.first("figure_protein") == "")
        #expect(try site.failures() == [])
    }

    @Test func `the author’s values and calculated ones are in separate tables`() async throws {
        let site = try TestSite()
        let page = try await site.visitor().get("/recipes/\(site.publish(Self.soup(("figure_fat", "99"))))").text
        let tables = page.components(separatedBy: "<table>").dropFirst()
        let given = try #require(tables.first).prefix { $0 != "\u{0}" }.components(separatedBy: "</table>")[0]
        #expect(tables.count == 2 && given.contains("99\u{a0}g") && !given.contains("Protein"))
        let computed = try #require(tables.last).components(separatedBy: "</table>")[0]
        #expect(!computed.contains("99\u{a0}g") && computed.contains("Protein"))
        let fold = try #require(page.range(of: "<summary>\(Text.figuresComputed(.en))</summary>"))
        #expect(page[fold.upperBound...].contains("These figures cover"))
    }

    @Test func `the author’s values are shown alone when nothing can be calculated`() async throws {
        let site = try TestSite()
        let recipe = RecipeFields("Tea", ingredients: "frobnium").adding(("figure_energy", "12"))
        let page = try await site.visitor().get("/recipes/\(site.publish(recipe))").text
        #expect(
            page.contains("Provided by the author") && !page.contains("\(Text.figuresComputed(.en))</summary>"))
        let without = try await site.publish(RecipeFields("Bare tea", ingredients: "frobnium"))
        #expect(try await !site.visitor().get(site.address(of: without)).text.contains("class=\"nutrition\""))
    }

    @Test(arguments: [
        ("figure_energy", "10000", true), ("figure_energy", "10000.1", false), ("figure_energy", "41840 kJ", true),
        ("figure_fat", "1000", true), ("figure_fat", "1001", false), ("figure_salt", "100", true),
        ("figure_salt", "100.01", false), ("figure_sugars", "-1", false), ("figure_fibre", "<b>x</b>", false),
        ("figure_protein", "1/2", false), ("figure_carbohydrate", "12 kcal", false), ("figure_energy", "12 g", false),
        ("figure_saturates", "", true), ("figure_fibre", String(repeating: "1", count: 200), false),
    ])
    func `each nutrition value has a limit and shows an error at its field`(
        field: String, value: String, isRight: Bool
    ) async throws {
        let site = try TestSite()
        let answer = try await site.client(.alice).post("/recipes", Self.soup((field, value)).fields)
        #expect(answer.status == (isRight ? .seeOther : .unprocessable))
        #expect(answer.hasError(at: field) == !isRight)
        guard !isRight else { return }
        #expect(EditorPageFields(answer.text).first(field) == value)
        #expect(answer.text.contains(#"aria-describedby="\#(field)-error""#))
        #expect(answer.text.contains(#"<details class="paste" open>"#))
    }

    @Test func `a nutrient that exceeds its total shows an error at its field`() async throws {
        let site = try TestSite()
        let wrong = Self.soup(
            ("figure_fat", "3"), ("figure_saturates", "4"), ("figure_carbohydrate", "5"), ("figure_sugars", "6"))
        let answer = try await site.client(.alice).post("/recipes", wrong.fields)
        #expect(answer.status == .unprocessable)
        for field in ["figure_saturates", "figure_sugars"] { #expect(answer.hasError(at: field)) }
        for field in ["figure_fat", "figure_carbohydrate"] { #expect(!answer.hasError(at: field)) }
        #expect(try site.count("SELECT count(*) FROM recipe") == 0)
    }

    @Test func `implausible values give a warning while typing but can be saved`() async throws {
        let site = try TestSite()
        let odd = RecipeFields("Lentils", ingredients: "400 g red lentils").with("servings", "4").adding(
            ("figure_energy", "1500"), ("figure_protein", "70"), ("figure_fat", "20"), ("figure_carbohydrate", "60"))
        let told = try await site.client(.alice).post("/recipes/facts", odd.fields)
        #expect(told.shows("You entered 1500 kcal") && told.shows(Text.figuresDoubtHeavy(.en, grams: 100)))
        #expect(told.shows("1500 kcal is more than a serving of 100 g can contain"))
        #expect(try await site.client(.alice).post("/recipes", odd.fields).status == .seeOther)
        let bare = try await site.client(.alice).post("/recipes/facts", odd.without("servings").fields)
        #expect(bare.shows("say how many servings"))
        let wrong = try await site.client(.alice).post("/recipes/facts", odd.with("figure_fat", "lots").fields)
        #expect(wrong.shows("Enter grams from 0"))
    }

    @Test func `the live preview shows the author’s values and the lines that prevent claims`() async throws {
        let site = try TestSite()
        let fields = RecipeFields("Lentils", ingredients: "400 g red lentils, with chicken stock").adding(
            ("figure_fat", "12.5"))
        let part = try await site.client(.alice).post("/recipes/facts", fields.fields)
        #expect(part.text.contains("Provided by the author") && part.text.contains("<dd>12.5\u{a0}g</dd>"))
        #expect(part.shows(Text.nutritionUnsure(.en, names: "red lentils")))
    }

    // MARK: Diets and claims

    private static func diets(_ ingredients: String, servings: Int?, _ figures: [Nutrient: Double]) throws
        -> DerivedDiets
    {
        let catalogue = try RealData.catalogue()
        var body = RecipeBody()
        body.lines = catalogue.lines(pasted: ingredients)
        body.servings = servings
        body.figures = FigureTextTests.figures(figures).ifGiven
        return catalogue.diets(of: body)
    }

    @Test func `the author’s values never make a recipe keto or low-carb`() throws {
        for figures: [Nutrient: Double] in [[:], [.carbohydrate: 0], [.energy: 1]] {
            let pasta = try Self.diets("500 g sugar", servings: 2, figures)
            #expect(pasta[.keto] == .no && pasta[.lowCarb] == .no && pasta.reason(for: .keto) == ["sugar"])
            let unknown = try Self.diets("2 g frobnium", servings: 2, figures)
            #expect(unknown[.keto] == .unknown && unknown[.lowCarb] == .unknown)
        }
    }

    @Test(arguments: [
        (10.0, 0.0, Fact.yes, Fact.yes), (10.5, 0, .no, .yes), (26, 0, .no, .yes), (27, 0, .no, .no),
        // Some labels count fibre as carbohydrate and others do not, so the answer is unknown between both.
        (12, 5, .unknown, .yes), (16, 5, .no, .yes), (30, 5, .no, .unknown),
    ])
    func `a higher carbohydrate value from the author decides keto and low-carb`(
        carbohydrate: Double, fibre: Double, keto: Fact, lowCarb: Fact
    ) throws {
        let eggs = try Self.diets(
            "4 eggs\n1 tbsp olive oil", servings: 2, [.carbohydrate: carbohydrate, .fibre: fibre])
        #expect(eggs[.keto] == keto && eggs[.lowCarb] == lowCarb)
        #expect(eggs[.vegetarian] == .yes, "no other diet is asked of figures")
    }

    @Test(arguments: [
        ([Nutrient.sugars: 10.0], Fact.yes, Fact.yes), ([.sugars: 10.5], .no, .yes), ([.sugars: 27], .no, .no),
        ([.carbohydrate: 16, .fibre: 10, .sugars: 9], .unknown, .yes),
        ([.carbohydrate: 16, .fibre: 10, .sugars: 11], .no, .yes), ([.carbohydrate: 0, .sugars: 0.5], .yes, .yes),
    ])
    func `sugars are a minimum for the carbohydrate`(figures: [Nutrient: Double], keto: Fact, lowCarb: Fact) throws {
        let eggs = try Self.diets("4 eggs\n1 tbsp olive oil", servings: 2, figures)
        #expect(eggs[.keto] == keto && eggs[.lowCarb] == lowCarb)
    }

    @Test func `page and JSON name the sugars when they decided the answer`() async throws {
        let site = try TestSite()
        let butter = RecipeFields("Butter", ingredients: "200 g butter").with("servings", "4")
        for figures in [
            [("figure_sugars", "40")],
            [("figure_carbohydrate", "41"), ("figure_fibre", "35"), ("figure_sugars", "40")],
        ] {
            let id = try await site.publish(butter.adding(contentsOf: figures))
            let page = try await site.visitor().get(site.address(of: id))
            #expect(page.shows("the author’s 40 g of sugars per serving"))
            #expect(!page.shows("the author’s 41 g"))
            let json = try await site.visitor().get("/recipes/\(id)", headers: ["Accept": "application/json"])
            #expect(json.text.contains("not keto: 40 g of sugars, as the author says"))
        }
        #expect(try site.failures() == [])
    }

    @Test func `page and JSON say that the author’s value decided, and the filter uses it`() async throws {
        let site = try TestSite()
        let eggs = RecipeFields("Eggs", ingredients: "200 g butter").with("servings", "4")
        let plain = try await site.publish(eggs)
        let sweet = try await site.publish(eggs.with("title", "Sweet eggs").adding(("figure_carbohydrate", "40")))
        let found = try await site.visitor().json("/search?diet=keto", as: ListAnswer<CardAnswer>.self).items.map(\.id)
        #expect(found.contains(plain) && !found.contains(sweet))
        let page = try await site.visitor().get(site.address(of: sweet))
        #expect(page.shows("the author’s 40 g of carbohydrate per serving"))
        let json = try await site.visitor().get("/recipes/\(sweet)", headers: ["Accept": "application/json"])
        #expect(json.text.contains("not keto: 40 g of carbohydrate, as the author says"))
        #expect(json.text.contains(#""author_nutrition":{"carbohydrate_g":40}"#))
        #expect(try site.failures() == [])
    }

    @Test func `check finds diets that ignore the author’s values`() async throws {
        let site = try TestSite()
        let eggs = RecipeFields("Eggs", ingredients: "200 g butter").adding(("figure_carbohydrate", "40"))
        _ = try await site.publish(eggs)
        _ = try site.write { try $0.run("UPDATE public_recipe SET diet_yes = diet_yes | \(Diet.keto.bit)") }
        #expect(try site.failures().map(\.check) == ["diets"])
    }

    @Test
    func `an override ends when the author’s carbohydrate or sugars change, not for other values`() {
        var body = RecipeBody()
        body.servings = 2
        let before = body.ingredientsSHA256
        body.figures = FigureTextTests.figures([.energy: 3])
        #expect(body.ingredientsSHA256 == before)
        for figures: [Nutrient: Double] in [[.carbohydrate: 3], [.sugars: 3]] {
            body.figures = FigureTextTests.figures(figures)
            #expect(body.ingredientsSHA256 != before)
        }
    }

    @Test func `nutrition claims come from the ingredients, the author’s values can only remove them`() throws {
        let food = NutritionClaimsTests.food([.fat: 0, .protein: 30, .fibre: 7, .sugars: 0, .sodium: 0])
        func claims(_ figures: [Nutrient: Double]) -> [NutritionClaim] {
            NutritionClaims.of(food.heeding(FigureTextTests.figures(figures), servings: 3), isSolid: true)
        }
        let all = NutritionClaims.of(food, isSolid: true)
        #expect(all == [.highProtein, .highFibre, .fatFree, .sugarsFree, .saltFree])
        #expect(claims([:]) == all && claims([.protein: 90, .fibre: 90, .fat: 0, .energy: 1]) == all)
        #expect(!claims([.protein: 1]).contains(.highProtein) && claims([.fat: 3]).contains(.lowFat))
        #expect(!claims([.fat: 30]).contains { [.fatFree, .lowFat].contains($0) })
        // 0.1 g of salt contain 40 mg of sodium.
        #expect(claims([.sodium: 0.1]).contains(.veryLowSalt) && !claims([.sodium: 0.1]).contains(.saltFree))
    }

    @Test func `claims that other values of the author contradict are not made`() {
        let food = NutritionClaimsTests.food([.fat: 1, .sugars: 1, .sodium: 0], energy: 30)
        func claims(_ figures: [Nutrient: Double]) -> [NutritionClaim] {
            NutritionClaims.of(food.heeding(FigureTextTests.figures(figures), servings: 3), isSolid: true)
        }
        #expect(claims([:]) == [.lowEnergy, .lowFat, .lowSugars, .saltFree])
        #expect(!claims([.saturates: 20]).contains(.lowFat) && !claims([.saturates: 20]).contains(.lowEnergy))
        let energies: [[Nutrient: Double]] = [
            [.fat: 60], [.protein: 60], [.carbohydrate: 60], [.sugars: 60], [.fat: 60, .energy: 30],
        ]
        for figures in energies { #expect(!claims(figures).contains(.lowEnergy), "\(figures)") }
        #expect(claims([.carbohydrate: 14, .fibre: 10]).contains(.lowEnergy), "fibre may be in it")
    }

    @Test func `without a number of servings the author’s values prevent claims`() async throws {
        let site = try TestSite()
        let lentils = RecipeFields("Lentils", ingredients: "1 kg red lentils")
        func page(_ fields: RecipeFields) async throws -> String {
            try await site.visitor().get("/recipes/\(site.publish(fields))").text
        }
        #expect(try await page(lentils.adding(("figure_fat", "1"))).contains("High protein"))
        #expect(try await !page(lentils.without("servings").adding(("figure_fat", "1"))).contains("High protein"))
    }

    // MARK: Storage and comparison

    @Test func `moderators see added, removed and changed nutrition values`() throws {
        let catalogue = try TestSite().catalogue()
        var (old, new) = (RecipeBody(), RecipeBody())
        old.figures = FigureTextTests.figures([.energy: 240, .fat: 1.5])
        new.figures = FigureTextTests.figures([.energy: 240, .fat: 2.5, .sodium: 1])
        let told = Difference.between(old, new, catalogue, .ru)
        #expect(told.map(\.field) == ["Жиры, г", "Соль, г"] && told.map(\.mark) == [.changed, .added])
        #expect(told[0].spans.filter { !$0.isAdded }.map(\.text).joined() == "1,5")
        #expect(Difference.between(old, old, catalogue, .en).isEmpty)
    }

    @Test func `the comparison of two windows offers each nutrition value`() {
        var (mine, theirs) = (RecipeForm(language: .en), RecipeForm(language: .en))
        (mine.figures[.fat], theirs.figures[.fat], theirs.figures[.sodium]) = ("1", "2", "3")
        let comparison = Comparison(mine: mine, theirs: theirs)
        #expect(comparison.texts == ["figure_fat", "figure_salt"])
        let merged = comparison.merged { $0 == "figure_salt" }
        #expect(merged.figures[.fat] == "1" && merged.figures[.sodium] == "3")
        for language in Language.allCases {
            for nutrient in Nutrient.allCases { #expect(Text.dynamic("field.\(nutrient.field)", language) != nil) }
        }
    }

    @Test func `an autosave keeps the typed values, also invalid ones`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let fields = Self.soup(("figure_fat", "about 7"), ("figure_salt", "1,5"))
        let answer = try await alice.post("/recipes/drafts", fields.fields)
        try answer.expect(.ok)
        let draft = try site.count("SELECT id FROM draft")
        let form = try await EditorPageFields(alice.get("/recipes/new?draft=\(draft)").text)
        #expect(form.first("figure_fat") == "about 7" && form.first("figure_salt") == "1,5")
    }

    @Test func `only the author can save nutrition values`() async throws {
        let site = try TestSite()
        let id = try await site.write(.vegan)
        let fields = Self.soup(("figure_fat", "1")).with("version", "1").fields
        #expect(try await site.visitor().post("/recipes/\(id)", fields).status == .seeOther)
        #expect(try await site.client(.charlie).post("/recipes/\(id)", fields).status == .notFound)
        #expect(try await site.client(.bob).post("/recipes/\(id)", fields).status == .notFound)
        #expect(try await site.client(.alice).postAsIs("/recipes/\(id)", fields).status == .forbidden)
        #expect(try site.count("SELECT count(*) FROM revision") == 1)
    }
}

extension RecipeFields {
    func adding(contentsOf more: [(String, String)]) -> RecipeFields {
        var copy = self
        copy.fields += more
        return copy
    }
}
