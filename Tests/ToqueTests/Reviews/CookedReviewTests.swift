// Tests reviews of what was cooked: servings, changes and photos, the two averages, and first reviews that wait.

import Database
import HTTP
import Testing
import Texts
import Words

@testable import TestKit
@testable import Toque

private struct CookedAnswer: Decodable {
    struct Item: Decodable {
        let stars: Int
        let cooked: String?
        let servings: Int?
        let changes: String?
        let photo: String?
    }

    struct Part: Decodable, Equatable {
        let total: Int
        let average: Double?
    }

    let total: Int
    // swift-format-ignore: AlwaysUseLowerCamelCase
    let as_written: Part
    let changed: Part
    let items: [Item]
}

@Suite struct CookedReviewTests {
    private func site() throws -> (TestSite, recipe: Int) {
        let site = try TestSite()
        return (site, try site.plant("Onion soup", "1 onion"))
    }

    private func reviews(_ site: TestSite, _ recipe: Int) async throws -> CookedAnswer {
        try await site.visitor().json("/recipes/\(recipe)/reviews")
    }

    private let link = "Better at https://knives.example.com/soup"

    @Test func `a review says how the recipe was cooked, with a photo that everyone can see`() async throws {
        let (site, recipe) = try site()
        let charlie = try site.client(.charlie)
        let fields = [
            ("stars", "4"), ("text", "Good."), ("cooked", "changed"), ("cooked_servings", "6"),
            ("changes", "Less salt."),
        ]
        let photo = (name: "photo", filename: "soup.png", bytes: TestPicture.png())
        try await charlie.upload("/recipes/\(recipe)/review", fields, file: photo).expect(.seeOther)
        let item = try #require(try await reviews(site, recipe).items.first)
        #expect(item.cooked == "changed" && item.servings == 6 && item.changes == "Less salt.")
        try await site.visitor().get(found(item.photo)).expect(.ok)
        let page = try await site.visitor().get(site.address(of: recipe))
        #expect(page.shows("Cooked with changes, for 6 servings") && page.shows("Less salt."))
        #expect(page.shows("Photo by charlie") && page.shows("With changes: 4.0 of 5 (1 review)"))
        // The form keeps the photo, unless it is to be removed.
        let id: String = try found(site.value("SELECT photo_id FROM review"))
        try await charlie.post("/recipes/\(recipe)/review", fields + [("photo_id", id)]).expect(.seeOther)
        #expect(try await reviews(site, recipe).items.first?.photo != nil)
        try await charlie.post("/recipes/\(recipe)/review", fields + [("photo_id", id), ("remove_photo", "1")])
            .expect(.seeOther)
        #expect(try await reviews(site, recipe).items.first?.photo == nil)
        #expect(try await site.visitor().get(found(item.photo)).status == .notFound)
        let sweep = site.now + 2 * TestClock.day
        _ = try site.read {
            try MediaSweep.run(site.site.writer, $0, mediaPath: site.site.settings.mediaPath, now: sweep)
        }
        #expect(try site.count("SELECT count(*) FROM photo") == 0)
    }

    @Test func `the averages of both ways are apart, and right after each change`() async throws {
        let (site, recipe) = try site()
        func save(_ person: Person, _ stars: Int, _ way: String) async throws {
            let changes = [("changes", way == "changed" ? "Less salt." : "")]
            try await site.client(person).post(
                "/recipes/\(recipe)/review", [("stars", String(stars)), ("cooked", way)] + changes
            ).expect(.seeOther)
        }
        try await save(.charlie, 5, "as-written")
        try await save(.bob, 2, "changed")
        try await save(.ada, 4, "")
        var answer = try await reviews(site, recipe)
        #expect(answer.total == 3 && answer.as_written == .init(total: 1, average: 5))
        #expect(answer.changed == .init(total: 1, average: 2))
        try await save(.bob, 3, "as-written")
        answer = try await reviews(site, recipe)
        #expect(answer.as_written == .init(total: 2, average: 4) && answer.changed == .init(total: 0, average: nil))
        try await site.client(.charlie).post("/recipes/\(recipe)/review/delete").expect(.seeOther)
        #expect(try await reviews(site, recipe).as_written == .init(total: 1, average: 3))
        #expect(try site.failures().isEmpty)
        try site.run("UPDATE recipe_rating SET changed_stars = 1")
        #expect(try site.read { try RatingCheck(db: $0).failures() }.count == 1)
    }

