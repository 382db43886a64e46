// Makes every kind of change once, for tests that record the queries and audit entries of the site.

import Database
import HTTP
import Security

@testable import TestKit
@testable import Toque

extension TestSite {
    /// Registers, logs in and out, writes, deletes, submits, claims, decides and administers; throws if a step fails.
    func liveThroughEveryChange() async throws {
        try await join()
        let fields = RecipeFields("With a photo", ingredients: "1 onion\n2 tbsp olive oil").fields
        let photo = (name: "photo", filename: "photo.png", bytes: TestPicture.png())
        let alice = try client(.alice)
        try await alice.upload("/recipes", fields, file: photo).expect(.seeOther)
        let recipe = try count("SELECT max(id) FROM recipe")
        for change in ["delete", "restore", "submit", "withdraw", "submit"] {
            try await alice.post("/recipes/\(recipe)/\(change)").expect(.seeOther)
        }
        let submission = try count("SELECT max(id) FROM submission")
        for change in ["claim", "release", "claim"] {
            try await client(.bob).post("/moderation/submissions/\(submission)/\(change)").expect(.seeOther)
        }
        try await useBench(submission)
        let photoID: String = try found(value("SELECT id FROM photo"))
        for reader in try [alice, client(.bob)] {
            try await reader.get("/media/\(photoID)/320.webp").expect(.ok)
            let revision = try count("SELECT max(id) FROM revision")
            try await reader.get("/pictures/\(revision).svg").expect(.ok)
        }
        try await collect(recipe)
        try await ring(recipe)
        try await share(recipe)
        try await reject(submission)
        try await reportAndAppeal(recipe)
        try await giveOpinions()
        try await alice.post("/my/recipes/delete", [("recipe", String(recipe))]).expect(.seeOther)
        try await readNotifications(alice)
        try await administer()
        try await useLinks()
    }

    /// Marks notifications as read and unread, turns emails off, and lets the worker send a digest.
    private func readNotifications(_ alice: TestClient) async throws {
        let id = try count("SELECT max(id) FROM notification WHERE user_id = \(Person.alice.id)")
        for mark in ["read", "unread"] { try await alice.post("/notifications/\(id)/\(mark)").expect(.seeOther) }
        let answer = try await alice.post("/notifications/read")
        let time = try found(answer.cookie("toque_done")?.firstMatch(of: /:(\d+)/)?.1)
        try await alice.post("/notifications/undo/\(time)").expect(.seeOther)
        try await alice.post(unsubscribePath(.bug, .alice)).expect(.ok)
        try run("UPDATE notification SET awaits_digest = 1 WHERE user_id = \(Person.alice.id)")
        clock.advance(by: 1)
        site.backgroundWorker.work()
        let old = now
        try write { try NotificationStore($0).tidy(before: old) }
    }

    /// Runs a timer to its end with devices whose push services accept, forget and refuse the message.
    private func ring(_ recipe: Int) async throws {
        let timer = [("recipe", String(recipe)), ("key", "1"), ("name", "Eggs"), ("seconds", "60")]
        for status in ["201", "410", "503"] {
            try await client(.alice).post("/cooking/devices", FakePush.device("a/\(status)")).expect(.ok)
        }
        let alice = try client(.alice)
        for state in ["paused", "gone", "running"] {
            let fields = timer + [("state", state), ("left", "1000")]
            try await alice.post("/cooking/timers", fields).expect(.ok)
        }
        clock.advance(by: 1_000)
        try site.timerRinger.ringDue()
        let device = try count("SELECT min(id) FROM push_device")
        try await alice.post("/settings/devices/\(device)/delete").expect(.seeOther)
        try await alice.post("/recipes/\(recipe)/cook", [("step", "1")]).expect(.seeOther)
    }

