// Tests of claims, with which moderators show for ten minutes what they work on.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct ClaimTests {
    @Test func `a moderator claims a submission, which others see, and releases it`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        let address = "/moderation/submissions/\(submission)"
        let (bob, bella) = (try site.client(.bob), try site.client(.bella))
        #expect(try await bella.get(address).text.contains(#"action="\#(address)/claim""#))
        let answer = try await bob.post("\(address)/claim")
        #expect(answer.status == .seeOther)
        #expect(answer.location == address)
        #expect(try await bob.get(address).text.contains(#"role="status""#))
        #expect(try await bob.get(address).text.contains(#"action="\#(address)/release""#))
        let others = try await bella.get(address)
        #expect(others.shows("bob"))
        #expect(!others.text.contains(#"action="\#(address)/claim""#))
        // The decision forms are there nevertheless.
        #expect(others.text.contains(#"action="\#(address)/approve""#))
        #expect(try await bella.get("/moderation").shows("bob"))

        let refused = try await bella.post("\(address)/claim")
        #expect(refused.status == .conflict && refused.shows("bob is working on it"))
        #expect(refused.text.contains(#"action="\#(address)/approve""#))
        _ = try await bella.post("\(address)/release")
        #expect(try site.count("SELECT count(*) FROM claim") == 1)
        #expect(try await bob.post("/moderation/submissions/\(submission)/release").status == .seeOther)
        #expect(try await bella.post("\(address)/claim").status == .seeOther)
    }

    @Test func `a claim lasts ten minutes and can be renewed by its moderator`() async throws {
        let site = try TestSite()
        let address = try await "/moderation/submissions/\(site.submit(site.write(.vegan)))"
        let (bob, bella) = (try site.client(.bob), try site.client(.bella))
        _ = try await bob.post("\(address)/claim")
        site.clock.advance(by: 5 * TestClock.minute)
        _ = try await bob.post("\(address)/claim")
        site.clock.advance(by: 10 * TestClock.minute - 1)
        #expect(try await bella.post("\(address)/claim").status == .conflict)
        site.clock.advance(by: 1)
        #expect(try await bella.post("\(address)/claim").status == .seeOther)
        #expect(try await bob.post("\(address)/claim").status == .conflict)
    }

    @Test func `every decision form asks about another’s active claim, and the site decides without an answer`()
        async throws
    {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        let address = "/moderation/submissions/\(submission)"
        let (bob, bella) = (try site.client(.bob), try site.client(.bella))
        func questions(_ page: Response) -> Int {
            page.text.ranges(of: #"<input type="checkbox" name="anyway" value="1" required"#).count
        }
        #expect(try await questions(bella.get(address)) == 0)
        try await bob.post("\(address)/claim").expect(.seeOther)
        #expect(try await questions(bob.get(address)) == 0)
        let asked = try await bella.get(address)
        #expect(questions(asked) == 3 && asked.shows("bob is working on this. Decide anyway."))
        let russian = try site.client(.bella)
        russian.cookies["toque_language"] = "ru"
        #expect(try await russian.get(address).shows("С этой заявкой работает bob. Всё равно принять решение."))
        site.clock.advance(by: Policy.claimLifetime)
        #expect(try await questions(bella.get(address)) == 0)

        try await bob.post("\(address)/claim").expect(.seeOther)
        // Each page asks again: somebody else may work on it by now.
        let incomplete = try await bella.post("\(address)/reject", [("anyway", "1"), ("message", "No.")])
        #expect(incomplete.status == .unprocessable)
        #expect(questions(incomplete) == 3 && !incomplete.text.contains("required checked"))
        let fields = try site.decisionFields(submission)
        #expect(try await bella.post("\(address)/approve", fields).status == .seeOther)
    }

    @Test func `nobody decides on a recipe that they reported`() async throws {
        let site = try TestSite()
        let recipe = try await site.publish(.vegan)
        _ = try await site.save(recipe, RecipeFields.vegan.with("title", "Another soup"))
        let address = try await "/moderation/submissions/\(site.submit(recipe))"
        try await site.report(recipe, as: .bob).expect(.seeOther)
        let (bob, bella) = (try site.client(.bob), try site.client(.bella))
        let page = try await bob.get(address)
        #expect(page.shows("You reported this yourself"))
        for action in ["claim", "approve", "reject"] {
            #expect(!page.text.contains(#"action="\#(address)/\#(action)""#))
        }
        #expect(try await bob.post("\(address)/claim").status == .forbidden)
        let fields = try site.decisionFields(found(site.submission(of: recipe)))
        #expect(try await bob.post("\(address)/approve", fields).status == .forbidden)
        #expect(try await bella.post("\(address)/claim").status == .seeOther)
    }

    @Test func `a moderator has at most three claims`() async throws {
        let site = try TestSite()
        let bob = try site.client(.bob)
        var addresses: [String] = []
        for number in 0...Policy.claimLimit {
            let recipe = try await site.write(RecipeFields.vegan.with("title", "Soup \(number)"))
            addresses.append(try await "/moderation/submissions/\(site.submit(recipe))/claim")
        }
        for address in addresses.dropLast() { #expect(try await bob.post(address).status == .seeOther) }
        #expect(try await bob.post(addresses[0]).status == .seeOther)
        #expect(try await bob.post(addresses[3]).status == .conflict)
        site.clock.advance(by: Policy.claimLifetime)
        #expect(try await bob.post(addresses[3]).status == .seeOther)
    }

    @Test func `an admin can take over a claim with a logged reason, a moderator cannot`() async throws {
        let site = try TestSite()
        let address = try await "/moderation/submissions/\(site.submit(site.write(.vegan)))/claim"
        _ = try await site.client(.bob).post(address)
        let rows = try site.count("SELECT count(*) FROM audit")
        let ada = try site.client(.ada)
        #expect(try await site.client(.bella).post(address, [("reason", "I want it")]).status == .conflict)
        #expect(try await ada.post(address).status == .conflict)
        #expect(try await ada.post(address, [("reason", String(repeating: "x", count: 501))]).status == .conflict)
        #expect(try site.count("SELECT count(*) FROM audit") == rows)
        #expect(try await ada.post(address, [("reason", "Bob is ill")]).status == .seeOther)
        #expect(try site.count("SELECT moderator_id FROM claim") == Person.ada.id)
        #expect(try site.value("SELECT detail FROM audit ORDER BY id DESC LIMIT 1") == "Bob is ill")
        #expect(try site.failures() == [])
    }

    @Test func `a decided submission cannot be claimed`() async throws {
        let site = try TestSite()
        let submission = try await site.submit(site.write(.vegan))
        try await site.reject(submission)
        #expect(try await site.client(.bella).post("/moderation/submissions/\(submission)/claim").status == .conflict)
        #expect(try await site.client(.bella).post("/moderation/submissions/99/claim").status == .notFound)
    }

    @Test func `of several simultaneous claims only one succeeds`() async throws {
        let site = try TestSite()
        let address = try await "/moderation/submissions/\(site.submit(site.write(.vegan)))/claim"
        let statuses = try await withThrowingTaskGroup(of: Status.self) { group in
            for person in [Person.bob, .bella, .ada] {
                group.addTask { try await site.client(person).post(address).status }
            }
            return try await group.reduce(into: [Status]()) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == .seeOther }.count == 1)
        #expect(statuses.filter { $0 == .conflict }.count == 2)
    }
}
