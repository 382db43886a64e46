// Tests reviews: who may write them, what they add up to, and what authors and readers do with them.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

private struct ReviewsAnswer: Decodable {
    struct Item: Decodable {
        let id: Int
        let username: String
        let stars: Int
        let text: String
        let answer: String?
        let helpful: Int
    }

    let total: Int
    let average: Double?
    let items: [Item]
}

@Suite struct ReviewsTests {
    private func site() throws -> (TestSite, recipe: Int) {
        let site = try TestSite()
        return (site, try site.plant("Onion soup", "1 onion"))
    }

    private func reviews(_ site: TestSite, _ recipe: Int) async throws -> ReviewsAnswer {
        try await site.visitor().json("/recipes/\(recipe)/reviews")
    }

    @Test func `a member reviews a recipe once, changes that, deletes it and takes the deletion back`() async throws {
        let (site, recipe) = try site()
        let charlie = try site.client(.charlie)
        let page = try await charlie.get(site.address(of: recipe))
        #expect(page.shows("No reviews yet") && page.text.contains(#"action="/recipes/\#(recipe)/review""#))
        #expect(!page.text.contains("aggregateRating"))
        let saved = try await charlie.post("/recipes/\(recipe)/review", [("stars", "4"), ("text", "Good.\r\nReally.")])
        #expect(saved.location == "/recipes/\(recipe)-onion-soup")
        let shown = try await charlie.get(found(saved.location))
        #expect(shown.shows("Review saved.") && shown.shows("1 review") && shown.shows("Really."))
        #expect(shown.text.contains(#""aggregateRating":{"@type":"AggregateRating","ratingValue":4,"reviewCount":1}"#))
        try await charlie.post("/recipes/\(recipe)/review", [("stars", "2"), ("text", "")]).expect(.seeOther)
        #expect(try await reviews(site, recipe).items.map(\.stars) == [2])
        let deleted = try await charlie.post("/recipes/\(recipe)/review/delete")
        #expect(try await reviews(site, recipe).total == 0)
        #expect(try await !site.visitor().get(site.address(of: recipe)).text.contains("aggregateRating"))
        #expect(try await site.client(.ada).post("/reviews/1/restore").status == .notFound)
        try await site.pressUndo(deleted, charlie)
        #expect(try await reviews(site, recipe).average == 2)
        try await charlie.post("/recipes/\(recipe)/review/delete").expect(.seeOther)
        #expect(try await charlie.post("/recipes/\(recipe)/review/delete").status == .notFound)
        try Retention(writer: site.site.writer, settings: site.site.settings).sweep(now: site.now + TestClock.day)
        #expect(try site.count("SELECT count(*) FROM review") == 0)
        #expect(try site.count("SELECT reviews + stars FROM recipe_rating") == 0)
    }

    @Test func `nobody reviews their own recipe, a private one, or without an account`() async throws {
        let (site, recipe) = try site()
        let stars = [("stars", "5")]
        #expect(try await site.client(.alice).post("/recipes/\(recipe)/review", stars).status == .forbidden)
        #expect(try await !site.client(.alice).get(site.address(of: recipe)).text.contains("name=\"stars\""))
        #expect(try await site.visitor().post("/recipes/\(recipe)/review", stars).location?.hasPrefix("/login") == true)
        #expect(try await site.visitor().get(site.address(of: recipe)).shows("Log in to write a review"))
        let draft = try await site.write(.vegan)
        #expect(try await site.client(.charlie).post("/recipes/\(draft)/review", stars).status == .notFound)
        #expect(try await site.client(.charlie).get("/recipes/\(draft)/reviews").status == .notFound)
        #expect(try site.count("SELECT count(*) FROM review") == 0)
    }

    @Test func `a wrong review saves nothing and keeps what was typed`() async throws {
        let (site, recipe) = try site()
        let charlie = try site.client(.charlie)
        for (stars, text, field) in [
            ("0", "kept", "stars"), ("6", "kept", "stars"), ("", "kept", "stars"), ("many", "kept", "stars"),
            ("3", String(repeating: "x", count: 2_001), "text"),
        ] {
            let answer = try await charlie.post("/recipes/\(recipe)/review", [("stars", stars), ("text", text)])
            #expect(answer.status == .unprocessable && answer.hasError(at: field), "\(stars)")
            #expect(answer.shows(text) && answer.text.contains("role=\"alert\""))
        }
        #expect(try site.count("SELECT count(*) FROM review") == 0)
    }

