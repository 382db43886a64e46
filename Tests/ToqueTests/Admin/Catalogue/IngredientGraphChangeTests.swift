// Tests of changes in the ingredient graph: kinds and dishes with parts follow, and cycles are refused.

import Database
import HTTP
import Testing
import Texts
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct IngredientGraphChangeTests {
    private func record(_ site: TestSite, _ key: String) throws -> IngredientRecord {
        try #require(try site.catalogue().record(key))
    }

    private func effects(_ site: TestSite, _ address: String) async throws -> String {
        try await site.client(.ada).get(address).text.split(separator: #"id="rows""#).first.map(String.init) ?? ""
    }

    // MARK: Dependent ingredients

    @Test func `the preview counts recipes of kinds and of containing ingredients, which follow`() async throws {
        let site = try TestSite()
        try site.plant("Pasta", "200 g pasta\n50 g Parmesan")
        try site.plant("Toast", "2 tbsp pesto")
        try site.plant("Tea", "1 lemon")
        let address = try await site.draft("/admin/ingredients/cheese", [("allergen.celery", "yes")])
        let page = try await site.client(.ada).get(address)
        #expect(page.shows("2 recipes are affected.") && page.shows("now contains: Celery"))
        #expect(page.shows(Text.changeFollowing(.en)) && page.shows("parmesan"))
        let before = try await effects(site, address)
        #expect(before.contains("Pasta") && before.contains("Toast") && !before.contains("Tea"))
        try await site.confirm(address, derived: false)
        #expect(try site.count("SELECT count(*) FROM derivation") == 2)
        site.site.backgroundWorker.work()
        #expect(try site.catalogue().entry("parmesan")?.facts[.celery] == .yes)
        #expect(try site.failures() == [])
    }

    @Test func `a fact that changes which ingredient lines match affects the recipes of its kinds`() async throws {
        let site = try TestSite()
        try await site.change(
            "/admin/catalogue/new", ("name_en", "frobnium"), ("name_ru", "фробний"), ("aisle", "vegetables"),
            ("parent", "carrot"))
        let stew = try site.plant("Stew", "20 g dried frobnium\n1 tsp salt")
        #expect(try site.ingredients(of: stew) == ["frobnium", "salt"])
        let change = try await site.change("/admin/ingredients/carrot", ("fact.vegan", "no"))
        #expect(try site.ingredients(of: stew) == ["salt"])
        #expect(try site.failures() == [])
        try await site.undo(change)
        #expect(try site.ingredients(of: stew) == ["frobnium", "salt"])
        #expect(try site.failures() == [])
    }

    @Test func `a moderator’s override applies in the preview`() async throws {
        let site = try TestSite()
        let tea = try site.plant("Tea", "1 tbsp honey")
        try await site.client(.bob).post(
            "/recipes/\(tea)/diets", [("subject", "vegan"), ("fact", "no"), ("reason", "It is honey.")]
        )
        .expect(.seeOther)
        let address = try await site.draft("/admin/ingredients/honey", [("fact.vegan", "yes")])
        #expect(try await !site.client(.ada).get(address).shows("now: Vegan"))
        try await site.confirm(address)
        #expect(try await site.vegan() == [])
        #expect(try site.failures() == [])
    }

    // MARK: Stated and inherited

    @Test func `a fact is stated or inherited from the parent`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        let page = try await ada.get("/admin/ingredients/parmigiano-reggiano")
        #expect(page.text.contains(#"name="fact.vegan" value="inherited" checked"#))
        #expect(page.text.contains(#"name="fact.vegetarian" value="no" checked"#))
        #expect(page.shows("Current answer: no"))
        #expect(page.text.contains(#"name="parent" type="text" value="parmesan""#))
        try await site.change("/admin/ingredients/parmigiano-reggiano", ("fact.vegetarian", "inherited"))
        #expect(try site.catalogue().entry("parmigiano-reggiano")?.facts[.vegetarian] == .unknown)
        #expect(try record(site, "parmigiano-reggiano").stated[.diet(.vegetarian)] == nil)
        // Without a parent all facts are stated, as unknown where they were inherited.
        try await site.change("/admin/ingredients/parmigiano-reggiano", ("parent", ""))
        let alone = try record(site, "parmigiano-reggiano")
        #expect(alone.stated.isComplete && alone.stated[.diet(.vegan)] == .unknown)
        #expect(try site.failures() == [])
    }

    @Test func `the form and the preview say when a part overrules a stated fact`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        let stated = [("fact.vegan", "yes"), ("allergen.milk", "no")]
        let draft = try await site.draft("/admin/ingredients/tofu", stated + [("may_hold", "cheese")])
        let preview = try await ada.get(draft)
        let why = "“yes” is stated, but “unknown” applies, because of: cheese (may be in it)"
        #expect(preview.shows(Text.changeOverruled(.en)) && preview.shows(why))
        #expect(preview.shows("“no” is stated, but “unknown” applies, because of: cheese (may be in it)"))
        try await site.confirm(draft)
        #expect(try await !ada.get(draft).shows(Text.changeOverruled(.en)))
        #expect(try await ada.get("/admin/ingredients/tofu").shows(why))
        #expect(try await !ada.get("/admin/ingredients/carrot").shows("is stated, but"))
        // The preview also names dependent ingredients, and parts that are certainly contained.
        try await site.change("/admin/ingredients/tofu", ("may_hold", ""), ("holds", "carrot"))
        let below = try await site.draft("/admin/ingredients/carrot", [("fact.vegan", "no")])
        #expect(try await ada.get(below).shows("“yes” is stated, but “no” applies, because of: carrot"))
    }

    @Test func `parts can be typed by their names in either language`() async throws {
        let site = try TestSite()
        let change = try await site.change(
            "/admin/ingredients/tofu", ("holds", "Сыр, olive oil"), ("may_hold", "walnuts\ncheese"))
        let tofu = try record(site, "tofu")
        #expect(tofu.holds == ["cheese", "olive-oil"] && tofu.mayHold == ["walnuts"])
        #expect(try site.catalogue().entry("tofu")?.facts[.vegan] == .no)
        let page = try await site.client(.ada).get("/admin/ingredients/tofu")
        #expect(page.shows("cheese, olive oil") && page.text.contains(#"id="may_hold""#))
        #expect(try await site.client(.ada).get("/admin/ingredients/cheese").text.contains("/admin/ingredients/tofu"))
        try await site.undo(change)
        #expect(try record(site, "tofu").holds == [] && site.catalogue().entry("tofu")?.facts[.vegan] == .yes)
        #expect(try site.count("SELECT count(*) FROM ingredient_part WHERE ingredient_id = \(id(site, "tofu"))") == 0)
        #expect(try site.failures() == [])
    }

    private func id(_ site: TestSite, _ key: String) throws -> Int {
        try #require(try site.catalogue().ingredientID(key))
    }

    // MARK: Merging and splitting

    @Test func `kinds and containing ingredients follow a merge and its undoing`() async throws {
        let site = try TestSite()
        try site.plant("Toast", "2 tbsp pesto")
        let pasta = try site.plant("Pasta", "200 g pasta\n50 g Parmesan")
        let keys = ["cheese", "milk", "parmesan", "pesto"]
        let before = try keys.map { try record(site, $0) }
        let address = try await site.draft("/admin/ingredients/cheese/merge", [("into", "milk")])
        try await site.confirm(address)
        #expect(try record(site, "parmesan").parent == "milk" && record(site, "pesto").holds == ["milk"])
        #expect(try site.key(of: "grated cheese") == "milk" && site.ingredients(of: pasta).contains("parmesan"))
        #expect(try site.catalogue().entries.allSatisfy { !$0.dependsOn.contains("cheese") })
        #expect(try site.failures() == [])
        let told: String? = try site.value(
            "SELECT to_state FROM audit WHERE action = 'facts' AND detail = 'parmesan' ORDER BY id DESC LIMIT 1")
        #expect(told?.hasSuffix(" is milk") == true)
        try await site.undo(address)
        #expect(try keys.map { try record(site, $0) } == before)
        #expect(try site.failures() == [])
    }

    @Test func `a merge keeps the certain part when the other was only possible`() async throws {
        let site = try TestSite()
        try await site.change("/admin/ingredients/tofu", ("holds", "cheese"), ("may_hold", "honey"))
        try await site.change("/admin/ingredients/honey/merge", ("into", "cheese"))
        #expect(try record(site, "tofu").holds == ["cheese"] && record(site, "tofu").mayHold == [])
        #expect(try site.failures() == [])
    }

    @Test(arguments: [("milk", "cheese"), ("milk", "parmesan"), ("cheese", "pesto")])
    func `an ingredient cannot be merged into one that depends on it`(key: String, into: String) async throws {
        let site = try TestSite()
        let answer = try await site.client(.ada).post("/admin/ingredients/\(key)/merge", [("into", into)])
        #expect(answer.status == .unprocessable && answer.hasError(at: "into") && answer.shows("depend on itself"))
        #expect(answer.text.contains(#"value="\#(into)""#))
        #expect(try site.count("SELECT count(*) FROM catalogue_change") == 0)
    }

    @Test func `both halves of a split depend on the same ingredients as the whole`() async throws {
        let site = try TestSite()
        let before = try record(site, "pesto")
        let address = try await site.change(
            "/admin/ingredients/pesto/split", ("name", "red pesto"), ("name_en", "red pesto"), ("name_ru", "краснуха"))
        let (old, new) = (try record(site, "pesto"), try record(site, "red-pesto"))
        #expect(old.holds == before.holds && new.holds == before.holds && new.mayHold == before.mayHold)
        #expect(new.stated == before.stated && new.parent == before.parent)
        #expect(try site.failures() == [])
        try await site.undo(address)
        #expect(try record(site, "pesto") == before && site.catalogue().entry("red-pesto") == nil)
        #expect(try site.failures() == [])
    }

    // MARK: Refused changes

    private static let wrong: [(String, String, String)] = [
        ("parent", "parmesan", "depend on itself"), ("parent", "milk", "depend on itself"),
        ("parent", "unobtainium", "no ingredient “unobtainium”"), ("parent", "!!!", "no ingredient “!!!”"),
        ("parent", String(repeating: "x", count: 101), "100"), ("holds", "salt, parmesan", "depend on itself"),
        ("may_hold", "pesto", "depend on itself"), ("holds", "salt, unobtainium", "no ingredient “unobtainium”"),
        ("may_hold", (0...50).map { "salt \($0)" }.joined(separator: ", "), "At most 50."),
    ]

    @Test(arguments: wrong)
    func `a parent or part that makes a cycle or is unknown shows an error at its field`(
        field: String, value: String, words: String
    ) async throws {
        let site = try TestSite()
        let answer = try await site.client(.ada).post(
            "/admin/ingredients/milk", [(field, value), ("also_en", "kept name")])
        #expect(answer.status == .unprocessable && answer.hasError(at: field) && answer.shows(words), "\(field)")
        #expect(answer.shows(value) && answer.shows("kept name"))
        #expect(try site.count("SELECT count(*) FROM catalogue_change") == 0)
    }

    @Test func `of two changes that make a cycle together only the first is accepted`() async throws {
        let site = try TestSite()
        let one = try await site.draft("/admin/ingredients/tofu", [("parent", "quinoa")])
        let other = try await site.draft("/admin/ingredients/quinoa", [("parent", "tofu")])
        try await site.confirm(one)
        let refused = try await site.client(.ada).post("\(other)/confirm")
        #expect(refused.status == .conflict)
        #expect(try record(site, "quinoa").parent != "tofu")
        #expect(try site.failures() == [])
    }

    @Test func `adding an ingredient cannot be undone while another depends on it`() async throws {
        let site = try TestSite()
        let added = try await site.change(
            "/admin/catalogue/new", ("name_en", "frobnium"), ("name_ru", "фробний"), ("aisle", "drinks"))
        let kind = try await site.change("/admin/ingredients/tofu", ("parent", "frobnium"))
        #expect(try await site.client(.ada).post("\(added)/undo").status == .conflict)
        try await site.undo(kind)
        try await site.undo(added)
        #expect(try site.catalogue().entry("frobnium") == nil)
        #expect(try site.failures() == [])
    }

    // MARK: Tables

    private func send(_ site: TestSite, _ table: String) async throws -> Response {
        let file = (name: "table", filename: "t.csv", bytes: Array(table.utf8))
        let answer = try await site.client(.ada).upload("/admin/catalogue/import", [], file: file)
        site.site.backgroundWorker.work()
        return answer
    }

    @Test func `a table exports parents and parts as keys and imports them again`() async throws {
        let site = try TestSite()
        let file = try await site.client(.ada).get("/admin/catalogue/ingredients.csv").text
        let rows = try #require(CSVText.read(file)).map(\.cells)
        func cell(_ key: String, _ column: String) throws -> String {
            let place = try #require(rows[0].firstIndex(of: column))
            return try #require(rows.first { $0[0] == key })[place]
        }
        #expect(try cell("parmesan", "parent") == "cheese" && cell("parmesan", "fact.vegan") == "inherited")
        #expect(try cell("pesto", "holds") == "cheese")
        #expect(try cell("pesto", "may_hold") == "almonds, cashews, pine-nuts, walnuts")
        try await site.change("/admin/ingredients/parmesan", ("parent", ""), ("holds", "salt"))
        let back = try await send(site, file)
        try await site.confirm(found(back.location))
        #expect(try record(site, "parmesan").parent == "cheese")
        // An empty cell removes nothing.
        #expect(try record(site, "parmesan").holds == ["salt"])
        #expect(try site.failures() == [])
    }

    @Test func `a table line with a cycle is refused, and new ingredients may depend on each other`() async throws {
        let site = try TestSite()
        let answer = try await send(
            site,
            """
            key,name_en,name_ru,aisle,parent,holds,fact.vegan
            ,frobnium cake,фробнийник,drinks,frobnium,"honey, frobnium",inherited
            ,frobnium,фробний,drinks,,,yes
            milk,,,,parmesan,,
            tofu,,,,,unobtainium,
            """)
        let address = try found(answer.location)
        let page = try await site.client(.ada).get(address)
        #expect(page.shows("Line 4") && page.shows("Type of: That would make an ingredient depend on itself"))
        #expect(page.shows("Line 5") && page.shows("Contains: There’s no ingredient “unobtainium”."))
        try await site.confirm(address)
        let cake = try record(site, "frobnium-cake")
        #expect(cake.parent == "frobnium" && cake.holds == ["frobnium", "honey"])
        #expect(try site.catalogue().entry("frobnium-cake")?.facts[.vegan] == .no)
        #expect(try record(site, "milk").parent == nil)
        #expect(try site.failures() == [])
        try await site.undo(address)
        #expect(try site.catalogue().entry("frobnium") == nil)
        #expect(try site.failures() == [])
    }

    // MARK: Check

    @Test func `check finds nothing wrong after each kind of change and its undoing`() async throws {
        let site = try TestSite()
        for (number, lines) in [
            "50 g Parmesan\n1 onion", "2 tbsp pesto\n1 tbsp honey", "200 g hummus", "20 g dried carrot\n1 red onion",
            "1 l milk, with cheese\n2 g frobnium",
        ].enumerated() { try site.plant("Dish number \(number)", lines) }
        var made: [String] = []
        func make(_ path: String, _ fields: (String, String)...) async throws {
            let address = try await site.draft(path, fields)
            try await site.confirm(address)
            made.append(address)
            #expect(try site.failures() == [], "\(path)")
        }
        try await make("/admin/ingredients/cheese", ("allergen.celery", "yes"), ("parent", "heavy cream"))
        try await make(
            "/admin/catalogue/new", ("name_en", "frobnium"), ("name_ru", "фробний"), ("aisle", "drinks"),
            ("holds", "milk"))
        try await make("/admin/ingredients/chickpeas/merge", ("into", "lentils"))
        try await make("/admin/ingredients/onion/split", ("name_en", "glorb"), ("name_ru", "глорб"))
        let table = try await send(site, "key,parent,allergen.soy\nonion,carrot,inherited\ncarrot,,yes\n")
        made.append(try found(table.location))
        try await site.confirm(made[4])
        #expect(try site.failures() == [])
        for address in made.reversed() {
            try await site.undo(address)
            #expect(try site.failures() == [], "\(address)")
        }
        let kinds = try site.read { db in
            Set(try db.all("SELECT kind FROM catalogue_change WHERE applied_at IS NOT NULL") { $0[0] as String })
        }
        #expect(kinds == Set(CatalogueChange.Kind.allCases.map(\.rawValue)))
    }
}

