// The rules for usernames and email addresses.

import Bytes
import Foundation

enum AccountRules {
    /// The account that owns starter content, and imported recipes without another author.
    static let houseAccount = "toque"
    static let usernameLength = 3...32
    static let emailLength = 254

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

    /// The problem with an email address, or `nil`. Only a sent email can show whether the address exists.
    static func problem(email: String) -> String? {
        // First, because a text of a million signs would become a million pieces.
        guard email.utf8.count <= emailLength else { return "email-form" }
        let parts = email.split(bytes: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.count <= 64,
            !parts[1].isEmpty, !parts[1].hasPrefix(bytes: "."), !parts[1].hasSuffix(bytes: "."),
            !parts[1].contains(bytes: ".."),
            email.unicodeScalars.allSatisfy({
                $0.value > 32 && !isInvisible($0) && !"<>()[],;:\\\"".unicodeScalars.contains($0)
            }),
            parts[1].unicodeScalars.allSatisfy({
                $0.value > 127 || CharacterSet.alphanumerics.contains($0) || "-._".unicodeScalars.contains($0)
            })
        else { return "email-form" }
        return nil
    }

    /// Controls, spaces, line ends, and characters that only change how others are shown.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned: true
        default: false
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
