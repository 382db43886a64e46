// Tests of merging and splitting ingredients, and of undoing both.

import Database
import HTTP
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct MergeTests {
    @Test func `a merge moves names, recipes and dislikes, and undoing restores them`() async throws {
        let site = try TestSite()
        let tea = try site.plant("Tea", "1 tbsp honey\n1 lemon")
        let jam = try site.plant("Jam", "1 tbsp maple syrup\n1 lemon")
        let honey = try #require(try site.catalogue().ingredientID("honey"))
        try site.run("INSERT INTO disliked_ingredient (user_id, ingredient_id) VALUES (1, \(honey))")
        let before = try (site.catalogue().record("honey"), site.catalogue().record("maple-syrup"))
        let address = try await site.draft("/admin/ingredients/honey/merge", [("into", "maple syrup")])
        let page = try await site.client(.ada).get(address)
        #expect(page.shows("Tea") && !page.shows("Jam") && page.shows("now: Vegan"))
        try await site.confirm(address)
        #expect(try site.key(of: "honey") == "maple-syrup" && site.key(of: "мёд") == "maple-syrup")
        #expect(try site.ingredients(of: tea) == ["maple-syrup", "lemon"])
        #expect(try await site.vegan() == [tea, jam])
        let maple = try #require(try site.catalogue().ingredientID("maple-syrup"))
        #expect(try site.count("SELECT count(*) FROM disliked_ingredient WHERE ingredient_id = \(maple)") == 1)
        #expect(try await site.client(.ada).get("/admin/ingredients/honey").status == .notFound)
        #expect(try await site.visitor().json("/search?with=honey", as: ListAnswer<CardAnswer>.self).total == 2)
        #expect(try site.failures() == [])
        let onion = try #require(try site.catalogue().ingredientID("onion"))
        try site.run("INSERT INTO disliked_ingredient (user_id, ingredient_id) VALUES (1, \(onion)), (2, \(maple))")
        try await site.undo(address)
        let disliked = try site.read { db in
            try db.all("SELECT user_id, ingredient_id FROM disliked_ingredient ORDER BY user_id") {
                [$0[0], $0[1]] as [Int]
            }
        }
        #expect(Set(disliked) == [[1, honey], [1, onion], [2, maple]])
        #expect(try site.catalogue().record("honey") == before.0)
        #expect(try site.catalogue().record("maple-syrup") == before.1)
        #expect(try site.catalogue().ingredientID("honey") == honey)
        #expect(try site.ingredients(of: tea) == ["honey", "lemon"])
        #expect(try await site.vegan() == [jam])
        #expect(try site.failures() == [])
    }

    @Test(arguments: ["", "unobtainium", "honey", String(repeating: "x", count: 5_000)])
    func `merging into an unknown ingredient or itself shows an error at the field`(typed: String) async throws {
        let answer = try await TestSite().client(.ada).post("/admin/ingredients/honey/merge", [("into", typed)])
        #expect(answer.status == .unprocessable && answer.hasError(at: "into"))
        #expect(typed.isEmpty || answer.shows(String(typed.prefix(100))))
    }

    @Test func `the starter files do not add a merged ingredient again`() async throws {
        let site = try TestSite()
        try await site.change("/admin/ingredients/honey/merge", ("into", "maple syrup"))
        let now = site.now
        var starter = try StarterCatalogue()
        starter.entries.append(
            IngredientEntry(
                key: "glorb", english: .init(singular: "glorb"), russian: .init(singular: "глорб"), aisle: "baking",
                stated: StatedFacts(), parent: "honey"))
        let files = starter
        let update = try site.write { try StarterUpdate.run($0, edition: "newer", now: now) { files } }
        #expect(try site.catalogue().entry("honey") == nil)
        #expect(update?.kept == ["ingredient maple-syrup"] && update?.new == 1)
        // Entries of the files that depend on honey now depend on maple syrup.
        #expect(try site.catalogue().entry("glorb")?.parent == "maple-syrup")
        #expect(try site.catalogue().entry("granola")?.dependsOn.contains("maple-syrup") == true)
        #expect(try site.failures() == [])
    }

    @Test func `a split moves the chosen names and the recipes that use them`() async throws {
        let site = try TestSite()
        try await site.change("/admin/ingredients/onion", ("also_en", "frobnium, glorb"))
        let (plain, odd) = (try site.plant("Plain", "1 onion"), try site.plant("Odd", "1 frobnium"))
        let address = try await site.draft(
            "/admin/ingredients/onion/split",
            [("name", "frobnium"), ("name_en", "frobnium"), ("name_ru", "фробний")])
        let page = try await site.client(.ada).get(address)
        #expect(page.shows("Odd") && !page.shows("Plain"))
        try await site.confirm(address)
        #expect(try site.ingredients(of: odd) == ["frobnium"] && site.ingredients(of: plain) == ["onion"])
        #expect(try site.key(of: "glorb") == "onion")
        #expect(try site.failures() == [])
        try await site.undo(address)
        #expect(try site.ingredients(of: odd) == ["onion"])
        #expect(try site.failures() == [])
    }

    @Test func `a new ingredient needs names of its own in both languages`() async throws {
        let ada = try TestSite().client(.ada)
        let form = try await ada.get("/admin/ingredients/onion/split")
        #expect(form.status == .ok && form.text.contains(#"value="onions""#) && !form.text.contains(#"value="onion""#))
        let empty = try await ada.post("/admin/ingredients/onion/split", [("name", "onions")])
        #expect(empty.status == .unprocessable && empty.hasError(at: "name_en") && empty.hasError(at: "name_ru"))
        #expect(empty.text.contains(#"value="onions" checked"#))
        let taken = try await ada.post(
            "/admin/ingredients/onion/split", [("name_en", "onion"), ("name_ru", "лучище")])
        #expect(taken.status == .unprocessable && taken.hasError(at: "name_en"))
        let long = try await ada.post(
            "/admin/ingredients/onion/split", [("name_en", String(repeating: "x", count: 101)), ("name_ru", "лучище")])
        #expect(long.status == .unprocessable && long.hasError(at: "name_en"))
    }

    @Test func `merging joins names and splitting divides them`() {
        var one = IngredientRecord(key: "one", english: "one", englishPlural: "ones", englishAlso: ["uno"])
        (one.russian, one.russianPlural, one.facts) = ("один", "один", IngredientFacts.unknown.code)
        var two = IngredientRecord(key: "two", english: "two", englishPlural: "two", englishAlso: ["duo", "uno"])
        (two.russian, two.russianPlural, two.aisle) = ("два", "два", "drinks")
        let merged = IngredientRules.merged(one, into: two)
        #expect(merged.englishAlso == ["duo", "uno", "one", "ones"] && merged.russianAlso == ["один"])
        #expect(merged.key == "two" && merged.aisle == "drinks")
        let halves = IngredientRules.split(merged, names: ["one", "ones"], english: "one", russian: "раз", key: "one")
        #expect(halves?.old.englishAlso == ["duo", "uno"] && halves?.new.englishAlso == ["ones"])
        #expect(halves?.new.key == "one" && halves?.new.aisle == "drinks")
        #expect(IngredientRules.split(merged, names: ["two"], english: "x", russian: "y", key: "x") == nil)
    }
}
