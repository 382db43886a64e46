// Tests of the admin list of recipes and of a recipe's history.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

/// A recipe in the admin list.
struct RecipeAdminAnswer: Decodable, Sendable {
    let id: Int
    let title: String?
    let state: String
    let author: String
}

extension TestSite {
    /// The ids of the recipes that a filter finds, in the order of the list.
    func listed(_ filter: String = "") async throws -> [Int] {
        try await client(.ada).json("/admin/recipes?\(filter)", as: ListAnswer<RecipeAdminAnswer>.self).items.map(\.id)
    }
}

@Suite struct RecipeAdminTests {
    /// One recipe in each state that members and moderators can cause, by its state.
    private func states(_ site: TestSite) async throws -> [String: Int] {
        let draft = try await site.write(RecipeFields.unknown.with("title", "Secret of mine"))
        let queued = try await site.write(.honey)
        _ = try await site.submit(queued)
        let changes = try await site.write(RecipeFields.honey.with("title", "Honey tea"))
        try await site.requestChanges(site.submit(changes))
        let rejected = try await site.write(RecipeFields.honey.with("title", "Honey poem"))
        try await site.reject(site.submit(rejected))
        let live = try await site.publish(.vegan)
        let edited = try await site.publish(RecipeFields.vegan.with("title", "Lentil stew"))
        try await site.save(edited, RecipeFields.vegan.with("title", "Hidden stew"))
        let waiting = try await site.publish(RecipeFields.vegan.with("title", "Lentil pie"))
        try await site.save(waiting, RecipeFields.vegan.with("title", "Lentil tart"))
        _ = try await site.submit(waiting)
        let deleted = try await site.publish(RecipeFields.vegan.with("title", "Lentil cake"))
        try await site.client(.alice).post("/recipes/\(deleted)/delete").expect(.seeOther)
        return [
            "draft": draft, "queued": queued, "changes-requested": changes, "rejected": rejected, "live": live,
            "live-edited": edited, "live-queued": waiting, "deleted": deleted,
        ]
    }

    @Test func `every state is listed, counted and found`() async throws {
        let site = try TestSite()
        let states = try await states(site)
        let all = try await site.client(.ada).json("/admin/recipes", as: ListAnswer<RecipeAdminAnswer>.self)
        #expect(all.total == 8 && all.items.map(\.id) == states.values.sorted(by: >))
        for (state, id) in states {
            #expect(try await site.listed("state=\(state)") == [id], "\(state)")
            #expect(all.items.first { $0.id == id }?.state == state)
        }
        let page = try await site.client(.ada).get("/admin/recipes").text
        #expect(page.contains(#"aria-current="page">all <span class="count">8</span>"#))
        #expect(page.contains(#"public <span class="count">1</span>"#))
        #expect(try site.failures() == [])
    }

