// Tests suggestions that a member is not interested in: where they stay away, who may dismiss, and how they come back.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct DismissalTests {
    private struct Shelves: Decodable {
        struct Shelf: Decodable {
            let title: String
            let items: [CardAnswer]
        }

        let shelves: [Shelf]
        /// Only of the home page.
        let newest: [CardAnswer]?

        var ids: Set<Int> { Set((shelves.flatMap(\.items) + (newest ?? [])).map(\.id)) }
    }

    // Each answer comes from a browser of its own, so that no message is used up.

    private func suggested(
        _ site: TestSite, _ person: Person? = .charlie, on path: String = "/explore"
    ) async throws -> Set<Int> {
        try await (person.map(site.client) ?? site.visitor()).json(path, as: Shelves.self).ids
    }

    private func dismissed(
        _ site: TestSite, _ query: String = "", _ person: Person = .charlie
    ) async throws -> ListAnswer<CardAnswer> {
        try await site.client(person).json("/explore/dismissed\(query)")
    }

    private func plant(_ count: Int, _ site: TestSite) throws -> [Int] {
        try (1...count).map { try site.plant("Soup \($0)", "1 onion", minutes: 20) }
    }

    @Test func `a dismissed recipe is suggested nowhere to this member, and found as before`() async throws {
        let site = try TestSite()
        let soups = try plant(4, site)
        let charlie = try site.client(.charlie)
        #expect(try await suggested(site) == Set(soups))
        let page = try await charlie.get("/explore").text
        let button = #"formaction="/recipes/\#(soups[0])/dismiss">Not interested<span class="hidden">: Soup 1</span>"#
        #expect(page.contains(button) && page.contains(#"<form id="hearts" method="post""#))
        #expect(!page.contains("/explore/dismissed"))
        try await charlie.post("/recipes/\(soups[0])/dismiss").expect(.seeOther)
        for path in ["/", "/explore"] {
            #expect(try await suggested(site, on: path) == Set(soups.dropFirst()), "\(path)")
            #expect(try await suggested(site, .alice, on: path) == Set(soups), "\(path)")
            #expect(try await suggested(site, nil, on: path) == Set(soups), "\(path)")
            #expect(try await !charlie.get(path).text.contains(#"data-recipe-id="\#(soups[0])""#), "\(path)")
        }
        #expect(try await charlie.get("/explore").text.contains(#"href="/explore/dismissed""#))
        for path in ["/recipes", "/search?q=soup"] {
            let list: ListAnswer<CardAnswer> = try await charlie.json(path)
            #expect(Set(list.items.map(\.id)) == Set(soups), "\(path)")
        }
        try await charlie.get(site.address(of: soups[0])).expect(.ok)
    }

    @Test func `the message says so with an Undo, on the page where the button was`() async throws {
        let site = try TestSite()
        let soups = try plant(3, site)
        let charlie = try site.client(.charlie)
        for page in ["/", "/explore"] {
            let referer: Headers = ["Referer": "http://toque.test\(page)"]
            let answer = try await charlie.post("/recipes/\(soups[0])/dismiss", headers: referer)
            #expect(answer.location == page)
            #expect(try await suggested(site) == Set(soups.dropFirst()))
            try await site.pressUndo(answer, charlie)
            #expect(try await charlie.get(page).shows("We may suggest this recipe to you again."))
            #expect(try await suggested(site) == Set(soups))
        }
        let answer = try await charlie.post("/recipes/\(soups[0])/dismiss")
        #expect(answer.location == "/explore")
        let next = try await charlie.get("/explore")
        #expect(next.shows("We won’t suggest this recipe to you again.") && next.text.contains(#"role="status""#))
        // A second time changes nothing.
        try await charlie.post("/recipes/\(soups[0])/dismiss").expect(.seeOther)
        #expect(try await dismissed(site).total == 1)
    }

    @Test func `dismissed recipes are listed, the latest first, and shown again one by one`() async throws {
        let site = try TestSite()
        let soups = try plant(3, site)
        let (charlie, alice) = (try site.client(.charlie), try site.client(.alice))
        #expect(try await charlie.get("/explore/dismissed").shows("Nothing here yet"))
        for soup in soups.prefix(2) {
            site.clock.advance(by: 1)
            try await charlie.post("/recipes/\(soup)/dismiss").expect(.seeOther)
        }
        #expect(try await dismissed(site).items.map(\.id) == [soups[1], soups[0]])
        #expect(try await dismissed(site, "", .alice).total == 0)
        let page = try await charlie.get("/explore/dismissed")
        let button = #"formaction="/recipes/\#(soups[0])/undismiss">Show again<span class="hidden">: Soup 1"#
        #expect(page.text.contains(button) && page.text.contains(#"<form id="hearts" method="post""#))
        // What others dismissed stays.
        try await alice.post("/recipes/\(soups[0])/undismiss").expect(.seeOther)
        let answer = try await charlie.post("/recipes/\(soups[1])/undismiss")
        #expect(answer.location == "/explore/dismissed")
        #expect(try await dismissed(site).items.map(\.id) == [soups[0]])
        #expect(try await suggested(site) == Set(soups.dropFirst()))
        try await site.pressUndo(answer, charlie)
        #expect(try await dismissed(site).total == 2)
    }

    @Test func `the list has twenty to a page, and leaves out what is no longer public`() async throws {
        let site = try TestSite()
        let id = try await site.publish(.vegan)
        let charlie = try site.client(.charlie)
        for recipe in try [id] + plant(20, site) {
            site.clock.advance(by: 1)
            try await charlie.post("/recipes/\(recipe)/dismiss").expect(.seeOther)
        }
        #expect(try await dismissed(site).total == 21)
        #expect(try await dismissed(site, "?page=2").items.map(\.id) == [id])
        #expect(try await charlie.get("/explore/dismissed").text.contains(#"href="/explore/dismissed?page=2""#))
        try await site.client(.alice).post("/recipes/\(id)/delete").expect(.seeOther)
        #expect(try await dismissed(site).total == 20)
        try await site.client(.alice).post("/recipes/\(id)/restore").expect(.seeOther)
        #expect(try await !suggested(site, on: "/").contains(id))
        // One that is private again can still be taken off.
        try await site.client(.alice).post("/recipes/\(id)/delete").expect(.seeOther)
        try await charlie.post("/recipes/\(id)/undismiss").expect(.seeOther)
        #expect(try await charlie.post("/recipes/\(id)/undismiss").status == .notFound)
    }

    @Test func `only members dismiss, only recipes that they may read, and only from this site`() async throws {
        let site = try TestSite()
        let soup = try plant(1, site)[0]
        let hidden = try await site.write(.honey)
        let charlie = try site.client(.charlie)
        for change in ["dismiss", "undismiss"] {
            for id in ["\(hidden)", "999", "0", "x"] {
                #expect(try await charlie.post("/recipes/\(id)/\(change)").status == .notFound, "\(change) \(id)")
            }
            let path = "/recipes/\(soup)/\(change)"
            let other = try await charlie.post(path, headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(other.status == .forbidden)
            #expect(try await charlie.postAsIs(path, []).status == .forbidden)
            let login = try await site.visitor().post(path)
            #expect(login.location?.hasPrefix("/login?next=") == true)
        }
        let list = try await site.visitor().get("/explore/dismissed")
        #expect(list.location?.hasPrefix("/login?next=") == true)
        for path in ["/", "/explore"] {
            #expect(try await !site.visitor().get(path).text.contains("Not interested"), "\(path)")
        }
        try site.run("UPDATE user SET suspended_until = \(site.now + 1) WHERE id = \(Person.charlie.id)")
        #expect(try await charlie.post("/recipes/\(soup)/dismiss").status == .forbidden)
        #expect(try await charlie.get("/explore/dismissed").status == .ok)
        #expect(try site.count("SELECT count(*) FROM dismissed_recipe") == 0)
    }

    @Test func `no shelf is there because of a dismissed recipe`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Lentil soup", "200 g red lentils\n1 onion")
        for title in ["Lentil stew", "Lentil curry"] { try site.plant(title, "300 g red lentils\n1 lemon") }
        try site.read { try site.site.popularRecipes.count($0, now: site.now) }
        let charlie = try site.client(.charlie)
        let reason = "Because you saved “Lentil soup”"
        try await charlie.post("/recipes/\(soup)/favourite").expect(.seeOther)
        #expect(try await charlie.get("/").shows(reason))
        try await charlie.post("/recipes/\(soup)/dismiss").expect(.seeOther)
        #expect(try await !charlie.get("/").shows(reason))
    }

    @Test func `many dismissed recipes leave no shelf empty while there are others`() async throws {
        let site = try TestSite()
        let soups = try plant(ShelfRules.candidates + 3, site)
        let (charlie, now) = (Person.charlie.id, site.now)
        try site.write { db in
            for soup in soups.dropFirst(3) { try DismissalStore(db).add(soup, user: charlie, now: now) }
        }
        let shelves = try await site.client(.charlie).json("/explore", as: Shelves.self).shelves
        #expect(shelves.map(\.title) == ["Ready in 30 min"])
        for path in ["/", "/explore"] {
            #expect(try await suggested(site, on: path) == Set(soups.prefix(3)), "\(path)")
        }
    }

    @Test func `at most 500 recipes are kept, and the oldest are dropped`() throws {
        let site = try TestSite()
        let soup = try plant(1, site)[0]
        let (charlie, now) = (Person.charlie.id, site.now)
        try site.write { db in
            try db.run(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(ShelfRules.dismissed))
                INSERT INTO recipe (id, author_id, created_at, updated_at) SELECT i + 1000, 1, 0, 0 FROM n
                """)
            try db.run(
                """
                INSERT INTO dismissed_recipe (user_id, recipe_id, dismissed_at)
                SELECT \(charlie), id, id FROM recipe WHERE id > 1000
                """)
            try DismissalStore(db).add(soup, user: charlie, now: now)
        }
        #expect(try site.count("SELECT count(*) FROM dismissed_recipe") == ShelfRules.dismissed)
        #expect(try site.count("SELECT min(dismissed_at) FROM dismissed_recipe") == 1002)
    }

    @Test func `account data contains dismissed recipes, and erasing deletes them`() async throws {
        let site = try TestSite()
        let soup = try plant(1, site)[0]
        try await site.client(.charlie).post("/recipes/\(soup)/dismiss").expect(.seeOther)
        let table = try #require(PersonalData.tables.first { $0.name == "dismissed_recipe" })
        for (person, rows) in [(Person.charlie, 1), (.alice, 0)] {
            #expect(
                try site.count("SELECT count(*) FROM dismissed_recipe WHERE \(sql: table.whose(person.id))") == rows)
        }
        try site.write { try ErasureStore($0).eraseRows(of: Person.charlie.id) }
        #expect(try site.count("SELECT count(*) FROM dismissed_recipe") == 0)
        #expect(try site.failures().isEmpty)
    }
}
