// Tests of the filters of the audit log, of its lists, and of exporting what a filter finds.

import Database
import Foundation
import HTTP
import Testing

@testable import TestKit
@testable import Toque

@Suite struct AuditFilterTests {
    private struct Row: Decodable, Sendable, Equatable {
        let id: Int
        let actor, action, object: String
    }
    private struct Page: Decodable, Sendable {
        struct Head: Decodable, Sendable {
            let rows: Int
            let hash: String
        }
        let total: Int
        let items: [Row]
        let head: Head
    }

    private let site: TestSite

    init() async throws {
        site = try TestSite()
        let ada = try site.client(.ada)
        try await ada.post("/admin/users/4/suspend", [("until", "2099-01-01"), ("reason", "spam")]).expect(.seeOther)
        try await ada.post("/admin/users/5/licence", [("until", "2099-01-01")]).expect(.seeOther)
        for person in ["alice", "bob"] {
            try await site.visitor().post("/login", LoginTests.fields(person)).expect(.seeOther)
        }
        site.clock.advance(by: 2 * TestClock.day)
        try await site.client(.ada).post("/admin/users/4/suspend", [("until", "")]).expect(.seeOther)
    }

    private func page(_ query: String) async throws -> Page {
        try await site.client(.ada).json("/admin/audit?\(query)")
    }

    private func actions(_ query: String) async throws -> [String] { try await page(query).items.map(\.action) }

    @Test func `rows are found by person, action, object, number and time`() async throws {
        // The test site begins with roles and licences from the same admin.
        #expect(try await actions("person=ADA&list=actions").prefix(3) == ["suspend", "licence-grant", "suspend"])
        #expect(try await actions("person=alice") == ["login"])
        #expect(try await actions("action=suspend") == ["suspend", "suspend"])
        #expect(try await actions("object=user&number=5&list=actions").first == "licence-grant")
        #expect(try await actions("from=2026-11-20&list=actions") == ["suspend"])
        #expect(
            try await actions("from=2026-11-18&to=2026-11-18&person=ada").prefix(2) == ["licence-grant", "suspend"])
        #expect(try await page("action=suspend&page=2").items.isEmpty)
        for wrong in ["object=x", "number=x", "number=-1", "from=x", "to=2026-02-30", "list=x"] {
            let answer = try await site.client(.ada).get("/admin/audit?\(wrong)")
            #expect(answer.status == .unprocessable, "\(wrong)")
            #expect(try await page(wrong).total == 0, "\(wrong)")
        }
    }

    @Test func `logins are apart from other actions, and the last hash is shown`() async throws {
        #expect(try await actions("list=logins") == ["login", "login"])
        #expect(try await !actions("list=actions").contains("login"))
        let (all, head) = (try await page("list=all"), try site.read { try AuditStore($0).head() })
        #expect(all.total == head.rows && all.head.hash == head.hash && all.head.rows == head.rows)
        #expect(try await page("").total == all.total)
        let first = try await site.client(.ada).get("/admin/audit")
        #expect(first.text.contains(head.hash) && first.shows("Latest logins"))
        #expect(try await !site.client(.ada).get("/admin/audit?person=ada").shows("Latest logins"))
        let form = try await site.client(.ada).get("/admin/audit?person=ada&action=suspend")
        #expect(form.text.contains(#"<option value="suspend" selected>"#) && form.text.contains(#"value="ada""#))
    }

    private func export(_ format: String, _ filter: String) async throws -> String {
        let answer = try await site.client(.ada).post(
            "/admin/audit/export", [("format", format), ("filter", filter)])
        try answer.expect(.ok)
        guard case .stream(let stream) = answer.body else { throw StepFailed(description: "no stream") }
        var bytes: [UInt8] = []
        while let piece = try await stream.next() { bytes += piece }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `an export contains what the filter finds, and is logged`() async throws {
        let table = try #require(CSVText.read(try await export("csv", "action=suspend")))
        #expect(table.count == 3 && table[0].cells[3] == "action" && table[2].cells[8] == "spam")
        let json = try await export("json", "list=logins")
        let items = try JSONDecoder().decode([Row].self, from: Data(json.utf8))
        #expect(items.map(\.actor) == ["bob", "alice"])
        #expect(try await export("json", "action=nothing") == "[\n\n]\n")
        #expect(try await actions("action=export-audit").count == 3)
        _ = try await export("json", "person=charlie&action=login")
        let logged: String? = try site.value("SELECT detail FROM audit ORDER BY id DESC")
        #expect(logged?.contains("action=login") == true && logged?.contains("charlie") == false)
        #expect(try await site.client(.ada).post("/admin/audit/export", [("format", "pdf")]).status == .notFound)
    }

    @Test func `a long log is exported in pieces, whole and without gaps`() async throws {
        let now = site.now
        try site.write { db in
            for number in 0..<2_500 {
                try AuditStore(db).append(
                    .init(action: "test", object: .site, id: number, from: "", to: "", detail: "=1+1"), by: .system,
                    at: now)
            }
        }
        let table = try #require(CSVText.read(try await export("csv", "action=test")))
        #expect(table.count == 2_501 && Set(table.dropFirst().map { $0.cells[5] }).count == 2_500)
        let json = try await export("json", "action=test")
        #expect(try JSONDecoder().decode([Row].self, from: Data(json.utf8)).count == 2_500)
        #expect(try await export("csv", "action=test").contains("'=1+1"))
    }
}