    @Test func `a text that only its author has read is not shown or found`() async throws {
        let site = try TestSite()
        let states = try await states(site)
        let (ada, draft) = (try site.client(.ada), try #require(states["draft"]))
        for path in [
            "/admin/recipes", "/admin/recipes/\(draft)", "/admin/recipes/\(try #require(states["live-edited"]))",
        ] {
            let page = try await ada.get(path).text
            #expect(!page.contains("Secret of mine") && !page.contains("Hidden stew"), "\(path)")
            let json = try await ada.get(path, headers: ["Accept": "application/json"]).text
            #expect(!json.contains("Secret of mine") && !json.contains("Hidden stew"), "\(path)")
        }
        for words in ["secret", "hidden"] { #expect(try await site.listed("q=\(words)") == []) }
        // A recipe withdrawn from the queue is visible only to its author again.
        let queued = try #require(states["queued"])
        #expect(try await site.listed("q=porridge") == [queued])
        try await site.client(.alice).post("/recipes/\(queued)/withdraw").expect(.seeOther)
        #expect(try await site.listed("q=porridge") == [])
        #expect(try await ada.get("/admin/recipes/\(queued)").text.contains("Private recipe no. \(queued)"))
    }

    @Test func `each filter finds the matching recipes`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Onion soup", "1 onion", category: "soup", cuisine: "greek")
        let odd = try site.plant("Frobnium tea", "2 g dried frobnium")
        site.clock.advance(by: 3 * TestClock.day)
        let late = try await site.publish(.vegan)
        #expect(try await site.listed("q=onion") == [soup])
        #expect(try await site.listed("q=lent") == [late])
        #expect(try await site.listed("author=Alice").count == 3)
        #expect(try await site.listed("author=charlie") == [])
        #expect(try await site.listed("category=soup") == [soup])
        #expect(try await site.listed("category=nothing") == [])
        #expect(try await site.listed("cuisine=greek&state=live") == [soup])
        #expect(try await site.listed("with=no-category") == [odd])
        #expect(try await site.listed("with=no-cuisine") == [odd])
        #expect(try await site.listed("with=unknown-ingredients") == [odd])
        #expect(try await site.listed("with=photo") == [])
        #expect(try await site.listed("with=no-photo&sort=oldest") == [soup, odd, late])
        #expect(try await site.listed("sort=title") == [odd, late, soup])
        let day = Dates.iso(site.now)
        #expect(try await site.listed("from=\(day)") == [late])
        #expect(try await site.listed("to=\(Dates.iso(site.now - TestClock.day))&sort=oldest") == [soup, odd])
        try await site.client(.bob).post(
            "/recipes/\(soup)/diets", [("subject", "vegan"), ("fact", "no"), ("reason", "Butter.")]
        ).expect(.seeOther)
        #expect(try await site.listed("with=diet-override") == [soup])
    }

    @Test func `a Russian title is found in any spelling`() async throws {
        let site = try TestSite()
        let soup = try await site.write(RecipeFields.honey.with("title", "Борщ с мёдом"))
        _ = try await site.submit(soup)
        for words in ["борщ", "БОРЩ", "мед", "мёдом борщ", "с мЁдом"] {
            #expect(try await site.listed("q=\(Percent.encode(query: words))") == [soup], "\(words)")
        }
        #expect(try await site.listed("q=\(Percent.encode(query: "борщ суп"))") == [])
        let pie = try await site.publish(RecipeFields.vegan.with("title", "ПИРОГ с Ёжевикой"))
        try await site.changeRecipes("take-down", [pie])
        #expect(try await site.listed("q=\(Percent.encode(query: "пирог ежевик"))") == [pie])
    }

    @Test func `an invalid date shows an error at its field and finds nothing`() async throws {
        let site = try TestSite()
        try site.plant("Onion soup", "1 onion")
        let answer = try await site.client(.ada).get("/admin/recipes?from=tomorrow")
        #expect(answer.status == .unprocessable && answer.hasError(at: "from"))
        #expect(answer.text.contains(#"value="tomorrow""#) && !answer.text.contains("Onion soup"))
    }

    @Test func `links to other pages keep the filter`() async throws {
        let site = try TestSite()
        for number in 0..<21 { try site.plant("Soup \(number)", "1 onion") }
        let page = try await site.client(.ada).get("/admin/recipes?q=soup&sort=oldest").text
        #expect(page.contains(#"href="/admin/recipes?q=soup&amp;sort=oldest&amp;page=2""#))
        #expect(try await site.listed("q=soup&sort=oldest&page=2").count == 1)
    }

    @Test func `selected recipes of all pages stay selected when the form has an error`() async throws {
        let site = try TestSite()
        let soups = try (0..<21).map { try site.plant("Soup \($0)", "1 onion") }
        let ada = try site.client(.ada)
        let page = try await ada.get("/admin/recipes?sort=oldest&page=2").text
        let filter = try found(page.firstMatch(of: /name="filter" value="([^"]*)"/)).1.replacing("&amp;", with: "&")
        let answer = try await ada.post(
            "/admin/recipes/changes",
            [("filter", String(filter)), ("deed", "delete"), ("recipe", "\(soups[20])"), ("recipe", "\(soups[0])")])
        #expect(answer.status == .unprocessable)
        #expect(answer.text.contains(#"name="recipe" value="\#(soups[20])" checked"#))
        #expect(answer.text.contains(#"type="hidden" name="recipe" value="\#(soups[0])""#))
        #expect(!answer.text.contains("Soup 1<"))
    }

    @Test func `recipes of an account to be deleted are hidden unless they stay public`() async throws {
        let site = try TestSite()
        let states = try await states(site)
        let (alice, now, mailer) = (Person.alice, site.now, site.site.mailer)
        _ = try site.write {
            try AccountDeletionStore($0).begin(alice.id, .keep, open: [], by: alice.viewer.actor, mailer, now: now)
        }
        let stays = ["live", "live-edited", "live-queued"].compactMap { states[$0] }
        #expect(try await Set(site.listed()) == Set(stays))
        try await site.client(.ada).get("/admin/recipes/\(try #require(states["queued"]))").expect(.notFound)
    }

    @Test func `a recipe’s page shows its history and the difference between two texts`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.save(recipe, RecipeFields.vegan.with("tips", "Only for me."))
        try await site.save(recipe, RecipeFields.vegan.with("title", "Better lentil soup"))
        try await site.approve(site.submit(recipe))
        let ada = try site.client(.ada)
        let page = try await ada.get("/admin/recipes/\(recipe)").text
        #expect(page.contains("Version 3") && page.contains("Version 2") && page.contains("Version 1"))
        #expect(page.contains("<ins>Better") && page.contains("<del>L"))
        #expect(!page.contains("Only for me."))
        #expect(page.contains("approve") && page.contains("/moderation/submissions/"))
        let ids = try site.read {
            try $0.all("SELECT id FROM revision WHERE recipe_id = \(recipe) ORDER BY n") { $0[0] as Int }
        }
        let same = try await ada.get("/admin/recipes/\(recipe)?from=\(ids[2])&to=\(ids[2])").text
        #expect(!same.contains("<ins>"))
        // A text that only its author has read is not compared.
        let other = try await ada.get("/admin/recipes/\(recipe)?from=\(ids[1])&to=\(ids[2])").text
        #expect(!other.contains("Only for me."))
        try await ada.get("/admin/recipes/999").expect(.notFound)
    }

