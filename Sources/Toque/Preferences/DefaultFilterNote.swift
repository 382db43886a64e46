// What one's own diets and allergens do to a page, and how to set them aside there.

import Food
import Texts
import Words

extension Context {
    /// What hides recipes from who asks.
    func ownFilters() throws -> DefaultFilters { try reading().standing }

    /// The units that who asks reads amounts in.
    func units() throws -> UnitSystem { try reading().units }

    /// How who asks wants recipes shown.
    func reading() throws -> DisplayPreferences {
        try viewer.map { try PreferenceStore(reader).reading(of: $0.id) } ?? DisplayPreferences()
    }
}

/// Says which recipes are hidden, or that none are.
struct DefaultFilterNote {
    let names: String
    let isAside: Bool
    let showsAll: String
    let again: String

    /// Nothing for who has no standing filters.
    init?(_ standing: DefaultFilters, isAside: Bool, showsAll: String, again: String, _ language: Language) {
        guard !standing.isEmpty else { return nil }
        let diets = standing.diets.map { Text.dynamic("diet.\($0.rawValue).yes", language) ?? $0.rawValue }
        let allergens = standing.freeFrom.map { Text.dynamic("allergen.\($0.rawValue).no", language) ?? $0.rawValue }
        names = (diets + allergens).joined(separator: ", ")
        self.isAside = isAside
        self.showsAll = showsAll
        self.again = again
    }
}
