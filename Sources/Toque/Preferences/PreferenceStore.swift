// Stores preferences, one row per user, and disliked ingredients.

import Database
import Food

struct PreferenceStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// All preferences of a user, or the defaults.
    func preferences(of user: Int) throws -> Preferences {
        try db.first(
            "SELECT diets, allergens, units, switches, mail_frequency FROM preferences WHERE user_id = \(user)"
        ) { row in
            Preferences(
                defaultFilters: Self.defaultFilters(diets: row[0], allergens: row[1]),
                units: UnitSystem(rawValue: row[2]) ?? .written, switches: Self.switches(row[3]),
                mailFrequency: MailFrequency(rawValue: row[4]) ?? .immediately)
        } ?? Preferences()
    }

    /// The preferences that most pages need: default filters, units, media and timer settings.
    func reading(of user: Int) throws -> DisplayPreferences {
        try db.first("SELECT diets, allergens, units, switches FROM preferences WHERE user_id = \(user)") { row in
            let switches = Self.switches(row[3])
            return DisplayPreferences(
                defaultFilters: Self.defaultFilters(diets: row[0], allergens: row[1]),
                units: UnitSystem(rawValue: row[2]) ?? .written,
                mediaPreferences: MediaPreferences(switches),
                timerAlerts: (switches.contains(.sounds), switches.contains(.vibration)),
                hasGestures: switches.contains(.gestures))
        } ?? DisplayPreferences()
    }

    /// What ranks a member's suggestions.
    func taste(of user: Int) throws -> Taste {
        var taste = Taste()
        taste.disliked = try db.all(
            "SELECT ingredient_id FROM disliked_ingredient WHERE user_id = \(user) ORDER BY ingredient_id"
        ) { $0[0] }
        try db.each("SELECT max_minutes, goals FROM preferences WHERE user_id = \(user)") { row in
            let goals: Int = row[1]
            taste.maxMinutes = row[0]
            taste.goals = NutritionClaim.offered.filter { goals & $0.bit != 0 }
        }
        return taste
    }

    /// Saves what ranks suggestions, for a member who has a row already.
    func save(_ taste: Taste, user: Int) throws {
        let goals = taste.goals.reduce(0) { $0 | $1.bit }
        try db.run(
            "UPDATE preferences SET max_minutes = \(taste.maxMinutes), goals = \(goals) WHERE user_id = \(user)")
        try db.run("DELETE FROM disliked_ingredient WHERE user_id = \(user)")
        for ingredient in taste.disliked {
            try db.run(
                "INSERT INTO disliked_ingredient (user_id, ingredient_id) VALUES (\(user), \(ingredient))")
        }
    }

    static func switches(_ differing: Int) -> Set<Switch> {
        Set(Switch.allCases.filter { $0.isOnByDefault != (differing & $0.bit != 0) })
    }

    /// Saves what the pages offer; all other stored columns stay.
    func save(_ preferences: Preferences, user: Int) throws {
        let differing = Switch.allCases.filter { preferences.switches.contains($0) != $0.isOnByDefault }
            .reduce(0) { $0 | $1.bit }
        let (filters, units) = (preferences.defaultFilters, preferences.units.rawValue)
        try db.run(
            """
            INSERT INTO preferences (user_id, diets, allergens, goals, units, switches, mail_frequency)
            VALUES (\(user), \(filters.dietBits), \(filters.allergenBits), 0, \(units), \(differing),
                \(preferences.mailFrequency.rawValue))
            ON CONFLICT (user_id) DO UPDATE SET diets = \(filters.dietBits), allergens = \(filters.allergenBits),
                units = \(units), switches = \(differing), mail_frequency = excluded.mail_frequency
            """)
    }

    /// Adds an ingredient to the dislikes of everyone who dislikes `other`, because a catalogue change merged `other`
    /// into it.
    func dislike(_ ingredient: Int, whereDisliked other: Int, by change: Int) throws {
        try db.run(
            """
            INSERT OR IGNORE INTO disliked_ingredient (user_id, ingredient_id, copied_by)
            SELECT user_id, \(ingredient), \(change) FROM disliked_ingredient WHERE ingredient_id = \(other)
            """)
    }

    /// Removes the dislikes that the undone change added. A user who has saved their preferences since keeps their
    /// list.
    func forgetDislikes(copiedBy change: Int) throws {
        try db.run("DELETE FROM disliked_ingredient WHERE copied_by = \(change)")
    }

    private static func defaultFilters(diets: Int, allergens: Int) -> DefaultFilters {
        DefaultFilters(
            diets: Diet.allCases.filter { diets & $0.bit != 0 },
            freeFrom: Allergen.allCases.filter { allergens & $0.bit != 0 })
    }
}

extension MediaPreferences {
    fileprivate init(_ switches: Set<Switch>) {
        self.init(hasSubtitles: switches.contains(.subtitles), loadsOnTap: switches.contains(.lowData))
    }
}

extension Viewer {
    var mediaPreferences: MediaPreferences { MediaPreferences(PreferenceStore.switches(switches)) }
}