    /// Makes and undoes every choice of who sees a recipe, reads it as somebody else, and copies it.
    private func share(_ recipe: Int) async throws {
        let (alice, bella) = (try client(.alice), try client(.bella))
        func undo(_ answer: Response) async throws {
            let step = try found(answer.cookie("toque_done")?.firstMatch(of: /:(\d+)/)?.1)
            try await alice.post("/my/recipes/undo/\(step)").expect(.seeOther)
        }
        let people = [("audience", "people"), ("names", "bella charlie")]
        try await undo(alice.post("/recipes/\(recipe)/share", people))
        try await alice.post("/recipes/\(recipe)/share", people).expect(.seeOther)
        for page in ["", "/print", "/cook"] { try await bella.get("/recipes/\(recipe)\(page)").expect(.ok) }
        try await undo(alice.post("/recipes/\(recipe)/readers/\(Person.bella.id)/remove"))
        try await alice.post("/recipes/\(recipe)/share", [("audience", "link")]).expect(.seeOther)
        try await undo(alice.post("/recipes/\(recipe)/link"))
        let seal: String = try found(value("SELECT seal FROM recipe_sharing"))
        let token = SecretLink("recipe-link", seal: seal, site).token
        for page in ["", "/print"] { try await visitor().get("/recipes/link/\(token)\(page)").expect(.ok) }
        try await alice.post("/recipes/\(recipe)/share", [("audience", "author")]).expect(.seeOther)
        let licensed = RecipeFields.honey.with("text_licence", "cc-by-4.0").with("adapted_from", "/recipes/\(recipe)")
        let other = try await publish(licensed)
        try await client(.charlie).post("/recipes/\(other)/copy").expect(.seeOther)
    }

    /// Makes and undoes every change of favourites and history.
    private func collect(_ recipe: Int) async throws {
        let (alice, now) = (try client(.alice), now)
        func undo(_ answer: Response, _ list: String) async throws {
            let step = try found(answer.cookie("toque_done")?.firstMatch(of: /:(\d+)/)?.1)
            try await alice.post("/\(list)/undo/\(step)").expect(.seeOther)
        }
        let one = ("recipe", String(recipe))
        try await alice.post("/favourites/folders", [("name", "Winter")]).expect(.seeOther)
        try await undo(alice.post("/favourites", [one, ("change", "add"), ("folder", "1")]), "favourites")
        try await alice.post("/recipes/\(recipe)/favourite").expect(.seeOther)
        try await undo(alice.post("/recipes/\(recipe)/unfavourite"), "favourites")
        try await undo(alice.post("/favourites", [one, ("change", "move"), ("folder", "1")]), "favourites")
        try await undo(alice.post("/favourites", [one, ("change", "remove")]), "favourites")
        try await undo(alice.post("/favourites/folders/1", [("name", "Summer")]), "favourites")
        try await undo(alice.post("/favourites/folders/1/delete"), "favourites")
        let seen = SeenRecipe(user: Person.alice.id, recipe: recipe)
        try write { try HistoryStore($0).add([seen: now]) }
        let search = EarlierSearch(user: Person.alice.id, words: "Onion soup")
        try write { try EarlierSearchStore($0).add([search: now]) }
        try await undo(alice.post("/history", [one, ("search", "onion soup")]), "history")
        try await undo(alice.post("/history/clear"), "history")
        for on in ["0", "1"] { try await alice.post("/history/switch", [("on", on)]).expect(.seeOther) }
        for change in ["dismiss", "undismiss"] {
            try await alice.post("/recipes/\(recipe)/\(change)").expect(.seeOther)
        }
        try await keepPantry(alice, undo: undo)
        try await shop(alice, recipe, undo: undo)
        let old = now - TestClock.day
        try write { try UndoStore($0).tidy(before: old) }
    }

    /// Makes and undoes every change of the pantry.
    private func keepPantry(_ alice: TestClient, undo: (Response, String) async throws -> Void) async throws {
        let milk = [("ingredient", "milk"), ("amount", "1"), ("unit", "l"), ("use_by", "2026-12-01"), ("low", "0.5")]
        for _ in 1...2 { try await undo(alice.post("/pantry", milk + [("list", "1 onion\n200 g butter")]), "pantry") }
        try await alice.post("/pantry", milk).expect(.seeOther)
        try await alice.post("/pantry", milk).expect(.seeOther)
        let item = try count("SELECT max(id) FROM pantry_item")
        try await undo(alice.post("/pantry/\(item)", milk), "pantry")
        try await undo(alice.post("/pantry/\(item)/delete"), "pantry")
        try await undo(alice.post("/pantry/delete", [("item", String(item))]), "pantry")
        let soup = try plant("Milk soup", "1 l milk")
        for used in [("amount", "0.5"), ("used_up", String(item))] {
            let fields = [("item", String(item)), used]
            try await undo(alice.post("/recipes/\(soup)/cooked", fields), "pantry")
        }
        try await alice.post("/pantry/staples", [("ingredient", "salt, water")]).expect(.seeOther)
    }

