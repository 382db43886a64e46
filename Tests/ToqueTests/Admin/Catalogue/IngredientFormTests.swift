// Tests of the ingredient form: limits, errors and kept input.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct IngredientFormTests {
    private static func long(_ count: Int) -> String { String(repeating: "x", count: count) }

    private static func many(_ count: Int, _ item: (Int) -> String) -> String {
        (0..<count).map(item).joined(separator: ", ")
    }

    private static let wrongNames: [(String, String)] = [
        ("name_en", ""), ("name_en", long(101)), ("name_ru", " "), ("plural_en", long(101)), ("also_en", long(101)),
        ("also_ru", many(201) { "name \($0)" }), ("also_ru", many(10_000) { _ in "name" }), ("aisle", "moon"),
        ("fact.vegan", "perhaps"), ("allergen.milk", ""),
    ]

    private static let wrongFigures: [(String, String)] = [
        ("usda", "x"), ("usda", "99999999"), ("usda", "-1"), ("kcal", "1001"), ("kcal", "-1"), ("fat_g", "101"),
        ("sodium_mg", "50001"), ("protein_g", "nan"), ("source", long(201)), ("density", "0"), ("density", "26"),
        ("density", "thick"), ("portions", "piece"), ("portions", "piece -1"), ("portions", "piece 1, piece 2"),
        ("portions", "piece 100001"), ("portions", long(41) + " 1"), ("portions", many(31) { "p\($0) 1" }),
        ("colour", "ultraviolet"),
    ]

    @Test(arguments: wrongNames + wrongFigures)
    func `an invalid value shows an error at its field and keeps the rest`(field: String, value: String) async throws {
        let site = try TestSite()
        let kept = [("also_en", "kept name")].filter { $0.0 != field }
        let answer = try await site.client(.ada).post("/admin/ingredients/onion", kept + [(field, value)])
        #expect(answer.status == .unprocessable, "\(field)")
        #expect(answer.hasError(at: field), "\(field)")
        #expect(field == "also_en" || answer.shows("kept name"))
        #expect(try site.count("SELECT count(*) FROM catalogue_change") == 0)
    }

    @Test func `a name belongs to one ingredient, and nutrition has one source`() async throws {
        let ada = try TestSite().client(.ada)
        let taken = try await ada.post("/admin/ingredients/onion", [("also_en", "Honey")])
        #expect(taken.status == .unprocessable && taken.shows("“Honey” is already a name of “honey”."))
        let both = try await ada.post("/admin/ingredients/onion", [("kcal", "40"), ("source", "a packet")])
        #expect(both.status == .unprocessable && both.hasError(at: "usda"))
        let without = try await ada.post("/admin/ingredients/onion", [("usda", ""), ("kcal", "40")])
        #expect(without.status == .unprocessable && without.hasError(at: "source"))
    }

    @Test func `an admin who opened the form before another change sees both versions`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        let seen = try #require(
            try await ada.get("/admin/ingredients/onion").text.firstMatch(of: /name="seen" value="([^"]+)"/)?.1)
        try await site.change("/admin/ingredients/onion", ("density", "0.5"), ("fact.halal", "no"), ("colour", "red"))
        let typed = [("density", "0.7"), ("also_en", "my own word"), ("fact.halal", "yes"), ("colour", "green")]
        let stale = try await ada.post("/admin/ingredients/onion", typed + [("seen", String(seen))])
        #expect(stale.status == .conflict && stale.text.contains(#"name="density" type="text" value="0.7""#))
        #expect(stale.shows("my own word") && stale.shows("Now: 0.5.") && stale.shows("Now: red."))
        #expect(stale.shows("Current answer: no"))
        #expect(!stale.shows("Now: onion."), "what is the same is not told")
        let seenNow = try #require(stale.text.firstMatch(of: /name="seen" value="([^"]+)"/)?.1)
        try await ada.post("/admin/ingredients/onion", typed + [("seen", String(seenNow))]).expect(.seeOther)
    }

    @Test func `a new ingredient needs unused names and an aisle`() async throws {
        let ada = try TestSite().client(.ada)
        let empty = try await ada.post("/admin/catalogue/new", [("name_en", ""), ("source", "kept")])
        #expect(empty.status == .unprocessable && empty.hasError(at: "name_en") && empty.hasError(at: "name_ru"))
        #expect(empty.hasError(at: "aisle") && empty.shows("kept"))
        let taken = try await ada.post(
            "/admin/catalogue/new", [("name_en", "onions"), ("name_ru", "лучище"), ("aisle", "vegetables")])
        #expect(taken.status == .unprocessable && taken.hasError(at: "name_en"))
        #expect(try await ada.get("/admin/catalogue/new").status == .ok)
    }

    @Test(arguments: [Person?.none, .charlie, .alice, .bob])
    func `only admins see and change ingredients`(person: Person?) async throws {
        let site = try TestSite()
        let address = try await site.draft("/admin/ingredients/onion", [("density", "0.5")])
        let client = try person.map(site.client) ?? site.visitor()
        let refusal: Status = person == nil ? .seeOther : .forbidden
        for path in [
            "/admin/catalogue/new", "/admin/catalogue/changes", address, "/admin/ingredients/onion/merge",
            "/admin/ingredients/onion/split", "/admin/catalogue/import", "/admin/catalogue/ingredients.csv",
        ] {
            #expect(try await client.get(path).status == refusal, "\(path)")
        }
        for path in [
            "/admin/catalogue/new", "\(address)/confirm", "\(address)/discard", "\(address)/undo",
            "/admin/ingredients/onion/merge", "/admin/ingredients/onion/split", "/admin/catalogue/import",
        ] {
            #expect(try await client.post(path).status == refusal, "\(path)")
            let foreign = try await site.client(.ada).postAsIs(path, [])
            #expect(foreign.status == .forbidden, "\(path)")
        }
    }
}
