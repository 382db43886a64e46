// Tests of roles, licences and suspensions, which apply from the next request and are logged.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct UsersTests {
    struct UserAnswer: Decodable, Sendable {
        let id: Int
        let username, email, role: String
        let licensed, suspended: Bool
    }

    private func post(
        _ site: TestSite, _ person: Person, _ action: String, _ fields: (String, String)..., by admin: Person = .ada
    ) async throws -> Response {
        try await site.client(admin).post("/admin/users/\(person.id)/\(action)", fields)
    }

    private func user(_ site: TestSite, _ person: Person) async throws -> UserAnswer? {
        try await site.client(.ada).json("/admin/users", as: ListAnswer<UserAnswer>.self).items.first {
            $0.id == person.id
        }
    }

    @Test func `a new role applies from the next request and is logged`() async throws {
        let site = try TestSite()
        let charlie = try site.client(.charlie)
        #expect(try await charlie.get("/moderation").status == .forbidden)
        #expect(
            try await post(site, .charlie, "role", ("role", "moderator")).location
                == "/admin/users/\(Person.charlie.id)")
        #expect(try await charlie.get("/moderation").status == .ok)
        #expect(try await charlie.get("/admin").status == .forbidden)
        _ = try await post(site, .charlie, "role", ("role", "admin"))
        #expect(try await charlie.get("/admin").status == .ok)
        _ = try await post(site, .charlie, "role", ("role", "member"))
        #expect(try await charlie.get("/moderation").status == .forbidden)
        let rows = try site.read { db in
            try db.all("SELECT from_state, to_state, actor_name FROM audit WHERE action = 'role' ORDER BY id") {
                [$0[0] as String, $0[1], $0[2]]
            }
        }
        #expect(rows == [["member", "moderator", "ada"], ["moderator", "admin", "ada"], ["admin", "member", "ada"]])
        _ = try await post(site, .charlie, "role", ("role", "member"))
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'role'") == 3)
    }

    @Test func `the last admin keeps the role`() async throws {
        let site = try TestSite()
        for role in ["member", "moderator"] {
            #expect(try await post(site, .ada, "role", ("role", role)).status == .conflict)
        }
        #expect(try await user(site, .ada)?.role == "admin")
        _ = try await post(site, .bob, "role", ("role", "admin"))
        #expect(try await post(site, .ada, "role", ("role", "member")).status == .seeOther)
        #expect(try await site.client(.ada).get("/admin").status == .forbidden)
        #expect(try await post(site, .bob, "role", ("role", "member"), by: .bob).status == .conflict)
    }

    @Test func `a suspended admin does not count as one, and a suspended account gets no role`() async throws {
        let site = try TestSite()
        let later = site.now + TestClock.day
        // An older version allowed this.
        try site.run("UPDATE user SET role = 'admin', suspended_until = \(later) WHERE id = \(Person.bella.id)")
        #expect(try await post(site, .ada, "role", ("role", "member")).status == .conflict)
        try site.run("UPDATE user SET suspended_until = \(later) WHERE id IN (\(Person.alice.id), \(Person.bob.id))")
        for (person, role) in [(Person.alice, "moderator"), (.alice, "admin"), (.bob, "admin")] {
            let answer = try await post(site, person, "role", ("role", role))
            #expect(answer.status == .conflict && answer.shows("End the suspension first"))
        }
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'role'") == 0)
        #expect(try await post(site, .bob, "role", ("role", "member")).status == .seeOther)
        site.clock.advance(by: TestClock.day)
        #expect(try await post(site, .alice, "role", ("role", "moderator")).status == .seeOther)
        #expect(try await post(site, .ada, "role", ("role", "member")).status == .seeOther)
    }

    @Test func `of two admins who demote each other at the same time one keeps the role`() async throws {
        for _ in 0..<10 {
            let site = try TestSite()
            try site.run("UPDATE user SET role = 'admin' WHERE id = \(Person.bob.id)")
            _ = try await withThrowingTaskGroup(of: Status.self) { group in
                for (admin, other) in [(Person.ada, Person.bob), (.bob, .ada)] {
                    group.addTask { try await post(site, other, "role", ("role", "member"), by: admin).status }
                }
                return try await group.reduce(into: [Status]()) { $0.append($1) }
            }
            #expect(try site.count("SELECT count(*) FROM user WHERE role = 'admin'") == 1)
        }
    }

    @Test(arguments: ["", "owner", "Admin"])
    func `an unknown role shows an error`(role: String) async throws {
        let site = try TestSite()
        let answer = try await post(site, .charlie, "role", ("role", role))
        #expect(answer.status == .unprocessable)
        #expect(answer.hasError(at: "role"))
        #expect(try await user(site, .charlie)?.role == "member")
    }

    @Test(arguments: [
        ("role", "role", "moderator"), ("licence", "until", "2027-12-31"), ("suspend", "until", "2027-12-31"),
        ("licence/revoke", "", ""),
    ])
    func `a change of an unknown user does nothing and is not logged`(action: String, field: String, value: String)
        async throws
    {
        let site = try TestSite()
        let rows = try site.count("SELECT count(*) FROM audit")
        for id in ["999", "0", "x", "-1"] {
            let answer = try await site.client(.ada).post("/admin/users/\(id)/\(action)", [(field, value)])
            #expect(answer.status == .notFound, "\(id)")
        }
        #expect(try site.count("SELECT count(*) FROM audit") == rows)
    }

    @Test func `a licence allows publishing from the next request to the end of its last day`() async throws {
        let site = try TestSite()
        let recipe = try await site.write(.vegan, as: .charlie)
        let charlie = try site.client(.charlie)
        #expect(try await charlie.post("/recipes/\(recipe)/submit").status == .forbidden)
        #expect(
            try await post(site, .charlie, "licence", ("until", "2026-11-18"), ("note", "trial")).status == .seeOther)
        #expect(try await user(site, .charlie)?.licensed == true)
        let page = try await charlie.get("/settings/licence")
        #expect(page.shows("18 November 2026"))
        // 14 hours minus one millisecond are left of the day.
        site.clock.advance(by: 14 * TestClock.hour - 2)
        let evening = try site.client(.charlie)
        #expect(try await evening.post("/recipes/\(recipe)/submit").status == .seeOther)
        #expect(try await evening.post("/recipes/\(recipe)/withdraw").status == .seeOther)
        site.clock.advance(by: 1)
        #expect(try await evening.post("/recipes/\(recipe)/submit").status == .forbidden)
        #expect(try await user(site, .charlie)?.licensed == false)
    }

    @Test func `the longest of several licences counts, and revoking ends them all`() async throws {
        let site = try TestSite()
        _ = try await post(site, .charlie, "licence", ("until", "2027-06-30"))
        _ = try await post(site, .charlie, "licence", ("until", "2027-01-31"))
        #expect(try await site.client(.charlie).get("/settings/licence").shows("30 June 2027"))
        #expect(try await post(site, .charlie, "licence/revoke", ("reason", "copied")).status == .seeOther)
        #expect(try await user(site, .charlie)?.licensed == false)
        let actions = try site.read { db in
            try db.all("SELECT action FROM audit WHERE object_id = \(Person.charlie.id) AND object = 'user'") {
                $0[0] as String
            }
        }
        #expect(actions == ["licence-grant", "licence-grant", "licence-revoke"])
        _ = try await post(site, .charlie, "licence/revoke", ("reason", "copied"))
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'licence-revoke'") == 1)
    }

    @Test(arguments: ["", "2026-11-17", "2026-02-30", "tomorrow", "31.12.2027"])
    func `a licence needs a future date, and the typed note is kept`(day: String) async throws {
        let site = try TestSite()
        let answer = try await post(site, .charlie, "licence", ("until", day), ("note", "a <long> note"))
        #expect(answer.status == .unprocessable)
        #expect(answer.hasError(at: "until"))
        #expect(answer.shows("a <long> note"))
        #expect(answer.text.contains("value=\"\(day)\""))
        #expect(try site.count("SELECT count(*) FROM licence_grant WHERE user_id = \(Person.charlie.id)") == 0)
    }

    @Test(arguments: [(500, true), (501, false)])
    func `a note has at most 500 characters`(length: Int, isRight: Bool) async throws {
        let site = try TestSite()
        for letter in ["ж", "e\u{301}"] where length % letter.unicodeScalars.count == 0 || !isRight {
            let note = String(repeating: letter, count: length / letter.unicodeScalars.count + (isRight ? 0 : 1))
            let answer = try await post(site, .charlie, "licence", ("until", "2027-12-31"), ("note", note))
            #expect(answer.status == (isRight ? .seeOther : .unprocessable))
            #expect(answer.hasError(at: "note") == !isRight)
        }
    }

    @Test func `a suspended member can read but change nothing until the suspension ends`() async throws {
        let site = try TestSite()
        let alice = try site.client(.alice)
        #expect(
            try await post(site, .alice, "suspend", ("until", "2026-11-20"), ("reason", "spam")).status == .seeOther)
        #expect(try await user(site, .alice)?.suspended == true)
        #expect(try await alice.get("/my/recipes").status == .ok)
        let refused = try await alice.post("/recipes", RecipeFields.vegan.fields)
        #expect(refused.status == .forbidden)
        // Each reader sees the end in the zone of their clock.
        let end = #"<time datetime="2026-11-20T23:59:59Z">20 November 2026, 23:59 UTC</time>"#
        #expect(refused.text.contains("Your account is suspended until \(end). The reason: “spam”."))
        for path in ["/admin/users?q=alice", "/admin/users/\(Person.alice.id)"] {
            #expect(try await site.client(.ada).get(path).text.contains("suspended until \(end)"), "\(path)")
        }
        #expect(try await alice.post("/logout").status == .seeOther)
        let again = try site.client(.alice)
        #expect(try await post(site, .alice, "suspend", ("until", "")).status == .seeOther)
        #expect(try await again.post("/recipes", RecipeFields.vegan.fields).status == .seeOther)
        _ = try await post(site, .alice, "suspend", ("until", "2026-11-20"), ("reason", "spam"))
        site.clock.advance(by: 3 * TestClock.day)
        #expect(try await site.client(.alice).post("/recipes", RecipeFields.vegan.fields).status == .seeOther)
        let reasons = try site.read {
            try $0.all("SELECT detail FROM audit WHERE action = 'suspend' ORDER BY id") { $0[0] as String }
        }
        #expect(reasons == ["spam", "", "spam"])
    }

    @Test func `an admin cannot be suspended, and a suspension needs a future date`() async throws {
        let site = try TestSite()
        #expect(try await post(site, .ada, "suspend", ("until", "2027-01-01"), ("reason", "spam")).status == .conflict)
        for day in ["2026-11-17", "x", "2026-02-30"] {
            let answer = try await post(site, .alice, "suspend", ("until", day), ("reason", "because"))
            #expect(answer.status == .unprocessable)
            #expect(answer.hasError(at: "until"))
            #expect(answer.shows("because"))
        }
        let long = String(repeating: "r", count: 501)
        let answer = try await post(site, .alice, "suspend", ("until", "2026-12-01"), ("reason", long))
        #expect(answer.status == .unprocessable && answer.hasError(at: "reason") && answer.shows(long))
        #expect(try site.count("SELECT count(*) FROM user WHERE suspended_until IS NOT NULL") == 0)
        // A member who is not suspended cannot be unsuspended.
        let rows = try site.count("SELECT count(*) FROM audit")
        #expect(try await post(site, .alice, "suspend", ("until", "")).status == .seeOther)
        #expect(try site.count("SELECT count(*) FROM audit") == rows)
    }

    @Test func `users are found by name or address, and signs are searched literally`() async throws {
        let site = try TestSite()
        let client = try site.client(.ada)
        func names(_ query: String) async throws -> [String] {
            try await client.json("/admin/users?q=\(Percent.encode(query: query))", as: ListAnswer<UserAnswer>.self)
                .items.map(\.username)
        }
        #expect(try await names("") == ["ada", "charlie", "bella", "bob", "alice"])
        #expect(try await names("ALI") == ["alice"])
        #expect(try await names("bella@") == ["bella"])
        for nothing in ["%", "_", "\\", "'", "x' OR 1=1 --"] { #expect(try await names(nothing) == [], "\(nothing)") }
        let page = try await client.get("/admin/users?q=ali")
        #expect(page.text.contains(#"href="/admin/users/1""#) && !page.text.contains(#"href="/admin/users/2""#))
        #expect(!page.text.contains("argon2"))
    }

    @Test(arguments: ["мария", "МАРИЯ", "МаРи", "тётя", "ТЁТЯ", "почта@", "ПОЧТА@", "mapия"])
    func `letter case of any alphabet does not matter in a search`(query: String) async throws {
        let site = try TestSite()
        let now = site.now
        try site.write { db in
            let id = try AccountStore(db).add(
                username: "Мария", email: "Почта@example.org", password: nil, now: now)
            try db.run(
                """
                UPDATE user SET display_name = 'Тётя Мария', display_key = \(NameRules.likeness("Тётя Мария"))
                WHERE id = \(id)
                """)
        }
        let found = try await site.client(.ada).json(
            "/admin/users?q=\(Percent.encode(query: query))", as: ListAnswer<UserAnswer>.self)
        #expect(found.items.map(\.username) == ["Мария"])
    }

    @Test func `users are listed twenty to a page`() async throws {
        let site = try TestSite()
        let now = site.now
        try site.write { db in
            for number in 0..<17 {
                _ = try AccountStore(db).add(
                    username: "user\(number)", email: "u\(number)@example.org", password: nil, now: now)
            }
        }
        let ada = try site.client(.ada)
        let first = try await ada.json("/admin/users", as: ListAnswer<UserAnswer>.self)
        #expect(first.total == 22 && first.items.count == 20)
        #expect(
            try await ada.json("/admin/users?page=2", as: ListAnswer<UserAnswer>.self).items.map(\.username) == [
                "bob", "alice",
            ])
    }

    @Test func `users are filtered by role, licence and suspension, and by several at the same time`() async throws {
        let site = try TestSite()
        _ = try await post(site, .charlie, "licence", ("until", "2027-06-30"))
        _ = try await post(site, .charlie, "suspend", ("until", "2026-12-31"), ("reason", "spam"))
        func names(_ query: String) async throws -> [String] {
            try await site.client(.ada).json("/admin/users?\(query)", as: ListAnswer<UserAnswer>.self).items
                .map(\.username)
        }
        #expect(try await names("role=moderator") == ["bella", "bob"])
        #expect(try await names("role=admin") == ["ada"])
        #expect(try await names("licensed=yes") == ["charlie", "alice"])
        #expect(try await names("licensed=yes&suspended=no") == ["alice"])
        #expect(try await names("suspended=yes&role=member&q=char") == ["charlie"])
        #expect(try await names("role=king") == [])
        #expect(try await names("licensed=maybe") == [])
        site.clock.advance(by: 60 * TestClock.day)
        #expect(try await names("suspended=yes") == [])
        let page = try await site.client(.ada).get("/admin/users?role=moderator")
        #expect(page.text.contains(#"<option value="moderator" selected>"#) && page.text.contains("<table>"))
    }

    @Test func `the forms are on the user’s page, which answers as JSON too`() async throws {
        let site = try TestSite()
        let ada = try site.client(.ada)
        let page = try await ada.get("/admin/users/\(Person.charlie.id)")
        for action in ["role", "licence", "suspend"] {
            #expect(page.text.contains("action=\"/admin/users/\(Person.charlie.id)/\(action)\""))
        }
        #expect(!page.text.contains("/licence/revoke"))
        struct Details: Decodable, Sendable { let username, role: String }
        let details: Details = try await ada.json("/admin/users/\(Person.charlie.id)")
        #expect(details.username == "charlie" && details.role == "member")
    }

    @Test func `the overview shows figures and the last hash of the log`() async throws {
        let site = try TestSite()
        _ = try await site.publish(.vegan)
        let head = try site.read { try AuditStore($0).head() }
        let page = try await site.client(.ada).get("/admin")
        #expect(page.text.contains(head.hash))
    }
}
