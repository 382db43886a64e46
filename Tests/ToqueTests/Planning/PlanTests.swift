// Tests the meal plan: weeks, entries, the week's shopping list, the calendar feed, limits, and who sees what.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

private struct PlanAnswer: Decodable, Sendable {
    struct Item: Decodable, Sendable {
        let id: Int
        let day: String
        let title: String
        let note: String
        let servings: Int?
    }

    let week: String
    let total: Int
    let items: [Item]
}

private struct Step: Decodable, Sendable {
    let step: Int?
}

private struct Refusal: Decodable, Sendable {
    let status: Int
    let reason: String?
}

private let asJSON: Headers = ["Accept": "application/json"]

extension TestSite {
    fileprivate func plan(of person: Person = .charlie, week: String = "") async throws -> PlanAnswer {
        try await client(person).json("/plan?week=\(week)")
    }
}

@Suite struct PlanTests {
    private let week = "2026-11-23"

    @Test(arguments: [
        ("1970-01-01", "1969-12-29"), ("2026-11-23", "2026-11-23"), ("2026-11-29", "2026-11-23"),
        ("2026-11-30", "2026-11-30"), ("2028-02-29", "2028-02-28"),
    ])
    func `a week begins on Monday`(day: String, monday: String) throws {
        let number = try #require(PlanRules.day(day))
        #expect(PlanRules.monday(of: number) == (monday.hasPrefix("1969") ? -3 : try #require(PlanRules.day(monday))))
    }

