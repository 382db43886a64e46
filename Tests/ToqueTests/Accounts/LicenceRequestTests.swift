// Tests of asking for a publishing licence, of the admin's answer, and of giving a licence up.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct LicenceRequestTests {
    @Test func `a member asks, admins are notified, and the granted licence works`() async throws {
        let site = try TestSite()
        let (charlie, ada) = (try site.client(.charlie), try site.client(.ada))
        try await charlie.post("/settings/licence", [("text", "I cook soups.")]).expect(.seeOther)
        #expect(try site.value("SELECT kind FROM notification WHERE user_id = \(Person.ada.id)") == "licence-asked")
        #expect(try await charlie.get("/settings/licence").shows("waiting for an admin"))
        #expect(try await ada.get("/admin/licences").shows("I cook soups."))
        try await ada.post("/admin/licences/1/grant", [("until", "2027-12-31"), ("note", "Welcome")]).expect(.seeOther)
        let own: String? = try site.value("SELECT kind FROM notification WHERE user_id = \(Person.charlie.id)")
        #expect(own == "licence-granted")
        let page = try await charlie.get("/settings/licence")
        #expect(page.shows("granted") && page.shows("Welcome"))
        let recipe = try await site.write(.vegan, as: .charlie)
        #expect(try await site.submit(recipe, as: .charlie) == 1)
        #expect(try await ada.post("/admin/licences/1/refuse", [("reason", "Too late")]).status == .conflict)
    }

    @Test func `a refusal needs a reason, which the member reads`() async throws {
        let site = try TestSite()
        let (charlie, ada) = (try site.client(.charlie), try site.client(.ada))
        try await charlie.post("/settings/licence", [("text", "Hello")]).expect(.seeOther)
        let empty = try await ada.post("/admin/licences/1/refuse", [("reason", " ")])
        #expect(empty.status == .unprocessable && empty.text.contains(#"id="reason-error""#))
        let wrong = try await ada.post("/admin/licences/1/grant", [("until", "soon"), ("note", "Typed")])
        #expect(wrong.status == .unprocessable && wrong.shows("Typed") && wrong.text.contains(#"id="until-error""#))
        try await ada.post("/admin/licences/1/refuse", [("reason", "Tell us what you cook.")]).expect(.seeOther)
        #expect(try await charlie.get("/settings/licence").shows("Tell us what you cook."))
        try await charlie.post("/settings/licence", [("text", "Soups.")]).expect(.seeOther)
    }

    @Test func `a request is limited, open once, and can be withdrawn`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        for text in ["", String(repeating: "a", count: 2_001)] {
            let answer = try await charlie.post("/settings/licence", [("text", text)])
            #expect(answer.status == .unprocessable && answer.text.contains(#"id="text-error""#))
            #expect(text.isEmpty || answer.text.contains(text))
        }
        try await charlie.post("/settings/licence", [("text", "Soups.")]).expect(.seeOther)
        let again = try await charlie.post("/settings/licence", [("text", "Please.")])
        #expect(again.status == .conflict && again.shows("Please."))
        try await charlie.post("/settings/licence/withdraw").expect(.seeOther)
        #expect(try site.value("SELECT state FROM licence_request") == "withdrawn")
        #expect(
            try await site.client(.ada).post("/admin/licences/1/grant", [("until", "2027-12-31")]).status == .conflict)
    }

    @Test func `a member gives up a licence, and a revoked one says why`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        try await alice.post("/settings/licence/give-up").expect(.seeOther)
        let recipe = try await site.write(.vegan)
        #expect(try await alice.post("/recipes/\(recipe)/submit").status == .forbidden)
        #expect(try await alice.get("/settings/licence").shows("given up"))
        try site.license(.alice)
        let ada = try site.client(.ada)
        try await ada.post("/admin/users/1/licence/revoke", [("reason", "Copied texts")]).expect(.seeOther)
        #expect(try await alice.get("/settings/licence").shows("Copied texts"))
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'licence-give-up'") == 1)
    }

    @Test func `a mistake in an answer from a later page shows that request with what was typed`() async throws {
        let site = try TestSite()
        let now = site.now
        let last = Paging.size + 1
        try site.write { db in
            for number in 1...last {
                let user = try AccountStore(db).add(
                    username: "cook\(number)", email: "cook\(number)@example.org", password: nil, now: now)
                try db.run(
                    """
                    INSERT INTO licence_request (id, user_id, text, asked_at)
                    VALUES (\(number), \(user), 'Soups.', \(number))
                    """)
            }
        }
        let long = String(repeating: "x", count: LicenceRequestStore.length + 1)
        let answer = try await site.client(.ada).post("/admin/licences/\(last)/refuse", [("reason", long)])
        #expect(answer.status == .unprocessable && answer.shows(long) && answer.hasError(at: "reason"))
    }
}
