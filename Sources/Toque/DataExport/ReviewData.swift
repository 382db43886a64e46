// The personal data of reviews, as `PersonalData` lists it.

import Database

extension PersonalData {
    static let reviews: [PersonalTable] = [
        PersonalTable(
            name: "review_vote", file: "helpful-reviews", columns: ["review_id", "voted_at"], leftOut: ["user_id": own],
            end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "review", file: "reviews",
            columns: [
                "id", "recipe_id", "stars", "text", "cooked", "servings", "changes", "photo_id", "answer", "created_at",
                "changed_at", "deleted_at", "removed_at", "held_at",
            ],
            leftOut: ["user_id": own, "findings": "what the site found in the text"], shown: [title(of: "review")],
            end: .deleted
        ) { "user_id = \($0)" },
    ]
}