    @Test func `a recipe and a note are planned, changed, moved and removed`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let soup = try await site.publish(RecipeFields("Soup", ingredients: "1 onion").with("servings", "2"))
        #expect(try await charlie.get("/plan?week=\(week)").shows("Nothing is planned for this week"))
        #expect(try await charlie.get(site.address(of: soup)).text.contains("/plan?recipe=\(soup)"))
        #expect(try await charlie.get("/plan?recipe=\(soup)").text.contains(#"value="\#(soup)" selected"#))
        let entry = [("day", "2026-11-25"), ("recipe", String(soup)), ("servings", "4")]
        let added = try await charlie.post("/plan", entry)
        #expect(added.location == "/plan?week=\(week)")
        try await charlie.post("/plan", [("day", "2026-11-29"), ("note", "Leftovers")]).expect(.seeOther)
        var plan = try await site.plan(week: "2026-11-26")
        #expect(
            plan.week == week && plan.items.map(\.title) == ["Soup", ""] && plan.items.map(\.servings) == [4, nil])
        let page = try await charlie.get("/plan?week=\(week)")
        #expect(page.shows("Leftovers") && page.shows("4 servings") && page.shows("Wednesday, 25 November 2026"))
        let id = plan.items[0].id
        try await charlie.post("/plan/entries/\(id)", [("day", "2026-11-27")]).expect(.seeOther)
        plan = try await site.plan(week: week)
        #expect(plan.items[0].day == "2026-11-27" && plan.items[0].servings == 4)
        let deleted = try await charlie.post("/plan/entries/\(id)/delete")
        #expect(try await site.plan(week: week).total == 1)
        try await site.pressUndo(deleted, charlie)
        #expect(try await site.plan(week: week).items.map(\.day) == ["2026-11-27", "2026-11-29"])
        #expect(try await site.plan(week: "2026-11-30").total == 0)
    }

    @Test func `the week's shopping list leaves out what the pantry has, once`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let soup = try await site.publish(
            RecipeFields("Soup", ingredients: "2 onions\n100 g butter").with("servings", "2"))
        let cake = try await site.publish(RecipeFields("Cake", ingredients: "200 g butter\n3 eggs"))
        try await site.fill("250 g butter\n1 onion")
        for (recipe, servings) in [(soup, "4"), (cake, "")] {
            let entry = [("day", "2026-11-25"), ("recipe", String(recipe)), ("servings", servings)]
            try await charlie.post("/plan", entry).expect(.seeOther)
        }
        try await charlie.post("/plan", [("day", "2026-12-01"), ("recipe", String(cake))]).expect(.seeOther)
        let shopped = try await charlie.post("/plan/shopping", [("week", week)])
        #expect(shopped.location == "/shopping")
        #expect(try await site.shoppingLines() == ["150 g butter", "3 onion", "3 egg"])
        try await site.pressUndo(shopped, charlie)
        #expect(try await site.shopping().isEmpty)
        let none = try await charlie.post("/plan/shopping", [("week", "2026-12-07")])
        #expect(try await charlie.get(found(none.location)).shows("There was nothing to add"))
    }

    @Test func `recipes that use up what spoils soon are suggested`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let soup = try site.plant("Carrot soup", "2 carrots")
        let fields = [("ingredient", "carrot"), ("use_by", Dates.iso(site.now + TestClock.day))]
        #expect(try await !charlie.get("/plan").shows("Carrot soup"))
        try await charlie.post("/pantry", fields).expect(.seeOther)
        let page = try await charlie.get("/plan")
        #expect(page.shows("Carrot soup") && page.shows("uses carrot") && page.text.contains("/plan?recipe=\(soup)"))
        #expect(page.text.contains(#"<li data-recipe="\#(soup)" data-title="Carrot soup">"#), "it can be dragged")
        // Unless the member is not interested.
        try await charlie.post("/recipes/\(soup)/dismiss").expect(.seeOther)
        #expect(try await !charlie.get("/plan").shows("Carrot soup"))
    }

    @Test(arguments: [
        ("day", "tomorrow"), ("day", ""), ("recipe", "99999"), ("recipe", "x"), ("servings", "0"), ("servings", "many"),
        ("note", String(repeating: "x", count: PlanRules.noteLength + 1)),
    ])
    func `wrong input keeps its values and says what is wrong`(field: String, value: String) async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        var fields = ["day": "2026-11-25", "note": "Leftovers", "servings": "3"]
        fields[field] = value
        let answer = try await charlie.post("/plan", fields.map { ($0.key, $0.value) })
        #expect(answer.status == .unprocessable && answer.hasError(at: field))
        for (name, typed) in fields where !typed.isEmpty && name != "recipe" {
            #expect(answer.text.contains(#"value="\#(typed)""#))
        }
        #expect(try await site.plan(week: week).total == 0)
        try await charlie.post("/plan", [("day", "2026-11-25"), ("note", "Leftovers")]).expect(.seeOther)
        let id = try await site.plan(week: week).items[0].id
        if field != "recipe" {
            let change = try await charlie.post("/plan/entries/\(id)", fields.map { ($0.key, $0.value) })
            #expect(change.status == .unprocessable && change.hasError(at: field))
        }
        let empty = try await charlie.post("/plan", [("day", "2026-11-25"), ("note", " ")])
        #expect(empty.status == .unprocessable && empty.hasError(at: "recipe"))
    }

    @Test func `a day and a plan have limits`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let note = [("day", "2026-11-25"), ("note", "Leftovers")]
        for _ in 1...PlanRules.entriesOfDay { try await charlie.post("/plan", note).expect(.seeOther) }
        let full = try await charlie.post("/plan", note)
        #expect(full.status == .unprocessable && full.shows("A day can have 12 entries"))
        try await charlie.post("/plan", [("day", "2026-11-26"), ("note", "x")]).expect(.seeOther)
        let id = try site.count("SELECT max(id) FROM plan_entry")
        let moved = try await charlie.post("/plan/entries/\(id)", [("day", "2026-11-25")])
        #expect(moved.status == .unprocessable && moved.hasError(at: "day"))
        try site.write { db in
            for day in 1...PlanRules.entries {
                try db.run(
                    "INSERT INTO plan_entry (user_id, day, note, added_at) VALUES (\(Person.charlie.id), \(day), 'x', 1)"
                )
            }
        }
        #expect(try await charlie.post("/plan", [("day", "2030-01-01"), ("note", "x")]).status == .unprocessable)
    }

    @Test func `what a device sends twice is planned, moved and removed once`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let soup = try await site.publish(RecipeFields("Soup", ingredients: "1 onion"))
        for (fields, title) in [([("note", "Leftovers")], ""), ([("recipe", String(soup))], "Soup")] {
            let addition = [("day", "2026-11-25"), ("change", "added-\(title)-1")] + fields
            let steps = [
                try await charlie.post("/plan", addition, headers: asJSON).json(as: Step.self).step,
                try await charlie.post("/plan", addition, headers: asJSON).json(as: Step.self).step,
            ]
            #expect(steps[0] != nil && steps[1] == nil)
        }
        #expect(try await site.plan(week: week).items.map(\.title) == ["", "Soup"])
        let id = try await site.plan(week: week).items[0].id
        let address = "/plan/entries/\(id)"
        let move = [("day", "2026-11-27"), ("recipe", ""), ("change", "moved-once")]
        let moved: Step = try await charlie.post(address, move, headers: asJSON).json()
        try await charlie.post(address, [("day", "2026-11-28")]).expect(.seeOther)
        let again: Step = try await charlie.post(address, move, headers: asJSON).json()
        #expect(moved.step != nil && again.step == nil)
        let entry = try #require(try await site.plan(week: week).items.first { $0.id == id })
        #expect(entry.day == "2026-11-28" && entry.note == "Leftovers")
        let removed: Step = try await charlie.post(address + "/delete", headers: asJSON).json()
        #expect(removed.step != nil)
        #expect(try await charlie.post(address + "/delete", headers: asJSON).status == .notFound)
        #expect(try await site.plan(week: week).items.map(\.title) == ["Soup"])
        // Also where the recipe is gone meanwhile.
        try await site.client(.alice).post("/recipes/\(soup)/delete").expect(.seeOther)
        let late = [("day", "2026-11-25"), ("recipe", String(soup)), ("change", "added-Soup-1")]
        #expect(try await charlie.post("/plan", late, headers: asJSON).json(as: Step.self).step == nil)
        // The name of a change is its member's own.
        let note = [("day", "2026-11-25"), ("note", "Soup"), ("change", "moved-once")]
        try await site.client(.alice).post("/plan", note, headers: asJSON).expect(.ok)
        #expect(try await site.plan(of: .alice, week: week).total == 1)
    }

    @Test func `a device learns why something that waited was not done`() async throws {
        let site = try TestSite()
        let (charlie, alice) = (try site.client(.charlie), try site.client(.alice))
        let soup = try await site.publish(RecipeFields("Soup", ingredients: "1 onion"))
        try await alice.post("/recipes/\(soup)/delete").expect(.seeOther)
        func send(_ address: String, _ fields: [(String, String)]) async throws -> Refusal {
            let sent = fields + [("day", "2026-11-25"), ("change", "change-\(fields.count)")]
            return try await charlie.post(address, sent, headers: asJSON).json()
        }
        let hidden = try await send("/plan", [("recipe", String(soup))])
        #expect(hidden.status == 422 && hidden.reason == "We can’t find this recipe. Choose one from the list.")
        try await alice.post("/plan", [("day", "2026-11-25"), ("note", "Leftovers")]).expect(.seeOther)
        let other = try await site.plan(of: .alice, week: week).items[0].id
        let gone = try await send("/plan/entries/99999", [])
        let foreign = try await send("/plan/entries/\(other)", [])
        #expect(gone.status == 404 && foreign.status == 404 && foreign.reason == nil)
        for _ in 1...PlanRules.entriesOfDay {
            try await charlie.post("/plan", [("day", "2026-11-25"), ("note", "x")]).expect(.seeOther)
        }
        let full = try await send("/plan", [("note", "One more")])
        #expect(full.status == 422 && full.reason?.hasPrefix("A day can have 12 entries") == true)
        try await charlie.post("/plan", [("day", "2026-11-26"), ("note", "y")]).expect(.seeOther)
        let last = try site.count("SELECT max(id) FROM plan_entry")
        #expect(try await send("/plan/entries/\(last)", []).reason == full.reason)
        // What was refused was not done, so it is not remembered.
        #expect(try site.count("SELECT count(*) FROM shopping_change") == 0)
    }

    @Test func `an entry that another device deletes at the same time is neither saved nor deleted again`()
        async throws
    {
        let site = try TestSite()
        let (laptop, phone) = (try site.client(.charlie), try site.client(.charlie))
        try await laptop.post("/plan", [("day", "2026-11-25"), ("note", "Leftovers")]).expect(.seeOther)
        let id = try await site.plan(week: week).items[0].id
        // The phone's requests read the plan as it is now.
        try phone.reader.script("BEGIN")
        let seen: Int? = try phone.reader.value("SELECT count(*) FROM plan_entry")
        try await laptop.post("/plan/entries/\(id)/delete").expect(.seeOther)
        let saved = try await phone.post("/plan/entries/\(id)", [("day", "2026-11-25"), ("note", "Soup")])
        let deleted = try await phone.post("/plan/entries/\(id)/delete")
        try phone.reader.script("ROLLBACK")
        #expect(seen == 1 && saved.status == .notFound && deleted.status == .notFound)
    }

    @Test func `nobody sees or changes the plan of another, or plans a private recipe`() async throws {
        let site = try TestSite()
        let (charlie, alice) = (try site.client(.charlie), try site.client(.alice))
        try await charlie.post("/plan", [("day", "2026-11-25"), ("note", "Leftovers")]).expect(.seeOther)
        let id = try await site.plan(week: week).items[0].id
        #expect(try await alice.get("/plan/entries/\(id)").status == .notFound)
        #expect(try await alice.post("/plan/entries/\(id)", [("day", "2026-11-26")]).status == .notFound)
        #expect(try await alice.post("/plan/entries/\(id)/delete").status == .notFound)
        #expect(try await alice.post("/plan/undo/1").status == .notFound)
        #expect(try await site.plan(of: .alice, week: week).total == 0)
        #expect(try await charlie.get("/plan/entries/\(id)").shows("Leftovers"))
        let secret = try await site.write(RecipeFields("Secret soup", ingredients: "1 onion"))
        let entry = [("day", "2026-11-25"), ("recipe", String(secret))]
        #expect(try await charlie.post("/plan", entry).status == .unprocessable)
        try await alice.post("/plan", entry).expect(.seeOther)
        #expect(try await site.visitor().get("/plan").location?.hasPrefix("/login") == true)
    }

    @Test func `a recipe that is no longer public has no title`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let soup = try await site.publish(RecipeFields("Soup of secrets", ingredients: "1 onion"))
        try await charlie.post("/plan", [("day", "2026-11-25"), ("recipe", String(soup))]).expect(.seeOther)
        try await site.client(.alice).post("/recipes/\(soup)/delete").expect(.seeOther)
        let page = try await charlie.get("/plan?week=\(week)")
        #expect(page.shows("no longer public") && !page.shows("Soup of secrets"))
    }

    @Test func `the feed shows the plan to whoever has its address, until it ends`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        let soup = try await site.publish(RecipeFields("Soup, hot", ingredients: "1 onion"))
        let today = Dates.iso(site.now)
        let meal = [("day", today), ("recipe", String(soup)), ("note", "for two"), ("servings", "3")]
        try await charlie.post("/plan", meal).expect(.seeOther)
        try await charlie.post("/plan/feed").expect(.seeOther)
        let page = try await charlie.get("/plan").text
        let match = try #require(page.firstMatch(of: /value="[^"]*(\/plan\/feed\/[^"]+\.ics)"/)?.1)
        let (path, visitor) = (String(match), try site.visitor())
        let feed = try await visitor.get(path)
        #expect(feed.headers["Content-Type"]?.hasPrefix("text/calendar") == true)
        #expect(feed.text.contains("SUMMARY:Soup\\, hot: for two\r\n"))
        #expect(feed.text.contains("DESCRIPTION:3 servings\\nhttp"))
        #expect(feed.text.contains("DTSTART;VALUE=DATE:\(today.filter { $0 != "-" })\r\n"))
        try await charlie.post("/plan/feed/end").expect(.seeOther)
        #expect(try await visitor.get(path).status == .notFound)
        #expect(try await visitor.get("/plan/feed/x.ics").status == .notFound)
    }
}
