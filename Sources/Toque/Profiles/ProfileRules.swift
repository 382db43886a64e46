// The rules for the fields of a profile.

import Bytes
import Foundation

/// A member's profile. Display name, bio and photo are public; only the owner and admins see the rest.
struct Profile: Equatable, Sendable {
    var displayName = ""
    var firstName = ""
    var lastName = ""
    var phone = ""
    var bio = ""
    var photo: String?

    /// The parts that admins can remove, if they are not empty.
    var parts: [ProfilePart] {
        ProfilePart.allCases.filter { part in
            switch part {
            case .picture: photo != nil
            case .name: !displayName.isEmpty
            case .bio: !bio.isEmpty
            }
        }
    }
}

/// The parts that admins can remove.
enum ProfilePart: String, CaseIterable, Sendable {
    case picture, name, bio
}

enum ProfileRules {
    /// In grapheme clusters, as people count characters; a family emoji counts as one and may have eleven code points.
    static let bioLength = 100
    static let personLength = 60
    static let phoneLength = 32
    /// E.164 numbers have at most 15 digits.
    static let phoneDigits = 5...15

    /// The problem with a first or last name as a key of the locale files, or `nil`.
    static func problem(person name: String) -> String? {
        if name.length > 2 * personLength || name.count > personLength { return "person-long" }
        return name.unicodeScalars.contains { isHidden($0) || isJoiner($0) } ? "hidden" : nil
    }

    static func problem(phone: String) -> String? {
        if phone.isEmpty { return nil }
        let digits = phone.unicodeScalars.count { ("0"..."9").contains($0) }
        let isPlain = phone.unicodeScalars.enumerated().allSatisfy { place, scalar in
            ("0"..."9").contains(scalar) || " -.()/".unicodeScalars.contains(scalar) || (place == 0 && scalar == "+")
        }
        return isPlain && phone.length <= phoneLength && phoneDigits.contains(digits) ? nil : "phone"
    }

    static func problem(bio: String) -> String? {
        if bio.length > 10 * bioLength || bio.count > bioLength { return "bio-long" }
        return bio.unicodeScalars.contains(where: isHidden) ? "hidden" : nil
    }

    /// Whether a character is invisible or changes the direction of text; joiners of letters and emoji are not.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: return true
        case .format: return !isJoiner(scalar)
        default: return scalar.properties.isDefaultIgnorableCodePoint && !isVariation(scalar)
        }
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0x200C || scalar.value == 0x200D }
    private static func isVariation(_ scalar: Unicode.Scalar) -> Bool { (0xFE00...0xFE0F).contains(scalar.value) }
}
