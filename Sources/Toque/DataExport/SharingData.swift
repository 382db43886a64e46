// Who sees a member's recipes that are not public, and which are copies, as `PersonalData` has them.

import Database

extension PersonalData {
    static let sharing: [PersonalTable] = [
        PersonalTable(
            name: "recipe_reader", file: "shared-with", columns: ["recipe_id", "added_at"],
            leftOut: ["user_id": "a number; the name is there"],
            shown: ["(SELECT username FROM user WHERE id = user_id) AS reader"], end: .deleted
        ) { "user_id = \($0) OR recipe_id IN (SELECT id FROM recipe WHERE author_id = \($0))" },
        PersonalTable(
            name: "recipe_sharing", file: "sharing", columns: ["recipe_id", "audience", "changed_at"],
            leftOut: ["seal": secret, "token_hash": secret], end: .deleted
        ) { "recipe_id IN (SELECT id FROM recipe WHERE author_id = \($0))" },
        PersonalTable(
            name: "adaptation", file: "copied-recipes", columns: ["recipe_id", "made_at"], end: .deleted
        ) { "recipe_id IN (SELECT id FROM recipe WHERE author_id = \($0))" },
    ]
}
