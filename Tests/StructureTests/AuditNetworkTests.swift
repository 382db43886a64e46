// Checks that every audited action of a person is logged with the network of the request.

import Database
import Testing

@testable import TestKit
@testable import Toque

@Suite struct AuditNetworkTests {
    /// Actions that the site logs itself: imports, and approvals by its own rules.
    private static let own: Set = ["approve", "import"]

    @Test func `the audit log has the network of everything that people do through requests`() async throws {
        let site = try TestSite()
        let before = try site.read { try AuditStore($0).head().rows }
        try await site.liveThroughEveryChange()
        await site.site.failedLogins.flush()
        func actions(_ condition: SQL) throws -> Set<String> {
            let query: SQL = "SELECT DISTINCT action FROM audit WHERE id > \(before) AND \(sql: condition)"
            return try site.read { try Set($0.all(query) { $0[0] as String }) }
        }
        let own = try actions("network = ''")
        // The test itself grants licences without a request.
        #expect(own.subtracting(["licence-grant"]) == Self.own)
        #expect(try actions("network = '127.0.0.0/24'").count > 30)
        #expect(try actions("network NOT IN ('', '127.0.0.0/24')").isEmpty)
    }
}
