// What was typed on the pages of preferences.

import HTTP

/// The part that the set-up page has too: what to eat.
struct TasteForm {
    var diets: Set<String> = []
    var allergens: Set<String> = []
    var disliked = ""
    var maxMinutes = ""
    var goals: Set<String> = []

    init(_ form: Form) {
        diets = Set(form.all("diet"))
        allergens = Set(form.all("allergen"))
        disliked = form.all("disliked").joined(separator: ", ").typed
        maxMinutes = (form["max_minutes"] ?? "").trimmed
        goals = Set(form.all("goal"))
    }

    init(_ preferences: Preferences, _ catalogue: Catalogue, _ language: Language) {
        diets = Set(preferences.standing.diets.map(\.rawValue))
        allergens = Set(preferences.standing.freeFrom.map(\.rawValue))
        disliked = preferences.disliked.compactMap { catalogue.key(id: $0) }
            .map { catalogue.displayName($0, language) }.joined(separator: ", ")
        maxMinutes = preferences.maxMinutes.map(String.init) ?? ""
        goals = Set(preferences.goals.map(\.rawValue))
    }

    /// Takes what was typed over, or says what is wrong with it. An allergen that nobody knows is never left out in
    /// silence: its owner would believe it to be minded.
    func apply(to preferences: inout Preferences, _ catalogue: Catalogue, _ language: Language) -> FieldErrors {
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
        preferences.standing.diets = known("diet", diets)
        preferences.standing.freeFrom = known("allergen", allergens)
        preferences.goals = known("goal", goals)
        var unknown: [String] = []
        let names = disliked.split { $0 == "," || $0.isNewline }.map(\.trimmed).filter { !$0.isEmpty }
        if names.count > Preferences.dislikedLimit {
            errors.add("disliked", Text.preferencesDislikedLimit(language, count: String(Preferences.dislikedLimit)))
        } else {
            preferences.disliked = names.compactMap { name in
                let id = name.length <= 100 ? catalogue.ingredientID(named: name) : nil
                if id == nil { unknown.append(name) }
                return id
            }
        }
        if !unknown.isEmpty {
            errors.add("disliked", Text.preferencesUnknown(language, names: unknown.joined(separator: ", ")))
        }
        let minutes = Int(maxMinutes).flatMap { Preferences.minutes.contains($0) ? $0 : nil }
        if !maxMinutes.isEmpty, minutes == nil { errors.add("max_minutes", Text.preferencesMinutesWrong(language)) }
        preferences.maxMinutes = minutes
        return errors
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
        switches = Set(Switch.allCases.map(\.rawValue).filter { form[$0] != nil })
    }

    init(_ preferences: Preferences, _ looks: Looks) {
        language = looks.language.rawValue
        units = preferences.units.rawValue
        theme = looks.theme.rawValue
        switches = Set(preferences.switches.map(\.rawValue))
    }

    /// Takes over what is one of the choices; anything else leaves what was.
    func apply(to preferences: inout Preferences) {
        if let units = UnitSystem(rawValue: units) { preferences.units = units }
        preferences.switches = Set(Switch.allCases.filter { switches.contains($0.rawValue) })
    }
}
