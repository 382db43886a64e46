// Tests of changing units: forms, factors, and the recipes that follow after a preview.

import Database
import HTTP
import Testing
import Texts
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct UnitAdminTests {
    private static let firkin = [
        ("key", "firkin"), ("forms_en", "firkin, firkins"), ("forms_ru", "фиркин, фиркина, фиркинов"),
        ("kind", "volume"), ("factor", "40,9"),
    ]

    private func unit(_ site: TestSite, _ key: String) throws -> UnitRecord? { try site.catalogue().unitRecord(key) }

    private func keto(_ site: TestSite) async throws -> Set<Int> {
        Set(try await site.visitor().json("/search?diet=keto", as: ListAnswer<CardAnswer>.self).items.map(\.id))
    }

    @Test func `a new unit is read in both languages, and undoing removes it`() async throws {
        let site = try TestSite()
        #expect(try site.catalogue().parse("2 firkins of milk").unit == nil)
        let address = try await site.draft("/admin/units", Self.firkin)
        #expect(try unit(site, "firkin") == nil)
        try await site.confirm(address)
        #expect(try unit(site, "firkin")?.factor == 40.9)
        for line in ["2 firkins of milk", "2 фиркина молока"] {
            let parsed = try site.catalogue().parse(line)
            #expect(parsed.unit == "firkin" && parsed.amount == 2, "\(line)")
        }
        let page = try await site.client(.ada).get("/admin/units?page=3")
        #expect(page.shows("firkin · фиркин") && page.shows("40.9 ml") && page.shows(Text.unitUnused(.en)))
        struct Answer: Decodable {
            let key: String
            let factor: Double
            let lines: Int
        }
        let json = try await site.client(.ada).json("/admin/units/firkin", as: Answer.self)
        #expect(json.key == "firkin" && json.factor == 40.9 && json.lines == 0)
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'units-add'") == 1)
        try await site.undo(address)
        #expect(try unit(site, "firkin") == nil && site.catalogue().parse("2 firkins of milk").unit == nil)
        #expect(try site.failures() == [])
    }

    @Test func `a new factor recalculates diets after a preview`() async throws {
        let site = try TestSite()
        try await site.change(
            "/admin/units", ("key", "firkin"), Self.firkin[1], Self.firkin[2], Self.firkin[3], ("factor", "1"))
        let drink = try site.plant("Sweet drink", "1 firkin honey\n1 l water")
        let tea = try site.plant("Tea", "1 l water")
        #expect(try await keto(site) == [drink, tea])
        let address = try await site.draft("/admin/units/firkin", [("factor", "500")])
        let page = try await site.client(.ada).get(address)
        #expect(page.shows("1 recipe is affected.") && page.shows("Sweet drink") && !page.shows("Tea"))
        #expect(page.shows("no longer: Keto") && page.text.contains("<del>1</del> <ins>500</ins>"))
        #expect(try await keto(site) == [drink, tea])
        try await site.confirm(address, derived: false)
        // Until it is recalculated the recipe suits no diet, and the page shows how many recipes wait.
        #expect(try await keto(site) == [tea])
        #expect(try await site.client(.ada).get("/admin/units").shows("1 recipe is still being recalculated"))
        #expect(try site.failures() == [])
        site.site.backgroundWorker.work()
        #expect(try await keto(site) == [tea])
        #expect(try site.failures() == [])
        try await site.undo(address)
        #expect(try await keto(site) == [drink, tea])
        #expect(try site.failures() == [])
    }

    @Test func `forms can be added and removed, and the history lists them`() async throws {
        let site = try TestSite()
        let before = try #require(try unit(site, "cup"))
        let forms = before.english.filter { $0 != "cupful" }.joined(separator: ", ") + ", kopp"
        let address = try await site.change("/admin/units/cup", ("forms_en", forms))
        #expect(try site.catalogue().parse("2 kopp sugar").unit == "cup")
        let page = try await site.client(.ada).get("/admin/units/cup")
        #expect(page.text.contains("<del>cupful</del> <ins>kopp</ins>"))
        try await site.undo(address)
        #expect(try unit(site, "cup") == before)
        #expect(try site.failures() == [])
    }

    @Test(arguments: [
        ("key", "Firkin"), ("key", "2firkin"), ("key", ""), ("key", "cup"), ("key", "tablespoons"),
        ("key", String(repeating: "x", count: UnitRules.keyLength + 1)), ("forms_en", ""), ("forms_ru", " , "),
        ("forms_en", "firkin, cups"), ("forms_en", "Cup."), ("forms_ru", "фиркин, стаканов"), ("forms_en", "tomato"),
        ("forms_en", "tomatoes"), ("forms_en", "bell"), ("forms_ru", "томатов"), ("forms_ru", "сахар"),
        ("forms_en", "large"), ("forms_en", "dozen"), ("forms_en", "fir2kin"), ("forms_en", "fir-kin"),
        ("forms_en", "one two three"), ("forms_en", "a|b"),
        ("forms_en", String(repeating: "x", count: UnitRules.formLength + 1)),
        (
            "forms_en",
            (0...UnitRules.forms).map {
                "firkin\(String(repeating: "x", count: $0 % 30)) \(String(repeating: "y", count: 1 + $0 / 30))"
            }.joined(separator: ",")
        ),
        ("forms_en", String(repeating: "firkin,", count: UnitRules.typedLength / 7 + 1)),
        ("kind", "length"), ("kind", ""), ("factor", ""), ("factor", "0"), ("factor", "-1"), ("factor", "many"),
        ("factor", "1000001"), ("factor", "0.00001"),
    ])
    func `an invalid value shows an error at its field and is kept`(field: String, value: String) async throws {
        let site = try TestSite()
        let fields = Self.firkin.map { $0.0 == field ? (field, value) : $0 }
        let answer = try await site.client(.ada).post("/admin/units", fields)
        #expect(answer.status == .unprocessable && answer.hasError(at: field))
        #expect(field == "forms_ru" || answer.shows("фиркин, фиркина, фиркинов"))
        #expect(try site.count("SELECT count(*) FROM catalogue_change") == 0)
    }

    @Test func `forms and key of a unit may be as long as the limits`() async throws {
        let site = try TestSite()
        let forms = (1...UnitRules.forms).map { "zz" + String(repeating: "q", count: $0 % 38) + ($0 < 38 ? "" : " z") }
        let fields = Self.firkin.map { field, value in
            switch field {
            case "key": (field, "k" + String(repeating: "x", count: UnitRules.keyLength - 1))
            case "forms_en": (field, forms.joined(separator: ","))
            case "factor": (field, "1000000")
            default: (field, value)
            }
        }
        try await site.client(.ada).post("/admin/units", fields).expect(.seeOther)
    }

    @Test func `a unit for pieces has no factor`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        let pieces = Self.firkin.map { $0.0 == "kind" ? ("kind", "count") : $0 }
        let wrong = try await ada.post("/admin/units", pieces)
        #expect(wrong.status == .unprocessable && wrong.hasError(at: "factor"))
        try await ada.post("/admin/units", pieces.map { $0.0 == "factor" ? ("factor", "") : $0 }).expect(.seeOther)
        let clove = try await ada.get("/admin/units/clove")
        #expect(!clove.text.contains(#"name="factor""#) && !clove.text.contains(#"name="key""#))
        #expect(try await ada.post("/admin/units/clove", [("factor", "5")]).status == .seeOther)
        #expect(try site.count("SELECT count(*) FROM catalogue_change WHERE kind = 'edit'") == 0)
    }

    @Test func `a unit in use or of the starter files cannot be removed`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        #expect(try await !ada.get("/admin/units/cup").text.contains("/admin/units/cup/remove"))
        let starter = try await ada.post("/admin/units/cup/remove")
        #expect(starter.status == .unprocessable && starter.shows("comes with Toque"))
        try await site.change(
            "/admin/units", Self.firkin[0], Self.firkin[1], Self.firkin[2], Self.firkin[3], Self.firkin[4])
        let recipe = try await site.write(RecipeFields("Ale", ingredients: "1 firkin water\n2 firkins beer"))
        #expect(try await ada.get("/admin/units/firkin").shows("2 lines, 1 recipe"))
        try await site.client(.alice).post("/recipes/\(recipe)/delete").expect(.seeOther)
        let used = try await ada.post("/admin/units/firkin/remove")
        #expect(used.status == .unprocessable && used.shows("1 recipe uses it"))
        let spare = [
            ("key", "spare"), ("forms_en", "zpare"), ("forms_ru", "спарка"), ("kind", "mass"), ("factor", "2"),
        ]
        try await site.confirm(site.draft("/admin/units", spare))
        let gone = try await site.draft("/admin/units/spare/remove", [])
        try await site.confirm(gone)
        #expect(try await ada.get("/admin/units/spare").status == .notFound)
        try await site.undo(gone)
        #expect(try unit(site, "spare")?.russian == ["спарка"])
        #expect(try site.failures() == [])
    }

    @Test func `a newer program does not overwrite units that an admin changed`() async throws {
        let site = try TestSite()
        try await site.change("/admin/units/cup", ("factor", "240"))
        try await site.change(
            "/admin/units", Self.firkin[0], Self.firkin[1], Self.firkin[2], Self.firkin[3], Self.firkin[4])
        var starter = try StarterCatalogue()
        let dram = MeasuringUnit(
            key: "dram", english: ["dram", "firkins"], russian: ["драхма"], kind: .mass, factor: 3.9)
        starter.units = UnitTable(
            starter.units.units.map {
                ["cup", "glass"].contains($0.key)
                    ? MeasuringUnit(key: $0.key, english: $0.english, russian: $0.russian, kind: $0.kind, factor: 200)
                    : $0
            } + [dram])
        let (files, now) = (starter, site.now)
        let changes = try site.write { try StarterUpdate.run($0, edition: "newer", now: now) { files } }
        #expect(changes?.kept == ["unit cup"] && changes?.new == 1 && changes?.changed == 1)
        #expect(changes?.leftOut == ["“firkins” of unit dram"] && changes?.concernsAll == true)
        #expect(try unit(site, "cup")?.factor == 240 && unit(site, "glass")?.factor == 200)
        #expect(try unit(site, "dram")?.english == ["dram"] && unit(site, "firkin")?.factor == 40.9)
        _ = try DataFolder.prepare(site.site.configuration, now: site.now)
        #expect(try unit(site, "cup")?.factor == 240)
    }

    @Test func `the number of units is limited`() async throws {
        let site = try TestSite()
        let there = try site.count("SELECT count(*) FROM unit")
        try site.write { db in
            for number in there..<UnitRules.most {
                try db.run(
                    """
                    INSERT INTO unit (key, forms_en, forms_ru, kind, factor, position)
                    VALUES (\("u\(number)"), \("u\(number)"), \("е\(number)"), 'mass', 1, \(number))
                    """)
            }
            try CatalogueStore(db).moveEdition()
        }
        let answer = try await site.client(.ada).post("/admin/units", Self.firkin)
        #expect(answer.status == .unprocessable && answer.hasError(at: "key"))
    }

    @Test func `a change by another admin is not overwritten`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        let stale = try await ada.post("/admin/units/cup", [("seen", "old"), ("factor", "99")])
        #expect(stale.status == .conflict && stale.shows("Someone else changed this"))
        let factor = try #require(try unit(site, "cup")?.factor)
        #expect(stale.text.contains(#"value="99""#) && stale.shows("Now: \(IngredientColumn.plain(factor))."))
        let seen = try #require(stale.text.firstMatch(of: /name="seen" value="([^"]+)"/)?.1)
        try await ada.post("/admin/units/cup", [("seen", String(seen)), ("factor", "99")]).expect(.seeOther)
        let (first, second) = (
            try await site.draft("/admin/units/cup", [("factor", "240")]),
            try await site.draft("/admin/units/cup", [("factor", "250")])
        )
        try await site.confirm(first)
        #expect(try await ada.post("\(second)/confirm").status == .conflict)
        #expect(try unit(site, "cup")?.factor == 240)
    }

    @Test func `only admins may change units, and only with forms of the site`() async throws {
        let site = try TestSite()
        let paths = ["/admin/units", "/admin/units/cup", "/admin/units/cup/remove"]
        for person in [Person.alice, .bob, .charlie] {
            for path in paths { #expect(try await site.client(person).post(path).status == .forbidden) }
            #expect(try await site.client(person).get("/admin/units").status == .forbidden)
        }
        #expect(try await site.visitor().get("/admin/units").status == .seeOther)
        let ada = try site.client(.ada)
        for path in paths { #expect(try await ada.postAsIs(path, []).status == .forbidden) }
        #expect(try await ada.get("/admin/units/none").status == .notFound)
    }

    @Test(arguments: [
        "UPDATE unit SET forms_ru = '' WHERE key = 'cup'", "UPDATE unit SET factor = 2 WHERE key = 'clove'",
    ])
    func `check finds a unit without valid forms or factor`(damage: String) throws {
        let site = try TestSite()
        try site.run("\(raw: damage)")
        #expect(try site.failures().contains { $0.check == "units" })
    }

    @Test(arguments: [
        "UPDATE category SET state = 'merged' WHERE key = 'soup'",
        """
        UPDATE category SET state = 'merged', merged_into = (SELECT id FROM category WHERE key = 'main')
        WHERE key IN ('soup', 'main')
        """,
    ])
    func `check finds a merged category without a target`(damage: String) throws {
        let site = try TestSite()
        try site.run("\(raw: damage)")
        #expect(try site.failures().contains { $0.check == "category" })
    }

    @Test(arguments: [
        "DELETE FROM revision_use WHERE kind = 'unit'", "UPDATE revision_use SET times = times + 1 WHERE kind = 'unit'",
        "UPDATE revision_use SET key = 'x' WHERE kind = 'category'",
    ])
    func `check finds wrong counts of the units and categories that a text uses`(damage: String) throws {
        let site = try TestSite()
        try site.plant("Soup", "1 l water\n2 g salt\n3 g sugar", category: "soup")
        #expect(try site.failures() == [])
        try site.run("\(raw: damage)")
        #expect(try site.failures().contains { $0.check == "revision" })
    }
}
