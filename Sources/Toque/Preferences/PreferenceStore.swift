// Preferences in the database: one row a person, and the ingredients they dislike.

import Database

struct PreferenceStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// What a person wants; the defaults for who never said.
    func preferences(of user: Int) throws -> Preferences {
        var preferences = Preferences()
        try db.each(
            """
            SELECT diets, allergens, max_minutes, goals, units, switches
            FROM preferences WHERE user_id = \(user)
            """
        ) { row in
            preferences.standing = Self.standing(diets: row[0], allergens: row[1])
            preferences.maxMinutes = row[2]
            let goals: Int = row[3]
            preferences.goals = Goal.allCases.filter { goals & $0.bit != 0 }
            preferences.units = UnitSystem(rawValue: row[4]) ?? .written
            preferences.switches = Self.switches(row[5])
        }
        preferences.disliked = try db.all(
            "SELECT ingredient_id FROM disliked_ingredient WHERE user_id = \(user) ORDER BY ingredient_id"
        ) { $0[0] }
        return preferences
    }

    /// What hides recipes from a person, the units they read how they watch and how timers ring: all that most pages ask.
    func reading(of user: Int) throws -> Reading {
        try db.first("SELECT diets, allergens, units, switches FROM preferences WHERE user_id = \(user)") { row in
            let switches = Self.switches(row[3])
            return Reading(
                standing: Self.standing(diets: row[0], allergens: row[1]),
                units: UnitSystem(rawValue: row[2]) ?? .written,
                watching: Watching(
                    hasSubtitles: switches.contains(.subtitles), isStill: switches.contains(.lowData)),
                ringing: (switches.contains(.sounds), switches.contains(.vibration)))
        } ?? Reading()
    }

    private static func switches(_ differing: Int) -> Set<Switch> {
        Set(Switch.allCases.filter { $0.isOnByDefault != (differing & $0.bit != 0) })
    }

    func save(_ preferences: Preferences, user: Int) throws {
        let goals = preferences.goals.reduce(0) { $0 | $1.bit }
        let differing = Switch.allCases.filter { preferences.switches.contains($0) != $0.isOnByDefault }
        try db.run(
            """
            INSERT OR REPLACE INTO preferences
                (user_id, diets, allergens, max_minutes, goals, units, switches)
            VALUES (\(user), \(preferences.standing.dietBits), \(preferences.standing.allergenBits),
                \(preferences.maxMinutes), \(goals), \(preferences.units.rawValue),
                \(differing.reduce(0) { $0 | $1.bit }))
            """)
        try db.run("DELETE FROM disliked_ingredient WHERE user_id = \(user)")
        for ingredient in Set(preferences.disliked) {
            try db.run(
                "INSERT INTO disliked_ingredient (user_id, ingredient_id) VALUES (\(user), \(ingredient))")
        }
    }

    /// Whoever dislikes one ingredient dislikes another as well: what a change merged the first into.
    func dislike(_ ingredient: Int, whereDisliked other: Int, by change: Int) throws {
        try db.run(
            """
            INSERT OR IGNORE INTO disliked_ingredient (user_id, ingredient_id, copied_by)
            SELECT user_id, \(ingredient), \(change) FROM disliked_ingredient WHERE ingredient_id = \(other)
            """)
    }

    /// The change was undone: what nobody but it disliked. Who saved their preferences since means what they list.
    func forgetDislikes(copiedBy change: Int) throws {
        try db.run("DELETE FROM disliked_ingredient WHERE copied_by = \(change)")
    }

    private static func standing(diets: Int, allergens: Int) -> StandingFilters {
        StandingFilters(
            diets: Diet.allCases.filter { diets & $0.bit != 0 },
            freeFrom: Allergen.allCases.filter { allergens & $0.bit != 0 })
    }
}
