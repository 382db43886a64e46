// Tests of autosaves: stored while typing, offered again, and never overwriting those of another window.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct DraftTests {
    struct Answer: Decodable, Sendable {
        let draft: Int?
        let version: Int?
        let photo: String?
        let field: String?
        let message: String?
    }

    /// The fields that the editor's script sends.
    private static func fields(
        _ title: String, draft: Answer? = nil, recipe: Int? = nil, window: String = "one"
    ) -> [(String, String)] {
        [
            ("title", title), ("ingredient", "salt"), ("amount", "x"), ("step", "Stir."), ("window", window),
            ("recipe", recipe.map { String($0) } ?? ""), ("draft", draft?.draft.map { String($0) } ?? ""),
            ("draft_version", draft?.version.map { String($0) } ?? ""),
            ("version", recipe == nil ? "" : "1"),
        ]
    }

    private static func keep(_ client: TestClient, _ fields: [(String, String)]) async throws -> Answer {
        let answer = try await client.post("/recipes/drafts", fields)
        try answer.expect(.ok)
        return try answer.json()
    }

    @Test func `typing updates one autosave, adds no revision, and saving deletes it`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        var answer = try await Self.keep(alice, Self.fields("S"))
        for title in ["So", "Sou", "Soup"] { answer = try await Self.keep(alice, Self.fields(title, draft: answer)) }
        #expect(answer.version == 4)
        #expect(try site.count("SELECT count(*) FROM draft") == 1)
        #expect(try site.count("SELECT count(*) FROM recipe") == 0)
        let opened = try await alice.get("/recipes/new?draft=\(answer.draft ?? 0)")
        let form = EditorPageFields(opened.text)
        #expect(form.first("title") == "Soup" && form.first("amount") == "x")
        let mended = form.fields.filter { $0.0 != "amount" }
        #expect(try await alice.post("/recipes", mended).status == .seeOther)
        #expect(try site.count("SELECT count(*) FROM draft") == 0)
        #expect(try site.count("SELECT count(*) FROM revision") == 1)
    }

    @Test func `an unfinished recipe is listed until it is discarded`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let draft = try await Self.keep(alice, Self.fields("Half a soup"))
        for page in ["/my/recipes", "/recipes/new"] {
            #expect(try await alice.get(page).shows("Half a soup"), "\(page)")
            #expect(try await !site.client(.charlie).get(page).shows("Half a soup"), "\(page)")
        }
        let address = "/recipes/drafts/\(draft.draft ?? 0)/delete"
        #expect(try await site.client(.charlie).post(address).status == .notFound)
        #expect(try await site.client(.ada).post(address).status == .notFound)
        #expect(try await site.client(.charlie).get("/recipes/new?draft=\(draft.draft ?? 0)").status == .notFound)
        #expect(try await alice.postAsIs(address, []).status == .forbidden)
        let answer = try await alice.post(address)
        #expect(answer.status == .seeOther && answer.location == "/my/recipes")
        #expect(try await !alice.get("/my/recipes").shows("Half a soup"))
        #expect(try await alice.post(address).status == .notFound)
    }

    @Test func `the editor opens with the unsaved changes, and discarding them restores the saved text`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let alice = try site.client(.alice)
        let draft = try await Self.keep(alice, Self.fields("Changed", recipe: recipe))
        let editor = try await alice.get("/recipes/\(recipe)/edit")
        #expect(EditorPageFields(editor.text).first("title") == "Changed")
        #expect(editor.text.contains("/recipes/drafts/\(draft.draft ?? 0)/delete"))
        #expect(try await alice.get("/recipes/\(recipe)").shows("Lentil soup"))
        _ = try await alice.post("/recipes/drafts/\(draft.draft ?? 0)/delete")
        let restored = try await alice.get("/recipes/\(recipe)/edit")
        #expect(EditorPageFields(restored.text).first("title") == "Lentil soup")
    }

    @Test func `an autosave is never public`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let alice = try site.client(.alice)
        _ = try await Self.keep(alice, Self.fields("Canaryword", recipe: recipe))
        let visitor = try site.visitor()
        for page in [try site.address(of: recipe), "/", "/search?q=canaryword", "/recipes", "/cooks/alice"] {
            #expect(try await !visitor.get(page).text.contains("Canaryword"), "\(page)")
        }
        #expect(try await !site.client(.bob).get("/moderation").text.contains("Canaryword"))
    }

    @Test func `a newer autosave of another window is not overwritten, and both can be compared`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let alice = try site.client(.alice)
        let first = try await Self.keep(alice, Self.fields("First", recipe: recipe, window: "one"))
        let second = try await Self.keep(alice, Self.fields("Second", draft: first, recipe: recipe, window: "two"))
        #expect(second.version == 2)
        for stale in [Self.fields("Late", draft: first, recipe: recipe), Self.fields("Late", recipe: recipe)] {
            let answer = try await alice.post("/recipes/drafts", stale)
            #expect(answer.status == .conflict)
            #expect(try answer.json(as: Answer.self).message?.isEmpty == false)
        }
        let both = try await alice.post(
            "/recipes/\(recipe)", Self.fields("Late", draft: first, recipe: recipe) + [("arrange", "compare")])
        #expect(both.status == .ok && both.shows("Late") && both.shows("Second"))
        let sent = EditorPageFields(both.text).fields.filter { !$0.0.hasPrefix("pick-") }
        let merged = try await alice.post(
            "/recipes/\(recipe)", sent + [("pick-title", "theirs"), ("arrange", "merge"), ("against", "draft")])
        let form = EditorPageFields(merged.text)
        #expect(form.first("title") == "Second" && form.first("draft_version") == "2")
    }

    @Test func `a window that missed an answer continues its own autosave`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let alice = try site.client(.alice)
        let first = try await Self.keep(alice, Self.fields("First", recipe: recipe))
        _ = try await Self.keep(alice, Self.fields("Unheard", draft: first, recipe: recipe))
        #expect(try await Self.keep(alice, Self.fields("Third", draft: first, recipe: recipe)).version == 3)
        let new = try await Self.keep(alice, Self.fields("New"))
        #expect(try await Self.keep(alice, Self.fields("Newer")).draft == new.draft)
        #expect(try await Self.keep(alice, Self.fields("Other", window: "two")).draft != new.draft)
    }

    @Test func `saving in one window keeps the autosave of another`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let alice = try site.client(.alice)
        _ = try await Self.keep(alice, Self.fields("Theirs", recipe: recipe, window: "two"))
        let mine = RecipeFields.honey.with("version", "1").with("window", "one").fields
        #expect(try await alice.post("/recipes/\(recipe)", mine).status == .seeOther)
        let form = EditorPageFields(try await alice.get("/recipes/\(recipe)/edit").text)
        #expect(form.first("title") == "Theirs" && form.first("version") == "1", "saving it shows both")
    }

    @Test func `a photo in an autosave is not deleted as unused`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let photo = (name: "photo", filename: "photo.png", bytes: TestPicture.png())
        let answer = try await alice.upload("/recipes/drafts", Self.fields("Soup"), file: photo)
        let id = try found(answer.json(as: Answer.self).photo)
        site.clock.advance(by: MediaSweep.patience * 2)
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM photo WHERE id = \(id)") == 1)
        let broken = (name: "photo", filename: "photo.png", bytes: Array("no picture".utf8))
        let later = try site.client(.alice)
        let refused = try await later.upload("/recipes/drafts", Self.fields("Soup"), file: broken)
        #expect(refused.status == .unprocessable)
        #expect(try refused.json(as: Answer.self).field == "photo")
    }

    @Test func `autosaves are limited in size and number`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let long = Self.fields(String(repeating: "x", count: AutosaveStore.longest + 1))
        #expect(try await alice.post("/recipes/drafts", long).status == .contentTooLarge)
        // Encoded, each letter takes six characters.
        let cyrillic = Self.fields(String(repeating: "ж", count: AutosaveStore.longestEncoded / 6 + 1))
        #expect(try await alice.post("/recipes/drafts", cyrillic).status == .contentTooLarge)
        for number in 1...AutosaveStore.most { _ = try await Self.keep(alice, Self.fields("x", window: "\(number)")) }
        let more = try await alice.post("/recipes/drafts", Self.fields("x", window: "more"))
        #expect(more.status == .unprocessable)
        #expect(try site.count("SELECT count(*) FROM draft") == AutosaveStore.most)
    }

    @Test func `as many Cyrillic letters as a recipe’s steps may have are kept`() async throws {
        let site = try TestSite()
        let steps = (1...20).map { ("step", String(repeating: "ж", count: 4_999) + String($0 % 10)) }
        let kept = try await Self.keep(site.client(.alice), [("title", "Щи"), ("window", "one")] + steps)
        #expect(steps.reduce(0) { $0 + $1.1.count } == RecipeLimits.allSteps)
        #expect(kept.draft != nil && kept.message == nil)
    }

    @Test func `a member cannot autosave another member’s recipe, nor without a token`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let fields = Self.fields("Mine now", recipe: recipe)
        for person in [Person.charlie, .bob, .ada] {
            #expect(try await site.client(person).post("/recipes/drafts", fields).status == .notFound, "\(person)")
        }
        #expect(try await site.client(.alice).postAsIs("/recipes/drafts", fields).status == .forbidden)
        #expect(try await site.visitor().post("/recipes/drafts", fields).status == .seeOther)
        #expect(try site.count("SELECT count(*) FROM draft") == 0)
    }
}
