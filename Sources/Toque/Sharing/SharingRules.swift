// Who else than the author may see a recipe that is not public: the choices, their limits, and how names are typed.

import Bytes

/// The author's choice.
enum RecipeAudience: String, CaseIterable, Sendable {
    /// Only the author.
    case author
    case people
    /// The named people, and everyone who has the link.
    case link
    /// Everyone, after moderators approved it.
    case everyone = "public"
}

enum SharingRules {
    /// The most people that an author names for one recipe.
    static let people = 50
    /// The most characters of the field for names.
    static let typed = 2_000
    /// The number of names that a sentence lists; more are only counted.
    static let listed = 5

    /// The names in the field, each once: between commas, spaces or line ends, with or without @.
    static func names(_ typed: String) -> [String] {
        var seen: Set<String> = []
        return typed.unicodeScalars.split { $0 == "," || $0 == ";" || $0.properties.isWhitespace }
            .map { String($0) }.map { $0.dropping(prefix: "@").map { String($0) } ?? $0 }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}
