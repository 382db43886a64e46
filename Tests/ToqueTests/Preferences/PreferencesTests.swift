// Features A1 (set-up), B1, B3, B4 and B5: what a person wants everywhere.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct PreferencesTests {
    static let taste = [
        ("diet", "vegan"), ("diet", "gluten-free"), ("allergen", "peanuts"), ("disliked", "onion, honey"),
        ("max_minutes", "45"), ("goal", "low-salt"),
    ]
    static let habits = [
        ("language", "ru"), ("units", "us"), ("theme", "dark"), ("sounds", "on"), ("gestures", "on"),
        ("notify_decision_site", "on"),
    ]

    private func looks(_ site: TestSite, _ person: Person = .charlie) throws -> Looks {
        try site.read { try AccountStore($0).looks(person.id) }
    }

    private func preferences(_ site: TestSite, _ person: Person = .charlie) throws -> Preferences {
        try site.read { try PreferenceStore($0).preferences(of: person.id) }
    }

    @Test func `who never said wants the defaults`() async throws {
        let site = try TestSite()
        #expect(try preferences(site) == Preferences())
        let page = try await site.client(.charlie).get("/settings/preferences").text
        #expect(page.contains(#"name="sounds" checked"#) && !page.contains(#"name="gestures" checked"#))
    }

    @Test func `everything typed is stored, shown again, and taken back`() async throws {
        let site = try TestSite()
        let client = try site.client(.charlie)
        let answer = try await client.post("/settings/preferences", Self.taste + Self.habits)
        #expect(answer.location == "/settings/preferences")
        let stored = try preferences(site)
        #expect(stored.standing == StandingFilters(diets: [.vegan, .glutenFree], freeFrom: [.peanuts]))
        #expect(stored.disliked.count == 2 && stored.maxMinutes == 45 && stored.goals == [.lowSalt])
        #expect(stored.units == .us)
        #expect(stored.switches == [.sounds, .gestures, .decisionOnSite])
        #expect(try looks(site) == Looks(language: .ru, theme: .dark))
        let page = try await client.get("/settings/preferences").text
        #expect(page.contains(#"lang="ru""#) && page.contains(#"data-theme="dark""#))
        #expect(page.contains(#"value="vegan" checked"#) && page.contains(#"value="us" checked"#))
        #expect(page.contains(#"name="gestures" checked"#) && !page.contains(#"name="subtitles" checked"#))

        try await client.post("/settings/preferences", [("language", "en"), ("units", "written")]).expect(.seeOther)
        #expect(try preferences(site).standing.isEmpty && preferences(site).disliked == [])
    }

    @Test func `the page after registration asks what one eats, and changes nothing else`() async throws {
        let site = try TestSite()
        let client = try site.client(.charlie)
        try await client.post("/settings/preferences", Self.habits).expect(.seeOther)
        #expect(try await client.get("/welcome").status == .ok)
        #expect(try await client.post("/welcome", Self.taste).location == "/")
        let stored = try preferences(site)
        #expect(stored.standing.diets == [.vegan, .glutenFree] && stored.units == .us)
        #expect(stored.switches == [.sounds, .gestures, .decisionOnSite])
        #expect(try looks(site) == Looks(language: .ru, theme: .dark))
    }

    @Test(arguments: [
        ("diet", "carnivore"), ("allergen", "kiwi"), ("goal", "fast"), ("disliked", "unobtainium"),
        ("disliked", String(repeating: "onion,", count: 51)), ("disliked", String(repeating: "x", count: 101)),
        ("max_minutes", "0"), ("max_minutes", "1441"), ("max_minutes", "soon"), ("max_minutes", "1e3"),
    ])
    func `wrong input is told beside its field, and nothing is stored`(field: String, value: String) async throws {
        let site = try TestSite()
        for address in ["/settings/preferences", "/welcome"] {
            let answer = try await site.client(.charlie).post(address, [("diet", "vegan"), (field, value)])
            #expect(answer.status == .unprocessable && answer.hasError(at: field), "\(address)")
            #expect(answer.text.contains(#"value="vegan" checked"#))
            if field == "disliked" || field == "max_minutes" { #expect(answer.shows(value)) }
        }
        #expect(try preferences(site) == Preferences())
    }

    @Test func `as many as the limits allow are taken`() async throws {
        let site = try TestSite()
        let names = try site.catalogue().entries.prefix(50).map(\.english.singular).joined(separator: ", ")
        for minutes in ["1", "1440"] {
            let fields = [("disliked", names), ("max_minutes", minutes)]
            try await site.client(.charlie).post("/settings/preferences", fields).expect(.seeOther)
            #expect(try preferences(site).maxMinutes == Int(minutes))
        }
        #expect(try preferences(site).disliked.count == 50)
    }

    @Test func `preferences are for members, each their own`() async throws {
        let site = try TestSite()
        for address in ["/settings/preferences", "/welcome"] {
            #expect(try await site.visitor().get(address).location?.hasPrefix("/login?next=") == true)
            #expect(try await site.visitor().post(address, Self.taste).status == .seeOther)
        }
        try await site.client(.charlie).post("/welcome", Self.taste).expect(.seeOther)
        #expect(try preferences(site, .alice) == Preferences())
        #expect(try site.count("SELECT count(*) FROM preferences") == 1)
    }

    @Test func `colours chosen at the page's foot are stored with the rest`() async throws {
        let site = try TestSite()
        try await site.client(.charlie).post("/welcome", Self.taste).expect(.seeOther)
        try await site.client(.charlie).post("/appearance", [("theme", "contrast")]).expect(.seeOther)
        #expect(try looks(site).theme == .contrast && preferences(site).standing.diets.count == 2)
    }

    @Test func `language and colours come along into the next browser, unless it has its own`() async throws {
        let site = try TestSite()
        try await site.client(.charlie).post("/appearance", [("theme", "dark"), ("language", "ru")]).expect(.seeOther)
        let fresh = try site.visitor()
        try await fresh.post("/login", LoginTests.fields("charlie")).expect(.seeOther)
        #expect(try await fresh.get("/").text.contains(#"<html lang="ru" data-theme="dark""#))

        let own = try site.visitor()
        try await own.post("/appearance", [("theme", "light")]).expect(.seeOther)
        try await own.post("/login", LoginTests.fields("charlie")).expect(.seeOther)
        #expect(try await own.get("/").text.contains(#"<html lang="en" data-theme="light""#))
        #expect(try looks(site) == Looks(language: .ru, theme: .dark))
    }
}

