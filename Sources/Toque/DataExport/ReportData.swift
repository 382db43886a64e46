// The personal data of reports, measures and appeals, as `PersonalData` lists it.

import Database

extension PersonalData {
    /// Issues take the reports and measures with them, so they are deleted last but one.
    static let reporting: [PersonalTable] = [
        PersonalTable(
            name: "appeal", file: "appeals",
            columns: [
                "id", "decision_id", "measure_id", "side", "text", "created_at", "outcome", "answer", "decided_at",
                "strike_removed", "until",
            ], leftOut: ["user_id": own, "by_id": "members are not told who decided"], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "report", file: "reports",
            columns: ["id", "issue_id", "reason", "text", "created_at", "measure_id"],
            leftOut: ["reporter_id": own, "target_sha256": "a hash", "weight": "of a decision about others"],
            shown: [
                "(SELECT i.kind || ' ' || i.target_id FROM report_issue i WHERE i.id = issue_id) AS target"
            ], end: .deleted
        ) { "reporter_id = \($0)" },
        PersonalTable(
            name: "measure", file: "measures",
            columns: [
                "id", "issue_id", "kind", "is_automatic", "reason", "text", "notice", "title", "until", "strike_until",
                "policy_version", "decided_at", "lifted_at",
            ],
            leftOut: [
                "user_id": own, "by_id": "members are not told who decided",
                "second_by_id": "members are not told who decided", "change_id": "its reason is in the text",
                "decision_id": "the rejection is in another file",
            ], end: .treated
        ) { "user_id = \($0) AND kind <> 'dismiss'" },
        PersonalTable(
            name: "report_issue", file: nil, columns: [],
            leftOut: Dictionary(
                uniqueKeysWithValues: [
                    "id", "kind", "target_id", "user_id", "state", "version", "weight", "changed_at",
                ].map { ($0, "who reported is not told") }), end: .deleted
        ) { "user_id = \($0)" },
    ]
}
