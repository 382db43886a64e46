// Names for erased accounts: a number that nobody can register, shown to readers as “a former member”.

import Bytes
import Texts
import Words

enum FormerMember {
    private static let words = "deleted account "

    /// The name that replaces the username. It contains a space, so nobody can register it.
    static func name(_ user: Int) -> String { words + String(user) }

    static func isOne(_ name: String) -> Bool { name.hasPrefix(bytes: words) }

    /// The name as readers see it.
    static func shown(_ name: String, _ language: Language) -> String {
        isOne(name) ? Text.formerMember(language) : name
    }
}
