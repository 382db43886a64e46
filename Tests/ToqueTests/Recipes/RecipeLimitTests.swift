// Tests of each limit of a recipe: errors are shown at their fields and no input is lost.

import Bytes
import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct RecipeLimitTests {
    /// Saves a recipe and expects an error at a field, or none; the typed text must be on the page.
    private func expect(
        _ recipe: RecipeFields, _ field: String?, keeping typed: String? = nil,
        location: SourceLocation = #_sourceLocation
    ) async throws {
        let site = try TestSite()
        let answer = try await site.client(.alice).post("/recipes", recipe.fields)
        #expect(answer.status == (field == nil ? .seeOther : .unprocessable), sourceLocation: location)
        #expect(try site.count("SELECT count(*) FROM recipe") == (field == nil ? 1 : 0), sourceLocation: location)
        guard let field else { return }
        #expect(answer.hasError(at: field), sourceLocation: location)
        #expect(answer.text.contains(#"role="alert""#), sourceLocation: location)
        let described = answer.text.split(separator: "aria-describedby=\"").contains {
            $0.prefix { $0 != "\"" }.contains("\(field)-error")
        }
        #expect(described, "\(field) does not name its message", sourceLocation: location)
        if let typed { #expect(answer.shows(typed), sourceLocation: location) }
        let kept = EditorPageFields(answer.text)
        for (name, value) in recipe.fields where value.utf8.count < 1_000 && !value.trimmed.isEmpty {
            #expect(kept.all(name).contains(value.replacing("\n", with: "\r\n")), "\(name)", sourceLocation: location)
        }
    }

    static func text(_ count: Int) -> String { String(repeating: "ж", count: count) }

    @Test(arguments: ["title", "ingredient", "step"])
    func `title, ingredient and step are required`(field: String) async throws {
        var recipe = RecipeFields.vegan.without(field)
        if field == "ingredient" { recipe = recipe.without("ingredients_text") }
        try await expect(recipe, field)
        try await expect(recipe.adding((field, "  ")), field)
    }

    @Test(arguments: [
        ("title", RecipeLimits.title), ("description", RecipeLimits.description), ("tips", RecipeLimits.tips),
        ("source", RecipeLimits.source),
    ])
    func `the length of a text is limited`(field: String, limit: Int) async throws {
        try await expect(RecipeFields.vegan.with(field, Self.text(limit)), nil)
        try await expect(RecipeFields.vegan.with(field, Self.text(limit + 1)), field, keeping: Self.text(limit + 1))
        // Each combining accent counts.
        let letter = "a" + String(repeating: "\u{301}", count: 30)
        let piled = String(repeating: letter, count: limit / 31 + 1)
        try await expect(RecipeFields.vegan.with(field, piled), field)
    }

    @Test func `the length and the number of steps are limited`() async throws {
        try await expect(RecipeFields.vegan.with("step", Self.text(RecipeLimits.step)), nil)
        try await expect(RecipeFields.vegan.with("step", Self.text(RecipeLimits.step + 1)), "step")
        func steps(_ count: Int) -> RecipeFields {
            RecipeFields("Many steps", ingredients: "salt", steps: (1...count).map { "Step \($0)" })
        }
        try await expect(steps(RecipeLimits.steps), nil)
        try await expect(steps(RecipeLimits.steps + 1), "step", keeping: "Step 101")
    }

    @Test(arguments: ["ingredient", "note", "unit", "group"])
    func `the length of a cell is limited`(column: String) async throws {
        func row(_ count: Int) -> RecipeFields {
            let rest: [(String, String)] = column == "ingredient" ? [] : [("ingredient", "onion")]
            var recipe = RecipeFields.vegan
            recipe.fields += [(column, Self.text(count))] + rest
            return recipe
        }
        try await expect(row(RecipeLimits.text), nil)
        try await expect(row(RecipeLimits.text + 1), "ingredient", keeping: Self.text(RecipeLimits.text + 1))
    }

    @Test func `a recipe has at most 150 lines, rows and pasted lines together`() async throws {
        func lines(_ rows: Int, _ pasted: Int) -> RecipeFields {
            var recipe = RecipeFields(
                "Many lines", ingredients: Array(repeating: "1 onion", count: pasted).joined(separator: "\n"))
            recipe.fields += Array(repeating: ("ingredient", "carrot"), count: rows)
            return recipe
        }
        try await expect(lines(100, 50), nil)
        try await expect(lines(101, 50), "ingredient")
        try await expect(lines(0, 150), nil)
        try await expect(lines(0, 151), "ingredient")
    }

    @Test func `a recipe at every limit can be edited and saved again`() async throws {
        let site = try TestSite()
        let lines = (1...RecipeLimits.lines).map { "\($0) g salt, note \($0)" }.joined(separator: "\n")
        let steps = (1...RecipeLimits.steps).map { "Step \($0)" }
        let id = try await site.write(RecipeFields("Large", ingredients: lines, steps: steps))
        let alice = try site.client(.alice)
        let form = try await EditorPageFields(alice.get("/recipes/\(id)/edit").text)
        #expect(form.all("ingredient").filter { !$0.isEmpty }.count == RecipeLimits.lines)
        let changed = form.fields.map { $0.0 == "title" ? ("title", "Larger") : $0 }
        #expect(try await alice.post("/recipes/\(id)", changed).status == .seeOther)
        #expect(try await RecipeEditorTests.recipe(site, id).title == "Larger")
    }

    @Test func `the length of a pasted block is limited`() async throws {
        func block(_ count: Int) -> String {
            let line = String(repeating: "x", count: 199) + "\n"
            return String(String(repeating: line, count: count / 200 + 1).prefix(count - 1)) + "y"
        }
        try await expect(RecipeFields.vegan.with("ingredients_text", block(RecipeLimits.pasted)), nil)
        let tooLong = block(RecipeLimits.pasted + 1)
        try await expect(RecipeFields.vegan.with("ingredients_text", tooLong), "ingredients_text", keeping: tooLong)
        let answer = try await TestSite().client(.alice).post("/ingredients/parse", [("ingredients_text", tooLong)])
        #expect(answer.status == .contentTooLarge)
    }

    @Test(arguments: ["\n", "\r\n\n", "\u{2028}"])
    func `the lines of a pasted block are limited before they are read`(separator: String) async throws {
        let alice = try TestSite().client(.alice)
        for count in [RecipeLimits.pastedLines, RecipeLimits.pastedLines + 1] {
            let fits = count == RecipeLimits.pastedLines
            let text = Array(repeating: "a", count: count).joined(separator: separator)
            let answer = try await alice.post("/ingredients/parse", [("ingredients_text", text)])
            #expect(answer.status == (fits ? .ok : .contentTooLarge))
            let page = try await alice.post("/recipes", [("ingredients_text", text), ("arrange", "paste")])
            #expect(page.status == (fits ? .ok : .unprocessable) && page.hasError(at: "ingredients_text") == !fits)
            #expect(EditorPageFields(page.text).all("ingredient").count(where: { $0 == "a" }) == (fits ? count : 0))
        }
    }

    @Test(arguments: [
        ("servings", "1", true), ("servings", "1000", true), ("servings", "0", false), ("servings", "1001", false),
        ("servings", "-1", false), ("servings", "four", false), ("servings", "2.5", false), ("servings", "1e2", false),
        ("servings", "99999999999999999999", false), ("servings", "", true), ("prep_minutes", "0", true),
        ("prep_minutes", "100000", true), ("prep_minutes", "100001", false), ("prep_minutes", "-1", false),
        ("cook_minutes", "0", true), ("cook_minutes", "100000", true), ("cook_minutes", "100001", false),
        ("cook_minutes", "an hour", false), ("category", "soup", true), ("category", "unicorn", false),
        ("cuisine", "italian", true), ("cuisine", "<x>", false), ("difficulty", "hard", true),
        ("difficulty", "Impossible", false),
    ])
    func `a number must be in range and a choice among the options`(
        field: String, value: String, isRight: Bool
    ) async throws {
        let site = try TestSite()
        let answer = try await site.client(.alice).post("/recipes", RecipeFields.vegan.with(field, value).fields)
        #expect(answer.status == (isRight ? .seeOther : .unprocessable))
        #expect(answer.hasError(at: field) == !isRight)
        let isChoice = ["category", "cuisine", "difficulty"].contains(field)
        if !isRight, !isChoice { #expect(EditorPageFields(answer.text).first(field) == value) }
    }

    @Test(arguments: [
        ("2", true), ("0.5", true), ("0,5", true), ("1/2", true), ("1 1/2", true), ("1½", true), ("2-3", true),
        ("2–3", true), ("1000000", true), ("1000001", false), ("3-2", false), ("-1", false), ("two", false),
        ("1/0", false),
        ("1//2", false), ("2-3-4", false), ("1e3", false), ("NaN", false), ("inf", false), ("0x10", false),
        ("..", false),
    ])
    func `an amount is a number, a fraction or a range`(amount: String, isRight: Bool) async throws {
        let recipe = RecipeFields.vegan.adding(
            ("amount", amount), ("unit", "g"), ("ingredient", "butter"), ("note", "soft"), ("group", "Top"))
        try await expect(recipe, isRight ? nil : "amount")
    }

    @Test func `an amount without an ingredient shows an error at its row`() async throws {
        let recipe = RecipeFields.vegan.adding(
            ("amount", "1"), ("ingredient", "onion"), ("amount", "2"), ("ingredient", ""))
        try await expect(recipe, "ingredient")
    }

    @Test func `all errors are shown together`() async throws {
        let answer = try await TestSite().client(.alice).post(
            "/recipes",
            [
                ("title", ""), ("servings", "x"), ("prep_minutes", "x"), ("cook_minutes", "x"), ("category", "x"),
                ("cuisine", "x"), ("difficulty", "x"), ("amount", "x"),
            ])
        #expect(answer.status == .unprocessable)
        for field in [
            "title", "servings", "prep_minutes", "cook_minutes", "category", "cuisine", "difficulty", "amount",
            "ingredient", "step",
        ] {
            #expect(answer.hasError(at: field), "\(field)")
        }
    }
}
