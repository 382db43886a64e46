// Preferences in the database: one row a person. What they once said of goals, minutes and ingredients is kept as it is.

import Database
import Food

struct PreferenceStore {
    let db: Connection

    init(_ db: Connection) { self.db = db }

    /// What a person wants; the defaults for who never said.
    func preferences(of user: Int) throws -> Preferences {
        try db.first("SELECT diets, allergens, units, switches FROM preferences WHERE user_id = \(user)") { row in
            Preferences(
                standing: Self.standing(diets: row[0], allergens: row[1]),
                units: UnitSystem(rawValue: row[2]) ?? .written, switches: Self.switches(row[3]))
        } ?? Preferences()
    }

    /// What hides recipes from a person, the units they read how they watch and how timers ring: all that most pages ask.
    func reading(of user: Int) throws -> DisplayPreferences {
        try db.first("SELECT diets, allergens, units, switches FROM preferences WHERE user_id = \(user)") { row in
            let switches = Self.switches(row[3])
            return DisplayPreferences(
                standing: Self.standing(diets: row[0], allergens: row[1]),
                units: UnitSystem(rawValue: row[2]) ?? .written,
                videoPreferences: VideoPreferences(
                    hasSubtitles: switches.contains(.subtitles), isStill: switches.contains(.lowData)),
                timerAlerts: (switches.contains(.sounds), switches.contains(.vibration)))
        } ?? DisplayPreferences()
    }

    private static func switches(_ differing: Int) -> Set<Switch> {
        Set(Switch.allCases.filter { $0.isOnByDefault != (differing & $0.bit != 0) })
    }

    /// Saves what the pages offer; what was stored before of anything else stays.
    func save(_ preferences: Preferences, user: Int) throws {
        let differing = Switch.allCases.filter { preferences.switches.contains($0) != $0.isOnByDefault }
            .reduce(0) { $0 | $1.bit }
        let (standing, units) = (preferences.standing, preferences.units.rawValue)
        try db.run(
            """
            INSERT INTO preferences (user_id, diets, allergens, goals, units, switches)
            VALUES (\(user), \(standing.dietBits), \(standing.allergenBits), 0, \(units), \(differing))
            ON CONFLICT (user_id) DO UPDATE SET diets = \(standing.dietBits), allergens = \(standing.allergenBits),
                units = \(units), switches = \(differing)
            """)
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

    private static func standing(diets: Int, allergens: Int) -> DefaultFilters {
        DefaultFilters(
            diets: Diet.allCases.filter { diets & $0.bit != 0 },
            freeFrom: Allergen.allCases.filter { allergens & $0.bit != 0 })
    }
}
