// The personal data of cook mode, as `PersonalData` lists it.

import Database

extension PersonalData {
    static let cooking: [PersonalTable] = [
        PersonalTable(
            name: "cook_session", file: "cooking", columns: ["recipe_id", "step", "servings", "updated_at"],
            leftOut: ["user_id": own], shown: [title(of: "cook_session")], end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "cook_timer", file: "timers",
            columns: ["recipe_id", "name", "seconds", "ends_at", "time_left", "changed_at"],
            leftOut: ["user_id": own, "timer_key": "a number of the page"], shown: [title(of: "cook_timer")],
            end: .deleted
        ) { "user_id = \($0)" },
    ]
}