    @Test func `readers mark reviews as helpful, and the author answers`() async throws {
        let (site, recipe) = try site()
        try await site.client(.charlie).post("/recipes/\(recipe)/review", [("stars", "3"), ("text", "Salty.")])
            .expect(.seeOther)
        let (alice, bob) = (try site.client(.alice), try site.client(.bob))
        for _ in 1...2 { try await bob.post("/reviews/1/helpful").expect(.seeOther) }
        try await alice.post("/reviews/1/helpful").expect(.seeOther)
        #expect(try await site.client(.charlie).post("/reviews/1/helpful").status == .notFound)
        #expect(try await site.client(.charlie).get(site.address(of: recipe)).shows("2 people found this helpful"))
        try await bob.post("/reviews/1/unhelpful").expect(.seeOther)
        #expect(try await reviews(site, recipe).items.map(\.helpful) == [1])
        #expect(try await bob.post("/reviews/1/answer", [("text", "No.")]).status == .notFound)
        try await alice.post("/reviews/1/answer", [("text", "Use less salt.")]).expect(.seeOther)
        let page = try await site.visitor().get(site.address(of: recipe))
        #expect(page.shows("Use less salt.") && page.shows("The author’s answer"))
        let long = String(repeating: "y", count: 2_001)
        let refused = try await alice.post("/reviews/1/answer", [("text", long)])
        #expect(refused.status == .unprocessable && refused.hasError(at: "answer") && refused.shows(long))
        try await site.client(.ada).post("/admin/blocked-words", [("words", "casino")]).expect(.seeOther)
        let blocked = try await alice.post("/reviews/1/answer", [("text", "Try our casino.")])
        #expect(blocked.status == .unprocessable && blocked.hasError(at: "answer") && blocked.shows("Try our casino."))
        try await alice.post("/reviews/1/answer", [("text", " ")]).expect(.seeOther)
        #expect(try await reviews(site, recipe).items.map(\.answer) == [nil])
    }

