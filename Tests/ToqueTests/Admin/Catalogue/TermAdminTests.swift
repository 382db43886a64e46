// Tests of `/admin/categories`: categories and cuisines are renamed, ordered, merged and removed, and recipes follow.

import Database
import HTTP
import Testing
import Texts
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct TermAdminTests {
    private func record(_ site: TestSite, _ key: String, _ kind: TermKind = .category) throws -> TermRecord? {
        try site.read { try TermStore($0).records(kind).first { $0.key == key } }
    }

    private func listed(_ site: TestSite, _ query: String) async throws -> Set<Int> {
        Set(try await site.visitor().json(query, as: ListAnswer<CardAnswer>.self).items.map(\.id))
    }

    @Test func `the list shows the state of each category and its number of recipes`() async throws {
        let site = try TestSite()
        try site.plant("Lentil soup", "300 g red lentils", category: "soup", cuisine: "greek")
        try await site.client(.alice).post("/recipes", RecipeFields.vegan.with("category", "soup").fields)
            .expect(.seeOther)
        try await site.client(.alice).post("/proposals", [("kind", "category"), ("name", "Brunch")]).expect(.seeOther)
        let ada = try site.client(.ada)
        let page = try await ada.get("/admin/categories")
        #expect(page.shows("Soups · Супы") && page.shows("1 public recipe, 2 including drafts"))
        #expect(page.shows("Brunch · Brunch") && page.shows("proposed"))
        let cuisines = try await ada.get("/admin/categories?kind=cuisine")
        #expect(cuisines.shows("Greek") && !cuisines.shows("Soups · Супы"))
        let json = try await ada.json("/admin/categories", as: ListAnswer<TermAnswer>.self)
        let soup = try #require(json.items.first { $0.key == "soup" })
        #expect(soup.publicRecipes == 1 && soup.recipes == 2 && soup.state == "listed")
        let one = try await ada.json("/admin/categories/category/soup", as: TermAnswer.self)
        #expect(one.key == "soup" && one.publicRecipes == 1 && one.recipes == 2)
    }

    @Test func `an added category can be undone unless a recipe uses it`() async throws {
        let site = try TestSite()
        let fields = [("kind", "category"), ("name_en", "Stews & pots"), ("name_ru", "Рагу")]
        let address = try await site.draft("/admin/categories", fields)
        #expect(try record(site, "stews-pots") == nil)
        try await site.confirm(address)
        #expect(try record(site, "stews-pots")?.english == "Stews & pots")
        #expect(try await site.visitor().get("/search").shows("Stews & pots"))
        let stew = try await site.publish(RecipeFields.vegan.with("category", "stews-pots"))
        let refused = try await site.client(.ada).post("\(address)/undo")
        #expect(refused.status == .conflict && refused.shows("or recipes use what it added"))
        try await site.client(.alice).post(
            "/recipes/\(stew)", RecipeFields.vegan.with("category", "soup").adding(("version", "1")).fields
        ).expect(.seeOther)
        #expect(try await site.client(.ada).post("\(address)/undo").status == .conflict)
        try await site.approve(site.submit(stew))
        try await site.undo(address)
        #expect(try record(site, "stews-pots") == nil)
        #expect(try site.failures() == [])
    }

    @Test func `a category is renamed in both languages after a preview of its recipes`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Lentil soup", "300 g red lentils", category: "soup")
        try site.plant("Bread", "500 g wheat flour", category: "bread")
        let address = try await site.draft(
            "/admin/categories/category/soup", [("name_en", "Soups & broths"), ("name_ru", "Супы и бульоны")])
        let page = try await site.client(.ada).get(address)
        #expect(page.shows("Lentil soup") && !page.shows("Bread") && page.shows(Text.changeKindCategoryEdit(.en)))
        #expect(page.text.contains("<del>Soups</del> <ins>Soups &amp; broths</ins>"))
        try await site.confirm(address)
        #expect(try await site.visitor().get(site.address(of: soup)).shows("Soups & broths"))
        #expect(try await site.vegan().contains(soup))
        let told = try await site.client(.ada).get("/admin/categories/category/soup")
        #expect(told.text.contains(#"href="\#(address)""#))
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'categories-edit'") == 1)
        try await site.undo(address)
        #expect(try record(site, "soup")?.english == "Soups")
        #expect(try site.failures() == [])
    }

    @Test func `merging moves every recipe, and old filters still find them`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Lentil soup", "300 g red lentils", category: "soup")
        let stew = try site.plant("Bean stew", "300 g white beans", category: "main")
        let draft = try await site.write(RecipeFields.vegan.with("category", "soup"))
        let address = try await site.draft("/admin/categories/category/soup/merge", [("into", "main")])
        let page = try await site.client(.ada).get(address)
        #expect(page.shows("Lentil soup") && !page.shows("Bean stew") && page.shows(Text.changeKindCategoryMerge(.en)))
        #expect(try await listed(site, "/recipes?category=main") == [stew])
        try await site.confirm(address)
        for path in ["/recipes?category=main", "/recipes?category=soup", "/search?category=soup"] {
            #expect(try await listed(site, path) == [soup, stew], "\(path)")
        }
        let search = try await site.visitor().get("/search?category=soup")
        #expect(search.text.contains(#"<option value="main" selected>"#) && !search.text.contains(#"value="soup""#))
        let editor = try await site.client(.alice).get("/recipes/\(draft)/edit")
        #expect(editor.text.contains(#"<option value="soup" selected>Main dishes</option>"#))
        try await site.approve(site.submit(draft))
        #expect(try await listed(site, "/recipes?category=main") == [soup, stew, draft])
        #expect(try site.failures() == [])
        try await site.undo(address)
        #expect(try await listed(site, "/recipes?category=soup") == [soup, draft])
        #expect(try await listed(site, "/recipes?category=main") == [stew])
        #expect(try site.failures() == [])
    }

    @Test func `a merge applies to recipes that an admin moved to the category`() async throws {
        let site = try TestSite()
        let soup = try await site.publish(RecipeFields.vegan.with("category", "soup"))
        try await site.changeRecipes("category", [soup], ("set_category", "starter"))
        try await site.change("/admin/categories/category/soup/merge", ("into", "main"))
        #expect(try await listed(site, "/search?category=starter") == [soup])
        let merge = try await site.change("/admin/categories/category/starter/merge", ("into", "main"))
        #expect(try await listed(site, "/search?category=main") == [soup])
        #expect(try site.failures() == [])
        try await site.undo(merge)
        #expect(try await listed(site, "/search?category=starter") == [soup])
        #expect(try await listed(site, "/search?category=main") == [])
        #expect(try site.failures() == [])
    }

    @Test func `merging a merge target moves the earlier merged category too`() async throws {
        let site = try TestSite()
        let broth = try site.plant("Broth", "1 onion", category: "soup")
        try await site.change("/admin/categories/category/soup/merge", ("into", "starter"))
        let second = try await site.change("/admin/categories/category/starter/merge", ("into", "main"))
        #expect(try record(site, "soup")?.into == "main")
        #expect(try await listed(site, "/recipes?category=main") == [broth])
        #expect(try site.failures() == [])
        try await site.undo(second)
        #expect(try record(site, "soup")?.into == "starter")
        #expect(try await listed(site, "/recipes?category=starter") == [broth])
        // A merged category can be listed again on its own page.
        try await site.change("/admin/categories/category/soup", ("state", "listed"))
        #expect(try await listed(site, "/recipes?category=soup") == [broth])
        #expect(try await listed(site, "/recipes?category=starter") == [])
        #expect(try site.failures() == [])
    }

    @Test func `a category in use cannot be removed, an unused one can and comes back by undoing`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        let recipe = try await site.write(RecipeFields.vegan.with("category", "soup"))
        try await site.client(.alice).post("/recipes/\(recipe)/delete").expect(.seeOther)
        let used = try await ada.post("/admin/categories/category/soup", [("state", "refused"), ("name_en", "Broths")])
        #expect(used.status == .unprocessable && used.hasError(at: "state") && used.text.contains(#"value="Broths""#))
        let address = try await site.change("/admin/categories/category/snack", ("state", "refused"))
        #expect(try await !site.visitor().get("/search").shows("Snacks"))
        #expect(try record(site, "snack")?.state == .refused)
        try await site.undo(address)
        #expect(try await site.visitor().get("/search").shows("Snacks"))
        #expect(try site.failures() == [])
    }

    @Test func `a category that was used after the preview is not removed`() async throws {
        let site = try TestSite()
        let address = try await site.draft("/admin/categories/category/snack", [("state", "refused")])
        _ = try await site.write(RecipeFields.vegan.with("category", "snack"))
        #expect(try await site.client(.ada).post("\(address)/confirm").status == .conflict)
        #expect(try record(site, "snack")?.state == .listed)
    }

    @Test func `categories are in the order that an admin sets`() async throws {
        let site = try TestSite()
        let address = try await site.change("/admin/categories/category/drink", ("after", ""))
        func keys() throws -> [String] { try site.catalogue().categoryNames(.en).map(\.key) }
        #expect(try keys().prefix(2) == ["drink", "breakfast"])
        try await site.change("/admin/categories/category/drink", ("after", "soup"))
        let order = try keys()
        #expect(order.firstIndex(of: "drink") == order.firstIndex(of: "soup").map { $0 + 1 })
        #expect(try await site.client(.ada).post("\(address)/undo").status == .conflict)
        #expect(try site.failures() == [])
    }

    @Test func `a newer program does not overwrite names, order or merging`() async throws {
        let site = try TestSite()
        try await site.change("/admin/categories/category/soup", ("name_en", "Soups & broths"))
        try await site.change("/admin/categories/category/drink", ("after", ""))
        try await site.change("/admin/categories/cuisine/greek/merge", ("into", "italian"))
        var starter = try StarterCatalogue()
        starter.categories = starter.categories.map {
            switch $0.key {
            case "soup": CatalogueTerm(key: "soup", english: "Soups of ours", russian: $0.russian)
            case "bread": CatalogueTerm(key: "bread", english: "Breads of ours", russian: $0.russian)
            default: $0
            }
        }
        starter.categories.insert(CatalogueTerm(key: "glorb", english: "Glorb", russian: "Глорб"), at: 0)
        starter.cuisines.reverse()
        let (files, now) = (starter, site.now)
        let changes = try site.write { try StarterUpdate.run($0, edition: "newer", now: now) { files } }
        #expect(changes?.kept == ["category soup", "the order of category"] && changes?.new == 1)
        let names = try site.catalogue().categoryNames(.en)
        #expect(names.first?.key == "drink" && names.last?.key == "glorb")
        #expect(names.contains { $0.name == "Soups & broths" } && names.contains { $0.name == "Breads of ours" })
        #expect(try record(site, "greek", .cuisine)?.into == "italian")
        // The order of cuisines was not changed, so it follows the starter file.
        let cuisines = try site.read { try TermStore($0).records(.cuisine).map(\.key) }
        #expect(cuisines == files.cuisines.map(\.key))
        // Starting with files that are loaded already changes nothing.
        _ = try DataFolder.prepare(site.site.configuration, now: site.now)
        #expect(try record(site, "soup")?.english == "Soups & broths")
        #expect(try site.failures() == [])
    }

    @Test func `an invalid name shows an error at its field and is kept`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        let long = String(repeating: "x", count: TermRules.nameLength + 1)
        for (english, russian, field) in [
            ("", "Рагу", "name_en"), ("Stews", " ", "name_ru"), (long, "Рагу", "name_en"), ("Soups", "Рагу", "name_en"),
            ("Stews", "супы", "name_ru"), ("soup", "Рагу", "name_en"),
        ] {
            let answer = try await ada.post(
                "/admin/categories", [("kind", "category"), ("name_en", english), ("name_ru", russian)])
            #expect(answer.status == .unprocessable && answer.hasError(at: field), "\(english) \(russian)")
            #expect(field == "name_ru" || answer.text.contains(#"value="Рагу""#))
            let renamed = try await ada.post(
                "/admin/categories/category/main", [("name_en", english), ("name_ru", russian)])
            #expect(renamed.status == .unprocessable && renamed.hasError(at: field), "\(english) \(russian)")
        }
        for into in ["", "unicorn", "soup", "Soups"] {
            let answer = try await ada.post("/admin/categories/category/soup/merge", [("into", into)])
            #expect(answer.status == .unprocessable && answer.hasError(at: "into"), "\(into)")
        }
        let stale = try await ada.post("/admin/categories/category/soup", [("seen", "old"), ("name_en", "Mine")])
        #expect(stale.status == .conflict && stale.shows("Someone else changed this"))
        #expect(stale.text.contains(#"value="Mine""#) && stale.shows("Now: Soups."))
        #expect(try site.count("SELECT count(*) FROM catalogue_change") == 0)
    }

    @Test func `the number of categories is limited`() async throws {
        let site = try TestSite()
        let there = try site.count("SELECT count(*) FROM category")
        try site.write { db in
            for number in there..<TermRules.most {
                try db.run(
                    """
                    INSERT INTO category (key, name_en, name_ru, position)
                    VALUES (\("c\(number)"), \("c \(number)"), \("к \(number)"), \(number))
                    """)
            }
        }
        let fields = [("kind", "category"), ("name_en", "Stews"), ("name_ru", "Рагу")]
        let answer = try await site.client(.ada).post("/admin/categories", fields)
        #expect(answer.status == .unprocessable && answer.hasError(at: "name_en"))
        try site.run("DELETE FROM category WHERE key = 'c\(raw: String(TermRules.most - 1))'")
        try site.write { try CatalogueStore($0).moveEdition() }
        try await site.client(.ada).post("/admin/categories", fields).expect(.seeOther)
    }

    @Test func `a proposed category is decided on the page of its proposal`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        try await site.client(.alice).post("/proposals", [("kind", "category"), ("name", "Brunch")]).expect(.seeOther)
        let path = "/admin/categories/category/brunch"
        #expect(try await ada.get(path).location == "/admin/proposals/1")
        #expect(try await ada.post(path, [("name_en", "Mine")]).location == "/admin/proposals/1")
        #expect(try await ada.post("\(path)/merge", [("into", "main")]).location == "/admin/proposals/1")
        #expect(try record(site, "brunch")?.english == "Brunch")
        // A category merged into a proposal is refused together with it.
        try await site.client(.alice).post("/proposals", [("kind", "category"), ("name", "Lunch")]).expect(.seeOther)
        try await ada.post("/admin/proposals/1/approve", [("name_en", "Brunch"), ("name_ru", "Бранч")]).expect(
            .seeOther)
        try await ada.post("/admin/proposals/2/merge", [("into", "Brunch")]).expect(.seeOther)
        try await ada.post("/admin/proposals/1/refuse", [("reason", "None.")]).expect(.seeOther)
        #expect(try record(site, "lunch")?.state == .refused)
        #expect(try site.failures() == [])
    }

    @Test func `only admins may change categories, and only with forms of the site`() async throws {
        let site = try TestSite()
        let paths = ["/admin/categories", "/admin/categories/category/soup", "/admin/categories/category/soup/merge"]
        for person in [Person.alice, .bob, .charlie] {
            for path in paths { #expect(try await site.client(person).post(path).status == .forbidden) }
            #expect(try await site.client(person).get(paths[1]).status == .forbidden)
        }
        #expect(try await site.visitor().get(paths[0]).status == .seeOther)
        let ada = try site.client(.ada)
        for path in paths { #expect(try await ada.postAsIs(path, [("kind", "category")]).status == .forbidden) }
        for path in ["/admin/categories/unit/g", "/admin/categories/category/none", "/admin/categories/aisle/meat"] {
            #expect(try await ada.get(path).status == .notFound)
        }
        #expect(try await ada.post("/admin/categories", [("kind", "aisle"), ("name_en", "x")]).status == .notFound)
    }
}

struct TermAnswer: Decodable, Sendable {
    let key: String
    let state: String
    let publicRecipes: Int
    let recipes: Int

    enum CodingKeys: String, CodingKey {
        case key, state, recipes
        case publicRecipes = "public_recipes"
    }
}
