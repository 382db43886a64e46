// Tests of submitting and withdrawing recipes, of rounds and cases, and of blocked words.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct SubmissionTests {
    /// The state of a recipe in the author's list.
    private func state(_ site: TestSite, _ recipe: Int) async throws -> String? {
        try await site.client(.alice).json("/my/recipes", as: ListAnswer<OwnRecipeAnswer>.self).items
            .first { $0.id == recipe }?.state
    }

    @Test func `after changes were requested, the author’s page leads to the editor, then offers to submit`()
        async throws
    {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        try await site.requestChanges(site.submit(recipe))
        let (alice, submit) = (try site.client(.alice), "action=\"/recipes/\(recipe)/submit")
        let page = try await alice.get(site.address(of: recipe))
        #expect(page.shows("You can submit it again when you have changed it.") && !page.text.contains(submit))
        try await alice.post("/recipes/\(recipe)", RecipeFields.honey.with("version", "1").fields).expect(.seeOther)
        let changed = try await alice.get(site.address(of: recipe))
        #expect(!changed.shows("You can submit it again") && changed.text.contains(submit))
    }

    @Test func `the author sees the state of a recipe after every change`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        #expect(try await state(site, recipe) == "draft")
        let first = try await site.submit(recipe)
        #expect(try await state(site, recipe) == "queued")
        try await site.requestChanges(first)
        #expect(try await state(site, recipe) == "changes-requested")
        try await site.save(recipe, RecipeFields.vegan.with("tips", "Lemon."))
        try await site.reject(site.submit(recipe))
        #expect(try await state(site, recipe) == "rejected")
        try await site.save(recipe, RecipeFields.vegan.with("tips", "More lemon."))
        try await site.approve(site.submit(recipe))
        #expect(try await state(site, recipe) == "live")
        try await site.save(recipe, RecipeFields.vegan.with("tips", "No lemon."))
        #expect(try await state(site, recipe) == "live-edited")
        _ = try await site.submit(recipe)
        #expect(try await state(site, recipe) == "live-queued")
        _ = try await site.client(.alice).post("/recipes/\(recipe)/withdraw")
        #expect(try await state(site, recipe) == "live-edited")
    }

    @Test func `only the author sees the forms that are possible now`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let alice = try site.client(.alice)
        let (submit, withdraw) = (#"action="/recipes/\#(recipe)/submit""#, #"action="/recipes/\#(recipe)/withdraw""#)
        let draft = try await alice.get("/recipes/\(recipe)")
        #expect(draft.text.contains(submit) && !draft.text.contains(withdraw))
        let answer = try await alice.post("/recipes/\(recipe)/submit")
        #expect(answer.location == "/recipes/\(recipe)-lentil-soup")
        let queued = try await alice.get("/recipes/\(recipe)-lentil-soup")
        #expect(queued.text.contains(#"role="status""#))
        #expect(!queued.text.contains(submit) && queued.text.contains(withdraw))
        try await site.approve(#require(try site.submission(of: recipe)))
        let live = try await alice.get(site.address(of: recipe))
        #expect(!live.text.contains(submit) && !live.text.contains(withdraw))
        for client in [try site.visitor(), try site.client(.charlie), try site.client(.ada)] {
            let page = try await client.get(site.address(of: recipe))
            #expect(page.status == .ok)
            for form in ["submit", "withdraw", "delete", "edit"] {
                #expect(!page.text.contains("/recipes/\(recipe)/\(form)"))
            }
        }
    }

    @Test func `without a licence a member cannot submit, and the page links to the licence`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan, as: .charlie)
        let charlie = try site.client(.charlie)
        let page = try await charlie.get("/recipes/\(recipe)")
        #expect(!page.text.contains("/recipes/\(recipe)/submit"))
        #expect(page.text.contains(#"href="/settings/licence""#))
        let refused = try await charlie.post("/recipes/\(recipe)/submit")
        #expect(refused.status == .forbidden)
        #expect(refused.text.contains("/settings/licence"))
        try site.license(.charlie)
        #expect(try await charlie.post("/recipes/\(recipe)/submit").status == .seeOther)
    }

    @Test(arguments: ["submit", "withdraw", "delete", "restore"])
    func `another member’s recipe is 404, whatever the role`(action: String) async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        _ = try await site.submit(recipe)
        for person in [Person.charlie, .bob, .ada] {
            try site.license(person)
            #expect(try await site.client(person).post("/recipes/\(recipe)/\(action)").status == .notFound, "\(person)")
        }
        #expect(try site.value("SELECT state FROM submission") == "queued")
    }

    @Test func `a withdrawn submission can be submitted again`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let alice = try site.client(.alice)
        #expect(try await alice.post("/recipes/\(recipe)/withdraw").status == .conflict)
        let first = try await site.submit(recipe)
        #expect(try await alice.post("/recipes/\(recipe)/withdraw").status == .seeOther)
        let second = try await site.submit(recipe)
        #expect(second > first)
        let states = try site.read { try $0.all("SELECT state FROM submission ORDER BY id") { $0[0] as String } }
        #expect(states == ["withdrawn", "queued"])
    }

    @Test func `submitting a queued text again answers without another pre-screen`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let first = try await site.submit(recipe)
        try await site.client(.ada).post("/admin/blocked-words", [("words", "lentil")]).expect(.seeOther)
        try await site.client(.alice).post("/recipes/\(recipe)/submit").expect(.seeOther)
        #expect(try site.submission(of: recipe) == first)
    }

    @Test func `a changed text continues the case in its next round`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let alice = try site.client(.alice)
        for round in 1...3 {
            let submission = try await site.submit(recipe)
            let (number, caseID, back) = try #require(
                try site.read {
                    try $0.first("SELECT round, case_id, returns_to FROM submission WHERE id = \(submission)") {
                        ($0[0] as Int, $0[1] as Int, $0[2] as Int?)
                    }
                })
            #expect(number == round)
            #expect(caseID == 1)
            #expect(back == (round == 1 ? nil : Person.bob.id))
            if round > 1 {
                let page = try await site.client(.bob).get("/moderation/submissions/\(submission)")
                #expect(page.text.contains(/<p class="help">Round \d · [^<]+ · <time/))
                #expect(!page.text.contains("HTML("))
            }
            try await site.requestChanges(submission)
            #expect(try await alice.post("/recipes/\(recipe)/submit").status == .conflict)
            try await site.save(recipe, RecipeFields.vegan.with("tips", "Round \(round)"))
        }
        let page = try await alice.get("/recipes/\(recipe)")
        #expect(page.shows("Which pan?"))
        #expect(!page.text.contains("bob"))
    }

    @Test func `after a rejection a new text opens a new case`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        try await site.reject(site.submit(recipe))
        #expect(try await site.client(.alice).post("/recipes/\(recipe)/submit").status == .conflict)
        try await site.save(recipe, .honey)
        let second = try await site.submit(recipe)
        #expect(try site.count("SELECT case_id FROM submission WHERE id = \(second)") == 2)
        #expect(try site.count("SELECT round FROM submission WHERE id = \(second)") == 1)
    }

    @Test func `a public text cannot be submitted again`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let alice = try site.client(.alice)
        #expect(try await alice.post("/recipes/\(recipe)/submit").status == .conflict)
    }

    @Test func `a newer text takes the place of the queued one and keeps its place in line`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.save(recipe, .honey)
        let first = try await site.submit(recipe)
        let fields = try site.decisionFields(first, message: "A message that took a while")
        _ = try await site.client(.bob).post("/moderation/submissions/\(first)/claim")
        site.clock.advance(by: 60_000)
        try await site.save(recipe, .unknown)
        let alice = try site.client(.alice)
        let page = try await alice.get("/recipes/\(recipe)/draft")
        #expect(page.shows("Send the newer text instead"))
        let second = try await site.submit(recipe)
        #expect(second != first)
        func row(_ id: Int) throws -> [String?] {
            try site.read {
                try $0.first(
                    """
                    SELECT state, queued_at || ' ' || due_at || ' ' || case_id || ' ' || round, replaced_by
                    FROM submission WHERE id = \(id)
                    """
                ) { [$0[0] as String?, $0[1], ($0[2] as Int?).map(String.init)] }
            } ?? []
        }
        let (old, new) = (try row(first), try row(second))
        #expect(old[0] == "withdrawn" && old[2] == String(second))
        #expect(new[0] == "queued" && new[1] == old[1])
        #expect(try site.count("SELECT count(*) FROM claim") == 0)
        let late = try await site.client(.bob).post("/moderation/submissions/\(first)/approve", fields)
        #expect(late.status == .conflict)
        #expect(late.shows("The author has sent a newer text in place of this one."))
        #expect(late.shows("A message that took a while"))
        #expect(late.text.contains("/moderation/submissions/\(second)"))
        let replay = try site.read { try AuditReplay(db: $0).run() }
        #expect(replay.submissions == [1: "approved", first: "withdrawn", second: "queued"])
        try await site.approve(second)
        #expect(try await site.visitor().get(site.address(of: recipe)).shows("Tea of frobnium"))
    }

    @Test func `deleting a recipe removes it from the queue`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let submission = try await site.submit(recipe)
        let fields = try site.decisionFields(submission)
        _ = try await site.client(.alice).post("/recipes/\(recipe)/delete")
        #expect(try site.value("SELECT state FROM submission") == "withdrawn")
        let answer = try await site.client(.bob).post("/moderation/submissions/\(submission)/approve", fields)
        #expect(answer.status == .conflict)
        #expect(try site.count("SELECT count(*) FROM public_recipe") == 0)
    }

    @Test func `an author can submit at most fifty recipes in a day`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let alice = try site.client(.alice)
        for _ in 0..<Policy.dailyLimit {
            #expect(try await alice.post("/recipes/\(recipe)/submit").status == .seeOther)
            #expect(try await alice.post("/recipes/\(recipe)/withdraw").status == .seeOther)
        }
        let refused = try await alice.post("/recipes/\(recipe)/submit")
        #expect(refused.status == .tooManyRequests)
        #expect(refused.headers["Retry-After"] != nil)
        // The limit comes before the pre-screen, which would name the blocked word.
        try await site.client(.ada).post("/admin/blocked-words", [("words", "lentil")]).expect(.seeOther)
        #expect(try await alice.post("/recipes/\(recipe)/submit").status == .tooManyRequests)
        try await site.client(.ada).post("/admin/blocked-words", [("words", "")]).expect(.seeOther)
        site.clock.advance(by: TestClock.day)
        #expect(try await alice.post("/recipes/\(recipe)/submit").status == .seeOther)
    }

    @Test func `hints are shown to moderators and prevent nothing`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(
            RecipeFields.unknown.without("category").without("prep_minutes").without("cook_minutes"))
        let submission = try await site.submit(recipe)
        let hints = try site.read { try SubmissionStore($0).submission(submission)?.hints }
        #expect(hints == [.unknownIngredient("dried frobnium"), .noPhoto, .noCategory, .noTime])
        let page = try await site.client(.bob).get("/moderation/submissions/\(submission)")
        #expect(page.shows("dried frobnium"))
        try await site.approve(submission)
    }
}

