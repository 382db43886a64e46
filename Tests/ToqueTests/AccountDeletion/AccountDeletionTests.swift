// Tests of deleting one's own account: two pages, hidden immediately, restorable for two weeks.

import Database
import Foundation
import HTTP
import Mail
import Testing

@testable import TestKit
@testable import Toque

extension TestSite {
    /// Asks for the deletion of a person's account, on both pages.
    func leave(_ person: Person, recipes fate: String = "keep", client: TestClient? = nil) async throws {
        let client = try client ?? self.client(person)
        let first = try await client.post("/settings/delete", [("recipes", fate)])
        try #require(first.location == "/settings/delete/confirm?recipes=\(fate)")
        let fields = [("recipes", fate), ("username", person.name), ("password", Person.password)]
        try await client.post("/settings/delete/confirm", fields).expect(.seeOther)
    }

    /// A browser in which the person logged in with the form.
    func loggedIn(_ person: Person) async throws -> TestClient {
        let client = try visitor()
        try await client.post("/login", LoginTests.fields(person.name)).expect(.seeOther)
        return client
    }
}

@Suite struct AccountDeletionTests {
    @Test func `the first page lists what will be deleted and asks about public recipes`() async throws {
        let site = try TestSite()
        _ = try await site.publish(.vegan)
        _ = try await site.write(.honey)
        let alice = try site.client(.alice)
        let page = try await alice.get("/settings/delete")
        #expect(page.shows("2 recipes") && page.shows("1 of them public"))
        #expect(page.shows("2 December 2026") && page.text.contains(#"href="/settings/export""#))
        let wrong = try await alice.post("/settings/delete", [("recipes", "burn")])
        #expect(wrong.status == .unprocessable && wrong.hasError(at: "recipes"))
        #expect(try await alice.get("/settings/delete/confirm").location == "/settings/delete")
        #expect(try await alice.get("/settings/delete/confirm?recipes=withdraw").shows("Remove them too"))
        #expect(try site.count("SELECT count(*) FROM leaving") == 0)
        #expect(try await alice.get("/settings/account").text.contains(#"href="/settings/delete""#))
    }

