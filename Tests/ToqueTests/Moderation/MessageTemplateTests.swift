// Tests of message templates: keeping them, and filling messages with them.

import Bytes
import Database
import HTTP
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

@Suite struct MessageTemplateTests {
    private static let fields = [
        ("language", "en"), ("title", "Warm words"), ("text", "Dear {author}, please look at {fields} of “{recipe}”."),
    ]

    private func site() async throws -> (TestSite, TestClient) {
        let site = try TestSite()
        let bob = try site.client(.bob)
        try await bob.post("/moderation/templates", Self.fields).expect(.seeOther)
        return (site, bob)
    }

    @Test func `a template is added, changed, deleted and restored, each with a row in the log`() async throws {
        let (site, bob) = try await site()
        #expect(try await bob.get("/moderation/templates").shows("Warm words"))
        #expect(try await bob.get("/moderation/templates/1").shows("Dear {author}"))
        let changed = Self.fields.map { $0.0 == "title" ? ("title", "Warmer words") : $0 }
        try await bob.post("/moderation/templates/1", changed + [("version", "1")]).expect(.seeOther)
        #expect(try await bob.get("/moderation/templates").shows("Warmer words"))
        try await bob.post("/moderation/templates/1/delete").expect(.seeOther)
        let list = try await bob.get("/moderation/templates")
        #expect(!list.shows("Warmer words") && list.text.contains("/moderation/templates/1/restore"))
        try await site.client(.bella).post("/moderation/templates/1/restore").expect(.seeOther)
        #expect(try await bob.get("/moderation/templates").shows("Warmer words"))
        let actions = try site.read {
            try $0.all("SELECT action FROM audit WHERE action LIKE '%-template' ORDER BY id") { $0[0] as String }
        }
        #expect(actions == ["add-template", "edit-template", "delete-template", "restore-template"])
        #expect(try await site.client(.charlie).get("/moderation/templates").status == .forbidden)
    }

    @Test func `a wrong template is refused and kept`() async throws {
        let (site, bob) = try await site()
        let long = String(repeating: "x", count: MessageTemplate.titleLength + 1)
        for (name, value) in [("title", ""), ("title", long), ("text", " "), ("language", "fr")] {
            let wrong = Self.fields.map { $0.0 == name ? (name, value) : $0 }
            let answer = try await bob.post("/moderation/templates", wrong)
            #expect(answer.status == .unprocessable && answer.hasError(at: name))
            #expect(name == "text" || answer.shows("Dear {author}"))
        }
        let longest = String(repeating: "x", count: Policy.messageLength)
        for text in [longest, longest + "x"] {
            let answer = try await bob.post("/moderation/templates", Array(Self.fields.dropLast()) + [("text", text)])
            #expect((answer.status == .seeOther) == (text == longest))
        }
        for number in 2..<MessageTemplate.limit {
            try site.run("INSERT INTO message_template (language, title, text) VALUES ('en', \(number), 'x')")
        }
        let full = try await bob.post("/moderation/templates", Self.fields)
        #expect(full.status == .unprocessable && full.shows("Dear {author}"))
    }

    @Test func `an edit of an older version is refused with what was typed`() async throws {
        let (site, bob) = try await site()
        try await site.client(.bella).post("/moderation/templates/1", Self.fields + [("version", "1")])
            .expect(.seeOther)
        let mine = Self.fields.map { $0.0 == "text" ? ("text", "My words") : $0 }
        let answer = try await bob.post("/moderation/templates/1", mine + [("version", "1")])
        #expect(answer.status == .conflict && answer.shows("My words"))
        #expect(answer.text.contains(#"name="version" value="2""#))
        try await bob.post("/moderation/templates/1", mine + [("version", "2")]).expect(.seeOther)
    }

    @Test func `without JavaScript a template fills the message, and nothing is decided`() async throws {
        let (site, bob) = try await site()
        let submission = try await site.submit(site.write(.vegan))
        let address = "/moderation/submissions/\(submission)/request-changes"
        let page = try await bob.get("/moderation/submissions/\(submission)")
        #expect(page.shows("Dear alice, please look at {fields} of “Lentil soup”."))
        let typed = try site.decisionFields(submission, reason: "STEP_UNCLEAR", message: "Hello.")
        let filled = try await bob.post(address, typed + [("template", "1"), ("fill", "1")])
        #expect(filled.status == .ok)
        #expect(filled.shows("Hello.\n\nOne of the steps leaves a beginner guessing."))
        #expect(filled.shows("Dear alice, please look at steps of “Lentil soup”."))
        #expect(filled.text.contains(#"value="STEP_UNCLEAR" data-template"#))
        #expect(try site.count("SELECT count(*) FROM decision") == 0)
        let none = try await bob.post(address, site.decisionFields(submission) + [("template", "1"), ("fill", "1")])
        #expect(none.shows("please look at the recipe of"))
    }