/// Tests of the blocked words, which alone keep a recipe out of the queue.
@Suite struct BlockListTests {
    private func block(_ site: TestSite, _ words: String) async throws {
        try await site.client(.ada).post("/admin/blocked-words", [("words", words)]).expect(.seeOther)
    }

    @Test(arguments: ["title", "description", "tips", "source", "step", "ingredients_text", "not_in_dish"])
    func `a blocked word in any field keeps a recipe out of the queue`(field: String) async throws {
        let site = try TestSite()
        try await block(site, "Zauberpulver")
        let recipe = try await site.write(RecipeFields.vegan.with(field, "2 spoons ZAUBERPULVER, fresh"))
        #expect(try await site.client(.alice).post("/recipes/\(recipe)/submit").status == .conflict)
        #expect(try site.count("SELECT count(*) FROM submission") == 0)
        try await block(site, "")
        #expect(try await site.client(.alice).post("/recipes/\(recipe)/submit").status == .seeOther)
    }

    @Test func `a word can be blocked in one language only`() async throws {
        let site = try TestSite()
        try await block(site, "ru: zauberpulver\nen: dragon\nunicorn")
        let alice = try site.client(.alice)
        for (word, language, status) in [
            ("zauberpulver", "en", Status.seeOther), ("zauberpulver", "ru", .conflict), ("dragon", "en", .conflict),
            ("unicorn", "ru", .conflict),
        ] {
            let fields = RecipeFields.vegan.with("tips", word).with("language", language)
            let recipe = try await site.write(fields)
            #expect(try await alice.post("/recipes/\(recipe)/submit").status == status, "\(word)")
        }
    }

