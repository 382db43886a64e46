// Tests cook mode: its pages without a script, who may see them, and where members go on.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

/// Cook mode in a JSON answer.
private struct CookingAnswer: Decodable {
    struct Step: Decodable {
        let text: String
        let ingredients: [String]
    }

    struct Session: Decodable, Equatable {
        let step: Int
        let servings: Int?
    }

    let title: String
    let servings: Int?
    let step: Int
    let resume: Session?
    let steps: [Step]
}

@Suite struct CookingTests {
    private static let rice = RecipeFields(
        "Butter rice", ingredients: "200 g rice\n50 g butter\n1 tsp salt",
        steps: ["Wash the rice.", "Boil it with salt for 20 minutes.", "Stir in the butter."]
    ).adding(("step_timer-2", "20 min"))

    private func site() async throws -> (TestSite, recipe: Int) {
        let site = try TestSite()
        return (site, try await site.publish(Self.rice))
    }

    private func shownStep(_ page: Response) -> String? {
        page.text.firstMatch(of: /<section class="cook-step[^"]*" id="step-(\d+)"[^>]*"\>/).map { String($0.1) }
    }

    @Test func `the end asks a member for a rating, and the cook stays there`() async throws {
        let (site, recipe) = try await site()
        let (charlie, end) = (try site.client(.charlie), "/recipes/\(recipe)/cook?step=4&servings=8")
        let asked = try await charlie.get(end).text
        #expect(
            asked.contains(#"action="/recipes/\#(recipe)/review""#)
                && asked.contains(#"name="cooked_servings" value="8""#))
        let fields = [("stars", "4"), ("cooked", "as-written"), ("cooked_servings", "8")]
        let headers: Headers = ["Referer": "http://toque.test\(end)"]
        let saved = try await charlie.post("/recipes/\(recipe)/review", fields, headers: headers)
        #expect(saved.location == end)
        let rated = try await charlie.get(end)
        #expect(rated.shows("Review saved.") && rated.shows("You rated it: 4 of 5."))
        #expect(!rated.text.contains(#"name="stars""#))
        // A page that was opened before replaces nothing.
        let old = [("stars", "1"), ("cooked", "as-written"), ("text", "Burnt."), ("new", "1")]
        let late = try await charlie.post("/recipes/\(recipe)/review", old, headers: headers)
        #expect(late.status == .conflict && late.shows("Burnt.") && late.hasError(at: "text"))
        #expect(try site.count("SELECT stars FROM review") == 4)
        // Its author and visitors cannot rate it there.
        #expect(try await !site.client(.alice).get(end).text.contains(#"name="stars""#))
        #expect(try await !site.visitor().get(end).text.contains(#"name="stars""#))
        let wrong = try await charlie.post("/recipes/\(recipe)/review", [("stars", "6"), ("text", "Good")])
        #expect(wrong.status == .unprocessable && wrong.hasError(at: "stars") && wrong.shows("Good"))
    }

    @Test func `without a script there is a page for each step and one for the end`() async throws {
        let (site, recipe) = try await site()
        let visitor = try site.visitor()
        let first = try await visitor.get("/recipes/\(recipe)/cook")
        #expect(first.status == .ok && shownStep(first) == "1")
        #expect(first.shows("Step 1 of 3") && first.text.contains(#"/recipes/\#(recipe)/cook?step=2" data-next"#))
        #expect(first.headers.all("Set-Cookie").isEmpty)
        #expect(first.text.contains(#"<meta name="robots" content="noindex">"#))
        let second = try await visitor.get("/recipes/\(recipe)/cook?step=2")
        #expect(shownStep(second) == "2" && second.text.contains("step=1\" data-back"))
        #expect(second.text.contains(#"<time datetime="PT20M">20 min</time>"#))
        let end = try await visitor.get("/recipes/\(recipe)/cook?step=4")
        #expect(shownStep(end) == "4" && end.shows("Enjoy your meal!"))
        #expect(end.text.contains("https://www.facebook.com/sharer/sharer.php?u=http"))
        for wrong in ["0", "5", "-1", "x", "99999999999999999999"] {
            #expect(try await shownStep(visitor.get("/recipes/\(recipe)/cook?step=\(wrong)")) == "1", "\(wrong)")
        }
        #expect(try await visitor.get("/recipes/999/cook").status == .notFound)
    }

    @Test func `an ingredient of several steps says that its amount is for all of them`() async throws {
        let site = try TestSite()
        let soup = try await site.publish(
            RecipeFields(
                "Onion soup", ingredients: "4 tbsp olive oil\n2 onions",
                steps: ["Heat half of the olive oil.", "Fry the onions.", "Add the rest of the olive oil."]))
        let page = try await site.visitor().get("/recipes/\(soup)/cook")
        #expect(page.text.ranges(of: "for several steps").count == 2)
    }

    @Test func `each step shows its ingredients in the amounts that were asked for`() async throws {
        let (site, recipe) = try await site()
        let visitor = try site.visitor()
        let answer: CookingAnswer = try await visitor.json("/recipes/\(recipe)/cook?servings=8&step=3")
        #expect(answer.step == 3 && answer.servings == 8)
        #expect(answer.steps.map(\.ingredients) == [["400\u{a0}g rice"], ["2\u{a0}tsp salt"], ["100\u{a0}g butter"]])
        let page = try await visitor.get("/recipes/\(recipe)/cook?servings=8")
        #expect(page.shows("for 8 servings") && page.text.contains("cook?step=2&amp;servings=8"))
        #expect(try await visitor.get("/recipes/\(recipe)/cook?servings=none").shows("for 4 servings"))
        let link = try await visitor.get("\(site.address(of: recipe))?servings=8").text
        #expect(link.contains("/recipes/\(recipe)/cook?servings=8"))
    }

    @Test func `a worker reads which lines the steps use, once for each text`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(Self.rice)
        let (alice, path) = (try site.client(.alice), "/recipes/\(recipe)/cook")
        let first = try await site.withFullPool {
            try await [alice.get(path).status, alice.post(path, [("step", "2")]).status]
        }
        #expect(first == [.unavailable, .unavailable])
        #expect(try await alice.get(path).status == .ok)
        let later = try await site.withFullPool {
            try await [alice.get(path).status, alice.post(path, [("step", "2")]).status]
        }
        #expect(later == [.ok, .seeOther])
    }

    @Test func `cook mode warns of what the member avoids`() async throws {
        let (site, recipe) = try await site()
        let charlie = try site.client(.charlie)
        #expect(try await !charlie.get("/recipes/\(recipe)/cook").text.contains("role=\"note\""))
        try await charlie.post("/settings/preferences", [("diet", "vegan"), ("units", "metric")]).expect(.seeOther)
        let page = try await charlie.get("/recipes/\(recipe)/cook?step=2")
        #expect(page.text.contains("role=\"note\"") && page.shows("vegan") && page.shows("butter"))
        let draft = try await site.write(Self.rice, as: .charlie)
        #expect(try await charlie.get("/recipes/\(draft)/cook").text.contains("role=\"note\""))
    }

    @Test func `only its author can cook a private recipe, and nobody else one that was taken down`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(Self.rice)
        let path = "/recipes/\(recipe)/cook"
        #expect(try await site.client(.alice).get(path).status == .ok)
        #expect(try await site.client(.alice).get(path).text.contains("Facebook") == false)
        for person in [Person.bob, .charlie, .ada] {
            #expect(try await site.client(person).get(path).status == .notFound)
            #expect(try await site.client(person).post(path, [("step", "2")]).status == .notFound)
        }
        #expect(try await site.visitor().get(path).status == .notFound)
        try await site.approve(site.submit(recipe))
        #expect(try await site.visitor().get(path).status == .ok)
        let change = try await site.draftRecipes("take-down", [recipe])
        try await site.client(.ada).post("\(change)/confirm").expect(.seeOther)
        #expect(try await site.visitor().get(path).status == .notFound)
    }

    @Test func `a member goes on at the same step for a day, on any device`() async throws {
        let (site, recipe) = try await site()
        let (phone, tablet) = (try site.client(.charlie), try site.client(.charlie))
        let path = "/recipes/\(recipe)/cook"
        #expect(try await !tablet.get("/").shows("Continue cooking"))
        let saved = try await phone.post(path, [("step", "2"), ("servings", "8")])
        #expect(saved.location == "\(path)?step=2&servings=8")
        #expect(try await phone.get(found(saved.location)).shows("Saved. You can continue here for a day"))
        let page = try await tablet.get(path)
        #expect(shownStep(page) == "2" && page.shows("You were here last time.") && page.shows("for 8 servings"))
        #expect(try await tablet.get("/").shows("Butter rice, step 2"))
        #expect(try await tablet.get(site.address(of: recipe)).shows("Continue at step 2"))
        let answer: CookingAnswer = try await tablet.json(path)
        #expect(answer.resume == .init(step: 2, servings: 8))
        #expect(try await shownStep(tablet.get(path + "?step=1")) == "1")
        #expect(try await shownStep(site.client(.alice).get(path)) == "1")
        site.clock.advance(by: CookingRules.resumeTime)
        let later = try site.client(.charlie)
        #expect(try await shownStep(later.get(path)) == "1")
        #expect(try await !later.get("/").shows("Continue cooking"))
    }

    @Test func `the end forgets the place, and wrong values save nothing`() async throws {
        let (site, recipe) = try await site()
        let (charlie, path) = (try site.client(.charlie), "/recipes/\(recipe)/cook")
        let json: Headers = ["Accept": "application/json"]
        try await charlie.post(path, [("step", "3")], headers: json).expect(.ok)
        #expect(try site.count("SELECT step FROM cook_session") == 3)
        for fields in [[("step", "5")], [("step", "")], [("step", "2"), ("servings", "0")], []] {
            let answer = try await charlie.post(path, fields)
            #expect(answer.status == .unprocessable)
            #expect(answer.hasError(at: "step") || answer.hasError(at: "servings"))
            #expect(try await charlie.post(path, fields, headers: json).status == .unprocessable)
        }
        #expect(try site.count("SELECT step FROM cook_session") == 3)
        #expect(try await charlie.post(path, [("step", "4")]).location == "\(path)?step=4")
        #expect(try site.count("SELECT count(*) FROM cook_session") == 0)
        #expect(try await site.visitor().post(path, [("step", "2")]).location?.hasPrefix("/login") == true)
    }

    @Test func `a member cooks a limited number of recipes, and old places are deleted`() async throws {
        let site = try TestSite()
        let (user, now) = (Person.charlie.id, site.now)
        for number in 0...CookingRules.sessions + 1 {
            let recipe = try site.plant("Soup \(number)", "1 onion")
            try site.write {
                try CookingStore($0).save(
                    CookSession(step: 1, servings: nil), recipe: recipe, user: user, now: now + number)
            }
        }
        #expect(try site.count("SELECT count(*) FROM cook_session") == CookingRules.sessions)
        #expect(try site.read { try CookingStore($0).unfinished(user: user, now: now) }.count == 3)
        let sweep = Retention(writer: site.site.writer, settings: site.site.settings)
        try sweep.sweep(now: now + CookingRules.resumeTime)
        #expect(try site.count("SELECT count(*) FROM cook_session") == CookingRules.sessions)
        try sweep.sweep(now: now + CookingRules.keptTime + 100)
        #expect(try site.count("SELECT count(*) FROM cook_session") == 0)
    }

    @Test func `the practice page explains the wave`() async throws {
        let page = try await TestSite().visitor().get("/cooking/wave")
        #expect(page.status == .ok && page.shows("They are neither stored nor sent."))
    }

    @Test func `only cook mode may ask for the microphone`() async throws {
        let (site, recipe) = try await site()
        let visitor = try site.visitor()
        let policy = try await visitor.get("/recipes/\(recipe)/cook").headers.all("Permissions-Policy")
        #expect(policy == ["camera=(self), microphone=(self), geolocation=(), payment=(), usb=()"])
        #expect(try await visitor.get("/").headers["Permissions-Policy"]?.contains("microphone=()") == true)
    }
}
