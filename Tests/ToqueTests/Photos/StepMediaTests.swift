// Tests of pictures of steps: they move with their step, need approval, and are private before.

import Database
import Foundation
import HTTP
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct StepMediaTests {
    static let picture = (name: "step_file-1", filename: "pan.png", bytes: TestPicture.png())

    /// A recipe of Alice's whose first step has a picture; returns the picture's id.
    private func filled() async throws -> (site: TestSite, alice: TestClient, media: String) {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let fields = RecipeFields.vegan.adding(("step_alt-1", "not read without a picture")).fields
        try await alice.upload("/recipes", fields, file: Self.picture).expect(.seeOther)
        return (site, alice, try found(site.value("SELECT photo_id FROM revision_media")))
    }

    private func body(_ site: TestSite) throws -> RecipeBody {
        try RecipeBody(encoded: found(site.value("SELECT body FROM revision ORDER BY id DESC LIMIT 1")))
    }

    /// The fields of the editor after a change.
    private func editor(_ client: TestClient, _ change: (inout [(String, String)]) -> Void) async throws -> [(
        String, String
    )] {
        var fields = EditorPageFields(try await client.get("/recipes/1/edit").text).fields
        change(&fields)
        return fields
    }

    @Test func `a step’s picture is on the page, in print, in the editor and for moderators`() async throws {
        let (site, alice, media) = try await filled()
        #expect(try body(site).steps[0].media == media)
        let shown = "/media/\(media)/320.jpg"
        #expect(try await alice.get("/recipes/1").text.contains(shown))
        #expect(try await alice.get("/recipes/1/edit").text.contains(shown))
        let submission = try await site.submit(1)
        #expect(try await site.client(.bob).get("/moderation/submissions/\(submission)").text.contains(shown))
        try await site.approve(submission)
        let visitor = try site.visitor()
        #expect(try await visitor.get("/recipes/1").text.contains(shown))
        #expect(try await visitor.get("/recipes/1/print").text.contains(shown))
        #expect(try await visitor.get("/recipes/1.jsonld").text.contains("/media/\(media)/1280.jpg"))
        #expect(try site.failures() == [])
    }

    @Test func `a step’s picture is private until it is submitted and for all once it is public`() async throws {
        let (site, alice, media) = try await filled()
        let address = "/media/\(media)/640.webp"
        func statuses() async throws -> [Int] {
            var codes = [try await alice.get(address).status.code, try await site.visitor().get(address).status.code]
            for person in [Person.charlie, .bob, .ada] {
                codes.append(try await site.client(person).get(address).status.code)
            }
            return codes
        }
        #expect(try await statuses() == [200, 404, 404, 404, 404])
        let submission = try await site.submit(1)
        #expect(try await statuses() == [200, 404, 404, 200, 200])
        try await site.approve(submission)
        #expect(try await statuses() == [200, 200, 200, 200, 200])
        try await alice.post("/recipes/1/delete").expect(.seeOther)
        #expect(try await statuses()[1] == 404)
    }

    @Test func `another picture after approval is a change that needs approval`() async throws {
        let (site, alice, media) = try await filled()
        try await site.approve(site.submit(1))
        let fields = try await editor(alice) { $0.append(("step_alt-1", "")) }
        let other = (name: "step_file-1", filename: "b.png", bytes: TestPicture.png(red: 90))
        try await alice.upload("/recipes/1", fields, file: other).expect(.seeOther)
        let second = try body(site).steps[0].media
        #expect(second != media)
        #expect(try await site.visitor().get("/recipes/1").text.contains(media))
        #expect(try await site.visitor().get("/media/\(second)/320.jpg").status == .notFound)
        let submission = try await site.submit(1)
        let page = try await site.client(.bob).get("/moderation/submissions/\(submission)").text
        #expect(page.contains("Picture or video of a step") && page.contains(second) && page.contains(media))
        try await site.approve(submission)
        #expect(try await site.visitor().get("/media/\(second)/320.jpg").status == .ok)
    }

    @Test func `a picture and its description move with their step`() async throws {
        let (site, alice, media) = try await filled()
        let typed = try await editor(alice) { fields in
            fields.removeAll { $0.0 == "step_alt-1" }
            fields += [("step_alt-1", "A pan"), ("arrange", "step-down-1")]
        }
        let moved = try await alice.post("/recipes/1", typed)
        try moved.expect(.ok)
        let form = EditorPageFields(moved.text)
        #expect(form.first("step_media-2") == media && form.first("step_alt-2") == "A pan")
        #expect(form.first("step_media-1") == nil)
        try await alice.post("/recipes/1", form.fields).expect(.seeOther)
        let steps = try body(site).steps
        #expect(steps[0].media == "" && steps[1].media == media && steps[1].alt == "A pan")
        let removed = try await editor(alice) { $0.append(("remove_media-2", "1")) }
        try await alice.post("/recipes/1", removed).expect(.seeOther)
        #expect(try body(site).steps.allSatisfy { !$0.hasMedia })
    }

    @Test func `an error elsewhere loses no picture, and an invalid one shows an error at its step`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let refused = try await alice.upload(
            "/recipes", RecipeFields.vegan.with("title", "").fields,
            file: (name: "step_file-2", filename: "a.png", bytes: TestPicture.png()))
        #expect(refused.status == .unprocessable)
        let form = EditorPageFields(refused.text)
        let media = try found(form.first("step_media-2"))
        let fields = form.fields.map { $0.0 == "title" ? ("title", "Soup") : $0 }
        try await alice.post("/recipes", fields).expect(.seeOther)
        #expect(try body(site).steps[1].media == media)

        for bytes in [Array("<svg/>".utf8), Array("%PDF-1.4".utf8), Array(TestPicture.png().dropLast(40))] {
            let answer = try await alice.upload(
                "/recipes", RecipeFields.honey.fields, file: (name: "step_file-2", filename: "a.png", bytes: bytes))
            #expect(answer.status == .unprocessable)
            #expect(answer.hasError(at: "step_file-2"))
            #expect(EditorPageFields(answer.text).first("title") == "Honey porridge")
        }
        #expect(try site.count("SELECT count(*) FROM photo") == 1)
        #expect(try site.failures() == [])
    }

    @Test func `another member’s picture cannot be used`() async throws {
        let (site, _, media) = try await filled()
        let charlie = try site.client(.charlie)
        let answer = try await charlie.post("/recipes", RecipeFields.honey.adding(("step_media-1", media)).fields)
        #expect(answer.status == .unprocessable && answer.hasError(at: "step_file-1"))
        #expect(!answer.text.contains("value=\"\(media)\""))
        let own = try await site.client(.alice).post(
            "/recipes", RecipeFields.honey.adding(("step_media-1", media + ".mp4")).fields)
        try own.expect(.seeOther)
        #expect(try body(site).steps[0].isVideo == false)
    }

    @Test func `each limit is allowed and one more refused`() async throws {
        let (site, alice, media) = try await filled()
        func save(_ count: Int, alt: Int) async throws -> Response {
            var fields = RecipeFields("Many", ingredients: "salt", steps: (1...count).map { "Step \($0)" })
            for number in 1...count {
                fields = fields.adding(
                    ("step_media-\(number)", media),
                    ("step_alt-\(number)", number == 1 ? String(repeating: "a", count: alt) : ""))
            }
            return try await alice.post("/recipes", fields.fields)
        }
        try await save(RecipeLimits.media, alt: RecipeLimits.alt).expect(.seeOther)
        let many = try await save(RecipeLimits.media + 1, alt: 1)
        #expect(many.status == .unprocessable && many.hasError(at: "step"))
        let long = try await save(1, alt: RecipeLimits.alt + 1)
        #expect(long.status == .unprocessable && long.hasError(at: "step_alt-1"))
        let silent = try await alice.post(
            "/recipes",
            RecipeFields("A", ingredients: "salt", steps: ["", "Eat."]).adding(("step_media-1", media)).fields)
        #expect(silent.status == .unprocessable && silent.hasError(at: "step"))
        #expect(try site.count("SELECT count(*) FROM recipe") == 2)
        // The largest possible form stays below the limit of fields.
        var all = RecipeForm(language: .en)
        var row = RowForm()
        row.ingredient = "salt"
        var plain: RecipeStep = "Stir."
        plain.timer = .seconds(60)
        var step = plain
        (step.media, step.isVideo) = ("a", true)
        all.rows = Array(repeating: row, count: RecipeLimits.lines)
        all.steps =
            Array(repeating: step, count: RecipeLimits.media)
            + Array(repeating: plain, count: RecipeLimits.steps - RecipeLimits.media)
        let route = try #require(Routes.all.first { $0.method == .post && $0.address == .recipe })
        #expect(all.fields.count + 10 <= Limits().formFields + route.moreFields)
    }

    @Test func `an upload without permission stores nothing`() async throws {
        let site = try TestSite()
        let file = Self.picture
        let visitor = try await site.visitor().upload("/recipes", RecipeFields.vegan.fields, file: file)
        #expect(visitor.status == .seeOther && visitor.location?.hasPrefix("/login") == true)
        let (_, alice, media) = try await filled()
        #expect(try await alice.send(.get, "/media/\(media)/upload").status == .notFound)
        #expect(try site.count("SELECT count(*) FROM photo") == 0)
    }

    @Test func `refused files of steps count towards the limit of files, too`() async throws {
        let site = try TestSite()
        let steps = (1...RecipeLimits.media + 1).map { "Step \($0)" }
        // Steps that claim to have a picture already get no more files.
        let claims = steps.indices.map { ("step_media-\($0 + 1)", "claimed") }
        let files = steps.indices.map { (name: "step_file-\($0 + 1)", filename: "a.png", bytes: Array("no".utf8)) }
        for more in [[], claims] {
            let fields = RecipeFields("Many", ingredients: "salt", steps: steps).fields + more
            let answer = try await site.client(.alice).upload("/recipes", fields, files: files)
            #expect(answer.status == .unprocessable && answer.hasError(at: "step_file-\(steps.count)"))
            func told(_ key: String) throws -> Int {
                let text = try found(Text.dynamic("photo.error.\(key)", .en)).escapedForHTML
                return answer.text.components(separatedBy: text).count - 1
            }
            // The page shows each message at its field, and again in the list above the form.
            let tooMany = try told("too-many")
            #expect(try tooMany > 0 && told("not-a-picture") == RecipeLimits.media * tooMany)
        }
    }

    @Test func `a member’s files of steps are read for one form at a time`() async throws {
        let site = try TestSite()
        #expect(site.site.importTurns.begin(Person.alice.id))
        let fields = RecipeFields.vegan.fields
        let refused = try await site.client(.alice).upload("/recipes", fields, file: Self.picture)
        #expect(refused.status == .unprocessable && refused.hasError(at: "step_file-1"))
        #expect(refused.shows(Text.importBusy(.en)))
        try await site.client(.alice).post("/recipes", fields).expect(.seeOther)
        try await site.client(.charlie).upload("/recipes", fields, file: Self.picture).expect(.seeOther)
        site.site.importTurns.end(Person.alice.id)
        for _ in 1...2 {
            try await site.client(.alice).upload("/recipes", fields, file: Self.picture).expect(.seeOther)
        }
    }

    @Test func `of twenty simultaneous uploads only those within the quota are stored`() async throws {
        let (site, _, _) = try await filled()
        try site.run("UPDATE photo SET bytes = \(Quota.bytes - 40_000)")
        let one = try found(site.count("SELECT count(*) FROM photo"))
        let statuses = try await withThrowingTaskGroup(of: Status.self) { group in
            for number in 1...20 {
                group.addTask {
                    let bytes = TestPicture.png(width: 64, height: 48, red: UInt8(number))
                    return try await site.client(.alice).upload(
                        "/recipes", RecipeFields.honey.fields, file: ("photo", "a.png", bytes)
                    ).status
                }
            }
            return try await group.reduce(into: [Status]()) { $0.append($1) }
        }
        let taken = statuses.count { $0 == .seeOther }
        let used = try site.read { try Quota.used(by: Person.alice.id, $0) }
        #expect(used <= Quota.bytes)
        #expect(taken < 20 && taken > 0)
        #expect(try site.count("SELECT count(*) FROM photo") == one + taken)
        let folders = try FileManager.default.contentsOfDirectory(atPath: site.site.settings.mediaPath)
        #expect(folders.count == one + taken)
        let page = try await site.client(.alice).get("/my/recipes").text
        #expect(page.contains("of 500 MB"))
        let told = try await site.client(.alice).upload("/recipes", RecipeFields.honey.fields, file: Self.picture)
        #expect(told.status == .unprocessable && told.hasError(at: "step_file-1"))
    }

    @Test func `an autosave keeps a step’s picture for more than a day`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        let answer = try await alice.upload(
            "/recipes/drafts", [("title", "Soup"), ("step", "Stir."), ("window", "one")], file: Self.picture)
        try answer.expect(.ok)
        let media: String = try found(site.value("SELECT photo_id FROM draft_media"))
        #expect(answer.text.contains(media))
        site.clock.advance(by: 2 * TestClock.day)
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM photo") == 1)
        let again = try site.client(.alice)
        let draft = EditorPageFields(try await again.get("/recipes/new?draft=1").text)
        #expect(draft.first("step_media-1") == media)
        let bad = try await again.upload(
            "/recipes/drafts", [("title", "Soup"), ("step", "Stir."), ("window", "one")],
            file: ("step_file-1", "a.png", Array("no".utf8)))
        #expect(bad.status == .unprocessable && bad.text.contains("step_file-1"))
        try await again.post("/recipes/drafts/1/delete").expect(.seeOther)
        site.site.backgroundWorker.work()
        site.clock.advance(by: 2 * TestClock.day)
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM photo") == 0)
    }

    @Test func `the member’s archive contains pictures of steps, and an import restores them`() async throws {
        let (site, alice, media) = try await filled()
        let fields = try await editor(alice) { fields in
            fields.removeAll { $0.0 == "step_alt-1" }
            fields.append(("step_alt-1", "A pan"))
        }
        try await alice.post("/recipes/1", fields).expect(.seeOther)
        guard case .stream(let stream) = try await alice.get("/my/recipes/all.zip").body else {
            throw StepFailed(description: "no stream")
        }
        var archive: [UInt8] = []
        while let piece = try await stream.next() { archive += piece }
        let bob = try site.client(.charlie)
        let read = try await bob.upload("/recipes/import", [], file: ("file", "all.zip", archive))
        try read.expect(.seeOther)
        try await bob.post(found(read.location), [("recipe", "1")]).expect(.seeOther)
        let again = try body(site)
        var expected = try RecipeBody(
            encoded: found(site.value("SELECT body FROM revision WHERE recipe_id = 1 ORDER BY id DESC LIMIT 1")))
        #expect(again.steps[0].media != media && again.steps[0].hasMedia && again.steps[0].alt == "A pan")
        expected.steps[0].media = again.steps[0].media
        #expect(again == expected)
        let originals = try [media, again.steps[0].media].map {
            try Data(contentsOf: URL(fileURLWithPath: "\(site.site.settings.mediaPath)/\($0)/original"))
        }
        #expect(originals[0] == originals[1])
    }

    @Test func `a text without pictures is stored in the same form as before pictures existed`() throws {
        var body = RecipeBody()
        body.steps = ["Mix.", "Eat."]
        #expect(body.encoded().contains(#""steps":["Mix.","Eat."]"#))
        body.steps[1].media = "a"
        body.steps[1].isVideo = true
        body.steps[1].subtitles.ru = "WEBVTT\n\n00:00.000 --> 00:01.000\nРаз"
        #expect(try RecipeBody(encoded: body.encoded()) == body)
    }
}