    /// Makes and undoes every change of the shopping list.
    private func shop(
        _ alice: TestClient, _ recipe: Int, undo: (Response, String) async throws -> Void
    ) async throws {
        let text = [("text", "2 l milk\nnapkins")]
        for _ in 1...2 { try await undo(alice.post("/shopping/items", text), "shopping") }
        try await alice.post("/shopping/items", text).expect(.seeOther)
        try await undo(alice.post("/shopping/items", text), "shopping")
        try await undo(alice.post("/recipes/\(recipe)/shopping"), "shopping")
        try await alice.post("/recipes/\(recipe)/shopping", [("missing", "1")]).expect(.seeOther)
        let item = try count("SELECT min(id) FROM shopping_item")
        for change in ["tick", "untick", "tick"] {
            try await alice.post("/shopping/items/\(item)/\(change)").expect(.seeOther)
        }
        try await undo(alice.post("/shopping/bought"), "shopping")
        try await undo(alice.post("/shopping/items/\(item)/delete"), "shopping")
        try await undo(alice.post("/shopping/clear", [("ticked", "1")]), "shopping")
        try await undo(alice.post("/shopping/clear"), "shopping")
        let milk = [("day", "2026-11-25"), ("recipe", String(recipe)), ("note", "for two")]
        try await undo(alice.post("/plan", milk), "plan")
        try await alice.post("/plan", milk).expect(.seeOther)
        let entry = try count("SELECT max(id) FROM plan_entry")
        try await undo(alice.post("/plan/entries/\(entry)", [("day", "2026-11-26")]), "plan")
        try await undo(alice.post("/plan/shopping", [("week", "2026-11-25")]), "shopping")
        try await undo(alice.post("/plan/entries/\(entry)/delete"), "plan")
        for list in ["/shopping/link", "/plan/feed"] {
            for change in ["", "", "/end"] { try await alice.post(list + change).expect(.seeOther) }
        }
        for move in ["up", "down"] {
            try await alice.post("/shopping/aisles", [("aisle", "fruit"), ("move", move)]).expect(.seeOther)
        }
    }

    private func join() async throws {
        let visitor = try visitor()
        let password = [("password", Person.password), ("password_again", Person.password)]
        try await visitor.post("/register", [("username", "dora"), ("email", "dora@example.org")] + password)
            .expect(.seeOther)
        try await visitor.post("/logout").expect(.seeOther)
        try await visitor.post("/login", [("login", "dora"), ("password", Person.password)]).expect(.seeOther)
        let (alice, now) = (Person.alice.id, now)
        let link = try write { try SessionStore($0).makeSignInLink(user: alice, now: now) }
        try await self.visitor().post("/sign-in/\(link)").expect(.seeOther)
        try await keepAccount(visitor)
    }

    /// Changes the password, turns two-step login on and off, and ends sessions.
    private func keepAccount(_ dora: TestClient) async throws {
        let new = "wry kettle mist"
        let fields = [("old_password", Person.password), ("password", new), ("password_again", new)]
        try await dora.post("/settings/password", fields).expect(.seeOther)
        let user = try count("SELECT id FROM user WHERE username = 'dora'")
        try await dora.post("/settings/two-step").expect(.seeOther)
        let key = site.key(for: "totp")
        let secret = try found(read { try TwoStepStore($0, key: key).pendingSecret(user: user) })
        let code = OneTimeCode.code(secret: secret, step: now / OneTimeCode.step)
        try await dora.post("/settings/two-step/confirm", [("code", code)]).expect(.ok)
        try await dora.post("/settings/two-step/codes").expect(.ok)
        let phone = try visitor()
        try await phone.post("/login", [("login", "dora"), ("password", new)]).expect(.seeOther)
        try await phone.post("/login/code", [("code", "000000")]).expect(.unprocessable)
        try await dora.post("/settings/two-step/off").expect(.seeOther)
        try await dora.post("/confirm", [("password", new)]).expect(.seeOther)
        clock.advance(by: SessionRules.touchEvery)
        try await dora.get("/settings/sessions").expect(.ok)
        try await dora.post("/settings/sessions/end", [("session", "none")]).expect(.seeOther)
        try await dora.post("/settings/sessions/end-others").expect(.seeOther)
    }

