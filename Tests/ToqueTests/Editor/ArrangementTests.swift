// Tests of the editor's buttons, which change the form without saving it.

import Database
import HTTP
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct ArrangementTests {
    /// A form with these rows; a section follows the colon.
    private static func form(_ rows: [String]) -> RecipeForm {
        var form = RecipeForm(language: .en)
        form.rows = rows.map { text in
            var row = RowForm()
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            row.ingredient = String(parts[0])
            row.group = parts.count > 1 ? String(parts[1]) : ""
            return row
        }
        return form
    }

    private static func shown(_ form: RecipeForm) -> [String] { form.rows.map { "\($0.ingredient):\($0.group)" } }

    @Test func `a button names a row and an action`() {
        #expect(Arrangement("row-up-3") == .rows(RowMove(kind: .up, row: 2)))
        #expect(Arrangement("step-remove-1") == .steps(RowMove(kind: .remove, row: 0)))
        #expect(Arrangement("split") == .split)
        for strange in ["", "row", "row-up", "row-up-0", "row-up--1", "row-sideways-1", "line-up-1", "row-up-1001"] {
            #expect(Arrangement(strange) == nil, "\(strange)")
        }
    }

    @Test func `rows move, are removed and added, and the first and last row stay in the list`() {
        var form = Self.form(["a", "b", "c"])
        #expect(form.moveRow(RowMove(kind: .up, row: 2)) == 1)
        #expect(form.rows.map(\.ingredient) == ["a", "c", "b"])
        #expect(form.moveRow(RowMove(kind: .down, row: 0)) == 1)
        #expect(form.rows.map(\.ingredient) == ["c", "a", "b"])
        #expect(form.moveRow(RowMove(kind: .up, row: 0)) == nil)
        #expect(form.moveRow(RowMove(kind: .down, row: 2)) == nil)
        #expect(form.moveRow(RowMove(kind: .remove, row: 9)) == nil)
        #expect(form.moveRow(RowMove(kind: .remove, row: 2)) == 1)
        #expect(form.rows.map(\.ingredient) == ["c", "a"])
        #expect(form.moveRow(RowMove(kind: .add, row: 0)) == 2)
        #expect(form.rows.count == 3)
    }

    @Test func `a row moved between two rows of one section joins it`() {
        var form = Self.form(["flour:Dough", "salt:", "cream:Sauce", "milk:Sauce"])
        _ = form.moveRow(RowMove(kind: .down, row: 1))
        #expect(Self.shown(form) == ["flour:Dough", "cream:Sauce", "salt:Sauce", "milk:Sauce"])
        _ = form.moveRow(RowMove(kind: .up, row: 2))
        #expect(Self.shown(form)[1] == "salt:Sauce", "between two parts it keeps its own")
    }

    @Test func `a pasted recipe fills empty fields, extends lists, and reports what was already filled`() {
        var form = Self.form(["salt", ""])
        form.title = "My soup"
        form.steps = ["", "Boil."]
        var read = Self.form(["onion"])
        read.title = "Onion soup"
        read.servings = "4"
        read.steps = ["Chop."]
        #expect(form.take(read) == ["Onion soup"])
        #expect(form.title == "My soup" && form.servings == "4")
        #expect(form.rows.map(\.ingredient) == ["salt", "onion"])
        #expect(form.steps == ["Boil.", "Chop."])
    }

    // MARK: Buttons

    private static let rows: [(String, String)] = [
        ("title", ""), ("description", "Typed"), ("ingredient", "salt"), ("amount", "x"), ("ingredient", "pepper"),
        ("ingredient", ""), ("step", "Stir."), ("step", "Serve."),
    ]

    @Test(arguments: ["/recipes", "/recipes/1"])
    func `a button sends the form and returns it changed without saving`(address: String) async throws {
        let site = try TestSite()
        _ = try await site.write(.vegan)
        let alice = try site.client(.alice)
        func send(_ button: String) async throws -> EditorPageFields {
            let answer = try await alice.post(address, Self.rows + [("arrange", button), ("version", "1")])
            #expect(answer.status == .ok, "\(button)")
            return EditorPageFields(answer.text)
        }
        #expect(try await send("row-up-2").all("ingredient").prefix(2) == ["pepper", "salt"])
        #expect(try await send("row-remove-1").all("ingredient").prefix(1) == ["pepper"])
        #expect(try await send("row-add-1").all("ingredient").count == 4)
        #expect(try await send("step-down-1").all("step").prefix(2) == ["Serve.", "Stir."])
        let same = try await send("nonsense")
        #expect(same.first("description") == "Typed" && same.all("ingredient").prefix(2) == ["salt", "pepper"])
        #expect(try site.count("SELECT count(*) FROM revision") == 1)
        #expect(try site.count("SELECT count(*) FROM recipe") == 1)
    }

    @Test func `a pasted list becomes rows after the filled ones`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let fields = [("ingredient", "salt"), ("ingredients_text", "Sauce:\n2 tbsp cream"), ("arrange", "paste")]
        let form = EditorPageFields(try await alice.post("/recipes", fields).text)
        #expect(form.all("ingredient").prefix(2) == ["salt", "cream"])
        #expect(form.all("amount").prefix(2) == ["", "2"] && form.all("group").prefix(2) == ["", "Sauce"])
        #expect(form.first("ingredients_text") == "")
        let long = String(repeating: "x", count: RecipeLimits.pasted + 1)
        let answer = try await alice.post("/recipes", [("ingredients_text", long), ("arrange", "paste")])
        #expect(answer.status == .unprocessable && answer.hasError(at: "ingredients_text") && answer.shows(long))
    }

    private static let whole = """
        Onion soup
        Serves 4
        Ingredients
        500 g onions
        1 l vegetable stock
        Method
        1. Fry the onions slowly until they are brown.
        2. Add the stock and simmer.
        """

    @Test func `a pasted recipe is split into fields and shown before it is saved`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let answer = try await alice.post("/recipes", [("recipe_text", Self.whole), ("arrange", "split")])
        #expect(answer.status == .ok && answer.text.contains(#"role="status""#))
        let form = EditorPageFields(answer.text)
        #expect(form.first("title") == "Onion soup" && form.first("servings") == "4")
        #expect(form.all("ingredient").prefix(2) == ["onions", "vegetable stock"])
        #expect(form.all("step").prefix(2).allSatisfy { $0.contains("onions") || $0.contains("stock") })
        #expect(form.first("recipe_text") == "")
        #expect(try site.count("SELECT count(*) FROM recipe") == 0)
        #expect(try await alice.post("/recipes", form.fields).status == .seeOther)
    }

    @Test func `a pasted recipe takes the member’s turn of imports`() async throws {
        let site = try TestSite()
        let fields = [("recipe_text", Self.whole), ("arrange", "split")]
        #expect(site.site.importTurns.begin(Person.alice.id))
        let refused = try await site.client(.alice).post("/recipes", fields)
        #expect(refused.status == .unprocessable && refused.hasError(at: "recipe_text"))
        #expect(refused.shows(Text.importBusy(.en)) && refused.shows("500 g onions"))
        #expect(try await site.client(.charlie).post("/recipes", fields).status == .ok)
        site.site.importTurns.end(Person.alice.id)
        for _ in 1...2 { #expect(try await site.client(.alice).post("/recipes", fields).status == .ok) }
    }

    @Test func `of several pasted recipes the first is split and the others are named`() async throws {
        let text = ImportPagesTests.soups(3)
        let answer = try await TestSite().client(.alice).post(
            "/recipes", [("recipe_text", text), ("arrange", "split")])
        #expect(answer.status == .ok && EditorPageFields(answer.text).first("title") == "Soup 1")
        #expect(answer.shows("Soup 2") && answer.shows("Soup 3"))
    }

    @Test func `notes about a pasted recipe are in the reader’s language`() async throws {
        let json = #"{"@type":"Recipe","name":"Air","recipeIngredient":["1 onion"]}"#
        let page = "<html><script type=\"application/ld+json\">\(json)</script>"
        let answer = try await TestSite().client(.alice).post(
            "/recipes", [("recipe_text", page), ("arrange", "split")], headers: ["Accept-Language": "ru"])
        #expect(answer.shows("нет шагов") && !answer.text.contains("has no steps"))
    }

    @Test func `a text that is too long or not a recipe shows an error at its field and is kept`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        for text in ["Hello.", String(repeating: "x", count: RecipeLimits.whole + 1)] {
            let answer = try await alice.post("/recipes", [("recipe_text", text), ("arrange", "split")])
            #expect(answer.status == .unprocessable && answer.hasError(at: "recipe_text") && answer.shows(text))
        }
    }

    @Test func `saving with a pasted recipe that was not split shows an error`() async throws {
        let site = try TestSite()
        let answer = try await site.client(.alice).post(
            "/recipes", RecipeFields.vegan.adding(("recipe_text", Self.whole)).fields)
        #expect(answer.status == .unprocessable && answer.hasError(at: "recipe_text") && answer.shows("Onion soup"))
    }

    @Test func `a photo sent with a button or an error is kept`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let photo = (name: "photo", filename: "photo.png", bytes: TestPicture.png())
        let moved = try await alice.upload("/recipes", Self.rows + [("arrange", "row-up-2")], file: photo)
        let first = EditorPageFields(moved.text)
        #expect(first.first("photo_id")?.isEmpty == false)
        let wrong = try await alice.upload("/recipes", Self.rows, file: photo)
        let fields = EditorPageFields(wrong.text).fields
        #expect(wrong.status == .unprocessable && fields.contains { $0.0 == "photo_id" && !$0.1.isEmpty })
        let mended = fields.filter { !["title", "amount"].contains($0.0) } + [("title", "Salt")]
        #expect(try await alice.post("/recipes", mended).status == .seeOther)
        #expect(try site.count("SELECT count(*) FROM revision WHERE photo_id IS NOT NULL") == 1)
    }

    @Test func `another member’s recipe cannot be arranged, nor without a token`() async throws {
        let site = try TestSite()
        _ = try await site.write(.vegan)
        let fields = Self.rows + [("arrange", "row-up-2")]
        #expect(try await site.client(.charlie).post("/recipes/1", fields).status == .notFound)
        #expect(try await site.client(.alice).postAsIs("/recipes/1", fields).status == .forbidden)
        #expect(try await site.visitor().post("/recipes/1", fields).status == .seeOther)
    }
}