    @Test func `a wrong cook event saves nothing and keeps what was typed`() async throws {
        let (site, recipe) = try site()
        let charlie = try site.client(.charlie)
        let long = String(repeating: "x", count: ReviewRules.changesLength + 1)
        for (fields, field) in [
            ([("cooked", "burnt")], "cooked"), ([("cooked", ""), ("cooked_servings", "4")], "cooked"),
            ([("changes", "Less salt.")], "cooked"), ([("cooked", "as-written"), ("changes", "Less salt.")], "cooked"),
            ([("cooked", "changed"), ("changes", " ")], "changes"),
            ([("cooked", "changed"), ("changes", long)], "changes"),
            ([("cooked", "as-written"), ("cooked_servings", "0")], "cooked_servings"),
            ([("cooked", "as-written"), ("cooked_servings", "1001")], "cooked_servings"),
            ([("cooked", "as-written"), ("photo_id", "none")], "photo"),
        ] {
            // Other fields have no value that somebody typed.
            let isTyped = ["changes", "cooked_servings"].contains(fields.last?.0) && fields.last?.1 != " "
            let answer = try await charlie.post(
                "/recipes/\(recipe)/review", [("stars", "4"), ("text", "kept")] + fields)
            #expect(answer.status == .unprocessable && answer.hasError(at: field), "\(fields)")
            #expect(answer.shows("kept") && (!isTyped || answer.shows(fields.last?.1 ?? "")), "\(fields)")
        }
        let file = (name: "photo", filename: "a.png", bytes: Array("no picture".utf8))
        let answer = try await charlie.upload(
            "/recipes/\(recipe)/review", [("stars", "4"), ("cooked", "as-written")], file: file)
        #expect(answer.status == .unprocessable && answer.hasError(at: "photo"))
        #expect(try site.count("SELECT count(*) FROM review") == 0)
    }

    @Test func `the first review of a member waits if the pre-screen finds something`() async throws {
        let (site, recipe) = try site()
        let charlie = try site.client(.charlie)
        let saved = try await charlie.post("/recipes/\(recipe)/review", [("stars", "1"), ("text", link)])
        #expect(try await charlie.get(found(saved.location)).shows("A moderator reads your first review"))
        #expect(try await reviews(site, recipe).total == 0)
        #expect(try await !site.visitor().get(site.address(of: recipe)).shows(link))
        #expect(try await charlie.get(site.address(of: recipe)).shows("Your review waits"))
        let bob = try site.client(.bob)
        #expect(try await bob.get("/moderation/reports").shows("1 review waits for a decision"))
        let list = try await bob.get("/moderation/reviews")
        #expect(list.shows("Onion soup") && list.shows("Web address in the review: https://knives.example.com/soup"))
        let held = [("seen", String(try site.count("SELECT held_at FROM review")))]
        #expect(try await bob.post("/reviews/1/approve").status == .conflict)
        #expect(try await reviews(site, recipe).total == 0)
        try await bob.post("/reviews/1/approve", held).expect(.seeOther)
        #expect(try await reviews(site, recipe).total == 1)
        #expect(try await bob.post("/reviews/1/approve", held).status == .notFound)
        #expect(try await bob.get("/moderation/reviews").shows("No review waits."))
        // Later ones do not wait.
        let stew = try site.plant("Stew", "1 onion")
        try await charlie.post("/recipes/\(stew)/review", [("stars", "1"), ("text", link)]).expect(.seeOther)
        #expect(try await reviews(site, stew).total == 1)
        #expect(try site.failures().isEmpty)
    }

    @Test func `a review of another recipe does not publish the one that waits`() async throws {
        let (site, recipe) = try site()
        let charlie = try site.client(.charlie)
        let advert = [("stars", "1"), ("text", link)]
        try await charlie.post("/recipes/\(recipe)/review", advert).expect(.seeOther)
        let stew = try site.plant("Stew", "1 onion")
        try await charlie.post("/recipes/\(stew)/review", [("stars", "5"), ("text", "Good.")]).expect(.seeOther)
        try await charlie.post("/recipes/\(recipe)/review", advert).expect(.seeOther)
        #expect(try await reviews(site, recipe).total == 0)
        #expect(try await site.client(.bob).get("/moderation/reviews").shows(link))
    }

    @Test func `a moderator removes a review that waits, and the undone removal makes it wait again`() async throws {
        let (site, recipe) = try site()
        let (charlie, bob) = (try site.client(.charlie), try site.client(.bob))
        let fields = [("stars", "1"), ("text", link)]
        try await charlie.post("/recipes/\(recipe)/review", fields).expect(.seeOther)
        for reason in ["", String(repeating: "x", count: ReviewRules.reasonLength + 1)] {
            let answer = try await bob.post("/reviews/1/reject", [("reason", reason)])
            #expect(answer.status == .unprocessable && answer.hasError(at: "reason"))
            #expect(reason.isEmpty || answer.shows(reason))
        }
        let page = try await bob.get("/moderation/reviews").text
        let held = try site.count("SELECT held_at FROM review")
        let form = #"name="seen" value="\#(held)""#
        #expect(page.ranges(of: form).count == 2)
        for seen in [[], [("seen", String(held - 1))]] {
            let stale = try await bob.post("/reviews/1/reject", [("reason", "An advert.")] + seen)
            #expect(stale.status == .conflict && stale.shows("Read it again before you decide"))
        }
        let removed = try await bob.post("/reviews/1/reject", [("reason", "An advert."), ("seen", String(held))])
        #expect(try await charlie.get("/notifications").shows("was removed"))
        #expect(try await charlie.post("/recipes/\(recipe)/review", fields).status == .forbidden)
        #expect(try await site.client(.bella).get("/moderation/reviews").shows("No review waits."))
        try await site.pressUndo(removed, bob)
        #expect(try await reviews(site, recipe).total == 0)
        #expect(try await bob.get("/moderation/reviews").shows(link))
        #expect(try site.failures().isEmpty)
    }