    @Test func `templates of reasons are in the author’s language`() async throws {
        let (site, bob) = try await site()
        try site.run("UPDATE user SET language = 'ru' WHERE id = \(Person.alice.id)")
        let submission = try await site.submit(site.write(.vegan))
        let page = try await bob.get("/moderation/submissions/\(submission)")
        #expect(page.text.contains(#"data-field="шаги""#))
    }

    @Test func `what was ticked and typed is kept when another moderator was faster`() async throws {
        let (site, bob) = try await site()
        let submission = try await site.submit(site.write(.vegan))
        let fields = try site.decisionFields(submission, reason: "NOT_A_RECIPE", message: "A poem, I think.")
        try await site.approve(submission, by: .bella)
        let late = try await bob.post("/moderation/submissions/\(submission)/reject", fields)
        #expect(late.status == .conflict && late.shows("bella decided first"))
        #expect(late.shows("A poem, I think.") && late.shows("not a recipe"))
    }

    @Test func `braces in titles and unknown words in braces stay as they are`() {
        let values = TemplateValues(author: "{recipe}", recipe: "Soup {author}")
        #expect(values.fill("{author}: {recipe}, {x} {") == "{recipe}: Soup {author}, {x} {")
        #expect(values.fill("{fields}", fields: [], none: "it") == "it")
        #expect(values.fill("{fields}", fields: ["a", "b"], none: "it") == "a, b")
        #expect(MessageTemplateRules.message("", adding: ["One.", "Two."]) == "One.\n\nTwo.")
        #expect(MessageTemplateRules.message("One.", adding: ["One.", "Two."]) == "One.\n\nTwo.")
    }

    @Test func `a filled template is at most as long as a message`() {
        let values = TemplateValues(author: "x", recipe: String(repeating: "ж", count: 200))
        let filled = values.fill(String(repeating: "{recipe}", count: 600))
        #expect(filled.length == Policy.messageLength)
        #expect(values.fill(String(repeating: "ж", count: Policy.messageLength)).length == Policy.messageLength)
    }

    @Test func `a message that is too long is not filled, and a reason counts once`() async throws {
        let (site, bob) = try await site()
        let submission = try await site.submit(site.write(.vegan))
        let address = "/moderation/submissions/\(submission)/request-changes"
        let long = String(repeating: "x", count: Policy.messageLength + 1)
        let typed = try site.decisionFields(submission, reason: "STEP_UNCLEAR", message: long) + [("fill", "1")]
        let refused = try await bob.post(address, typed)
        #expect(refused.shows(Text.editorTooLong(.en, limit: String(Policy.messageLength))))
        let fields = try site.decisionFields(submission, reason: "STEP_UNCLEAR", message: "Hello.")
        try await bob.post(address, fields + [("reason", "STEP_UNCLEAR")]).expect(.seeOther)
        #expect(try site.value("SELECT reasons FROM decision") == "STEP_UNCLEAR")
    }

    @Test func `what was typed for a deleted template is in the form for a new one`() async throws {
        let (site, bob) = try await site()
        try await site.client(.bella).post("/moderation/templates/1/delete").expect(.seeOther)
        let mine = Self.fields.map { $0.0 == "text" ? ("text", "My words") : $0 } + [("version", "1")]
        let answer = try await bob.post("/moderation/templates/1", mine)
        #expect(answer.status == .conflict && answer.hasError(at: "text"))
        #expect(answer.shows("My words") && answer.text.contains(#"value="Warm words""#))
        #expect(answer.text.contains(#"action="/moderation/templates""#))
        try await bob.post("/moderation/templates", mine).expect(.seeOther)
    }

    @Test func `a late edit shows what the other moderator saved`() async throws {
        let (site, bob) = try await site()
        let hers = Self.fields.map { $0.0 == "text" ? ("text", "Her words\n\nin two parts") : $0 }
        try await site.client(.bella).post("/moderation/templates/1", hers + [("version", "1")]).expect(.seeOther)
        let mine = Self.fields.map { $0.0 == "text" ? ("text", "My words") : $0 }
        let answer = try await bob.post("/moderation/templates/1", mine + [("version", "1")])
        #expect(answer.status == .conflict && answer.shows("My words") && answer.shows("Her words\n\nin two parts"))
    }

    @Test func `a restored template doesn’t exceed the limit`() async throws {
        let (site, bob) = try await site()
        try await bob.post("/moderation/templates/1/delete").expect(.seeOther)
        for number in 1...MessageTemplate.limit {
            try site.run("INSERT INTO message_template (language, title, text) VALUES ('en', \(number), 'x')")
        }
        let full = try await bob.post("/moderation/templates/1/restore")
        #expect(full.status == .conflict && full.shows("200 templates"))
        #expect(try site.count("SELECT count(*) FROM message_template WHERE deleted_at IS NULL") == 200)
    }
}
