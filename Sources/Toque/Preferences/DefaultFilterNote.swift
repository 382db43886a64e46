// The default filters and the taste of the viewer, and the note on pages that apply the filters.

import Food
import Texts
import Words

extension Context {
    /// The viewer's default filters, which hide recipes.
    func ownFilters() throws -> DefaultFilters { try reading().defaultFilters }

    /// What the viewer likes, which ranks recipes; nothing for visitors.
    func ownTaste() throws -> Taste { try viewer.map { try PreferenceStore(reader).taste(of: $0.id) } ?? Taste() }

    /// The units in which the viewer reads amounts.
    func units() throws -> UnitSystem { try reading().units }

    /// The viewer's display preferences; the defaults for visitors.
    func reading() throws -> DisplayPreferences {
        try viewer.map { try PreferenceStore(reader).reading(of: $0.id) } ?? DisplayPreferences()
    }
}

/// The note that says which recipes are hidden, or that the filters are off on this page.
struct DefaultFilterNote {
    let names: String
    /// Whether the page shows also what these filters hide.
    let ignoresDefaults: Bool
    let showsAll: String
    let again: String

    /// `nil` if the viewer has no default filters.
    init?(_ filters: DefaultFilters, ignoresDefaults: Bool, showsAll: String, again: String, _ language: Language) {
        guard !filters.isEmpty else { return nil }
        let diets = filters.diets.map { Text.dynamic("diet.\($0.rawValue).yes", language) ?? $0.rawValue }
        let allergens = filters.freeFrom.map { Text.dynamic("allergen.\($0.rawValue).no", language) ?? $0.rawValue }
        names = (diets + allergens).joined(separator: ", ")
        self.ignoresDefaults = ignoresDefaults
        self.showsAll = showsAll
        self.again = again
    }
}
