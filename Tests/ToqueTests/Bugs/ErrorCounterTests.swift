// Tests of counting server errors by kind, without any data of the request.

import Backtraces
import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct ErrorCounterTests {
    init() { ThrownErrors.watch() }

    /// A site whose blocked words cannot be read, so that the admin overview fails.
    static func broken() throws -> TestSite {
        let site = try TestSite()
        try site.write { try $0.script("DROP TABLE blocked_word") }
        return site
    }

    static func kinds(_ site: TestSite) throws -> [ErrorRow] {
        try site.read { try ErrorStore($0).list(isSolved: false, page: 1).rows }
    }

    @Test func `every error 500 is counted by kind, and its request id finds the kind`() async throws {
        let site = try Self.broken()
        let ada = try site.client(.ada)
        var last = ""
        for number in 0..<60 {
            let answer = try await ada.get("/admin?secret=canary-query", headers: ["User-Agent": "canary-agent"])
            #expect(answer.status == .internalError)
            last = try #require(answer.headers["X-Request-Id"])
            #expect(answer.text.contains(last))
            if number % 7 == 0 { await site.site.errors.flush() }
            site.clock.advance(by: 1_000)
        }
        #expect(try await ada.post("/admin/blocked-words", [("words", "canary-form")]).status == .internalError)
        await site.site.errors.flush()
        let kinds = try Self.kinds(site)
        #expect(kinds.map(\.kind.method) == ["POST", "GET"], "\(kinds.map(\.kind))")
        let row = kinds[1]
        #expect(row.kind.route == "/admin" && row.kind.type == "Database.DatabaseError" && row.count == 60)
        #expect(row.kind.message.contains("no such table") && row.lastRequest == last)
        #expect(row.firstAt == TestClock.start && row.lastAt == TestClock.start + 59_000)
        #expect(try site.read { try ErrorStore($0).samples(of: row.id) }.count == ErrorRules.samples)
        let page = try await ada.get("/admin/errors/\(row.id)")
        #expect(page.text.contains(last) && page.shows("no such table"))
        #expect(try await ada.get("/admin/errors").text.contains("/admin/errors/\(row.id)"))
        let all = try Data(contentsOf: URL(fileURLWithPath: site.site.configuration.databasePath + "-wal"))
        for canary in ["canary-query", "canary-agent", "canary-form", ada.cookies["toque_session"]!] {
            #expect(all.range(of: Data(canary.utf8)) == nil, "\(canary)")
        }
    }

    /// The kinds of errors in two functions, and the admin who reads them. Where tests that run at the same time threw
    /// more errors in between than are remembered, an error has no functions, so it is caused again.
    private static func twoKinds() async throws -> (TestClient, [ErrorRow]) {
        for attempt in 1... {
            let site = try broken()
            let ada = try site.client(.ada)
            #expect(try await ada.get("/admin").status == .internalError)
            #expect(try await ada.post("/admin/blocked-words", [("words", "one")]).status == .internalError)
            await site.site.errors.flush()
            let kinds = try kinds(site)
            if attempt == 10 || kinds.allSatisfy({ !$0.kind.frames.isEmpty }) { return (ada, kinds) }
        }
        throw SiteError.notFound
    }

    @Test func `a kind lists the functions the error passed through, other functions make another kind`() async throws {
        let (ada, kinds) = try await Self.twoKinds()
        #expect(Set(kinds.map(\.kind.frames)).count == 2)
        for row in kinds {
            let frames = row.kind.frames.split(separator: "\n")
            #expect(frames.count <= ErrorRules.frames && frames.allSatisfy { $0.contains(".") })
            #expect(frames.first?.hasPrefix("Database.") == true, "\(frames)")
            #expect(frames.contains { $0.hasPrefix("Toque.") }, "\(frames)")
            let page = try await ada.get("/admin/errors/\(row.id)")
            for frame in frames { #expect(page.shows(String(frame))) }
        }
    }

    @Test func `an error that occurred before it was marked solved and is written later leaves it solved`() throws {
        let site = try TestSite()
        let kind = ErrorKind(method: "GET", route: "/", type: "Error", frames: "", message: "")
        func see(at: Int) throws {
            var seen = ErrorCount()
            seen.add(ErrorSample(at: at, status: 500, request: "a"))
            let all = [kind: seen]
            try site.write { _ = try ErrorStore($0).add(all) }
        }
        try see(at: 1)
        try site.write { try ErrorStore($0).solve(1, by: Person.ada.viewer.actor, now: 5) }
        try see(at: 4)
        #expect(try Self.kinds(site).isEmpty)
        try see(at: 6)
        #expect(try Self.kinds(site).map(\.count) == [3])
    }

    @Test func `when the database fails errors wait in memory, limited in number, and are written later`() async throws
    {
        let site = try Self.broken()
        let ada = try site.client(.ada)
        try site.write { try $0.script("ALTER TABLE error_sample RENAME TO hidden") }
        for _ in 0..<3 {
            #expect(try await ada.get("/admin").status == .internalError)
            await site.site.errors.flush()
        }
        #expect(try site.count("SELECT count(*) FROM error_kind") == 0)
        try site.write { try $0.script("ALTER TABLE hidden RENAME TO error_sample") }
        await site.site.errors.flush()
        #expect(try Self.kinds(site).map(\.count) == [3])
    }

    @Test func `waiting errors are written when the site stops`() async throws {
        let folder = try TestFolder.filled()
        let clock = TestClock()
        try await Self.breakOnce(TestSite(folder: folder, clock: clock))
        let site = try TestSite(folder: folder, clock: clock)
        #expect(try Self.kinds(site).map(\.count) == [1])
    }

    private static func breakOnce(_ site: TestSite) async throws {
        try site.write { try $0.script("DROP TABLE blocked_word") }
        _ = try await site.client(.ada).get("/admin")
        site.site.close()
    }

    @Test func `the numbers of kinds and samples in the database are limited`() throws {
        let site = try TestSite()
        try site.write { db in
            for number in 0..<ErrorRules.kinds + 5 {
                var seen = ErrorCount()
                seen.add(ErrorSample(at: number, status: 500, request: "\(number)"))
                let kind = ErrorKind(method: "GET", route: "/\(number)", type: "E", frames: "", message: "")
                try ErrorStore(db).add([kind: seen])
            }
        }
        #expect(try site.count("SELECT count(*) FROM error_kind") == ErrorRules.kinds)
        #expect(try site.count("SELECT count(*) FROM error_sample") == ErrorRules.kinds)
        #expect(try site.count("SELECT min(first_at) FROM error_kind") == 5)
    }

    @Test(arguments: [
        ("no such table: recipe", "no such table: recipe"), ("row 42 of 1000", "row # of #"),
        ("no such file “/srv/data/me.jpg”", "no such file …"), ("can't read 'a b' now", "can't read … now"),
        ("the token 4f3c2b1a99887766aabb was wrong", "the token … was wrong"), ("open \"a", "open …"),
        ("row \u{600}4 of\u{301} 7", "row \u{600}# of\u{301} #"), ("a\nb\u{0}c", "a b·c"), ("", ""),
        (String(repeating: "x", count: 500), String(repeating: "x", count: 200)),
    ])
    func `numbers and other varying parts are removed from a message`(message: String, kind: String) {
        #expect(ErrorRules.normalised(message) == kind)
    }
}