    @Test func `a removed review that waited is public when an appeal overturns that`() async throws {
        let (site, recipe) = try site()
        let (charlie, bob) = (try site.client(.charlie), try site.client(.bob))
        let fields = [("stars", "1"), ("text", link)]
        try await charlie.post("/recipes/\(recipe)/review", fields).expect(.seeOther)
        let seen = String(try site.count("SELECT held_at FROM review"))
        try await bob.post("/reviews/1/reject", [("reason", "An advert."), ("seen", seen)]).expect(.seeOther)
        try await charlie.post("/appeals/measure/1", [("text", "It is my own page.")]).expect(.seeOther)
        let answer = [("outcome", "overturn"), ("text", "You are right.")]
        try await site.client(.bella).post("/moderation/appeals/1", answer).expect(.seeOther)
        #expect(try await reviews(site, recipe).total == 1)
        #expect(try await bob.get("/moderation/reviews").shows("No review waits."))
        #expect(try site.failures().isEmpty)
    }

    @Test func `a review that waits can be changed, deleted and restored, and is never public by that`() async throws {
        let (site, recipe) = try site()
        let (charlie, path) = (try site.client(.charlie), "/recipes/\(recipe)/review")
        try await charlie.post(path, [("stars", "1"), ("text", link)]).expect(.seeOther)
        let deleted = try await charlie.post("\(path)/delete")
        #expect(try await !site.client(.bob).get("/moderation/reviews").shows(link))
        try await site.pressUndo(deleted, charlie)
        #expect(try await reviews(site, recipe).total == 0)
        #expect(try await site.client(.bob).get("/moderation/reviews").shows(link))
        try Retention(writer: site.site.writer, settings: site.site.settings).sweep(now: site.now + 3 * TestClock.day)
        #expect(try site.count("SELECT count(*) FROM review") == 1)
        try await charlie.post(path, [("stars", "5"), ("text", "Good.")]).expect(.seeOther)
        #expect(try await reviews(site, recipe).total == 1)
    }

    @Test func `moderators’ reviews do not wait, and nobody uses words of the block list`() async throws {
        let (site, recipe) = try site()
        try await site.client(.bob).post("/recipes/\(recipe)/review", [("stars", "1"), ("text", link)])
            .expect(.seeOther)
        #expect(try await reviews(site, recipe).total == 1)
        try await site.client(.ada).post("/admin/blocked-words", [("words", "casino")]).expect(.seeOther)
        for person in [Person.bob, .charlie] {
            for field in ["text", "changes"] {
                let fields = [("stars", "1"), ("cooked", "changed"), ("changes", "More salt.")].filter { $0.0 != field }
                let answer = try await site.client(person).post(
                    "/recipes/\(recipe)/review", fields + [(field, "Visit my casino")])
                #expect(answer.status == .unprocessable && answer.hasError(at: "text") && answer.shows("casino"))
            }
        }
        let long = [("stars", "1"), ("text", "casino " + String(repeating: "a", count: ReviewRules.textLength))]
        let answer = try await site.client(.charlie).post("/recipes/\(recipe)/review", long)
        // A text that is too long is not searched.
        #expect(answer.status == .unprocessable && answer.hasError(at: "text"))
        #expect(!answer.shows(Text.reviewBlocked(.en, words: "casino")))
        let disguised = [("stars", "1"), ("text", "Visit my c a s i n o")]
        try await site.client(.charlie).post("/recipes/\(recipe)/review", disguised).expect(.seeOther)
        #expect(try await reviews(site, recipe).total == 1)
    }

    @Test func `the photo of a review that waits is seen by its member and moderators`() async throws {
        let (site, recipe) = try site()
        let charlie = try site.client(.charlie)
        let photo = (name: "photo", filename: "soup.png", bytes: TestPicture.png())
        try await charlie.upload(
            "/recipes/\(recipe)/review", [("stars", "1"), ("text", link), ("cooked", "as-written")], file: photo
        ).expect(.seeOther)
        let path = "/media/\(try found(site.value("SELECT photo_id FROM review") as String?))/320.webp"
        #expect(try await charlie.get(path).status == .ok)
        #expect(try await site.client(.bob).get(path).status == .ok)
        #expect(try await site.client(.alice).get(path).status == .notFound)
        #expect(try await site.visitor().get(path).status == .notFound)
    }
}
