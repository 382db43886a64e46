// Tests of overrides: moderators set the diets of a public recipe with a reason, and remove them again.

import Database
import HTTP
import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct DietOverridesTests {
    private static let reason = "The stock cube on the photo is the vegan one."

    private func set(
        _ site: TestSite, _ recipe: Int, _ subject: String, _ fact: String, reason: String = reason,
        by person: Person = .bob, _ more: (String, String)...
    ) async throws -> Response {
        let fields = [("subject", subject), ("fact", fact), ("reason", reason)] + more
        return try await site.client(person).post("/recipes/\(recipe)/diets", fields)
    }

    private func vegan(_ site: TestSite) async throws -> [Int] {
        try await site.visitor().json("/search?diet=vegan", as: ListAnswer<CardAnswer>.self).items.map(\.id)
    }

    /// A soup whose vegan answer is unknown.
    private func soup(_ site: TestSite) throws -> Int {
        try site.plant("Cabbage soup", "1 white cabbage\n1 stock cube")
    }

    @Test func `an override is shown with its reason, changes the filter, and can be removed`() async throws {
        let site = try TestSite()
        let recipe = try soup(site)
        #expect(try await vegan(site) == [])
        try await set(site, recipe, "vegan", "yes").expect(.seeOther)
        #expect(try await vegan(site) == [recipe])
        #expect(try site.failures() == [])
        let page = try await site.visitor().get(site.address(of: recipe))
        #expect(page.text.contains("Set by a moderator on"))
        #expect(page.text.contains(Self.reason))
        #expect(page.text.contains("From the ingredients alone: vegan: unknown."))
        #expect(page.text.contains("set by a moderator</small>"))
        #expect(!page.text.contains("bob"))
        let json: RecipeAnswer = try await site.visitor().json("/recipes/\(recipe)")
        #expect(json.diets["vegan"] == "yes" && json.diets["vegetarian"] == "yes")
        try await site.client(.bella).post("/recipes/\(recipe)/diets/undo", [("subject", "vegan")]).expect(.seeOther)
        #expect(try await vegan(site) == [])
        let again = try await site.visitor().get(site.address(of: recipe))
        #expect(!again.text.contains("Set by a moderator on"))
        #expect(try site.failures() == [])
        try await site.client(.bob).post("/recipes/\(recipe)/diets/undo", [("subject", "vegan")]).expect(.notFound)
    }

    @Test func `programs read the derived answers and every override`() async throws {
        struct Answer: Decodable {
            struct Override: Decodable, Equatable {
                let subject: String
                let fact: String
                let derived: String
                let reason: String
                let by: String
                let ended: String?
            }
            let derived: [String: String]
            let overrides: [Override]
        }
        let site = try TestSite()
        let recipe = try soup(site)
        try await set(site, recipe, "vegan", "no").expect(.seeOther)
        try await set(site, recipe, "vegan", "yes", by: .bella).expect(.seeOther)
        let answer = try await site.client(.bob).json("/recipes/\(recipe)/diets", as: Answer.self)
        #expect(answer.derived["vegan"] == "unknown")
        #expect(answer.overrides.map(\.ended) == [nil, "replaced"])
        let first = Answer.Override(
            subject: "vegan", fact: "no", derived: "unknown", reason: Self.reason, by: "bob", ended: "replaced")
        #expect(answer.overrides.last == first)
    }

    @Test func `an allergen that was set to no stays visible, and one set to yes ends a diet`() async throws {
        let site = try TestSite()
        let recipe = try soup(site)
        try await set(site, recipe, "celery", "no").expect(.seeOther)
        let page = try await site.visitor().get(site.address(of: recipe))
        #expect(page.text.contains("no celery"))
        let tea = try site.plant("Tea", "1 lemon")
        #expect(try await vegan(site) == [tea])
        try await set(site, tea, "milk", "yes").expect(.seeOther)
        #expect(try await vegan(site) == [])
        let other = try await site.visitor().get(site.address(of: tea))
        #expect(other.text.contains("Follows from “contains milk”"))
        #expect(try site.failures() == [])
    }

    @Test func `a second override replaces the first, and both are logged`() async throws {
        let site = try TestSite()
        let recipe = try soup(site)
        try await set(site, recipe, "vegan", "yes").expect(.seeOther)
        try await set(site, recipe, "vegan", "no", reason: "There is beef in it.", by: .bella).expect(.seeOther)
        let page = try await site.client(.bob).get("/recipes/\(recipe)/diets")
        #expect(page.text.contains("There is beef in it.") && page.text.contains("Replaced"))
        let actions = try site.read {
            try $0.all(
                "SELECT action || ' ' || from_state || ' ' || to_state || ' ' || actor_name FROM audit WHERE action LIKE 'diet%'"
            ) { $0[0] as String }
        }
        #expect(
            actions == [
                "diet-override unknown yes bob", "diet-override-replaced yes derived bella",
                "diet-override unknown no bella",
            ])
        #expect(try site.count("SELECT count(*) FROM diet_override WHERE ended_at IS NULL") == 1)
        #expect(try site.failures() == [])
    }

    @Test(arguments: [
        ([("subject", ""), ("fact", "yes"), ("reason", "kept")], "subject"),
        ([("subject", "paleo"), ("fact", "yes"), ("reason", "kept")], "subject"),
        ([("subject", "vegan"), ("fact", "perhaps"), ("reason", "kept")], "fact"),
        ([("subject", "vegan"), ("fact", "yes"), ("reason", "  \n ")], "reason"),
        ([("subject", "vegan"), ("fact", "yes"), ("reason", String(repeating: "x", count: 501))], "reason"),
    ])
    func `an invalid override shows an error at its field and keeps all input`(
        fields: [(String, String)], field: String
    ) async throws {
        let site = try TestSite()
        let recipe = try soup(site)
        let answer = try await site.client(.bob).post("/recipes/\(recipe)/diets", fields)
        #expect(answer.status == .unprocessable)
        #expect(answer.text.contains(#"id="\#(field)-error""#) && answer.text.contains(#"role="alert""#))
        #expect(field == "reason" || answer.text.contains("kept"))
        #expect(field != "reason" || answer.text.contains(#"<option value="vegan" selected>"#))
        #expect(try site.count("SELECT count(*) FROM diet_override") == 0)
    }

    @Test func `a reason of five hundred letters is accepted`() async throws {
        let site = try TestSite()
        let recipe = try soup(site)
        try await set(site, recipe, "vegan", "no", reason: String(repeating: "ж", count: 500)).expect(.seeOther)
    }

    @Test func `only moderators set diets, and only of public recipes of others`() async throws {
        let site = try TestSite()
        let recipe = try soup(site)
        try site.setRole(.moderator, of: .alice)
        #expect(try await set(site, recipe, "vegan", "yes", by: .alice).status == .forbidden)
        #expect(try await site.client(.alice).get("/recipes/\(recipe)/diets").status == .forbidden)
        #expect(try await set(site, recipe, "vegan", "yes", by: .charlie).status == .forbidden)
        #expect(try await site.visitor().get("/recipes/\(recipe)/diets").status == .seeOther)
        let draft = try await site.write(.honey)
        #expect(try await set(site, draft, "vegan", "yes").status == .notFound)
        #expect(try site.count("SELECT count(*) FROM diet_override") == 0)
        // The database enforces it too.
        let (alice, now) = (Person.alice.id, site.now)
        #expect(throws: (any Error).self) {
            try site.run(
                """
                INSERT INTO diet_override (recipe_id, subject, fact, derived, reason, ingredients_sha256, by_id, set_at)
                VALUES (\(recipe), 'vegan', 'yes', 'no', 'x', \(String(repeating: "0", count: 64)), \(alice), \(now))
                """)
        }
    }

    @Test func `an override in the database cannot be changed or deleted`() async throws {
        let site = try TestSite()
        let recipe = try soup(site)
        try await set(site, recipe, "vegan", "yes").expect(.seeOther)
        #expect(throws: (any Error).self) { try site.run("UPDATE diet_override SET reason = 'other'") }
        #expect(throws: (any Error).self) { try site.run("UPDATE diet_override SET fact = 'no'") }
        #expect(throws: (any Error).self) { try site.run("DELETE FROM diet_override") }
    }

    @Test func `an override for an older text than the public one is refused`() async throws {
        let site = try TestSite()
        let recipe = try soup(site)
        let answer = try await set(site, recipe, "vegan", "yes", reason: "kept", ("revision", "9999"))
        #expect(answer.status == .conflict)
        #expect(answer.text.contains("kept"))
        #expect(try site.count("SELECT count(*) FROM diet_override") == 0)
    }

    @Test func `an override stays for a new text with the same ingredients and ends with others`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(RecipeFields("Soup", ingredients: "1 white cabbage\n1 stock cube"))
        try await set(site, recipe, "vegan", "yes").expect(.seeOther)
        try await site.save(recipe, RecipeFields("Better soup", ingredients: "1 white cabbage\n1 stock cube"))
        try await site.approve(site.submit(recipe))
        #expect(try await vegan(site) == [recipe])
        try await site.save(recipe, RecipeFields("Soup", ingredients: "1 white cabbage\n1 stock cube\n1 carrot"))
        let submission = try await site.submit(recipe)
        let preview = try await site.client(.bob).get("/moderation/submissions/\(submission)")
        #expect(preview.text.contains("Cancels an answer set by a moderator: vegan"))
        try await site.approve(submission)
        #expect(try await vegan(site) == [])
        #expect(try site.value("SELECT ended FROM diet_override") == "lapsed")
        let told = "the answer a moderator set on"
        let address = try site.address(of: recipe)
        #expect(try await site.client(.alice).get(address).text.contains(told))
        #expect(try await site.client(.bella).get(address).text.contains(told))
        #expect(try await !site.visitor().get(address).text.contains(told))
        #expect(try site.failures() == [])
        site.clock.advance(by: 31 * TestClock.day)
        #expect(try await !site.client(.alice).get(address).text.contains(told))
    }

    @Test func `an override survives a change of the catalogue and a reindex`() async throws {
        let site = try TestSite()
        let recipe = try soup(site)
        try await set(site, recipe, "vegan", "yes").expect(.seeOther)
        try await site.confirm(site.draft("/admin/ingredients/stock-cube", [("fact.vegan", "no")]), derived: false)
        #expect(try await vegan(site) == [])
        site.site.backgroundWorker.work()
        #expect(try await vegan(site) == [recipe])
        #expect(try site.failures() == [])
        let page = try await site.visitor().get(site.address(of: recipe))
        #expect(page.text.contains("From the ingredients alone: not vegan."))
        _ = try site.write { try Reindex(db: $0).run() }
        #expect(try await vegan(site) == [recipe])
        #expect(try site.failures() == [])
    }

    @Test func `check finds diets that do not match an override`() async throws {
        let site = try TestSite()
        let recipe = try soup(site)
        try await set(site, recipe, "vegan", "yes").expect(.seeOther)
        try site.run("UPDATE public_recipe SET diet_yes = 0")
        #expect(try site.failures().map(\.check).contains("diets"))
        _ = try site.write { try Reindex(db: $0).run() }
        #expect(try site.failures() == [])
        try site.run("UPDATE diet_override SET ended_at = 1, ended = 'undone'")
        _ = try site.write { try Reindex(db: $0).run() }
        #expect(try site.failures().map(\.check) == ["audit"])
    }

    @Test func `the page shows every derived answer, and moderators reach it from the recipe`() async throws {
        let site = try TestSite()
        let recipe = try soup(site)
        let bob = try site.client(.bob)
        let page = try await bob.get(site.address(of: recipe))
        #expect(page.text.contains("/recipes/\(recipe)/diets\""))
        #expect(try await !site.visitor().get(site.address(of: recipe)).text.contains("/recipes/\(recipe)/diets\""))
        let overrides = try await bob.get("/recipes/\(recipe)/diets")
        for subject in DietReason.Subject.all { #expect(overrides.text.contains(#"<option value="\#(subject.name)""#)) }
    }
}

