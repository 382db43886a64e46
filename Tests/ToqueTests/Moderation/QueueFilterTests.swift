// Tests of the filters of the queue, of saved views, and of assignments.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct QueueFilterTests {
    private func titles(_ site: TestSite, _ query: String, as person: Person = .bob) async throws -> [String] {
        let queue = try await site.client(person).json("/moderation\(query)", as: ListAnswer<CardAnswer>.self)
        #expect(queue.total == queue.items.count)
        return queue.items.map(\.title)
    }

    /// Three submissions: an English one of Alice, a Russian one of Charlie, and an advert of Alice, which has findings.
    private func site() async throws -> TestSite {
        let site = try TestSite()
        try site.license(.charlie)
        _ = try await site.submit(site.write(.vegan))
        let russian = RecipeFields("Суп", ingredients: "1 луковица", steps: ["Варить."]).with("language", "ru")
        _ = try await site.submit(site.write(russian, as: .charlie), as: .charlie)
        _ = try await site.submit(site.write(RecipeFields.honey.with("tips", "See www.example.com")))
        return site
    }

    @Test func `each filter finds its submissions, in the page and in JSON`() async throws {
        let site = try await site()
        let bob = try site.client(.bob)
        try await bob.post("/moderation/submissions/1/claim").expect(.seeOther)
        try await bob.post("/moderation/assignments", [("submission", "2"), ("moderator", "bob")]).expect(.seeOther)
        #expect(try await titles(site, "") == ["Lentil soup", "Суп", "Honey porridge"])
        #expect(try await titles(site, "?language=ru") == ["Суп"])
        #expect(try await titles(site, "?author=Charlie") == ["Суп"])
        #expect(try await titles(site, "?author=nobody") == [])
        #expect(try await titles(site, "?with=findings") == ["Honey porridge"])
        #expect(try await titles(site, "?with=claimed") == ["Lentil soup"])
        #expect(try await titles(site, "?with=claimed", as: .bella) == [])
        #expect(try await titles(site, "?with=assigned") == ["Суп"])
        #expect(try await titles(site, "?with=overdue") == [])
        #expect(try await titles(site, "?with=assigned&language=en") == [])
        #expect(try await titles(site, "?language=fr") == [], "a wrong value finds nothing")
        #expect(try await titles(site, "?with=nothing") == [])
        let page = try await bob.get("/moderation?language=ru")
        #expect(page.shows("Суп") && !page.shows("Lentil soup"))
        #expect(page.text.contains(#"href="/moderation/submissions/2?language=ru""#))
        site.clock.advance(by: 10 * TestClock.day)
        #expect(try await titles(site, "?with=overdue").count == 3)
    }

    @Test func `what is not due within two days is folded below what is`() async throws {
        let site = try TestSite()
        // A Saturday: due on Tuesday.
        site.clock.advance(by: 3 * TestClock.day)
        let bob = try site.client(.bob)
        _ = try await site.submit(site.write(.vegan))
        let one = try await bob.get("/moderation")
        #expect(one.shows("Lentil soup") && !one.text.contains(#"class="fold""#), "nothing is due before it")
        let first = try await site.submit(site.write(.honey))
        _ = try site.write { db in
            try db.run("UPDATE submission SET due_at = queued_at WHERE id = \(first)")
        }
        let page = try await bob.get("/moderation")
        #expect(page.text.contains(#"<li class="later" data-submission="1""#))
        #expect(page.text.contains(#"<li data-submission="\#(first)""#))
        #expect(page.shows("1 is not due within two days"))
        #expect(try await titles(site, "") == ["Honey porridge", "Lentil soup"])
    }

    @Test func `a reply to one’s own request is found for 48 hours`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        try await site.requestChanges(site.submit(recipe))
        try await site.save(recipe, .honey)
        _ = try await site.submit(recipe)
        #expect(try await titles(site, "?with=returned") == ["Honey porridge"])
        #expect(try await titles(site, "?with=returned", as: .bella) == [])
        site.clock.advance(by: 2 * TestClock.day)
        #expect(try await titles(site, "?with=returned") == [])
    }

    @Test func `the next submission after a decision is of the same filter`() async throws {
        let site = try await site()
        let bob = try site.client(.bob)
        let page = try await bob.get("/moderation/submissions/1?language=en")
        #expect(page.text.contains(#"href="/moderation/submissions/3?language=en""#))
        #expect(!page.text.contains(#"href="/moderation/submissions/2"#))
        #expect(page.text.contains(#"action="/moderation/submissions/1/approve?language=en""#))
        let answer = try await bob.post(
            "/moderation/submissions/1/approve?language=en", site.decisionFields(1))
        #expect(answer.location == "/moderation/submissions/3?language=en&after=1")
        let last = try await bob.post("/moderation/submissions/3/approve?language=en", site.decisionFields(3))
        #expect(last.location == "/moderation?language=en&after=2")
    }

    @Test func `a view is saved under a name, replaced, deleted and restored, by its moderator only`() async throws {
        let site = try await site()
        let (bob, bella) = (try site.client(.bob), try site.client(.bella))
        let saved = try await bob.post("/moderation/views", [("name", "Russian"), ("filter", "language=ru")])
        #expect(saved.location == "/moderation?language=ru")
        try await bob.post("/moderation/views", [("name", "Russian"), ("filter", "language=ru&with=overdue")])
            .expect(.seeOther)
        let link = #"href="/moderation?language=ru&amp;with=overdue""#
        #expect(try await bob.get("/moderation").text.contains(link))
        #expect(try await !bella.get("/moderation").text.contains(link))
        #expect(try await bella.post("/moderation/views/1/delete").status == .notFound)
        let deleted = try await bob.post("/moderation/views/1/delete")
        #expect(deleted.status == .seeOther)
        #expect(try await bob.get("/moderation").text.contains(#"action="/moderation/views/1/restore""#))
        #expect(try await bella.post("/moderation/views/1/restore").status == .notFound)
        try await bob.post("/moderation/views/1/restore").expect(.seeOther)
        #expect(try await bob.get("/moderation").text.contains(link))
        try await bob.post("/moderation/views/1/delete").expect(.seeOther)
        site.clock.advance(by: TestClock.day)
        #expect(try await site.client(.bob).post("/moderation/views/1/restore").status == .notFound)
        let now = site.now
        try site.write { try RetentionStore($0).sweep(now: now) }
        #expect(try site.count("SELECT count(*) FROM queue_view") == 0)
    }

    @Test func `a view needs a name and a filter, and there are at most thirty`() async throws {
        let site = try TestSite()
        let bob = try site.client(.bob)
        let long = String(repeating: "x", count: SavedView.nameLength + 1)
        for (name, filter) in [("", "language=ru"), (long, "language=ru"), ("All", "")] {
            let refused = try await bob.post("/moderation/views", [("name", name), ("filter", filter)])
            #expect(refused.status == .unprocessable && refused.hasError(at: "name"))
            #expect(refused.text.contains(name))
        }
        for number in 1...SavedView.limit {
            try await bob.post("/moderation/views", [("name", "View \(number)"), ("filter", "language=ru")])
                .expect(.seeOther)
        }
        let full = try await bob.post("/moderation/views", [("name", "Beyond"), ("filter", "language=ru")])
        #expect(full.status == .conflict && full.shows("Beyond"))
        try await bob.post("/moderation/views", [("name", "View 1"), ("filter", "language=en")]).expect(.seeOther)
    }

    @Test func `several submissions are assigned with a row of the log for each, and decided by anyone`() async throws {
        let site = try await site()
        let bob = try site.client(.bob)
        let rows = try site.count("SELECT count(*) FROM audit")
        let both = [("submission", "1"), ("submission", "2")]
        try await bob.post("/moderation/assignments", both + [("moderator", "bella")]).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM audit") == rows + 2)
        try await bob.post("/moderation/assignments", both + [("moderator", "bella")]).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM audit") == rows + 2, "nothing changed")
        #expect(try await bob.get("/moderation").shows("assigned to bella"))
        #expect(try await titles(site, "?with=assigned", as: .bella) == ["Lentil soup", "Суп"])
        try await bob.post("/moderation/assignments", [("submission", "2"), ("moderator", "")]).expect(.seeOther)
        #expect(try await titles(site, "?with=assigned", as: .bella) == ["Lentil soup"])
        try await site.approve(1)
        #expect(try site.count("SELECT count(*) FROM assignment") == 0)
        #expect(try site.failures() == [])
    }

    @Test func `an assignment that is not possible says so and keeps the ticks`() async throws {
        let site = try await site()
        try site.license(.bella)
        _ = try await site.submit(site.write(.unknown, as: .bella), as: .bella)
        try await site.approve(1)
        let bob = try site.client(.bob)
        let ticked = ["1", "2", "4"].map { ("submission", $0) }
        let answer = try await bob.post("/moderation/assignments", ticked + [("moderator", "bella")])
        #expect(answer.status == .conflict && answer.shows("2 submissions couldn’t be assigned"))
        #expect(answer.text.contains(#"value="4" form="assign" checked"#))
        #expect(try site.count("SELECT count(*) FROM assignment") == 1)
        let own = try await site.client(.bella).post(
            "/moderation/assignments", [("submission", "4"), ("moderator", "bob")])
        #expect(own.status == .conflict, "nobody chooses who decides on their own recipe")
        let none = try await bob.post("/moderation/assignments", [("moderator", "bella")])
        #expect(none.status == .unprocessable && none.hasError(at: "submission"))
        let wrong = try await bob.post("/moderation/assignments", [("submission", "2"), ("moderator", "alice")])
        #expect(wrong.status == .unprocessable && wrong.hasError(at: "moderator"))
    }

    @Test func `an assignment stays with a newer text and ends with a withdrawal`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan)
        _ = try await site.submit(recipe)
        let fields = [("submission", "1"), ("moderator", "bella")]
        try await site.client(.bob).post("/moderation/assignments", fields).expect(.seeOther)
        try await site.save(recipe, .honey)
        let newer = try await site.submit(recipe)
        #expect(try site.count("SELECT submission_id FROM assignment") == newer)
        try await site.client(.alice).post("/recipes/\(recipe)/withdraw").expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM assignment") == 0)
    }

    @Test func `ticks that the first page doesn’t list are kept after a mistake`() async throws {
        let site = try await site()
        let ticked = (1...3).map { ("submission", String($0)) }
        let answer = try await site.client(.bob).post(
            "/moderation/assignments", ticked + [("moderator", "alice"), ("filter", "language=ru")])
        #expect(answer.status == .unprocessable)
        #expect(answer.text.ranges(of: #"form="assign" checked"#).count == 3)
    }

    @Test func `more submissions than the limit are refused, and one ticked twice is assigned once`() async throws {
        let site = try await site()
        let rows = try site.count("SELECT count(*) FROM audit")
        let many = (1...Assignments.limit + 1).map { ("submission", String($0)) }
        let answer = try await site.client(.bob).post("/moderation/assignments", many + [("moderator", "bella")])
        #expect(answer.status == .unprocessable && answer.hasError(at: "submission"))
        #expect(try site.count("SELECT count(*) FROM assignment") == 0)
        let same = Array(repeating: ("submission", "2"), count: 5)
        try await site.client(.bob).post("/moderation/assignments", same + [("moderator", "bella")]).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM audit") == rows + 1)
    }

    @Test func `a restored view doesn’t exceed the limit, and no name is used twice`() async throws {
        let site = try TestSite()
        let bob = try site.client(.bob)
        func save(_ name: String, _ filter: String = "language=ru") async throws {
            try await bob.post("/moderation/views", [("name", name), ("filter", filter)]).expect(.seeOther)
        }
        try await save("A")
        try await bob.post("/moderation/views/1/delete").expect(.seeOther)
        try await save("A", "language=en")
        let taken = try await bob.post("/moderation/views/1/restore")
        #expect(taken.status == .conflict && taken.shows("same name"))
        try await bob.post("/moderation/views/2/delete").expect(.seeOther)
        for number in 1...SavedView.limit { try await save("View \(number)") }
        let full = try await bob.post("/moderation/views/1/restore")
        #expect(full.status == .conflict && full.shows("30 saved views"))
        #expect(try site.count("SELECT count(*) FROM queue_view WHERE deleted_at IS NULL") == SavedView.limit)
    }

    @Test func `claims, decisions taken back and suggestions keep the filter`() async throws {
        let site = try await site()
        let bob = try site.client(.bob)
        let (address, filter) = ("/moderation/submissions/1", "?language=en")
        #expect(try await bob.get(address + filter).text.contains(#"action="\#(address)/claim\#(filter)""#))
        let claimed = try await bob.post("/moderation/submissions/1/claim?language=en")
        #expect(claimed.location == address + filter)
        #expect(try await bob.get(address + filter).text.contains(#"action="\#(address)/release\#(filter)""#))
        let released = try await bob.post("/moderation/submissions/1/release?language=en")
        #expect(released.location == address + filter)

        #expect(try await bob.get(address + filter).text.contains(#"href="\#(address)/suggestion\#(filter)""#))
        let editor = try await bob.get("\(address)/suggestion\(filter)")
        #expect(editor.text.contains(#"action="\#(address)/suggestion\#(filter)""#))
        let fields = RecipeFields.vegan.with("title", "Better lentil soup").fields
        let saved = try await bob.post("/moderation/submissions/1/suggestion?language=en", fields)
        #expect(saved.location == address + filter)
        let discard = "\(address)/suggestion/discard\(filter)"
        #expect(try await bob.get(address + filter).text.contains(#"action="\#(discard)""#))
        let discarded = try await bob.post("/moderation/submissions/1/suggestion/discard?language=en")
        #expect(discarded.location == address + filter)

        let decided = try await bob.post("/moderation/submissions/1/approve?language=en", site.decisionFields(1))
        let next = try await bob.get(try #require(decided.location))
        #expect(next.text.contains(#"action="/moderation/decisions/1/take-back\#(filter)""#))
        let back = try await bob.post("/moderation/decisions/1/take-back?language=en")
        #expect(back.location == "/moderation/submissions/4?language=en")
    }

    @Test func `a moderator who loses the role or is suspended is not offered, and keeps no assignment`() async throws {
        let site = try await site()
        let fields = [("submission", "1"), ("moderator", "bella")]
        try await site.client(.bob).post("/moderation/assignments", fields).expect(.seeOther)
        try await site.client(.bella).post("/moderation/submissions/1/claim").expect(.seeOther)
        let ada = try site.client(.ada)
        try await ada.post("/admin/users/3/suspend", [("until", "2027-01-01"), ("reason", "Spam")]).expect(.seeOther)
        #expect(try await !site.client(.bob).get("/moderation").text.contains(#"value="bella""#))
        #expect(try await site.client(.bob).get("/moderation/submissions/1").shows("Assigned to bella"))
        try await ada.post("/admin/users/3/role", [("role", "member")]).expect(.seeOther)
        #expect(try site.count("SELECT count(*) FROM assignment") == 0)
        #expect(try site.count("SELECT count(*) FROM claim") == 0)
        #expect(try await site.client(.bob).get("/moderation/submissions/1").shows("Assigned to bella"))
        #expect(try site.failures() == [])
    }
}
