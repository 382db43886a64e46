// Tests of who sees a recipe that is not public: the people that its author names, and everyone who has the link.

import Database
import HTTP
import Mail
import Testing

@testable import TestKit
@testable import Toque

@Suite struct SharingTests {
    let site: TestSite
    let alice: TestClient

    init() throws {
        site = try TestSite()
        alice = try site.client(.alice)
    }

    private func share(_ recipe: Int, _ audience: String, _ names: String = "") async throws -> Response {
        let answer = try await alice.post("/recipes/\(recipe)/share", [("audience", audience), ("names", names)])
        try answer.expect(.seeOther)
        return answer
    }

    private func undo(_ answer: Response) async throws {
        let step = try found(answer.cookie("toque_done")?.firstMatch(of: /:(\d+)/)?.1)
        try await alice.post("/my/recipes/undo/\(step)").expect(.seeOther)
    }

    private func link() throws -> String {
        let seal: String = try found(site.value("SELECT seal FROM recipe_sharing"))
        return "/recipes/link/" + SecretLink("recipe-link", seal: seal, site.site).token
    }

    /// The status of the recipe's page for a person.
    private func status(_ recipe: Int, _ person: Person) async throws -> Int {
        try await site.client(person).get("/recipes/\(recipe)-lentil-soup").status.code
    }

    private func ownPage(_ recipe: Int) async throws -> Response { try await alice.get(site.address(of: recipe)) }

    // MARK: People

    @Test func `a new recipe is only for its author, and the page says so`() async throws {
        let recipe = try await site.write(.vegan)
        #expect(try await ownPage(recipe).shows("Only you can see this recipe."))
        #expect(try await status(recipe, .bella) == 404)
    }

    @Test func `named people read the latest saved text, and nobody else does`() async throws {
        let recipe = try await site.write(.vegan)
        _ = try await share(recipe, "people", "bella, @Charlie")
        #expect(try await ownPage(recipe).shows("Only you and these people can see this recipe: bella, charlie."))
        let bella = try site.client(.bella)
        let page = try await bella.get("/recipes/\(recipe)-lentil-soup")
        #expect(page.status == .ok && page.shows("alice shares this recipe with you. It isn’t public."))
        #expect(page.text.contains(#"content="noindex"#) && !page.text.contains("og:title"))
        #expect(!page.text.contains("/edit") && !page.text.contains("application/ld+json"))
        try await site.save(recipe, .vegan.with("description", "Now with lemon."))
        #expect(try await bella.get("/recipes/\(recipe)-lentil-soup").shows("Now with lemon."))
        #expect(try await bella.get("/recipes/\(recipe)/print").status == .ok)
        #expect(try await bella.get("/recipes/\(recipe)/cook").status == .ok)
        #expect(try await bella.json("/recipes/\(recipe)-lentil-soup", as: RecipeAnswer.self).title == "Lentil soup")
        try await bella.post("/recipes/\(recipe)/shopping").expect(.seeOther)
        let timer = [
            ("recipe", String(recipe)), ("key", "1"), ("name", "Soup"), ("seconds", "60"), ("state", "paused"),
        ]
        try await bella.post("/cooking/timers", timer, headers: ["Accept": "application/json"]).expect(.ok)
        #expect(try site.count("SELECT count(*) FROM shopping_item WHERE user_id = \(Person.bella.id)") > 0)
        for person in [Person.bob, .ada] { #expect(try await status(recipe, person) == 404) }
        #expect(try await site.visitor().get("/recipes/\(recipe)-lentil-soup").status == .notFound)
        for change in ["edit", "draft", "revisions"] {
            #expect(try await bella.get("/recipes/\(recipe)/\(change)").status == .notFound)
        }
        #expect(
            try await bella.post("/recipes/\(recipe)", RecipeFields.honey.with("version", "1").fields).status
                == .notFound)
    }

