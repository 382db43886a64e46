// Tests favourites: the heart, the list, who may do it, and what comes and goes with the recipe.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

/// A folder in a JSON answer.
struct FolderAnswer: Decodable, Equatable, Sendable {
    let id: Int
    let name: String
    let count: Int
}

/// The favourites in a JSON answer.
struct FavouritesAnswer: Decodable, Sendable {
    let total: Int
    let page: Int
    let items: [CardAnswer]
    let folders: [FolderAnswer]
}

/// The answer to a script that changed a heart.
private struct HeartAnswer: Decodable {
    struct Undo: Decodable {
        let address: String
        let label: String
    }

    let favourite: Bool
    let message: String
    let undo: Undo?
}

extension TestSite {
    func favourites(_ query: String = "", of person: Person = .charlie) async throws -> FavouritesAnswer {
        try await client(person).json("/favourites\(query)")
    }

    /// Sends the button of the message after a change, and returns the message that follows.
    func pressUndo(_ answer: Response, _ client: TestClient) async throws {
        let page = try await client.get(found(answer.location))
        let action = try found(page.text.firstMatch(of: /class="done"[\s\S]*?action="([^"]+)"/)?.1)
        try await client.post(String(action)).expect(.seeOther)
    }
}

@Suite struct FavouritesTests {
    private let referer: Headers = ["Referer": "http://toque.test/recipes?page=1"]

