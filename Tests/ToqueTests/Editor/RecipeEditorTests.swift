// Tests of writing and editing recipes, and of saving in several windows.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct RecipeEditorTests {
    /// The recipe as JSON for its author.
    static func recipe(_ site: TestSite, _ id: Int) async throws -> RecipeAnswer {
        try await site.client(.alice).json("/recipes/\(id)")
    }

    @Test func `a title, one ingredient and one step make a recipe`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let answer = try await alice.post(
            "/recipes", [("title", "Toast"), ("ingredient", "bread"), ("step", "Toast it.")])
        #expect(answer.status == .seeOther)
        #expect(answer.location == "/recipes/1-toast")
        let page = try await alice.get("/recipes/1-toast")
        #expect(page.text.contains(#"role="status""#))
        let recipe = try await Self.recipe(site, 1)
        #expect(recipe.title == "Toast")
        #expect(recipe.ingredients.map(\.ingredient) == ["bread"])
        #expect(recipe.steps == ["Toast it."])
        #expect(recipe.category == nil && recipe.servings == nil && recipe.source == "")
    }

    @Test func `every field is stored as typed`() async throws {
        let site = try TestSite()
        let text = "Two lines,\nand <b>&amp; \"signs\"</b> ёж 🍲"
        let id = try await site.write(
            RecipeFields("Borshch", ingredients: "beetroot").with("description", text).with("tips", text)
                .with("source", "https://example.org/?a=b&c=d").with("category", "soup").with("cuisine", "ukrainian")
                .with("servings", "6").adding(("step", text)))
        let recipe = try await Self.recipe(site, id)
        #expect(recipe.description == text && recipe.tips == text)
        #expect(recipe.source == "https://example.org/?a=b&c=d")
        #expect(recipe.steps == ["Mix everything.", "Eat it.", text])
        #expect(recipe.category == "soup" && recipe.cuisine == "ukrainian" && recipe.servings == 6)
        let page = try await site.client(.alice).get("/recipes/\(id)")
        #expect(!page.text.contains("<b>&amp;"))
        let editor = try await site.client(.alice).get("/recipes/\(id)/edit")
        #expect(editor.shows(text))
    }

    @Test func `rows come first, then pasted lines, with headings as sections`() async throws {
        let site = try TestSite()
        let fields = RecipeFields(
            "Pie", ingredients: "For the filling:\n1 1/2 cups cherries, stoned\n2-3 tbsp sugar\n\nsalt"
        )
        .adding(
            ("amount", "250"), ("unit", "grams"), ("ingredient", "flour"), ("note", "sifted"), ("group", "Dough"),
            ("amount", "½"), ("unit", "heaps"), ("ingredient", "butter"), ("note", ""), ("group", "Dough"))
        let lines = try await Self.recipe(site, site.write(fields)).ingredients
        #expect(lines.map(\.ingredient) == ["flour", "butter", "cherries", "sugar", "salt"])
        #expect(lines.map(\.amount) == [250, 0.5, 1.5, 2, nil])
        #expect(lines.map(\.amount_max) == [nil, nil, nil, 3, nil])
        #expect(lines.map(\.unit) == ["g", "heaps", "cup", "tbsp", ""])
        #expect(lines.map(\.note) == ["sifted", "", "stoned", "", ""])
        #expect(lines.map(\.group) == ["Dough", "Dough", "For the filling", "For the filling", "For the filling"])
        #expect(lines.map(\.key) == ["flour", "butter", "cherries", "sugar", "salt"].map { $0 as String? })
    }

    @Test func `empty rows and steps are ignored`() async throws {
        let site = try TestSite()
        var fields: [(String, String)] = [
            ("title", "Toast"), ("step", ""), ("step", " \n "), ("step", "Toast it."), ("step", ""),
        ]
        for ingredient in ["", "bread", " ", "butter", ""] {
            fields += [("amount", ""), ("unit", ""), ("ingredient", ingredient), ("note", " "), ("group", "")]
        }
        let id = try await site.write(RecipeFields("x", ingredients: "").replacing(fields))
        let recipe = try await Self.recipe(site, id)
        #expect(recipe.ingredients.map(\.ingredient) == ["bread", "butter"])
        #expect(recipe.steps == ["Toast it."])
    }

    @Test func `a multipart form without a file is saved like a urlencoded one`() async throws {
        let site = try TestSite()
        let first = try await site.write(.vegan)
        let answer = try await site.client(.alice).upload(
            "/recipes", RecipeFields.vegan.fields, file: ("photo", "", []))
        #expect(answer.status == .seeOther)
        let hashes = try site.read { try $0.all("SELECT DISTINCT sha256 FROM revision") { $0[0] as String } }
        #expect(hashes.count == 1)
        #expect(first == 1)
    }

    @Test func `saving adds a revision, saving the same text adds none`() async throws {
        let site = try TestSite()
        let id = try await site.write(.vegan)
        try await site.save(id, .honey)
        try await site.save(id, .honey)
        let titles = try site.read { try $0.all("SELECT title FROM revision ORDER BY n") { $0[0] as String } }
        #expect(titles == ["Lentil soup", "Honey porridge"])
    }

    @Test func `saving the unchanged form adds no revision`() async throws {
        let site = try TestSite()
        let id = try await site.write(
            RecipeFields(
                "Stew",
                ingredients:
                    "1 1/2 cups stock\n1/3 l milk\n2-3 cloves garlic, crushed\n0.35 kg beef\nFor later:\n1 pinch salt"
            )
            .with("tips", "One\nTwo"))
        let form = try await EditorPageFields(site.client(.alice).get("/recipes/\(id)/edit").text)
        #expect(try await site.client(.alice).post("/recipes/\(id)", form.fields).status == .seeOther)
        let bodies = try site.read { try $0.all("SELECT DISTINCT body FROM revision") { $0[0] as String } }
        #expect(bodies.count == 1, "\(bodies)")
    }

    @Test func `of two editors the second gets 409 with both texts and can then save`() async throws {
        let site = try TestSite()
        let id = try await site.write(.vegan)
        let alice = try site.client(.alice)
        let mine = RecipeFields.vegan.with("title", "My lentil soup").with("tips", "A tip that took long")
        #expect(
            try await alice.post(
                "/recipes/\(id)", RecipeFields.vegan.with("title", "Your soup").with("version", "1").fields
            ).status == .seeOther)

        let answer = try await alice.post("/recipes/\(id)", mine.with("version", "1").fields)
        #expect(answer.status == .conflict)
        #expect(answer.shows("My lentil soup") && answer.shows("A tip that took long"))
        #expect(answer.text.contains("Your") && answer.text.contains("<mark>"))
        #expect(answer.text.contains(#"role="alert""#))
        #expect(try site.count("SELECT count(*) FROM revision") == 2)

        let again = EditorPageFields(answer.text)
        #expect(again.first("version") == "2")
        #expect(again.first("title") == "My lentil soup")
        #expect(try await alice.post("/recipes/\(id)", again.fields).status == .seeOther)
        #expect(try await Self.recipe(site, id).title == "My lentil soup")
    }

    @Test func `of several simultaneous saves of one version only one is stored`() async throws {
        let site = try TestSite()
        let id = try await site.write(.vegan)
        let statuses = try await withThrowingTaskGroup(of: Status.self) { group in
            for number in 0..<6 {
                group.addTask {
                    let fields = RecipeFields.vegan.with("title", "Soup \(number)").with("version", "1").fields
                    return try await site.client(.alice).post("/recipes/\(id)", fields).status
                }
            }
            return try await group.reduce(into: [Status]()) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == .seeOther }.count == 1)
        #expect(statuses.filter { $0 == .conflict }.count == 5)
        #expect(try site.count("SELECT count(*) FROM revision") == 2)
    }

    @Test func `a form sent five times at the same time makes one recipe, another form another`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        for expected in 1...2 {
            let (form, cookies) = (RecipeFields.vegan.adding(("csrf", try await alice.token())).fields, alice.cookies)
            let places = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<5 {
                    group.addTask {
                        let tab = try TestClient(site)
                        tab.cookies = cookies
                        return try await tab.postAsIs("/recipes", form).location
                    }
                }
                return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            #expect(places == ["/recipes/\(expected)-lentil-soup"])
            #expect(try site.count("SELECT count(*) FROM recipe") == expected)
        }
    }

    @Test func `a form sent again after its recipe was deleted makes a new recipe`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let form = RecipeFields.vegan.adding(("csrf", try await alice.token())).fields
        #expect(try await alice.postAsIs("/recipes", form).location == "/recipes/1-lentil-soup")
        _ = try await alice.post("/recipes/1/delete")
        #expect(try await alice.postAsIs("/recipes", form).location == "/recipes/2-lentil-soup")
    }

    @Test(arguments: [
        "/recipes/1/edit", "/recipes/1/delete", "/recipes/1/draft", "/recipes/1", "/recipes/1-lentil-soup",
    ])
    func `another member’s private recipe is 404, whatever the role`(address: String) async throws {
        let site = try TestSite()
        _ = try await site.write(.vegan)
        for person in [Person.charlie, .bob, .ada] {
            #expect(try await site.client(person).get(address).status == .notFound, "\(person)")
        }
        #expect(try await site.client(.charlie).post("/recipes/1", RecipeFields.honey.fields).status == .notFound)
        #expect(try site.count("SELECT count(*) FROM revision") == 1)
    }

    @Test func `another member’s public recipe can be read but not edited`() async throws {
        let site = try TestSite()
        let id = try await site.publish(.vegan)
        let charlie = try site.client(.charlie)
        #expect(try await charlie.get(site.address(of: id)).status == .ok)
        for address in ["edit", "delete", "draft"] {
            #expect(try await charlie.get("/recipes/\(id)/\(address)").status == .notFound)
        }
        #expect(try await charlie.post("/recipes/\(id)", RecipeFields.honey.fields).status == .notFound)
        #expect(try await charlie.post("/recipes/\(id)/delete").status == .notFound)
    }

    @Test func `a pasted block becomes rows for the editor`() async throws {
        struct Row: Decodable, Sendable { let amount, unit, ingredient, note, group: String }
        let site = try TestSite()
        let answer = try await site.client(.charlie).post(
            "/ingredients/parse", [("ingredients_text", "Sauce:\n1 1/2 cups cream\n2-3 cloves garlic, crushed")])
        let rows: ListAnswer<Row> = try answer.json()
        #expect(rows.items.map(\.amount) == ["1 1/2", "2-3"])
        #expect(rows.items.map(\.ingredient) == ["cream", "garlic"])
        #expect(rows.items.map(\.note) == ["", "crushed"])
        #expect(rows.items.map(\.group) == ["Sauce", "Sauce"])
    }
}