/// Tests of the reasons on a recipe's page, and of the kinds of ingredients behind them.
@Suite struct ReasonPageTests {
    @Test func `the page explains an answer from the line to the catalogue in both languages`() async throws {
        let site = try TestSite()
        let recipe = try site.plant("Pasta", "200 g pasta\n50 g Parmesan")
        let address = try site.address(of: recipe)
        let page = try await site.visitor().get(address)
        #expect(page.text.contains("parmesan counts as cheese"))
        #expect(page.text.contains("cheese counts as milk"))
        #expect(page.text.contains("milk: not vegan, as the catalogue says"))
        let russian = try await site.visitor().get(address, headers: ["Accept-Language": "ru"])
        #expect(russian.text.contains("пармезан относится к группе «сыр»"))
        #expect(russian.text.contains("молоко: не веганское — так записано в каталоге"))
    }

    @Test func `a fact that an admin changed is named, and dependent ingredients follow`() async throws {
        let site = try TestSite()
        let recipe = try site.plant("Pasta", "200 g pasta\n50 g Parmesan")
        let other = try site.plant("Tea", "1 lemon")
        try await site.confirm(site.draft("/admin/ingredients/cheese", [("fact.halal", "no")]), derived: false)
        #expect(try site.count("SELECT count(*) FROM derivation WHERE recipe_id = \(recipe)") == 1)
        #expect(try site.count("SELECT count(*) FROM derivation WHERE recipe_id = \(other)") == 0)
        site.site.backgroundWorker.work()
        let json: RecipeAnswer = try await site.visitor().json("/recipes/\(recipe)")
        #expect(json.diets["halal"] == "no")
        let page = try await site.visitor().get(site.address(of: recipe))
        #expect(page.text.contains("cheese: not halal, as an admin entered it on"))
        #expect(try site.failures() == [])
    }

