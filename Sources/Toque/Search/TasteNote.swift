// What a search says about the member's dislikes, time and goals, which rank it.

import Bytes
import Food
import Texts
import Words

/// The note that says what comes later, or that the preferences are set aside.
struct TasteNote {
    let sentences: String
    let isAside: Bool
    let showsAll: String
    let again: String

    /// So many foods are named; the note says that there are more.
    private static let named = 3

    /// `nil` if nothing of the taste ranks the search.
    init?(_ taste: Taste, _ form: SearchForm, _ catalogue: Catalogue, _ language: Language) {
        guard !taste.isEmpty else { return nil }
        let foods = catalogue.ingredientKeys(Set(taste.disliked)).map { key in
            // Not “garlic cloves”.
            let (one, several) = (catalogue.displayName(key, language), catalogue.pluralName(key, language))
            return language == .ru || several.hasPrefix(bytes: one + " ") ? one : several
        }
        sentences = [Self.later(foods.sortedByBytes(), language), Self.earlier(taste, language)]
            .compactMap(\.self).joined(separator: " ")
        isAside = form.ignoresDefaults
        showsAll = form.address(ignoresDefaults: true)
        again = form.address(ignoresDefaults: false)
    }

    /// “Recipes with liver, olives or something else that you don’t like come later.”
    private static func later(_ foods: [String], _ language: Language) -> String? {
        guard let last = foods.last else { return nil }
        if foods.count == 1 { return Text.preferencesRankedOne(language, name: last) }
        let names = foods.prefix(foods.count > named ? named : foods.count - 1).joined(separator: ", ")
        return foods.count > named
            ? Text.preferencesRankedMore(language, names: names)
            : Text.preferencesRankedSeveral(language, last: last, names: names)
    }

    /// “Recipes that suit you (within 30 min, high protein) come a little earlier.”
    private static func earlier(_ taste: Taste, _ language: Language) -> String? {
        let time = taste.maxMinutes.map { Text.searchUpTo(language, time: Durations.text(minutes: $0, language)) }
        let goals = taste.goals.compactMap { Text.dynamic("claim.\($0.rawValue)", language)?.lowercased() }
        let wishes = [time].compactMap(\.self) + goals
        return wishes.isEmpty ? nil : Text.preferencesRankedEarlier(language, names: wishes.joined(separator: ", "))
    }
}