    @Test func `a blocked word in notes, groups and units is found`() async throws {
        let site = try TestSite()
        try await block(site, "zauberpulver")
        for column in ["note", "group", "unit"] {
            let row = [("ingredient", "onion"), (column, "zauberpulver")]
            var fields = RecipeFields.vegan
            fields.fields += row
            let recipe = try await site.write(fields)
            #expect(try await site.client(.alice).post("/recipes/\(recipe)/submit").status == .conflict, "\(column)")
        }
    }

    @Test(arguments: ["ca\u{600}sino", "ⓒⓐⓢⓘⓝⓞ", "🅒🅐🅢🅘🅝🅞", "ca\u{e0041}si\u{2064}no", "ｃａｓｉｎｏ", "к\u{200b}азино"])
    func `a blocked word with circled letters or invisible characters is found`(word: String) async throws {
        let site = try TestSite()
        try await block(site, "casino\nказино")
        let recipe = try await site.write(RecipeFields.vegan.with("tips", "The best \(word) of the town."))
        #expect(try await site.client(.alice).post("/recipes/\(recipe)/submit").status == .conflict)
        let other = try await site.write(RecipeFields.vegan.with("tips", "Casino\u{200b}night."))
        #expect(try await site.client(.alice).post("/recipes/\(other)/submit").status == .conflict)
    }

