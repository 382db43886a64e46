// The personal data of suggested texts, held decisions and automatic approvals, as `PersonalData` lists it.

import Database

extension PersonalData {
    static let opinions: [PersonalTable] = [
        PersonalTable(
            name: "suggestion", file: "suggestions",
            columns: ["id", "submission_id", "recipe_id", "revision_id", "body", "sha256", "state", "changed_at"],
            leftOut: ["by_id": "authors are not told who suggested it"], end: .treated
        ) {
            """
            by_id = \($0)
                OR (state <> 'draft' AND recipe_id IN (SELECT id FROM recipe WHERE author_id = \($0)))
            """
        },
        PersonalTable(
            name: "held_decision", file: "proposed-decisions",
            columns: [
                "id", "submission_id", "issue_id", "kind", "cause", "reasons", "message", "notice", "is_strike",
                "held_at", "outcome", "note", "closed_at",
            ], leftOut: ["by_id": own, "second_by_id": another], end: .treated
        ) { "by_id = \($0) OR second_by_id = \($0)" },
        PersonalTable(
            name: "automatic_verdict", file: "automatic-verdicts",
            columns: ["submission_id", "outcome", "judged_at"],
            leftOut: [
                "is_sample": "a draw", "checked_by_id": another, "checked_at": another,
                "conditions": "shown without the line about reports by others",
            ],
            shown: [
                """
                (SELECT group_concat(value, char(10))
                FROM json_each('["' || replace(conditions, char(10), '","') || '"]')
                WHERE value NOT LIKE 'reports %') AS conditions
                """
            ], end: .treated
        ) {
            """
            submission_id IN (SELECT s.id FROM recipe r JOIN submission s ON s.recipe_id = r.id
                WHERE r.author_id = \($0))
            """
        },
    ]
}
