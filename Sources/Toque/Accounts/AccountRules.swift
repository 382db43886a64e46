// The rules for usernames and return paths.

import Bytes
import Foundation

enum AccountRules {
    /// The account that owns starter content, and imported recipes without another author.
    static let houseAccount = "toque"
    static let usernameLength = 3...32

    /// Names that visitors could mistake for the site itself.
    static let reservedNames: Set<String> = [
        "admin", "administrator", "moderator", "system", "toque", "root", "support",
    ]

    /// The key under which all spellings of a name compare equal: compatibility forms, letter case.
    static func key(_ name: String) -> String {
        if name.utf8.count > NameRules.longestComposed { return name }
        return name.precomposedStringWithCompatibilityMapping.lowercased().precomposedStringWithCompatibilityMapping
    }

    /// The problem with a username as a key of the locale files, or `nil`.
    static func problem(username: String) -> String? {
        guard usernameLength.contains(username.unicodeScalars.count) else { return "username-length" }
        guard username.unicodeScalars.allSatisfy(isAllowed), let first = username.unicodeScalars.first,
            !"-_.".unicodeScalars.contains(first),
            CharacterSet.decimalDigits.contains(first) == false || username.contains(where: \.isLetter)
        else { return "username-letters" }
        if NameRules.isMixed(username[...]) { return "username-mixed" }
        return reservedNames.isDisjoint(with: [key(username)] + NameRules.likenesses(username)) ? nil : "username-taken"
    }

    /// Allows visible letters and digits. Allows only marks that are written as separate signs, such as vowel signs:
    /// accents that sit on a letter are easily overlooked.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint { return false }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber:
            return true
        case .nonspacingMark, .spacingMark:
            return properties.isAlphabetic && properties.canonicalCombiningClass == .notReordered
        default: return "-_.".unicodeScalars.contains(scalar)
        }
    }

    /// Returns a local path to redirect to, or `/`. Refuses anything that a browser could read as another site (`//`,
    /// `/\`, controls).
    static func localPath(_ next: String?) -> String {
        guard let next, next.hasPrefix(bytes: "/"), !next.hasPrefix(bytes: "//"), next.utf8.count <= 2_000,
            next.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\\") })
        else { return "/" }
        return next
    }
}

extension ErrorReason {
    static let lastAdmin = ErrorReason("last-admin")
    static let suspendedRole = ErrorReason("suspended-role")
    static let twoStepKept = ErrorReason("two-step-kept")
    static let codeTries = ErrorReason("code-tries")
    static let mailLimit = ErrorReason("mail-limit")
    static let lastAdminStays = ErrorReason("last-admin-stays")
}