    /// Asks for a new password and for another email address, and opens the links.
    private func useLinks() async throws {
        _ = try mails()
        let password = [("password", Person.password), ("password_again", Person.password)]
        try await visitor().post("/forgot", [("login", "bella")]).expect(.seeOther)
        try await visitor().post(link(), password).expect(.seeOther)
        _ = try mails()
        let charlie = try client(.charlie)
        try await charlie.post("/settings/email/confirm").expect(.seeOther)
        try await charlie.post("/settings/email/call-off").expect(.seeOther)
        _ = try mails()
        try await charlie.post("/settings/email", [("email", "carl@example.org"), password[0]]).expect(.seeOther)
        try await charlie.send(.get, link()).expect(.seeOther)
        try await charlie.post("/confirm-email").expect(.seeOther)
        let ada = try client(.ada)
        for change in ["retry", "give-up"] { try await ada.post("/admin/mail/1/\(change)").expect(.seeOther) }
    }

    /// Adds a tutorial and makes every change of it.
    private func keepTutorials(_ ada: TestClient) async throws {
        let fields = [("title_en", "Boil"), ("steps_en", "Boil it.")]
        for _ in 1...2 { try await ada.post("/admin/tutorials", fields).expect(.seeOther) }
        let tutorial = try count("SELECT max(id) FROM tutorial")
        let saved = try await ada.post("/admin/tutorials/\(tutorial)", fields + [("version", "1")])
        let step = try found(saved.cookie("toque_done")?.firstMatch(of: /:(\d+)/)?.1)
        try await ada.post("/admin/tutorials/undo/\(step)").expect(.seeOther)
        for change in ["publish", "hide", "move", "delete", "restore"] {
            try await ada.post("/admin/tutorials/\(tutorial)/\(change)", [("direction", "up")]).expect(.seeOther)
        }
        try write { try StarterTutorial.load($0, StarterTutorial.all()) }
        try write { try TutorialStore($0).tidy(before: 0) }
    }

    /// Edits a page and undoes that, exports the audit log, and lets the webhook's queue be worked on.
    private func keepOffice(_ ada: TestClient) async throws {
        let saved = try await ada.post("/admin/pages/about", [("text_en", "We cook."), ("version", "0")])
        let step = try found(saved.cookie("toque_done")?.firstMatch(of: /:(\d+)/)?.1)
        try await ada.post("/admin/pages/undo/\(step)").expect(.seeOther)
        try await ada.post("/admin/audit/export", [("format", "csv"), ("filter", "person=ada")]).expect(.ok)
        let now = now
        try write { db in
            let store = WebhookStore(db)
            for _ in 1...2 { try store.add(.test, now: now) }
            _ = try store.due(now: now)
            try store.markSent(1, result: "200", now: now)
            try store.markFailed(2, result: "503", next: nil)
        }
        try await ada.post("/admin/webhook/2/retry").expect(.seeOther)
    }

    private func administer() async throws {
        let (ada, bella) = (try client(.ada), "/admin/users/\(Person.bella.id)")
        for role in [Role.admin, .moderator] {
            try await ada.post(bella + "/role", [("role", role.rawValue)]).expect(.seeOther)
        }
        try await ada.post(bella + "/licence", [("until", "2027-12-31")]).expect(.seeOther)
        try await ada.post(bella + "/licence/revoke", [("reason", "copied")]).expect(.seeOther)
        let charlie = try client(.charlie)
        for answer in ["/refuse", "/grant"] {
            try await charlie.post("/settings/licence", [("text", "Soups.")]).expect(.seeOther)
            let request = try count("SELECT max(id) FROM licence_request")
            let fields = [("until", "2027-12-31"), ("reason", "Not yet.")]
            try await ada.post("/admin/licences/\(request)\(answer)", fields).expect(.seeOther)
        }
        try await charlie.post("/settings/licence/give-up").expect(.seeOther)
        try await charlie.post("/settings/licence", [("text", "Soups.")]).expect(.seeOther)
        try await charlie.post("/settings/licence/withdraw").expect(.seeOther)
        try await ada.post(bella + "/suspend", [("until", "2026-12-31"), ("reason", "spam")]).expect(.seeOther)
        try await ada.post(bella + "/sessions/end").expect(.seeOther)
        try await ada.post(bella + "/reset-link").expect(.ok)
        try await ada.post("/admin/blocked-words", [("words", "unicorn")]).expect(.seeOther)
        try await ada.post("/admin/two-step", [("on", "1")]).expect(.seeOther)
        try run("UPDATE site_setting SET is_on = 0 WHERE name = 'two-step'")
        try await report(to: ada)
        try await lookAfterCatalogue(ada)
        try await keepTutorials(ada)
        try await keepOffice(ada)
        try await lookAfterRecipes(ada)
    }