/// Tests of which ingredients a change affects, without a site.
@Suite struct ChangeReachTests {
    private func entry(_ key: String, _ facts: StatedFacts, parent: String? = nil) -> IngredientEntry {
        IngredientEntry(
            key: key, english: .init(singular: key), russian: .init(singular: key), aisle: "vegetables", stated: facts,
            parent: parent)
    }

    @Test func `a change affects dependent ingredients, or all where lines may match another ingredient`() throws {
        let plant = StatedFacts(FactProfile.plant.facts)
        var spicy = plant
        spicy[.diet(.spicy)] = .yes
        var animal = plant
        animal[.diet(.vegan)] = .no
        func catalogue(_ facts: StatedFacts) -> [IngredientEntry] {
            IngredientGraph.resolved([
                entry("root", facts), entry("kind", StatedFacts(), parent: "root"), entry("other", plant),
            ])
        }
        let near = ChangeReach(["root"], from: catalogue(plant), to: catalogue(spicy))
        #expect(near.keys == ["root", "kind"] && !near.concernsAll)
        #expect(ChangeReach(["root"], from: catalogue(plant), to: catalogue(animal)).concernsAll)
        // The root is not a plain plant before or after, but its kind becomes one.
        var (root, kind) = (animal, StatedFacts())
        kind[.diet(.vegan)] = .yes
        func halves(_ celery: Fact) -> [IngredientEntry] {
            root[.allergen(.celery)] = celery
            return IngredientGraph.resolved([entry("root", root), entry("kind", kind, parent: "root")])
        }
        #expect(ChangeReach(["root"], from: halves(.yes), to: halves(.no)).concernsAll)
        #expect(ChangeReach(["new"], from: [], to: [entry("new", plant)]).concernsAll)
        #expect(!ChangeReach([], from: catalogue(plant), to: catalogue(spicy)).concernsAll)
    }
}