    @Test func `each person is notified once, without the title, and can turn that off`() async throws {
        try site.run("UPDATE user SET email_confirmed_at = 1 WHERE id = \(Person.bella.id)")
        let recipe = try await site.write(.vegan)
        _ = try await share(recipe, "people", "bella")
        #expect(try site.notifications(.bella) == ["recipe-shared"])
        let mails = try site.mails()
        #expect(mails.count == 1 && mails[0].subject.text == "alice shares a recipe with you")
        #expect(!mails[0].text.contains("Lentil"))
        try await alice.post("/recipes/\(recipe)/readers/\(Person.bella.id)/remove").expect(.seeOther)
        _ = try await share(recipe, "people", "bella")
        #expect(try site.notifications(.bella).count == 1 && site.mails().isEmpty)
        let page = try await site.client(.bella).get("/notifications")
        #expect(page.shows("alice shares a recipe with you") && page.text.contains("/recipes/\(recipe)"))
        try await site.visitor().postAsIs(site.unsubscribePath(.sharing, .bella), []).expect(.ok)
        _ = try await share(site.write(.honey), "people", "bella")
        #expect(try site.mails().isEmpty)
    }

    @Test func `a removed person no longer sees it, until Undo`() async throws {
        let recipe = try await site.write(.vegan)
        _ = try await share(recipe, "people", "bella charlie")
        let removed = try await alice.post("/recipes/\(recipe)/readers/\(Person.bella.id)/remove")
        #expect(try await status(recipe, .bella) == 404)
        #expect(try await status(recipe, .charlie) == 200)
        try await undo(removed)
        #expect(try await status(recipe, .bella) == 200)
        #expect(try await alice.post("/recipes/\(recipe)/readers/99/remove").status == .notFound)
    }

    @Test func `only me ends it at the next request, and each choice can be undone`() async throws {
        let recipe = try await site.write(.vegan)
        let named = try await share(recipe, "people", "bella")
        let ended = try await share(recipe, "author")
        #expect(try await status(recipe, .bella) == 404)
        try await undo(ended)
        #expect(try await status(recipe, .bella) == 200)
        try await undo(named)
        #expect(try await status(recipe, .bella) == 404)
        let step = try found(named.cookie("toque_done")?.firstMatch(of: /:(\d+)/)?.1)
        #expect(try await alice.post("/my/recipes/undo/\(step)").status == .notFound)
    }

    @Test(arguments: [
        ("people", "bella, nobody-here", "There is no member called “nobody-here”"),
        ("people", "alice", "Leave your own name out"),
        ("people", (0...50).map { "member\($0)" }.joined(separator: ","), "Name at most 50 people"),
        ("people", String(repeating: "a", count: 2_001), "Name at most 50 people"),
        ("friends", "bella", "Choose who can see this recipe"),
        ("author", "bella", "Names count only for"), ("public", "bella", "Names count only for"),
    ])
    func `a mistake keeps what was typed and changes nothing`(audience: String, names: String, message: String)
        async throws
    {
        let recipe = try await site.write(.vegan)
        let answer = try await alice.post("/recipes/\(recipe)/share", [("audience", audience), ("names", names)])
        #expect(answer.status == .unprocessable && answer.shows(message) && answer.shows(names))
        #expect(answer.text.contains(#"role="alert""#))
        #expect(answer.hasError(at: audience == "friends" ? "audience" : "names"))
        #expect(try site.count("SELECT count(*) FROM recipe_sharing") == 0)
    }

    @Test func `named people continue to cook it while it is shared with them`() async throws {
        let recipe = try await site.write(.vegan)
        _ = try await share(recipe, "people", "bella")
        let bella = try site.client(.bella)
        try await bella.post("/recipes/\(recipe)/cook", [("step", "1"), ("servings", "4")]).expect(.seeOther)
        let timer = [
            ("recipe", String(recipe)), ("key", "1"), ("name", "Soup"), ("seconds", "60"), ("state", "paused"),
            ("left", "60000"),
        ]
        try await bella.post("/cooking/timers", timer, headers: ["Accept": "application/json"]).expect(.ok)
        func timersNameIt() async throws -> Bool { try await bella.get("/cooking/timers").text.contains("Lentil soup") }
        #expect(try await bella.get("/").shows("Lentil soup"))
        #expect(try await timersNameIt())
        _ = try await share(recipe, "author")
        #expect(try await !bella.get("/").shows("Lentil soup"))
        #expect(try await !timersNameIt())
    }