    @Test func `only admins see the list of recipes`() async throws {
        let site = try TestSite()
        let recipe = try site.plant("Onion soup", "1 onion")
        for path in ["/admin/recipes", "/admin/recipes/\(recipe)", "/admin/recipes/changes"] {
            for person in [Person.alice, .bob, .charlie] {
                try await site.client(person).get(path).expect(.forbidden)
            }
            #expect(try await site.visitor().get(path).location?.hasPrefix("/login") == true)
        }
    }

    @Test func `searching the list and choosing all of it is work for a thread, not for a loop`() async throws {
        let site = try TestSite()
        let soup = try site.plant("Onion soup", "1 onion")
        let ada = try site.client(.ada)
        let all = [("deed", "delete"), ("reason", "Copies."), ("all", "1"), ("filter", "q=soup")]
        _ = try await ada.token()
        let (search, draft) = try await site.withFullPool {
            (try await ada.get("/admin/recipes?q=soup"), try await ada.post("/admin/recipes/changes", all))
        }
        #expect(search.status == .unavailable && draft.status == .unavailable)
        #expect(try await site.listed("q=soup") == [soup])
        try await ada.post("/admin/recipes/changes", all).expect(.seeOther)
    }

    @Test func `a change contains no more recipes than their texts allow, but at least one`() async throws {
        let site = try TestSite()
        var recipes: [Int] = []
        for number in 1...4 { recipes.append(try site.plant("Soup \(number)", "1 onion", category: "soup")) }
        let draft = try await site.write(.honey)
        // Blanks at the end of a stored text mean nothing.
        func lengthen(_ recipe: Int, by length: Int) throws {
            try site.run("UPDATE revision SET body = body || printf('%*s', \(length), '') WHERE recipe_id = \(recipe)")
        }
        func drafted(_ more: (String, String), _ ticked: [Int] = []) async throws -> (held: [Int], beyond: Int) {
            _ = try await site.draftRecipes("delete", ticked, more)
            let held: [Int] = try site.read { db in
                try db.all(
                    """
                    SELECT recipe_id FROM recipe_change_row
                    WHERE change_id = (SELECT max(id) FROM recipe_change) ORDER BY recipe_id
                    """
                ) { $0[0] }
            }
            return (held, try site.count("SELECT beyond FROM recipe_change ORDER BY id DESC LIMIT 1"))
        }
        try site.run("DROP TRIGGER revision_is_never_changed")
        for recipe in recipes[..<3] { try lengthen(recipe, by: RecipeAdminLimits.changedText / 3) }
        try lengthen(draft, by: RecipeAdminLimits.changedText)
        // The text of a recipe that was never public is not written again.
        let ticked = try await drafted(("reason", "Copies."), [draft] + recipes)
        #expect(ticked.held == [recipes[0], recipes[1], draft] && ticked.beyond == 2)
        let found = try await drafted(("all", "1"))
        #expect(found.held.count == 4 && found.beyond == 1)
        try lengthen(recipes[0], by: RecipeAdminLimits.changedText)
        let long = try await drafted(("reason", "Copies."), [recipes[0], recipes[3]])
        #expect(long.held == [recipes[0]] && long.beyond == 1)
    }

    @Test func `selected recipes beyond the limit of a change are counted`() {
        let ticks = (1...RecipeAdminLimits.changed + 3).map { (name: "recipe", value: String($0)) }
        let form = ActionForm(Form(fields: ticks))
        #expect(form.recipes.count == RecipeAdminLimits.changed && form.beyond == 3)
    }
}
