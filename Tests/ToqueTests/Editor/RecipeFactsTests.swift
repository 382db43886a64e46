// Tests of the live preview: diets, allergens, nutrition and warnings while a recipe is written.

import Dispatch
import HTTP
import Testing
import Words

@testable import TestKit
@testable import Toque

@Suite struct RecipeFactsTests {
    private static func facts(_ site: TestSite, _ fields: [(String, String)]) async throws -> Response {
        try await site.client(.charlie).post("/recipes/facts", fields)
    }

    @Test func `the preview shows diets, allergens, nutrition and unknown ingredients`() async throws {
        let site = try TestSite()
        let answer = try await Self.facts(
            site,
            [
                ("amount", "300"), ("unit", "g"), ("ingredient", "red lentils"), ("amount", "2"), ("unit", "tbsp"),
                ("ingredient", "butter"), ("amount", "1"), ("unit", "heaps"), ("ingredient", "frobnium"),
                ("amount", "200"), ("unit", "g"), ("ingredient", "brocoli"), ("servings", "4"),
            ])
        #expect(answer.status == .ok && !answer.text.contains("<html"))
        #expect(answer.shows("Contains milk") || answer.text.contains("milk"))
        #expect(answer.shows("frobnium") && answer.shows("heaps"))
        #expect(answer.shows("“brocoli” is read as broccoli"))
        #expect(answer.text.contains("<dl"))
    }

    @Test func `the preview equals the facts of the saved recipe`() async throws {
        let site = try TestSite()
        let form = RecipeForm(Form(fields: RecipeFields.vegan.fields.map { (name: $0.0, value: $0.1) }), language: .en)
        let catalogue = try site.catalogue()
        let facts = RecipeFacts(form, catalogue, .en, icons: "")
        let id = try await site.write(.vegan)
        let recipe: RecipeAnswer = try await site.client(.alice).json("/recipes/\(id)")
        let certain = recipe.diets.filter { $0.value == "yes" }.map(\.key)
        #expect(Set(facts.certain.map(\.key)) == Set(certain) && !certain.isEmpty)
        let contained = recipe.allergens.filter { $0.value == "yes" }.map(\.key)
        #expect(Set(facts.contained.map(\.key)) == Set(contained))
    }

    @Test func `nothing is derived from steps beyond the limit`() async throws {
        let site = try TestSite()
        var form = RecipeForm(Form(fields: RecipeFields.vegan.fields.map { (name: $0.0, value: $0.1) }), language: .en)
        let catalogue = try site.catalogue()
        let half = String(repeating: "ж", count: RecipeLimits.step)
        form.steps = Array(repeating: RecipeStep(text: half), count: RecipeLimits.allSteps / RecipeLimits.step)
        #expect(!RecipeFacts(form, catalogue, .en, icons: "").certain.isEmpty)
        form.steps.append(RecipeStep(text: half))
        #expect(RecipeFacts(form, catalogue, .en, icons: "").certain.isEmpty)
    }

    @Test func `blank rows do not count as ingredients`() async throws {
        let site = try TestSite()
        var form = RecipeForm(Form(fields: RecipeFields.vegan.fields.map { (name: $0.0, value: $0.1) }), language: .en)
        let catalogue = try site.catalogue()
        let facts = RecipeFacts(form, catalogue, .en, icons: "")
        form.rows = [RowForm()] + form.rows + [RowForm(), RowForm()]
        let blank = RecipeFacts(form, catalogue, .en, icons: "")
        #expect(blank.certain.map(\.key) == facts.certain.map(\.key) && !facts.certain.isEmpty)
        #expect(blank.warnings == facts.warnings)
        #expect((blank.unsure == nil) == (facts.unsure == nil))
        let (_, errors) = form.checked(catalogue: catalogue, .en)
        #expect(errors["ingredient"] == nil)
        form.rows[2].amount = "x"
        #expect(form.checked(catalogue: catalogue, .en).errors["amount"]?.contains("Row 3") == true)
    }

    @Test func `an empty, incomplete or too long form gets an answer`() async throws {
        let site = try TestSite()
        for fields in [
            [], [("amount", "x")], [("ingredients_text", "1 onion")],
            Array(repeating: ("ingredient", "onion"), count: RecipeLimits.lines + 1),
        ] as [[(String, String)]] {
            #expect(try await Self.facts(site, fields).status == .ok)
        }
    }

    @Test func `a member has one preview at a time and does not delay others`() async throws {
        let site = try TestSite()
        let (began, beginning) = AsyncStream<Void>.makeStream()
        let goesOn = DispatchSemaphore(value: 0)
        async let first: Void = site.site.factWorkers.run(for: Person.charlie.id) {
            beginning.finish()
            goesOn.wait()
        }
        for await _ in began {}
        let refused = try await Self.facts(site, [("ingredient", "salt")])
        #expect(refused.status == .tooManyRequests && refused.headers["Retry-After"] == "1")
        #expect(try await site.client(.alice).post("/recipes/facts", [("ingredient", "salt")]).status == .ok)
        goesOn.signal()
        try await first
        #expect(try await Self.facts(site, [("ingredient", "salt")]).status == .ok)
    }

    @Test func `only members get a preview, with the token of their form`() async throws {
        let site = try TestSite()
        #expect(try await site.visitor().post("/recipes/facts", [("ingredient", "salt")]).status == .seeOther)
        let answer = try await site.client(.alice).postAsIs("/recipes/facts", [("ingredient", "salt")])
        #expect(answer.status == .forbidden)
    }
}