    @Test func `a moderator removes a review with a reason, and can put it back`() async throws {
        let (site, recipe) = try site()
        let (charlie, bob) = (try site.client(.charlie), try site.client(.bob))
        let stars = [("stars", "1"), ("text", "Buy my knives.")]
        try await charlie.post("/recipes/\(recipe)/review", stars).expect(.seeOther)
        #expect(try await bob.get(site.address(of: recipe)).text.contains(#"action="/reviews/1/remove""#))
        #expect(try await !site.client(.alice).get(site.address(of: recipe)).text.contains("/reviews/1/remove"))
        let reasons = ["", String(repeating: "x", count: ReviewRules.reasonLength + 1)]
        for reason in reasons {
            let answer = try await bob.post("/reviews/1/remove", [("reason", reason)])
            #expect(
                answer.status == .unprocessable && answer.hasError(at: "reason")
                    && (reason.isEmpty || answer.shows(reason)))
        }
        #expect(try await charlie.post("/reviews/1/remove", [("reason", "x")]).status == .forbidden)
        let read = try site.count("SELECT changed_at FROM review")
        for seen in [[], [("seen", String(read - 1))]] {
            let stale = try await bob.post("/reviews/1/remove", [("reason", "An advert.")] + seen)
            #expect(stale.status == .conflict && stale.shows("Read it again before you decide"))
            #expect(stale.shows("An advert.") && stale.hasError(at: "reason"))
        }
        let wrong = try await bob.post("/reviews/1/remove", [("reason", ""), ("rule", "spam")])
        #expect(wrong.text.contains(#"value="spam" selected"#))
        let removed = try await bob.post(
            "/reviews/1/remove", [("reason", "An advert."), ("rule", "spam"), ("seen", String(read))])
        #expect(try await charlie.get("/appeals/measure/1").shows("Spam or advertising"))
        #expect(try await reviews(site, recipe).total == 0)
        #expect(try await charlie.get("/notifications").shows("was removed"))
        let detail: String? = try site.value("SELECT detail FROM audit ORDER BY id DESC LIMIT 1")
        #expect(detail == "review 1 of user \(Person.charlie.id): An advert.")
        #expect(try await charlie.post("/reviews/1/restore").status == .notFound)
        #expect(try await charlie.post("/recipes/\(recipe)/review", stars).status == .forbidden)
        // The reviewer reads the reason and can appeal, as after every decision.
        #expect(try await charlie.get("/appeals/measure/1").shows("An advert."))
        try await site.pressUndo(removed, bob)
        #expect(try await reviews(site, recipe).total == 1)
        #expect(try await bob.post("/reviews/1/put-back").status == .notFound)
        #expect(try await charlie.post("/appeals/measure/1", [("text", "No.")]).status == .conflict)
        #expect(try site.failures().isEmpty)
    }

    @Test func `moderators put back neither their own reviews nor those that a decision on reports removed`()
        async throws
    {
        let (site, recipe) = try site()
        let (bob, bella) = (try site.client(.bob), try site.client(.bella))
        try await bob.post("/recipes/\(recipe)/review", [("stars", "1"), ("text", "Bad.")]).expect(.seeOther)
        let fields = [("kind", "review"), ("id", "1"), ("reason", "offensive")]
        try await site.client(.charlie).post("/reports", fields).expect(.seeOther)
        try await site.decide(1, "remove-review", by: .bella).expect(.seeOther)
        for client in [bob, bella] { #expect(try await client.post("/reviews/1/put-back").status == .notFound) }
        #expect(try await reviews(site, recipe).total == 0)
        try await site.client(.ada).post("/moderation/measures/1/lift").expect(.seeOther)
        #expect(try await reviews(site, recipe).total == 1)
        let seen = String(try site.count("SELECT changed_at FROM review"))
        try await bella.post("/reviews/1/remove", [("reason", "Rude."), ("seen", seen)]).expect(.seeOther)
        #expect(try await bob.post("/reviews/1/put-back").status == .notFound)
        try await bella.post("/reviews/1/put-back").expect(.seeOther)
        #expect(try site.failures().isEmpty)
    }

    @Test func `searches filter and sort by rating, where one review does not beat many`() async throws {
        let (site, soup) = try site()
        let (stew, pie) = (try site.plant("Stew", "1 onion"), try site.plant("Pie", "1 onion"))
        let now = site.now
        try site.write { db in
            for (recipe, stars) in [(stew, [5]), (soup, [5, 5, 5, 4]), (pie, [2, 3])] {
                for (place, given) in stars.enumerated() {
                    let user = [Person.bob, .charlie, .ada, .alice][place].id
                    try db.run(
                        """
                        INSERT INTO review (recipe_id, user_id, stars, text, created_at, changed_at)
                        VALUES (\(recipe), \(user), \(given), '', \(now), \(now))
                        """)
                }
            }
        }
        func found(_ query: String) async throws -> [Int] {
            try await site.visitor().json("/search?\(query)", as: ListAnswer<CardAnswer>.self).items.map(\.id)
        }
        #expect(try await found("sort=rating") == [soup, stew, pie])
        #expect(try await found("min_rating=4&sort=rating") == [soup, stew])
        #expect(try await found("min_rating=4.8") == [stew])
        #expect(try await found("q=onion&min_rating=2.5&sort=rating") == [soup, stew, pie])
        let page = try await site.visitor().get("/search?min_rating=4")
        #expect(page.shows("4 stars") && page.shows("4.8 of 5") && page.shows("4 reviews"))
        for wrong in ["0", "6", "good"] {
            #expect(try await found("min_rating=\(wrong)").isEmpty, "\(wrong)")
        }
    }

    @Test func `sums are right when many members review at the same time, and the check finds wrong ones`() async throws
    {
        let (site, recipe) = try site()
        let now = site.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, person) in [Person.bob, .charlie, .ada].enumerated() {
                group.addTask {
                    for round in 0..<10 {
                        try await site.site.writer.write {
                            let review = OwnReview(stars: (place + round) % 5 + 1, text: "")
                            try ReviewStore($0).save(review, recipe: recipe, user: person.id, now: now)
                            if round % 3 == 0 { _ = try ReviewStore($0).delete(recipe, user: person.id, now: now) }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        func failures() throws -> [String] { try site.read { try RatingCheck(db: $0).failures() }.map(\.finding) }
        #expect(try failures() == [])
        try site.run("UPDATE recipe_rating SET stars = stars + 1")
        #expect(try failures() == ["the sum of recipe \(recipe) differs from its reviews"])
    }

    @Test func `reviews have pages, newest first, and end with their recipe or member`() async throws {
        let (site, recipe) = try site()
        let now = site.now
        try site.write { db in
            for number in 0..<25 {
                let user = try AccountStore(db).add(
                    username: "reader\(number)", email: "reader\(number)@example.org", password: nil, role: .member,
                    now: now)
                try ReviewStore(db).save(
                    OwnReview(stars: 3, text: "Number \(number)."), recipe: recipe, user: user, now: now + number)
            }
        }
        let page = try await site.visitor().get(site.address(of: recipe))
        #expect(
            page.shows("Number 24.") && !page.shows("Number 4.") && page.text.contains("/recipes/\(recipe)/reviews\""))
        let second = try await site.visitor().get("/recipes/\(recipe)/reviews?page=2")
        #expect(second.shows("Number 4.") && !second.shows("Number 5.") && second.text.contains("rel=\"prev\""))
        try await site.client(.alice).post("/recipes/\(recipe)/delete").expect(.seeOther)
        #expect(try await site.visitor().get("/recipes/\(recipe)/reviews").status == .notFound)
    }
}
