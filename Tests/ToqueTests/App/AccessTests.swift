// Tests of who may use each route: visitors, members, moderators, suspended members, forms of other sites.

import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct AccessTests {
    static let changes = Routes.all.filter { $0.method == .post }
    /// All but the one to which mail programs post.
    static let forms = changes.filter { !$0.isOneClick }

    /// The address of a route on a site where recipe, submission and user 1 are Alice's.
    static func target(_ route: Route) -> String {
        route.address.pattern.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            switch segment {
            case ":ingredient": "butter"
            case ":username": "alice"
            case ":token", ":file", ":photo": "none"
            case let other: other.hasPrefix(":") ? "1" : String(other)
            }
        }.joined(separator: "/")
    }

    static func name(_ route: Route) -> Comment { "\(route.method.rawValue) \(target(route))" }

    /// A site with one recipe of Alice's in the queue.
    static func site() async throws -> TestSite {
        let site = try TestSite()
        _ = try await site.submit(site.write(.vegan))
        return site
    }

    static func send(_ route: Route, _ client: TestClient, headers: Headers = [:]) async throws -> Response {
        route.method == .post
            ? try await client.post(target(route), [("typed", "kept")], headers: headers)
            : try await client.get(target(route), headers: headers)
    }

    /// A person with access to the route.
    static func person(for route: Route) -> Person {
        switch route.access {
        case .anyone, .account, .member: .charlie
        case .licensed: .alice
        case .moderator: .bob
        case .admin: .ada
        }
    }

    @Test func `visitors are sent to log in for pages of members, and back afterwards`() async throws {
        let client = try await Self.site().visitor()
        for route in Routes.all where route.access != .anyone {
            let answer = try await Self.send(route, client)
            #expect(answer.status == .seeOther, Self.name(route))
            let next = route.method == .get ? Percent.encode(query: Self.target(route)) : "%2F"
            #expect(answer.location == "/login?next=\(next)", Self.name(route))
        }
    }

    @Test func `members and moderators cannot use routes of a higher role`() async throws {
        let site = try await Self.site()
        let (charlie, bob) = (try site.client(.charlie), try site.client(.bob))
        for route in Routes.all {
            switch route.access {
            case .anyone, .account, .member: continue
            case .licensed, .moderator:
                #expect(try await Self.send(route, charlie).status == .forbidden, Self.name(route))
            case .admin:
                #expect(try await Self.send(route, charlie).status == .forbidden, Self.name(route))
                #expect(try await Self.send(route, bob).status == .forbidden, Self.name(route))
            }
        }
    }

    @Test func `a suspended member cannot change or moderate anything from the next request`() async throws {
        let site = try await Self.site()
        let (alice, bob) = (try site.client(.alice), try site.client(.bob))
        #expect(try await bob.get("/moderation").status == .ok)
        try site.run("UPDATE user SET suspended_until = \(site.now + 1) WHERE id IN (1, 2)")
        for route in Self.changes where route.access == .member || route.access == .licensed {
            #expect(try await Self.send(route, alice).status == .forbidden, Self.name(route))
        }
        for route in Routes.all where route.access == .moderator {
            #expect(try await Self.send(route, bob).status == .forbidden, Self.name(route))
        }
        #expect(try await alice.get("/my/recipes").status == .ok)
        site.clock.advance(by: 1)
        #expect(try await bob.get("/moderation").status == .ok)
    }

    @Test(arguments: [
        ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Origin": "https://evil.test"],
        ["Origin": "null"], ["Origin": "http://toque.test.evil.test"], ["Origin": "http://toque.test:8081"],
    ])
    func `forms of other sites are refused on every route`(headers: [String: String]) async throws {
        let site = try await Self.site()
        var all = Headers()
        for (name, value) in headers { all[name] = value }
        let reader = try site.site.openReader()
        for person in [Person.alice, .ada] {
            let client = try site.client(person)
            let before: Int? = try reader.value("PRAGMA data_version")
            for route in Self.forms {
                #expect(try await Self.send(route, client, headers: all).status == .forbidden, Self.name(route))
            }
            #expect(try reader.value("PRAGMA data_version") == before)
        }
        let visitor = try site.visitor()
        for route in Self.forms {
            #expect(try await Self.send(route, visitor, headers: all).status == .forbidden, Self.name(route))
        }
    }

    @Test(arguments: [nil, "", "wrong", String(repeating: "A", count: 43)])
    func `a form without a valid token does nothing and comes back with its input`(token: String?) async throws {
        let site = try await Self.site()
        let clients = try Dictionary(uniqueKeysWithValues: Person.allCases.map { ($0, try site.client($0)) })
        let reader = try site.site.openReader()
        let before: Int? = try reader.value("PRAGMA data_version")
        let typed = "<My> soup & \"yours\"\n\nin three lines"
        for route in Self.forms {
            let client = try #require(clients[Self.person(for: route)])
            let fields = [("title", typed), ("password", "never shown")]
            let answer = try await client.postAsIs(
                Self.target(route), fields + (token.map { [("csrf", $0)] } ?? []),
                headers: ["Sec-Fetch-Site": "same-origin"])
            #expect(answer.status == .forbidden, Self.name(route))
            #expect(answer.shows(typed), Self.name(route))
            #expect(answer.text.contains(#"action="\#(Self.target(route))""#), Self.name(route))
            #expect(client.holds(try #require(answer.formToken)), Self.name(route))
            #expect(!answer.text.contains("never shown"), Self.name(route))
        }
        #expect(try reader.value("PRAGMA data_version") == before)
    }

    @Test func `the token of another session is refused`() async throws {
        let site = try TestSite()
        let (alice, charlie) = (try site.client(.alice), try site.client(.charlie))
        let stolen = try await charlie.token()
        let fields = RecipeFields.vegan.fields + [("csrf", stolen)]
        #expect(try await alice.postAsIs("/recipes", fields).status == .forbidden)
        #expect(try site.count("SELECT count(*) FROM recipe") == 0)
    }

    @Test func `an unknown method is answered with the allowed ones`() async throws {
        let client = try TestSite().visitor()
        for method in [HTTP.Method.delete, .put, .patch, .post] {
            let answer = try await client.send(method, "/search")
            #expect(answer.status == .methodNotAllowed)
            #expect(answer.headers["Allow"] == "GET, HEAD, OPTIONS")
        }
        #expect(try await client.send(.options, "/recipes").headers["Allow"] == "GET, HEAD, OPTIONS, POST")
        let whole = try await client.send(.options, "*")
        #expect(whole.status == .noContent && whole.headers["Allow"] == "GET, HEAD, OPTIONS, POST")
        #expect(try await client.send(.post, "/nowhere").status == .notFound)
    }

    @Test(arguments: [
        "/nowhere", "/recipes/999", "/recipes/0", "/recipes/-1", "/recipes/abc", "/recipes/99999999999999999999",
        "/cooks/nobody", "/pictures/999.svg", "/pictures/1.png", "/media/none/640.jpg", "/media/x/original",
        "/static/site.css", "/sign-in/none",
    ])
    func `an unknown address is 404 for everyone`(address: String) async throws {
        let site = try TestSite()
        #expect(try await site.visitor().get(address).status == .notFound)
        #expect(try await site.client(.ada).get(address).status == .notFound)
    }

    @Test(arguments: [
        "/moderation/submissions/1", "/moderation/submissions/x", "/moderation/submissions/-1",
        "/admin/ingredients/unicorn", "/recipes/1/edit", "/recipes/1/draft", "/recipes/1/delete",
    ])
    func `an unknown address of an admin page is 404 for an admin`(address: String) async throws {
        #expect(try await TestSite().client(.ada).get(address).status == .notFound)
    }

    @Test(arguments: ["/", "/login", "/nowhere", "/admin", "/search?q=x", "/healthz"])
    func `every page forbids frames, foreign scripts and type sniffing`(address: String) async throws {
        let headers = try await TestSite().client(.ada).get(address).headers
        let policy = try #require(headers["Content-Security-Policy"])
        #expect(policy.contains("frame-ancestors 'none'") && policy.contains("default-src 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(headers["X-Content-Type-Options"] == "nosniff")
        #expect(headers["Cache-Control"] == "private, no-store")
    }
}