    @Test func `the heart adds a recipe, says so, and goes back to where it was`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Onion soup", "1 onion")
        let charlie = try site.client(.charlie)
        let card = try await charlie.get("/recipes").text
        #expect(card.contains(#"formaction="/recipes/\#(soup)/favourite" aria-pressed="false""#))
        #expect(card.contains(#"<form id="hearts" method="post""#))
        let answer = try await charlie.post("/recipes/\(soup)/favourite", headers: referer)
        #expect(answer.location == "/recipes?page=1")
        let page = try await charlie.get("/recipes?page=1")
        #expect(page.shows("Added to favourites."))
        #expect(page.text.contains(#"action="/favourites/undo/1""#))
        #expect(page.text.contains(#"formaction="/recipes/\#(soup)/unfavourite" aria-pressed="true""#))
        #expect(try await site.favourites().items.map(\.id) == [soup])
        let recipe = try await charlie.get(site.address(of: soup))
        #expect(recipe.text.contains(#"<form method="post" action="/recipes/\#(soup)/unfavourite">"#))
    }

    @Test func `a second click changes nothing, and removing can be undone`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Onion soup", "1 onion")
        let charlie = try site.client(.charlie)
        try await charlie.post("/recipes/\(soup)/favourite").expect(.seeOther)
        try await charlie.post("/recipes/\(soup)/unfavourite").expect(.seeOther)
        let again = try await charlie.post("/recipes/\(soup)/favourite")
        try await site.pressUndo(again, charlie)
        #expect(try site.count("SELECT count(*) FROM favourite") == 0)
        try await charlie.post("/recipes/\(soup)/favourite").expect(.seeOther)
        let at = try site.count("SELECT added_at FROM favourite")
        site.clock.advance(by: TestClock.hour)
        #expect(try await charlie.post("/recipes/\(soup)/favourite").location == "/recipes/\(soup)")
        #expect(try site.count("SELECT added_at FROM favourite") == at)
        let removed = try await charlie.post("/recipes/\(soup)/unfavourite")
        #expect(try site.count("SELECT count(*) FROM favourite") == 0)
        try await site.pressUndo(removed, charlie)
        #expect(try site.count("SELECT added_at FROM favourite") == at)
        try await charlie.post("/recipes/\(soup)/unfavourite").expect(.seeOther)
        try await charlie.post("/recipes/\(soup)/unfavourite").expect(.seeOther)
    }

    @Test func `an Undo button works once, for a day, and for its owner only`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Onion soup", "1 onion")
        var charlie = try site.client(.charlie)
        func remove() async throws -> Int {
            try await charlie.post("/recipes/\(soup)/favourite").expect(.seeOther)
            try await charlie.post("/recipes/\(soup)/unfavourite").expect(.seeOther)
            return try site.count("SELECT max(id) FROM undo_step")
        }
        let step = try await remove()
        #expect(try await site.client(.alice).post("/favourites/undo/\(step)").status == .notFound)
        #expect(try await charlie.post("/history/undo/\(step)").status == .notFound)
        #expect(try await charlie.post("/favourites/undo/\(step)").location == "/favourites")
        #expect(try await charlie.post("/favourites/undo/\(step)").status == .notFound)
        let late = try await remove()
        site.clock.advance(by: FavouriteRules.undoTime)
        charlie = try site.client(.charlie)
        #expect(try await charlie.post("/favourites/undo/\(late)").status == .notFound)
        for _ in 0...FavouriteRules.undoSteps { _ = try await remove() }
        #expect(try site.count("SELECT count(*) FROM undo_step") == FavouriteRules.undoSteps)
        try Retention(writer: site.site.writer, settings: site.site.settings).sweep(now: site.now + TestClock.day)
        #expect(try site.count("SELECT count(*) FROM undo_step") == 0)
    }

    @Test func `scripts get the new state and the message`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Onion soup", "1 onion")
        let charlie = try site.client(.charlie)
        let json: Headers = ["Accept": "application/json"]
        let added: HeartAnswer = try await charlie.post("/recipes/\(soup)/favourite", headers: json).json()
        #expect(added.favourite && added.message == "Added to favourites.")
        let removed: HeartAnswer = try await charlie.post("/recipes/\(soup)/unfavourite", headers: json).json()
        #expect(!removed.favourite && removed.message == "Removed from favourites.")
        // The button of the page without a script, in the same words.
        let undo = try #require(removed.undo)
        #expect(undo.label == "Undo" && undo.address == "/favourites/undo/2")
        let undone = try await charlie.post(undo.address, headers: json)
        #expect(undone.status == .ok && undone.text.contains(#""message":"Undone.""#))
        #expect(try await site.favourites().items.map(\.id) == [soup])
        let again: HeartAnswer = try await charlie.post("/recipes/\(soup)/favourite", headers: json).json()
        #expect(again.favourite && again.undo == nil)
        let none = try await charlie.post("/recipes/999/favourite", headers: json)
        #expect(none.status == .notFound)
    }

    @Test func `a visitor's heart leads to the login page and back to the recipe`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Onion soup", "1 onion")
        let visitor = try site.visitor()
        for path in ["/", "/recipes", try site.address(of: soup)] {
            let page = try await visitor.get(path)
            #expect(page.text.contains(#"href="/recipes/\#(soup)/favourite""#), "\(path)")
            #expect(!page.text.contains("csrf"), "\(path)")
            #expect(page.headers.all("Set-Cookie").isEmpty, "\(path)")
        }
        let answer = try await visitor.send(.get, "/recipes/\(soup)/favourite")
        #expect(answer.location == "/login?next=%2Frecipes%2F\(soup)%2Ffavourite")
        #expect(try await visitor.get(found(answer.location)).shows("Log in or join"))
        let fields = [("login", "charlie"), ("password", Person.password), ("next", "/recipes/\(soup)/favourite")]
        #expect(try await visitor.post("/login", fields).location == "/recipes/\(soup)/favourite")
        #expect(try await visitor.send(.get, "/recipes/\(soup)/favourite").location == "/recipes/\(soup)")
        let page = try await visitor.get("/recipes/\(soup)")
        #expect(page.shows("Press “Favourite” to add this recipe"))
        #expect(try site.count("SELECT count(*) FROM favourite") == 0)
        try await visitor.post("/recipes/\(soup)/favourite").expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM favourite") == 1)
        #expect(
            try await site.visitor().post("/recipes/\(soup)/favourite", headers: referer).location
                == "/login?next=%2Frecipes%3Fpage%3D1")
    }

    @Test func `forms of other sites and without a token are refused`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Onion soup", "1 onion")
        let charlie = try site.client(.charlie)
        for path in ["/recipes/\(soup)/favourite", "/favourites", "/favourites/folders", "/history/clear"] {
            let other = try await charlie.post(path, headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(other.status == .forbidden, "\(path)")
            #expect(try await charlie.postAsIs(path, []).status == .forbidden, "\(path)")
        }
        #expect(try site.count("SELECT count(*) FROM favourite") == 0)
    }

    @Test func `only recipes that one may read become favourites`() async throws {
        let site = try TestSite()
        let mine = try await site.write(.vegan, as: .charlie)
        let other = try await site.write(.honey)
        let charlie = try site.client(.charlie)
        for id in [other, 999] {
            #expect(try await charlie.post("/recipes/\(id)/favourite").status == .notFound)
            #expect(try await charlie.post("/recipes/\(id)/unfavourite").status == .notFound)
            #expect(try await charlie.send(.get, "/recipes/\(id)/favourite").status == .notFound)
        }
        try await charlie.post("/recipes/\(mine)/favourite").expect(.seeOther)
        #expect(try await site.favourites().items.map(\.title) == ["Lentil soup"])
        #expect(try await charlie.get("/favourites").text.contains(#"data-recipe-id="\#(mine)""#))
        #expect(try await charlie.get("/my/recipes").text.contains(#"aria-pressed="true""#))
        try await charlie.post("/recipes/\(mine)/delete").expect(.seeOther)
        #expect(try await site.favourites().total == 0)
    }

    @Test func `recipes that are not public any more leave the list, and come back`() async throws {
        let site = try TestSite()
        let id = try await site.publish(.vegan)
        let charlie = try site.client(.charlie)
        try await charlie.post("/recipes/\(id)/favourite").expect(.seeOther)
        try await site.client(.alice).post("/recipes/\(id)/delete").expect(.seeOther)
        #expect(try await site.favourites().total == 0)
        #expect(try await charlie.get("/favourites").shows("Nothing here yet"))
        try await site.client(.alice).post("/recipes/\(id)/restore").expect(.seeOther)
        #expect(try await site.favourites().items.map(\.id) == [id])
        let change = try await site.draftRecipes("take-down", [id])
        try await site.client(.ada).post("\(change)/confirm").expect(.seeOther)
        #expect(try await site.favourites().total == 0)
        try await charlie.post("/recipes/\(id)/unfavourite").expect(.seeOther)
    }

    @Test func `favourites are listed newest first, twenty to a page`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        for number in 1...21 {
            site.clock.advance(by: 1)
            let id = try site.plant("Soup \(number)", "1 onion")
            try await charlie.post("/recipes/\(id)/favourite").expect(.seeOther)
        }
        let first = try await site.favourites()
        #expect(first.total == 21)
        #expect(first.items.map(\.title) == (2...21).reversed().map { "Soup \($0)" })
        #expect(try await site.favourites("?page=2").items.map(\.title) == ["Soup 1"])
        #expect(try await charlie.get("/favourites").text.contains(#"rel="next" href="/favourites?page=2""#))
        #expect(try await site.favourites(of: .alice).total == 0)
    }

    @Test func `there are at most 10,000 favourites`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Onion soup", "1 onion")
        try site.write { db in
            try db.run(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(FavouriteRules.favourites))
                INSERT INTO recipe (id, author_id, created_at, updated_at) SELECT i + 1000, 1, 0, 0 FROM n
                """)
            try db.run(
                "INSERT INTO favourite (user_id, recipe_id, added_at) SELECT 4, id, 0 FROM recipe WHERE id > 1000")
        }
        let charlie = try site.client(.charlie)
        let full = try await charlie.post("/recipes/\(soup)/favourite")
        #expect(full.status == .conflict && full.shows("You have 10,000 favourites"))
        #expect(try site.count("SELECT count(*) FROM favourite") == FavouriteRules.favourites)
        try site.run("DELETE FROM favourite WHERE recipe_id = 1001")
        try await charlie.post("/recipes/\(soup)/favourite").expect(.seeOther)
    }

    @Test func `the hearts of a page of cards need one query, and visitors none`() async throws {
        let site = try TestSite()
        for number in 1...12 { try site.plant("Soup \(number)", "1 onion") }
        let (visitor, charlie) = (try site.visitor(), try site.client(.charlie))
        _ = try await visitor.get("/recipes")
        let (seen, before) = (visitor.reader.statementCount, charlie.reader.statementCount)
        _ = try await charlie.get("/recipes")
        // The session and the preferences are the other two.
        #expect(charlie.reader.statementCount - before <= seen + 3)
    }

    @Test func `account data contains favourites, and erasing deletes them`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Onion soup", "1 onion")
        let charlie = try site.client(.charlie)
        try await charlie.post("/favourites/folders", [("name", "Winter")]).expect(.seeOther)
        try await charlie.post("/recipes/\(soup)/favourite").expect(.seeOther)
        for table in PersonalData.tables where ["favourite", "favourite_folder"].contains(table.name) {
            #expect(try site.count("SELECT count(*) FROM \(raw: table.name) WHERE \(sql: table.whose(4))") == 1)
            #expect(try site.count("SELECT count(*) FROM \(raw: table.name) WHERE \(sql: table.whose(1))") == 0)
        }
        try site.write { try ErasureStore($0).eraseRows(of: Person.charlie.id) }
        #expect(try site.count("SELECT count(*) FROM favourite") == 0)
        #expect(try site.count("SELECT count(*) FROM favourite_folder") == 0)
        #expect(try site.failures().isEmpty)
    }
}
