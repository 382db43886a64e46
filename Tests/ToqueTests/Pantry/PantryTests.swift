// Tests the pantry's pages: adding, editing, deleting, undo, staples, limits, and who sees what.

import Database
import HTTP
import Testing

@testable import Food
@testable import TestKit
@testable import Toque

/// An item in a JSON answer.
struct PantryItemAnswer: Decodable, Equatable, Sendable {
    let id: Int
    let ingredient: String?
    let name: String
    let amount: Double?
    let unit: String
    let useBy: String?
    let isLow: Bool
    let isSoon: Bool

    private enum CodingKeys: String, CodingKey {
        case id, ingredient, name, amount, unit
        case useBy = "use_by"
        case isLow = "running_low"
        case isSoon = "use_soon"
    }

    /// `200 g butter`.
    var line: String {
        let number = amount.map { $0 == $0.rounded() ? String(Int($0)) : String($0) }
        return [number, unit.isEmpty ? nil : unit, name].compactMap { $0 }.joined(separator: " ")
    }
}

struct PantryAnswer: Decodable, Sendable {
    let total: Int
    let items: [PantryItemAnswer]
    let staples: [String]
}

extension TestSite {
    func pantry(of person: Person = .charlie) async throws -> PantryAnswer { try await client(person).json("/pantry") }

    /// Adds a list to a person's pantry.
    func fill(_ list: String, of person: Person = .charlie) async throws {
        try await client(person).post("/pantry", [("list", list)]).expect(.seeOther)
    }
}

