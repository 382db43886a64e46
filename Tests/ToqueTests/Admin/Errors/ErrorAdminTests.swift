// Tests of the admin pages for server errors: links from and to bug reports, solved and reopened kinds.

import Backtraces
import Database
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct ErrorAdminTests {
    init() { ThrownErrors.watch() }

    @Test func `a bug report with a request id links to the kind of error, and back`() async throws {
        let site = try ErrorCounterTests.broken()
        let ada = try site.client(.ada)
        let id = try #require(try await ada.get("/admin").headers["X-Request-Id"])
        await site.site.errors.flush()
        try await ada.post("/bugs", [("what", "It broke"), ("request", id)]).expect(.seeOther)
        #expect(try await ada.get("/admin/bugs/1").text.contains("href=\"/admin/errors/1\""))
        #expect(try await ada.get("/admin/errors/1").text.contains("href=\"/admin/bugs/1\""))
    }

    @Test func `a solved kind is hidden until it occurs again`() async throws {
        let site = try ErrorCounterTests.broken()
        let ada = try site.client(.ada)
        _ = try await ada.get("/admin")
        await site.site.errors.flush()
        site.clock.advance(by: 1_000)
        #expect(try await ada.post("/admin/errors/1/solve").location == "/admin/errors")
        try await ada.post("/admin/errors/1/solve").expect(.seeOther)
        #expect(try ErrorCounterTests.kinds(site).isEmpty)
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'error-solved'") == 1)
        let solved: ListAnswer<KindAnswer> = try await ada.json("/admin/errors?state=solved")
        #expect(solved.items.map(\.count) == [1])
        #expect(try await ada.get("/admin/errors/1").text.contains(#"action="/admin/errors/1/reopen""#))
        for _ in 0..<2 { #expect(try await ada.post("/admin/errors/1/reopen").location == "/admin/errors/1") }
        #expect(try ErrorCounterTests.kinds(site).map(\.count) == [1])
        #expect(try site.count("SELECT count(*) FROM audit WHERE action = 'error-reopened'") == 1)
        try await ada.post("/admin/errors/1/solve").expect(.seeOther)
        site.clock.advance(by: 1_000)
        _ = try await ada.get("/admin")
        await site.site.errors.flush()
        #expect(try ErrorCounterTests.kinds(site).map(\.count) == [2])
        #expect(try site.failures().isEmpty)
    }
}

private struct KindAnswer: Decodable, Sendable {
    let id: Int
    let route: String
    let count: Int
}