@Suite struct StandingFilterTests {
    private func titles(_ client: TestClient, _ query: String) async throws -> Set<String> {
        Set(try await client.json("/search?\(query)", as: ListAnswer<CardAnswer>.self).items.map(\.title))
    }

    /// A member who eats nothing with honey, in a site with honey and without.
    private func site() async throws -> (TestSite, TestClient) {
        let site = try TestSite()
        for recipe in [RecipeFields.honey, .vegan, .unknown] { _ = try await site.publish(recipe) }
        let client = try site.client(.charlie)
        try await client.post("/welcome", [("diet", "vegan"), ("allergen", "milk")]).expect(.seeOther)
        return (site, client)
    }

    @Test func `search shows only what is known to fit, and says so`() async throws {
        let (site, client) = try await site()
        #expect(try await titles(client, "q=") == [])
        #expect(try await titles(client, "sort=newest") == ["Lentil soup"])
        #expect(try await titles(client, "q=porridge") == [])
        let page = try await client.get("/search?sort=newest").text
        #expect(page.contains("vegan, no milk") && page.contains("/search?sort=newest&amp;all=1"))
        #expect(try await titles(site.client(.alice), "sort=newest").count == 3)
        #expect(try await titles(site.visitor(), "sort=newest").count == 3)
    }

    @Test func `all=1 sets them aside on that page, visibly`() async throws {
        let (_, client) = try await site()
        #expect(try await titles(client, "sort=newest&all=1").count == 3)
        #expect(try await titles(client, "q=porridge&all=1") == ["Honey porridge"])
        let page = try await client.get("/search?q=porridge&all=1").text
        #expect(page.contains(#"<input type="hidden" name="all" value="1">"#))
        #expect(page.contains(#"href="/search?q=porridge""#))
        #expect(try await titles(client, "q=porridge&all=0") == [])
    }

    @Test func `what is new and what is suggested fit too`() async throws {
        let (site, client) = try await site()
        let home = try await client.get("/").text
        #expect(home.contains("Lentil soup") && !home.contains("Honey porridge") && !home.contains("frobnium"))
        #expect(home.contains("vegan, no milk"))
        #expect(try await site.visitor().get("/").text.contains("Honey porridge"))
        #expect(try await !client.get("/search/suggest?q=porr").text.contains("porridge"))
        #expect(try await site.visitor().get("/search/suggest?q=porr").text.contains("porridge"))
        #expect(try await client.get("/search/suggest?q=lentil").text.contains("Lentil soup"))
    }
}

@Suite struct UnitConversionTests {
    @Test(arguments: [
        ("8", "oz", UnitSystem.metric, "225 g (8 oz)"), ("1", "lb", .metric, "450 g (1 lb)"),
        ("3", "lb", .metric, "1.35 kg (3 lb)"), ("1 1/2", "cup", .metric, "350 ml (1½ cups)"),
        ("1-2", "oz", .metric, "30–55 g (1–2 oz)"), ("2", "tsp", .metric, "2 tsp"), ("100", "g", .metric, "100 g"),
        ("100", "g", .us, "3½ oz (100 g)"), ("1", "kg", .us, "2¼ lb (1 kg)"), ("250", "ml", .us, "1 cup (250 ml)"),
        ("15", "ml", .us, "1 tbsp (15 ml)"), ("5", "ml", .us, "1 tsp (5 ml)"), ("1", "cup", .us, "1 cup"),
        ("2", "clove", .us, "2 cloves"), ("8", "oz", .written, "8 oz"), ("", "g", .us, "g"),
        ("2", "heap", .us, "2 heap"),
    ])
    func `amounts are shown in the reader's units, with what was written beside`(
        amount: String, unit: String, system: UnitSystem, shown: String
    ) throws {
        var line = RecipeLine()
        (line.amount, line.amountMax) = Amounts.read(amount).map { ($0.low, $0.high) } ?? (nil, nil)
        line.unit = unit
        let text = try TestSite().catalogue().amountText(line, .en, system)
        #expect(text.replacing("\u{a0}", with: " ") == shown)
    }

    @Test func `a recipe's page is in the reader's units, and in nobody else's`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.honey)
        let address = try site.address(of: recipe)
        let client = try site.client(.charlie)
        try await client.post("/settings/preferences", [("units", "us")]).expect(.seeOther)
        #expect(try await client.get(address).text.contains("(100\u{a0}g)"))
        #expect(try await client.get("\(address)/print").text.contains("(100\u{a0}g)"))
        #expect(try await !site.visitor().get(address).text.contains("(100\u{a0}g)"))
    }
}