    @Test func `the second page accepts only the own name and password and keeps the typed name`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        for (name, password, wrong) in [
            ("charlie", Person.password, "username"), ("alice", "not it", "password"), ("", "", "username"),
        ] {
            let fields = [("recipes", "keep"), ("username", name), ("password", password)]
            let answer = try await alice.post("/settings/delete/confirm", fields)
            #expect(answer.status == .unprocessable && answer.hasError(at: wrong), "\(name)")
            #expect(answer.text.contains(#"value="\#(name)""#) && !answer.text.contains("not it"))
        }
        #expect(try site.count("SELECT count(*) FROM leaving") == 0)
        let both = try await alice.postAsIs("/settings/delete/confirm", [("username", "alice")])
        #expect(both.status == .forbidden)
        let foreign = try await alice.post(
            "/settings/delete/confirm", [("username", "alice")], headers: ["Sec-Fetch-Site": "cross-site"])
        #expect(foreign.status == .forbidden)
        #expect(try await site.visitor().get("/settings/delete").location?.hasPrefix("/login") == true)
        // Letter case does not matter in a name.
        let fields = [("recipes", "keep"), ("username", " ALICE "), ("password", Person.password)]
        #expect(try await alice.post("/settings/delete/confirm", fields).location == "/")
    }

    @Test func `with two-step login a code is needed too, and a wrong password does not use it up`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let phone = try await Phone.setUp(site, alice, .alice)
        site.clock.advance(by: TestClock.minute)
        #expect(try await alice.get("/settings/delete/confirm?recipes=keep").text.contains(#"name="code""#))
        let code = phone.code(site)
        func send(_ password: String, _ code: String) async throws -> Response {
            try await alice.post(
                "/settings/delete/confirm",
                [("recipes", "keep"), ("username", "alice"), ("password", password), ("code", code)])
        }
        #expect(try await send("not it", code).hasError(at: "password"))
        #expect(try await send(Person.password, "000000").hasError(at: "code"))
        #expect(try await send(Person.password, code).status == .seeOther)
    }

    @Test func `asking for deletion ends sessions and links, sends an email and is logged`() async throws {
        let site = try TestSite()
        let (phone, laptop) = (try site.client(.alice), try site.client(.alice))
        let now = site.now
        let link = try site.write { try SessionStore($0).makeSignInLink(user: 1, now: now) }
        try await site.leave(.alice, client: laptop)
        #expect(try await phone.get("/my/recipes").location?.hasPrefix("/login") == true)
        #expect(try await laptop.get("/my/recipes").location?.hasPrefix("/login") == true)
        #expect(try await site.visitor().get("/sign-in/\(link)").status == .notFound)
        let mail = try found(site.mails().first)
        #expect(mail.subject.text == "Your account will be deleted on 2 December 2026")
        #expect(mail.text.contains("/settings/delete") && mail.text.contains("Hello alice"))
        let row = try found(
            site.read {
                try $0.first("SELECT actor_name, to_state FROM audit WHERE action = 'leave' AND object_id = 1") {
                    ($0[0] as String, $0[1] as String)
                }
            })
        #expect(row == ("alice", "leaving"))
    }

    @Test func `others no longer see private content, and public content loses its author’s name or is hidden`()
        async throws
    {
        for fate in ["keep", "withdraw"] {
            let site = try TestSite()
            let (public_, queued) = (try await site.publish(.vegan), try await site.write(.honey))
            let submission = try await site.submit(queued)
            let address = try site.address(of: public_)
            let (visitor, bob) = (try site.visitor(), try site.client(.bob))
            #expect(try await visitor.get(address).text.contains(#"href="/cooks/alice""#))
            #expect(try await bob.get("/moderation").shows("Honey porridge"))
            try await site.leave(.alice, recipes: fate)
            #expect(try await visitor.get("/cooks/alice").status == .notFound)
            #expect(
                try await visitor.get("/cooks/\(FormerMember.name(1).replacing(" ", with: "%20"))").status == .notFound)
            #expect(try await bob.get("/moderation").shows("Honey porridge") == false)
            #expect(try await bob.get("/moderation/submissions/\(submission)").status == .notFound)
            let revision = try site.count("SELECT revision_id FROM submission WHERE id = \(submission)")
            #expect(try await bob.get("/pictures/\(revision).svg").status == .notFound)
            let page = try await visitor.get(address)
            #expect(page.status == (fate == "keep" ? .ok : .notFound))
            #expect(!page.shows("alice") && page.shows("a former member") == (fate == "keep"))
            let list = try await visitor.get("/recipes")
            #expect(!list.shows("alice") && list.shows("Lentil soup") == (fate == "keep"))
            #expect(try await visitor.get("/search?q=lentil").shows("Lentil soup") == (fate == "keep"))
            #expect(try site.failures() == [])
        }
    }

    @Test func `a display name and picture disappear and return with the account`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let told = [("display_name", "Alice of Paris"), ("bio", "I cook.")]
        let alice = try site.client(.alice)
        try await alice.upload("/settings/profile", told, file: ProfilePictureTests.file).expect(.seeOther)
        let visitor = try site.visitor()
        let (address, photo) = (try site.address(of: recipe), try site.value("SELECT photo_id FROM profile") ?? "")
        let before = try site.picture()
        #expect(try await visitor.get(address).shows("Alice of Paris"))
        #expect(try await visitor.get("/media/\(photo)/320.jpg").status == .ok)
        try await site.leave(.alice, recipes: "keep")
        #expect(try await visitor.get(address).shows("Alice of Paris") == false)
        #expect(try await visitor.get("/recipes").shows("Alice of Paris") == false)
        #expect(try await visitor.get("/media/\(photo)/320.jpg").status == .notFound)
        let taken = try await site.client(.charlie).post("/settings/profile", [("display_name", "Alice of Paris")])
        #expect(taken.status == .unprocessable && taken.hasError(at: "display_name"))
        try await site.loggedIn(.alice).post("/settings/delete/keep").expect(.seeOther)
        #expect(try await visitor.get(address).shows("Alice of Paris"))
        #expect(try await visitor.get("/media/\(photo)/320.jpg").status == .ok)
        #expect(try site.picture() == before)
    }

    @Test func `a login in the two weeks offers only to keep the account, which restores everything`() async throws {
        let site = try TestSite()
        let (public_, queued) = (try await site.publish(.vegan), try await site.write(.honey))
        let submission = try await site.submit(queued)
        let before = try site.picture()
        try await site.leave(.alice, recipes: "withdraw")
        site.clock.advance(by: 13 * TestClock.day)
        let alice = try await site.loggedIn(.alice)
        for path in ["/", "/my/recipes", "/settings/account", "/search", "/recipes"] {
            #expect(try await alice.get(path).location == "/settings/delete", "\(path)")
        }
        #expect(try await alice.post("/recipes", RecipeFields.vegan.fields).location == "/settings/delete")
        let page = try await alice.get("/settings/delete")
        #expect(page.shows("alice, this account"))
        #expect(page.text.contains("will be deleted on <time datetime=\"2026-12-02T"))
        #expect(try await alice.get("/settings/export").status == .ok)
        #expect(try await alice.post("/settings/delete/keep").location == "/settings/account")
        #expect(try site.picture() == before)
        #expect(try await site.visitor().get(site.address(of: public_)).text.contains(#"href="/cooks/alice""#))
        #expect(try await site.client(.bob).get("/moderation/submissions/\(submission)").status == .ok)
        #expect(try await alice.get("/my/recipes").status == .ok)
        #expect(try site.failures() == [])
        site.clock.advance(by: 2 * TestClock.day)
        site.site.backgroundWorker.work()
        #expect(try site.picture() == before)
    }

    @Test func `during the two weeks admins find the old name, and no submission of the author counts`() async throws {
        let site = try TestSite()
        _ = try await site.submit(try await site.write(.honey))
        #expect(try site.read { try AdminStore($0).figures().queued } == 1)
        try await site.leave(.alice)
        let found = try await site.client(.ada).get("/admin/users?q=alice")
        #expect(found.text.contains("\"/admin/users/1\"") && !found.text.contains("\"/admin/users/2\""))
        #expect(found.shows("to be deleted on 2 December 2026"))
        let page = try await site.client(.ada).get("/admin/users/1")
        #expect(page.shows("to be deleted on 2 December 2026"))
        for text in [found.text, page.text] {
            #expect(text.contains("alice") && !text.contains("deleted account") && !text.contains("/cooks/"))
        }
        #expect(try site.read { try AdminStore($0).figures().queued } == 0)
    }

    @Test func `links of the shopping list and the plan open nothing until the account is kept`() async throws {
        let site = try TestSite()
        let (charlie, visitor) = (try site.client(.charlie), try site.visitor())
        try await charlie.post("/shopping/link").expect(.seeOther)
        try await charlie.post("/plan/feed").expect(.seeOther)
        let pages = try await charlie.get("/shopping").text + charlie.get("/plan").text
        let list = String(try #require(pages.firstMatch(of: /value="[^"]*(\/shopping\/shared\/[^"]+)"/)?.1))
        let feed = String(try #require(pages.firstMatch(of: /value="[^"]*(\/plan\/feed\/[^"]+\.ics)"/)?.1))
        func statuses() async throws -> [Status] {
            [
                try await visitor.get(list).status, try await visitor.get(feed).status,
                try await visitor.post("\(list)/items", [("text", "2 l milk")]).status,
            ]
        }
        try await site.leave(.alice)
        #expect(try await statuses() == [.ok, .ok, .seeOther], "somebody else leaves")
        try await site.leave(.charlie)
        #expect(try await statuses() == [.notFound, .notFound, .notFound])
        try await site.loggedIn(.charlie).post("/settings/delete/keep").expect(.seeOther)
        #expect(try await statuses() == [.ok, .ok, .seeOther])
    }

    @Test func `the name and email address stay reserved, and an account that stays has nothing to restore`()
        async throws
    {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        #expect(try await charlie.post("/settings/delete/keep").location == "/settings/account")
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'stay'") == 0)
        try await site.leave(.alice)
        let fields = [("password", Person.password), ("password_again", Person.password)]
        let answer = try await site.visitor().post(
            "/register", fields + [("username", "Alice"), ("email", "alice@example.org")])
        #expect(answer.hasError(at: "username") && answer.hasError(at: "email"))
    }

    @Test func `the last admin cannot delete the account, and those being deleted do not count`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        let fields = [("recipes", "keep"), ("username", "ada"), ("password", Person.password)]
        #expect(try await ada.post("/settings/delete/confirm", fields).status == .conflict)
        try site.run("UPDATE user SET role = 'admin' WHERE id = 2")
        try await site.leave(.bob)
        #expect(try await ada.post("/settings/delete/confirm", fields).status == .conflict)
        #expect(try await ada.post("/admin/users/5/role", [("role", "member")]).status == .conflict)
        #expect(try await ada.post("/admin/users/2/role", [("role", "member")]).status == .seeOther)
        try site.run("UPDATE user SET role = 'admin' WHERE id = 3")
        #expect(try await ada.post("/settings/delete/confirm", fields).status == .seeOther)
    }
}

extension TestSite {
    /// What other people see of Alice, for comparison.
    func picture() throws -> [String] {
        try read { db in
            try [
                "SELECT username || email || role || coalesce(password_hash, '') || coalesce(display_name, '') FROM user ORDER BY id",
                "SELECT id || ' ' || coalesce(live_revision_id, 0) || ' ' || coalesce(deleted_at, 0) FROM recipe",
                "SELECT id || state || due_at || version FROM submission",
                "SELECT recipe_id || title || author_id || published_at FROM public_recipe ORDER BY recipe_id",
                "SELECT rowid || title || description FROM recipe_text ORDER BY rowid",
            ].flatMap { try db.all("\(raw: $0)") { $0[0] as String } }
        }
    }
}