    @Test func `an older Undo does not bring a link or people back that were removed since`() async throws {
        let recipe = try await site.write(.vegan)
        _ = try await share(recipe, "link", "charlie")
        let old = try link()
        let named = try await share(recipe, "link", "bella")
        try await alice.post("/recipes/\(recipe)/readers/\(Person.charlie.id)/remove").expect(.seeOther)
        try await alice.post("/recipes/\(recipe)/link").expect(.seeOther)
        let step = try found(named.cookie("toque_done")?.firstMatch(of: /:(\d+)/)?.1)
        #expect(try await alice.post("/my/recipes/undo/\(step)").status == .conflict)
        #expect(try await status(recipe, .charlie) == 404)
        #expect(try await site.visitor().get(old).status == .notFound)
    }

    @Test func `people who are leaving stay named, also after an Undo`() async throws {
        let recipe = try await site.write(.vegan)
        _ = try await share(recipe, "people", "bella")
        let now = site.now
        try site.run(
            """
            INSERT INTO leaving (user_id, username, asked_at, erase_at, withdraws, reason)
            VALUES (\(Person.bella.id), 'bella', \(now), \(now + 1), 0, '')
            """)
        try await undo(share(recipe, "link"))
        #expect(try site.count("SELECT count(*) FROM recipe_reader") == 1)
    }

    @Test func `people learn of a recipe when they can first read it`() async throws {
        let recipe = try await site.write(.vegan)
        _ = try await share(recipe, "people", "bella")
        try site.run("DELETE FROM notification")
        _ = try await share(recipe, "author")
        #expect(try site.notifications(.bella).isEmpty)
        _ = try await share(recipe, "people")
        #expect(try site.notifications(.bella) == ["recipe-shared"])
    }

    @Test func `the drawing of a newer text is closed while an older one is public`() async throws {
        let recipe = try await site.publish(.vegan)
        try await site.save(recipe, .vegan.with("description", "Not read yet."))
        let now = site.now
        try site.run(
            "INSERT INTO recipe_sharing (recipe_id, audience, changed_at) VALUES (\(recipe), 'people', \(now))")
        try site.run(
            "INSERT INTO recipe_reader (recipe_id, user_id, added_at) VALUES (\(recipe), \(Person.bella.id), 1)")
        let head = try site.count("SELECT head_revision_id FROM recipe WHERE id = \(recipe)")
        #expect(try await site.client(.bella).get("/pictures/\(head).svg").status == .notFound)
        #expect(try await alice.get("/pictures/\(head).svg").status == .ok)
    }

    @Test func `fifty people are the most, also over several forms`() async throws {
        let now = site.now
        try site.write { db in
            for number in 1...51 {
                _ = try AccountStore(db).add(
                    username: "member\(number)", email: "m\(number)@example.org", password: nil, role: .member, now: now
                )
            }
        }
        let recipe = try await site.write(.vegan)
        _ = try await share(recipe, "people", (1...50).map { "member\($0)" }.joined(separator: " "))
        let page = try await ownPage(recipe)
        #expect(page.shows("Only you and these people can see this recipe: 50 people you named."))
        let more = try await alice.post("/recipes/\(recipe)/share", [("audience", "people"), ("names", "member51")])
        #expect(more.status == .unprocessable)
    }

    // MARK: The link