@Suite struct PantryTests {
    @Test func `an empty pantry says so, and an item comes and goes`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        #expect(try await charlie.get("/pantry").shows("No ingredients"))
        let fields = [
            ("ingredient", "whole milk"), ("amount", "1 1/2"), ("unit", "litres"), ("use_by", "2026-12-24"),
            ("low", "2"),
        ]
        let added = try await charlie.post("/pantry", fields)
        #expect(added.location == "/pantry")
        let page = try await charlie.get("/pantry")
        #expect(page.shows("Added to your pantry.") && page.shows("24 December 2026") && page.shows("running low"))
        let item = try #require(try await site.pantry().items.first)
        #expect(item.line == "1.5 l milk" && item.useBy == "2026-12-24" && item.isLow && !item.isSoon)
        let edit = try await charlie.get("/pantry/\(item.id)")
        #expect(edit.text.contains(#"action="/pantry/\#(item.id)/delete""#) && edit.text.contains(#"value="1 1/2""#))
        try await charlie.post("/pantry/\(item.id)", [("ingredient", "Milk"), ("amount", "3"), ("unit", "l")])
            .expect(.seeOther)
        #expect(try await site.pantry().items.map(\.line) == ["3 l milk"])
        let deleted = try await charlie.post("/pantry/\(item.id)/delete")
        #expect(try await site.pantry().items == [])
        try await site.pressUndo(deleted, charlie)
        #expect(try await site.pantry().items.map(\.line) == ["3 l milk"])
        #expect(try await site.pantry(of: .alice).total == 0)
    }

    @Test func `amounts of the same food, unit and date are added up`() async throws {
        let site = try TestSite()
        try await site.fill("200 g butter\n300 g butter\neggs\n1 can (400 g) chickpeas\n3 onions\n1 onion")
        #expect(
            try await Set(site.pantry().items.map(\.line)) == [
                "500 g butter", "egg", "400 g canned chickpeas", "4 onion",
            ]
        )
        let charlie = try site.client(.charlie)
        let more = try await charlie.post("/pantry", [("list", "100 g butter\n2 carrots")])
        #expect(try await site.pantry().items.map(\.line).contains("600 g butter"))
        try await site.pressUndo(more, charlie)
        #expect(try await site.pantry().items.map(\.line).contains("500 g butter"))
        #expect(try await site.pantry().total == 4)
        let dated = [("ingredient", "butter"), ("amount", "100"), ("unit", "g"), ("use_by", "2026-12-01")]
        try await charlie.post("/pantry", dated).expect(.seeOther)
        #expect(try await site.pantry().total == 5)
    }

    @Test func `lines that are not understood add nothing, until they are left out`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let list = "2 l milk\n3 frobnicators\nbutter or margarine\nsalt and pepper"
        let answer = try await charlie.post("/pantry", [("list", list)])
        #expect(answer.status == .unprocessable && answer.text.contains(list))
        #expect(answer.shows("We don’t understand 2 lines") && answer.text.contains("<li>3 frobnicators</li>"))
        #expect(answer.text.contains(#"id="list-error""#) && answer.text.contains(#"name="skip" value="1""#))
        #expect(try await site.pantry().total == 0)
        try await charlie.post("/pantry", [("list", list), ("skip", "1")]).expect(.seeOther)
        #expect(try await site.pantry().items.map(\.name) == ["milk", "salt and pepper"])
        #expect(try await charlie.post("/pantry", [("list", "frob"), ("skip", "1")]).status == .unprocessable)
    }

    @Test func `a line in the field for the ingredient is read as a line`() async throws {
        let site = try TestSite()
        try await site.client(.charlie).post("/pantry", [("ingredient", "250 g red lentils")]).expect(.seeOther)
        #expect(try await site.pantry().items.map(\.line) == ["250 g red lentils"])
    }

    @Test func `a list may have dates and several foods in a line, and an unclear date is said`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let unclear = try await charlie.post("/pantry", [("list", "2 l milk, use by 1/2\nbutter")])
        #expect(unclear.status == .unprocessable && unclear.shows("we can’t tell which day is meant"))
        try await site.fill("2 l milk, use by 24 Dec 2099\nsoy sauce, ginger, honey")
        let items = try await site.pantry().items
        #expect(Set(items.map(\.name)) == ["milk", "soy sauce", "ginger", "honey"])
        #expect(items.first { $0.name == "milk" }?.useBy == "2099-12-24")
        let wrong = try await charlie.post("/pantry", [("ingredient", "milk use by 1/2")])
        #expect(wrong.status == .unprocessable && wrong.hasError(at: "ingredient"))
        try await charlie.post("/pantry", [("ingredient", "2 onions, 1 carrot")]).expect(.seeOther)
        #expect(try await site.pantry().total == 6)
        let mixed = try await charlie.post("/pantry", [("ingredient", "2 onions, 1 carrot"), ("amount", "2")])
        #expect(mixed.status == .unprocessable && mixed.hasError(at: "ingredient"))
    }

    @Test(arguments: [
        ("ingredient", ""), ("ingredient", "frobnium"), ("amount", "lots"), ("amount", "0"), ("amount", "1-2"),
        ("unit", "firkins"), ("use_by", "tomorrow"), ("low", "-1"),
    ])
    func `wrong input keeps its values and says what is wrong`(field: String, value: String) async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        try await site.fill("1 carrot")
        var fields = ["ingredient": "milk", "amount": "2", "unit": "l", "use_by": "2026-12-01", "low": "1"]
        fields[field] = value
        for path in ["/pantry", "/pantry/1"] {
            let answer = try await charlie.post(path, fields.map { ($0.key, $0.value) })
            #expect(answer.status == .unprocessable)
            #expect(answer.text.contains(#"id="\#(field)-error""#), "\(path)")
            for (_, typed) in fields where !typed.isEmpty { #expect(answer.text.contains(#"value="\#(typed)""#)) }
        }
        #expect(try await site.pantry().items.map(\.line) == ["1 carrot"])
    }

    @Test func `several items are deleted together, and only the owner's`() async throws {
        let site = try TestSite()
        try await site.fill("1 carrot\n1 onion\n1 l milk")
        try await site.fill("1 apple", of: .alice)
        let charlie = try site.client(.charlie)
        let none = try await charlie.post("/pantry/delete", [])
        #expect(try await charlie.get(found(none.location)).shows("Nothing was selected") || none.status == .seeOther)
        let answer = try await charlie.post("/pantry/delete", ["1", "2", "4", "x"].map { ("item", $0) })
        #expect(try await site.pantry().items.map(\.line) == ["1 l milk"])
        #expect(try await site.pantry(of: .alice).total == 1)
        try await site.pressUndo(answer, charlie)
        #expect(try await site.pantry().total == 3)
        #expect(try await charlie.post("/pantry/4/delete").status == .notFound)
    }

    @Test func `food that spoils soon comes first, and a passed date is said`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let day = { Dates.iso(site.now + $0 * TestClock.day) }
        for (name, date) in [
            ("carrot", ""), ("milk", day(PantryRules.soonDays)), ("butter", day(PantryRules.soonDays + 1)),
            ("egg", day(-1)),
        ] {
            try await charlie.post("/pantry", [("ingredient", name), ("use_by", date)]).expect(.seeOther)
        }
        let items = try await site.pantry().items
        #expect(items.map(\.name) == ["egg", "milk", "butter", "carrot"])
        #expect(items.map(\.isSoon) == [false, true, false, false])
        let page = try await charlie.get("/pantry")
        #expect(page.shows("date has passed") && page.shows("use soon") && page.shows("amount unknown"))
    }

    @Test func `limits`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let long = String(repeating: "1 onion\n", count: PantryRules.lines + 1)
        #expect(try await charlie.post("/pantry", [("list", long)]).shows("Use at most 200 lines"))
        let wide = String(repeating: "x", count: PantryRules.listLength + 1)
        #expect(try await charlie.post("/pantry", [("list", wide)]).status == .unprocessable)
        _ = try site.write { db in
            for _ in 0..<PantryRules.itemsOfOneFood {
                try db.run(
                    "INSERT INTO pantry_item (user_id, ingredient_id, added_at) VALUES (\(Person.charlie.id), 1, 1)")
            }
            let milk: Int? = try db.value("SELECT id FROM ingredient WHERE key = 'milk'")
            try db.run("UPDATE pantry_item SET ingredient_id = \(milk)")
        }
        let same = try await charlie.post("/pantry", [("list", "1 l milk")])
        #expect(same.status == .unprocessable && same.shows("20 of one food") && same.text.contains("1 l milk"))
        _ = try site.write { db in
            try db.run(
                """
                INSERT INTO pantry_item (user_id, ingredient_id, added_at)
                SELECT \(Person.charlie.id), id, 1 FROM ingredient WHERE key <> 'milk'
                LIMIT \(PantryRules.items - PantryRules.itemsOfOneFood)
                """)
        }
        let full = try await charlie.post("/pantry", [("list", "2 l milk\n1 kg flour")])
        #expect(full.status == .unprocessable && full.shows("a pantry can have 500 items") && full.hasError(at: "list"))
        #expect(try await site.pantry().total == PantryRules.items)
        let staples = [("ingredient", String(repeating: "a,", count: PantryRules.staplesBytes))]
        #expect(try await charlie.post("/pantry/staples", staples).status == .contentTooLarge)
    }

    @Test(arguments: [
        "без яиц", "out of milk", "milk, none left", "0 eggs", "butter (finished)", "milk (oat)", "cheese (vegan)",
        "500 g flour (gluten free)",
    ])
    func `a line that says there is none, or another food, adds nothing`(_ line: String) throws {
        #expect(try RealData.catalogue().pantryLines(line) == nil)
    }

    @Test(arguments: ["1 can (400 g) chopped tomatoes", "butter, unsalted", "2 л молока"])
    func `a line with a harmless note adds its food`(_ line: String) throws {
        #expect(try RealData.catalogue().pantryLines(line)?.count == 1)
    }

    @Test func `a staple that was merged into another food stays one`() async throws {
        let site = try TestSite()
        try await site.client(.charlie).post("/pantry/staples", [("ingredient", "honey, salt")]).expect(.seeOther)
        let address = try await site.draft("/admin/ingredients/honey/merge", [("into", "maple syrup")])
        try await site.confirm(address)
        #expect(try await site.pantry().staples == ["maple syrup", "salt"])
    }

    @Test func `staples are water, salt and pepper until the member changes them`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        #expect(try await site.pantry().staples == ["water", "salt", "black pepper"])
        let wrong = try await charlie.post(
            "/pantry/staples", [("ingredient", "salt"), ("ingredient", "frob, olive oil")])
        #expect(wrong.status == .unprocessable && wrong.shows("We don’t know “frob”"))
        #expect(
            wrong.text.contains(#"name="ingredient" value="salt" checked"#) && wrong.text.contains(#"value="frob""#))
        try await charlie.post("/pantry/staples", [("ingredient", "salt"), ("ingredient", "olive oil, salt")])
            .expect(.seeOther)
        #expect(try await site.pantry().staples == ["salt", "olive oil"])
        #expect(try await charlie.get("/pantry/staples").text.contains(#"value="olive oil" checked"#))
        try await charlie.post("/pantry/staples", []).expect(.seeOther)
        #expect(try await site.pantry().staples == [])
    }

    @Test func `in Russian, names and lines are Russian`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        charlie.cookies["toque_language"] = "ru"
        try await charlie.post("/pantry", [("list", "2 л молока\nрепчатый лук")]).expect(.seeOther)
        let answer = try await site.pantry()
        #expect(answer.items.map(\.ingredient) == ["milk", "onion"])
    }

    @Test func `an undo button of another list or member does nothing`() async throws {
        let site = try TestSite()
        try await site.fill("1 carrot")
        let step = try site.count("SELECT max(id) FROM undo_step")
        #expect(try await site.client(.alice).post("/pantry/undo/\(step)").status == .notFound)
        #expect(try await site.client(.charlie).post("/favourites/undo/\(step)").status == .notFound)
        #expect(try await site.client(.charlie).post("/pantry/undo/\(step)").location == "/pantry")
        #expect(try await site.pantry().total == 0)
    }

    @Test func `an earlier change is undone after the later one, and the page says so`() async throws {
        let site = try TestSite()
        let (charlie, alice) = (try site.client(.charlie), try site.client(.alice))
        try await site.fill("1 carrot")
        let first = try site.count("SELECT max(id) FROM undo_step")
        try await site.fill("2 l milk")
        let second = try site.count("SELECT max(id) FROM undo_step")
        try await alice.post("/pantry", [("list", "1 onion")]).expect(.seeOther)
        #expect(try await alice.post("/pantry/undo/\(first)").status == .notFound)
        let refused = try await charlie.post("/pantry/undo/\(first)")
        #expect(refused.status == .conflict && refused.shows("something was changed after it"))
        #expect(try await site.pantry().total == 2)
        for step in [second, first] { try await charlie.post("/pantry/undo/\(step)").expect(.seeOther) }
        #expect(try await site.pantry().total == 0)
    }
}
