// Tests of decisions, and of their effects for authors and readers.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct DecisionTests {
    @Test func `an approved recipe is public everywhere from the next request`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let submission = try await site.submit(recipe)
        let visitor = try site.visitor()
        #expect(try await visitor.get("/recipes/\(recipe)-lentil-soup").status == .notFound)
        let bob = try site.client(.bob)
        let answer = try await bob.post(
            "/moderation/submissions/\(submission)/approve", site.decisionFields(submission))
        #expect(answer.location == "/moderation?after=1", "nothing else waits")
        #expect(try await bob.get(#require(answer.location)).text.contains(#"role="status""#))
        #expect(try await visitor.get("/recipes/\(recipe)-lentil-soup").shows("Lentil soup"))
        for list in ["/recipes", "/search?q=lentil", "/search?diet=vegan", "/cooks/alice"] {
            let found = try await visitor.json(list, as: ListAnswer<CardAnswer>.self)
            #expect(found.items.map(\.id) == [recipe], "\(list)")
        }
        #expect(try await visitor.get("/").text.contains(#"data-recipe-id="\#(recipe)""#))
        #expect(try await bob.json("/moderation", as: ListAnswer<SubmissionAnswer>.self).total == 0)
    }

    @Test func `what an approval would change is read on a worker`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        let (bob, fields) = (try site.client(.bob), try site.decisionFields(submission))
        let address = "/moderation/submissions/\(submission)/approve"
        #expect(try await site.withFullPool { try await bob.post(address, fields) }.status == .unavailable)
        #expect(try site.value("SELECT state FROM submission") == "queued")
    }

    @Test func `an address with only the number or an old name redirects to the present name`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        for address in ["/recipes/\(recipe)", "/recipes/\(recipe)-other-name", "/recipes/0\(recipe)-lentil-soup"] {
            let answer = try await site.visitor().send(.get, address)
            #expect(answer.status == .movedPermanently)
            #expect(answer.location == "/recipes/\(recipe)-lentil-soup")
        }
    }

    @Test func `a public recipe stays as approved until an edit is approved`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let address = try site.address(of: recipe)
        let visitor = try site.visitor()
        try await site.save(recipe, RecipeFields.honey)
        #expect(try await visitor.get(address).shows("Lentil soup"))
        let alice = try site.client(.alice)
        #expect(try await alice.get(address).shows("Lentil soup"))
        #expect(try await alice.get("/recipes/\(recipe)/draft").shows("Honey porridge"))
        let submission = try await site.submit(recipe)
        #expect(try await visitor.get(address).shows("Lentil soup"))
        let bob = try await site.client(.bob).get("/moderation/submissions/\(submission)")
        #expect(bob.text.contains("<ins>") && bob.text.contains("<del>"))
        try await site.approve(submission)
        #expect(try await visitor.send(.get, address).location == "/recipes/\(recipe)-honey-porridge")
        #expect(try await visitor.get("/recipes/\(recipe)-honey-porridge").shows("Honey porridge"))
        #expect(try site.count("SELECT count(*) FROM revision WHERE recipe_id = \(recipe)") == 2)
        #expect(try await visitor.json("/search?q=lentil", as: ListAnswer<CardAnswer>.self).total == 0)
    }

    @Test func `a rejected edit does not change the public text`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        try await site.save(recipe, RecipeFields.honey)
        try await site.reject(site.submit(recipe))
        #expect(try await site.visitor().get(site.address(of: recipe)).shows("Lentil soup"))
    }

    @Test func `the author sees reason and message but not the moderator’s name`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        try await site.reject(site.submit(recipe))
        let page = try await site.client(.alice).get("/recipes/\(recipe)")
        #expect(page.shows("This is a poem."))
        // A random form token can contain these letters.
        #expect(page.text.firstMatch(of: />[^<]*bob/) == nil && !page.text.contains("/cooks/bob"))
        let editor = try await site.client(.alice).get("/recipes/\(recipe)/edit")
        #expect(editor.shows("This is a poem."))
    }

    @Test func `every moderator sees the three decision forms, also without a claim`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        for person in [Person.bob, .bella, .ada] {
            let page = try await site.client(person).get("/moderation/submissions/\(submission)")
            for decision in ["approve", "request-changes", "reject"] {
                #expect(page.text.contains(#"action="/moderation/submissions/\#(submission)/\#(decision)""#))
            }
        }
        try await site.approve(submission)
        let page = try await site.client(.bella).get("/moderation/submissions/\(submission)")
        #expect(page.status == .ok)
        #expect(!page.text.contains("/approve"))
    }

    @Test(arguments: [(Policy.messageLength, true), (Policy.messageLength + 1, false)])
    func `a message has at most 5,000 characters`(length: Int, isRight: Bool) async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        let message = String(repeating: "ж", count: length)
        let fields = try site.decisionFields(submission, reason: "OFFENSIVE", message: message)
        let answer = try await site.client(.bob).post("/moderation/submissions/\(submission)/reject", fields)
        #expect(answer.status == (isRight ? .seeOther : .unprocessable))
        #expect(answer.hasError(at: "message") == !isRight)
    }

    @Test func `the length of a message is counted in code points, a line break as one`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        let address = "/moderation/submissions/\(submission)/reject"
        let bob = try site.client(.bob)
        let accents = String(repeating: "e\u{301}", count: 2_501)
        let tooLong = try await bob.post(
            address, site.decisionFields(submission, reason: "OFFENSIVE", message: accents))
        #expect(tooLong.status == .unprocessable)
        // Browsers send each line break as two characters.
        let lines = String(repeating: "x\r\n", count: 2_499) + "xx"
        let answer = try await bob.post(address, site.decisionFields(submission, reason: "OFFENSIVE", message: lines))
        #expect(answer.status == .seeOther)
    }

    @Test func `markup in a message is shown as text`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        let submission = try await site.submit(recipe)
        let message = "<script>alert(1)</script> & \"so\""
        let fields = try site.decisionFields(submission, reason: "OFFENSIVE", message: message)
        try await site.client(.bob).post("/moderation/submissions/\(submission)/reject", fields).expect(.seeOther)
        let page = try await site.client(.alice).get("/recipes/\(recipe)")
        #expect(page.shows(message))
        #expect(!page.text.contains("<script>alert"))
    }

    @Test func `a decision can have several reasons`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        let fields =
            try site.decisionFields(submission, reason: "STEP_UNCLEAR", message: "Two things") + [
                ("reason", "LANGUAGE"), ("reason", "NOT_A_RECIPE"), ("reason", "NONSENSE"),
            ]
        try await site.client(.bob).post("/moderation/submissions/\(submission)/request-changes", fields).expect(
            .seeOther)
        #expect(try site.value("SELECT reasons FROM decision") == "STEP_UNCLEAR LANGUAGE")
    }

    @Test func `the licence badge disappears from cards, pages and profile with the licence`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        let visitor = try site.visitor()
        let surfaces = ["/", "/recipes", "/cooks/alice", try site.address(of: recipe), "/search?q=lentil"]
        for address in surfaces { #expect(try await visitor.get(address).text.contains("#i-hat"), "\(address)") }
        site.clock.advance(by: 366 * TestClock.day)
        for address in surfaces { #expect(try await !visitor.get(address).text.contains("#i-hat"), "\(address)") }
    }

    @Test func `the queue shows twenty submissions on a page`() async throws {
        let site = try TestSite()
        for number in 0..<21 {
            _ = try await site.submit(site.write(RecipeFields.vegan.with("title", "Soup \(number)")))
        }
        let bob = try site.client(.bob)
        let first = try await bob.json("/moderation", as: ListAnswer<SubmissionAnswer>.self)
        #expect(first.total == 21)
        #expect(first.items.count == 20)
        let second = try await bob.json("/moderation?page=2", as: ListAnswer<SubmissionAnswer>.self)
        #expect(second.items.map(\.title) == ["Soup 20"])
        #expect(try await bob.get("/moderation").text.contains(#"rel="next""#))
        #expect(try await bob.get("/moderation?page=2").text.contains(#"rel="prev""#))
    }
}