    @Test func `the texts are searched on a worker`() async throws {
        let site = try TestSite()
        try await block(site, "zauberpulver")
        let recipe = try await site.write(RecipeFields.vegan.with("tips", "Zauberpulver"))
        let alice = try site.client(.alice)
        let answer = try await site.withFullPool { try await alice.post("/recipes/\(recipe)/submit") }
        #expect(answer.status == .unavailable)
    }

    @Test func `a list with a very long text is not read, and is kept in its field`() async throws {
        let site = try TestSite()
        let text = String(repeating: "word\n", count: TypedBlockList.textLength / 5 + 1)
        #expect(TypedBlockList(text).isUnread && TypedBlockList(text).words.isEmpty)
        let answer = try await site.client(.ada).post("/admin/blocked-words", [("words", text)])
        #expect(answer.status == .unprocessable && answer.hasError(at: "words") && answer.shows("at most 120000"))
        #expect(try site.count("SELECT count(*) FROM blocked_word") == 0)
    }

    @Test func `blocked words match whole words, phrases match in order`() async throws {
        let site = try TestSite()
        try await block(site, "ass\nmiracle cure\nёлка")
        for (text, isBlocked) in [
            ("a classic glass", false), ("an ASS", true), ("a miracle, and a cure", false), ("the Miracle-Cure!", true),
            ("новогодняя Елка", true), ("ёлки", false),
        ] {
            let recipe = try await site.write(RecipeFields.vegan.with("tips", text))
            let status = try await site.client(.alice).post("/recipes/\(recipe)/submit").status
            #expect(status == (isBlocked ? .conflict : .seeOther), "\(text)")
        }
    }

    @Test func `a changed list is logged, an unchanged one is not`() async throws {
        let site = try TestSite()
        let rows = try site.count("SELECT count(*) FROM audit")
        try await block(site, "one\ntwo")
        try await block(site, "TWO\n one \none\n\n")
        #expect(try site.count("SELECT count(*) FROM audit") == rows + 1)
        #expect(try site.value("SELECT detail FROM audit ORDER BY id DESC LIMIT 1") == "one, two")
        let page = try await site.client(.ada).get("/admin")
        #expect(page.shows("one\ntwo"))
    }

    @Test func `lines need 2 to 60 letters, others show an error and nothing is saved`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        try await block(site, "unicorn")
        let sixty = String(repeating: "x", count: 60)
        let typed = "a\nab\n\(sixty)\n\(sixty)x"
        let answer = try await ada.post("/admin/blocked-words", [("words", typed)])
        #expect(answer.status == .unprocessable && answer.hasError(at: "words"))
        #expect(answer.shows("These don’t: a · \(sixty)x") && answer.text.contains(">\n\(typed)</textarea>"))
        #expect(try site.read { try BlockList($0).words() } == ["unicorn"])
        try await block(site, "ab\n\(sixty)")
        #expect(try site.read { try BlockList($0).words() } == ["ab", sixty])
    }

    @Test func `the list has at most a thousand lines, and the log contains them`() async throws {
        let site = try TestSite()
        let words = (0...TypedBlockList.limit).map { "word\(10_000 + $0)" }
        let much = try await site.client(.ada).post(
            "/admin/blocked-words", [("words", words.joined(separator: "\n"))])
        #expect(much.status == .unprocessable && much.shows("yours has 1001") && much.shows("word11000"))
        #expect(try site.count("SELECT count(*) FROM blocked_word") == 0)
        try await block(site, words.dropLast().joined(separator: "\n"))
        #expect(try site.count("SELECT count(*) FROM blocked_word") == TypedBlockList.limit)
        #expect(try site.value("SELECT to_state FROM audit ORDER BY id DESC LIMIT 1") == "1000 words")
    }

    @Test func `of two admins who change the list the second sees an error and keeps the input`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        let page = try await ada.get("/admin").text
        let seen = try #require(page.firstMatch(of: #/name="seen" value="([0-9a-f]+)"/#)?.1)
        try await block(site, "unicorn\nmermaid")
        let typed = [("words", "dragon"), ("seen", String(seen))]
        let answer = try await ada.post("/admin/blocked-words", typed)
        #expect(answer.status == .conflict)
        #expect(answer.shows("mermaid, unicorn") && answer.text.contains(">\ndragon</textarea>"))
        #expect(try site.read { try BlockList($0).words() } == ["mermaid", "unicorn"])
        let now = try #require(answer.text.firstMatch(of: #/name="seen" value="([0-9a-f]+)"/#)?.1)
        try await ada.post("/admin/blocked-words", [("words", "dragon"), ("seen", String(now))]).expect(.seeOther)
        #expect(try site.read { try BlockList($0).words() } == ["dragon"])
    }
}
