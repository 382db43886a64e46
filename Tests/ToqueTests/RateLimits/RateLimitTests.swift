// Tests of rate limits: what is refused, for how long, and attempts to avoid them.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct RateLimitTests {
    /// A request for each rate limit, sent repeatedly.
    private static let actions:
        [(limit: RateLimit, person: Person?, send: @Sendable (TestClient) async throws -> Response)] =
            [
                (
                    .login, nil,
                    { try await $0.post("/login", LoginTests.fields("nobody-\(Int.random(in: 0..<1 << 60))")) }
                ),
                (.registration, nil, { try await $0.post("/register", [("username", "x")]) }),
                (.search, nil, { try await $0.get("/search?sort=newest") }),
                (.search, nil, { try await $0.get("/plan/feed/x.ics") }),
                (.search, .charlie, { try await $0.get("/search?sort=newest") }),
                (.suggestion, nil, { try await $0.get("/search/suggest?q=le") }),
                (.suggestion, nil, { try await $0.get("/ingredients/suggest?q=on") }),
                (.suggestion, .charlie, { try await $0.post("/ingredients/parse", [("ingredients_text", "1 onion")]) }),
                (.picture, nil, { try await $0.get("/pictures/1.jpg") }),
                (.picture, .charlie, { try await $0.get("/pictures/1/square.jpg") }),
                (.draft, .charlie, { try await $0.post("/recipes/facts", [("ingredient", "salt")]) }),
                (.upload, .charlie, { try await $0.post("/recipes", [("title", "x")]) }),
                (.upload, .charlie, { try await $0.post("/my/recipes/delete", [("recipe", "999")]) }),
                (.bugReport, nil, { try await $0.post("/bugs", [("what", "x")]) }),
                (.screenshot, nil, { try await sendScreenshot($0) }),
                (.screenshot, .charlie, { try await sendScreenshot($0) }),
                (.export, .charlie, { try await $0.post("/settings/export") }),
                (.importing, .charlie, { try await $0.post("/recipes/import", [("address", "")]) }),
                (.importing, .charlie, { try await $0.post("/recipes/import/1", [("recipe", "1")]) }),
                (.archive, .charlie, { try await $0.get("/my/recipes/all.zip") }),
                (.reset, nil, { try await $0.post("/forgot", [("login", "x")]) }),
                (.proposal, .charlie, { try await $0.post("/proposals", [("name", "")]) }),
                (.report, .charlie, { try await $0.post("/reports", [("kind", "x")]) }),
                (.bugReport, .charlie, { try await $0.post("/bugs", [("what", "x")]) }),
            ]

    /// Another report each time, because one that is sent again is not counted.
    private static func sendScreenshot(_ client: TestClient) async throws -> Response {
        let what = "Report \(Int.random(in: 0..<1 << 60))"
        return try await client.upload("/bugs", [("what", what)], file: BugTests.screenshot)
    }

    @Test func `every limit allows its burst, refuses one more, and allows it after the stated time`() async throws {
        for (limit, person, send) in Self.actions {
            let site = try TestSite.limited()
            let client = try person.map(site.client) ?? site.visitor()
            _ = try await client.token()
            let burst = person == nil ? limit.address.burst : min(limit.address.burst, limit.account.burst)
            for number in 1...burst {
                #expect(try await send(client).status != .tooManyRequests, "\(limit) \(number)")
            }
            let refused = try await send(client)
            #expect(refused.status == .tooManyRequests, "\(limit)")
            let seconds = try #require(refused.headers["Retry-After"].flatMap { Int($0) })
            #expect((1...600).contains(seconds), "\(limit)")
            site.clock.advance(by: seconds * 1_000)
            #expect(try await send(client).status != .tooManyRequests, "\(limit)")
        }
    }

    @Test func `every limit is used by a route and has a test request`() {
        let known = Set(RateLimit.allCases)
        // That of screenshots is counted by the handler, which knows whether a report has one.
        #expect(known.subtracting([.screenshot]).isSubset(of: Routes.all.compactMap(\.limit)))
        #expect(Set(Self.actions.map(\.limit)) == known)
    }

    @Test func `one address may register ten times and log in thirty times, one author submit twenty times`()
        async throws
    {
        let site = try TestSite.limited()
        let password = [("password", Person.password), ("password_again", Person.password)]
        for number in 0..<10 {
            let fields = [("username", "dora\(number)"), ("email", "dora\(number)@example.org")] + password
            #expect(try await site.visitor().post("/register", fields).status == .seeOther)
        }
        for _ in 0..<30 {
            #expect(try await site.visitor().post("/login", LoginTests.fields("alice")).status == .seeOther)
        }
        let alice = try site.client(.alice)
        for number in 0..<20 {
            let recipe = RecipeFields("Soup \(number)", ingredients: "1 onion\n1 tsp salt")
            let saved = try await alice.post("/recipes", recipe.fields)
            let id = try #require(saved.location?.split(separator: "/").last.flatMap { Slug.id(String($0)) })
            #expect(try await alice.post("/recipes/\(id)/submit").status == .seeOther)
        }
    }

    @Test func `forwarded addresses and others of the same network do not avoid a limit`() async throws {
        let site = try TestSite.limited()
        for number in 0..<RateLimit.bugReport.address.burst {
            let visitor = try site.visitor()
            visitor.peer = "2001:db8:1:2::\(number)"
            let headers: Headers = ["X-Forwarded-For": "198.51.100.\(number)", "Forwarded": "for=198.51.100.\(number)"]
            #expect(try await visitor.post("/bugs", [("what", "x")], headers: headers).status == .seeOther)
        }
        let visitor = try site.visitor()
        visitor.peer = "2001:db8:1:2:ffff::1"
        #expect(try await visitor.post("/bugs", [("what", "x")]).status == .tooManyRequests)
        visitor.peer = "2001:db8:1:3::1"
        #expect(try await visitor.post("/bugs", [("what", "x")]).status == .seeOther)
    }

    @Test func `a hundred simultaneous reports count like successive ones`() async throws {
        let site = try TestSite.limited()
        let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 {
                group.addTask { try await site.visitor().post("/bugs", [("what", "x")]).status == .seeOther }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(accepted == RateLimit.bugReport.address.burst)
        #expect(try site.count("SELECT count(*) FROM bug_report") == accepted)
    }

    @Test func `a form beyond the limit is not read, and the page says how to get back to it`() async throws {
        let site = try TestSite.limited()
        let client = try site.visitor()
        for _ in 0..<10 { _ = try await client.post("/register", [("username", "x")]) }
        let type: Headers = ["Content-Type": "multipart/form-data; boundary=X"]
        let refused = try await client.send(.post, "/register", headers: type, body: Array("junk".utf8))
        #expect(refused.status == .tooManyRequests && refused.shows("Go back in your browser"))
        let json = try await client.post("/register", [], headers: ["Accept": "application/json"])
        #expect(json.status == .tooManyRequests && json.headers["Content-Type"]?.contains("json") == true)
    }

    @Test func `an upload beyond the limit is not converted`() async throws {
        let site = try TestSite.limited()
        let client = try site.client(.charlie)
        let photo = (name: "screenshot", filename: "a.png", bytes: TestPicture.png())
        for _ in 0..<RateLimit.bugReport.account.burst { _ = try await client.post("/bugs", [("what", "x")]) }
        let refused = try await client.upload("/bugs", [("what", "kept")], file: photo)
        #expect(refused.status == .tooManyRequests)
        let media = try FileManager.default.contentsOfDirectory(atPath: site.site.settings.mediaPath)
        #expect(media.isEmpty)
    }

    @Test func `limits can be turned off only on this machine`() throws {
        func load(_ host: String, _ limits: String) throws -> Bool {
            try Configuration.load(environment: ["TOQUE_HOST": host, "TOQUE_RATE_LIMITS": limits]).rateLimits
        }
        for host in ["127.0.0.1", "127.0.0.2", "::1", "localhost"] { #expect(try !load(host, "off")) }
        for host in ["0.0.0.0", "::", "192.0.2.1", "127.0.0.1.example.org", "127.example.org", "toque.example"] {
            #expect(throws: Configuration.Invalid.self) { try load(host, "off") }
            #expect(try load(host, "on"))
        }
        #expect(throws: Configuration.Invalid.self) { try load("127.0.0.1", "no") }
        #expect(try Configuration.load(environment: [:]).rateLimits)
    }

    @Test func `the metrics count refused requests`() async throws {
        let site = try TestSite.limited()
        let client = try site.visitor()
        for _ in 0..<12 { _ = try await client.post("/register", [("username", "x")]) }
        let text = try await client.get("/metrics").text
        #expect(text.contains("toque_rate_limited_total{limit=\"registration\"} 2\n"))
        #expect(text.contains("toque_rate_limited_total{limit=\"search\"} 0\n"))
        #expect(text.contains("toque_rate_limit_keys 1\n"))
    }
}
