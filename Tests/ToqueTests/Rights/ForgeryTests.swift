// Tests that only the site's own forms change anything, and that no additional field gives rights.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct ForgeryTests {
    private static let changes = Routes.all.filter { $0.method == .post }

    /// The exceptions that docs/security.md names.
    @Test func `only mail programs may send a form without a token`() {
        #expect(Self.changes.filter(\.isOneClick).map(\.address.pattern) == ["/unsubscribe/:token"])
        #expect(Routes.all.allSatisfy { !$0.isOneClick || $0.holdsSecret })
    }

    enum Token: CaseIterable { case none, malformed, ofAnotherSession, beforeLogin }

    @Test(arguments: Token.allCases)
    func `a form without the token of its session does nothing on any route`(kind: Token) async throws {
        let rights = try await RightsSite()
        let other = try await rights.client(.licensed).token()
        let people: [Visitor] = [.owner, .moderator, .admin]
        let clients = try Dictionary(uniqueKeysWithValues: people.map { ($0, try rights.client($0)) })
        var early: [Visitor: String] = [:]
        for (person, client) in clients {
            let session = client.cookies.removeValue(forKey: "toque_session")
            early[person] = try await client.token()
            client.cookies["toque_session"] = session
        }
        let before = try rights.site.digest()
        for route in Self.changes where !route.isOneClick {
            let person = RightsSite.visitor(for: route)
            let client = try #require(clients[person])
            let tokens: [String] =
                switch kind {
                case .none: []
                case .malformed: ["%%%"]
                case .ofAnotherSession: [other]
                case .beforeLogin: [early[person] ?? ""]
                }
            let fields = try rights.form(route) + tokens.map { ("csrf", $0) }
            let answer = try await client.postAsIs(
                rights.target(route), fields, headers: ["Sec-Fetch-Site": "same-origin"])
            #expect(answer.status == .forbidden, "\(RightsTests.name(route))")
        }
        #expect(try rights.site.digest() == before)
    }

    @Test(arguments: [HTTP.Method.get, .head, .options], Visitor.allCases)
    func `reading never changes anything, in any role`(method: HTTP.Method, person: Visitor) async throws {
        let rights = try await RightsSite()
        let client = try rights.client(person)
        let before = try rights.site.digest()
        for route in Routes.all {
            let answer = try await client.send(method, rights.target(route))
            #expect(answer.status.code < 500, "\(RightsTests.name(route))")
        }
        let after = try rights.site.digest()
        #expect(after == before, "\(before.filter { after[$0.key] != $0.value }.keys)")
    }

    /// Field names that a careless program would store.
    private static let claims = [
        ("role", "admin"), ("status", "live"), ("state", "approved"), ("author_id", "6"), ("user_id", "5"),
        ("owner_id", "6"), ("reporter_id", "5"), ("live_revision_id", "1"), ("licence", "2099-12-31"),
        ("licensed", "1"), ("licensed_until", "4000000000000"), ("verified", "1"), ("is_admin", "1"), ("id", "77"),
        ("suspended_until", "0"), ("deleted_at", "1"), ("published_at", "1"), ("answer", "Yes."), ("answered", "1"),
    ]

    @Test func `an unexpected field gives no rights on any route`() async throws {
        let rights = try await RightsSite()
        for route in Self.changes where [.anyone, .member, .licensed].contains(route.access) {
            let person: Visitor = [.register, .login].contains(route.address) ? .visitor : .owner
            _ = try await rights.send(route, rights.client(person), adding: Self.claims)
        }
        let site = rights.site
        #expect(try site.count("SELECT count(*) FROM user WHERE role <> 'member'") == 3)
        #expect(try site.count("SELECT count(*) FROM user WHERE username = 'dora' AND role = 'member' AND id = 8") == 1)
        #expect(try site.count("SELECT count(*) FROM user WHERE username = 'dora' AND suspended_until IS NULL") == 1)
        #expect(try site.count("SELECT count(*) FROM licence_grant") == 2)
        #expect(try site.count("SELECT count(*) FROM recipe WHERE author_id <> 1") == 0)
        let recipes = try site.count("SELECT count(*) FROM recipe")
        // One more is shared, and one is a copy.
        #expect(recipes == 6)
        #expect(try site.count("SELECT count(*) FROM recipe WHERE live_revision_id IS NOT NULL") == 1)
        #expect(try site.count("SELECT count(*) FROM decision") == 1)
        #expect(try site.count("SELECT count(*) FROM bug_report") == 3)
        #expect(try site.count("SELECT count(*) FROM bug_report WHERE state <> 'new' OR answer <> ''") == 0)
        #expect(try site.count("SELECT count(*) FROM bug_report WHERE reporter_id <> 1") == 0)
        #expect(try site.failures().isEmpty)
    }

    /// Each route has its own site, since some end sessions, change the password or delete the account.
    @Test(arguments: RightsSite.parts)
    func `an unexpected field gives no rights in forms of the account`(part: Int) async throws {
        for route in RightsSite.part(part, of: Self.changes.filter { $0.access == .account }) {
            let rights = try await RightsSite()
            let before = try Self.standing(rights.site)
            let answer = try await rights.send(route, rights.client(.owner), adding: Self.claims)
            #expect(answer.status.code < 500, "\(RightsTests.name(route))")
            #expect(try Self.standing(rights.site) == before, "\(RightsTests.name(route))")
            #expect(try rights.site.failures().isEmpty)
        }
    }

    /// The rights and possessions of all people.
    private static func standing(_ site: TestSite) throws -> [String] {
        try site.read { db in
            try [
                "SELECT id || role || coalesce(suspended_until, '') FROM user ORDER BY id",
                "SELECT id || ' ' || user_id || ' ' || until FROM licence_grant ORDER BY id",
                "SELECT id || ' ' || author_id || ' ' || coalesce(live_revision_id, 0) FROM recipe ORDER BY id",
                "SELECT id || state FROM submission ORDER BY id", "SELECT id || kind FROM decision ORDER BY id",
                "SELECT id || state || answer || coalesce(reporter_id, 0) FROM bug_report ORDER BY id",
            ].flatMap { try db.all("\(raw: $0)") { $0[0] as String } }
        }
    }

    /// Numbers and texts that programs interpret differently.
    private static let odd = [
        "1e309", "-0", "9223372036854775808", "-9223372036854775809", "１２", "٣", "0x10", "1,5", "NaN", "Infinity",
        "+1", " 1 ", "", "1;2", "\u{202E}1", "null", "[]", "{}",
    ]

    @Test(arguments: RightsSite.parts)
    func `repeated, bracketed and odd fields never cause a server error`(part: Int) async throws {
        let shared = try await RightsSite()
        for route in RightsSite.part(part, of: Self.changes) {
            // A decision is final, so each needs a new site; everything else can be repeated.
            let rights = try await route.access == .moderator ? RightsSite() : shared
            let client = try rights.client(RightsSite.visitor(for: route))
            let form =
                try rights.form(route) + [
                    ("servings", "1"), ("prep_minutes", "1"), ("cook_minutes", "1"), ("version", "1"),
                    ("revision", "1"),
                    ("base", "0"), ("amount", "1"), ("page", "1"), ("duplicate_of", "1"), ("until", "1"),
                    ("recipe", "1"),
                ]
            var forms: [[(String, String)]] = [form + form]
            for suffix in ["[]", "[b]"] { forms.append(form.map { ($0.0 + suffix, $0.1) }) }
            for odd in Self.odd { forms.append(form.map { ($0.0, odd) }) }
            for fields in forms {
                let answer = try await client.post(rights.target(route), fields)
                #expect(answer.status.code < 500, "\(RightsTests.name(route)): \(fields[0])")
            }
        }
    }

    @Test(arguments: RightsSite.parts)
    func `odd queries never cause a server error`(part: Int) async throws {
        let rights = try await RightsSite()
        let names = [
            "page", "max_minutes", "q", "diet", "with", "without", "sort", "category", "state", "deleted", "next",
            "request",
        ]
        for route in RightsSite.part(part, of: Routes.all.filter { $0.method == .get }) {
            let client = try rights.client(RightsSite.visitor(for: route))
            for odd in Self.odd {
                let query = names.flatMap { [($0, odd), ($0, odd), ($0 + "[]", odd), ($0 + "[b]", odd)] }
                let text = Parameters(query.map { (name: $0.0, value: $0.1) }).encoded()
                let answer = try await client.send(.get, rights.target(route) + "?" + text)
                #expect(answer.status.code < 500, "\(RightsTests.name(route)) \(odd)")
            }
        }
    }
}
