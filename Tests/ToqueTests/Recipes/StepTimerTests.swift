// Tests of step timers: typed, approved, compared, exported and imported.

import Bytes
import Database
import Foundation
import HTTP
import Testing
import Words

@testable import Food
@testable import TestKit
@testable import Toque

@Suite struct StepTimerTests {
    private static let steps = RecipeFields(
        "Lentil soup", ingredients: "300 g red lentils\n1 tsp salt",
        steps: ["Bring it to the boil.", "Simmer for 25 minutes.", "Eat it."])

    private func body(_ site: TestSite) throws -> RecipeBody {
        try RecipeBody(encoded: found(site.value("SELECT body FROM revision ORDER BY id DESC LIMIT 1")))
    }

    private func timers(_ site: TestSite) throws -> [Int?] { try body(site).steps.map(\.timer.seconds) }

    @Test func `a timer has the same form in the editor, on the page, in print and for moderators`() async throws {
        let site = try TestSite()
        let id = try await site.write(Self.steps.adding(("step_timer-2", "1:30"), ("step_timer-3", "45 сек")))
        #expect(try timers(site) == [nil, 5_400, 45])
        let alice = try site.client(.alice)
        let form = EditorPageFields(try await alice.get("/recipes/\(id)/edit").text)
        #expect(form.first("step_timer-1") == "" && form.first("step_timer-2") == "1 h 30 min")
        let shown = #"<time datetime="PT1H30M">1 h 30 min</time>"#
        #expect(try await alice.get("/recipes/\(id)-lentil-soup").text.contains(shown))
        let submission = try await site.submit(id)
        let read = try await site.client(.bob).get("/moderation/submissions/\(submission)").text
        #expect(read.contains(shown) && !read.contains("data-timer-dock"))
        try await site.approve(submission)
        let visitor = try site.visitor()
        let page = try await visitor.get("/recipes/\(id)-lentil-soup").text
        #expect(page.contains(shown) && page.contains("data-timer-dock"))
        #expect(try await visitor.get("/recipes/\(id)/print").text.contains(shown))
        let russian = try await visitor.get("/recipes/\(id)-lentil-soup", headers: ["Accept-Language": "ru"]).text
        #expect(russian.contains(#"lang="ru" data-timer="5400""#) && russian.contains(">1 ч 30 мин</time>"))
        let answer = try await visitor.get("/recipes/\(id)-lentil-soup", headers: ["Accept": "application/json"]).text
        #expect(answer.contains(#""step_timers":[null,5400,45]"#))
        #expect(try site.failures() == [])
    }

    @Test func `a page without timers in its steps can start one of one's own`() async throws {
        let site = try TestSite()
        let id = try await site.publish(.vegan)
        let page = try await site.visitor().get(site.address(of: id)).text
        #expect(!page.contains("data-timer=") && page.contains("data-own-timer=") && page.contains("data-timer-dock"))
        // A private recipe, and cook mode.
        let secret = try await site.write(RecipeFields("Secret soup", ingredients: "1 onion"))
        let alice = try site.client(.alice)
        for address in ["/recipes/\(secret)-secret-soup", "/recipes/\(secret)/cook"] {
            #expect(try await alice.get(address).text.contains("data-own-timer="))
        }
    }

    @Test func `a timer of 1 second to 24 hours is accepted, others are refused`() async throws {
        #expect(RecipeLimits.timer == 1...86_400)
        let site = try TestSite()
        let alice = try site.client(.alice)
        let whole = String(repeating: "0", count: RecipeLimits.typedTimer - 5) + "5 min"
        for (text, seconds) in [("1 s", 1), ("24 h", 86_400), (whole, 300)] {
            let fields = Self.steps.with("title", text).adding(("step_timer-1", text)).fields
            try await alice.post("/recipes", fields).expect(.seeOther)
            #expect(try timers(site)[0] == seconds)
        }
        for text in ["0", "0 s", "24 h 1 s", "-5", "soon", "10-15 min", "0" + whole, "<b>5</b>"] {
            let typed = Self.steps.adding(("step_timer-2", text)).fields
            let answer = try await alice.post("/recipes", typed)
            #expect(answer.status == .unprocessable && answer.hasError(at: "step_timer-2"), "\(text)")
            let form = EditorPageFields(answer.text)
            #expect(form.first("step_timer-2") == text.trimmed && form.first("title") == "Lentil soup")
            #expect(form.all("step").prefix(3) == ["Bring it to the boil.", "Simmer for 25 minutes.", "Eat it."])
        }
        #expect(try site.count("SELECT count(*) FROM recipe") == 3)
    }

