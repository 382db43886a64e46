// Reads a member's appeals for the page of their reports.

import Database

/// An appeal of a member.
struct OwnAppeal: Sendable {
    let title: String
    let createdAt: Int
    /// `upheld`, `overturned` or `amended`; `nil` while it waits.
    let outcome: String?
    let address: String
}

struct OwnAppealStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// Newest first; at most 50.
    func appeals(by user: Int) throws -> [OwnAppeal] {
        try db.all(
            """
            SELECT coalesce(m.title, v.title, ''), a.created_at, a.outcome, a.decision_id, a.measure_id, a.side,
                (SELECT max(r.id) FROM report r WHERE r.measure_id = a.measure_id AND r.reporter_id = a.user_id)
            FROM appeal a LEFT JOIN measure m ON m.id = a.measure_id LEFT JOIN decision d ON d.id = a.decision_id
            LEFT JOIN revision v ON v.id = d.revision_id
            WHERE a.user_id = \(user) ORDER BY a.id DESC LIMIT 50
            """
        ) { row in
            let (decision, measure, report) = (row[3] as Int?, row[4] as Int?, row[6] as Int?)
            let address: String =
                if let decision {
                    Address.appealPage("decision", decision)
                } else if (row[5] as String) == "author", let measure {
                    Address.appealPage("measure", measure)
                } else if let report {
                    Address.appealPage("report", report)
                } else {
                    Address.myReports()
                }
            return OwnAppeal(title: row[0], createdAt: row[1], outcome: row[2], address: address)
        }
    }
}
