// What a bug report is, and what may become of it.

/// Where a report stands.
enum BugState: String, CaseIterable, Sendable {
    case new, accepted, fixed, wontfix, duplicate

    /// What somebody has still to work on.
    static let open: [BugState] = [.new, .accepted]
}

enum BugRules {
    static let pageLength = 500
    static let textLength = 5_000
    static let contactLength = 254
    static let browserLength = 300

    /// The number of a request as answers show it, or nothing.
    static func request(_ text: String) -> String {
        let isNumber = text.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "-_".unicodeScalars.contains(scalar))
        }
        return isNumber && text.utf8.count <= 64 ? text : ""
    }

    /// The beginning of a text, in code points.
    static func cut(_ text: String, _ limit: Int) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
    }

    /// What is wrong with a report being a duplicate of another. Every duplicate is one step from its original.
    static func problem(
        _ id: Int, duplicateOf other: Int?, whose state: BugState?, hasDuplicates: Bool
    ) -> DuplicateProblem? {
        if other == nil || other == id || state == nil || state == .duplicate { return .noOriginal }
        return hasDuplicates ? .hasDuplicates : nil
    }
}

enum DuplicateProblem: Error {
    /// The other is not there, is the same, or is a duplicate itself.
    case noOriginal
    /// Others are duplicates of this one.
    case hasDuplicates
}
