// What was typed on the pages of preferences.

import Food
import HTTP
import Texts
import Words

/// The part that the set-up page has too: what to eat.
struct TasteForm {
    var diets: Set<String> = []
    var allergens: Set<String> = []

    init(_ form: Form) {
        diets = Set(form.all("diet"))
        allergens = Set(form.all("allergen"))
    }

    init(_ preferences: Preferences) {
        diets = Set(preferences.standing.diets.map(\.rawValue))
        allergens = Set(preferences.standing.freeFrom.map(\.rawValue))
    }

    /// What was typed, and what is wrong with it. An allergen that nobody knows is never left out in silence: its owner
    /// would believe it to be minded.
    func checked(_ language: Language) -> (standing: DefaultFilters, errors: FieldErrors) {
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
        let standing = DefaultFilters(diets: known("diet", diets), freeFrom: known("allergen", allergens))
        return (standing, errors)
    }
}

/// The rest: how the site looks and what it does.
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

    /// Takes over what is one of the choices and is offered; anything else leaves what was.
    func apply(to preferences: inout Preferences) {
        if let units = UnitSystem(rawValue: units) { preferences.units = units }
        preferences.switches.subtract(Switch.offered)
        preferences.switches.formUnion(Switch.offered.filter { switches.contains($0.rawValue) })
    }
}
