// The form fields of the preferences pages.

import Food
import HTTP
import Texts
import Words

/// The part that both pages have: diets and allergens.
struct TasteForm {
    var diets: Set<String> = []
    var allergens: Set<String> = []

    init(_ form: Form) {
        diets = Set(form.all("diet"))
        allergens = Set(form.all("allergen"))
    }

    init(_ preferences: Preferences) {
        diets = Set(preferences.defaultFilters.diets.map(\.rawValue))
        allergens = Set(preferences.defaultFilters.freeFrom.map(\.rawValue))
    }

    /// The typed values with their errors. An unknown allergen is an error, never ignored: its owner would believe that
    /// the site avoids it.
    func checked(_ language: Language) -> (filters: DefaultFilters, errors: FieldErrors) {
        var errors = FieldErrors()
        func known<Value: RawRepresentable<String> & CaseIterable>(
            _ field: String, _ names: Set<String>
        ) -> [Value] {
            let strange = names.filter { Value(rawValue: $0) == nil }.sorted()
            if !strange.isEmpty {
                errors.add(field, Text.preferencesUnknown(language, names: strange.joined(separator: ", ")))
            }
            return Value.allCases.filter { names.contains($0.rawValue) }
        }
        let filters = DefaultFilters(diets: known("diet", diets), freeFrom: known("allergen", allergens))
        return (filters, errors)
    }
}

/// The other part: language, theme, units and switches.
struct HabitsForm {
    var language: String
    var units: String
    var theme: String
    var switches: Set<String>

    init(_ form: Form) {
        language = form["language"] ?? ""
        units = form["units"] ?? ""
        theme = form["theme"] ?? ""
        switches = Set(Switch.offered.map(\.rawValue).filter { form[$0] != nil })
    }

    init(_ preferences: Preferences, _ appearance: Appearance) {
        language = appearance.language.rawValue
        units = preferences.units.rawValue
        theme = appearance.theme.rawValue
        switches = Set(preferences.switches.map(\.rawValue))
    }

    /// Applies valid units and the offered switches; everything else keeps its value.
    func apply(to preferences: inout Preferences) {
        if let units = UnitSystem(rawValue: units) { preferences.units = units }
        preferences.switches.subtract(Switch.offered)
        preferences.switches.formUnion(Switch.offered.filter { switches.contains($0.rawValue) })
    }
}