    @Test func `everyone who has the link reads the text, and search engines are kept out`() async throws {
        let recipe = try await site.write(.vegan)
        _ = try await share(recipe, "link")
        let path = try link()
        let own = try await ownPage(recipe)
        #expect(own.shows("Anyone with the link can see this recipe.") && own.text.contains(path))
        let visitor = try site.visitor()
        let page = try await visitor.get(path)
        #expect(page.status == .ok && page.shows("alice shares this recipe with everyone who has this link."))
        #expect(page.headers["X-Robots-Tag"] == "noindex, nofollow")
        #expect(page.headers["Referrer-Policy"] == "no-referrer")
        #expect(page.headers["Cache-Control"] == "private, no-store")
        #expect(page.text.contains(#"content="noindex"#) && !page.text.contains("og:title"))
        #expect(!page.text.contains("method=\"post\" action=\"/recipes"))
        #expect(try await visitor.get(path + "/print").status == .ok)
        #expect(try await visitor.get(path + "?servings=8").shows("600"))
        #expect(try await visitor.get("/recipes/\(recipe)-lentil-soup").status == .notFound)
        #expect(try await visitor.get("/recipes/link/" + String(repeating: "x", count: 43)).status == .notFound)
        #expect(try await visitor.send(.post, path).status == .methodNotAllowed)
    }

    @Test func `pictures and subtitles need the link too`() async throws {
        let photo = (name: "photo", filename: "a.png", bytes: TestPicture.png())
        try await alice.upload("/recipes", RecipeFields.vegan.fields, file: photo).expect(.seeOther)
        let id: String = try found(site.value("SELECT id FROM photo"))
        _ = try await share(1, "link")
        let drawn = try await site.write(.honey)
        let revision = try site.count("SELECT head_revision_id FROM recipe WHERE id = \(drawn)")
        let visitor = try site.visitor()
        let page = try await visitor.get(link())
        let address = try found(page.text.firstMatch(of: /src="(\/media\/[^"]*)"/)?.1)
        #expect(address.contains("?link="))
        let picture = try await visitor.get(String(address))
        #expect(picture.status == .ok && picture.headers["Cache-Control"] == "private, no-store")
        for path in ["/media/\(id)/640.jpg", "/media/\(id)/640.jpg?link=x", "/pictures/\(revision).svg"] {
            #expect(try await visitor.get(path).status == .notFound, "\(path)")
        }
        // The link of one recipe opens no picture of another.
        let token = try link().split(separator: "/").last ?? ""
        #expect(try await visitor.get("/pictures/\(revision).svg?link=\(token)").status == .notFound)
    }

    @Test func `a new link ends the old one, until Undo`() async throws {
        let recipe = try await site.write(.vegan)
        _ = try await share(recipe, "link")
        let (visitor, old) = (try site.visitor(), try link())
        let renewed = try await alice.post("/recipes/\(recipe)/link")
        let new = try link()
        #expect(new != old)
        #expect(try await visitor.get(old).status == .notFound)
        #expect(try await visitor.get(new).status == .ok)
        try await undo(renewed)
        #expect(try await visitor.get(old).status == .ok)
        // Saving the same choice again keeps the link.
        _ = try await share(recipe, "link", "bella")
        #expect(try await visitor.get(old).status == .ok)
        #expect(try await ownPage(recipe).shows("and these people without it: bella."))
        _ = try await share(recipe, "author")
        #expect(try await visitor.get(old).status == .notFound)
        #expect(try await alice.post("/recipes/\(recipe)/link").status == .conflict)
    }

    // MARK: Ends

