// A part of `toque check`: compares suggestions, held decisions, roles, suspensions and licences with the audit log.

import Database

struct AuditStateCheck {
    let db: Connection
    let told: AuditReplay

    func failures() throws -> [CheckFailure] { try suggestions() + held() + users() }

    private func suggestions() throws -> [CheckFailure] {
        try db.all("SELECT id, state FROM suggestion WHERE state <> 'draft' ORDER BY id") {
            ($0[0] as Int, $0[1] as String)
        }
        .filter { told.suggestions[$0.0] != $0.1 }
        .map { CheckFailure(check: "audit", finding: "suggestion \($0.0) differs from the audit log") }
    }

    private func held() throws -> [CheckFailure] {
        let open = try db.all("SELECT submission_id, issue_id FROM held_decision WHERE outcome IS NULL") {
            ($0[0] as Int?, $0[1] as Int?)
        }
        // An erased recipe leaves its rows in the log.
        let submissions = try here("submission", told.heldSubmissions).symmetricDifference(open.compactMap(\.0))
        let issues = try here("report_issue", told.heldIssues).symmetricDifference(open.compactMap(\.1))
        return submissions.sorted().map {
            CheckFailure(check: "audit", finding: "the held decision on submission \($0) differs from the audit log")
        }
            + issues.sorted().map {
                CheckFailure(check: "audit", finding: "the held decision on issue \($0) differs from the audit log")
            }
    }

    private func here(_ table: String, _ ids: Set<Int>) throws -> Set<Int> {
        Set(try db.all("SELECT id FROM \(raw: table) WHERE id IN \(list: ids.sorted())") { $0[0] as Int })
    }

    /// The erasure of an account sets its role back and deletes its licences, so erased users are left out.
    private func users() throws -> [CheckFailure] {
        var licences: [Int: [Int]] = [:]
        try db.each("SELECT user_id, until FROM licence_grant WHERE revoked_at IS NULL") { row in
            licences[row[0], default: []].append(row[1])
        }
        var failures: [CheckFailure] = []
        func expect(_ isSame: Bool, _ what: String, _ user: Int) {
            if isSame { return }
            failures.append(
                CheckFailure(check: "audit", finding: "the \(what) of user \(user) differs from the audit log"))
        }
        try db.each("SELECT id, role, suspended_until FROM user WHERE erased_at IS NULL ORDER BY id") { row in
            let (id, role, until) = (row[0] as Int, row[1] as String, row[2] as Int?)
            expect((told.roles[id] ?? Role.member.rawValue) == role, "role", id)
            expect(told.suspensions[id] == until, "suspension", id)
            expect((told.licences[id] ?? []).sorted() == (licences[id] ?? []).sorted(), "licence", id)
        }
        return failures
    }
}
