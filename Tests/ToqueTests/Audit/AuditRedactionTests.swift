// Tests of the audit log while an account is erased: only rows that name it may change, and only as the erasure does it.

import Database
import Testing

@testable import TestKit
@testable import Toque

@Suite struct AuditRedactionTests {
    /// A site on which the erasure of Alice has begun, with the rows of her submission and of Bob's approval.
    private func erasing() async throws -> (TestSite, own: Int, other: Int) {
        let site = try TestSite()
        _ = try await site.publish(.vegan)
        try await site.leave(.alice)
        site.clock.advance(by: 14 * TestClock.day)
        let now = site.now
        #expect(try site.write { try ErasureStore($0).begin(1, now: now) })
        let own = try site.count("SELECT min(id) FROM audit WHERE action = 'submit' AND actor_id = 1")
        let other = try site.count("SELECT min(id) FROM audit WHERE action = 'approve' AND actor_id = 2")
        return (site, own, other)
    }

    @Test func `the database refuses changes that no erasure makes`() async throws {
        let (site, own, other) = try await erasing()
        for change: SQL in [
            "UPDATE audit SET redacted_for = 1, network = '', actor_name = 'account 2' WHERE id = \(other)",
            "UPDATE audit SET redacted_for = 1, network = '', actor_name = 'bob' WHERE id = \(own)",
            "UPDATE audit SET redacted_for = 1, network = '192.0.2.0/24', actor_name = 'account 1' WHERE id = \(own)",
            """
            UPDATE audit SET redacted_for = 1, network = '', actor_name = 'account 1', to_state = 'approved'
            WHERE id = \(own)
            """,
            """
            UPDATE audit SET redacted_for = 1, network = '', actor_name = 'account 1', detail = 'recipe 7'
            WHERE id = \(own)
            """,
        ] {
            #expect(throws: DatabaseError.self, "\(change)") { try site.run(change) }
        }
        try site.write { try AuditStore($0).redact([own], for: 1) }
        #expect(try site.read { try AuditStore($0).firstBrokenRow() } == nil)
    }

    @Test func `check names a row that was changed during an erasure and does not name the user`() async throws {
        let (site, _, other) = try await erasing()
        try site.run("DROP TRIGGER audit_is_never_changed")
        try site.run(
            """
            UPDATE audit SET redacted_for = 1, network = '', actor_name = 'account 2', to_state = 'rejected'
            WHERE id = \(other)
            """)
        let failure = CheckFailure(check: "audit", finding: "row \(other) does not continue the hash chain")
        #expect(try site.failures().contains(failure))
        site.site.backgroundWorker.work()
        #expect(try site.count("SELECT count(*) FROM leaving") == 0)
        #expect(try site.failures().contains(failure), "the end of the erasure must not vouch for it")
    }

    @Test func `check names a row of the user that has other values than an erasure writes`() async throws {
        let (site, own, _) = try await erasing()
        try site.run("DROP TRIGGER audit_is_never_changed")
        try site.run("UPDATE audit SET redacted_for = 1, network = '', actor_name = 'bob' WHERE id = \(own)")
        #expect(try site.read { try AuditStore($0).firstBrokenRow() } == own)
    }
}
