// Tests that changing a fact recalculates every recipe with the ingredient, and no other.

import Database
import HTTP
import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct CatalogueFactsTests {
    /// The calculated columns of every public recipe.
    private func derived(_ site: TestSite) throws -> [Int: [String]] {
        let rows = try site.read {
            try $0.all(
                "SELECT recipe_id, diet_yes, diet_no, allergen_yes, allergen_no, reasons, published_at, title FROM public_recipe"
            ) { row in
                (
                    row[0] as Int,
                    (1...4).map { String(row[$0] as Int) } + [row[5] as String, String(row[6] as Int), row[7]]
                )
            }
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    private func set(_ site: TestSite, _ ingredient: String, _ fields: (String, String)...) async throws {
        try await site.confirm(site.draft("/admin/ingredients/\(ingredient)", fields))
    }

    @Test func `a changed fact changes the filter for every recipe with it and no other`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Lentil soup", "300 g red lentils\n1 onion")
        let porridge = try site.plant("Porridge", "100 g rolled oats\n1 tbsp honey")
        let tea = try site.plant("Tea", "1 tsp honey\n1 lemon")
        let reader = try site.visitor()
        let before = try derived(site)
        #expect(try await site.vegan() == [soup])
        site.clock.advance(by: TestClock.hour)
        try await set(site, "honey", ("fact.vegan", "yes"))
        #expect(try await site.vegan() == [soup, porridge, tea])
        let after = try derived(site)
        #expect(after[soup] == before[soup])
        #expect(after[porridge] != before[porridge] && after[tea] != before[tea])
        #expect(after[tea]?[5] == before[tea]?[5])
        #expect(try site.failures() == [])
        // A browser on another open connection sees it from its next request.
        #expect(try await reader.json("/recipes/\(tea)", as: RecipeAnswer.self).diets["vegan"] == "yes")
        try await set(site, "honey", ("fact.vegan", "unknown"))
        #expect(try await site.vegan() == [soup])
        #expect(try site.failures() == [])
    }

    @Test func `a recipe that names the ingredient in a note is recalculated too`() async throws {
        let site = try TestSite()
        let beans = try site.plant("Beans", "400 g white beans, cooked in vegetable stock\n1 tsp salt")
        let both = try site.plant("Onions twice", "2 onions\n400 g white beans, with onion")
        #expect(both != beans)
        try await set(site, "vegetable-stock", ("fact.vegan", "no"), ("allergen.celery", "yes"))
        #expect(try site.failures() == [])
    }

    @Test func `a change is logged, a form without a change is not`() async throws {
        let site = try TestSite()
        let rows = try site.count("SELECT count(*) FROM audit")
        let ada = try site.client(.ada)
        try await ada.post("/admin/ingredients/honey", [("fact.vegan", "no")]).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM catalogue_change") == 0)
        try await set(site, "honey", ("fact.vegan", "yes"))
        #expect(try site.count("SELECT count(*) FROM audit") == rows + 1)
        #expect(try site.value("SELECT detail FROM audit ORDER BY id DESC LIMIT 1") == "honey")
        #expect(try site.value("SELECT actor_name FROM audit ORDER BY id DESC LIMIT 1") == "ada")
        try await ada.post("/admin/ingredients/honey", [("fact.unicorn", "yes")]).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM audit") == rows + 1)
    }

    @Test func `the page shows every fact with its answer`() async throws {
        let page = try await TestSite().client(.ada).get("/admin/ingredients/honey")
        for fact in DietFact.allCases { #expect(page.text.contains(#"name="fact.\#(fact.rawValue)""#)) }
        for allergen in Allergen.allCases { #expect(page.text.contains(#"name="allergen.\#(allergen.rawValue)""#)) }
    }

    @Test func `the list can be searched by any name and has twenty ingredients on a page`() async throws {
        let ada = try TestSite().client(.ada)
        let first = try await ada.get("/admin/ingredients")
        #expect(first.text.contains(#"rel="next""#))
        #expect(
            try await ada.get("/admin/ingredients?q=%D0%BC%D1%91%D0%B4").text.contains("/admin/ingredients/honey\""))
        #expect(try await ada.get("/admin/ingredients?q=zzzz").status == .ok)
    }

    @Test func `drafts are calculated with the present catalogue`() async throws {
        let site = try TestSite()
        let draft = try await site.write(.honey)
        try await set(site, "honey", ("fact.vegan", "yes"))
        let own: RecipeAnswer = try await site.client(.alice).json("/recipes/\(draft)")
        #expect(own.diets["vegan"] == "yes")
    }

    @Test func `an approval uses the catalogue at that moment`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.honey)
        let submission = try await site.submit(recipe)
        try await set(site, "honey", ("fact.vegan", "yes"))
        try await site.approve(submission)
        #expect(try await site.vegan() == [recipe])
        #expect(try site.failures() == [])
    }
}

@Suite struct CatalogueNameTests {
    @Test func `the name of a unit in the editor means the same unit`() throws {
        let catalogue = try StartingPoint.made.get().catalogue
        for unit in try StarterCatalogue().units.units {
            for language in Language.allCases {
                #expect(
                    catalogue.unitKey(catalogue.unitName(unit.key, language)) == unit.key, "\(unit.key) \(language)")
            }
        }
    }

    @Test func `the starter catalogue is complete`() throws {
        let starter = try StarterCatalogue()
        #expect(starter.entries.count >= 600)
        #expect(Set(starter.entries.map(\.key)).count == starter.entries.count)
        let catalogue = try StartingPoint.made.get().catalogue
        for entry in starter.entries {
            #expect(catalogue.entry(named: entry.english.singular)?.key == entry.key, "\(entry.english.singular)")
            #expect(catalogue.entry(named: entry.russian.singular)?.key == entry.key, "\(entry.russian.singular)")
            let usda = entry.usda.map { number in starter.nutrition.contains { $0.number == number } }
            #expect(usda != false, "\(entry.key)")
        }
    }

    @Test func `ingredients are suggested by any name, also misspelt, in the reader’s language`() async throws {
        struct Suggestions: Decodable, Sendable {
            struct Item: Decodable, Sendable { let name: String }
            let items: [Item]
        }
        let site = try TestSite()
        func names(_ typed: String, _ language: String = "en") async throws -> [String] {
            let answer = try await site.visitor().get(
                "/ingredients/suggest?q=\(Percent.encode(query: typed))", headers: ["Accept-Language": language])
            let found: Suggestions = try answer.json()
            return found.items.map(\.name)
        }
        #expect(try await names("onio").contains("onion"))
        #expect(try await names("onoin").contains("onion"))
        #expect(try await names("лук").contains("onion"))
        #expect(try await names("лук", "ru").contains { $0.hasPrefix("лук") || $0.contains("лук") })
        #expect(try await names("zzzzzz").isEmpty)
        #expect(try await names("").isEmpty)
        #expect(try await names("a").count <= 8)
    }
}
