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
            leftOut: [
                "user_id": own, "timer_key": "a number of the page",
                "rung_at": "when devices were sent the end, which `ends_at` is", "ring_again_at": "a timer",
            ], shown: [title(of: "cook_timer")],
            end: .deleted
        ) { "user_id = \($0)" },
        PersonalTable(
            name: "push_device", file: "ringing-devices", columns: ["language", "added_at"],
            leftOut: [
                "id": "a number", "session_id": secret, "user_id": own, "endpoint": secret, "public_key": secret,
                "auth": secret, "failures": "whether the push service answers", "rests_until": "the same",
            ],
            shown: ["(SELECT browser FROM session WHERE session.id = session_id) AS browser"], end: .deleted
        ) { "user_id = \($0)" },
    ]
}
