// Whoever left: a number instead of a name, which nobody can register, and words for readers.

import Bytes
import Texts
import Words

enum FormerMember {
    private static let words = "deleted account "

    /// What stands where the name stood. A name that somebody registers holds no blank.
    static func name(_ user: Int) -> String { words + String(user) }

    static func isOne(_ name: String) -> Bool { name.hasPrefix(bytes: words) }

    /// The name as readers see it.
    static func shown(_ name: String, _ language: Language) -> String {
        isOne(name) ? Text.formerMember(language) : name
    }
}