    @Test func `a timer moves with its step, and a step with only a timer shows an error`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let silent = try await alice.post(
            "/recipes",
            RecipeFields("A", ingredients: "salt", steps: ["Stir.", ""]).adding(("step_timer-2", "5")).fields)
        #expect(silent.status == .unprocessable && silent.hasError(at: "step"))
        #expect(EditorPageFields(silent.text).first("step_timer-2") == "5 min")
        let typed = Self.steps.adding(("step_timer-2", "25 min")).fields
        let moved = try await alice.post("/recipes", typed + [("arrange", "step-down-2")])
        try moved.expect(.ok)
        let form = EditorPageFields(moved.text)
        #expect(form.first("step_timer-2") == "" && form.first("step_timer-3") == "25 min")
        // The empty step before it is removed, so the number of its error changes.
        let fields = RecipeFields("B", ingredients: "salt", steps: ["", "Boil."]).adding(("step_timer-2", "soon"))
        let wrong = try await alice.post("/recipes", fields.fields)
        #expect(wrong.hasError(at: "step_timer-1"))
        #expect(EditorPageFields(wrong.text).first("step_timer-1") == "soon")
    }

    @Test func `only the author can set a timer, and only with a form of the site`() async throws {
        let site = try TestSite()
        let id = try await site.write(Self.steps)
        let fields = Self.steps.adding(("step_timer-1", "5 min"), ("version", "1")).fields
        let address = "/recipes/\(id)"
        #expect(try await site.client(.charlie).post(address, fields).status == .notFound)
        #expect(try await site.client(.bob).post(address, fields).status == .notFound)
        #expect(try await site.client(.ada).post(address, fields).status == .notFound)
        #expect(try await site.visitor().post(address, fields).status == .seeOther)
        let alice = try site.client(.alice)
        let foreign: Headers = ["Sec-Fetch-Site": "cross-site"]
        #expect(try await alice.post(address, fields, headers: foreign).status == .forbidden)
        #expect(try await alice.postAsIs(address, fields).status == .forbidden)
        #expect(try timers(site) == [nil, nil, nil])
        try await alice.post(address, fields).expect(.seeOther)
        #expect(try timers(site) == [300, nil, nil])
    }

    @Test func `a duration in a step is offered, and set only by its button`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let first = try await alice.post("/recipes", Self.steps.fields + [("arrange", "check")])
        #expect(first.text.contains(#"data-offer="25 min">Set 25 min<"#))
        #expect(EditorPageFields(first.text).first("step_timer-2") == "")
        let taken = try await alice.post("/recipes", Self.steps.fields + [("arrange", "step-timer-2")])
        #expect(EditorPageFields(taken.text).first("step_timer-2") == "25 min")
        #expect(!taken.text.contains(#"data-offer="25 min""#))
        let own = Self.steps.adding(("step_timer-2", "x")).fields
        let kept = try await alice.post("/recipes", own + [("arrange", "step-timer-2")])
        #expect(EditorPageFields(kept.text).first("step_timer-2") == "x")
        #expect(try await alice.post("/recipes", own + [("arrange", "step-timer-99")]).status == .ok)
        let facts = try await alice.post("/recipes/facts", Self.steps.fields).text
        #expect(facts.contains(#"data-offer-for="2" data-offer="25 min""#) && !facts.contains(#"data-offer-for="1""#))
        try await alice.post("/recipes", Self.steps.fields).expect(.seeOther)
        #expect(try timers(site) == [nil, nil, nil])
    }

    @Test func `the comparison of two windows offers both timers`() async throws {
        let site = try TestSite()
        let id = try await site.write(Self.steps)
        let alice = try site.client(.alice)
        let theirs = Self.steps.adding(("step_timer-2", "30 min"), ("version", "1")).fields
        try await alice.post("/recipes/\(id)", theirs).expect(.seeOther)
        let conflict = try await alice.post(
            "/recipes/\(id)", Self.steps.adding(("step_timer-2", "25"), ("version", "1")).fields)
        #expect(conflict.status == .conflict && conflict.text.contains(#"name="pick-step-2""#))
        #expect(conflict.text.contains("25") && conflict.text.contains("30"))
        let kept = EditorPageFields(conflict.text).fields.filter { !$0.0.hasPrefix("pick-") && $0.0 != "against" }
        for (choice, time) in [("mine", "25 min"), ("theirs", "30 min")] {
            let merged = try await alice.post(
                "/recipes/\(id)", kept + [("pick-step-2", choice), ("against", "saved"), ("arrange", "merge")])
            #expect(EditorPageFields(merged.text).first("step_timer-2") == time)
        }
    }

    @Test func `moderators see a changed timer, and an autosave keeps an invalid one`() async throws {
        let site = try TestSite()
        let id = try await site.publish(Self.steps.adding(("step_timer-2", "25 min")))
        try await site.save(id, Self.steps.adding(("step_timer-2", "30 min")))
        let read = try await site.client(.bob).get("/moderation/submissions/\(site.submit(id))").text
        #expect(read.contains("<del>25</del>") && read.contains("<ins>30</ins>"))
        let alice = try site.client(.alice)
        let typed = [("title", "Soup"), ("step", "Stir."), ("step_timer-1", "a whi"), ("window", "one")]
        try await alice.post("/recipes/drafts", typed).expect(.ok)
        let draft = EditorPageFields(try await alice.get("/recipes/new?draft=1").text)
        #expect(draft.first("step_timer-1") == "a whi")
    }

    @Test func `a text without timers is stored in the same form as before timers existed`() throws {
        var body = RecipeBody()
        body.steps = ["Mix.", "Bake.", "Eat."]
        #expect(body.encoded().contains(#""steps":["Mix.","Bake.","Eat."]"#))
        body.steps[1].timer = .seconds(1_500)
        body.steps[2].media = "a"
        let pictured = body.encoded()
        #expect(
            pictured.contains(
                #"["Mix.",{"text":"Bake.","timer":1500},{"text":"Eat.","media":"a","video":false,"alt":""}]"#))
        body.steps[2].timer = .seconds(1)
        #expect(try RecipeBody(encoded: body.encoded()) == body)
        #expect(RecipeLimits.allow(body))
        for seconds in [0, -1, 86_401] {
            body.steps[1].timer = .seconds(seconds)
            #expect(!RecipeLimits.allow(body), "an archive with \(seconds) is not taken as it is")
        }
    }

    @Test func `the member’s archive contains timers, and an import restores them`() async throws {
        let site = try TestSite()
        _ = try await site.write(Self.steps.adding(("step_timer-2", "25 min"), ("step_timer-3", "45 s")))
        let expected = try body(site)
        guard case .stream(let stream) = try await site.client(.alice).get("/my/recipes/all.zip").body else {
            throw StepFailed(description: "no stream")
        }
        var archive: [UInt8] = []
        while let piece = try await stream.next() { archive += piece }
        let charlie = try site.client(.charlie)
        let read = try await charlie.upload("/recipes/import", [], file: ("file", "all.zip", archive))
        try read.expect(.seeOther)
        let shown = try await charlie.get(found(read.location)).text
        #expect(shown.contains("Timer: 25 min"))
        try await charlie.post(found(read.location), [("recipe", "1")]).expect(.seeOther)
        #expect(try body(site) == expected)
        #expect(try site.count("SELECT count(*) FROM revision") == 2)
    }

    @Test(arguments: [
        ("Bake @rice{1%cup} for ~{25%minutes}.", 1_500, "Bake rice for 25 minutes."),
        ("Boil @eggs{3} ~eggs{3%minutes}, rest ~{1%hour}.", 180, "Boil eggs 3 minutes, rest 1 hour."),
        ("Bake @rice{} ~rest or ~{20-30%min} or ~{30%s}.", 30, "Bake rice rest or 20-30 min or 30 s."),
        ("Варите @рис{1%стакан} ~{1/2%часа}.", 1_800, "Варите рис 1/2 часа."),
        ("Bake @rice{} for ~{2%days}.", nil, "Bake rice for 2 days."), ("Bake @rice{} for 5 minutes.", nil, nil),
    ])
    func `the first usable duration of a Cooklang step becomes its timer, all stay in the text`(
        text: String, seconds: Int?, words: String?
    ) throws {
        let catalogue = try TestSite().catalogue()
        let recipe = try catalogue.take(CooklangRecipe.read(text, name: "Rice")).get()
        #expect(recipe.body.steps.map(\.timer.seconds) == [seconds])
        if let words { #expect(recipe.body.steps[0].text == words) }
    }

    @Test func `timers are written in Cooklang steps and read back`() throws {
        let catalogue = try TestSite().catalogue()
        var body = RecipeBody()
        body.title = "Rice"
        var rice = RecipeLine()
        rice.ingredient = "rice"
        body.lines = [rice]
        body.steps = ["Boil the rice for 25 minutes.", "Let it rest.", "Wait 10 minutes.", "Eat."]
        for (index, seconds) in [1_500, 5_400, 45].enumerated() { body.steps[index].timer = .seconds(seconds) }
        let text = CooklangText(body, author: "alice", catalogue: catalogue).text
        #expect(text.contains("Boil the @rice{} for ~{25%minutes}."))
        #expect(text.contains("Let it rest. ~{90%min}") && text.contains("Wait 10 minutes. ~{45%s}"))
        let again = try catalogue.take(CooklangRecipe.read(text)).get().body
        #expect(again.steps.map(\.timer.seconds) == [1_500, 5_400, 45, nil])
        #expect(again.steps[0].text == body.steps[0].text)
    }

    @Test func `a plain text sets no timer`() throws {
        let catalogue = try TestSite().catalogue()
        let text = "Rice\nIngredients\n1 cup rice\n2 cups water\nMethod\n1. Boil the rice for 25 minutes.\n2. Eat it."
        let read = try RecipeDocument(catalogue: catalogue).read(Array(text.utf8), name: "")
        let recipe = try catalogue.take(found(read.first)).get()
        #expect(recipe.body.steps.count == 2 && recipe.body.steps.allSatisfy { $0.timer == .none })
    }

    @Test func `timers alert as the reader prefers`() async throws {
        let site = try TestSite()
        let id = try await site.publish(Self.steps.adding(("step_timer-2", "25 min")))
        let address = try site.address(of: id)
        let alice = try site.client(.alice)
        let loud = try await alice.get(address).text
        #expect(!loud.contains("data-silent") && !loud.contains(" data-still"))
        try await alice.post("/settings/preferences", [("subtitles", "on")]).expect(.seeOther)
        let calm = try await alice.get(address).text
        #expect(calm.contains("data-silent") && calm.contains(" data-still"))
    }
}
