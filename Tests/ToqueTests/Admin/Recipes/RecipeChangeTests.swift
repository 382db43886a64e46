// Tests of an admin's changes to recipes: preview, confirmation, emails to authors, undoing.

import Database
import HTTP
import Mail
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct RecipeChangeTests {
    private func soups(_ site: TestSite, category: String) async throws -> [Int] {
        try await site.visitor().json("/search?category=\(category)&sort=newest", as: ListAnswer<CardAnswer>.self).items
            .map(\.id).sorted()
    }

    @Test func `setting a course changes lists and page but not the text, and can be undone`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let text: String = try found(site.value("SELECT body FROM revision WHERE recipe_id = \(recipe)"))
        let change = try await site.changeRecipes("category", [recipe], ("set_category", "soup"))
        #expect(try await soups(site, category: "soup") == [recipe])
        #expect(try await soups(site, category: "main") == [])
        #expect(try await site.visitor().json("/recipes/\(recipe)", as: RecipeAnswer.self).category == "soup")
        #expect(try await site.visitor().get(site.address(of: recipe)).text.contains("/recipes?category=soup"))
        #expect(try site.count("SELECT count(*) FROM revision WHERE recipe_id = \(recipe)") == 1)
        #expect(try site.value("SELECT body FROM revision WHERE recipe_id = \(recipe)") == text)
        let own = try await site.client(.alice).get(site.address(of: recipe)).text
        #expect(own.contains("An admin set the course to") && own.contains("It is a copy."))
        #expect(try await site.listed("with=set-by-admin") == [recipe])
        #expect(try site.failures() == [])
        try await site.undoRecipes(change)
        #expect(try await soups(site, category: "main") == [recipe])
        #expect(try site.count("SELECT count(*) FROM recipe_term") == 0)
        #expect(try await site.client(.ada).get(change).text.contains("Undone"))
        struct Change: Decodable, Equatable {
            let deed: String
            let by: String
            let done: Int
            let undoes: Int?
        }
        let list = try await site.client(.ada).json("/admin/recipes/changes", as: ListAnswer<Change>.self)
        #expect(list.items.map(\.undoes) == [1, nil])
        #expect(list.items.last == Change(deed: "category", by: "ada", done: 1, undoes: nil))
        #expect(try site.failures() == [])
    }

    @Test func `undoing restores the earlier value of each recipe`() async throws {
        let site = try TestSite()
        let first = try site.plant("Onion soup", "1 onion", category: "main")
        let second = try site.plant("Garlic soup", "1 garlic clove", category: "dessert")
        try await site.changeRecipes("category", [first], ("set_category", "starter"))
        let change = try await site.changeRecipes("category", [first, second], ("set_category", "soup"))
        #expect(try await soups(site, category: "soup") == [first, second])
        try await site.undoRecipes(change)
        #expect(try await soups(site, category: "starter") == [first])
        #expect(try await soups(site, category: "dessert") == [second])
        #expect(try site.failures() == [])
    }

    @Test func `a set course or cuisine ends when a new text names another`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.changeRecipes("cuisine", [recipe], ("set_cuisine", "greek"))
        try await site.save(recipe, RecipeFields.vegan.with("tips", "Serve hot."))
        try await site.approve(site.submit(recipe))
        #expect(try site.count("SELECT count(*) FROM recipe_term") == 1)
        try await site.save(recipe, RecipeFields.vegan.with("cuisine", "french"))
        try await site.approve(site.submit(recipe))
        #expect(try site.count("SELECT count(*) FROM recipe_term") == 0)
        #expect(try await site.visitor().json("/recipes/\(recipe)", as: RecipeAnswer.self).cuisine == "french")
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'cuisine-lapsed'") == 1)
        #expect(try site.failures() == [])
    }

    @Test func `a recipe that is taken down is visible only to its author, with the reason`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let address = try site.address(of: recipe)
        let change = try await site.changeRecipes("take-down", [recipe])
        for person in [Person.charlie, .bob, .ada] { try await site.client(person).get(address).expect(.notFound) }
        try await site.visitor().get(address).expect(.notFound)
        #expect(try await site.visitor().get("/recipes").text.contains("Lentil soup") == false)
        let own = try await site.client(.alice).get("/recipes/\(recipe)")
        #expect(own.status == .ok && own.text.contains("taken down") && own.text.contains("It is a copy."))
        #expect(try await site.listed("state=taken-down") == [recipe])
        #expect(try site.write { try Reindex(db: $0).run() } == 0)
        #expect(try site.failures() == [])
        try await site.undoRecipes(change)
        try await site.visitor().get(address).expect(.ok)
        #expect(try site.failures() == [])
    }

    @Test func `an author cannot publish the same text again, but an approved new text is public`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.changeRecipes("take-down", [recipe])
        let alice = try site.client(.alice)
        try await alice.post("/recipes/\(recipe)/submit").expect(.conflict)
        try await alice.post("/recipes/\(recipe)/delete").expect(.seeOther)
        try await alice.post("/recipes/\(recipe)/restore").expect(.seeOther)
        try await site.visitor().get("/recipes/\(recipe)").expect(.notFound)
        try await site.save(recipe, RecipeFields.vegan.with("title", "My own soup"))
        let submission = try await site.submit(recipe)
        let page = try await site.client(.bob).get("/moderation/submissions/\(submission)").text
        #expect(page.contains("This recipe was taken down.") && page.contains("It is a copy."))
        try await site.approve(submission)
        try await site.visitor().get(site.address(of: recipe)).expect(.ok)
        #expect(try site.failures() == [])
    }

    @Test func `only an admin can restore a recipe that an admin deleted`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let change = try await site.changeRecipes("delete", [recipe])
        let alice = try site.client(.alice)
        let answer = try await alice.post("/recipes/\(recipe)/restore")
        #expect(answer.status == .conflict && answer.text.contains("An admin deleted this recipe"))
        #expect(try await site.listed("state=deleted") == [recipe])
        let trash = try await alice.get("/my/recipes?deleted=1").text
        #expect(trash.contains("It is a copy.") && !trash.contains("/restore"))
        try await site.undoRecipes(change)
        try await site.visitor().get(site.address(of: recipe)).expect(.ok)
        // A recipe that its author deletes can be restored by its author.
        try await alice.post("/recipes/\(recipe)/delete").expect(.seeOther)
        let draft = try await site.draftRecipes("restore", [recipe])
        let page = try await site.client(.ada).get(draft).text
        #expect(page.contains("only the author can restore it") && !page.contains("/confirm\""))
        try await site.client(.ada).post("\(draft)/confirm").expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM recipe WHERE deleted_at IS NOT NULL") == 1)
        #expect(try site.failures() == [])
    }

    @Test func `the preview shows what changes and what does not`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let draft = try await site.write(.honey)
        let address = try await site.draftRecipes("take-down", [recipe, draft])
        let page = try await site.client(.ada).get(address).text
        #expect(page.contains("1 recipe would change") && page.contains("Lentil soup"))
        #expect(page.contains("Private recipe no. \(draft)") && page.contains(Text.recipeRefusalNotPublic(.en)))
        #expect(!page.contains("Honey porridge"))
        try await site.visitor().get(site.address(of: recipe)).expect(.ok)
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'take-down'") == 0)
    }

    @Test func `a form that is sent twice acts once, and each recipe is logged`() async throws {
        let site = try TestSite()
        let recipes = try (0..<3).map { try site.plant("Soup \($0)", "1 onion") }
        try site.run("UPDATE user SET email_confirmed_at = 1")
        let change = try await site.changeRecipes("take-down", recipes)
        try await site.client(.ada).post("\(change)/confirm").expect(.seeOther)
        let rows = try site.read {
            try $0.all("SELECT object_id FROM audit WHERE action = 'take-down' AND actor_name = 'ada' ORDER BY id") {
                $0[0] as Int
            }
        }
        #expect(rows == recipes)
        #expect(try site.mails().count == 1)
    }

    @Test func `each author gets one email with the reason, in their language`() async throws {
        let site = try TestSite()
        try site.license(.charlie)
        try site.run("UPDATE user SET email_confirmed_at = 1")
        try site.run("UPDATE user SET language = 'ru' WHERE id = \(Person.charlie.id)")
        let own = try (0..<2).map { try site.plant("Soup \($0)", "1 onion") }
        let other = try await site.write(RecipeFields.honey, as: .charlie)
        try await site.approve(site.submit(other, as: .charlie))
        _ = try site.mails()
        try await site.changeRecipes("category", own + [other], ("set_category", "soup"))
        let mails = try site.mails()
        #expect(mails.count == 2)
        let english = try #require(mails.first { $0.text.contains("alice") })
        #expect(english.subject.text == "2 of your recipes were changed")
        #expect(english.text.contains("Set course: Soups") && english.text.contains("It is a copy."))
        #expect(english.text.contains("“Soup 0”") && english.text.contains("“Soup 1”"))
        #expect(mails.contains { $0.subject.text == "Изменён 1 ваш рецепт" })
        // The site sends nothing to an unconfirmed address, which may belong to a stranger.
        try site.run("UPDATE user SET email_confirmed_at = NULL")
        try await site.changeRecipes("take-down", own)
        #expect(try site.mails().isEmpty)
    }

    @Test func `the email names a recipe deleted in the queue, and undoing does not queue it again`() async throws {
        let site = try TestSite()
        try site.run("UPDATE user SET email_confirmed_at = 1")
        let recipe = try await site.write(.vegan)
        _ = try await site.submit(recipe)
        _ = try site.mails()
        let change = try await site.changeRecipes("delete", [recipe])
        #expect(try #require(site.mails().first).text.contains("“Lentil soup”"))
        #expect(try await site.client(.ada).get(change).shows("but not its place in the queue"))
        try await site.undoRecipes(change)
        #expect(try site.value("SELECT state FROM submission") == "withdrawn")
        #expect(try await site.listed("state=draft") == [recipe])
        #expect(try site.failures() == [])
    }

    @Test func `a change of all found recipes applies to at most five hundred`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Onion soup", "1 onion", category: "soup")
        let stew = try site.plant("Onion stew", "1 onion", category: "main")
        let change = try await site.changeRecipes("take-down", [], ("all", "1"), ("filter", "category=soup"))
        #expect(try await site.listed("state=taken-down") == [soup])
        #expect(try await site.listed("state=live") == [stew])
        #expect(try await site.client(.ada).get(change).text.contains("Done: 1 recipe was changed."))
        let now = site.now
        try site.write { db in
            for number in 0..<RecipeAdminLimits.changed {
                let created = try RecipeStore(db).create(
                    RevisionText(RecipeBody()), author: Person.alice.id, origin: "test \(number)", now: now)
                _ = created.id
            }
        }
        let draft = try await site.draftRecipes("delete", [], ("all", "1"))
        #expect(try await site.client(.ada).get(draft).text.contains("2 more recipes than one change can contain"))
        let held = try site.count(
            "SELECT count(*) FROM recipe_change_row WHERE change_id = (SELECT max(id) FROM recipe_change)")
        #expect(held == RecipeAdminLimits.changed)
    }

    @Test func `a change with an invalid filter does nothing`() async throws {
        let site = try TestSite()
        try site.plant("Onion soup", "1 onion")
        let change = try await site.changeRecipes("take-down", [], ("all", "1"), ("filter", "state=king"))
        #expect(try await site.client(.ada).get(change).text.contains("Nothing can be done"))
        #expect(try await site.listed("state=taken-down") == [])
    }

    @Test func `admins cannot act on their own recipes, which the database also enforces`() async throws {
        let site = try TestSite()
        try site.license(.ada)
        let own = try await site.write(.honey, as: .ada)
        try await site.approve(site.submit(own, as: .ada))
        let change = try await site.changeRecipes("take-down", [own])
        #expect(try await site.client(.ada).get(change).text.contains("another admin has to do this"))
        #expect(try await site.listed("state=live") == [own])
        #expect(throws: DatabaseError.self) { try site.run("UPDATE recipe_change_row SET outcome = 'done'") }
        // Another admin can confirm the change.
        try site.run("UPDATE user SET role = 'admin', has_long_password = 1 WHERE id = \(Person.bella.id)")
        try await site.client(.bella).post("\(change)/confirm").expect(.seeOther)
        #expect(try await site.listed("state=taken-down") == [own])
    }

    @Test func `the database refuses public rows of a recipe that was taken down`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.changeRecipes("take-down", [recipe])
        let catalogue = try site.catalogue()
        #expect(throws: DatabaseError.self) {
            try site.write { db in
                let live = try found(db.value("SELECT live_revision_id FROM recipe WHERE id = \(recipe)") as Int?)
                let revision = try found(RecipeStore(db).revision(live))
                try PublicRecipeStore(db).write(revision, author: Person.alice.id, catalogue: catalogue)
            }
        }
    }

    @Test(arguments: [
        ([("deed", "take-down"), ("reason", "kept")], "recipe"),
        ([("recipe", "1"), ("deed", "king"), ("reason", "kept")], "deed"),
        ([("recipe", "1"), ("deed", "category"), ("set_category", "gold"), ("reason", "kept")], "set_category"),
        ([("recipe", "1"), ("deed", "cuisine"), ("reason", "kept")], "set_cuisine"),
        ([("recipe", "1"), ("deed", "delete"), ("reason", " \n ")], "reason"),
        ([("recipe", "1"), ("deed", "delete"), ("reason", String(repeating: "x", count: 501))], "reason"),
    ])
    func `an invalid form shows an error at its field and keeps all input`(
        fields: [(String, String)], field: String
    ) async throws {
        let site = try TestSite()
        let recipe = try site.plant("Onion soup", "1 onion")
        #expect(recipe == 1)
        for page in [[("filter", "q=onion")], [("on_page_of", "1")]] where field != "recipe" || page[0].0 == "filter" {
            let answer = try await site.client(.ada).post("/admin/recipes/changes", fields + page)
            #expect(answer.status == .unprocessable && answer.hasError(at: field), "\(page)")
            #expect(field == "reason" || answer.text.contains(">\nkept</textarea>"))
            #expect(answer.text.contains("Onion soup"))
            if field != "recipe", page[0].0 == "filter" { #expect(answer.text.contains(#"value="1" checked"#)) }
        }
        #expect(try site.count("SELECT count(*) FROM recipe_change") == 0)
    }

    @Test func `a reason of five hundred letters is accepted`() async throws {
        let site = try TestSite()
        let recipe = try site.plant("Onion soup", "1 onion")
        _ = try await site.draftRecipes("delete", [recipe], reason: String(repeating: "x", count: 500))
        #expect(try site.count("SELECT count(*) FROM recipe_change") == 1)
    }

    @Test func `drafts expire after a day, and the oldest when there are too many`() async throws {
        let site = try TestSite()
        let recipe = try site.plant("Onion soup", "1 onion")
        for _ in 0...RecipeAdminLimits.drafts { _ = try await site.draftRecipes("delete", [recipe]) }
        #expect(try site.count("SELECT count(*) FROM recipe_change") == RecipeAdminLimits.drafts)
        try await site.client(.ada).get("/admin/recipes/changes/1").expect(.notFound)
        try await site.changeRecipes("take-down", [recipe])
        site.clock.advance(by: TestClock.day)
        _ = try await site.draftRecipes("put-back", [recipe])
        #expect(try site.count("SELECT count(*) FROM recipe_change WHERE applied_at IS NULL") == 1)
        #expect(try site.count("SELECT count(*) FROM recipe_change WHERE applied_at IS NOT NULL") == 1)
    }

    @Test func `only a confirmed change can be undone, and only once`() async throws {
        let site = try TestSite()
        let recipe = try site.plant("Onion soup", "1 onion")
        let draft = try await site.draftRecipes("take-down", [recipe])
        let ada = try site.client(.ada)
        try await ada.post("/admin/recipes/changes/1/undo").expect(.conflict)
        try await ada.post("\(draft)/confirm").expect(.seeOther)
        try await site.undoRecipes(draft)
        try await ada.post("\(draft)/undo").expect(.conflict)
        #expect(try await ada.get("/admin/recipes/changes").text.contains("Change 2"))
        try await ada.post("/admin/recipes/changes/99/confirm").expect(.notFound)
    }

    @Test func `check finds nothing wrong when a changed recipe is erased with its author`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.changeRecipes("category", [recipe], ("set_category", "soup"))
        let (alice, now, mailer) = (Person.alice, site.now, site.site.mailer)
        try site.write {
            _ = try AccountDeletionStore($0).begin(
                alice.id, .withdraw, open: [], by: alice.viewer.actor, mailer, now: now)
        }
        site.clock.advance(by: 15 * TestClock.day)
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM recipe WHERE id = \(recipe)") == 0)
        #expect(try site.failures() == [])
    }

    @Test func `a recipe taken down is erased with its author and stays hidden if the author stays`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.changeRecipes("take-down", [recipe])
        let (alice, now, mailer) = (Person.alice, site.now, site.site.mailer)
        let catalogue = try site.catalogue()
        try site.write { db in
            _ = try AccountDeletionStore(db).begin(
                alice.id, .withdraw, open: [], by: alice.viewer.actor, mailer, now: now)
            _ = try AccountDeletionStore(db).stop(alice.id, by: alice.viewer.actor, catalogue: catalogue, now: now)
        }
        try await site.visitor().get("/recipes/\(recipe)").expect(.notFound)
        try site.write {
            _ = try AccountDeletionStore($0).begin(alice.id, .keep, open: [], by: alice.viewer.actor, mailer, now: now)
        }
        site.clock.advance(by: 15 * TestClock.day)
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM recipe WHERE id = \(recipe)") == 0)
        #expect(try site.failures() == [])
    }

    @Test func `a change does not show the title of a recipe whose author is being deleted`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let address = try await site.draftRecipes("delete", [recipe])
        try await site.client(.ada).post("\(address)/confirm").expect(.seeOther)
        #expect(try await site.client(.ada).get(address).shows("Lentil soup"))
        try await site.leave(.alice, recipes: "withdraw")
        let page = try await site.client(.ada).get(address)
        #expect(page.status == .ok && !page.shows("Lentil soup"))
    }

    @Test func `the note that a change was undone is in the reader’s language`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.changeRecipes("take-down", [recipe])
        let back = try await site.changeRecipes("put-back", [recipe])
        try await site.undoRecipes(back)
        let russian: Headers = ["Accept-Language": "ru"]
        let own = try await site.client(.alice).get("/recipes/\(recipe)", headers: russian)
        #expect(own.shows("Изменение 2 отменено.") && !own.text.contains("is undone"))
        #expect(try await site.client(.alice).get("/recipes/\(recipe)").shows("Change 2 is undone."))
        let change = try await site.client(.ada).get("/admin/recipes/changes/3", headers: russian)
        #expect(change.shows("Изменение 2 отменено.") && !change.text.contains("is undone"))
    }

    @Test func `an author who edits a recipe that was taken down sees the length of the queue`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.changeRecipes("take-down", [recipe])
        let line = Text.recipePlaceInLine(.en, count: 0)
        #expect(try await !site.client(.alice).get("/recipes/\(recipe)").shows(line))
        try await site.save(recipe, RecipeFields.vegan.with("tips", "Mended."))
        _ = try await site.submit(recipe)
        #expect(try await site.client(.alice).get("/recipes/\(recipe)").shows(line))
    }
}
