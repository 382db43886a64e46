// The lists of a member, as `PersonalData` has them: favourites, history, pantry, shopping list and plan.

import Database

extension PersonalData {
    static let lists: [PersonalTable] = [
        PersonalTable(
            name: "favourite", file: "favourites", columns: ["recipe_id", "folder_id", "added_at"],
            leftOut: ["user_id": own], shown: [title(of: "favourite")], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "favourite_folder", file: "favourite-folders", columns: ["id", "name", "created_at"],
            leftOut: ["user_id": own, "name_key": derived], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "seen_recipe", file: "history", columns: ["recipe_id", "seen_at"], leftOut: ["user_id": own],
            shown: [title(of: "seen_recipe")], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "earlier_search", file: "searches", columns: ["words", "searched_at"],
            leftOut: ["user_id": own, "words_key": derived], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "history_off", file: "history-off", columns: ["since"], leftOut: ["user_id": own], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "dismissed_recipe", file: "dismissed-recipes", columns: ["recipe_id", "dismissed_at"],
            leftOut: ["user_id": own], shown: [title(of: "dismissed_recipe")], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "pantry_item", file: "pantry",
            columns: ["ingredient_id", "amount", "unit", "use_by", "low_amount", "added_at"],
            leftOut: ["id": "a number", "user_id": own],
            shown: ["(SELECT name_en FROM ingredient WHERE id = ingredient_id) AS name"], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "pantry_staples", file: "staples", columns: ["ingredients"], leftOut: ["user_id": own],
            shown: [
                """
                (SELECT group_concat(i.name_en, ', ') FROM json_each(ingredients) s JOIN ingredient i ON i.id = s.value)
                    AS names
                """
            ], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "shopping_part", file: "shopping-amounts", columns: ["item_id", "recipe_id", "amount", "unit"],
            leftOut: ["id": "a number"], shown: [title(of: "shopping_part")], end: .deleted
        ) { "item_id IN (SELECT id FROM shopping_item WHERE user_id = \($0))" },
        PersonalTable(
            name: "shopping_item", file: "shopping",
            columns: ["id", "ingredient_id", "text", "ticked_at", "added_at"], leftOut: ["user_id": own],
            shown: ["(SELECT name_en FROM ingredient WHERE id = ingredient_id) AS name"], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "shopping_change", file: nil, columns: [],
            leftOut: [
                "user_id": own, "change_key": "a number",
                "added_at": "when a device sent something; the items have the same time",
            ],
            end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "shopping_link", file: "shopping-link", columns: ["created_at"],
            leftOut: ["user_id": own, "seal": secret, "token_hash": secret], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "plan_entry", file: "plan", columns: ["day", "recipe_id", "note", "servings", "added_at"],
            leftOut: ["id": "a number", "user_id": own], shown: [title(of: "plan_entry")], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "plan_feed", file: "plan-feed", columns: ["created_at"],
            leftOut: ["user_id": own, "seal": secret, "token_hash": secret], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "shopping_aisles", file: "shopping-aisles", columns: ["aisles"], leftOut: ["user_id": own],
            end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "undo_step", file: nil, columns: [],
            leftOut: Dictionary(
                uniqueKeysWithValues: ["id", "user_id", "list", "content", "created_at"].map {
                    (
                        $0,
                        "rows of favourites, history, the pantry, the shopping list and the plan as they were before a change, for a day"
                    )
                }), end: .deleted
        ) { "user_id = \($0)" },
    ]

    /// The title of a public recipe that a table refers to.
    static func title(of table: String) -> String {
        "(SELECT title FROM public_recipe WHERE public_recipe.recipe_id = \(table).recipe_id) AS title"
    }
}
