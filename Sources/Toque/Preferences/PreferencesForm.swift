// The form fields of the preferences pages.

import Bytes
import Food
import HTTP
import Texts
import Words

/// The values of a field of check boxes. Programs may send anything in them.
enum SentNames {
    /// In code points, and more than any known name has. Longer ones are cut.
    static let length = 40
    /// The most unknown names that an error repeats.
    static let named = 5

    static func all(_ field: String, _ form: Form) -> Set<String> { Set(form.all(field).map { $0.cut(to: length) }) }

    /// The unknown ones as the error shows them; `nil` if there are none.
    static func unknown(_ names: Set<String>, isKnown: (String) -> Bool) -> String? {
        let strange = names.filter { !isKnown($0) }.sortedByBytes()
        if strange.isEmpty { return nil }
        return strange.prefix(named).joined(separator: ", ") + (strange.count > named ? ", …" : "")
    }
}

/// The part that both pages have: diets and allergens.
struct TasteForm {
    var diets: Set<String> = []
    var allergens: Set<String> = []

    init(_ form: Form) {
        diets = SentNames.all("diet", form)
        allergens = SentNames.all("allergen", form)
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
            if let strange = SentNames.unknown(names, isKnown: { Value(rawValue: $0) != nil }) {
                errors.add(field, Text.preferencesUnknown(language, names: strange))
            }
            return Value.allCases.filter { names.contains($0.rawValue) }
        }
        let filters = DefaultFilters(diets: known("diet", diets), freeFrom: known("allergen", allergens))
        return (filters, errors)
    }
}

/// What ranks suggestions, as typed.
struct LikesForm {
    /// The most code points of the field of dislikes, and the times that the form offers, in minutes.
    static let typed = 5_000
    static let times = [15, 30, 45, 60, 90, 120]

    var disliked: String
    var maxMinutes: String
    var goals: Set<String>
    /// Whether the form has one of these fields. A program that sends only diets keeps what is stored.
    let isSent: Bool

    init(_ form: Form) {
        isSent = ["disliked", "max_minutes", "goal"].contains { form[$0] != nil }
        disliked = form.all("disliked").map(\.trimmed).filter { !$0.isEmpty }.joined(separator: ", ")
        maxMinutes = (form["max_minutes"] ?? "").trimmed
        goals = SentNames.all("goal", form).subtracting([""])
    }

    init(_ taste: Taste, _ catalogue: Catalogue, _ language: Language) {
        isSent = false
        disliked = catalogue.ingredientKeys(Set(taste.disliked)).map { catalogue.displayName($0, language) }
            .sortedByBytes().joined(separator: ", ")
        maxMinutes = taste.maxMinutes.map(String.init) ?? ""
        goals = Set(taste.goals.map(\.rawValue))
    }

    /// The valid values, and the errors of the others.
    func checked(_ catalogue: Catalogue, _ language: Language, _ errors: inout FieldErrors) -> Taste {
        var taste = Taste()
        if disliked.length > Self.typed {
            errors.add("disliked", Text.editorTooLong(language, limit: String(Self.typed)))
            return taste
        }
        let names = disliked.split(bytes: ",").map(\.trimmed).filter { !$0.isEmpty }
        var unknown: [String] = []
        for name in names.prefix(Taste.dislikes + 1) {
            if let id = catalogue.entry(named: name).flatMap({ catalogue.ingredientID($0.key) }) {
                if !taste.disliked.contains(id) { taste.disliked.append(id) }
            } else {
                unknown.append(name)
            }
        }
        if !unknown.isEmpty {
            errors.add("disliked", Text.preferencesUnknown(language, names: unknown.joined(separator: ", ")))
        } else if names.count > Taste.dislikes {
            errors.add("disliked", Text.preferencesTooManyDislikes(language, limit: String(Taste.dislikes)))
        }
        if !maxMinutes.isEmpty {
            taste.maxMinutes = Int(maxMinutes).flatMap { (1...1_440).contains($0) ? $0 : nil }
            if taste.maxMinutes == nil { errors.add("max_minutes", Text.editorNumber(language, from: "1", to: "1440")) }
        }
        if let strange = SentNames.unknown(goals, isKnown: { NutritionClaim(name: $0) != nil }) {
            errors.add("goal", Text.preferencesUnknown(language, names: strange))
        }
        let known = Set(goals.compactMap(NutritionClaim.init(name:)))
        taste.goals = NutritionClaim.offered.filter(known.contains)
        return taste
    }
}

/// The other part: language, theme, units, switches and notifications.
struct HabitsForm {
    var language: String
    var units: String
    var theme: String
    var switches: Set<String>
    var notifications: Set<String>
    var mailFrequency: String
    /// Whether the form has the part of notifications. A program that sends only diets must not silence everything.
    private let hasNotifications: Bool

    init(_ form: Form) {
        notifications = Set(Switch.ofNotifications.map(\.rawValue).filter { form[$0] != nil })
        mailFrequency = form["mail_frequency"] ?? ""
        hasNotifications = !notifications.isEmpty || form["notifications"] != nil
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
        notifications = switches
        mailFrequency = preferences.mailFrequency.rawValue
        hasNotifications = true
    }

    /// Empty fields keep what is saved, so only other values can be wrong.
    func check(_ language: Language, _ errors: inout FieldErrors) {
        func check(_ field: String, _ typed: String, isKnown: Bool) {
            if !typed.isEmpty, !isKnown {
                errors.add(field, Text.preferencesUnknown(language, names: typed.cut(to: 40)))
            }
        }
        check("language", self.language, isKnown: Language(rawValue: self.language) != nil)
        check("theme", theme, isKnown: Theme(rawValue: theme) != nil)
        check("units", units, isKnown: UnitSystem(rawValue: units) != nil)
        check("mail_frequency", mailFrequency, isKnown: MailFrequency(rawValue: mailFrequency) != nil)
    }

    /// Applies valid units and the offered switches; everything else keeps its value.
    func apply(to preferences: inout Preferences) {
        if let frequency = MailFrequency(rawValue: mailFrequency) { preferences.mailFrequency = frequency }
        if hasNotifications {
            preferences.switches.subtract(Switch.ofNotifications)
            preferences.switches.formUnion(Switch.ofNotifications.filter { notifications.contains($0.rawValue) })
        }
        if let units = UnitSystem(rawValue: units) { preferences.units = units }
        preferences.switches.subtract(Switch.offered)
        preferences.switches.formUnion(Switch.offered.filter { switches.contains($0.rawValue) })
    }
}
