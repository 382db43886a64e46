// Tests of a member's preferences, default filters and units.

import Database
import HTTP
import Testing
import Texts
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct PreferencesTests {
    static let taste = [
        ("diet", "vegan"), ("diet", "gluten-free"), ("allergen", "peanuts"),
    ]
    static let habits = [
        ("language", "ru"), ("units", "us"), ("theme", "dark"), ("sounds", "on"), ("low_data", "on"),
    ]
    /// Fields that old links and programs may still send, without any effect.
    static let withoutEffect = [("device_favourites", "on")]

    private func appearance(_ site: TestSite, _ person: Person = .charlie) throws -> Appearance {
        try site.read { try AccountStore($0).appearance(person.id) }
    }

    private func preferences(_ site: TestSite, _ person: Person = .charlie) throws -> Preferences {
        try site.read { try PreferenceStore($0).preferences(of: person.id) }
    }

    @Test func `a member without stored preferences has the defaults`() async throws {
        let site = try TestSite()
        #expect(try preferences(site) == Preferences())
        let page = try await site.client(.charlie).get("/settings/preferences").text
        #expect(page.contains(#"name="sounds" checked"#) && !page.contains(#"name="low_data" checked"#))
    }

    @Test func `an unknown language, theme or unit system is an error beside its field`() async throws {
        let site = try TestSite()
        let wrong = try await site.client(.charlie).post(
            "/settings/preferences", [("language", "xx"), ("theme", "pink"), ("units", "zz"), ("diet", "vegan")])
        #expect(wrong.status == .unprocessable && wrong.shows("pink"))
        for field in ["language", "theme", "units"] { #expect(wrong.hasError(at: field), "\(field)") }
        #expect(wrong.text.contains(#"value="vegan" checked"#))
        #expect(try preferences(site) == Preferences())
    }

    @Test func `all preferences are stored, shown and can be changed back`() async throws {
        let site = try TestSite()
        let client = try site.client(.charlie)
        let answer = try await client.post("/settings/preferences", Self.taste + Self.habits)
        #expect(answer.location == "/settings/preferences")
        let stored = try preferences(site)
        #expect(stored.defaultFilters == DefaultFilters(diets: [.vegan, .glutenFree], freeFrom: [.peanuts]))
        #expect(stored.units == .us)
        #expect(stored.switches.intersection(Switch.offered) == [.sounds, .lowData])
        #expect(try appearance(site) == Appearance(language: .ru, theme: .dark))
        let page = try await client.get("/settings/preferences").text
        #expect(page.contains(#"lang="ru""#) && page.contains(#"data-theme="dark""#))
        #expect(page.contains(#"value="vegan" checked"#) && page.contains(#"value="us" checked"#))
        #expect(page.contains(#"name="low_data" checked"#) && !page.contains(#"name="subtitles" checked"#))

        try await client.post("/settings/preferences", [("language", "en"), ("units", "written")]).expect(.seeOther)
        #expect(try preferences(site).defaultFilters.isEmpty)
    }

    @Test func `the page after registration sets diets and allergens and nothing else`() async throws {
        let site = try TestSite()
        let client = try site.client(.charlie)
        try await client.post("/settings/preferences", Self.habits).expect(.seeOther)
        #expect(try await client.get("/welcome").status == .ok)
        #expect(try await client.post("/welcome", Self.taste).location == "/")
        let stored = try preferences(site)
        #expect(stored.defaultFilters.diets == [.vegan, .glutenFree] && stored.units == .us)
        #expect(stored.switches.intersection(Switch.offered) == [.sounds, .lowData])
        #expect(try appearance(site) == Appearance(language: .ru, theme: .dark))
    }

    @Test func `settings without effect are not shown, cause no error and stay as stored`() async throws {
        let site = try TestSite()
        let client = try site.client(.charlie)
        try site.run(
            """
            INSERT INTO preferences (user_id, diets, allergens, max_minutes, goals, units, switches)
            VALUES (\(Person.charlie.id), 0, 0, 30, 5, 'us', \(Switch.deviceFavourites.bit))
            """)
        let names = Set(Self.withoutEffect.map(\.0))
        for address in ["/settings/preferences", "/welcome"] {
            let page = try await client.get(address).text
            for name in names { #expect(!page.contains("name=\"\(name)\""), "\(name) at \(address)") }
            try await client.post(address, Self.taste + [("units", "us")] + Self.withoutEffect).expect(.seeOther)
        }
        #expect(try preferences(site).defaultFilters.freeFrom == [.peanuts])
        let stored = try preferences(site).switches
        #expect(stored.contains(.deviceFavourites) && !stored.contains(.gestures))
    }

    @Test func `dislikes, time and goals are saved, shown and refused where they are wrong`() async throws {
        let site = try TestSite()
        let client = try site.client(.charlie)
        let fields = [
            ("disliked", "onion"), ("disliked", "olives, onions"), ("max_minutes", "45"), ("goal", "protein-rich"),
            ("goal", "low-salt"), ("units", "written"), ("language", "en"),
        ]
        try await client.post("/settings/preferences", fields).expect(.seeOther)
        let taste = try site.read { try PreferenceStore($0).taste(of: Person.charlie.id) }
        #expect(taste.disliked.count == 2 && taste.maxMinutes == 45 && taste.goals == [.highProtein, .lowSalt])
        let page = try await client.get("/settings/preferences").text
        #expect(page.contains(#"name="disliked" type="text" value="olives, onion""#))
        #expect(page.contains(#"<option value="45" selected"#) && page.contains(#"value="low-salt" checked"#))
        for (name, value) in [
            ("disliked", "unobtainium"), ("max_minutes", "soon"), ("max_minutes", "0"), ("goal", "fast"),
            ("disliked", String(repeating: "x", count: LikesForm.typed + 1)),
        ] {
            let answer = try await client.post("/settings/preferences", [(name, value)])
            #expect(answer.status == .unprocessable && answer.hasError(at: name), "\(name)")
        }
        #expect(try site.read { try PreferenceStore($0).taste(of: Person.charlie.id) } == taste)
        try await client.post("/settings/preferences", [("units", "written")]).expect(.seeOther)
        #expect(try site.read { try PreferenceStore($0).taste(of: Person.charlie.id) }.isEmpty)
    }

    @Test func `the page after registration also asks for dislikes, time and goals`() async throws {
        let site = try TestSite()
        let client = try site.client(.charlie)
        let fields = [("disliked", "olives"), ("max_minutes", "30"), ("goal", "low-salt")]
        try await client.post("/welcome", Self.taste + fields).expect(.seeOther)
        func taste() throws -> Taste { try site.read { try PreferenceStore($0).taste(of: Person.charlie.id) } }
        let saved = try taste()
        #expect(saved.disliked.count == 1 && saved.maxMinutes == 30 && saved.goals == [.lowSalt])
        let page = try await client.get("/welcome").text
        #expect(page.contains(#"name="disliked" type="text" value="olives""#))
        #expect(page.contains(#"<option value="30" selected"#) && page.contains(#"value="low-salt" checked"#))
        try await client.post("/welcome", [("diet", "vegan")]).expect(.seeOther)
        #expect(try taste() == saved)
        let wrong = try await client.post("/welcome", [("diet", "vegan"), ("disliked", "unobtainium")])
        #expect(wrong.status == .unprocessable && wrong.hasError(at: "disliked"))
        #expect(wrong.text.contains("unobtainium") && wrong.text.contains(#"value="vegan" checked"#))
        try await client.post("/welcome", [("disliked", ""), ("max_minutes", "")]).expect(.seeOther)
        #expect(try taste().isEmpty)
    }

    @Test func `exactly the shown switches have texts`() {
        #expect(Switch.offered.allSatisfy { Text.dynamic("switch.\($0.rawValue)", .en) != nil })
        #expect(
            Switch.allCases.filter { Text.dynamic("switch.\($0.rawValue)", .en) != nil }.count == Switch.offered.count)
    }

    @Test(arguments: [("diet", "carnivore"), ("allergen", "kiwi")])
    func `an invalid value shows an error at its field and stores nothing`(field: String, value: String) async throws {
        let site = try TestSite()
        for address in ["/settings/preferences", "/welcome"] {
            let answer = try await site.client(.charlie).post(address, [("diet", "vegan"), (field, value)])
            #expect(answer.status == .unprocessable && answer.hasError(at: field), "\(address)")
            #expect(answer.text.contains(#"value="vegan" checked"#))
        }
        #expect(try preferences(site) == Preferences())
    }

    @Test func `preferences are for members, each has their own`() async throws {
        let site = try TestSite()
        for address in ["/settings/preferences", "/welcome"] {
            #expect(try await site.visitor().get(address).location?.hasPrefix("/login?next=") == true)
            #expect(try await site.visitor().post(address, Self.taste).status == .seeOther)
        }
        try await site.client(.charlie).post("/welcome", Self.taste).expect(.seeOther)
        #expect(try preferences(site, .alice) == Preferences())
        #expect(try site.count("SELECT count(*) FROM preferences") == 1)
    }

    @Test func `a theme chosen in the footer is stored with the other preferences`() async throws {
        let site = try TestSite()
        try await site.client(.charlie).post("/welcome", Self.taste).expect(.seeOther)
        try await site.client(.charlie).post("/appearance", [("theme", "contrast")]).expect(.seeOther)
        #expect(try appearance(site).theme == .contrast && preferences(site).defaultFilters.diets.count == 2)
    }

    @Test func `language and theme apply in the next browser, unless it has its own`() async throws {
        let site = try TestSite()
        try await site.client(.charlie).post("/appearance", [("theme", "dark"), ("language", "ru")]).expect(.seeOther)
        let fresh = try site.visitor()
        try await fresh.post("/login", LoginTests.fields("charlie")).expect(.seeOther)
        #expect(try await fresh.get("/").text.contains(#"<html lang="ru" data-theme="dark""#))

        let own = try site.visitor()
        try await own.post("/appearance", [("theme", "light")]).expect(.seeOther)
        try await own.post("/login", LoginTests.fields("charlie")).expect(.seeOther)
        #expect(try await own.get("/").text.contains(#"<html lang="en" data-theme="light""#))
        #expect(try appearance(site) == Appearance(language: .ru, theme: .dark))
    }
}

@Suite struct StandingFilterTests {
    private func titles(_ client: TestClient, _ query: String) async throws -> Set<String> {
        Set(try await client.json("/search?\(query)", as: ListAnswer<CardAnswer>.self).items.map(\.title))
    }

    /// A vegan member who avoids milk, on a site with a vegan recipe, one with honey and one with an unknown
    /// ingredient.
    func site() async throws -> (TestSite, TestClient) {
        let site = try TestSite()
        for recipe in [RecipeFields.honey, .vegan, .unknown] { _ = try await site.publish(recipe) }
        let client = try site.client(.charlie)
        try await client.post("/welcome", [("diet", "vegan"), ("allergen", "milk")]).expect(.seeOther)
        return (site, client)
    }

    @Test func `search shows only recipes that are known to fit, and says so`() async throws {
        let (site, client) = try await site()
        #expect(try await titles(client, "q=") == [])
        #expect(try await titles(client, "sort=newest") == ["Lentil soup"])
        #expect(try await titles(client, "q=porridge") == [])
        let page = try await client.get("/search?sort=newest").text
        #expect(page.contains("vegan, no milk") && page.contains("/search?sort=newest&amp;all=1"))
        #expect(try await titles(site.client(.alice), "sort=newest").count == 3)
        #expect(try await titles(site.visitor(), "sort=newest").count == 3)
    }

    @Test func `all=1 ignores the default filters on that page and says so`() async throws {
        let (_, client) = try await site()
        #expect(try await titles(client, "sort=newest&all=1").count == 3)
        #expect(try await titles(client, "q=porridge&all=1") == ["Honey porridge"])
        let page = try await client.get("/search?q=porridge&all=1").text
        #expect(page.contains(#"<input type="hidden" name="all" value="1">"#))
        #expect(page.contains(#"href="/search?q=porridge""#))
        #expect(try await titles(client, "q=porridge&all=0") == [])
    }

    @Test func `home page and suggestions show only recipes that fit`() async throws {
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

extension StandingFilterTests {
    private func listed(_ client: TestClient, _ query: String = "") async throws -> Set<String> {
        Set(try await client.json("/recipes" + query, as: ListAnswer<CardAnswer>.self).items.map(\.title))
    }

    @Test func `the list of recipes and its categories show only recipes that fit, and say so`() async throws {
        let (site, client) = try await site()
        for query in ["", "?category=main"] {
            #expect(try await listed(client, query) == ["Lentil soup"])
            #expect(try await listed(site.visitor(), query).count == 3)
            let more = query.isEmpty ? "?" : query + "&"
            #expect(try await listed(client, "\(more)all=1").count == 3)
            let page = try await client.get("/recipes" + query).text
            #expect(page.contains("vegan, no milk") && !page.contains("Honey porridge"))
            #expect(page.contains("href=\"/recipes\(more.replacing("&", with: "&amp;"))all=1\""))
        }
        let aside = try await client.get("/recipes?category=main&all=1").text
        #expect(aside.contains("Honey porridge") && aside.contains(#"href="/recipes?category=main""#))
        #expect(aside.contains(#"href="/recipes?category=main&amp;all=1""#))
        #expect(try await !site.visitor().get("/recipes?all=1").text.contains(Text.preferencesDefaultFiltersAside(.en)))
    }

    @Test func `the numbers at categories count the shown recipes`() async throws {
        let (site, client) = try await site()
        func count(_ client: TestClient, _ query: String) async throws -> String? {
            try await client.get("/recipes" + query).text
                .firstMatch(of: /category=main[^>]*>[^<]*<span class="count">(\d+)</).map { String($0.1) }
        }
        #expect(try await count(client, "") == "1")
        #expect(try await count(client, "?all=1") == "3")
        #expect(try await count(site.visitor(), "") == "3")
    }

    @Test func `a list without fitting recipes does not say that there are none`() async throws {
        let (_, client) = try await site()
        try await client.post("/welcome", [("diet", "keto"), ("allergen", "milk")]).expect(.seeOther)
        let page = try await client.get("/recipes").text
        #expect(page.contains("No recipe here is known to fit") && page.contains("Show all recipes"))
    }

    @Test func `a recipe’s page names the member’s diets and allergens that it breaks`() async throws {
        let (site, client) = try await site()
        let peanuts = RecipeFields("Satay", ingredients: "2 tbsp peanut butter\n1 tsp salt")
        let satay = try await site.publish(peanuts)
        let ids = try site.read { db in
            try db.all("SELECT recipe_id, title FROM public_recipe") { ($0[1] as String, $0[0] as Int) }
        }
        func page(_ title: String, _ client: TestClient) async throws -> Response {
            try await client.get(try site.address(of: ids.first { $0.0 == title }?.1 ?? satay))
        }
        try await client.post("/welcome", [("diet", "vegan"), ("allergen", "peanuts")]).expect(.seeOther)
        let broken = try await page("Satay", client)
        #expect(broken.shows("You avoid peanuts. This recipe definitely contains peanuts: peanut butter."))
        #expect(try await client.get("/recipes/\(satay)/print").shows("You avoid peanuts."))
        let honey = try await page("Honey porridge", client)
        #expect(honey.shows("You asked for vegan recipes. This one is definitely not vegan: honey."))
        let unknown = try await page("Tea of frobnium", client)
        #expect(unknown.shows("You avoid peanuts. This recipe may contain peanuts, or we cannot tell: "))
        #expect(unknown.shows("We cannot tell whether this one is vegan: "))
        #expect(try await !page("Lentil soup", client).text.contains("You a"))
        #expect(try await !page("Satay", site.visitor()).text.contains("You avoid"))
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
    func `amounts are shown in the reader’s units, with the written amount`(
        amount: String, unit: String, system: UnitSystem, shown: String
    ) throws {
        var line = RecipeLine()
        (line.amount, line.amountMax) = Amounts.read(amount).map { ($0.low, $0.high) } ?? (nil, nil)
        line.unit = unit
        let text = try TestSite().catalogue().amountText(line, .en, system)
        #expect(text.replacing("\u{a0}", with: " ") == shown)
    }

    @Test func `a recipe’s page uses the reader’s own units`() async throws {
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