    @Test func `a suspended or leaving author, a takedown and deletion end both ways`() async throws {
        let recipe = try await site.write(.vegan)
        _ = try await share(recipe, "link", "bella")
        let path = try link()
        func expect(_ isOpen: Bool, _ when: String) async throws {
            let code = isOpen ? 200 : 404
            #expect(try await site.visitor().get(path).status.code == code, "\(when)")
            #expect(try await status(recipe, .bella) == code, "\(when)")
        }
        try await expect(true, "shared")
        let now = site.now
        try site.run("UPDATE user SET suspended_until = \(now + 1) WHERE id = 1")
        try await expect(false, "suspended")
        try site.run("UPDATE user SET suspended_until = \(now) WHERE id = 1")
        try await expect(true, "suspension over")
        try site.run(
            "INSERT INTO leaving (user_id, username, asked_at, erase_at, withdraws, reason) VALUES (1, 'alice', 1, 2, 0, '')"
        )
        try await expect(false, "leaving")
        try site.run("DELETE FROM leaving")
        try await alice.post("/recipes/\(recipe)/delete").expect(.seeOther)
        try await expect(false, "deleted")
        try await alice.post("/recipes/\(recipe)/restore").expect(.seeOther)
        try await expect(true, "restored")
    }

    @Test func `the link of a recipe that became public leads to its page, and unpublishing shares nothing`()
        async throws
    {
        let recipe = try await site.write(.vegan)
        _ = try await share(recipe, "link", "bella")
        let path = try link()
        try await site.approve(site.submit(recipe))
        let visitor = try site.visitor()
        #expect(try await visitor.send(.get, path).location == site.address(of: recipe))
        #expect(try await visitor.send(.get, path + "/print").location == "/recipes/\(recipe)/print")
        #expect(try await ownPage(recipe).shows("To show it to fewer people, unpublish it first."))
        for audience in ["author", "people", "link"] {
            let answer = try await alice.post("/recipes/\(recipe)/share", [("audience", audience)])
            #expect(answer.status == .conflict && answer.shows("Unpublish it first"))
        }
        try await alice.post("/recipes/\(recipe)/unpublish").expect(.seeOther)
        #expect(try await visitor.get(path).status == .notFound)
        #expect(try await status(recipe, .bella) == 404)
        #expect(try await ownPage(recipe).shows("Only you can see this recipe."))
    }

    @Test func `everyone is the way into the queue, and back to an approved text`() async throws {
        let recipe = try await site.write(.vegan)
        try await alice.post("/recipes/\(recipe)/share", [("audience", "public")]).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM submission WHERE state = 'queued'") == 1)
        #expect(try await ownPage(recipe).shows("Moderators can read what you submitted."))
        try await site.approve(try found(site.submission(of: recipe)))
        try await alice.post("/recipes/\(recipe)/unpublish").expect(.seeOther)
        try await alice.post("/recipes/\(recipe)/share", [("audience", "public")]).expect(.seeOther)
        #expect(try await site.visitor().get("/recipes/\(recipe)").status == .ok)
        let other = try await site.write(.honey, as: .charlie)
        let refused = try await site.client(.charlie).post("/recipes/\(other)/share", [("audience", "public")])
        #expect(refused.status == .forbidden)
    }

    @Test func `another member changes nothing, and the rows are deleted with the reader`() async throws {
        let recipe = try await site.write(.vegan)
        _ = try await share(recipe, "people", "bella")
        let charlie = try site.client(.charlie)
        for path in ["share", "link", "readers/\(Person.bella.id)/remove"] {
            let answer = try await charlie.post("/recipes/\(recipe)/\(path)", [("audience", "link")])
            #expect(answer.status == .notFound)
        }
        #expect(try await charlie.post("/my/recipes/undo/1").status == .notFound)
        try site.write { try ErasureStore($0).eraseRows(of: Person.bella.id) }
        #expect(try site.count("SELECT count(*) FROM recipe_reader") == 0)
        try site.write { try ErasureStore($0).eraseRows(of: Person.alice.id) }
        #expect(try site.count("SELECT count(*) FROM recipe_sharing") == 0)
    }

    @Test func `names are separated by commas, spaces or lines`() {
        #expect(SharingRules.names("@bella, bob;bob\n ada ,") == ["bella", "bob", "ada"])
        #expect(SharingRules.names(" ,; ").isEmpty)
    }
}
