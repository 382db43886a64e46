// Tests of the file with a hash of the audit log for each day, which `toque check` compares with the log.

import Database
import Foundation
import Testing

@testable import TestKit
@testable import Toque

@Suite struct AuditHeadsTests {
    private let site: TestSite
    private let heads: AuditHeads

    init() throws {
        site = try TestSite()
        heads = AuditHeads(path: site.site.settings.auditHeadsPath)
        let now = site.now
        try site.write { db in
            try AuditStore(db).append(
                .init(action: "block-list", object: .site, id: 0, from: "", to: ""), by: .system, at: now)
        }
    }

    @Test func `the worker writes one line a day, which the log matches`() throws {
        for _ in 1...2 { site.site.backgroundWorker.work() }
        site.clock.advance(by: TestClock.day)
        site.site.backgroundWorker.work()
        let head = try site.read { try AuditStore($0).head() }
        #expect(heads.all().map(\.at) == ["2026-11-18T10:00:00Z", "2026-11-19T10:00:00Z"])
        #expect(heads.all().last?.hash == head.hash && heads.all().last?.rows == head.rows)
        #expect(try site.failures() == [])
    }

    @Test func `a log that was written again with right hashes is found`() throws {
        site.site.backgroundWorker.work()
        let count = try site.read { try AuditStore($0).head().rows }
        let now = site.now
        try site.write { db in
            try db.script("DROP TRIGGER audit_is_never_deleted")
            try db.run("DELETE FROM audit WHERE id = \(count)")
            try AuditStore(db).append(
                .init(action: "forged", object: .site, id: 0, from: "", to: ""), by: .system, at: now)
        }
        #expect(try site.read { try AuditStore($0).firstBrokenRow() } == nil)
        #expect(try site.failures().map(\.finding).contains { $0.hasPrefix("row \(count) differs from what ") })
    }

    @Test func `a line that a crash left unfinished does no harm`() throws {
        try Data("2026-11-17T10:00:00Z,3,abc".utf8).write(to: URL(fileURLWithPath: heads.path))
        #expect(heads.all().isEmpty)
        try heads.add(rows: 4, hash: String(repeating: "a", count: 64), now: site.now)
        #expect(heads.all().map(\.rows) == [4])
        #expect(try !heads.add(rows: 5, hash: String(repeating: "b", count: 64), now: site.now))
    }
}