    @Test func `an admin sets the parent of an ingredient by any of its names`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        try await site.change("/admin/ingredients/tofu", ("parent", "Сыр"))
        #expect(
            try await ada.get("/admin/ingredients/tofu").text.contains(#"name="parent" type="text" value="cheese""#))
        let logged: String? = try site.value("SELECT to_state FROM audit ORDER BY id DESC LIMIT 1")
        #expect(logged?.hasSuffix(" is cheese") == true)
        // A form without the field keeps the parent, an empty field removes it.
        try await site.change("/admin/ingredients/tofu", ("fact.kosher", "no"))
        #expect(try site.count("SELECT count(*) FROM ingredient WHERE key = 'tofu' AND parent_id IS NOT NULL") == 1)
        try await site.change("/admin/ingredients/tofu", ("parent", ""))
        #expect(try site.count("SELECT count(*) FROM ingredient WHERE key = 'tofu' AND parent_id IS NULL") == 1)
        #expect(try site.failures() == [])
    }

    @Test(arguments: ["unobtainium", "parmesan", "milk", String(repeating: "x", count: 101)])
    func `a parent that is unknown or makes a cycle is refused, and all input is kept`(parent: String) async throws {
        let site = try TestSite()
        let fields = [("parent", parent), ("fact.kosher", "no")]
        let answer = try await site.client(.ada).post("/admin/ingredients/milk", fields)
        #expect(answer.status == .unprocessable)
        #expect(answer.text.contains(#"id="parent-error""#) && answer.text.contains(#"value="\#(parent)""#))
        #expect(answer.text.contains(#"name="fact.kosher" value="no" checked"#))
        #expect(try site.count("SELECT count(*) FROM ingredient WHERE key = 'milk' AND parent_id IS NULL") == 1)
    }

    @Test func `the database refuses an ingredient as its own parent, and check finds a cycle`() throws {
        let site = try TestSite()
        #expect(throws: (any Error).self) { try site.run("UPDATE ingredient SET parent_id = id WHERE key = 'milk'") }
        try site.run(
            "UPDATE ingredient SET parent_id = (SELECT id FROM ingredient WHERE key = 'parmesan') WHERE key = 'milk'")
        #expect(try site.failures().contains { $0.check == "ingredients" && $0.finding.contains("milk") })
    }
}