    /// Changes a recipe's course, takes it down, deletes it, undoes all of this, and exports the list.
    private func lookAfterRecipes(_ ada: TestClient) async throws {
        let recipe = try plant("Looked after", "1 onion")
        for action in ["category", "take-down", "delete"] {
            let fields = [
                ("recipe", String(recipe)), ("deed", action), ("set_category", "soup"), ("reason", "A copy."),
            ]
            let change = try await found(ada.post("/admin/recipes/changes", fields).location)
            try await ada.post("\(change)/confirm").expect(.seeOther)
            let back = try await found(ada.post("\(change)/undo").location)
            try await ada.post("\(back)/confirm").expect(.seeOther)
        }
        try await ada.post("/admin/recipes/export", [("format", "csv"), ("filter", "q=soup")]).expect(.ok)
    }

    /// Changes, merges, splits and restores ingredients, categories and units; decides proposals in every way.
    private func lookAfterCatalogue(_ ada: TestClient) async throws {
        let alice = try client(.alice)
        try await change("/admin/ingredients/onion", ("density", "0.5"))
        try await undo(change("/admin/ingredients/honey/merge", ("into", "maple syrup")))
        try await change("/admin/ingredients/onion/split", ("name_en", "frobnium"), ("name_ru", "фробний"))
        try await ada.post("\(draft("/admin/ingredients/carrot", [("density", "0.5")]))/discard").expect(.seeOther)
        try await undo(change("/admin/categories/cuisine/greek/merge", ("into", "Italian")))
        try await undo(
            change(
                "/admin/units", ("key", "firkin"), ("forms_en", "firkin"), ("forms_ru", "фиркин"), ("kind", "mass"),
                ("factor", "2")))
        try await change("/admin/categories", ("kind", "category"), ("name_en", "Stews"), ("name_ru", "Рагу"))
        try await change("/admin/categories/category/stews", ("state", "refused"))
        for (number, decision) in ["refuse", "merge", "approve"].enumerated() {
            try await alice.post("/proposals", [("kind", "cuisine"), ("name", "Cuisine \(number)")]).expect(.seeOther)
            let fields = [("reason", "None."), ("into", "greek"), ("name_en", "Glorb"), ("name_ru", "Глорб")]
            try await ada.post("/admin/proposals/\(number + 1)/\(decision)", fields).expect(.seeOther)
        }
    }

    /// A member and a visitor report bugs, an admin answers; a server error is recorded and marked as solved.
    private func report(to ada: TestClient) async throws {
        let fields = [("what", "The soup is cold."), ("request", "kept-1")]
        try await client(.alice).post("/bugs", fields).expect(.seeOther)
        let visitor = try visitor()
        let sent = try await visitor.post("/bugs", fields)
        try await visitor.get(found(sent.location)).expect(.ok)
        let kind = ErrorKind(method: "GET", route: "/", type: "Error", frames: "", message: "")
        var seen = ErrorCount()
        seen.add(ErrorSample(at: now, status: 500, request: "kept-1"))
        let all = [kind: seen]
        try write { _ = try ErrorStore($0).add(all) }
        try await ada.post("/admin/bugs/1", [("state", "fixed"), ("answer", "Warm now."), ("version", "1")])
            .expect(.seeOther)
        for change in ["solve", "reopen"] { try await ada.post("/admin/errors/1/\(change)").expect(.seeOther) }
    }
}
