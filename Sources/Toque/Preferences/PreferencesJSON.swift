// The preferences of a member as JSON, under the names of the form's fields.

import Bytes
import Food
import Words

struct PreferencesJSON: Encodable {
    let diet: [String]
    let allergen: [String]
    /// Names of ingredients in the member's language.
    let disliked: [String]
    let maxMinutes: Int?
    let goal: [String]
    let language: String
    let units: String
    let theme: String
    /// Whether each switch is on, notifications among them.
    let switches: [String: Bool]
    let mailFrequency: String

    init(_ preferences: Preferences, _ likes: LikesForm, _ appearance: Appearance) {
        diet = preferences.defaultFilters.diets.map(\.rawValue)
        allergen = preferences.defaultFilters.freeFrom.map(\.rawValue)
        disliked = likes.disliked.split(bytes: ",").map(\.trimmed).filter { !$0.isEmpty }
        (maxMinutes, goal) = (Int(likes.maxMinutes), likes.goals.sortedByBytes())
        (language, theme) = (appearance.language.rawValue, appearance.theme.rawValue)
        (units, mailFrequency) = (preferences.units.rawValue, preferences.mailFrequency.rawValue)
        let offered = Switch.offered + Switch.ofNotifications
        switches = Dictionary(uniqueKeysWithValues: offered.map { ($0.rawValue, preferences.switches.contains($0)) })
    }
}
