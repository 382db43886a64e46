// Tags: short words under which an author files a recipe, such as “picnic” or “freezer”.

import Bytes
import Food
import Words

/// A tag of a public recipe.
struct Tag: Equatable, Sendable {
    /// The folded name, which is the same for “Picnic” and “picnic”.
    let key: String
    let name: String

    init(_ name: String) {
        self.name = name
        key = Words.fold(name)
    }
}

enum TagRules {
    /// The maximum number of tags, the characters of one, and the characters typed for all.
    static let count = 20
    static let length = 40
    static let typed = 1_000

    /// The tags of a text with commas, each once.
    static func split(_ text: String) -> [Tag] {
        var seen: Set<String> = []
        return text.split(bytes: ",").map { Tag($0.trimmed) }.filter { !$0.key.isEmpty && seen.insert($0.key).inserted }
    }

    /// The text that is stored for tags: `picnic, freezer`.
    static func joined(_ tags: [Tag]) -> String? {
        tags.isEmpty ? nil : tags.map(\.name).joined(separator: ", ")
    }

    /// The tags that everyone sees. One that states a diet or allergen is left out, because only the rules may do that.
    static func shown(_ text: String?) -> [Tag] { split(text ?? "").filter { !DietClaims.states($0.name) } }
}
